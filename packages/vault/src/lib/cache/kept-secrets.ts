import type { SecretChange } from "./types.ts";

/** What is known of a vault. */
export interface KeptVault {
  readonly vaultUUID: string;
  /** The number of requests, without retries. */
  requests: number;
  /** Why the last poll failed. */
  failure?: unknown;
}

/** What is known of an item that has secrets. */
export interface KeptItem {
  readonly vault: KeptVault;
  /** The version that was read. */
  version: number | undefined;
  /** The key of the target whose values were taken. */
  key: string;
  /** When the values were last known to be current. */
  freshAt: number;
  /** The limit of an item of the offline copy, until the vault confirms it. */
  maxAgeMs?: number | undefined;
  /** The references whose secrets it has. */
  readonly references: Set<string>;
  /** Since when lists show a lower version than the one that was read, or do not show the item. */
  doubtedSince?: number | undefined;
}

/** The value of a secret. */
export interface KeptSecret {
  /** `undefined` after it expired, or if the vault never confirmed it and it is gone. */
  readonly value: string | undefined;
  readonly version: number | undefined;
  readonly item: KeptItem;
  /** Why and since when it is gone. */
  readonly lost?: { readonly reason: unknown; readonly at: number };
}

/** The values of all secrets, by reference. */
export interface KeptSecrets {
  readonly all: ReadonlyMap<string, KeptSecret>;
  put(reference: string, value: string, item: KeptItem): void;
  /** Marks a secret as gone. Its last value is kept if the vault has confirmed it. */
  lose(reference: string, reason: unknown): void;
  /** Deletes the secrets of a vault that are gone. */
  drop(vault: KeptVault): void;
  /** Deletes the values of secrets that are gone and were last current before a time. */
  expire(before: number): void;
  clear(): void;
}

/** When a secret was last known to be current. */
export function freshAt({ lost, item }: KeptSecret): number {
  return lost?.at ?? item.freshAt;
}

/** Why a secret is not known to be current. */
export function reasonOf({ lost, item }: KeptSecret): unknown {
  return lost?.reason ?? item.vault.failure;
}

/** Creates a store of values. Calls `onChange` once for each change, after it is stored. */
export function createKeptSecrets(onChange: (change: SecretChange) => void): KeptSecrets {
  const all = new Map<string, KeptSecret>();
  return {
    all,
    put(reference, value, item) {
      const before = all.get(reference);
      const { version } = item;
      before?.item.references.delete(reference);
      item.references.add(reference);
      all.set(reference, { value, version, item });
      if (before === undefined || before.lost !== undefined) onChange({ reference, kind: "added", version, previousVersion: undefined });
      else if (before.value !== value) onChange({ reference, kind: "changed", version, previousVersion: before.version });
    },
    lose(reference, reason) {
      const before = all.get(reference);
      if (before === undefined || before.lost !== undefined) return;
      before.item.references.delete(reference);
      const { freshAt: at, maxAgeMs } = before.item;
      all.set(reference, { ...before, value: maxAgeMs === undefined ? before.value : undefined, lost: { reason, at } });
      onChange({ reference, kind: "removed", version: undefined, previousVersion: before.version });
    },
    drop(vault) {
      for (const [reference, { item, lost }] of all) if (lost !== undefined && item.vault === vault) all.delete(reference);
    },
    expire(before) {
      for (const [reference, secret] of all) if (secret.lost !== undefined && secret.lost.at < before) all.set(reference, { ...secret, value: undefined });
    },
    clear: () => all.clear(),
  };
}
