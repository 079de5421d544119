import type { CallOptions } from "@keywright/core";
import type { ItemOverview, ListVaultsInput, VaultClient } from "../../generated/client.ts";
import { listVaultsFilter } from "../../generated/filters.ts";
import { operations } from "../../generated/operations.ts";
import { expectEntries } from "../expect-response.ts";
import { chooseItem } from "../items/find-item.ts";
import { vaultOfName } from "../find-vault.ts";

/**
 * The methods that resolve references: `getFile` and `getFileContent` those to files, and
 * `getVault` saves a cache large lists.
 */
export type ReferenceClient = Pick<VaultClient, "listVaults" | "listItems" | "getItem"> & Partial<Pick<VaultClient, "getVault" | "getFile" | "getFileContent">>;

/** @param isReference Whether the name is no misplaced secret, so that messages contain it. */
type FindVault = (name: string, isReference: boolean) => string;

/**
 * Returns a function that finds vault ids by one list, with a filter if there is a single name, and
 * by another if no vault has that name, for the message.
 *
 * @param vaults Names and ids.
 * @param by The function that the user called, for messages.
 */
export async function findVaults(client: Pick<VaultClient, "listVaults">, vaults: readonly string[], by: string, call: CallOptions): Promise<FindVault> {
  const names = distinctNames(vaults);
  const [only = "", ...others] = names;
  const list = async (input: ListVaultsInput) => expectEntries("listVaults", await client.listVaults(input, call));
  let found = only === "" || others.length > 0 ? [] : await list({ filter: listVaultsFilter.eq("name", only) });
  if (only !== "" && !found.some(({ name }) => name === only)) found = await list({});
  return (name, isReference) => (isId(name) ? name : vaultOfName(found, name, by, found, isReference).id);
}

/**
 * Returns the id of an item.
 *
 * @param item Its title or id.
 * @param entries The items of its vault that can have the title. Called only if `item` is one.
 * @param others The items whose titles the message lists if there is no match; `undefined` if their
 * list is too large.
 */
export function findItemId(
  vaultUUID: string,
  item: string,
  entries: () => readonly ItemOverview[],
  by: string,
  others: () => readonly ItemOverview[] | undefined = entries,
): string {
  return isId(item) ? item : chooseItem(entries(), { vaultUUID, title: item }, by, others()).id;
}

/** Whether a part of a reference is an id. */
export function isId(name: string): boolean {
  // Not a constant, which bundlers keep in every program that shares the file.
  return new RegExp(operations.getItem.pathParameters.itemUUID.pattern, "u").test(name);
}

/** The distinct names that are not ids. */
export function distinctNames(names: readonly string[]): readonly string[] {
  return [...new Set(names)].filter((name) => !isId(name));
}
