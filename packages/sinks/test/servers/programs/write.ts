import { writeSync } from "node:fs";
import { createFeed } from "@keywright/core/feeds";
import { openSink } from "../open-sink.ts";
import { streamOf, type WriteJob } from "../write-job.ts";

/** A process that writes a stream to a target. It prints a line for each page that it requests, and its memory at its end. */
const job = JSON.parse(process.argv[2] ?? "") as WriteJob;
const { store, sink, end } = openSink(job);
let most = 0;
const source = streamOf(job, (from) => {
  writeSync(1, `${from}\n`);
  most = Math.max(most, process.memoryUsage.rss());
});
await createFeed(source, { store, since: "2026-03-02T08:00:00Z", standByMs: 50, maxHandlerAttempts: 1 }).run(sink.handle, { until: "caught-up" });
await sink.close();
await end();
writeSync(1, `memory ${Math.round(most / 1_000_000)}\n`);
