import type { Services } from "../core/emulated.ts";
import { whichOf } from "../core/values/nearest-name.ts";
import type { RecordedRequest, RequestsOptions } from "../core/log/recorded-request.ts";
import { type ControlRoutes, errorResponse } from "./route.ts";

/** The parameters that select requests by a property with the same name. */
const FILTERS = ["service", "operationId", "method", "status"] as const;

/** Returns the recorded requests of all services, the oldest first. */
export function recordedRequests(services: Services, options: RequestsOptions): readonly RecordedRequest[] {
  return [...services.values()].flatMap(({ emulator }) => emulator.requests(options)).sort((one, other) => one.sequence - other.sequence);
}

/** The routes of the recorded requests. */
export function requestRoutes(services: Services): ControlRoutes {
  const recorded = (options: RequestsOptions): readonly RecordedRequest[] => recordedRequests(services, options);
  return {
    "GET /requests": ({ query }) => {
      const names = ["since", ...FILTERS];
      const unknown = [...query.keys()].find((name) => !names.includes(name));
      if (unknown !== undefined) return errorResponse(400, `${unknown} is not a parameter of GET /requests${whichOf(unknown, names)}`);
      const since = Number(query.get("since") ?? 0);
      if (!Number.isInteger(since)) return errorResponse(400, "since must be a whole number, such as `next` of an earlier response");
      const requests = recorded({ since });
      const wanted = requests.filter((request) => FILTERS.every((name) => !query.has(name) || query.getAll(name).includes(String(request[name]))));
      return { status: 200, body: { requests: wanted, next: requests.at(-1)?.sequence ?? since } };
    },
    "GET /requests/{sequence}": ({ path }) => {
      const sequence = Number(path["sequence"]);
      const found = Number.isInteger(sequence) ? recorded({ since: sequence - 1, limit: 1, masked: false })[0] : undefined;
      return found?.sequence === sequence ? { status: 200, body: found } : errorResponse(404, `There is no recorded request ${path["sequence"]}`);
    },
    "DELETE /requests": () => {
      for (const { emulator } of services.values()) emulator.clearRequests();
      return { status: 204 };
    },
  };
}
