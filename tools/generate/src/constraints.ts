import { type Contract, deref, type Json } from "./contract.ts";
import { exclusiveLists } from "./exclusion.ts";
import { isInt64 } from "./value-trees.ts";

const KEYWORDS = ["pattern", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"] as const;

/** Clients read these integers as decimal strings, and write them as such outside of JSON. */
const INT64 = { type: "string", pattern: "^-?(0|[1-9]\\d{0,18})$", expected: "a 64-bit integer as a decimal string" } as const;

/** What a run-time check of one value needs; `undefined` where types say all there is. */
export interface ConstraintRow {
  [keyword: string]: unknown;
}

/**
 * The part of a request schema that a program checks before it sends: ranges, patterns, counts and exclusions. What TypeScript says is left to it.
 *
 * @see `Constraint` in `@keywright/core`
 */
export function constraintsOf(contract: Contract, schema: unknown, seen: readonly unknown[] = []): ConstraintRow | undefined {
  if (typeof schema !== "object" || schema === null) return undefined;
  const resolved = deref(contract, schema);
  if (seen.includes(resolved) || (schema as Json)["readOnly"] === true || resolved["readOnly"] === true) return undefined;
  if (isInt64(resolved)) return { ...INT64 };
  const path = [...seen, resolved];
  const row: ConstraintRow = {};
  for (const keyword of KEYWORDS) if (resolved[keyword] !== undefined) row[keyword] = resolved[keyword];
  const [type, ...otherTypes] = [resolved["type"]].flat().filter((name) => name !== "null");
  if (type === "integer") {
    // Between whole numbers, a limit that is excluded is the next one included.
    const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum, exclusiveMaximum } = resolved as { readonly [keyword: string]: number };
    if (exclusiveMinimum !== undefined) row["minimum"] = Math.max(minimum, Math.floor(exclusiveMinimum) + 1);
    if (exclusiveMaximum !== undefined) row["maximum"] = Math.min(maximum, Math.ceil(exclusiveMaximum) - 1);
  }
  if (otherTypes.length === 0 && (type === "integer" || Object.keys(row).length > 0)) row["type"] = type;
  if (resolved["x-expected"] !== undefined) row["expected"] = resolved["x-expected"];
  if (resolved["x-advice"] !== undefined) row["advice"] = resolved["x-advice"];
  const exclusive = exclusiveLists(resolved);
  if (exclusive.length > 0) row["exclusive"] = exclusive;
  const properties: ConstraintRow = {};
  for (const [name, property] of Object.entries((resolved["properties"] ?? {}) as Json)) {
    const inner = constraintsOf(contract, property, path);
    if (inner !== undefined) properties[name] = inner;
  }
  if (Object.keys(properties).length > 0) row["properties"] = properties;
  const items = constraintsOf(contract, resolved["items"], path);
  if (items !== undefined) row["items"] = items;
  for (const part of (resolved["allOf"] ?? []) as readonly unknown[]) merge(row, constraintsOf(contract, part, path));
  const branches = ((resolved["oneOf"] ?? []) as readonly Json[]).map((branch) => deref(contract, branch)).filter((branch) => branch["type"] !== "null");
  const [only, ...others] = branches;
  merge(row, others.length === 0 ? constraintsOf(contract, only, path) : agreed(contract, branches, path));
  return Object.keys(row).length === 0 ? undefined : row;
}

/** The constraints on which all alternatives with a property agree. What only one of them asks for is left to the service. */
function agreed(contract: Contract, branches: readonly Json[], path: readonly unknown[]): ConstraintRow | undefined {
  const found = new Map<string, (ConstraintRow | undefined)[]>();
  for (const branch of branches)
    for (const [name, property] of Object.entries((branch["properties"] ?? {}) as Json))
      found.set(name, [...(found.get(name) ?? []), constraintsOf(contract, property, path)]);
  const shared = [...found].filter(([, rows]) => rows[0] !== undefined && rows.every((other) => JSON.stringify(other) === JSON.stringify(rows[0])));
  return shared.length === 0 ? undefined : { properties: Object.fromEntries(shared.map(([name, rows]) => [name, rows[0]])) };
}

function merge(row: ConstraintRow, other: ConstraintRow | undefined): void {
  for (const [keyword, value] of Object.entries(other ?? {})) {
    row[keyword] = keyword === "properties" ? { ...(row["properties"] as object | undefined), ...(value as object) } : value;
  }
}
