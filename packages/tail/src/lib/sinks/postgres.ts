import { memoryCheckpoints } from "@keywright/core/feeds";
import { localProcesses } from "@keywright/core/node";
import { openPool } from "../connections/postgres-pool.ts";
import { type RemoteAddress, sinkLabel } from "../settings/settings.ts";
import type { OpenSink } from "./sink.ts";
import { sinkOptions } from "./sink-options.ts";

/** A table of Postgres, exactly once: its position is committed with the events. */
export const openPostgres: OpenSink<RemoteAddress> = async (job, address, context) => {
  const { postgresSink, postgresTransaction, postgresWriter } = await import("@keywright/sinks/postgres");
  const pool = await openPool(address, sinkLabel(job), context);
  const { account } = job;
  if (account !== undefined) {
    const write = postgresWriter({ ...sinkOptions(job, context), account, table: job.sink.table });
    const transaction = postgresTransaction(pool);
    // A repair leaves the position of the fleet alone. It has one attempt, which may reject events.
    return {
      handle: (batch, call) => transaction((query) => write(batch, { ...call, query, attempt: 2 })),
      store: memoryCheckpoints(),
      close: () => pool.end(),
    };
  }
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
