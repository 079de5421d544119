export { useEmulators } from "./lib/testing/use-emulators.ts";
export type { ClientOptions, EmulatorSeeds, Emulators, Hook, RunnerHooks } from "./lib/testing/use-emulators.ts";
export type { ManualClock } from "./lib/core/time/manual-clock.ts";
