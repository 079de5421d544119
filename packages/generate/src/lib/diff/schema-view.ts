import { isDeepStrictEqual } from "node:util";
import { type Contract, deref, eachNode, isObject, type Json, schemaKey, schemasOf } from "../contract/index.ts";
import { publicName } from "../generator/schemas/schema-types.ts";

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

/** Returns the target of a reference to a named schema; `undefined` for any other schema. */
export function referenceOf(contract: Contract, schema: unknown): { readonly name: string; readonly target: Json; readonly beside: Json } | undefined {
  if (typeof schema !== "object" || schema === null) return undefined;
  const { $ref, ...beside } = schema as Json;
  if (typeof $ref !== "string" || !$ref.startsWith("#/components/schemas/")) return undefined;
  return { name: publicName(contract, $ref), target: deref(contract, schema), beside };
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
  if (schema === false) return { name: undefined, source: schema, keywords: {}, alternatives: [], refused: true };
  const given = (typeof schema === "object" && schema !== null ? schema : {}) as Json;
  const { $ref, ...beside } = given;
  const source = typeof $ref === "string" ? deref(contract, given) : given;
  // JSON Schema 2020-12, 8.2.3.1: keywords next to a reference apply, too.
  const { oneOf, anyOf, allOf, ...own } = typeof $ref === "string" ? { ...source, ...beside } : given;
  const parts = viewsOf(contract, allOf);
  const keywords = parts.reduce((joined, part) => join(joined, part.keywords), normalize(own));
  const view = { name: referenceOf(contract, given)?.name, source, refused: false, keywords, alternatives: parts.flatMap((part) => part.alternatives) };
  return withAlternatives(view, [...viewsOf(contract, oneOf), ...viewsOf(contract, anyOf)]);
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

function join(one: Json, other: Json): Json {
  const joined: Record<string, unknown> = { ...one };
  for (const [keyword, value] of Object.entries(other)) {
    const known = joined[keyword];
    if (keyword === "properties") joined[keyword] = { ...(known as Json | undefined), ...(value as Json) };
    else if (keyword === "required" || keyword === "not")
      joined[keyword] = [...new Set([...((known ?? []) as readonly unknown[]), ...(value as readonly unknown[])])];
    else joined[keyword] = value;
  }
  return joined;
}

/** Moves null and open lists to keywords. A single remaining alternative replaces the union. */
function withAlternatives(view: SchemaView, all: readonly SchemaView[]): SchemaView {
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
    const keywords = join(only.keywords, view.keywords);
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
