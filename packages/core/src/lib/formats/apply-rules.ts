import { atPointer } from "../openapi/responses/json-pointer.ts";
import type { Constant, FormatGroup, FormatRule } from "./format.ts";
import { type Path, put, readPath, type Tree } from "./put.ts";

/** An event that is being converted. */
interface Conversion {
  readonly target: Tree;
  readonly unknown: Set<string>;
}

/** A rule that was read once, because it applies to each event. */
export interface ReadRule {
  readonly from: string;
  /** The class that the rule is for; `undefined` for all. */
  readonly only: string | undefined;
  readonly path: Path;
  /** Returns what the rule sets; `undefined` for nothing. */
  readonly convert: (value: unknown, report: () => void) => unknown;
}

/** Returns a rule as it is applied. */
export function readRule([from, to, result = "*", isTime]: FormatRule): ReadRule {
  const [path = "", only] = to.split(":").reverse();
  const convert = isTime === true ? timeOf : areGroups(result) ? byValue(result) : result === "*" ? plain : () => own(result);
  return { from, only, path: readPath(path), convert };
}

/** Applies the rules to an event. Rules for another class than `kind` do not apply. */
export function applyRules(event: object, rules: readonly ReadRule[], { target, unknown }: Conversion, kind?: string): void {
  for (const { from, only = kind, path, convert } of rules) {
    const value = only === kind ? atPointer(event, from) : undefined;
    const result = value === undefined || value === null ? undefined : convert(value, () => unknown.add(from));
    if (result !== undefined) put(target, path, result);
  }
}

function areGroups(result: Constant | readonly FormatGroup[]): result is readonly FormatGroup[] {
  return typeof result === "object" && typeof result[0] === "object";
}

function timeOf(value: unknown, report: () => void): number | undefined {
  const time = Date.parse(String(plain(value)));
  if (!Number.isNaN(time)) return time;
  report();
  return undefined;
}

function byValue(groups: readonly FormatGroup[]): ReadRule["convert"] {
  const constants = new Map(groups.flatMap(([constant, values]) => values.map((value) => [value, constant])));
  return (value, report) => {
    const simple = plain(value);
    const text = simple === undefined ? undefined : String(simple);
    const isKnown = text !== undefined && text !== "*" && constants.has(text);
    if (!isKnown && constants.has("*")) report();
    const constant = constants.get(isKnown ? text : "*");
    return constant === "*" ? text : own(constant);
  };
}

/** Each event has its own lists, which its reader may change. */
function own(constant: Constant | undefined): unknown {
  return Array.isArray(constant) ? [...constant] : constant;
}

/** An attribute takes no object. A bigint, of a reader for large numbers, stays exact as text. */
function plain(value: unknown): unknown {
  return typeof value === "object" ? undefined : typeof value === "bigint" ? String(value) : value;
}

/** The event as JSON. */
export function rawOf(event: object): string {
  return JSON.stringify(event, (_name, value: unknown) => (typeof value === "bigint" ? String(value) : value));
}
