import { itemsIn, type ItemOverview, MARKER, type VaultWorld } from "./world.ts";

/** Deletes the items of the run, also those with a lost response. Returns what remains. */
export async function cleanVault(world: VaultWorld): Promise<readonly string[]> {
  const { session, made, before } = world;
  const vaultUUID = session.named.disposableVault;
  if (vaultUUID === undefined) return [];
  const isOwn = ({ id, title, tags }: ItemOverview): boolean =>
    made.has(id) || title?.startsWith(world.marker) === true || tags?.includes(world.marker) === true;
  // Without the list, the known items can still be deleted.
  const own = ((await itemsOf(world, vaultUUID).catch(() => undefined)) ?? []).filter(isOwn).map(({ id }) => id);
  // A failure is seen in the next list.
  for (const itemUUID of new Set([...own, ...made])) await session.attempt("deleteItem", { path: { vaultUUID, itemUUID } }).catch(() => undefined);
  const left = await session
    .eventually(
      () => itemsOf(world, vaultUUID),
      (items) => !items.some(isOwn),
    )
    .catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
  if (typeof left === "string")
    return [
      `items in vault ${vaultUUID} with titles that begin with ${world.marker}, if they could not be deleted: ${left}`,
      ...[...made].map((id) => `item ${id} in vault ${vaultUUID}, if it could not be deleted`),
    ];
  // An item without the marker can be another program's: it is named and not removed.
  return left.flatMap((item) => {
    if (isOwn(item)) return [`item ${item.id} in vault ${vaultUUID}`];
    if (item.title?.startsWith(MARKER) === true) return [`item ${item.id} in vault ${vaultUUID}, which another run has made`];
    return before.has(item.id) ? [] : [`item ${item.id} in vault ${vaultUUID}, which is new and may be of this run`];
  });
}

async function itemsOf({ session, made }: VaultWorld, vaultUUID: string): Promise<readonly ItemOverview[]> {
  const { response } = await session.attempt("listItems", { path: { vaultUUID } });
  const items = itemsIn(response.json?.value);
  if (items !== undefined || made.size === 0) return items ?? [];
  throw new Error(`listItems returned status ${response.status}`);
}
