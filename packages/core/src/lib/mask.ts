import type { SecretTree } from "./operation.ts";
import { branchOf } from "./redact.ts";

// https://nodejs.org/api/util.html#utilinspectcustom: registered for every copy and understood by other runtimes.
const INSPECT = Symbol.for("nodejs.util.inspect.custom");
const MASK = "[secret]";

/**
 * Makes an answer print without its secrets: `console.log` and `inspect` show `[secret]` in their place.
 *
 * The values stay as they are, in code and in `JSON.stringify`: an item is data that goes back to the service.
 */
export function maskSecrets(value: unknown, tree: SecretTree | undefined): void {
  if (tree === undefined || tree === true || typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value)) maskSecrets(member, branchOf(tree, name));
  if (!Object.keys(value).some((name) => branchOf(tree, name) === true)) return;
  Object.defineProperty(value, INSPECT, { value: () => shownOf(value as Json, tree), enumerable: false, configurable: true, writable: true });
}

type Json = { readonly [name: string]: unknown };

function shownOf(value: Json, tree: SecretTree): Json {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, branchOf(tree, name) === true ? MASK : member]));
}
