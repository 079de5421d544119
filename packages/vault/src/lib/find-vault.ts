import type { CallOptions } from "@keywright/core";
import { CALL_RULES, checkOptions, expectClient, expectObject, rejectArgument } from "@keywright/core/client";
import type { ListVaultsInput, VaultClient, VaultOverview } from "../generated/client.ts";
import { listVaultsFilter } from "../generated/filters.ts";
import { checkNames } from "./check-names.ts";
import { expectEntries } from "./expect-response.ts";
import { listedNames, onlyOne, quoted } from "./only-one.ts";

/** Identifies a vault. */
export interface VaultQuery {
  /** Its name. Must match exactly. */
  readonly name: string;
}

/**
 * Returns the vault that has a name, among the vaults of the token. Sends one request, and another
 * if there is no match, to list the names.
 *
 * @returns Its id and name; `getVault` has the rest.
 * @throws ArgumentError before any request, if the client, the query or its name is missing.
 * @throws LookupError `not-found`, which lists the names; `ambiguous`, with ids in `candidates`.
 * @throws InvalidResponseError if the service returns another shape.
 * @throws ApiError 400, 401.
 * @example
 * ```ts
 * const { id } = await findVault(vault, { name: "Production" });
 * ```
 */
export async function findVault(client: Pick<VaultClient, "listVaults">, query: VaultQuery, call: CallOptions = {}): Promise<VaultOverview> {
  expectClient("findVault", client, "listVaults");
  expectObject("findVault", "query", query, 'must be an object such as { name: "Production" }');
  checkNames("findVault", "", query, ["name"]);
  checkOptions("findVault", call, CALL_RULES);
  const { name } = query;
  if (typeof name !== "string" || name === "") rejectArgument("findVault", "name", "must be a string that is not empty", name);
  const list = async (input: ListVaultsInput) => expectEntries("listVaults", await client.listVaults(input, call));
  const vaults = await list({ filter: listVaultsFilter.eq("name", name) });
  return vaultOfName(vaults, name, "findVault", vaults.length > 0 ? vaults : await list({}));
}

/**
 * Returns the vault of a list that has a name. A server can ignore case when it filters.
 *
 * @param others The vaults whose names the message lists if there is no match.
 * @param isName Whether `name` can be no misplaced secret, so that the message contains it.
 */
export function vaultOfName(vaults: readonly VaultOverview[], name: string, by: string, others = vaults, isName = true): VaultOverview {
  const found = vaults.filter((vault) => vault.name === name);
  return onlyOne(found, {
    by,
    sought: `vault with the name ${isName || found.length > 0 ? quoted(name) : `in the reference, of ${name.length} characters`}`,
    where: "the token",
    advice: () =>
      listedNames(
        "vaults",
        others.map((vault) => vault.name),
      ),
    operationId: "listVaults",
    show: ({ id }) => id,
  });
}
