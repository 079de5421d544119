import type { CallOptions } from "@keywright/core";
import { CALL_RULES, checkOptions, COUNT, expectClient, expectObject, isKeywrightError } from "@keywright/core/client";
import type { ItemOverview, VaultClient } from "../../generated/client.ts";
import { checkId } from "../check-id.ts";
import { checkNames } from "../check-names.ts";
import { expectEntries } from "../expect-response.ts";
import { inParallel } from "../in-parallel.ts";
import { checkAttributes, filterOf, hasAttributes, isActive, type ItemAttributes } from "./item-query.ts";

/** Attributes to search by, in any combination. Names must match exactly. */
export interface ItemsQuery extends ItemAttributes {
  /** The vault to search, by its id. @default all vaults that the token opens */
  readonly vaultUUID?: string | undefined;
}

/** Options of {@link findItems}. */
export interface FindItemsOptions extends CallOptions {
  /** Number of requests at the same time; `Infinity` for no limit. @default 4 */
  readonly concurrency?: number | undefined;
}

/**
 * Returns the items that have all attributes of a query, from one vault or from all. Sends one
 * request per vault, and one to list the vaults. Ignores archived and deleted items.
 *
 * @param query An empty query returns all items.
 * @returns The items in the order of the vaults, without fields, which `getItem` reads.
 * @throws ArgumentError before any request, for an unknown attribute or one that is not a string.
 * @throws InvalidResponseError if the service returns another shape.
 * @throws ApiError 400, 401, 403, 404: the message and `vaultUUID` name the vault.
 * @example
 * ```ts
 * const logins = await findItems(vault, { tag: "rotate", category: "LOGIN" });
 * ```
 */
export async function findItems(
  client: Pick<VaultClient, "listVaults" | "listItems">,
  query: ItemsQuery = {},
  options: FindItemsOptions = {},
): Promise<ItemOverview[]> {
  expectClient("findItems", client, "listVaults", "listItems");
  expectObject("findItems", "query", query, 'must be an object such as { tag: "temporary" }');
  checkNames("findItems", "", query, ["vaultUUID", "title", "tag", "category"]);
  checkAttributes("findItems", query);
  checkOptions("findItems", options, { ...CALL_RULES, concurrency: COUNT });
  const { concurrency = 4, ...call } = options;
  const { vaultUUID } = query;
  if (vaultUUID !== undefined) checkId("findItems", "vaultUUID", vaultUUID);
  const vaults = vaultUUID === undefined ? expectEntries("listVaults", await client.listVaults({}, call)).map(({ id }) => id) : [vaultUUID];
  const lists = await inParallel(vaults, concurrency, (id) =>
    client
      .listItems({ vaultUUID: id, ...filterOf(query) }, call)
      .then((items) => expectEntries("listItems", items))
      .catch((error: unknown) => {
        throw inVault(id, error);
      }),
  );
  return lists.flat().filter((item) => isActive(item) && hasAttributes(item, query));
}

/** Adds the vault to an error, except to one about the token, which all requests share. */
function inVault(vaultUUID: string, error: unknown): unknown {
  if (!isKeywrightError(error) || error.name === "TokenError") return error;
  return Object.assign(error, { vaultUUID, message: `findItems: vault ${vaultUUID}: ${error.message}` });
}
