import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";

/** The root of this repository. */
export const ROOT = resolve(import.meta.dirname, "../../../..");

/**
 * The services that have a contract, `specs/<service>/openapi.yaml`, in the order of their names.
 *
 * @param root The root of the repository. Default: this one.
 */
export function findServices(root: string = ROOT): string[] {
  return readdirSync(join(root, "specs"))
    .filter((name) => existsSync(join(root, "specs", name, "openapi.yaml")))
    .sort();
}

/** The name of a service as a part of names of types and functions: `Vault` of `vault`, `LineItems` of `line-items`. */
export function titleOf(service: string): string {
  return service
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/** The name of a service as a variable: `lineItems` of `line-items`. */
export function camelOf(service: string): string {
  const title = titleOf(service);
  return title.charAt(0).toLowerCase() + title.slice(1);
}

/** The name of the function that makes the client of a service. */
export function factoryOf(service: string): string {
  return `create${titleOf(service)}Client`;
}

/** The name of the function that reads the options of a service's client from the environment. */
export function environmentOf(service: string): string {
  return `${camelOf(service)}Environment`;
}
