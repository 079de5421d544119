import type { Filter } from "@keywright/core";
import { refuseArgument } from "@keywright/core/client";
import type { ItemCategory, ItemOverview } from "../generated/client.ts";
import { listItemsFilter } from "../generated/filters.ts";
import { listedNames, quoted } from "./only-one.ts";

/** What items are searched by. */
export interface ItemAttributes {
  readonly title?: string | undefined;
  readonly tag?: string | undefined;
  readonly category?: ItemCategory | undefined;
}

/** @throws ArgumentError in the name of a helper if an attribute is not a text. */
export function checkAttributes(by: string, { title, tag, category }: ItemAttributes): void {
  for (const [name, value] of Object.entries({ title, tag, category }))
    if (value !== undefined && (typeof value !== "string" || value === "")) refuseArgument(by, name, "must be a string that is not empty", value);
}

/** The filter that leaves out the most. The service filters by one attribute at a time, and not by category. */
export function filterOf({ title, tag }: ItemAttributes): { readonly filter?: Filter } {
  if (title !== undefined) return { filter: listItemsFilter.eq("title", title) };
  return tag === undefined ? {} : { filter: listItemsFilter.eq("tag", tag) };
}

/** Whether an item has the attributes. A server may compare without case, and need not return tags: what it returns decides here. */
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

/** The titles or tags that there are, in a message about one that there is not. */
export function describeOthers(items: readonly ItemOverview[], { title }: ItemAttributes): string {
  const active = items.filter(isActive);
  return title === undefined
    ? listedNames(
        "tags",
        active.flatMap(({ tags }) => tags ?? []),
      )
    : listedNames(
        "items",
        active.map((item) => item.title),
      );
}
