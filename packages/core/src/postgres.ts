export { createFleet } from "./lib/postgres/create-fleet.ts";
export type {
  Fleet,
  FleetContext,
  FleetEvent,
  FleetFeedOptions,
  FleetOptions,
  FleetStream,
  FleetSummary,
  FleetTurn,
  PostgresTransaction,
} from "./lib/postgres/fleet.ts";
export { fleetStreams } from "./lib/postgres/fleet-streams.ts";
export type { FleetChanges, FleetFailure, FleetSelection, FleetStatus, FleetStreams, FleetStreamsOptions } from "./lib/postgres/fleet-streams.ts";
export { fleetTable } from "./lib/postgres/fleet-table.ts";
export type { OwnerProcesses } from "./lib/postgres/owner-processes.ts";
export { checkpointTable, postgresCheckpoints } from "./lib/postgres/postgres-checkpoints.ts";
export type { PostgresCheckpoint, PostgresCheckpointOptions, PostgresCheckpointStore } from "./lib/postgres/postgres-checkpoints.ts";
export { postgresFailure } from "./lib/postgres/postgres-errors.ts";
export type { PostgresQuery } from "./lib/postgres/postgres-query.ts";
