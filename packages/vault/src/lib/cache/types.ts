import type { KeywrightError } from "@keywright/core";
import type { OfflineCopyEvent } from "../references/offline-copy.ts";

/** A change of a secret. Contains no value. */
export interface SecretChange {
  readonly reference: string;
  /**
   * `changed`: the secret has another value. `removed`: it is gone, such as a deleted item, a field
   * without value, a title that no item has, or a vault that the token cannot open any more. A
   * rejected token (401) counts after five minutes, because a new one can be about to arrive.
   * `added`: it is there again, or `discover` found it.
   */
  readonly kind: "changed" | "added" | "removed";
  /** The version with the value; `undefined` if removed, or if the server sends no versions. */
  readonly version: number | undefined;
  /** The version of the item that had the previous value; `undefined` if there was none. */
  readonly previousVersion: number | undefined;
}

/** What happens in a cache, for logs and alarms. Contains no secret. */
export type SecretCacheEvent =
  /** A vault was polled. */
  | {
      readonly type: "poll";
      readonly vaultUUID: string;
      /** The number of requests, without retries: a list, and one for each changed item. */
      readonly requests: number;
      readonly changes: number;
      readonly durationMs: number;
      /** The wait before the next poll. */
      readonly delayMs: number;
    }
  /** A secret has changed. `onChange` is called after these events. */
  | { readonly type: "change"; readonly change: SecretChange }
  /** A poll failed, at least in part. Values are kept; the next poll is after `delayMs`. */
  | { readonly type: "failure"; readonly vaultUUID: string; readonly error: unknown; readonly failures: number; readonly delayMs: number }
  /** `get` throws for secrets not confirmed for `maxAgeMs`. Reported once until confirmed. */
  | { readonly type: "stale"; readonly references: readonly string[]; readonly error: KeywrightError }
  /** `onChange` threw `error`, or its promise rejected. */
  | { readonly type: "handler-failed"; readonly error: unknown }
  | OfflineCopyEvent;

/** Counters of a cache. */
export interface SecretCacheStats {
  /** The number of secrets. */
  readonly secrets: number;
  /** Milliseconds since the least recent confirmation of a secret; 0 without secrets. */
  readonly ageMs: number;
  /** How often `get`, `getAll`, `fill` and `oneTimeCode` returned the value of a secret. */
  readonly hits: number;
  /** The number of polls, each of one vault. */
  readonly polls: number;
  /** The number of requests for lists and items, without the client's retries. */
  readonly requests: number;
  /** The number of polls that failed, in part or as a whole. */
  readonly failures: number;
  /** The number of items that the load took from the offline copy. */
  readonly copied: number;
}

/** Secrets that are kept up to date, by a list per vault and poll, and a read per changed item. */
export interface SecretCache {
  /**
   * Returns the value of a secret.
   *
   * @param reference A reference, written as in the cache's `references`.
   * @throws StaleSecretError if not confirmed for `maxAgeMs`, see `cause`, if it comes from the
   * offline copy and is beyond the copy's limit or gone, or if closed.
   * @throws ArgumentError if the cache lacks the reference, also because a discovered secret is
   * gone, or has it as a one-time code.
   */
  get(reference: string): string;
  /**
   * Returns all values by their references, without one-time codes and without secrets that
   * `discover` found and that are gone. `console.log` shows `[secret]` for the values.
   *
   * @throws StaleSecretError as {@link SecretCache.get}.
   */
  getAll(): { [reference: string]: string };
  /**
   * Returns a text with its `{{ reference }}` placeholders replaced by values.
   *
   * @throws ArgumentError if the text has a placeholder that is not a reference of the cache.
   * @throws StaleSecretError as {@link SecretCache.get}.
   */
  fill(text: string): string;
  /**
   * Returns the one-time code of this moment (RFC 6238), by this machine's time.
   *
   * @param reference A reference that ends with `?attribute=otp`, as in the cache's `references`.
   * @throws StaleSecretError, ArgumentError as {@link SecretCache.get}.
   */
  oneTimeCode(reference: string): Promise<string>;
  /** Returns the versions of the items that have the values, by reference. */
  versions(): { [reference: string]: number | undefined };
  /**
   * Polls all vaults now, for example after a database rejected a password. Calls at the same time
   * share their polls. A poll that is under way is not enough: another one follows.
   *
   * @throws The error of the first vault that failed. The other vaults are polled nevertheless.
   */
  refresh(): Promise<void>;
  /** Returns the counters. */
  stats(): SecretCacheStats;
  /** Aborts requests, ends the polls, and drops the values. After that, `get` throws. */
  close(): void;
}
