import { type Contract, ContractError, type ContractOperation, deref, type Json } from "./contract.ts";

/** Where some values stand in a value, as `ValueTree` in `@keywright/core`. */
export type ValueTree = true | readonly [ValueTree] | { readonly [name: string]: ValueTree };

/** Reads where `x-secret` stands in a schema. */
export function secretsOf(contract: Contract, schema: unknown): ValueTree | undefined {
  return valuesIn(contract, schema, (part) => part["x-secret"] === true);
}

/** Reads where `format: int64` stands in a schema. */
export function int64Of(contract: Contract, schema: unknown): ValueTree | undefined {
  return valuesIn(contract, schema, isInt64);
}

/** Whether a schema is one of 64-bit integers, which clients read as decimal strings. */
export function isInt64({ type, format }: Json): boolean {
  return format === "int64" && [type].flat().includes("integer");
}

/** Clients read these integers as strings, and write no string where a number is expected. */
export function unwritable({ id }: ContractOperation, where: string): ContractError {
  return new ContractError(
    `${id}: ${where} has "format: int64", which is read from answers alone: leave the format out, and give the range that clients may send`,
  );
}

/** Reads where schemas of a kind stand in a schema: `true` for all of it, by name for its members, `[…]` for each element of an array; `undefined` for nowhere. */
function valuesIn(contract: Contract, schema: unknown, isWanted: (part: Json) => boolean, seen: readonly unknown[] = []): ValueTree | undefined {
  if (typeof schema !== "object" || schema === null) return undefined;
  const resolved = deref(contract, schema);
  if (isWanted(schema as Json) || isWanted(resolved)) return true;
  if (seen.includes(resolved)) return undefined;
  const path = [...seen, resolved];
  const within = (part: unknown): ValueTree | undefined => valuesIn(contract, part, isWanted, path);
  const items = within(resolved["items"]);
  let found: ValueTree | undefined = items && [items];
  for (const [name, property] of Object.entries((resolved["properties"] ?? {}) as Json)) {
    const inner = within(property);
    if (inner !== undefined) found = joined(found, { [name]: inner });
  }
  for (const part of ["allOf", "oneOf", "anyOf"].flatMap((keyword) => (resolved[keyword] ?? []) as readonly unknown[])) found = joined(found, within(part));
  return found;
}

/** What either names. A value that may be an array or an object is named as a whole. */
function joined(one: ValueTree | undefined, other: ValueTree | undefined): ValueTree | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  if (one === true || other === true) return true;
  if (isList(one)) return isList(other) ? [joined(one[0], other[0]) ?? true] : true;
  if (isList(other)) return true;
  const members: { [name: string]: ValueTree } = { ...one };
  for (const [name, inner] of Object.entries(other)) members[name] = joined(members[name], inner) ?? true;
  return members;
}

function isList(tree: ValueTree): tree is readonly [ValueTree] {
  return Array.isArray(tree);
}
