export { SCENARIOS } from "./lib/scenarios/built-in.ts";
export { startScenario } from "./lib/scenarios/scenario.ts";
export type { Scenario, ScenarioFault, ScenarioStart } from "./lib/scenarios/scenario.ts";
