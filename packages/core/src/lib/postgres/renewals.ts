import { backoff, type Clock, wait } from "../clock.ts";
import type { PostgresQuery } from "./postgres-query.ts";

// Waits of a fifth of the interval, so that the last attempt is before the next renewal.
const MAX_TRIES = 5;

/** Renews the leases of a store. */
export interface Renewals {
  add(key: string, value: string): void;
  /** Has no effect if the key has another value, because its lease was acquired again. */
  remove(key: string, value: string): void;
}

/**
 * Renews all leases of a store in one statement, three times as often as they expire, while there
 * are any.
 *
 * @param text The statement. `$1` is a JSON object of what was added, `$2` the lease.
 */
export function createRenewals(text: string, leaseMs: number, query: PostgresQuery, clock: Clock): Renewals {
  const held = new Map<string, string>();
  let ending = new AbortController();

  async function renewUntil(signal: AbortSignal): Promise<void> {
    for (;;) {
      await wait(clock, leaseMs / 3, signal);
      if (signal.aborted) return;
      // The next one does not wait: a statement may hang, or wait for a connection.
      void renew(signal);
    }
  }

  async function renew(signal: AbortSignal): Promise<void> {
    for (let tries = 1; tries <= MAX_TRIES && !signal.aborted; tries += 1) {
      try {
        return void (await query(text, [JSON.stringify(Object.fromEntries(held)), leaseMs]));
      } catch {
        // If no attempt succeeds and another feed acquires the expired lease, the next save fails.
        await wait(clock, backoff(clock, tries, leaseMs / 15), signal);
      }
    }
  }

  return {
    add(key, value) {
      held.set(key, value);
      if (held.size > 1) return;
      // A key that is added again has a loop already.
      ending.abort();
      ending = new AbortController();
      void renewUntil(ending.signal);
    },
    remove(key, value) {
      if (held.get(key) === value && held.delete(key) && held.size === 0) ending.abort();
    },
  };
}
