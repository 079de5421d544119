import type { Services } from "../core/emulated.ts";
import type { Fault } from "../core/faults/fault.ts";
import type { InjectedFault } from "../core/faults/faults.ts";
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
export function faultView(service: string, { id, fault, hits }: InjectedFault): object {
  return { id, service, ...fault, hits };
}
