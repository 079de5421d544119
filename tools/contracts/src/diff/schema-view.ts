import { isDeepStrictEqual } from "node:util";
import { type Contract, deref, type Json } from "@keywright/generate/contract";
import { publicName } from "@keywright/generate";

/** A schema in the one form in which two of them can be compared: references followed, `allOf` joined, one way to write null, constants and open lists. */
export interface SchemaView {
  /** The name that users read, of a schema that is a component. */
  readonly name: string | undefined;
  /** The schema it was made of, for telling where a recursive schema comes round again. */
  readonly source: unknown;
  /** Its keywords. `type` and `not` are lists; `values` stands for `const`, `enum` and open lists: {@link Values}. */
  readonly keywords: Json;
  /** The alternatives of `oneOf` and `anyOf`, without null. */
  readonly alternatives: readonly SchemaView[];
  /** `false` as a schema: nothing is valid. */
  readonly refused: boolean;
}

/** The values of an enumeration: all there are, or those that are known of an open one. */
export interface Values {
  readonly open: boolean;
  readonly known: readonly unknown[];
}

/** A reference to a schema with a name; `undefined` for anything else. */
export function referenceOf(contract: Contract, schema: unknown): { readonly name: string; readonly target: Json; readonly beside: Json } | undefined {
  if (typeof schema !== "object" || schema === null) return undefined;
  const { $ref, ...beside } = schema as Json;
  if (typeof $ref !== "string" || !$ref.startsWith("#/components/schemas/")) return undefined;
  return { name: publicName(contract, $ref), target: deref(contract, schema), beside };
}

/** Looks at a schema; `undefined` and `true` allow everything. */
export function viewOf(contract: Contract, schema: unknown): SchemaView {
  if (schema === false) return { name: undefined, source: schema, keywords: {}, alternatives: [], refused: true };
  const given = (typeof schema === "object" && schema !== null ? schema : {}) as Json;
  const { $ref, ...beside } = given;
  const source = typeof $ref === "string" ? deref(contract, given) : given;
  // JSON Schema 2020-12, 8.2.3.1: members beside a reference count, too.
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
    // Null is told by the type, where there is one; a list of values without it does not allow it.
    ...(known === undefined ? {} : { values: { open: false, known: known.filter((value) => value !== null || types === undefined) } }),
    ...(types === undefined ? {} : { type: types.filter((name) => name !== "null" || known === undefined || known.includes(null)) }),
    ...(not === undefined ? {} : { not: [not].flat() }),
  };
}

/** Joins the keywords of parts that hold at once. */
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

/** Reads null and open lists out of alternatives; what remains are alternatives, or the only one there is. */
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
