export * from "./generated/index.ts";
export { MissingFeatureError } from "./lib/errors.ts";
export type { EventsErrorCode } from "./lib/errors.ts";
export { eventMatches, matchAction } from "./lib/match-event.ts";
export type { ActionCases, EventPattern, KnownValue, MatchingEvent } from "./lib/match-event.ts";
export { requireFeatures } from "./lib/require-features.ts";
export type { FeatureName } from "./lib/require-features.ts";
