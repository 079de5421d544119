import type { CheckpointStore } from "@keywright/core/feeds";
import { Pool } from "pg";
import type { Sink, SinkOptions } from "../../src/index.ts";
import { postgresSink } from "../../src/postgres.ts";
import type { TrialEvent } from "../../src/sink-rules.ts";
import type { WriteJob } from "./write-job.ts";

const OPTIONS: SinkOptions<TrialEvent> = {
  stream: "trialEvents",
  idOf: ({ id }) => id,
  timeOf: ({ at }) => at,
  typeOf: ({ action }) => action,
  timeoutMs: 5000,
  maxBackoffMs: 50,
};

/** Opens the sink of a job, with its store. */
export async function openSink(job: WriteJob): Promise<{ readonly sink: Sink<TrialEvent>; readonly store: CheckpointStore; end(): Promise<void> }> {
  const pool = new Pool({ connectionString: job.url, connectionTimeoutMillis: 5000 });
  pool.on("error", () => {});
  const sink = postgresSink<TrialEvent>({ ...OPTIONS, pool, leaseMs: 500 });
  return { sink, store: sink, end: () => pool.end() };
}
