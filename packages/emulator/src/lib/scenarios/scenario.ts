import type { Services } from "../core/emulated.ts";
import type { Fault, InjectedFault } from "../core/faults/faults.ts";
import { whichOf } from "../core/values/nearest-name.ts";

/** A fault of a service; of all services without `service`. */
export type ScenarioFault = Fault & { readonly service?: string };

/** Faults with a name. */
export interface Scenario {
  readonly name: string;
  readonly description?: string;
  readonly faults: readonly ScenarioFault[];
}

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
 * Injects the faults of a scenario.
 *
 * @throws TypeError if a service is unknown, or if a fault is invalid.
 */
export function startScenario(services: Services, { name, faults }: Scenario): readonly { readonly service: string; readonly injected: InjectedFault }[] {
  const started: { readonly service: string; readonly injected: InjectedFault }[] = [];
  try {
    for (const { service, ...fault } of faults) {
      for (const each of service === undefined ? [...services.keys()] : [service]) {
        const found = services.get(each);
        if (found === undefined) throw new TypeError(`there is no service ${each}${whichOf(each, [...services.keys()])}`);
        started.push({ service: each, injected: found.emulator.inject(fault) });
      }
    }
  } catch (error) {
    throw new TypeError(`scenario ${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  return started;
}
