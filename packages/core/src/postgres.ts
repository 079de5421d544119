export { checkpointTable, postgresCheckpoints } from "./lib/postgres/postgres-checkpoints.ts";
export type { PostgresCheckpoint, PostgresCheckpointOptions, PostgresCheckpointStore, PostgresQuery } from "./lib/postgres/postgres-checkpoints.ts";
