import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";

/** The root of this repository. */
export const ROOT = resolve(import.meta.dirname, "../../../..");

/**
 * Returns the services with a contract, `specs/<service>/openapi.yaml`, sorted by name.
 *
 * @param root The root of the repository. Default: this one.
 */
export function findServices(root: string = ROOT): string[] {
  return readdirSync(join(root, "specs"))
    .filter((name) => existsSync(join(root, "specs", name, "openapi.yaml")))
    .sort();
}

/** The folder of contracts that belong to others. No rule of this repository applies to them. */
export const VENDORS = "specs/vendor";

/** Returns the services whose contract belongs to others, `specs/vendor/<service>`, by name. */
export function findVendors(root: string = ROOT): string[] {
  const folder = join(root, VENDORS);
  const found = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  return found.flatMap((entry) => (entry.isDirectory() ? entry.name : [])).sort();
}

/** Returns a service's name in types and functions, such as `LineItems` for `line-items`. */
export function titleOf(service: string): string {
  return service
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/** Returns the name of a service as a variable: `lineItems` for `line-items`. */
export function camelOf(service: string): string {
  const title = titleOf(service);
  return title.charAt(0).toLowerCase() + title.slice(1);
}

export function factoryOf(service: string): string {
  return `create${titleOf(service)}Client`;
}

/** The name of the function that reads the client options of a service from the environment. */
export function environmentOf(service: string): string {
  return `${camelOf(service)}Environment`;
}
