import type { components } from "@keywright/vault/schema";
import { identify, CannotTest } from "../../session/identify.ts";
import type { Input, Session } from "../../session/session.ts";
import { needed, require } from "../../session/outcome.ts";

type Schemas = components["schemas"];
/** A vault with its versions. */
export type Vault = Schemas["Vault"];
/** A whole item. */
export type Item = Schemas["Item"];
/** An item of a list. */
export type ItemOverview = Schemas["ItemOverview"];
/** A file of an item. */
export type File = Schemas["File"];

/** What is at a vault server, and what the run has made there. */
export interface VaultWorld {
  readonly session: Session;
  readonly vaults: readonly { readonly id: string; readonly name: string }[];
  /** The first vault with items, with all of its items. */
  readonly home: { readonly vaultUUID: string; readonly items: readonly ItemOverview[] } | undefined;
  /** An item with files of any of the first vaults. */
  readonly withFiles: { readonly vaultUUID: string; readonly itemUUID: string; readonly files: readonly File[] } | undefined;
  /** At the beginning of the titles of all items that this run makes. */
  readonly marker: string;
  /** The ids of the items that were in the disposable vault before. */
  readonly before: ReadonlySet<string>;
  /** The ids of the items that this run has made. */
  readonly made: Set<string>;
}

const MOST_VAULTS = 10;
/** The limit for a file whose size is not known. A kilobyte has 1000 or 1024 bytes. */
export const LIMIT_BYTES = 100 * 1024;
/** At the beginning of the titles of the items of all runs. */
export const MARKER = "keywright-conformance-";

/** Finds vaults, items and files by reading. */
export async function openVault(session: Session): Promise<VaultWorld> {
  const first = await identify(session, "listVaults");
  const vaults = first.response.json?.value;
  if (!Array.isArray(vaults)) throw new CannotTest(`listVaults returned status ${first.response.status} and no list: is this the address of a vault server?`);
  const ids = (vaults as VaultWorld["vaults"]).filter((vault) => typeof vault?.id === "string");
  let home: VaultWorld["home"];
  let withFiles: VaultWorld["withFiles"];
  for (const { id: vaultUUID } of ids.slice(0, MOST_VAULTS)) {
    const { response } = await session.attempt("listItems", { path: { vaultUUID } });
    const items = itemsIn(response.json?.value) ?? [];
    if (items.length > 0) home ??= { vaultUUID, items };
    const filled = items.find(hasBothSizes) ?? items.find(({ files }) => (files?.length ?? 0) > 1) ?? items.find(({ files }) => (files?.length ?? 0) > 0);
    if (filled !== undefined) withFiles ??= { vaultUUID, itemUUID: filled.id, files: filled.files ?? [] };
    if (home !== undefined && withFiles !== undefined) break;
  }
  const before = await idsBefore(session);
  return { session, vaults: ids, home, withFiles, before, marker: `${MARKER}${crypto.randomUUID().slice(0, 8)}`, made: new Set() };
}

/** Whether an item has files on both sides of the usual limit for inline content. */
function hasBothSizes({ files }: ItemOverview): boolean {
  const sizes = [files ?? []].flat().map((file) => file?.size ?? Number.NaN);
  return sizes.some((size) => size >= LIMIT_BYTES) && sizes.some((size) => size < LIMIT_BYTES);
}

async function idsBefore(session: Session): Promise<ReadonlySet<string>> {
  const vaultUUID = session.named.disposableVault;
  if (vaultUUID === undefined) return new Set();
  const { response } = await session.attempt("listItems", { path: { vaultUUID } });
  const items = itemsIn(response.json?.value);
  if (items === undefined) throw new CannotTest(`the vault of --disposable-vault cannot be read: status ${response.status}`);
  return new Set(items.map(({ id }) => id));
}

/** Returns a list's items with an id, because a rule reports others; `undefined` for no list. */
export function itemsIn(list: unknown): readonly ItemOverview[] | undefined {
  return Array.isArray(list) ? list.filter((item) => typeof item?.id === "string") : undefined;
}

const NO_ITEMS = "no vault of the token has items";
const NO_FILES = "no item of the first vaults has files";
const NO_DISPOSABLE = "name a vault for it by --disposable-vault";

/** Returns the first vault of the token. */
export function firstVault({ vaults: [vault] }: VaultWorld): VaultWorld["vaults"][number] {
  return needed(vault, "the token can access no vault");
}

/** Returns the place of an item. */
export function someItem({ home }: VaultWorld): { readonly vaultUUID: string; readonly itemUUID: string } {
  const { vaultUUID, items } = needed(home, NO_ITEMS);
  const active = items.find(({ state }) => state === undefined);
  return { vaultUUID, itemUUID: needed(active, NO_ITEMS).id };
}

/** Returns the item with files. */
export function someFiles({ withFiles }: VaultWorld): NonNullable<VaultWorld["withFiles"]> {
  return needed(withFiles, NO_FILES);
}

/** Returns the vault that may be written to. */
export function disposableVault({ session }: VaultWorld): string {
  return needed(session.named.disposableVault, NO_DISPOSABLE);
}

/** Returns the vault that the token cannot access. */
export function foreignVault({ session }: VaultWorld): string {
  return needed(session.named.foreignVault, "name a vault that the token cannot access by --foreign-vault");
}

/** Returns the body of a new item; by the marker in its title, the run finds what it made. */
export function newItem({ marker }: VaultWorld, vaultUUID: string, more: object = {}): Input["body"] & object {
  return {
    title: `${marker} ${crypto.randomUUID().slice(0, 8)}`,
    vault: { id: vaultUUID },
    category: "LOGIN",
    tags: [marker],
    fields: [
      { id: "username", purpose: "USERNAME", label: "username", value: "keywright" },
      { id: "note", type: "STRING", label: "note", value: "first" },
    ],
    ...more,
  };
}

/** Creates an item in the disposable vault. */
export async function makeItem(world: VaultWorld, more: object = {}): Promise<Item> {
  const vaultUUID = disposableVault(world);
  const item = await world.session.call<Item>("createItem", { path: { vaultUUID }, body: newItem(world, vaultUUID, more) });
  // Further writes go to the item of the response, so it must be a new one.
  require(!world.before.has(item.id) && item.vault.id === vaultUUID, "createItem must return a new item of the vault in the path");
  world.made.add(item.id);
  return item;
}

/** Returns the place of an item. */
export function placeOf({ id, vault }: Item): { readonly path: { readonly vaultUUID: string; readonly itemUUID: string } } {
  return { path: { vaultUUID: vault.id, itemUUID: id } };
}

/** Reads an item that was just made, which servers may not find for a moment. */
export async function readMade({ session }: VaultWorld, item: Item): Promise<Item> {
  await session.eventually(
    () => session.attempt("getItem", placeOf(item)),
    ({ response }) => response.status !== 404,
  );
  const read = await session.call<Item>("getItem", placeOf(item));
  require(read.id === item.id && read.vault.id === item.vault.id, "getItem must return the item of the path");
  return read;
}
