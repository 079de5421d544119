import type { ItemOverview, VaultWorld } from "./world.ts";

/** Deletes the items that the run has made, also those whose response was lost. Returns what is still there. */
export async function cleanVault(world: VaultWorld): Promise<readonly string[]> {
  const { session, made, before } = world;
  const vaultUUID = session.named.disposableVault;
  if (vaultUUID === undefined) return [];
  const isOwn = ({ id, title, tags }: ItemOverview): boolean =>
    made.has(id) || title?.startsWith(world.marker) === true || tags?.includes(world.marker) === true;
  const own = (await itemsOf(world, vaultUUID)).filter(isOwn).map(({ id }) => id);
  for (const itemUUID of new Set([...own, ...made])) await session.attempt("deleteItem", { path: { vaultUUID, itemUUID } });
  const left = await session.eventually(
    () => itemsOf(world, vaultUUID),
    (items) => !items.some(isOwn),
  );
  // An item without the marker can be another program's: it is named and not removed.
  return left.flatMap((item) => {
    if (isOwn(item)) return [`item ${item.id} in vault ${vaultUUID}`];
    return before.has(item.id) ? [] : [`item ${item.id} in vault ${vaultUUID}, which is new and may be of this run`];
  });
}

async function itemsOf({ session, made }: VaultWorld, vaultUUID: string): Promise<readonly ItemOverview[]> {
  const { response } = await session.attempt("listItems", { path: { vaultUUID } });
  if (Array.isArray(response.json?.value)) return response.json.value as readonly ItemOverview[];
  if (made.size === 0) return [];
  throw new Error(`listItems returned status ${response.status}`);
}
