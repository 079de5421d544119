import { createEventsClient } from "@keywright/events";
import { auditEventFeed } from "@keywright/events/feeds";
import { postgresCheckpoints } from "@keywright/core/postgres";
import postgres from "postgres";

/** One of several machines for one feed: stands by, takes over, prints the id of each event, and ends when it has caught up. */
const [baseUrl = "", token = "", database = "", limit = "1000"] = process.argv.slice(2);
const sql = postgres(database, { onnotice: () => {}, max: 2 });
const feed = auditEventFeed(createEventsClient({ baseUrl, token }), {
  store: postgresCheckpoints({ query: (text, values) => sql.unsafe(text, [...values]), leaseMs: 600 }),
  standByMs: 50,
  since: "2020-01-01T00:00:00Z",
  limit: Number(limit),
});
await feed.run(
  async ({ events }) => {
    const text = events.map(({ uuid }) => `${uuid}\n`).join("");
    await new Promise<void>((resolve, reject) => process.stdout.write(text, (error) => (error ? reject(error) : resolve())));
  },
  { until: "caught-up" },
);
await sql.end();
