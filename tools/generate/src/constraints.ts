import { type Contract, deref, type Json } from "./contract.ts";

const KEYWORDS = ["pattern", "minimum", "maximum", "minLength", "maxLength", "minItems", "minProperties"] as const;

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
  const path = [...seen, resolved];
  const row: ConstraintRow = {};
  for (const keyword of KEYWORDS) if (resolved[keyword] !== undefined) row[keyword] = resolved[keyword];
  const type = [resolved["type"]].flat().find((name) => name !== "null");
  if (type === "integer" || Object.keys(row).length > 0) row["type"] = type;
  if (resolved["x-expected"] !== undefined) row["expected"] = resolved["x-expected"];
  if (resolved["x-exclusive"] !== undefined) row["exclusive"] = resolved["x-exclusive"];
  const properties: ConstraintRow = {};
  for (const [name, property] of Object.entries((resolved["properties"] ?? {}) as Json)) {
    const inner = constraintsOf(contract, property, path);
    if (inner !== undefined) properties[name] = inner;
  }
  if (Object.keys(properties).length > 0) row["properties"] = properties;
  const items = constraintsOf(contract, resolved["items"], path);
  if (items !== undefined) row["items"] = items;
  for (const part of (resolved["allOf"] ?? []) as readonly unknown[]) merge(row, constraintsOf(contract, part, path));
  const branches = ((resolved["oneOf"] ?? []) as readonly Json[]).map((branch) => deref(contract, branch));
  if (branches.length > 0) merge(row, alternatives(contract, branches, path));
  return Object.keys(row).length === 0 ? undefined : row;
}

/**
 * Alternatives of whole objects: the constraints on which all branches with a member agree, and the exclusions that `false` schemas say. What only one branch asks for is left to the service.
 */
function alternatives(contract: Contract, branches: readonly Json[], path: readonly unknown[]): ConstraintRow | undefined {
  const exclusive: string[][] = [];
  const found = new Map<string, (ConstraintRow | undefined)[]>();
  for (const branch of branches) {
    const members = (branch["properties"] ?? {}) as Json;
    const refused = Object.keys(members).filter((name) => members[name] === false);
    const own = Object.keys(members).filter((name) => members[name] !== false);
    for (const no of refused) for (const yes of own) exclusive.push([yes, no].sort());
    for (const name of own) found.set(name, [...(found.get(name) ?? []), constraintsOf(contract, members[name], path)]);
  }
  const row: ConstraintRow = {};
  const agreed = [...found].filter(([, rows]) => rows[0] !== undefined && rows.every((other) => JSON.stringify(other) === JSON.stringify(rows[0])));
  if (agreed.length > 0) row["properties"] = Object.fromEntries(agreed.map(([name, rows]) => [name, rows[0]]));
  const unique = [...new Map(exclusive.map((pair) => [pair.join(), pair])).values()];
  if (unique.length > 0) row["exclusive"] = unique;
  return Object.keys(row).length === 0 ? undefined : row;
}

function merge(row: ConstraintRow, other: ConstraintRow | undefined): void {
  for (const [keyword, value] of Object.entries(other ?? {})) {
    row[keyword] = keyword === "properties" ? { ...(row["properties"] as object | undefined), ...(value as object) } : value;
  }
}
