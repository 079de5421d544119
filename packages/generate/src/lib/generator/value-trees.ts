import { type Contract, ContractError, type ContractOperation, deref, type Json } from "../contract/index.ts";
import { isInt64, typesOf } from "./schema-types.ts";

/** Where some values stand in a value, as `ValueTree` in `@keywright/core`. */
export type ValueTree = true | readonly [ValueTree] | { readonly [name: string]: ValueTree };

/** Reads where `x-secret` stands in a schema. Where a schema contains itself, all of it counts as secret if a part is. */
export function secretsOf(contract: Contract, schema: unknown): ValueTree | undefined {
  const tree = valuesIn(contract, schema, isSecret, () => true);
  // A value as a whole has no place for a mask; its members have.
  return tree === true && typesOf(contract, schema).some((type) => type === "object" || type === "array") ? [true] : tree;
}

/** Reads where `format: int64` stands in a schema. Refuses places that cannot be told from those of other integers. */
export function int64Of(contract: Contract, schema: unknown): ValueTree | undefined {
  return valuesIn(contract, schema, isInt64, (part) => {
    contract.refuse(
      part,
      "`format: int64` stands inside a schema that contains itself, or among members of a map beside named ones, where clients cannot find it: make it a string",
    );
    return undefined;
  });
}

/** A mark of any other value than false hides as well: what it says wrongly must not be shown. */
function isSecret(part: Json): boolean {
  const mark = part["x-secret"] ?? false;
  return mark !== false;
}

/** Reads where `format: int64` stands in the schema of a request body. Refuses places that may hold a string as well, because clients give these integers as strings. */
export function writtenInt64Of(contract: Contract, { id }: ContractOperation, schema: unknown): ValueTree | undefined {
  const tree = int64Of(contract, schema);
  const isText = (part: Json): boolean => {
    const types = typesOf(contract, part);
    return types.length === 0 || types.includes("string");
  };
  if (
    tree !== undefined &&
    overlaps(
      tree,
      valuesIn(contract, schema, isText, () => true),
    )
  )
    throw new ContractError(
      `${id}: the body has "format: int64" at a place where it may have a string as well, and clients give these integers as decimal strings: leave the format out, and give the range that clients may send`,
    );
  return tree;
}

/** Refuses 64-bit integers in a value that is written as JSON by a writer that knows none. */
export function refuseInt64(contract: Contract, { id }: Pick<ContractOperation, "id">, schema: unknown, where: string): void {
  if (int64Of(contract, schema) === undefined) return;
  contract.refuse(
    schema,
    `${id}: ${where} has "format: int64", which clients write in bodies of JSON and outside of JSON alone: leave the format out, and give the range that clients may send`,
  );
}

/** Whether two trees may name the same value. */
function overlaps(one: ValueTree | undefined, other: ValueTree | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  if (one === true || other === true) return other === true;
  if (isList(one)) return Object.values(other).some((inner) => overlaps(one[0], inner));
  if (isList(other)) return Object.values(one).some((inner) => overlaps(inner, other[0]));
  return Object.entries(one).some(([name, inner]) => Object.hasOwn(other, name) && overlaps(inner, (other as { readonly [name: string]: ValueTree })[name]));
}

/**
 * Reads where schemas of a kind stand in a schema: `true` for all of it, by name for its members, `[…]` for each element of an array and each member of a map; `undefined` for nowhere.
 *
 * @param inexact The tree of a place that no tree can name exactly.
 */
function valuesIn(
  contract: Contract,
  schema: unknown,
  isWanted: (part: Json) => boolean,
  inexact: (schema: Json) => ValueTree | undefined,
  seen: readonly unknown[] = [],
): ValueTree | undefined {
  if (typeof schema !== "object" || schema === null) return undefined;
  const resolved = deref(contract, schema);
  if (isWanted(schema as Json) || isWanted(resolved)) return true;
  if (seen.includes(resolved)) return contains(contract, resolved, isWanted) ? inexact(resolved) : undefined;
  const path = [...seen, resolved];
  const within = (part: unknown): ValueTree | undefined => valuesIn(contract, part, isWanted, inexact, path);
  const properties = Object.entries((resolved["properties"] ?? {}) as Json).map(([name, property]) => [name, within(property)] as const);
  const named = properties.filter((entry): entry is [string, ValueTree] => entry[1] !== undefined);
  const elements = elementsOf(resolved).map(within);
  let found: ValueTree | undefined = named.length === 0 ? undefined : Object.fromEntries(named);
  if (elements.some((tree) => tree !== undefined)) {
    // One tree stands for all elements, or for all members of a map, named ones included.
    const trees = hasMap(resolved) ? [...elements, ...properties.map(([, tree]) => tree)] : elements;
    const each = trees.reduce(joined, undefined);
    if (each !== undefined && (trees.every((tree) => JSON.stringify(tree) === JSON.stringify(each)) || inexact(resolved) !== undefined))
      found = hasMap(resolved) ? [each] : joined(found, [each]);
  }
  for (const part of branchesOf(resolved)) found = joined(found, within(part));
  return found;
}

/** The schemas of elements and of members without a name. */
function elementsOf(schema: Json): unknown[] {
  const { items, prefixItems = [], additionalProperties, unevaluatedProperties, patternProperties = {} } = schema;
  return [items, ...(prefixItems as readonly unknown[]), additionalProperties, unevaluatedProperties, ...Object.values(patternProperties as Json)].filter(
    (part) => typeof part === "object" && part !== null,
  );
}

function hasMap({ additionalProperties, unevaluatedProperties, patternProperties }: Json): boolean {
  return [additionalProperties, unevaluatedProperties, patternProperties].some((part) => typeof part === "object");
}

/** The schemas that say more of the same value. */
function branchesOf(schema: Json): unknown[] {
  const lists = ["allOf", "oneOf", "anyOf"].flatMap((keyword) => (schema[keyword] ?? []) as readonly unknown[]);
  return [...lists, schema["then"], schema["else"], ...Object.values((schema["dependentSchemas"] ?? {}) as Json)];
}

/** Whether a schema has a part of a kind anywhere inside. */
function contains(contract: Contract, schema: unknown, isWanted: (part: Json) => boolean, seen = new Set<unknown>()): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  const resolved = deref(contract, schema);
  if (isWanted(schema as Json) || isWanted(resolved)) return true;
  if (seen.has(resolved)) return false;
  seen.add(resolved);
  const parts = [...Object.values((resolved["properties"] ?? {}) as Json), ...elementsOf(resolved), ...branchesOf(resolved)];
  return parts.some((part) => contains(contract, part, isWanted, seen));
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
