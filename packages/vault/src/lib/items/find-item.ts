import type { CallOptions } from "@keywright/core";
import { CALL_RULES, checkOptions, expectClient, expectObject, rejectArgument } from "@keywright/core/client";
import type { Item, ItemOverview, ListItemsInput, VaultClient } from "../../generated/client.ts";
import { checkId } from "../check-id.ts";
import { checkNames } from "../check-names.ts";
import { expectEntries, expectItem } from "../expect-response.ts";
import { checkAttributes, describeAttributes, describeOthers, filterOf, hasAttributes, isActive } from "./item-query.ts";
import { onlyOne, quoted } from "../only-one.ts";

/** Identifies an item by its vault and its title, a tag, or both. Names must match exactly. */
export type ItemQuery = { readonly vaultUUID: string } & ({ readonly title: string; readonly tag?: string } | { readonly title?: never; readonly tag: string });

/**
 * Finds the item with a title or a tag and reads it, by two requests. Ignores archived and
 * deleted items.
 *
 * @param query If it has a title and a tag, the item has both.
 * @returns The item with its fields, sections and files.
 * @throws ArgumentError before any request, if the client or the query is invalid.
 * @throws LookupError `not-found`, which lists titles or tags; `ambiguous`: ids in `candidates`.
 * @throws InvalidResponseError if the service returns another shape.
 * @throws ApiError 400, 401, 403, 404.
 * @example
 * ```ts
 * const item = await findItem(vault, { vaultUUID, title: "Finance portal" });
 * ```
 */
export async function findItem(client: Pick<VaultClient, "listItems" | "getItem">, query: ItemQuery, call: CallOptions = {}): Promise<Item> {
  expectClient("findItem", client, "listItems", "getItem");
  expectObject("findItem", "query", query, 'must be an object such as { vaultUUID, title: "Finance portal" }');
  checkNames("findItem", "", query, ["vaultUUID", "title", "tag"]);
  checkOptions("findItem", call, CALL_RULES);
  const { vaultUUID, title, tag } = query;
  checkId("findItem", "vaultUUID", vaultUUID);
  checkAttributes("findItem", query);
  if (title === undefined && tag === undefined) rejectArgument("findItem", "title", "or tag is needed", title);
  const list = async (input: ListItemsInput) => expectEntries("listItems", await client.listItems(input, call));
  const items = await list({ vaultUUID, ...filterOf(query) });
  const others = items.length > 0 ? items : await list({ vaultUUID });
  return expectItem(await client.getItem({ vaultUUID, itemUUID: chooseItem(items, query, "findItem", others).id }, call));
}

/**
 * Returns the item of a list that matches a query.
 *
 * @param others The items whose titles or tags the message lists if there is no match; none if
 * their list is too large.
 */
export function chooseItem(items: readonly ItemOverview[], query: ItemQuery, by: string, others?: readonly ItemOverview[]): ItemOverview {
  const named = items.filter((item) => hasAttributes(item, query));
  return onlyOne(named.filter(isActive), {
    by,
    sought: `item with the ${describeAttributes(query)}`,
    where: `vault ${query.vaultUUID}`,
    advice: () => {
      if (named.length > 0) return `${named.length} archived or deleted items match`;
      return others === undefined ? "its list is too large to name others" : describeOthers(others, query);
    },
    operationId: "listItems",
    show: (item) => (query.title === undefined && item.title !== undefined ? `${item.id} (${quoted(item.title)})` : item.id),
  });
}
