import { backoff, type Clock, wait } from "../clock.ts";
import type { PostgresQuery } from "./postgres-query.ts";

// Waits of a fifth of the interval, so that the last attempt is before the next renewal.
const MAX_TRIES = 5;

/** Renews the leases of a store. */
export interface Renewals {
  add(stream: string, owner: string): void;
  remove(owner: string): void;
}

/**
 * Renews all leases of a store in one statement, three times as often as they expire, while there
 * are any.
 */
export function createRenewals(table: string, leaseMs: number, query: PostgresQuery, clock: Clock): Renewals {
  const streams = new Map<string, string>();
  let ending = new AbortController();
  // The lock of a long transaction, such as a sink's, must not hold up the other leases.
  const text =
    `UPDATE ${table} AS kept SET lease_until = clock_timestamp() + $2::double precision * interval '1 millisecond' FROM (` +
    `SELECT stream, owner FROM ${table} AS own JOIN json_each_text($1::text::json) AS held (owner, stream) USING (stream, owner) FOR UPDATE OF own SKIP LOCKED` +
    ") AS mine WHERE kept.stream = mine.stream AND kept.owner = mine.owner";

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
        return void (await query(text, [JSON.stringify(Object.fromEntries(streams)), leaseMs]));
      } catch {
        // If no attempt succeeds and another feed acquires the expired lease, the next save fails.
        await wait(clock, backoff(clock, tries, leaseMs / 15), signal);
      }
    }
  }

  return {
    add(stream, owner) {
      streams.set(owner, stream);
      if (streams.size > 1) return;
      ending = new AbortController();
      void renewUntil(ending.signal);
    },
    remove(owner) {
      if (streams.delete(owner) && streams.size === 0) ending.abort();
    },
  };
}
