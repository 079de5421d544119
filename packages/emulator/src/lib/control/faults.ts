import { emulatorsOf, type Services } from "../core/emulated.ts";
import type { Fault, InjectedFault } from "../core/faults/faults.ts";
import { whichOf } from "../core/values/nearest-name.ts";
import { type Scenario, startScenario } from "../scenarios/scenario.ts";
import { type ControlRoutes, errorResponse, withBody } from "./route.ts";

/** The routes of faults. */
export function faultRoutes(services: Services): ControlRoutes {
  const all = () => [...services].flatMap(([service, { emulator }]) => emulator.faults().map((injected) => ({ service, injected })));
  // `inject` checks the rest.
  const schema = { type: "object", required: ["service"], properties: { service: { type: "string", enum: [...services.keys()] } } };
  return {
    "GET /faults": ({ query }) => {
      const isUnused = query.get("unused") === "true";
      const faults = all().filter(({ injected }) => !isUnused || injected.hits === 0);
      return { status: 200, body: faults.map(({ service, injected }) => faultView(service, injected)) };
    },
    "POST /faults": withBody<Fault & { readonly service: string }>(schema, ({ service, ...fault }) => {
      const injected = services.get(service)?.emulator.inject(fault);
      return { status: 201, body: injected && faultView(service, injected) };
    }),
    "DELETE /faults": () => {
      for (const { injected } of all()) injected.remove();
      return { status: 204 };
    },
    "DELETE /faults/{id}": ({ path }) => {
      const found = all().find(({ injected }) => injected.id === path["id"]);
      found?.injected.remove();
      return found === undefined ? errorResponse(404, `There is no fault ${path["id"]}`) : { status: 204 };
    },
  };
}

/** Returns a fault as the control port shows it. */
function faultView(service: string, { id, fault, hits }: InjectedFault): object {
  return { id, service, ...fault, hits };
}

const SCENARIO = { type: "object", additionalProperties: false, required: ["name"], properties: { name: { type: "string" } } };

/** The routes of scenarios. Removing their faults stops them. */
export function scenarioRoutes(services: Services, scenarios: readonly Scenario[]): ControlRoutes {
  return {
    "GET /scenarios": () => ({ status: 200, body: scenarios }),
    "POST /scenarios": withBody<{ readonly name: string }>(SCENARIO, ({ name }) => {
      const wanted = scenarios.find((scenario) => scenario.name === name);
      const names = scenarios.map((scenario) => scenario.name);
      if (wanted === undefined) return errorResponse(400, `There is no scenario ${name}${whichOf(name, names)}`);
      return { status: 201, body: startScenario(emulatorsOf(services), wanted).map(({ service, injected }) => faultView(service, injected)) };
    }),
  };
}
