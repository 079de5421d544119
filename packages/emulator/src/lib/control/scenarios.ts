import type { Services } from "../core/emulated.ts";
import { whichOf } from "../core/values/nearest-name.ts";
import { type Scenario, startScenario } from "../scenarios/scenario.ts";
import { faultView } from "./faults.ts";
import { type ControlRoutes, errorResponse, withBody } from "./route.ts";

const SCHEMA = { type: "object", additionalProperties: false, required: ["name"], properties: { name: { type: "string" } } };

/** The routes of scenarios. Removing their faults stops them. */
export function scenarioRoutes(services: Services, scenarios: readonly Scenario[]): ControlRoutes {
  return {
    "GET /scenarios": () => ({ status: 200, body: scenarios }),
    "POST /scenarios": withBody<{ readonly name: string }>(SCHEMA, ({ name }) => {
      const wanted = scenarios.find((scenario) => scenario.name === name);
      const names = scenarios.map((scenario) => scenario.name);
      if (wanted === undefined) return errorResponse(400, `There is no scenario ${name}${whichOf(name, names)}`);
      return { status: 201, body: startScenario(services, wanted).map(({ service, injected }) => faultView(service, injected)) };
    }),
  };
}
