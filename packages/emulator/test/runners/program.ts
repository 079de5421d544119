import type { VaultClient } from "@keywright/vault";
import { listItemsFilter } from "@keywright/vault/filters";

/** A made-up program of a user: changes the password of a login, and returns its version. */
export async function rotate(vault: VaultClient, vaultName: string, title: string): Promise<number> {
  const found = (await vault.listVaults()).find(({ name }) => name === vaultName);
  if (found === undefined) throw new Error(`no vault ${vaultName}`);
  const [item] = await vault.listItems({ vaultUUID: found.id, filter: listItemsFilter.eq("title", title) });
  if (item === undefined) throw new Error(`no item ${title}`);
  const changed = await vault.patchItem({
    vaultUUID: found.id,
    itemUUID: item.id,
    body: [{ op: "add", path: "/fields/password/generate", value: true }],
  });
  return changed.version ?? 0;
}
