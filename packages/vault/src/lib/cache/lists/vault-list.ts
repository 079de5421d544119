import type { CallOptions } from "@keywright/core";
import { isApiError, isKeywrightError } from "@keywright/core/client";
import type { ItemOverview, Vault } from "../../../generated/client.ts";
import { listItemsFilter } from "../../../generated/filters.ts";
import { expectItem } from "../../expect-response.ts";
import type { ReferenceClient } from "../../references/reference-places.ts";
import { type Listed, listItems } from "./list-items.ts";

/** A list of more items is large: it is read only if needed. */
const LARGE_ITEMS = 1000;
/** Of this many polls, one reads a large list even if the vault says that nothing changed. */
const POLLS_PER_READ = 10;
/** A list that lags behind the version of the vault is not the last one. */
const READS_PER_STAMP = 2;
/** So many items are looked up one by one in place of a large list. */
const FEW_ITEMS = 8;

/** The items that are looked for. */
export interface Wanted {
  readonly titles: readonly string[];
  readonly ids: readonly string[];
}

/** What lists are read with. */
export interface ListContext {
  readonly client: ReferenceClient;
  readonly call: CallOptions;
  /** Sends a request when others allow it, and counts it. */
  send<Value>(action: () => Promise<Value>): Promise<Value>;
  /** Whether an entry can have secrets. */
  isWanted(entry: ItemOverview): boolean;
}

/** The list of a vault. */
export interface VaultList {
  /** Reads the whole list. */
  read(): Promise<Listed>;
  /**
   * Returns the list, of a large one at least all entries that are wanted; `undefined` if the vault
   * says that it has not changed since the last one.
   *
   * @param known The ids of items that were wanted before.
   * @param canSkip Whether all that the last one said is known.
   */
  poll(known: readonly string[], canSkip: boolean): Promise<Listed | undefined>;
}

/** @param wanted All items that are looked for; `undefined` if the list says which. */
export function createVaultList(vaultUUID: string, wanted: Wanted | undefined, { client, call, send, isWanted }: ListContext): VaultList {
  const { titles = [], ids = [] } = wanted ?? {};
  let isLarge = false;
  let hasStamps = client.getVault !== undefined;
  let hasFilter = wanted !== undefined && titles.length + ids.length <= FEW_ITEMS;
  /** What the vault said before the last list, and how many lists were read since it says so. */
  let stamp: string | undefined;
  let reads = 0;
  let skipped = 0;
  let lastPrint: string | undefined;

  async function read(): Promise<Listed> {
    const listed = await send(() => listItems(client, { vaultUUID }, call, isWanted, wanted !== undefined));
    isLarge = listed.count > LARGE_ITEMS;
    return listed;
  }

  /** Returns what the vault says of its content; `undefined` if it says nothing. */
  async function readStamp(): Promise<string | undefined> {
    if (!hasStamps) return undefined;
    try {
      const { contentVersion, updatedAt, items }: Partial<Vault> = Object(await send(async () => client.getVault?.({ vaultUUID }, call)));
      hasStamps = contentVersion !== undefined;
      return hasStamps ? `${contentVersion} ${updatedAt} ${items}` : undefined;
    } catch (error) {
      // The list says whether the token opens the vault.
      if (isApiError(error, 403) || isApiError(error, 404)) return undefined;
      if (call.signal?.aborted || isOfAllRequests(error)) throw error;
      hasStamps = false;
      return undefined;
    }
  }

  async function ofTitle(title: string): Promise<readonly ItemOverview[]> {
    const { entries, count } = await send(() => listItems(client, { vaultUUID, filter: listItemsFilter.eq("title", title) }, call, isWanted, false));
    hasFilter &&= count <= LARGE_ITEMS;
    return entries.some((entry) => entry.title === title) ? entries : [];
  }

  async function ofId(itemUUID: string): Promise<readonly ItemOverview[]> {
    try {
      return [expectItem(await send(() => client.getItem({ vaultUUID, itemUUID }, call)))];
    } catch (error) {
      if (isApiError(error, 403) || isApiError(error, 404)) return [];
      throw error;
    }
  }

  /** Returns `undefined` if an item is missing, which only a list explains. */
  async function readFew(known: readonly string[]): Promise<Listed | undefined> {
    const found = await Promise.all([...titles.map(ofTitle), ...ids.map(ofId)]);
    const byId = new Map(found.flat().map((entry) => [entry.id, entry]));
    const isWhole = found.every(({ length }) => length > 0) && [...ids, ...known].every((id) => byId.has(id));
    const entries = [...byId.values()];
    return isWhole && hasFilter ? { entries, titles: [], count: entries.length, versions: sumOf(entries) } : undefined;
  }

  async function readLarge(known: readonly string[]): Promise<Listed> {
    return (hasFilter ? await readFew(known) : undefined) ?? read();
  }

  /** Ignores what the vault says of its content if a list changed and that did not. */
  async function compare({ count, versions }: Listed): Promise<void> {
    const print = `${count} ${versions}`;
    const isOther = reads >= READS_PER_STAMP && print !== lastPrint;
    lastPrint = print;
    // The change can be later than the stamp.
    if (isOther && stamp !== undefined && (await readStamp()) === stamp) hasStamps = false;
  }

  return {
    read,
    async poll(known, canSkip) {
      if (!isLarge) return read();
      const before = stamp;
      stamp = await readStamp();
      if (stamp === undefined || stamp !== before) reads = 0;
      if (canSkip && reads >= READS_PER_STAMP && skipped < POLLS_PER_READ - 1) {
        skipped += 1;
        return undefined;
      }
      const listed = await readLarge(known);
      await compare(listed);
      reads += 1;
      skipped = 0;
      return listed;
    },
  };
}

/** Whether an error would also be that of a list, so that it says nothing about the request. */
function isOfAllRequests(error: unknown): boolean {
  if (isApiError(error)) return error.status === 401 || error.status === 408 || error.status === 429 || (error.status >= 500 && error.status !== 501);
  return isKeywrightError(error) && (error.name !== "InvalidResponseError" || error.code === "truncated-response");
}

function sumOf(entries: readonly ItemOverview[]): number {
  return entries.reduce((sum, { version = 0 }) => sum + version, 0);
}
