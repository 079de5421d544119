import { isKeywrightError } from "@keywright/core/client";
import type { CallOptions } from "@keywright/core";
import type { ItemOverview, VaultClient } from "../../generated/client.ts";
import { listVaultsFilter } from "../../generated/filters.ts";
import { operations } from "../../generated/operations.ts";
import { expectEntries } from "../expect-response.ts";
import { chooseItem } from "../items/find-item.ts";
import { vaultOfName } from "../find-vault.ts";
import { LookupError } from "../errors.ts";

/** The methods that resolve references. */
export type ReferenceClient = Pick<VaultClient, "listVaults" | "listItems" | "getItem">;

type FindVault = (name: string) => string;

/**
 * Returns a function that finds vault ids by one list, with a filter if there is a single name.
 *
 * @param vaults Names and ids.
 * @param by The function that the user called, for messages.
 */
export async function findVaults(client: Pick<VaultClient, "listVaults">, vaults: readonly string[], by: string, call: CallOptions): Promise<FindVault> {
  const names = distinctNames(vaults);
  const [only = ""] = names;
  const filter = names.length === 1 ? { filter: listVaultsFilter.eq("name", only) } : {};
  const found = names.length === 0 ? [] : expectEntries("listVaults", await client.listVaults(filter, call));
  return (name) => {
    if (isId(name)) return name;
    try {
      return vaultOfName(found, name, by).id;
    } catch (error) {
      throw isKeywrightError(error, "not-found") ? unknownVault(name, by) : error;
    }
  };
}

// Until its vault is found, a reference may be a misplaced secret: messages do not contain it.
function unknownVault(name: string, by: string): LookupError {
  return new LookupError("not-found", `no vault of this token has the name at the start of the reference, which has ${name.length} characters`, {
    by,
    operationId: "listVaults",
  });
}

/**
 * Returns the id of an item.
 *
 * @param item Its title or id.
 * @param entries The list of its vault. Called only if `item` is a title.
 */
export function findItemId(vaultUUID: string, item: string, entries: () => readonly ItemOverview[], by: string): string {
  return isId(item) ? item : chooseItem(entries(), { vaultUUID, title: item }, by).id;
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
