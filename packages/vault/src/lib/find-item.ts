import type { CallOptions, Filter } from "@keywright/core";
import { expectClient, expectObject, refuseArgument } from "@keywright/core/client";
import type { Item, ItemOverview, VaultClient } from "../generated/client.ts";
import { listItemsFilter } from "../generated/filters.ts";
import { onlyOne, quoted } from "./only-one.ts";

/** What an item is looked for by: its vault, and its title or a tag or both. Names are compared exactly. */
export type ItemQuery = { readonly vaultUUID: string } & ({ readonly title: string; readonly tag?: string } | { readonly title?: never; readonly tag: string });

/**
 * Finds the one item of a title, or with a tag, and reads it: two requests. Archived and deleted items are passed over.
 *
 * @param query With both a title and a tag, the item has both.
 * @returns The item with its fields, sections and files.
 * @throws ArgumentError before any request, where the client, the query or one of its names is missing.
 * @throws LookupError `not-found` and `ambiguous`, with the ids of the several in `candidates`.
 * @throws ApiError 400, 401, 403, 404.
 * @example
 * ```ts
 * const item = await findItem(vault, { vaultUUID, title: "Finance portal" });
 * ```
 */
export async function findItem(client: Pick<VaultClient, "listItems" | "getItem">, query: ItemQuery, call?: CallOptions): Promise<Item> {
  expectClient("findItem", client, "listItems", "getItem");
  expectObject("findItem", "query", query);
  const { vaultUUID } = query;
  const items = await client.listItems({ vaultUUID, filter: filterOf(query) }, call);
  return client.getItem({ vaultUUID, itemUUID: chooseItem(items, query, "findItem").id }, call);
}

// One attribute at a time is documented: a tag beside a title is looked at here.
function filterOf({ title, tag }: ItemQuery): Filter {
  for (const [name, value] of Object.entries({ title, tag })) {
    if (value !== undefined && (typeof value !== "string" || value === "")) refuseArgument("findItem", name, "must be a string that is not empty", value);
  }
  if (title !== undefined) return listItemsFilter.eq("title", title);
  if (tag === undefined) refuseArgument("findItem", "title", "or tag is needed", title);
  return listItemsFilter.eq("tag", tag);
}

/** The item of a list that fits a query. A server may compare without case, and need not show tags: what it shows decides here. */
export function chooseItem(items: readonly ItemOverview[], { vaultUUID, title, tag }: ItemQuery, by: string): ItemOverview {
  const named = items.filter((item) => (title === undefined || item.title === title) && (tag === undefined || (item.tags?.includes(tag) ?? true)));
  const active = named.filter(({ state }) => state === undefined);
  const names = [title === undefined ? [] : `title ${quoted(title)}`, tag === undefined ? [] : `tag ${quoted(tag)}`].flat();
  return onlyOne(active, {
    by,
    sought: `item with the ${names.join(" and the ")}`,
    where: `vault ${vaultUUID}`,
    advice: named.length > 0 ? `of those that are archived or deleted it has ${named.length}` : "listItems gives what it has",
    operationId: "listItems",
    show: (item) => (title === undefined && item.title !== undefined ? `${item.id} (${quoted(item.title)})` : item.id),
  });
}
