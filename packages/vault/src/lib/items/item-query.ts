import type { Filter } from "@keywright/core";
import { rejectArgument } from "@keywright/core/client";
import type { ItemCategory, ItemOverview } from "../../generated/client.ts";
import { listItemsFilter } from "../../generated/filters.ts";
import { listedNames, quoted } from "../only-one.ts";

/** Attributes of items to search by. */
export interface ItemAttributes {
  readonly title?: string | undefined;
  readonly tag?: string | undefined;
  readonly category?: ItemCategory | undefined;
}

/** @throws ArgumentError that names the helper `by`, if an attribute is not a string. */
export function checkAttributes(by: string, { title, tag, category }: ItemAttributes): void {
  for (const [name, value] of Object.entries({ title, tag, category }))
    if (value !== undefined && (typeof value !== "string" || value === "")) rejectArgument(by, name, "must be a string that is not empty", value);
}

/** The most selective filter. The service filters by one attribute, and not by category. */
export function filterOf({ title, tag }: ItemAttributes): { readonly filter?: Filter } {
  if (title !== undefined) return { filter: listItemsFilter.eq("title", title) };
  return tag === undefined ? {} : { filter: listItemsFilter.eq("tag", tag) };
}

/** Whether an item has the attributes. A server's filter can ignore case and leave out tags. */
export function hasAttributes(item: ItemOverview, { title, tag, category }: ItemAttributes): boolean {
  return (
    (title === undefined || item.title === title) &&
    (tag === undefined || !Array.isArray(item.tags) || item.tags.includes(tag)) &&
    (category === undefined || item.category === category)
  );
}

/** Whether an item is neither archived nor deleted. */
export function isActive({ state }: ItemOverview): boolean {
  return state === undefined;
}

/** The attributes in a message. */
export function describeAttributes({ title, tag }: ItemAttributes): string {
  return [title === undefined ? [] : `title ${quoted(title)}`, tag === undefined ? [] : `tag ${quoted(tag)}`].flat().join(" and the ");
}

/** The existing titles or tags, for the message about a missing one. */
export function describeOthers(items: readonly ItemOverview[], { title }: ItemAttributes): string {
  const names = items.filter(isActive).flatMap((item) => (title === undefined ? (item.tags ?? []) : [item.title]));
  return listedNames(title === undefined ? "tags" : "items", names);
}
