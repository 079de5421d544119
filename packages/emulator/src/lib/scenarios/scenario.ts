import type { Emulator } from "../core/create-emulator.ts";
import type { Fault, InjectedFault } from "../core/faults/faults.ts";
import { checkObject, checkOptions, type Rules, STRING } from "../core/values/check-options.ts";
import { isObject } from "../core/values/json.ts";
import { whichOf } from "../core/values/nearest-name.ts";

/** A fault of a service; of all services without `service`. */
export type ScenarioFault = Fault & { readonly service?: string };

/** Faults with a name. */
export interface Scenario {
  readonly name: string;
  readonly description?: string;
  readonly faults: readonly ScenarioFault[];
}

/** A fault that a scenario added to a service. */
export interface ScenarioStart {
  readonly service: string;
  readonly injected: InjectedFault;
}

const RULES: Rules<Scenario> = {
  name: [STRING[0], STRING[1], true],
  description: STRING,
  faults: [(value) => Array.isArray(value) && value.every(isObject), "an array of faults", true],
};

/** The schema of a file with scenarios. `inject` checks the rest of each fault. */
export const SCENARIOS_SCHEMA = {
  type: "array",
  minItems: 1,
  items: {
    type: "object",
    additionalProperties: false,
    required: ["name", "faults"],
    properties: {
      name: { type: "string", minLength: 1 },
      description: { type: "string" },
      faults: {
        type: "array",
        minItems: 1,
        items: { type: "object", required: ["operationId"], properties: { service: { type: "string" }, operationId: { type: "string" } } },
      },
    },
  },
};

/**
 * Adds the faults of a scenario to emulators.
 *
 * @param emulators By the names of their services.
 * @throws TypeError if a service is unknown, or if a fault is invalid.
 */
export function startScenario(
  emulators: { readonly [service: string]: Pick<Emulator<unknown, unknown>, "inject"> },
  scenario: Scenario,
): readonly ScenarioStart[] {
  checkObject("the emulators of startScenario", emulators);
  checkOptions("the scenario", scenario, RULES);
  const { name, faults } = scenario;
  const started: ScenarioStart[] = [];
  try {
    for (const { service, ...fault } of faults) {
      for (const each of service === undefined ? Object.keys(emulators) : [service]) {
        const found = emulators[each];
        if (typeof found?.inject !== "function") throw new TypeError(`there is no service ${each}${whichOf(each, Object.keys(emulators))}`);
        started.push({ service: each, injected: found.inject(fault) });
      }
    }
  } catch (error) {
    throw new TypeError(`scenario ${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  return started;
}
