import type { CallOptions, Clock } from "@keywright/core";
import { CALL_RULES, CLOCK, COUNT, FUNCTION, isNumber, type Rule, type Rules } from "@keywright/core/client";
import type { OfflineCopy } from "../references/offline-copy.ts";
import { REFERENCE_RULES, type ReferenceOptions } from "../references/secret-reference.ts";
import type { SecretCacheEvent, SecretChange } from "./types.ts";

/** Which secrets to find. Names must match exactly. */
export interface Discover {
  /** The vault, by name or id. @default all vaults that the token opens at load */
  readonly vault?: string | undefined;
  /** A tag of the items. @default any */
  readonly tag?: string | undefined;
  /** The title of the items. @default any */
  readonly title?: string | undefined;
}

/** Options of `secretCache` and its requests: `references` or `discover`. `signal` closes it. */
export interface SecretCacheOptions extends CallOptions, ReferenceOptions {
  /** The secrets: `[op://]vault/item/[section/]field`, with `?attribute=otp` for one-time codes. */
  readonly references?: readonly string[] | undefined;
  /**
   * Finds secrets instead: all fields with a value of all items that match, without those of the
   * section Rotation of `rotateSecret`. A reference is `vault/title/label`, with the id in the
   * place of a name that is not unique. Fields of type `OTP` have `?attribute=otp`. New items are
   * found by later polls.
   */
  readonly discover?: Discover | undefined;
  /** Milliseconds between the starts of polls, at least 1000; up to a fifth less. @default 60000 */
  readonly pollMs?: number | undefined;
  /** Milliseconds to return an unconfirmed value, or `Infinity`. @default 86400000, a day */
  readonly maxAgeMs?: number | undefined;
  /** What `offlineCopy` of `/node` returns, for a load while the vault is away. @default none */
  readonly offlineCopy?: OfflineCopy | undefined;
  /** The maximum number of requests at once; `Infinity` for no limit. @default 4 */
  readonly concurrency?: number | undefined;
  /** Receives a poll's changes after `get` has them. Its errors go to `onEvent`. @default none */
  readonly onChange?: ((changes: readonly SecretChange[]) => unknown) | undefined;
  /** Receives the events of the cache. Errors that it throws are ignored. @default none */
  readonly onEvent?: ((event: SecretCacheEvent) => void) | undefined;
  /** Time and randomness, for tests. @default the platform's */
  readonly clock?: Clock | undefined;
}

// Platform timers fire immediately beyond 2^31 - 1 milliseconds; the rest is left for jitter.
const POLL: Rule = [
  (value) => isNumber(value, 1000, 2_000_000_000),
  "a time in milliseconds from 1000 to 2000000000",
  { alsoCalled: ["interval", "refreshMs"] },
];
const NAME: Rule = [(value) => typeof value === "string" && value !== "", "a string that is not empty"];

/** The rules of {@link SecretCacheOptions}. */
export const CACHE_RULES: Rules = {
  ...CALL_RULES,
  ...REFERENCE_RULES,
  references: [
    (value, options) => Array.isArray(value) && !("discover" in options && options.discover !== undefined),
    "an array of references, given in place of discover",
  ],
  discover: [(value) => typeof value === "object", "an object such as { tag }", { rules: { vault: NAME, tag: NAME, title: NAME } }],
  pollMs: POLL,
  maxAgeMs: [(value) => isNumber(value, 1), "a time in milliseconds of at least 1, or Infinity", { alsoCalled: ["ttl"] }],
  concurrency: COUNT,
  offlineCopy: [(value) => typeof Object(value).open === "function", "what offlineCopy of @keywright/vault/node returns"],
  onChange: FUNCTION,
  onEvent: FUNCTION,
  clock: CLOCK,
};
