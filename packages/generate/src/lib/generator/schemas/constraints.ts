import { type Contract, deref, type Json } from "../../contract/index.ts";
import { exclusiveLists } from "./exclusion.ts";
import { isInt64, propertiesOf } from "./schema-types.ts";

const LEAST = ["minimum", "minLength", "minItems", "minProperties"];
const MOST = ["maximum", "maxLength", "maxItems", "maxProperties"];
const KEYWORDS = ["pattern", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"] as const;

/** Clients read these integers as decimal strings, and write them as decimal strings outside of JSON. */
const INT64 = { type: "string", pattern: "^-?(0|[1-9]\\d{0,18})$", expected: "a 64-bit integer as a decimal string" } as const;

/** Limit for the schemas that the checks of one value express. References can nest one schema in itself in exponentially many ways. */
const MAX_SCHEMAS = 3_000;

/** The run-time check of one value; `undefined` if types express everything. */
export interface ConstraintRow {
  [keyword: string]: unknown;
}

/**
 * Returns the part of a request schema that a client checks before it sends: ranges, patterns, counts and exclusions. TypeScript checks the rest.
 * Never rejects what the schema allows: the service checks what a row cannot express.
 *
 * @see `Constraint` in `@keywright/core`
 */
export function constraintsOf(contract: Contract, schema: unknown): ConstraintRow | undefined {
  return constraintsAt({ contract, left: MAX_SCHEMAS }, schema, [], new Set());
}

/** A way through the schemas of one value. */
interface Walk {
  readonly contract: Contract;
  /** How many more schemas are read. */
  left: number;
}

/**
 * @param path The schemas around this one.
 * @param joined The schemas of the same value that are read already: one that `allOf` repeats adds nothing.
 */
function constraintsAt(walk: Walk, schema: unknown, path: readonly unknown[], joined: Set<unknown>): ConstraintRow | undefined {
  if (typeof schema !== "object" || schema === null) return undefined;
  const resolved = deref(walk.contract, schema);
  if (path.includes(resolved) || joined.has(resolved) || (schema as Json)["readOnly"] === true || resolved["readOnly"] === true) return undefined;
  if (isInt64(resolved)) return { ...INT64 };
  if (walk.left === 0) return undefined;
  walk.left--;
  joined.add(resolved);
  const inside = [...path, resolved];
  const row = ownConstraints(walk, resolved, inside);
  for (const part of (resolved["allOf"] ?? []) as readonly unknown[]) join(row, constraintsAt(walk, part, inside, joined));
  for (const keyword of ["oneOf", "anyOf"]) {
    const branches = new Set(((resolved[keyword] ?? []) as readonly Json[]).map((branch) => deref(walk.contract, branch)));
    const values = [...branches].filter(({ type }) => type !== "null");
    join(row, shared(walk, values, inside, resolved["discriminator"] !== undefined));
  }
  return Object.keys(row).length === 0 ? undefined : row;
}

function ownConstraints(walk: Walk, schema: Json, path: readonly unknown[]): ConstraintRow {
  const row: ConstraintRow = {};
  for (const keyword of KEYWORDS) if (schema[keyword] !== undefined) row[keyword] = schema[keyword];
  const [type, ...others] = [schema["type"]].flat().filter((name) => name !== "null");
  if (type === "integer") {
    // For whole numbers, an exclusive limit is the next inclusive one.
    const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum, exclusiveMaximum } = schema as { readonly [keyword: string]: number };
    if (exclusiveMinimum !== undefined) row["minimum"] = Math.max(minimum, Math.floor(exclusiveMinimum) + 1);
    if (exclusiveMaximum !== undefined) row["maximum"] = Math.min(maximum, Math.ceil(exclusiveMaximum) - 1);
  }
  if (others.length === 0 && (type === "integer" || Object.keys(row).length > 0)) row["type"] = type;
  if (schema["x-expected"] !== undefined) row["expected"] = schema["x-expected"];
  if (schema["x-advice"] !== undefined) row["advice"] = schema["x-advice"];
  const exclusive = exclusiveLists(schema);
  if (exclusive.length > 0) row["exclusive"] = exclusive;
  const properties: ConstraintRow = {};
  for (const [name, property] of Object.entries((schema["properties"] ?? {}) as Json)) {
    const inner = constraintsAt(walk, property, path, new Set());
    if (inner !== undefined) properties[name] = inner;
  }
  if (Object.keys(properties).length > 0) row["properties"] = properties;
  // After `prefixItems`, `items` applies only to the rest.
  const items = schema["prefixItems"] === undefined ? constraintsAt(walk, schema["items"], path, new Set()) : undefined;
  if (items !== undefined) row["items"] = items;
  return row;
}

/** Adds the constraints of another schema for the same value. */
function join(row: ConstraintRow, other: ConstraintRow = {}): void {
  // A row has one pattern; the service checks the other one.
  const hasPattern = row["pattern"] !== undefined && other["pattern"] !== undefined;
  for (const [keyword, value] of Object.entries(other)) {
    const own = row[keyword];
    if (own === undefined) {
      if (!hasPattern || (keyword !== "expected" && keyword !== "advice")) row[keyword] = value;
    } else if (LEAST.includes(keyword)) row[keyword] = Math.max(own as number, value as number);
    else if (MOST.includes(keyword)) row[keyword] = Math.min(own as number, value as number);
    else if (keyword === "exclusive") row[keyword] = [...(own as unknown[]), ...(value as unknown[])];
    else if (keyword === "type") row[keyword] = value === "integer" ? value : own;
    else if (keyword === "items") join(own as ConstraintRow, value as ConstraintRow);
    else if (keyword === "properties") {
      const properties = own as { [name: string]: ConstraintRow };
      for (const [name, inner] of Object.entries(value as typeof properties)) join((properties[name] ??= {}), inner);
    }
  }
}

/**
 * Returns the constraints that all alternatives have. The service checks those of single alternatives.
 *
 * @param areNamed Whether there is a discriminator: then no value has properties of two alternatives.
 */
function shared(walk: Walk, branches: readonly Json[], path: readonly unknown[], areNamed: boolean): ConstraintRow | undefined {
  const rows = branches.map((branch) => constraintsAt(walk, branch, path, new Set()) ?? {});
  const [first, ...others] = rows;
  if (first === undefined || others.length === 0) return first;
  const row: ConstraintRow = {};
  for (const [keyword, value] of Object.entries(first))
    if (keyword !== "properties" && others.every((other) => isSame(other[keyword], value))) row[keyword] = value;
  const propertiesIn = (each: ConstraintRow): ConstraintRow => (each["properties"] ?? {}) as ConstraintRow;
  const properties: ConstraintRow = {};
  for (const [name, value] of rows.flatMap((each) => Object.entries(propertiesIn(each)))) {
    const agrees = rows.every((each, index) => isSame(propertiesIn(each)[name], value) || excludes(walk.contract, branches[index], name, areNamed));
    if (agrees) properties[name] = value;
  }
  if (Object.keys(properties).length > 0) row["properties"] = properties;
  return Object.keys(row).length === 0 ? undefined : row;
}

/** Whether an object cannot have a property. */
function excludes(contract: Contract, branch: unknown, name: string, isNamed: boolean): boolean {
  const { additionalProperties, patternProperties, oneOf, anyOf } = deref(contract, branch);
  if ((oneOf ?? anyOf ?? patternProperties) !== undefined || (!isNamed && additionalProperties !== false)) return false;
  return !(name in propertiesOf(contract, branch));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
