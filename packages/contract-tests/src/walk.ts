import type { Page, Paginator } from "@keywright/core";
import { expect } from "vitest";

/** More pages than any target has, so that an endless list fails and does not hang. */
const MAX_PAGES = 100;

/** Returns all pages of a list. */
export async function collectPages<Item, Position>(list: Paginator<Item, Position>): Promise<Page<Item, Position>[]> {
  const pages: Page<Item, Position>[] = [];
  for await (const page of list.pages()) {
    pages.push(page);
    if (pages.length > MAX_PAGES) expect.fail(`the list has not ended after ${MAX_PAGES} pages`);
  }
  return pages;
}

/** Returns the items of pages in order. */
export function itemsOf<Item>(pages: readonly { readonly items: readonly Item[] }[]): Item[] {
  return pages.flatMap(({ items }) => items);
}

/** Checks that a list has at least three pages, no page above the limit, and no item twice. */
export function expectWholeWalk(pages: readonly { readonly items: readonly unknown[] }[], limit: number): void {
  expect(pages.filter(({ items }) => items.length > 0).length, "first, middle and last page have items").toBeGreaterThanOrEqual(3);
  expect(Math.max(...pages.map(({ items }) => items.length)), "no page is larger than its limit").toBeLessThanOrEqual(limit);
  const texts = itemsOf(pages).map((item) => JSON.stringify(item));
  expect(new Set(texts).size, "each item comes once").toBe(texts.length);
}
