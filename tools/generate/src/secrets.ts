import { type Contract, deref, type Json } from "./contract.ts";

/** Where secrets stand in a value, as `SecretTree` in `@keywright/core`. */
export type SecretTree = true | readonly [SecretTree] | { readonly [name: string]: SecretTree };

/** Reads where `x-secret` stands in a schema: `true` for all of it, by name for its members, `[…]` for each element of an array; `undefined` for nowhere. */
export function secretsOf(contract: Contract, schema: unknown, seen: readonly unknown[] = []): SecretTree | undefined {
  if (typeof schema !== "object" || schema === null) return undefined;
  const resolved = deref(contract, schema);
  if ((schema as Json)["x-secret"] === true || resolved["x-secret"] === true) return true;
  if (seen.includes(resolved)) return undefined;
  const path = [...seen, resolved];
  const items = secretsOf(contract, resolved["items"], path);
  if (items !== undefined) return [items];
  const members: { [name: string]: SecretTree } = {};
  for (const [name, property] of Object.entries((resolved["properties"] ?? {}) as Json)) {
    const inner = secretsOf(contract, property, path);
    if (inner !== undefined) members[name] = inner;
  }
  for (const part of ["allOf", "oneOf", "anyOf"].flatMap((keyword) => (resolved[keyword] ?? []) as readonly unknown[])) {
    const inner = secretsOf(contract, part, path);
    if (inner === true || Array.isArray(inner)) return inner;
    Object.assign(members, inner);
  }
  return Object.keys(members).length === 0 ? undefined : members;
}
