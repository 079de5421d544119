/** What can happen to the requests of a test. */
export const SCENARIO_NAMES = [
  "good",
  "unavailable once",
  "unavailable twice",
  "unavailable",
  "throttled for a second",
  "throttled for an hour",
  "reset once",
  "reset",
  "stall",
  "stall in the body",
  "login page",
  "cut length",
  "cut chunk",
  "cut without a length",
  "cut once",
  "cut file",
  "whole file",
  "redirect",
  "invalid UTF-8",
  "flood",
  "refusal",
  "token refused once",
  "foreign next",
] as const;

/** The name of a scenario. */
export type ScenarioName = (typeof SCENARIO_NAMES)[number];
