import { notify, type Rules } from "@keywright/core/client";
import type { Batch } from "@keywright/core/feeds";
import type { PostgresQuery, PostgresTransaction } from "@keywright/core/postgres";
import { checkSinkOptions } from "../create-sink.ts";
import { createDelivery, type Written } from "../delivery.ts";
import { isSinkError } from "../sink-error.ts";
import type { SinkEvent, SinkOptions } from "../sink.ts";
import { EVENT_TABLE, TABLE_RULES } from "./event-table.ts";
import { insertInto } from "./insert.ts";
import { postgresError } from "./postgres-errors.ts";
import { inSavepoint, inTransaction, type PgPool, type PgQuery } from "./transaction.ts";

/** The options of {@link postgresWriter}. */
export interface PostgresWriterOptions<Event> extends SinkOptions<Event> {
  /** The account of the events. */
  readonly account: string;
  /** The table that `eventTable({ accounts: true })` creates. @default "keywright_events" */
  readonly table?: string | undefined;
}

/** What a writer needs of its caller, such as the context of a fleet's handler. */
export interface WriterContext {
  /** Runs a statement on the connection of the transaction. It takes arrays, as `pg` does. */
  readonly query: PostgresQuery;
  readonly signal: AbortSignal;
  /** From 2 on, events that Postgres rejects become dead letters; before that, the batch fails. */
  readonly attempt: number;
}

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
const RULES: Rules = { ...TABLE_RULES, account: [isText, "the name of the account", { isNeeded: true }] };

/**
 * Returns a function that writes the batches of an account in transactions of its caller, such as
 * those of `createFleet` of `@keywright/core/postgres`. It retries nothing.
 *
 * @throws ConfigurationError if an option is invalid.
 */
export function postgresWriter<Event>(options: PostgresWriterOptions<Event>): (batch: Batch<Event>, context: WriterContext) => Promise<void> {
  checkSinkOptions("postgresWriter", options, RULES, "stream, idOf and account");
  const { account, stream, table = EVENT_TABLE } = options;
  const emit = (event: SinkEvent): void => notify(options.onEvent, event);
  const report = ({ events, bytes, repeated, differing: ids = [] }: Written): void => {
    emit({ type: "written", stream, events, bytes, repeated, durationMs: 0 });
    if (ids.length > 0) emit({ type: "differing", stream, ids });
  };
  return async (batch, { query, signal, attempt }) => {
    const run = query as PgQuery;
    const { write } = createDelivery(batch, signal, options, report, emit);
    const insert = async (records: Parameters<Parameters<typeof write>[0]>[0]) => {
      const work = () => insertInto({ table, stream, account }, records, run);
      try {
        // Savepoints take time, so they are only used after a rejected event.
        return await (attempt > 1 ? inSavepoint(run, work) : work());
      } catch (error) {
        const known = postgresError(error, table);
        // The fleet repeats a conflict and waits for Postgres, by the errors of its client.
        throw isSinkError(known, "unavailable") || (attempt === 1 && isSinkError(known, "rejected")) ? error : known;
      }
    };
    await write(insert, { attempt: (work) => work(signal), onWritten: report });
  };
}

/** Returns the transactions of a `Pool` of `pg`, for `createFleet`. */
export function postgresTransaction(pool: PgPool): PostgresTransaction {
  return (work) => inTransaction(pool, work);
}
