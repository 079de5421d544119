import { writeSync } from "node:fs";
import postgres from "postgres";
import { createFeed, type FeedPosition } from "../../src/feeds.ts";
import { postgresCheckpoints } from "../../src/postgres.ts";

/** A machine that follows a stream of numbers through a checkpoint in Postgres, ten a page, and prints each number; it stands by while another one has it. */
const [url = "", count = "0"] = process.argv.slice(2);
const sql = postgres(url, { onnotice: () => {} });
const end = Number(count);

async function* pages(position: FeedPosition) {
  const begin = "cursor" in position ? Number(position.cursor) : 0;
  for (let from = begin; from < end; from += 10) {
    const items = Array.from({ length: Math.min(10, end - from) }, (_unused, index) => from + index);
    yield { items, resumeAt: String(from + items.length) };
  }
}

const feed = createFeed<number>(
  { stream: "numbers", pages },
  { store: postgresCheckpoints({ query: (text, values) => sql.unsafe(text, [...values]), leaseMs: 1000 }), standByMs: 100 },
);
await feed.run(
  async ({ events }) => {
    for (const number of events) writeSync(1, `${number}\n`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  },
  { until: "caught-up" },
);
writeSync(1, "end\n");
await sql.end();
