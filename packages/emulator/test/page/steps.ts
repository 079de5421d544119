import type { Locator, Page } from "playwright";
import { expect } from "vitest";
import type { Opened } from "./open-page.ts";

/** Opens a view of the page. */
export async function view(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name }).click();
}

/** A control of a view by its name. */
export function field(page: Page, place: string, name: string): Locator {
  return page.locator(`#${place} [name="${name}"]`);
}

/** Opens a collection of the state. */
export async function collection(page: Page, path: string): Promise<void> {
  await view(page, "State");
  await page.locator(`#collections a[href="#state/${path}"]`).click();
}

/** The path of an item with a password. */
export async function itemPath({ ready, vault }: Opened): Promise<string> {
  const vaults = (await (await vault("/v1/vaults")).json()) as readonly { readonly id: string }[];
  return `/v1/vaults/${vaults[0]?.id}/items/${ready().vault.fileItemUUID}`;
}

/** Expects the result of the last action. */
export async function expectResult(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.getByRole("status").first().textContent()).toBe(text);
}
