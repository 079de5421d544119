export { createManagementEmulator } from "./lib/management/create-management-emulator.ts";
export type { ManagementEmulator, ManagementEmulatorOptions } from "./lib/management/create-management-emulator.ts";
export type { AppDraft, ManagementSeedOptions, ManagementTokenOptions, NewAuditEvent, PersonDraft, RunDraft, UserDraft } from "./generated/seed.ts";
export type {
  AuditEventRecord,
  AuthorizationCode,
  ClientApp,
  ManagementToken,
  Named,
  PersonFields,
  PersonRecord,
  RefreshToken,
  RunRecord,
  ScimUserRecord,
  Signal,
  WaitPlan,
  WorkflowRecord,
  WorkflowVariable,
} from "./lib/management/state/records.ts";
export type { AuditLog } from "./lib/management/state/audit-log.ts";
export type { ManagementSeed, ManagementStore, Organization } from "./lib/management/state/store.ts";
export { systemClock } from "./lib/core/time/clock.ts";
export type { Clock, OffsetClock, SettableClock } from "./lib/core/time/clock.ts";
export { manualClock } from "./lib/core/time/manual-clock.ts";
export type { ManualClock } from "./lib/core/time/manual-clock.ts";
export { SCENARIOS } from "./lib/scenarios/built-in.ts";
export { startScenario } from "./lib/scenarios/scenario.ts";
export type { Scenario, ScenarioFault, ScenarioStart } from "./lib/scenarios/scenario.ts";
