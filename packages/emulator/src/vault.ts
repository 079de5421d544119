export { createVaultEmulator } from "./lib/vault/create-vault-emulator.ts";
export type { VaultEmulator, VaultEmulatorOptions } from "./lib/vault/create-vault-emulator.ts";
export type { FileDraft, ItemDraft, VaultDraft, VaultSeedOptions, VaultTokenOptions } from "./generated/seed.ts";
export type {
  RequestCount,
  StoredField,
  StoredFile,
  StoredItem,
  StoredVault,
  VaultSeed,
  VaultServer,
  VaultStore,
  VaultToken,
} from "./lib/vault/state/store.ts";
export { systemClock } from "./lib/core/time/clock.ts";
export type { Clock, OffsetClock, SettableClock } from "./lib/core/time/clock.ts";
export { manualClock } from "./lib/core/time/manual-clock.ts";
export type { ManualClock } from "./lib/core/time/manual-clock.ts";
export { SCENARIOS } from "./lib/scenarios/built-in.ts";
export { startScenario } from "./lib/scenarios/scenario.ts";
export type { Scenario, ScenarioFault, ScenarioStart } from "./lib/scenarios/scenario.ts";
