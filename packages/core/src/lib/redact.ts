import type { CallContext } from "./call-context.ts";
import { isBodyInput } from "./check-input.ts";
import type { SecretTree } from "./operation.ts";

const MASK = "[redacted]";

// Long unbroken runs are tokens, keys and cursors far more often than words; ids of the services are shorter.
const LONG_RUN = /[\w+/=.~-]{40,}/g;
// Of a path, its segments are judged: it is long as a whole.
const LONG_SEGMENT = /[\w+=.~-]{40,}/g;

/** Takes out of a text whatever is secret in its call, and any long unbroken run. */
export function redact(text: string, context: CallContext): string {
  return hideSecrets(text, context).replaceAll(LONG_RUN, (run) => (run.startsWith("/") ? run.replaceAll(LONG_SEGMENT, MASK) : MASK));
}

/** Takes out of a text whatever is secret in its call: the credential, the secret parts of the input, positions. */
export function hideSecrets(text: string, context: CallContext): string {
  return secretsOf(context).reduce((shown, secret) => shown.replaceAll(secret, MASK), text);
}

/** An error as the cause of another: a copy of what helps. What else a transport hangs on its errors may hold the request. */
export function redactCause(cause: unknown, context: CallContext, depth = 0): Error | undefined {
  if (!(cause instanceof Error) || depth > 5) return undefined;
  const { name, message, stack, code, cause: inner } = cause as Error & { readonly code?: unknown };
  const copied = redactCause(inner, context, depth + 1);
  const copy = new Error(redact(message, context), copied && { cause: copied });
  const frames = stack?.match(/^ +at .*$/gm) ?? [];
  copy.name = redact(name, context);
  copy.stack = [String(copy), ...frames.map((frame) => hideSecrets(frame, context))].join("\n");
  return typeof code === "string" ? Object.assign(copy, { code: redact(code, context) }) : copy;
}

function secretsOf({ call: { operation }, input, credential }: CallContext): string[] {
  const found: string[] = [];
  const { pagination, secrets } = operation;
  const position = pagination !== undefined && "cursor" in pagination ? input[pagination.cursor] : undefined;
  collect([credential?.replace(/^\w+ /, ""), input["clientId"], input["clientSecret"], position], true, found);
  collect(isBodyInput(operation) ? input : input["body"], secrets?.request, found);
  // The longest first, so that none is cut by a shorter one inside it.
  return found.filter((secret) => secret.length > 2).sort((a, b) => b.length - a.length);
}

const ENTITIES: { readonly [character: string]: string } = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "#39" };

function collect(value: unknown, tree: SecretTree | undefined, found: string[]): void {
  if (tree === undefined || value === null) return;
  if (typeof value === "object") for (const [name, member] of Object.entries(value)) collect(member, branchOf(tree, name), found);
  if (tree !== true || (typeof value !== "string" && typeof value !== "number")) return;
  const text = String(value);
  found.push(text);
  // And as JSON, an address, a form and a page write it, where they write it otherwise.
  if (/[^\w.-]/.test(text)) {
    const page = text.replaceAll(/[&<>"']/g, (character) => `&${ENTITIES[character]};`);
    found.push(JSON.stringify(text).slice(1, -1), encodeURIComponent(text), new URLSearchParams({ "": text }).toString().slice(1), page);
  }
}

/** The part of a tree that is about a member, or about each element of an array. */
export function branchOf(tree: SecretTree, name: string): SecretTree | undefined {
  if (tree === true) return true;
  if (Array.isArray(tree)) return (tree as readonly [SecretTree])[0];
  // A member may be named as what every object has from the language.
  return Object.hasOwn(tree, name) ? (tree as { readonly [name: string]: SecretTree })[name] : undefined;
}
