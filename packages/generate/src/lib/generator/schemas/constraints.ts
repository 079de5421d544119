import type { Constraint } from "@keywright/core/client";
import { type Contract, deref, isObject, type Named, ownOf, type Schema } from "../../contract/index.ts";
import { exclusiveLists } from "./exclusion.ts";
import { alternativesOf, isInt64, propertiesOf } from "./schema-types.ts";

const LEAST = ["minimum", "minLength", "minItems", "minProperties"] as const;
const MOST = ["maximum", "maxLength", "maxItems", "maxProperties"] as const;
const LIMITS = ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"] as const;
const TYPES = ["string", "integer", "number", "boolean", "array", "object"] as const;

/** Clients read these integers as decimal strings, and write them so outside of JSON. */
const INT64 = { type: "string", pattern: "^-?(0|[1-9]\\d{0,18})$", expected: "a 64-bit integer as a decimal string" } as const;

/** Limit for the schemas of one check: references can repeat a schema exponentially often. */
const MAX_SCHEMAS = 3_000;

/** A constraint that is being written. */
type Row = { -readonly [Keyword in keyof Constraint]: Constraint[Keyword] };

/**
 * Returns what a client checks before it sends: ranges, patterns, counts and exclusions.
 * Types express the rest, or the service checks it: a row rejects nothing that the schema allows.
 */
export function constraintsOf(contract: Contract, schema: Schema | undefined): Constraint | undefined {
  return constraintsAt({ contract, left: MAX_SCHEMAS }, schema, [], new Set());
}

/** The type of a row; `undefined` for a type that JSON Schema does not have. */
export function rowType(type: string | undefined): Constraint["type"] {
  return TYPES.find((name) => name === type);
}

/** A way through the schemas of one value. */
interface Walk {
  readonly contract: Contract;
  /** How many more schemas are read. */
  left: number;
}

/**
 * @param path The schemas around this one.
 * @param joined The schemas of the same value so far: one that `allOf` repeats adds nothing.
 */
function constraintsAt(walk: Walk, schema: Schema | undefined, path: readonly Schema[], joined: Set<Schema>): Row | undefined {
  if (!isObject(schema)) return undefined;
  const resolved = deref(walk.contract, schema);
  if (path.includes(resolved) || joined.has(resolved) || schema.readOnly === true || resolved.readOnly === true) return undefined;
  if (isInt64(resolved)) return { ...INT64 };
  if (walk.left === 0) return undefined;
  walk.left--;
  joined.add(resolved);
  const inside = [...path, resolved];
  const row = ownConstraints(walk, resolved, inside);
  for (const part of resolved.allOf ?? []) tighten(row, constraintsAt(walk, part, inside, joined));
  for (const keyword of ["oneOf", "anyOf"] as const) {
    const branches = new Set((resolved[keyword] ?? []).map((branch) => deref(walk.contract, branch)));
    const values = [...branches].filter(({ type }) => type !== "null");
    tighten(row, shared(walk, values, inside, resolved.discriminator !== undefined));
  }
  return Object.keys(row).length === 0 ? undefined : row;
}

function ownConstraints(walk: Walk, schema: Schema, path: readonly Schema[]): Row {
  const row: Row = {};
  const pattern = patternOf(walk, schema);
  if (pattern !== undefined) row.pattern = pattern;
  for (const keyword of LIMITS) if (schema[keyword] !== undefined) row[keyword] = schema[keyword];
  const [type, ...others] = [schema.type].flat().filter((name) => name !== "null");
  if (type === "integer") {
    // For whole numbers, an exclusive limit is the next inclusive one.
    const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum, exclusiveMaximum } = schema;
    if (exclusiveMinimum !== undefined) row.minimum = Math.max(minimum, Math.floor(exclusiveMinimum) + 1);
    if (exclusiveMaximum !== undefined) row.maximum = Math.min(maximum, Math.ceil(exclusiveMaximum) - 1);
  }
  const known = rowType(type);
  if (known !== undefined && others.length === 0 && (type === "integer" || Object.keys(row).length > 0)) row.type = known;
  if (schema["x-expected"] !== undefined) row.expected = schema["x-expected"];
  if (schema["x-advice"] !== undefined) row.advice = schema["x-advice"];
  const exclusive = exclusiveLists(schema);
  if (exclusive.length > 0) row.exclusive = exclusive;
  const properties = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const inner = constraintsAt(walk, property, path, new Set());
    return inner === undefined ? [] : [[name, inner] as const];
  });
  if (properties.length > 0) row.properties = Object.fromEntries(properties);
  // After `prefixItems`, `items` applies only to the rest.
  const items = schema.prefixItems === undefined ? constraintsAt(walk, schema.items, path, new Set()) : undefined;
  if (items !== undefined) row.items = items;
  return row;
}

function patternOf({ contract }: Walk, schema: Schema): string | undefined {
  const pattern = unicodePattern(schema.pattern);
  if (pattern === undefined && schema.pattern !== undefined)
    contract.note(
      schema,
      `clients compile patterns with the flag u, which the pattern ${schema.pattern} does not allow: write it without escapes that mean nothing`,
      "no check of it before a request",
    );
  return pattern;
}

/**
 * Returns a pattern as clients compile it, with the flag `u`, which forbids escapes without a
 * meaning, such as `\\_`; `undefined` for a pattern that has no such form: the service checks it.
 */
function unicodePattern(pattern: string | undefined): string | undefined {
  if (pattern === undefined) return undefined;
  const spelled = pattern.replaceAll(
    /\\(?:([_@#%&~`'"<>=:;! ])|([-,])|[^])/g,
    (all, sign?: string, mark?: string) => sign ?? (mark === undefined ? all : mark === "-" ? "\\x2d" : "\\x2c"),
  );
  return [pattern, spelled].find((each) => isUnicode(each));
}

function isUnicode(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u").source !== "";
  } catch {
    return false;
  }
}

/** Adds the constraints of another schema for the same value. */
function tighten(row: Row, other: Constraint = {}): void {
  const own: Constraint = { ...row };
  // A row has one pattern; the service checks the other one.
  const hasPattern = own.pattern !== undefined && other.pattern !== undefined;
  for (const [keyword, value] of Object.entries(other))
    if (!(keyword in own) && !(hasPattern && (keyword === "expected" || keyword === "advice"))) Object.assign(row, { [keyword]: value });
  tightenLimits(row, own, other);
  if (own.exclusive !== undefined) row.exclusive = [...own.exclusive, ...(other.exclusive ?? [])];
  if (own.type !== undefined && other.type === "integer") row.type = "integer";
  if (own.items !== undefined) row.items = tightened(own.items, other.items);
  if (own.properties !== undefined) row.properties = { ...own.properties, ...tightenedAll(own.properties, other.properties ?? {}) };
}

function tightenLimits(row: Row, own: Constraint, other: Constraint): void {
  for (const keyword of LEAST) if (own[keyword] !== undefined) row[keyword] = Math.max(own[keyword], other[keyword] ?? -Infinity);
  for (const keyword of MOST) if (own[keyword] !== undefined) row[keyword] = Math.min(own[keyword], other[keyword] ?? Infinity);
}

function tightenedAll(own: Named<Constraint>, other: Named<Constraint>): Named<Constraint> {
  return Object.fromEntries(Object.entries(other).map(([name, inner]) => [name, tightened(ownOf(own, name), inner)]));
}

function tightened(own: Constraint | undefined, other: Constraint | undefined): Constraint {
  const row = { ...own };
  tighten(row, other);
  return row;
}

/**
 * Returns the constraints that all alternatives have. The service checks the others.
 *
 * @param areNamed Whether a discriminator makes no value have properties of two alternatives.
 */
function shared(walk: Walk, branches: readonly Schema[], path: readonly Schema[], areNamed: boolean): Row | undefined {
  const rows = branches.map((branch) => ({ branch, row: constraintsAt(walk, branch, path, new Set()) ?? {} }));
  const [first, ...others] = rows;
  if (first === undefined || others.length === 0) return first?.row;
  const common = Object.entries(first.row).filter(
    ([keyword, value]) => keyword !== "properties" && others.every(({ row }) => isSame(Reflect.get(row, keyword), value)),
  );
  const properties = new Map<string, Constraint>();
  for (const [name, value] of rows.flatMap(({ row }) => Object.entries(row.properties ?? {}))) {
    const agrees = rows.every(({ branch, row }) => isSame(ownOf(row.properties, name), value) || excludes(walk.contract, branch, name, areNamed));
    if (agrees) properties.set(name, value);
  }
  const row: Row = { ...Object.fromEntries(common), ...(properties.size > 0 ? { properties: Object.fromEntries(properties) } : {}) };
  return Object.keys(row).length === 0 ? undefined : row;
}

/** Whether an object cannot have a property. */
function excludes(contract: Contract, branch: Schema, name: string, isNamed: boolean): boolean {
  const { additionalProperties, patternProperties, ...rest } = branch;
  if ((alternativesOf(rest) ?? patternProperties) !== undefined || (!isNamed && additionalProperties !== false)) return false;
  return !Object.hasOwn(propertiesOf(contract, branch), name);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
