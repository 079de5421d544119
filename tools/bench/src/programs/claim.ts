import { createFleet, fleetTable, type PostgresQuery } from "@keywright/core/postgres";
import { Client } from "pg";
import { respondWith } from "./respond-with.ts";

const DUE = 20_000;
const CLAIMED = 8;

const client = new Client({ connectionString: process.argv[2] });
await client.connect();
await client.query(fleetTable());
await client.query(
  "INSERT INTO keywright_fleet (account, stream, target, due, position) SELECT number::text, 'one', 'events', " +
    `now() + (number - ${DUE}) * interval '1 second', '{"cursor":"0"}' FROM generate_series(1, 100000) AS number`,
);
await client.query("VACUUM ANALYZE keywright_fleet");

const none: [text: string, values: unknown[]] = ["", []];
/** The first statement of a worker, which looks for expired leases, and the second, like most. */
const claims: (typeof none)[] = [];
const stopping = new AbortController();
const full = Array.from({ length: CLAIMED }, (_, place) => ({ account: "none", stream: String(place), target: "events", position: "", failures: 0 }));
const query: PostgresQuery = async (text, values) => {
  if (!text.startsWith("WITH")) return [];
  if (claims.push([text, [...values]]) === 2) stopping.abort();
  return full.splice(0);
};
await createFleet({ query, transaction: async () => {}, open: () => Promise.reject(), handle() {}, concurrency: CLAIMED }).run({ signal: stopping.signal });

// The same columns, so that the same indexes change.
const update = (): typeof none => [
  "UPDATE keywright_fleet SET owner = $1, due = clock_timestamp() + interval '15 seconds' WHERE account = $2 AND stream = $3 AND target = $4",
  ["other", String(DUE + 1 + Math.floor(Math.random() * 80_000)), "one", "events"],
];

/** Milliseconds of statements of a kind. */
respondWith(async (how: "look" | "claim" | "update"): Promise<number[]> => {
  const times: number[] = [];
  while (times.length < 50) {
    const began = performance.now();
    const { rowCount } = await client.query(...(how === "update" ? update() : (claims[how === "look" ? 0 : 1] ?? none)));
    times.push(performance.now() - began);
    if (rowCount !== (how === "update" ? 1 : CLAIMED)) throw new Error(`the ${how} has changed ${rowCount} rows`);
  }
  return times;
});
