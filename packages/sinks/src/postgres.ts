export { eventTable } from "./lib/postgres/event-table.ts";
export type { EventTableOptions } from "./lib/postgres/event-table.ts";
export { postgresSink } from "./lib/postgres/postgres-sink.ts";
export type { PostgresSink, PostgresSinkOptions } from "./lib/postgres/postgres-sink.ts";
export type { PgClient, PgPool, PgResult } from "./lib/postgres/transaction.ts";
export { postgresTransaction, postgresWriter } from "./lib/postgres/postgres-writer.ts";
export type { PostgresWriterOptions, WriterContext } from "./lib/postgres/postgres-writer.ts";
