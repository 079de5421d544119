import { localProcesses } from "@keywright/core/node";
import { openPool } from "../connections/postgres-pool.ts";
import { sinkLabel } from "../settings/settings.ts";
import type { OpenSink } from "./sink.ts";
import { sinkOptions } from "./sink-options.ts";

/** A table of Postgres, exactly once: its position is committed with the events. */
export const openPostgres: OpenSink<{ readonly url: string }> = async (job, { url }, context) => {
  const { postgresSink } = await import("@keywright/sinks/postgres");
  const pool = await openPool(url, sinkLabel(job), context);
  const sink = postgresSink({ ...sinkOptions(job, context), pool, table: job.sink.table, processes: localProcesses() });
  return {
    handle: sink.handle,
    store: sink,
    async close() {
      await sink.close();
      await pool.end();
    },
  };
};
