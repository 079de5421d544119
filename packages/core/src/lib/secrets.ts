import type { ValueTree } from "./contract.ts";

const REDACTED = "[redacted]";

// Long runs are usually tokens, keys or cursors; ids of the services are shorter. A port is matched
// separately, so that the path after it is a separate run.
const LONG_RUN = /:\d{1,5}(?=\/)|[\w+/=.~-]{40,}/g;
// A path is checked by segment, because a whole path is often long.
const LONG_SEGMENT = /[\w+=.~-]{40,}/g;
// A long host name has a dot after fewer characters than a secret, and no capitals.
const HOST = /^([a-z\d-]{1,39}\.)+[a-z]{2,39}$/;

/** Redacts known secrets and long token-like runs. Addresses keep origin and short segments. */
export function redact(text: string, secrets: readonly string[]): string {
  return hideSecrets(text, secrets).replaceAll(LONG_RUN, (run) => {
    const [head = ""] = run.split("/", 1);
    if (head === "" || head.startsWith(":") || HOST.test(head)) return run.replaceAll(LONG_SEGMENT, (segment) => (HOST.test(segment) ? segment : REDACTED));
    return REDACTED;
  });
}

/** Redacts known secrets in a text. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, REDACTED), text);
}

/** Copies an error as a cause, with safe properties: a transport may attach the request. */
export function redactCause(cause: unknown, secrets: readonly string[], depth = 0): Error | undefined {
  if (!(cause instanceof Error) || depth > 5) return undefined;
  const copied = redactCause(cause.cause, secrets, depth + 1);
  const copy = new Error(redact(cause.message, secrets), copied && { cause: copied });
  const frames = cause.stack?.match(/^ +at .*$/gm) ?? [];
  copy.name = redact(cause.name, secrets);
  copy.stack = [String(copy), ...frames.map((frame) => hideSecrets(frame, secrets))].join("\n");
  return "code" in cause && typeof cause.code === "string" ? Object.assign(copy, { code: redact(cause.code, secrets) }) : copy;
}

/** Returns secret values as strings, longest first, so that one in another does not split it. */
export function secretsIn(values: readonly unknown[], body?: unknown, tree?: ValueTree): readonly string[] {
  const found: string[] = [];
  collect(values, true, found);
  collect(body, tree, found);
  return found.filter((secret) => secret.length > 2).sort((a, b) => b.length - a.length);
}

const ENTITIES: { readonly [character: string]: string } = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "#39" };

function collect(value: unknown, tree: ValueTree | undefined, found: string[]): void {
  if (tree === undefined || value === null) return;
  if (typeof value === "object") for (const [name, member] of Object.entries(value)) collect(member, branchOf(tree, name), found);
  if (tree !== true || (typeof value !== "string" && typeof value !== "number")) return;
  const text = String(value);
  found.push(text);
  // Also as JSON, URLs, forms and HTML encode it, if that differs.
  if (/[^\w.-]/.test(text)) {
    const page = text.replaceAll(/[&<>"']/g, (character) => `&${ENTITIES[character]};`);
    found.push(JSON.stringify(text).slice(1, -1), encodeURIComponent(text), new URLSearchParams({ "": text }).toString().slice(1), page);
  }
}

/** Returns the subtree of a property, or of each element of an array. */
export function branchOf(tree: ValueTree, name: string): ValueTree | undefined {
  if (tree === true) return true;
  if (isList(tree)) return tree[0];
  // A property may have the name of an inherited one, such as `constructor`.
  return Object.hasOwn(tree, name) ? tree[name] : undefined;
}

function isList(tree: ValueTree): tree is readonly [ValueTree] {
  return Array.isArray(tree);
}

/** Copies a JSON value, with `[secret]` in the place of its secrets. */
export function maskedCopy(value: unknown, tree: ValueTree | undefined): unknown {
  if (tree === undefined || value === null) return value;
  if (tree === true) return "[secret]";
  if (typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((element, index) => maskedCopy(element, branchOf(tree, String(index))));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, maskedCopy(member, branchOf(tree, name))]));
}

// https://nodejs.org/api/util.html#utilinspectcustom: a registered symbol of other runtimes, too.
const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/** One hook for each subtree, so that objects keep the same hidden class. */
const hooks = new WeakMap<object, PropertyDescriptor>();

/**
 * Masks the secrets of a response's value when it is printed: `console.log` and `inspect` show
 * `[secret]` instead.
 *
 * Code and `JSON.stringify` still see the values, because an item can be sent back to the service.
 */
export function maskSecrets(value: unknown, tree: ValueTree | undefined): void {
  if (tree === undefined || tree === true || typeof value !== "object" || value === null) return;
  let holdsSecret = false;
  for (const name of Object.keys(Array.isArray(tree) ? value : tree)) {
    if (!Object.hasOwn(value, name)) continue;
    const branch = branchOf(tree, name);
    if (branch === true) holdsSecret = true;
    else maskSecrets(Reflect.get(value, name), branch);
  }
  if (holdsSecret) Object.defineProperty(value, INSPECT, hooks.get(tree) ?? createHook(tree));
}

function createHook(tree: ValueTree & object): PropertyDescriptor {
  const hook: PropertyDescriptor = {
    value(this: object) {
      return Object.fromEntries(Object.entries(this).map(([name, member]) => [name, branchOf(tree, name) === true ? "[secret]" : member]));
    },
    enumerable: false,
    configurable: true,
    writable: true,
  };
  hooks.set(tree, hook);
  return hook;
}
