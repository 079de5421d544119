import type { ValueTree } from "@keywright/core/client";
import { type Contract, type ContractOperation, deref, isObject, type Schema } from "../../contract/index.ts";
import { alternativesOf, isInt64, typesOf } from "./schema-types.ts";

/** Returns the places of `x-secret`. A recursive schema with a secret is secret as a whole. */
export function secretsOf(contract: Contract, schema: Schema | undefined): ValueTree | undefined {
  const tree = valuesIn(contract, schema, isSecret, () => true);
  // The value as a whole cannot be masked; its properties can.
  return tree === true && typesOf(contract, schema).some((type) => type === "object" || type === "array") ? [true] : tree;
}

/** What clients cannot do with 64-bit integers in places that no tree describes exactly. */
export const INEXACT_INT64 =
  "`format: int64` is in a recursive schema, or in a map with named properties, or in more than 3,000 places, where clients cannot find it: make it a string";

/**
 * Returns the places of `format: int64`. Reports those that other integers may have, too.
 *
 * @param isSent Whether the value is sent: then what may also be any text is written as text.
 */
export function int64Of(contract: Contract, schema: Schema | undefined, isSent = false): ValueTree | undefined {
  const inexact = (part: Schema): undefined => void contract.report(part, INEXACT_INT64);
  return valuesIn(contract, schema, isInt64, inexact, isSent ? (part) => isInt64OrText(contract, part) : undefined);
}

/** Whether a schema allows a 64-bit integer, its digits as a string, and no object or array. */
export function isInt64OrText(contract: Contract, schema: Schema): boolean {
  const parts = [schema, ...(alternativesOf(schema) ?? []).map((part) => deref(contract, part))];
  return parts.some(isInt64) && parts.some(allowsDigits) && typesOf(contract, schema).every((type) => type !== "object" && type !== "array");
}

function allowsDigits({ type, enum: values, const: constant, maxLength = 20, pattern = "" }: Schema): boolean {
  if (![type].flat().includes("string") || (values ?? constant) !== undefined || maxLength < 20) return false;
  try {
    return new RegExp(pattern).test("9223372036854775807");
  } catch {
    return false;
  }
}

/** Any value except false masks, because a secret with a wrong mark must not be shown. */
function isSecret(part: Schema): boolean {
  const mark = part["x-secret"] ?? false;
  return mark !== false;
}

/** Whether a 64-bit integer of a body may also be a string, which clients cannot send instead. */
export function canBeText(contract: Contract, schema: Schema | undefined): boolean {
  const tree = valuesIn(
    contract,
    schema,
    isInt64,
    () => undefined,
    (part) => isInt64OrText(contract, part),
  );
  const isText = (part: Schema): boolean => {
    const types = typesOf(contract, part);
    return types.length === 0 || types.includes("string");
  };
  return (
    tree !== undefined &&
    overlaps(
      tree,
      valuesIn(contract, schema, isText, () => true),
    )
  );
}

/** Reports 64-bit integers in a JSON value whose writer does not support them. */
export function reportInt64(contract: Contract, { id }: Pick<ContractOperation, "id">, schema: Schema | undefined, where: string): void {
  if (int64Of(contract, schema, true) === undefined) return;
  contract.report(schema, int64Problem(id, where));
}

/** What is wrong with a 64-bit integer in such a value. */
export function int64Problem(id: string, where: string): string {
  return `${id}: ${where} has "format: int64", which is only supported in JSON bodies and outside of JSON: remove the format, and set the range that clients may send`;
}

/** Whether two trees may refer to the same value. */
function overlaps(one: ValueTree | undefined, other: ValueTree | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  if (one === true || other === true) return other === true;
  if (isList(one)) return Object.values(other).some((inner) => overlaps(one[0], inner));
  if (isList(other)) return Object.values(one).some((inner) => overlaps(inner, other[0]));
  return Object.entries(one).some(([name, inner]) => Object.hasOwn(other, name) && overlaps(inner, other[name]));
}

/**
 * Returns the places of schemas of a kind: `true` for all of a value, by name for properties,
 * `[…]` for each array element and map value; `undefined` for none.
 *
 * @param inexact The tree for a place that no tree describes exactly.
 * @param isSkipped Whether a schema is taken for one without such a place. Default: none is.
 */
export function valuesIn(
  contract: Contract,
  schema: Schema | undefined,
  isWanted: (part: Schema) => boolean,
  inexact: (schema: Schema) => ValueTree | undefined,
  isSkipped: (part: Schema) => boolean = () => false,
): ValueTree | undefined {
  return treeOf({ contract, isWanted, isSkipped, inexact, known: new Map(), left: MAX_SCHEMAS }, schema, []);
}

/** Limit for the schemas in one tree: references can repeat a schema exponentially often. */
const MAX_SCHEMAS = 3_000;

/** A search for places. */
interface Search {
  readonly contract: Contract;
  readonly isWanted: (part: Schema) => boolean;
  readonly isSkipped: (part: Schema) => boolean;
  readonly inexact: (schema: Schema) => ValueTree | undefined;
  /** Whether a schema has a wanted part anywhere inside. */
  readonly known: Map<Schema, boolean>;
  /** How many more schemas are read. */
  left: number;
}

/** @param path The schemas around this one. */
function treeOf(search: Search, schema: Schema | undefined, path: readonly Schema[]): ValueTree | undefined {
  const schemas = schemasOfValue(search, schema);
  if (schemas === undefined) return true;
  let found: ValueTree | undefined;
  for (const each of schemas) {
    if (!contains(search, each)) continue;
    if (path.includes(each) || search.left === 0) found = joined(found, search.inexact(each));
    else {
      search.left--;
      found = joined(found, ownTree(search, each, [...path, ...schemas]));
    }
  }
  return found;
}

/** A schema and its branches, each once. `undefined` if one, or a reference to it, is wanted. */
function schemasOfValue({ contract, isWanted, isSkipped }: Search, schema: Schema | undefined): readonly Schema[] | undefined {
  const schemas = new Set<Schema>();
  const finds = (part: Schema | boolean | undefined): boolean => {
    if (!isObject(part)) return false;
    const resolved = deref(contract, part);
    if (isSkipped(resolved)) return false;
    if (isWanted(part) || isWanted(resolved)) return true;
    if (schemas.has(resolved)) return false;
    schemas.add(resolved);
    return branchesOf(resolved).some(finds);
  };
  return finds(schema) ? undefined : [...schemas];
}

function ownTree(search: Search, resolved: Schema, path: readonly Schema[]): ValueTree | undefined {
  const within = (part: Schema): ValueTree | undefined => treeOf(search, part, path);
  const properties = Object.entries(resolved.properties ?? {}).map(([name, property]) => [name, within(property)] as const);
  const named = properties.filter((entry): entry is [string, ValueTree] => entry[1] !== undefined);
  const elements = elementsOf(resolved).map(within);
  let found: ValueTree | undefined = named.length === 0 ? undefined : Object.fromEntries(named);
  if (elements.some((tree) => tree !== undefined)) {
    // One tree describes all elements, or all values of a map, including named ones.
    const trees = hasMap(resolved) ? [...elements, ...properties.map(([, tree]) => tree)] : elements;
    const each = trees.reduce(joined, undefined);
    if (each !== undefined && (trees.every((tree) => JSON.stringify(tree) === JSON.stringify(each)) || search.inexact(resolved) !== undefined))
      found = hasMap(resolved) ? [each] : joined(found, [each]);
  }
  return found;
}

/** The schemas of elements and of unnamed properties. */
function elementsOf(schema: Schema): Schema[] {
  const { items, prefixItems = [], additionalProperties, unevaluatedProperties, patternProperties = {} } = schema;
  return [items, ...prefixItems, additionalProperties, unevaluatedProperties, ...Object.values(patternProperties)].filter((part) => typeof part === "object");
}

function hasMap({ additionalProperties, unevaluatedProperties, patternProperties }: Schema): boolean {
  return [additionalProperties, unevaluatedProperties, patternProperties].some((part) => typeof part === "object");
}

/** The other schemas of the same value. */
function branchesOf({ allOf = [], oneOf = [], anyOf = [], then, else: otherwise, dependentSchemas = {} }: Schema): (Schema | undefined)[] {
  return [...allOf, ...oneOf, ...anyOf, then, otherwise, ...Object.values(dependentSchemas)];
}

/** Whether a schema has a wanted part anywhere inside. */
function contains({ contract, isWanted, isSkipped, known }: Search, schema: Schema): boolean {
  const seen = new Set<Schema>();
  const finds = (part: Schema | boolean | undefined): boolean => {
    if (!isObject(part)) return false;
    const resolved = deref(contract, part);
    if (isSkipped(resolved)) return false;
    if (isWanted(part) || isWanted(resolved)) return true;
    if (seen.has(resolved) || known.has(resolved)) return known.get(resolved) === true;
    seen.add(resolved);
    return [...Object.values(resolved.properties ?? {}), ...elementsOf(resolved), ...branchesOf(resolved)].some(finds);
  };
  const found = finds(schema);
  // What is inside is searched again, because a found integer may lose its format.
  if (found) known.set(schema, true);
  else for (const each of seen) known.set(each, false);
  return found;
}

/** The union of two trees. A value that may be an array or an object is included as a whole. */
function joined(one: ValueTree | undefined, other: ValueTree | undefined): ValueTree | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  if (one === true || other === true) return true;
  if (isList(one)) return isList(other) ? [joined(one[0], other[0]) ?? true] : true;
  if (isList(other)) return true;
  const members = new Map<string, ValueTree>(Object.entries(one));
  for (const [name, inner] of Object.entries(other)) members.set(name, joined(members.get(name), inner) ?? true);
  return Object.fromEntries(members);
}

function isList(tree: ValueTree): tree is readonly [ValueTree] {
  return Array.isArray(tree);
}
