import { findServices } from "@keywright/tool-test-kit/services";
import { loadService, type Service } from "./load-service.ts";

/** All services of this repository, sorted by name. */
export const services: readonly Service[] = await Promise.all(findServices().map((name) => loadService(name)));

/**
 * Returns one of the services.
 *
 * @throws Error if there is no service of that name.
 */
export function serviceOf(name: string): Service {
  const service = services.find((each) => each.name === name);
  if (service === undefined) throw new Error(`specs has no service ${name}; expected one of ${services.map((each) => each.name).join(", ")}`);
  return service;
}
