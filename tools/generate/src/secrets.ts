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
  let found: SecretTree | undefined = items && [items];
  for (const [name, property] of Object.entries((resolved["properties"] ?? {}) as Json)) {
    const inner = secretsOf(contract, property, path);
    if (inner !== undefined) found = joined(found, { [name]: inner });
  }
  for (const part of ["allOf", "oneOf", "anyOf"].flatMap((keyword) => (resolved[keyword] ?? []) as readonly unknown[]))
    found = joined(found, secretsOf(contract, part, path));
  return found;
}

/** What either says is secret. A value that may be an array or an object is secret as a whole. */
function joined(one: SecretTree | undefined, other: SecretTree | undefined): SecretTree | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  if (one === true || other === true) return true;
  if (isList(one)) return isList(other) ? [joined(one[0], other[0]) ?? true] : true;
  if (isList(other)) return true;
  const members: { [name: string]: SecretTree } = { ...one };
  for (const [name, inner] of Object.entries(other)) members[name] = joined(members[name], inner) ?? true;
  return members;
}

function isList(tree: SecretTree): tree is readonly [SecretTree] {
  return Array.isArray(tree);
}
