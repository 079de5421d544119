import { createFeed, type FeedPosition } from "@keywright/core/feeds";
import { createFleet, type FleetStreams, fleetStreams, type PostgresQuery } from "@keywright/core/postgres";
import { postgresTransaction, postgresWriter } from "@keywright/sinks/postgres";
import type { FleetDatabase, FleetSurroundings } from "../world/surroundings.ts";
import { sleep } from "./sleep.ts";

const byPool = async (pool: FleetDatabase, ...[text, values]: Parameters<PostgresQuery>) => (await pool.query(text, [...values])).rows;

/** Reads the streams of a fleet into Postgres, as a worker. */
export async function fleet({ signal, pool, leaseMs, read, onEvent }: FleetSurroundings): Promise<void> {
  const settings = { leaseMs, onEvent, timeoutMs: 12_000, concurrency: 3, maxTurnEvents: 6, maxTurnMs: 3000, intervalMs: 3000, maxIntervalMs: 10_000 };
  await createFleet<string>({
    ...settings,
    query: (...statement) => byPool(pool, ...statement),
    transaction: postgresTransaction(pool),
    open({ account, stream }, given) {
      async function* pages(position: FeedPosition, options: { readonly signal?: AbortSignal } = {}) {
        let from = "cursor" in position ? Number(position.cursor) : 0;
        for (;;) {
          const items = await read(`${account} ${stream}`, from, options.signal ?? signal);
          if (items.length === 0) return;
          from += items.length;
          yield { items, resumeAt: String(from) };
        }
      }
      return createFeed({ stream, pages }, given);
    },
    async handle(batch, call) {
      const { account, stream } = call.turn;
      const mood = Math.random();
      // The server ends a transaction that waits for its client for a lease.
      for (let naps = mood < 0.04 ? Math.random() * 3 : 0; naps > 0; naps -= 1) {
        await sleep(Math.min(naps, 1) * 0.8 * leaseMs, call.signal);
        await call.query("SELECT 1", []);
      }
      if (mood > 0.97) throw new Error("the handler fails");
      if (mood > 0.94) await call.query("SELECT 1/0", []).catch(() => {});
      else await postgresWriter<string>({ account, stream, idOf: (id) => id })(batch, call);
    },
  }).run({ signal });
}

/** Returns the functions with which an operator changes the streams. */
export function operate(pool: FleetDatabase): FleetStreams {
  return fleetStreams({ query: (...statement) => byPool(pool, ...statement) });
}
