import type { Fault } from "../core/fault.ts";
import type { InjectedFault } from "../core/faults.ts";
import type { Services } from "../core/emulated.ts";
import { type ControlRoutes, withBody } from "./route.ts";

/** A fault of a service. */
type ServiceFault = Fault & { readonly service: string };

/** The routes of faults, and a function that forgets them. */
export function faultRoutes(services: Services): { readonly routes: ControlRoutes; forget(): void } {
  let faults: { readonly fault: ServiceFault; readonly injected: InjectedFault }[] = [];
  const facts = () => faults.map(({ fault, injected }) => ({ ...fault, hits: injected.hits }));
  // `inject` checks the rest.
  const schema = { type: "object", required: ["service"], properties: { service: { type: "string", enum: [...services.keys()] } } };
  const forget = (): void => {
    for (const { injected } of faults) injected.remove();
    faults = [];
  };
  return {
    forget,
    routes: {
      "GET /faults": () => ({ status: 200, body: facts() }),
      "POST /faults": withBody<ServiceFault>(schema, (fault) => {
        const { service, ...rest } = fault;
        const injected = services.get(service)?.emulator.inject(rest);
        if (injected !== undefined) faults.push({ fault, injected });
        return { status: 201, body: facts().at(-1) };
      }),
      "DELETE /faults": () => {
        forget();
        return { status: 204 };
      },
    },
  };
}
