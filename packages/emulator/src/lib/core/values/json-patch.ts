import { InvalidInput } from "./issues.ts";
import { isObject, type Json, parsePointer, writePointer } from "./json.ts";

/** A change with a parsed path. */
export type Change =
  | { readonly op: "add" | "replace"; readonly tokens: readonly string[]; readonly value: unknown }
  | { readonly op: "remove"; readonly tokens: readonly string[] };

/** Arrays whose elements are addressed by a key instead of an index. */
export interface KeyedLists {
  /** Returns whether the array at a path is keyed. */
  isKeyed(path: readonly string[]): boolean;
  /** Returns the index of an element, or -1. */
  find(list: readonly unknown[], key: string): number;
  /** Returns an element with its key. @throws InvalidInput if the element has another key. */
  withKey(element: unknown, key: string): unknown;
}

const NO_KEYED_LISTS: KeyedLists = { isKeyed: () => false, find: () => -1, withKey: (element) => element };

/**
 * Applies the operations add, remove and replace of RFC 6902 in order.
 *
 * The document itself is not changed, so a patch that fails has no effect.
 *
 * @throws InvalidInput if an operation cannot be applied.
 */
export function applyPatch(document: unknown, patch: unknown, keyed: KeyedLists = NO_KEYED_LISTS): unknown {
  if (!Array.isArray(patch)) throw new InvalidInput("a patch must be an array of operations");
  return patch.reduce<unknown>((current, operation) => applyChange(current, readChange(operation, parsePointer), keyed), document);
}

/**
 * Reads one operation. Unknown properties are ignored (RFC 6902 §4).
 *
 * @param readPath Parses the path of the operation.
 */
export function readChange(operation: unknown, readPath: (path: unknown) => readonly string[]): Change {
  const { op, path, value }: Json = isObject(operation) ? operation : {};
  if (op !== "add" && op !== "remove" && op !== "replace") throw new InvalidInput("the operation must be add, remove or replace");
  const tokens = readPath(path);
  if (op === "remove") return { op, tokens };
  // JSON has no `undefined`, so the property is missing.
  if (value === undefined) throw new InvalidInput(`${op} needs a value`);
  return { op, tokens, value };
}

/** Applies one change. */
export function applyChange(document: unknown, change: Change, keyed: KeyedLists = NO_KEYED_LISTS): unknown {
  const [token] = change.tokens;
  if (token === undefined) {
    if (change.op === "remove") throw new InvalidInput("the whole document cannot be removed");
    return change.value; // RFC 6902 §4.1: if the path is the root, add replaces the document.
  }
  return changeBelow(document, change, 0, keyed);
}

function changeBelow(parent: unknown, change: Change, depth: number, keyed: KeyedLists): unknown {
  const { tokens } = change;
  if (Array.isArray(parent)) return changeList(parent, change, depth, keyed);
  const token = tokens[depth];
  if (token === undefined || !isObject(parent)) throw missing(tokens, depth);
  const isLast = depth === tokens.length - 1;
  // Own properties only: `__proto__` and `constructor` must not reach a prototype.
  if (!Object.hasOwn(parent, token) && !(isLast && change.op === "add")) throw missing(tokens, depth);
  if (isLast && change.op === "remove") return Object.fromEntries(Object.entries(parent).filter(([name]) => name !== token));
  // With a computed name, `__proto__` becomes an own property.
  return { ...parent, [token]: isLast ? valueOf(change) : changeBelow(parent[token], change, depth + 1, keyed) };
}

function changeList(list: readonly unknown[], change: Change, depth: number, keyed: KeyedLists): unknown {
  const { tokens, op } = change;
  const token = tokens[depth];
  if (token === undefined) throw missing(tokens, depth);
  const isKeyed = keyed.isKeyed(tokens.slice(0, depth));
  const place = isKeyed ? keyed.find(list, token) : placeOf(token);
  const exists = place >= 0 && place < list.length;
  if (depth < tokens.length - 1) {
    if (!exists) throw missing(tokens, depth);
    return spliced(list, place, 1, changeBelow(list[place], change, depth + 1, keyed));
  }
  if (op === "add" && !(isKeyed && exists)) {
    // RFC 6902 §4.1: a dash means after the last element. A new key is also added there.
    if (token === "-") return [...list, valueOf(change)];
    if (isKeyed) return [...list, keyed.withKey(valueOf(change), token)];
    if (place < 0 || place > list.length) throw missing(tokens, depth);
    return spliced(list, place, 0, valueOf(change));
  }
  if (!exists) throw missing(tokens, depth);
  if (op === "remove") return spliced(list, place, 1);
  return spliced(list, place, 1, isKeyed ? keyed.withKey(valueOf(change), token) : valueOf(change));
}

/** Returns an array index: digits without a leading zero (RFC 6901 §4). -1 for anything else. */
function placeOf(token: string): number {
  return /^(0|[1-9]\d{0,14})$/.test(token) ? Number(token) : -1;
}

function spliced(list: readonly unknown[], place: number, taken: number, ...given: readonly unknown[]): readonly unknown[] {
  return [...list.slice(0, place), ...given, ...list.slice(place + taken)];
}

function valueOf(change: Change): unknown {
  return change.op === "remove" ? undefined : change.value;
}

function missing(tokens: readonly string[], depth: number): InvalidInput {
  const pointer = writePointer(tokens.slice(0, depth + 1));
  return new InvalidInput(`${pointer.length > 200 ? `${pointer.slice(0, 200)}…` : pointer} does not exist`);
}
