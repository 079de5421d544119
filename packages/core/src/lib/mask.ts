import type { SecretTree } from "./operation.ts";
import { branchOf } from "./redact.ts";

// https://nodejs.org/api/util.html#utilinspectcustom: registered for every copy and understood by other runtimes.
const INSPECT = Symbol.for("nodejs.util.inspect.custom");
const MASK = "[secret]";

type Json = { readonly [name: string]: unknown };

/** One hook for each part of a tree: objects of one shape keep one shape. */
const hooks = new WeakMap<object, PropertyDescriptor>();

/**
 * Makes an answer print without its secrets: `console.log` and `inspect` show `[secret]` in their place.
 *
 * The values stay as they are, in code and in `JSON.stringify`: an item is data that goes back to the service.
 */
export function maskSecrets(value: unknown, tree: SecretTree | undefined): void {
  if (tree === undefined || tree === true || typeof value !== "object" || value === null) return;
  let holdsSecret = false;
  for (const name of Object.keys(Array.isArray(tree) ? value : tree)) {
    if (!Object.hasOwn(value, name)) continue;
    const branch = branchOf(tree, name);
    if (branch === true) holdsSecret = true;
    else maskSecrets((value as Json)[name], branch);
  }
  if (holdsSecret) Object.defineProperty(value, INSPECT, hooks.get(tree) ?? createHook(tree));
}

function createHook(tree: SecretTree & object): PropertyDescriptor {
  const hook: PropertyDescriptor = {
    value(this: Json) {
      return Object.fromEntries(Object.entries(this).map(([name, member]) => [name, branchOf(tree, name) === true ? MASK : member]));
    },
    enumerable: false,
    configurable: true,
    writable: true,
  };
  hooks.set(tree, hook);
  return hook;
}
