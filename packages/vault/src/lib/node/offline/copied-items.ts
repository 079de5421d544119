import { readFileSync } from "node:fs";
import { uptime } from "node:os";
import type { Clock } from "@keywright/core";
import type { File, Item, ItemOverview, VaultOverview } from "../../../generated/client.ts";
import { listItemsFilter, listVaultsFilter } from "../../../generated/filters.ts";

/** An item as the vault last returned it. */
interface Copied {
  item: Item;
  readonly vault: string;
  /** When the request began that last confirmed it, in milliseconds since 1970. */
  at: number;
  /** The same by the monotonic clock, which no one sets back. */
  since: number;
  /** The version in the last list. */
  listed?: number | undefined;
  /** Whether the vault has said since that it is gone, or rejected the token. */
  isHidden: boolean;
  /** Whether this process has read it. */
  isNeeded: boolean;
}

/** The content of a file. */
interface Stored {
  readonly savedAt: number;
  readonly boot: Boot | undefined;
  readonly vaults: readonly (readonly [id: string, name: string])[];
  readonly items: readonly Readonly<Pick<Copied, "vault" | "at" | "item">>[];
}

interface Boot {
  readonly id: string;
  readonly uptimeMs: number;
}

/** Clocks of machines that share a folder differ a little. A copy from later is not trusted. */
const SKEW_MS = 60_000;

/** An item, and how long ago it was confirmed. */
export interface CopiedItem {
  readonly item: Item;
  readonly ageMs: number;
}

/** The items of a copy. */
export interface CopiedItems {
  /** Whether a response changed what is to be saved. */
  readonly isChanged: boolean;
  /** Whether a response confirmed an item since the last save. */
  readonly isConfirmed: boolean;
  /** Whether the file that was saved last may have what is gone. */
  readonly hasLost: boolean;
  /** The vaults of usable items. */
  vaults(): VaultOverview[] | undefined;
  /** The usable items of a vault. */
  items(vault: string): ItemOverview[] | undefined;
  /** A usable item. It is needed from now on. */
  item(vault: string, id: string): CopiedItem | undefined;
  /** @param filter That of the request; `undefined` for a whole list. */
  sawVaults(list: readonly VaultOverview[], filter: string | undefined): void;
  /** @param since When the request began, by the monotonic clock. */
  sawItems(vault: string, list: readonly ItemOverview[], filter: string | undefined, since: number): void;
  sawItem(vault: string, item: Item, since: number): void;
  /** @param file With its content. */
  sawFile(vault: string, itemUUID: string, file: File): void;
  /** The vault has said that its list is still the last one. */
  confirm(vault: string, since: number): void;
  /** The vault rejected a request for this: a vault, an item, or all. */
  reject(vault?: string, id?: string): void;
  /** Hides items not confirmed after a time in milliseconds since 1970. */
  hideUntil(wallMs: number): void;
  /** Returns what to save; `undefined` if nothing is left. Drops items that were not needed. */
  take(onlyNeeded: boolean): string | undefined;
}

/**
 * @param text The text of an earlier {@link CopiedItems.take}; `null` if there is one that could
 * not be decrypted. @throws Any error if it is none.
 */
export function createCopiedItems(text: string | null | undefined, maxAgeMs: number, clock: Clock): CopiedItems {
  const names = new Map<string, string>();
  const copies = new Map<string, Copied>();
  let isChanged = false;
  let isConfirmed = false;
  let hasLost = false;
  let isUnread = text === null;
  function load({ savedAt, boot, vaults, items }: Stored): void {
    for (const [id, name] of vaults) names.set(id, name);
    const now = bootNow();
    // In the same boot, a clock that was set back does not make a copy younger.
    const isSame = boot !== undefined && boot.id === now?.id;
    const lateMs = isSame ? Math.max(0, now.uptimeMs - boot.uptimeMs - (clock.wallNow() - savedAt)) : 0;
    for (const { vault, item, at } of items) {
      const ageMs = clock.wallNow() - at + lateMs;
      if (ageMs < -SKEW_MS) continue;
      copies.set(keyOf(vault, item.id), { vault, item, ...timesOf(clock.now() - Math.max(0, ageMs)), isHidden: false, isNeeded: false });
    }
  }

  const timesOf = (since: number): { readonly since: number; readonly at: number } => ({ since, at: clock.wallNow() - (clock.now() - since) });
  // The monotonic clock may stop while a machine sleeps.
  const ageOf = ({ at, since }: Copied): number => Math.max(clock.now() - since, clock.wallNow() - at);
  const isUsable = (copied: Copied): boolean => !copied.isHidden && ageOf(copied) <= maxAgeMs;
  const ofVault = (vault: string): Copied[] => [...copies.values()].filter((copied) => copied.vault === vault);

  if (typeof text === "string") load(JSON.parse(text) as Stored);

  function hide(gone: Iterable<Copied>): void {
    for (const copied of gone) {
      hasLost ||= !copied.isHidden;
      copied.isHidden = true;
    }
    isChanged ||= hasLost;
  }

  /** Notes when an item was confirmed, if it is the one that the list had. */
  function renew(copied: Copied, since: number): void {
    const { listed, item } = copied;
    if (listed === undefined || listed !== item.version) return;
    Object.assign(copied, timesOf(since));
    isConfirmed = true;
  }

  return {
    get isChanged() {
      return isChanged;
    },
    get isConfirmed() {
      return isConfirmed;
    },
    get hasLost() {
      return hasLost;
    },
    vaults() {
      const ids = new Set([...copies.values()].filter(isUsable).map(({ vault }) => vault));
      return orNone([...ids].map((id) => ({ id, ...(names.has(id) ? { name: names.get(id) } : {}) }) as VaultOverview));
    },
    items: (vault) =>
      orNone(
        ofVault(vault)
          .filter(isUsable)
          .map(({ item }) => item as ItemOverview),
      ),
    item(vault, id) {
      const copied = copies.get(keyOf(vault, id));
      if (copied === undefined || !isUsable(copied)) return undefined;
      copied.isNeeded = true;
      return { item: copied.item, ageMs: ageOf(copied) };
    },
    sawVaults(list, filter) {
      const listed = new Map(list.map(({ id, name }) => [id, name]));
      for (const { id, name } of list) if (name !== undefined) names.set(id, name);
      const isOther = (name = ""): boolean => [...listed.values()].includes(name) || filter === listVaultsFilter.eq("name", name);
      const gone = (vault: string): boolean => !listed.has(vault) && (filter === undefined || isOther(names.get(vault)));
      hide([...copies.values()].filter(({ vault }) => gone(vault)));
    },
    sawItems(vault, list, filter, since) {
      const listed = new Map(list.map((entry) => [entry.id, entry]));
      const titles = new Set(list.map(({ title }) => title));
      for (const copied of ofVault(vault)) {
        const entry = listed.get(copied.item.id);
        const { item } = copied;
        if (entry === undefined) {
          const isMissing = filter === undefined || titles.has(item.title) || filter === listItemsFilter.eq("title", item.title ?? "");
          if (isMissing) hide([copied]);
          continue;
        }
        const { title, tags, state, version } = entry;
        isChanged ||= copied.isHidden || version !== copied.listed || title !== item.title || state !== item.state;
        copied.isHidden = false;
        copied.listed = version;
        // The last good values of an item remain, but it is found by what it is called now.
        copied.item = { ...item, title, tags, state } as Item;
        renew(copied, since);
      }
    },
    confirm(vault, since) {
      for (const copied of ofVault(vault)) if (!copied.isHidden) renew(copied, since);
    },
    sawItem(vault, item, since) {
      const key = keyOf(vault, item.id);
      const before = copies.get(key);
      // A replica that lags returns an older item than the list.
      if (before !== undefined && item.version !== undefined && before.listed !== undefined && item.version < before.listed) return;
      // The content of a file can only change with the item's version.
      const files = item.version !== undefined && before?.item.version === item.version ? before.item.files : undefined;
      const kept = item.files?.map((file) => ({ ...files?.find(({ id }) => id === file.id), ...file }));
      copies.set(key, { vault, item: { ...item, files: kept } as Item, ...timesOf(since), listed: item.version, isHidden: false, isNeeded: true });
      isChanged = true;
    },
    sawFile(vault, itemUUID, file) {
      const copied = copies.get(keyOf(vault, itemUUID));
      if (copied === undefined) return;
      const files = copied.item.files?.map((own) => (own.id === file.id ? { ...own, content: file.content } : own));
      copied.item = { ...copied.item, files } as Item;
      isChanged = true;
    },
    reject(vault, id) {
      isChanged ||= isUnread;
      hasLost ||= isUnread;
      hide([...copies].flatMap(([key, copied]) => (vault === undefined || key === keyOf(vault, id ?? copied.item.id) ? [copied] : [])));
      // Unlike a list, a rejected read says that no list can show the item.
      if (vault !== undefined && id !== undefined) copies.delete(keyOf(vault, id));
    },
    hideUntil(wallMs) {
      for (const copied of copies.values()) copied.isHidden ||= clock.wallNow() - ageOf(copied) <= wallMs;
    },
    take(onlyNeeded) {
      isChanged = false;
      isConfirmed = false;
      isUnread = false;
      hasLost = false;
      if (onlyNeeded) for (const [key, { isNeeded }] of copies) if (!isNeeded) copies.delete(key);
      const items = [...copies.values()].filter(isUsable).map((copied) => ({ vault: copied.vault, at: clock.wallNow() - ageOf(copied), item: copied.item }));
      if (items.length === 0) return undefined;
      const ids = new Set(items.map(({ vault }) => vault));
      const stored: Stored = { savedAt: clock.wallNow(), boot: bootNow(), vaults: [...names].filter(([id]) => ids.has(id)), items };
      return JSON.stringify(stored);
    },
  };
}

function orNone<Value>(list: Value[]): Value[] | undefined {
  return list.length === 0 ? undefined : list;
}

function keyOf(vault: string, id: string): string {
  return `${vault}/${id}`;
}

/** Only Linux names its boots. */
function bootNow(): Boot | undefined {
  try {
    return { id: readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim(), uptimeMs: uptime() * 1000 };
  } catch {
    return undefined;
  }
}
