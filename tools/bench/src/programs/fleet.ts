import { createFeed, type FeedPosition } from "@keywright/core/feeds";
import { createFleet, fleetStreams, fleetTable } from "@keywright/core/postgres";
import { eventTable, postgresTransaction, postgresWriter } from "@keywright/sinks/postgres";
import { Pool } from "pg";
import { auditPages } from "./canned-data.ts";
import { facts, type SentEvent } from "./delivery-targets.ts";
import { respondWith } from "./respond-with.ts";

const TABLE = "events_of_accounts";
const pool = new Pool({ connectionString: process.argv[2] });
const query = async (text: string, values: readonly unknown[]) => (await pool.query(text, [...values])).rows;

/** CPU time of a page, of a worker that reads streams of 10,000 events until it has caught up. */
respondWith(async (streams: number): Promise<number> => {
  await pool.query(`${fleetTable()}${eventTable({ table: TABLE, accounts: true })};TRUNCATE keywright_fleet, ${TABLE}`);
  const listed = Array.from({ length: streams }, (_unused, index) => ({ account: String(index), stream: facts.stream, target: TABLE }));
  await fleetStreams({ query }).sync(listed, { since: "2026-03-02T08:00:00Z" });
  const stopping = new AbortController();
  let left = streams;
  let failure: unknown;
  const fleet = createFleet<SentEvent>({
    query,
    transaction: postgresTransaction(pool),
    open({ account, stream }, options) {
      const begin = Number(account) * 10;
      const pages = (position: FeedPosition) => auditPages("cursor" in position ? Number(position.cursor) : begin, begin + 10);
      return createFeed<SentEvent>({ stream, pages }, options);
    },
    handle: (batch, call) => postgresWriter<SentEvent>({ ...facts, account: call.turn.account, table: TABLE })(batch, call),
    onEvent(event) {
      if (event.type === "turn" && event.caughtUp) left -= 1;
      if ("error" in event) failure = event.error;
      if (left === 0 || failure !== undefined) stopping.abort();
    },
  });
  const began = process.cpuUsage();
  const { events } = await fleet.run({ signal: stopping.signal });
  const { user, system } = process.cpuUsage(began);
  if (events !== streams * 10_000) throw new Error(`the worker has read ${events} events`, { cause: failure });
  return (user + system) / 1000 / (streams * 10);
});
