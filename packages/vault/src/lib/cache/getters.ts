import type { Clock } from "@keywright/core";
import { ArgumentError, maskSecrets, rejectSecret } from "@keywright/core/client";
import { quoted } from "../only-one.ts";
import { parseTemplate } from "../references/secret-template.ts";
import { freshAt, type KeptSecret, type KeptSecrets, reasonOf } from "./kept-secrets.ts";
import { codeAtTime, readTimeCode } from "./time-code.ts";
import type { SecretCache } from "./types.ts";
import { StaleSecretError } from "../errors.ts";

/** What values are taken from. */
export interface GetterContext {
  readonly secrets: KeptSecrets;
  readonly clock: Clock;
  readonly maxAgeMs: number;
  readonly scheme: string | undefined;
  /** Whether the user named the secrets, so that one that is gone is missed. */
  readonly isNamed: boolean;
  /** Fires when the cache is closed. */
  readonly signal: AbortSignal;
  onHit(): void;
}

/** The methods of a cache that return secrets, and what the cache says of old ones. */
export interface Getters extends Pick<SecretCache, "get" | "getAll" | "fill" | "oneTimeCode" | "versions"> {
  /** How long ago the secret that was confirmed least recently was confirmed, in milliseconds. */
  ageMs(): number;
  /** Returns references that became stale, once until confirmed again, and the first error. */
  newlyStale(): { readonly references: readonly string[]; readonly error: StaleSecretError } | undefined;
}

/** Creates the methods of a cache that return secrets. */
export function createGetters({ secrets, clock, maxAgeMs, scheme, isNamed, signal, onHit }: GetterContext): Getters {
  let stale: ReadonlySet<string> = new Set();

  const ageOf = (secret: KeptSecret): number => clock.now() - freshAt(secret);
  const limitOf = ({ item }: KeptSecret): number => Math.min(maxAgeMs, item.maxAgeMs ?? Infinity);
  const isStale = (secret: KeptSecret): boolean => secret.value === undefined || ageOf(secret) > limitOf(secret);

  function staleError(reference: string, secret: KeptSecret): StaleSecretError {
    const since = new Date(clock.wallNow() - ageOf(secret)).toISOString();
    const limitMs = limitOf(secret);
    const why = ageOf(secret) > limitMs ? `which is longer ago than maxAgeMs (${limitMs} ms)` : "by an earlier program, and is gone";
    const problem = `the secret ${quoted(reference)} was last confirmed at ${since}, ${why}`;
    const cause = reasonOf(secret);
    return new StaleSecretError("stale-secret", problem, { since, option: "maxAgeMs", advice: "see the cause", ...(cause === undefined ? {} : { cause }) });
  }

  function expectOpen(by: string): void {
    if (!signal.aborted) return;
    const since = new Date(clock.wallNow()).toISOString();
    throw new StaleSecretError("stale-secret", `the cache is closed`, { by, since, advice: "create another one" });
  }

  function find(by: string, reference: string): string {
    expectOpen(by);
    const secret = secrets.all.get(reference);
    const expected = isNamed ? "must be a reference of the cache, written as in its references" : "must be one of a secret that is there now, as in versions()";
    if (secret === undefined) rejectSecret(by, "reference", expected, reference);
    if (secret.value === undefined || isStale(secret)) throw staleError(reference, secret);
    onHit();
    return secret.value;
  }

  function valueFor(by: string, reference: string): string {
    const value = find(by, reference);
    if (isCode(reference))
      throw new ArgumentError("invalid-argument", `reference is one of a one-time code, which changes with time: use oneTimeCode`, {
        by,
        argument: "reference",
      });
    return value;
  }

  /** All secrets, without those that were discovered and are gone. */
  const expected = (): (readonly [string, KeptSecret])[] => [...secrets.all].filter(([, { lost }]) => isNamed || lost === undefined);

  return {
    get: (reference) => valueFor("get", reference),
    getAll() {
      expectOpen("getAll");
      const names = expected().flatMap(([reference]) => (isCode(reference) ? [] : reference));
      const values = Object.fromEntries(names.map((reference) => [reference, find("getAll", reference)]));
      maskSecrets(values, Object.fromEntries(names.map((reference) => [reference, true])));
      return values;
    },
    fill: (text) => parseTemplate(text, { scheme }).fill((reference) => valueFor("fill", reference)),
    async oneTimeCode(reference) {
      const code = readTimeCode(find("oneTimeCode", reference));
      if (code === undefined || !isCode(reference)) rejectSecret("oneTimeCode", "reference", "must end with ?attribute=otp", reference);
      return codeAtTime(code, clock.wallNow());
    },
    versions: () => Object.fromEntries(expected().map(([reference, { version }]) => [reference, version])),
    ageMs: () => expected().reduce((most, [, secret]) => Math.max(most, ageOf(secret)), 0),
    newlyStale() {
      const before = stale;
      const old = expected().filter(([, secret]) => isStale(secret));
      stale = new Set(old.map(([reference]) => reference));
      const found = old.filter(([reference]) => !before.has(reference));
      const [first] = found;
      return first && { references: found.map(([reference]) => reference), error: staleError(...first) };
    },
  };
}

/** Whether a reference is one of a one-time code. */
function isCode(reference: string): boolean {
  return reference.endsWith("?attribute=otp");
}
