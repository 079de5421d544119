import type { ItemOverview, VaultWorld } from "./world.ts";

/** Deletes the items that the run has made, also those whose response was lost. Returns what is still there. */
export async function cleanVault(world: VaultWorld): Promise<readonly string[]> {
  const { session, made } = world;
  const vaultUUID = session.named.disposableVault;
  if (vaultUUID === undefined) return [];
  for (const itemUUID of new Set([...(await leftIn(world, vaultUUID)), ...made])) await session.attempt("deleteItem", { path: { vaultUUID, itemUUID } });
  const left = await session.eventually(
    () => leftIn(world, vaultUUID),
    (ids) => ids.length === 0,
  );
  return left.map((id) => `item ${id} in vault ${vaultUUID}`);
}

/** Only items with the marker of this run, or with an id that it made. */
async function leftIn({ session, marker, made }: VaultWorld, vaultUUID: string): Promise<readonly string[]> {
  const { response } = await session.attempt("listItems", { path: { vaultUUID } });
  if (!Array.isArray(response.json?.value)) {
    if (made.size === 0) return [];
    throw new Error(`listItems returned status ${response.status}`);
  }
  const items = response.json.value as readonly ItemOverview[];
  return items.filter(({ id, title, tags }) => made.has(id) || title?.startsWith(marker) === true || tags?.includes(marker) === true).map(({ id }) => id);
}
