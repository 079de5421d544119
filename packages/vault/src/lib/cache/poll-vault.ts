import type { CallOptions, Clock } from "@keywright/core";
import { InvalidResponseError, isApiError } from "@keywright/core/client";
import type { ItemOverview } from "../../generated/client.ts";
import { expectItem } from "../expect-response.ts";
import type { Listed } from "./lists/list-items.ts";
import { createVaultList } from "./lists/vault-list.ts";
import { type ItemRead, readContents } from "../references/file-contents.ts";
import type { ReferenceClient } from "../references/reference-places.ts";
import { resultOf, valueOrThrow } from "../references/result.ts";
import type { KeptItem, KeptSecrets, KeptVault } from "./kept-secrets.ts";
import type { OpenCopy } from "../references/offline-copy.ts";
import type { Limit } from "../in-parallel.ts";
import { BY, type Found, type Held, type Selection, type Target } from "./selection.ts";
import { LookupError } from "../errors.ts";

// A new token can arrive minutes after the old one was revoked, such as in a mounted file.
const REPLACED_TOKEN_MS = 300_000;

const NO_LIST: Pick<Listed, "entries" | "titles"> = { entries: [], titles: [] };

/** The context of the polls of all vaults. */
export interface PollContext {
  readonly client: ReferenceClient;
  readonly call: CallOptions;
  readonly clock: Clock;
  readonly pollMs: number;
  readonly limit: Limit;
  readonly secrets: KeptSecrets;
  /** What items can come from. */
  readonly copy: Pick<OpenCopy, "limitOf" | "confirm"> | undefined;
}

/** Reads the secrets of a vault and what has changed of them. */
export interface VaultPoll {
  readonly vault: KeptVault;
  /** Reads the secrets for the first time. Returns those that cannot be resolved. */
  load(): Promise<readonly Found[]>;
  /**
   * Lists the vault and reads changed items. Rejects after all requests if one failed.
   *
   * @param isAsked Whether a caller wants the list, even if the vault says that nothing changed.
   */
  poll(isAsked: boolean): Promise<void>;
}

/**
 * Creates the polls of a vault.
 *
 * The version of a value is that of the item that was read, never that of the list: if `getItem` is
 * behind the list, the poll fails, and the next one reads the item again. If the list is behind the
 * item, a replica lags. Such a list changes nothing until all lists have said the same for longer
 * than `pollMs`; the same holds for an item that is missing in the list, and for a vault that the
 * token cannot open. A token that is rejected can be about to be replaced, so that it is believed
 * later.
 */
export function createVaultPoll({ vaultUUID, wanted, isWanted, keepsGone, select }: Selection, context: PollContext): VaultPoll {
  const { client, call, clock, pollMs, limit, secrets, copy } = context;
  const vault: KeptVault = { vaultUUID, requests: 0 };
  const known = new Map<string, KeptItem>();
  let goneSince: number | undefined;

  const send = <Value>(action: () => Promise<Value>): Promise<Value> =>
    limit(() => {
      vault.requests += 1;
      return action();
    });
  const list = createVaultList(vaultUUID, wanted, { client, call, send, isWanted: (entry) => known.has(entry.id) || isWanted(entry) });
  const read = async (itemUUID: string, { places }: Target): Promise<ItemRead> => {
    const item = await send(async () => expectItem(await client.getItem({ vaultUUID, itemUUID }, call)));
    if (item.id !== itemUUID) throw unexpected(`expected item ${itemUUID}; got another item`);
    return { item, contents: await readContents(client, vaultUUID, item, places, { by: BY, call, limit: send }) };
  };

  /** Reads an item again with its files: without one of them, the next poll reads all again. */
  async function readWhole(itemUUID: string, target: Target): Promise<ItemRead> {
    const whole = await read(itemUUID, target);
    for (const content of whole.contents.values()) valueOrThrow(content);
    return whole;
  }

  /** Returns the items that the list is behind of, if it is not believed yet. */
  function doubted(listed: ReadonlyMap<string, ItemOverview>, now: number): Held {
    const items = new Map<string, KeptItem>();
    for (const [id, item] of known) {
      const entry = listed.get(id);
      if (entry !== undefined && !isLower(entry.version, item.version)) item.doubtedSince = undefined;
      // What only the offline copy says is not believed against a list.
      else if (entry === undefined && item.maxAgeMs !== undefined) continue;
      else if (now - (item.doubtedSince ??= now) <= pollMs) items.set(id, item);
    }
    return { items: new Set(items.keys()), references: new Set([...items.values()].flatMap(({ references }) => [...references])) };
  }

  /** Takes the values of an item that was read, unless its version is lower than the known one. */
  function take(target: Target, itemUUID: string, { item, contents }: ItemRead, now: number): KeptItem {
    // A response can come after the cache was closed.
    call.signal?.throwIfAborted();
    const before = known.get(itemUUID);
    if (before !== undefined && before.doubtedSince === undefined && isLower(item.version, before.version)) return before;
    const kept = before ?? { vault, version: undefined, key: "", freshAt: now, references: new Set() };
    kept.version = item.version;
    kept.key = target.key;
    known.set(itemUUID, kept);
    for (const [reference, result] of target.values({ value: { item, contents } })) {
      if ("value" in result) secrets.put(reference, result.value, kept);
      else secrets.lose(reference, result.failure);
    }
    return kept;
  }

  function lose(found: readonly Found[]): void {
    for (const [reference, result] of found) if ("failure" in result) secrets.lose(reference, result.failure);
  }

  async function pollItems(all: Listed, now: number): Promise<void> {
    const listed = new Map(all.entries.map((entry) => [entry.id, entry]));
    const held = doubted(listed, now);
    const { targets, lost } = select(all, held);
    lose(lost);
    for (const id of known.keys()) if (!targets.has(id) && !held.items.has(id)) known.delete(id);
    const reads = [...targets].map(async ([id, target]) => {
      const entry = listed.get(id);
      const item = known.get(id);
      if (entry === undefined) {
        // Only an id in a reference leads to an item that is not listed.
        known.delete(id);
        lose(target.values({ failure: new LookupError("not-found", `vault ${vaultUUID} has no item ${id} any more`, { by: BY, operationId: "listItems" }) }));
        return;
      }
      if (item !== undefined && item.key === target.key && entry.version !== undefined && item.version === entry.version) {
        confirm(item, now);
        return;
      }
      const changed = await readWhole(id, target).catch((error: unknown) => {
        if (item?.maxAgeMs !== undefined && isRejection(error)) loseItem(id, item, error);
        throw error;
      });
      const kept = take(target, id, changed, now);
      const expected = entry.version ?? kept.version;
      const { version } = changed.item;
      if (isLower(version, expected)) throw unexpected(`expected version ${expected} of item ${id}, which was seen before; got version ${version}`);
      confirm(kept, now);
    });
    const ends = await Promise.allSettled(reads);
    // Not earlier: a title can go to an item that is read later in the same poll.
    if (!keepsGone) secrets.drop(vault);
    const failed = ends.find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
  }

  /** Marks the secrets of a vault as gone that is missing or that the token cannot open. */
  function loseVault(reason: unknown, now: number): void {
    if (!isRejection(reason)) {
      goneSince = undefined;
      return;
    }
    const isGone = now - (goneSince ??= now) > (isApiError(reason, 401) ? Math.max(pollMs, REPLACED_TOKEN_MS) : pollMs);
    for (const [id, item] of known) if (isGone || item.maxAgeMs !== undefined) loseItem(id, item, reason);
  }

  /** Whether a poll adds nothing if the vault has not changed. */
  function isSettled(): boolean {
    return vault.failure === undefined && [...known.values()].every(isConfirmed);
  }

  function confirmAll(now: number): void {
    for (const item of known.values()) confirm(item, now);
    copy?.confirm(vaultUUID, now);
  }

  function loseItem(id: string, { references }: KeptItem, reason: unknown): void {
    for (const reference of references) secrets.lose(reference, reason);
    known.delete(id);
  }

  return {
    vault,
    async load() {
      const now = clock.now();
      const entries = wanted?.titles.length === 0 ? { value: NO_LIST } : await resultOf(list.read);
      const { targets, lost } = select("value" in entries ? entries.value : NO_LIST, { items: new Set(), references: new Set() });
      // Only references have names for their failures.
      if ("failure" in entries && lost.length === 0) throw entries.failure;
      const unresolved = await Promise.all(
        [...targets].map(async ([id, target]) => {
          const item = await resultOf(() => read(id, target));
          if ("value" in item) {
            const { ageMs = 0, maxAgeMs } = copy?.limitOf(item.value.item) ?? {};
            take(target, id, item.value, now - ageMs).maxAgeMs = maxAgeMs;
          }
          return target.values(item).filter(([, result]) => "failure" in result);
        }),
      );
      const failures = "failure" in entries ? lost.map(([reference]): Found => [reference, entries]) : lost;
      return [...failures, ...unresolved.flat()];
    },
    async poll(isAsked) {
      const now = clock.now();
      try {
        const entries = await list.poll([...known.keys()], !isAsked && isSettled()).catch((error: unknown) => {
          loseVault(error, now);
          throw error;
        });
        goneSince = undefined;
        if (entries === undefined) confirmAll(now);
        else await pollItems(entries, now);
        vault.failure = undefined;
      } catch (error) {
        vault.failure = error;
        throw error;
      }
    },
  };
}

function unexpected(problem: string): InvalidResponseError {
  return new InvalidResponseError("unexpected-content", `getItem: ${problem}`, { operationId: "getItem", status: 200 });
}

/** Notes that the values of an item are current. */
function confirm(item: KeptItem, now: number): void {
  item.freshAt = now;
  item.maxAgeMs = undefined;
}

/** Whether the vault has confirmed the version of an item, and no list doubts it. */
function isConfirmed({ version, doubtedSince, maxAgeMs }: KeptItem): boolean {
  return version !== undefined && doubtedSince === undefined && maxAgeMs === undefined;
}

/** Whether the vault says that it does not have something, or not for this token. */
function isRejection(error: unknown): boolean {
  return [401, 403, 404].some((status) => isApiError(error, status));
}

/** Whether a version is lower than another; not if one is unknown. */
function isLower(version: number | undefined, other: number | undefined): boolean {
  return version !== undefined && other !== undefined && version < other;
}
