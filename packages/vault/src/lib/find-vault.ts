import type { CallOptions } from "@keywright/core";
import { CALL_RULES, checkOptions, expectClient, expectObject, refuseArgument } from "@keywright/core/client";
import type { ListVaultsInput, VaultClient, VaultOverview } from "../generated/client.ts";
import { listVaultsFilter } from "../generated/filters.ts";
import { checkNames } from "./check-names.ts";
import { expectEntries } from "./expect-response.ts";
import { listedNames, onlyOne, quoted } from "./only-one.ts";

/** What a vault is looked for by. */
export interface VaultQuery {
  /** Its name, compared exactly. */
  readonly name: string;
}

/**
 * Finds the one vault of a name among those that the token opens: one request, and one more if there is none, to say which names there are.
 *
 * @returns Its id and name; `getVault` has the rest.
 * @throws ArgumentError before any request, where the client, the query or its name is missing.
 * @throws LookupError `not-found` and `ambiguous`, with the ids of the several in `candidates`.
 * @throws InvalidResponseError if the service returns another shape.
 * @throws ApiError 400, 401.
 * @example
 * ```ts
 * const { id } = await findVault(vault, { name: "Production" });
 * ```
 */
export async function findVault(client: Pick<VaultClient, "listVaults">, query: VaultQuery, call: CallOptions = {}): Promise<VaultOverview> {
  expectClient("findVault", client, "listVaults");
  expectObject("findVault", "query", query);
  checkNames("findVault", "", query, ["name"]);
  checkOptions("findVault", call, CALL_RULES);
  const { name } = query;
  if (typeof name !== "string" || name === "") refuseArgument("findVault", "name", "must be a string that is not empty", name);
  const list = async (input: ListVaultsInput) => expectEntries("listVaults", await client.listVaults(input, call));
  const vaults = await list({ filter: listVaultsFilter.eq("name", name) });
  return vaultOfName(vaults, name, "findVault", vaults.length > 0 ? vaults : await list({}));
}

/**
 * The vault of a name in a list. A server may compare without case: the name decides here.
 *
 * @param others The vaults whose names the message lists if there is no such vault; absent if they are not known.
 */
export function vaultOfName(vaults: readonly VaultOverview[], name: string, by: string, others?: readonly VaultOverview[]): VaultOverview {
  return onlyOne(
    vaults.filter((vault) => vault.name === name),
    {
      by,
      sought: `vault with the name ${quoted(name)}`,
      where: "the token",
      advice:
        others === undefined
          ? "listVaults gives those that it opens"
          : listedNames(
              "vaults",
              others.map((vault) => vault.name),
            ),
      operationId: "listVaults",
      show: ({ id }) => id,
    },
  );
}
