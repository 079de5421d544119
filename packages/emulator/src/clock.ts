export { systemClock } from "./lib/core/time/clock.ts";
export { manualClock } from "./lib/core/time/manual-clock.ts";
export type { ManualClock } from "./lib/core/time/manual-clock.ts";
export type { Clock, OffsetClock, SettableClock } from "./lib/core/time/clock.ts";
