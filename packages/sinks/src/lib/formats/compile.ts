import type { FormatRule, Writing } from "./mapping.ts";
import { type Convert, conversionOf } from "./values.ts";

/** Reads a property of an event. */
type Read = (event: unknown) => unknown;

/** What can set a field. */
interface Source {
  readonly from: string;
  readonly read: Read;
  readonly convert: Convert;
  /** Whether it adds to a list. */
  readonly adds: boolean;
  /** Fields of the same object that must be absent. */
  readonly unless: readonly Field[];
  /** Whether another field of the object must be set. */
  readonly ifHeld: boolean;
}

/** A field of an object: a value with what can set it, or an object with its fields. */
interface Field {
  readonly name: string;
  /** Its name as JSON, with a comma before it and the colon. */
  readonly key: string;
  /** Whether the object is the first element of a list. */
  readonly isFirst: boolean;
  readonly sources: Source[];
  readonly fallbacks: Source[];
  readonly fields: Field[];
  /** A field without which this one is left out. */
  pair: Field | undefined;
  /** Its value in the event that is being written; empty without one. */
  json: string;
}

/** The value of the first rule that has one, as JSON; empty for none. */
export type ReadValue = (event: object, writing: Writing) => string;

/**
 * Returns a function that writes what the rules say as JSON, without the braces around it. It makes
 * no objects, because most of the time of a conversion would be their garbage.
 */
export function compile(rules: readonly FormatRule[]): ReadValue {
  const fields: Field[] = [];
  for (const rule of rules) addRule(fields, rule);
  return (event, writing) => fieldsOf(fields, event, writing, "");
}

/** Returns a function that reads what the rules for one path say. */
export function compileOne(rules: readonly FormatRule[], name: string): ReadValue {
  const sources = rules.map((rule) => sourceOf(rule, []));
  return (event, writing) => valueOf(sources, event, writing, name);
}

function addRule(root: Field[], rule: FormatRule): void {
  const steps = rule[1].split(".");
  const [names = "", pair] = (steps.pop() ?? "").split("&");
  const [last = "", ...others] = names.split("|");
  const ifHeld = steps.at(-1)?.endsWith("?") === true;
  const holder = steps.reduce((fields, step) => fieldOf(fields, step.replace("?", "")).fields, root);
  const field = fieldOf(holder, last);
  if (pair !== undefined) field.pair = fieldOf(holder, pair);
  const source = sourceOf(
    rule,
    others.map((name) => fieldOf(holder, name)),
    ifHeld,
  );
  (others.length > 0 || ifHeld ? field.fallbacks : field.sources).push(source);
}

function sourceOf(rule: FormatRule, unless: readonly Field[], ifHeld = false): Source {
  return { from: rule[0], read: reader(rule[0]), convert: conversionOf(rule), adds: /\[\](?:[|&]|$)/.test(rule[1]), unless, ifHeld };
}

/** Returns a function that reads a JSON pointer of a contract, which has no escapes. */
function reader(pointer: string): Read {
  const [first = "", second, ...others] = pointer.split("/").slice(1);
  if (pointer === "") return (event) => event;
  if (second === undefined) return (event) => at(event, first);
  return (event) => others.reduce(at, at(at(event, first), second));
}

function at(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as { readonly [name: string]: unknown })[name] : undefined;
}

/** Returns a field by its name, which ends with `[]` if it is a list. */
function fieldOf(fields: Field[], step: string): Field {
  const name = step.replace("[]", "");
  const known = fields.find((field) => field.name === name);
  if (known !== undefined) return known;
  const field = { name, key: `,${JSON.stringify(name)}:`, isFirst: name !== step, sources: [], fallbacks: [], fields: [], pair: undefined, json: "" };
  fields.push(field);
  return field;
}

function fieldsOf(fields: readonly Field[], event: object, writing: Writing, place: string): string {
  let held = false;
  for (const field of fields) {
    field.json = field.fields.length > 0 ? objectOf(field, event, writing, place) : valueOf(field.sources, event, writing, place + field.name);
    held ||= field.json !== "";
  }
  let json = "";
  for (const field of fields) {
    if (field.json === "") {
      for (const source of field.fallbacks) {
        if (field.json !== "" || (source.ifHeld && !held) || source.unless.some((other) => other.json !== "")) continue;
        field.json = valueOf([source], event, writing, place + field.name);
      }
    }
    if (field.json !== "" && field.pair?.json !== "") json += field.key + field.json;
  }
  return json.slice(1);
}

function objectOf({ name, isFirst, fields }: Field, event: object, writing: Writing, place: string): string {
  const json = fieldsOf(fields, event, writing, writing.set === undefined ? "" : `${place}${name}${isFirst ? "[]" : ""}.`);
  if (json === "") return "";
  return isFirst ? `[{${json}}]` : `{${json}}`;
}

function valueOf(sources: readonly Source[], event: object, writing: Writing, field: string): string {
  let list = "";
  for (const { from, read, convert, adds } of sources) {
    const value = list !== "" && !adds ? undefined : read(event);
    if (value === undefined || value === null) continue;
    const json = convert(value, writing, from);
    if (json === "" || (adds && `,${list},`.includes(`,${json},`))) continue;
    writing.set?.({ field, value: JSON.parse(json), from });
    if (!adds) return json;
    list += (list === "" ? "" : ",") + json;
  }
  return list === "" ? "" : `[${list}]`;
}
