export { checkpointTable, postgresCheckpoints } from "./lib/postgres/postgres-checkpoints.ts";
export type { PostgresCheckpointOptions, PostgresQuery } from "./lib/postgres/postgres-checkpoints.ts";
