export { sinkRules } from "./lib/rules/sink-rules.ts";
export type { SinkRule } from "./lib/rules/sink-rules.ts";
export type { SinkFigures, SinkPromises, SinkTrial, TrialEvent, TrialFault, TrialOptions } from "./lib/rules/sink-trial.ts";
