import type { Actor, Context } from "../../core/service/service.ts";
import { type ErrorResponse, reject } from "./error-responses.ts";
import type { StoredFile, StoredItem, StoredVault, VaultStore, VaultToken } from "../state/store.ts";

/** The caller of the vault server: a token. */
export interface VaultActor extends Actor {
  /** `undefined` for operations without security. */
  readonly token: VaultToken | undefined;
}

/** The context of a handler of this service. */
export type VaultContext = Context<VaultStore, VaultActor>;

/** Returns the vaults that the token can open, in order of creation. */
export function vaultsInScope({ store, actor }: VaultContext): readonly StoredVault[] {
  const ids = new Set(actor.token?.vaults ?? []);
  return store.vaults.list(({ id }) => ids.has(id));
}

/** Returns a vault in scope, or an error: 404 for every token if the vault does not exist. */
export function openVault(
  { vaultUUID }: { readonly vaultUUID: string },
  { store, actor }: VaultContext,
): { readonly vault: StoredVault } | ErrorResponse<403 | 404> {
  const vault = store.vaults.get(vaultUUID);
  if (vault === undefined) return reject(404, `vault ${vaultUUID} not found`);
  if (!(actor.token?.vaults ?? []).includes(vaultUUID)) return reject(403, `vault ${vaultUUID} is not in scope`);
  return { vault };
}

/** Returns an item of a vault that the token can open, or an error response. */
export function openItem(
  path: { readonly vaultUUID: string; readonly itemUUID: string },
  context: VaultContext,
): { readonly item: StoredItem } | ErrorResponse<403 | 404> {
  const opened = openVault(path, context);
  if ("status" in opened) return opened;
  const item = context.store.items.get(path.itemUUID);
  // An item of another vault does not exist here.
  return item === undefined || item.vaultId !== path.vaultUUID ? reject(404, `item ${path.itemUUID} not found`) : { item };
}

/** Returns a file of an item that the token can open, or an error response. */
export function openFile(
  path: { readonly vaultUUID: string; readonly itemUUID: string; readonly fileUUID: string },
  context: VaultContext,
): { readonly item: StoredItem; readonly file: StoredFile } | ErrorResponse<403 | 404> {
  const opened = openItem(path, context);
  if ("status" in opened) return opened;
  const file = opened.item.files.find(({ id }) => id === path.fileUUID);
  return file === undefined ? reject(404, `file ${path.fileUUID} not found`) : { ...opened, file };
}
