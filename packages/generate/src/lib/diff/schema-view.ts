import { isDeepStrictEqual } from "node:util";
import { type Contract, deref, eachNode, isObject, type Json, ownOf, pointerOf, schemaKey, schemasOf, valueAt } from "../contract/index.ts";
import { publicName } from "../generator/schemas/schema-types.ts";
import { ALL_TYPES, compareLists, namesOf } from "./values.ts";

/** A schema for comparison: references and `allOf` are resolved, null and constants uniform. */
export interface SchemaView {
  /** The public name of a component. */
  readonly name: string | undefined;
  /** The original schema, to detect recursion. */
  readonly source: unknown;
  /** `type` and `not` are lists; {@link Values} replaces `const`, `enum` and open lists. */
  readonly keywords: Json;
  /** The alternatives of `oneOf` and `anyOf`, without null. */
  readonly alternatives: readonly SchemaView[];
  /** Whether the schema is `false`: nothing is valid. */
  readonly refused: boolean;
}

/** The values of an enumeration: all of them, or the known ones if it is open. */
export interface Values {
  readonly open: boolean;
  readonly known: readonly unknown[];
}

/** A reference to a named schema, with the keywords next to it. */
interface Reference {
  readonly name: string;
  readonly target: Json;
  readonly beside: Json;
  /** Whether keywords next to it are about parts of its values: it is a schema of its own. */
  readonly hasParts: boolean;
}

const PARTS = /^(properties|required|items|additionalProperties|oneOf|anyOf|allOf)$/;

/** Returns the target of a reference to a named schema; `undefined` for any other schema. */
export function referenceOf(contract: Contract, schema: unknown): Reference | undefined {
  if (typeof schema !== "object" || schema === null) return undefined;
  const { $ref, ...beside } = schema as Json;
  if (typeof $ref !== "string" || !$ref.startsWith("#/components/schemas/")) return undefined;
  return {
    name: publicName(contract, $ref),
    target: targetOf(contract, schema as Json),
    beside,
    hasParts: Object.keys(beside).some((keyword) => PARTS.test(keyword)),
  };
}

/**
 * Returns a function that says whether two schemas are the same in both states, with all that they
 * refer to: most are, and operations share them.
 */
export function unchanged(before: Contract, after: Contract): (one: unknown, other: unknown) => boolean {
  const [was, is] = [before, after].map((contract) => new Map<unknown, unknown>(schemasOf(contract)));
  const changed = new Set<unknown>();
  const users = new Map<unknown, string[]>();
  const change = (name: unknown): void => {
    if (changed.has(name)) return;
    changed.add(name);
    users.get(name)?.forEach(change);
  };
  for (const [name, schema] of schemasOf(before)) for (const target of targetsIn(schema)) users.set(target, [...(users.get(target) ?? []), name]);
  change(undefined);
  for (const name of new Set([...(was?.keys() ?? []), ...(is?.keys() ?? []), ...users.keys()])) {
    const [one, other] = [was?.get(name), is?.get(name)];
    if (one === undefined || !isDeepStrictEqual(one, other)) change(name);
  }
  return (one, other) => isDeepStrictEqual(one, other) && ![...targetsIn(one)].some((name) => changed.has(name));
}

/** The names of the schemas that a schema refers to; `undefined` for a reference without a name. */
function targetsIn(schema: unknown): ReadonlySet<string | undefined> {
  const names = new Set<string | undefined>();
  eachNode(schema, (node) => {
    if (isObject(node) && typeof node["$ref"] === "string") names.add(schemaKey(node));
  });
  return names;
}

const views = new WeakMap<Contract, WeakMap<object, SchemaView>>();

/** Returns the normalized form of a schema; `undefined` and `true` allow everything. */
export function viewOf(contract: Contract, schema: unknown): SchemaView {
  if (typeof schema !== "object" || schema === null) return newView(contract, schema);
  const known = views.get(contract) ?? new WeakMap<object, SchemaView>();
  views.set(contract, known);
  const view = known.get(schema) ?? newView(contract, schema);
  known.set(schema, view);
  return view;
}

function newView(contract: Contract, schema: unknown): SchemaView {
  const given = (typeof schema === "object" && schema !== null ? schema : {}) as Json;
  const { $ref, ...beside } = given;
  const isReference = typeof $ref === "string";
  const reference = referenceOf(contract, given);
  const target = isReference ? viewOf(contract, targetOf(contract, given)) : undefined;
  if (target !== undefined && Object.keys(beside).length === 0) return { ...target, name: reference?.name };
  const { oneOf, anyOf, allOf, ...own } = isReference ? beside : given;
  // JSON Schema 2020-12, 8.2.3.1: keywords next to a reference apply, too.
  const parts = [...(target === undefined ? [] : [target]), ...viewsOf(contract, allOf)];
  if (schema === false || parts.some(({ refused }) => refused)) return { name: undefined, source: schema, keywords: {}, alternatives: [], refused: true };
  const keywords = parts.reduce((joined, part) => join(contract, joined, part.keywords), normalize(own));
  const source = reference?.hasParts === false && target !== undefined ? target.source : given;
  const view = { name: reference?.name, source, refused: false, keywords, alternatives: parts.flatMap((part) => part.alternatives) };
  return withAlternatives(contract, view, [...viewsOf(contract, oneOf), ...viewsOf(contract, anyOf)]);
}

/** Returns what a reference names, which may be a reference with keywords next to it. */
function targetOf(contract: Contract, reference: Json): Json {
  // Throws if it leads to itself or to nothing.
  deref(contract, reference);
  return valueAt(contract.document, pointerOf(String(reference["$ref"]))) as Json;
}

function viewsOf(contract: Contract, schemas: unknown): SchemaView[] {
  return ((schemas ?? []) as readonly unknown[]).map((schema) => viewOf(contract, schema));
}

function normalize({ const: constant, enum: listed, type, not, ...others }: Json): Json {
  const known = constant === undefined ? (listed as readonly unknown[] | undefined) : [constant];
  const types = type === undefined ? undefined : [type].flat();
  return {
    ...others,
    // The type, if there is one, says whether null is allowed; otherwise the list of values does.
    ...(known === undefined ? {} : { values: { open: false, known: known.filter((value) => value !== null || types === undefined) } }),
    ...(types === undefined ? {} : { type: types.filter((name) => name !== "null" || known === undefined || known.includes(null)) }),
    ...(not === undefined ? {} : { not: [not].flat() }),
  };
}

/** Returns the keywords of the values that both allow. */
function join(contract: Contract, one: Json, other: Json): Json {
  const joined = namesOf(one, other).map((keyword) => [keyword, joinKeyword(contract, keyword, ownOf(one, keyword), ownOf(other, keyword))] as const);
  return { ...Object.fromEntries(joined), ...joinValues(one, other) };
}

function joinKeyword(contract: Contract, keyword: string, one: unknown, other: unknown): unknown {
  if (one === undefined || isDeepStrictEqual(one, other)) return other;
  if (other === undefined) return one;
  if (keyword === "properties") {
    const [was, is] = [one, other] as [Json, Json];
    return Object.fromEntries(namesOf(was, is).map((name) => [name, schemaOfBoth(contract, ownOf(was, name), ownOf(is, name))]));
  }
  if (keyword === "items" || keyword === "additionalProperties") return schemaOfBoth(contract, one, other);
  if (/^(required|not|x-exclusive)$/.test(keyword)) return [...new Set([one, other].flat())];
  if (typeof one === "boolean" && typeof other === "boolean") return one || other;
  if (typeof one === "number" && typeof other === "number" && /^(m|exclusiveM)(in|ax)/.test(keyword))
    return keyword.includes("ax") ? Math.min(one, other) : Math.max(one, other);
  return [one, other];
}

/** Returns the same object for the same schemas, because they may contain themselves. */
function schemaOfBoth(contract: Contract, one: unknown, other: unknown): unknown {
  const parts = new Map([one, other].flatMap(partsOf).map((part) => [JSON.stringify(part), part]));
  parts.delete("true");
  if (parts.has("false")) return false;
  if (parts.size < 2) return [...parts.values()][0] ?? true;
  const known = combined.get(contract) ?? new Map<string, Json>();
  combined.set(contract, known);
  const key = [...parts.keys()].sort().join();
  const schema = known.get(key) ?? { allOf: [...parts.values()] };
  known.set(key, schema);
  return schema;
}

const combined = new WeakMap<Contract, Map<string, Json>>();

function partsOf(schema: unknown): readonly unknown[] {
  if (!isObject(schema)) return schema === undefined ? [] : [schema];
  const { allOf, ...others } = schema;
  return Array.isArray(allOf) && Object.keys(others).length === 0 ? allOf.flatMap(partsOf) : [schema];
}

function hasType(names: readonly string[], name: string): boolean {
  return names.includes(name) || (name === "integer" && names.includes("number"));
}

/** Returns the types and the listed values that both allow. */
function joinValues(one: Json, other: Json): Json {
  const [types, otherTypes] = [one, other].map(({ type }) => type as readonly string[] | undefined);
  const both = types && otherTypes ? ALL_TYPES.filter((name) => hasType(types, name) && hasType(otherTypes, name)) : (types ?? otherTypes);
  const nulls = [one, other].every(allowsNull) ? ["null"] : [];
  const [values, otherValues] = [one, other].map((keywords) => keywords["values"] as Values | undefined);
  const shared = values && otherValues ? valuesOfBoth(values, otherValues) : (values ?? otherValues);
  return {
    ...(both && { type: [...both.filter((name) => name !== "null" && !(name === "integer" && both.includes("number"))), ...nulls] }),
    ...(shared && { values: { ...shared, known: shared.known.filter((value) => value !== null || both === undefined) } }),
  };
}

function allowsNull({ type, values }: Json): boolean {
  if (type !== undefined) return (type as readonly string[]).includes("null");
  return values === undefined || (values as Values).known.includes(null);
}

function valuesOfBoth(one: Values, other: Values): Values {
  if (one.open !== other.open) return one.open ? other : one;
  const { added, removed } = compareLists(one.known, other.known);
  return one.open ? { open: true, known: [...one.known, ...added] } : { open: false, known: one.known.filter((value) => !removed.includes(value)) };
}

/** Moves null and open lists to keywords. A single remaining alternative replaces the union. */
function withAlternatives(contract: Contract, view: SchemaView, all: readonly SchemaView[]): SchemaView {
  const [nulls, others] = [all.filter(isNull), all.filter((one) => !isNull(one))];
  const nullable = nulls.length > 0;
  const known = others.flatMap(({ keywords }) => (keywords["values"] as Values | undefined) ?? []);
  const isOpen = known.length > 0 && others.length === known.length + 1 && others.some((one) => isPlainString(one));
  if (isOpen) {
    const values: Values = { open: true, known: known.flatMap((list) => list.known) };
    return { ...view, keywords: { ...view.keywords, type: nullable ? ["string", "null"] : ["string"], values } };
  }
  const [only] = others;
  if (only !== undefined && only.name === undefined && others.length === 1 && view.alternatives.length === 0) {
    const keywords = join(contract, only.keywords, view.keywords);
    const types = only.keywords["type"] as readonly unknown[] | undefined;
    return {
      ...only,
      name: view.name ?? only.name,
      keywords: nullable && types !== undefined ? { ...keywords, type: [...new Set([...types, "null"])] } : keywords,
    };
  }
  return { ...view, alternatives: [...view.alternatives, ...others, ...nulls.slice(0, 1)] };
}

function isNull({ keywords, alternatives }: SchemaView): boolean {
  return alternatives.length === 0 && isDeepStrictEqual(keywords["type"], ["null"]);
}

function isPlainString({ keywords }: SchemaView): boolean {
  return isDeepStrictEqual(keywords["type"], ["string"]) && keywords["values"] === undefined && keywords["format"] === undefined;
}
