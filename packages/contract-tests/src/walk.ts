import type { Page, Paginator } from "@keywright/core";
import { expect } from "vitest";

/** More pages than any target has: a walk that does not end is a failure, not a test that hangs. */
const MAX_PAGES = 100;

/** Walks a list to its end. */
export async function collectPages<Item, Position>(list: Paginator<Item, Position>): Promise<Page<Item, Position>[]> {
  const pages: Page<Item, Position>[] = [];
  for await (const page of list.pages()) {
    pages.push(page);
    if (pages.length > MAX_PAGES) expect.fail(`the list has not ended after ${MAX_PAGES} pages`);
  }
  return pages;
}

/** The items of pages, in their order. */
export function itemsOf<Item>(pages: readonly { readonly items: readonly Item[] }[]): Item[] {
  return pages.flatMap(({ items }) => items);
}

/** Sees that pages are those of a list with a beginning, a middle and an end, none larger than asked for, and no item on two of them. */
export function expectWholeWalk(pages: readonly { readonly items: readonly unknown[] }[], limit: number): void {
  expect(pages.filter(({ items }) => items.length > 0).length, "first, middle and last page have items").toBeGreaterThanOrEqual(3);
  expect(Math.max(...pages.map(({ items }) => items.length)), "no page is larger than its limit").toBeLessThanOrEqual(limit);
  const texts = itemsOf(pages).map((item) => JSON.stringify(item));
  expect(new Set(texts).size, "each item comes once").toBe(texts.length);
}
