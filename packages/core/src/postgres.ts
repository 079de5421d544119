export type { OwnerProcesses } from "./lib/postgres/owner-processes.ts";
export { checkpointTable, postgresCheckpoints } from "./lib/postgres/postgres-checkpoints.ts";
export type { PostgresCheckpoint, PostgresCheckpointOptions, PostgresCheckpointStore } from "./lib/postgres/postgres-checkpoints.ts";
export { postgresFailure } from "./lib/postgres/postgres-errors.ts";
export type { PostgresQuery } from "./lib/postgres/postgres-query.ts";
