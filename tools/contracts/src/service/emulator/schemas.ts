import { followed, isObject, type Json } from "@keywright/generate/contract";

/** The properties of an object schema, with those of all parts that it is made of. */
export interface ObjectSchema {
  readonly properties: { readonly [name: string]: Json };
  readonly required: readonly string[];
  /** Whether an object may have other properties, or has those of one alternative only. */
  readonly isOpen: boolean;
}

/** A body of JSON: its schema, and what the contract shows of it. */
export interface JsonBody {
  readonly schema: Json;
  readonly mediaType: string;
  readonly examples: readonly unknown[];
}

/** The properties of a schema; `undefined` if it is none of an object. */
export function objectSchema(document: Json, schema: unknown): ObjectSchema | undefined {
  const own = followed(document, schema);
  if (own === undefined) return undefined;
  const parts = listOf(own["allOf"]).map((part) => objectSchema(document, part));
  const branches = [...listOf(own["oneOf"]), ...listOf(own["anyOf"])].map((part) => objectSchema(document, part));
  const properties = objectOf(own["properties"]);
  const others = own["additionalProperties"];
  const isAny = [own["type"]].flat().includes("object") || parts.some(Boolean) || branches.some(Boolean) || Object.keys(properties).length > 0;
  if (!isAny) return undefined;
  const followedProperties = Object.entries(properties).map(([name, property]) => [name, { ...followed(document, property), ...objectOf(property) }] as const);
  return {
    properties: Object.assign(
      {},
      ...[...branches, ...parts].map((part) => part?.properties),
      Object.fromEntries(followedProperties),
    ) as ObjectSchema["properties"],
    required: [...listOf(own["required"]).map(String), ...parts.flatMap((part) => part?.required ?? [])],
    isOpen:
      branches.length > 0 || parts.some((part) => part?.isOpen) || (others !== undefined && others !== false) || followedProperties.length + parts.length === 0,
  };
}

/** The first JSON of a request body or a response. */
export function jsonOf(document: Json, holder: Json | undefined): JsonBody | undefined {
  for (const [mediaType, media] of Object.entries(objectOf(holder?.["content"]))) {
    if (!/[/+]json\s*(;|$)/i.test(mediaType) || !isObject(media)) continue;
    return { schema: objectOf(media["schema"]), mediaType, examples: examplesOf(document, media) };
  }
  return undefined;
}

/** What the contract shows of a media type, a header or a parameter, in its order. */
export function examplesOf(document: Json, holder: Json): readonly unknown[] {
  return Object.values(namedExamples(document, holder));
}

/** The same by the names of the examples. */
export function namedExamples(document: Json, holder: Json): { readonly [name: string]: unknown } {
  if (holder["example"] !== undefined) return { example: holder["example"] };
  const named = Object.entries(objectOf(holder["examples"])).map(([name, each]) => [name, followed(document, each)?.["value"]] as const);
  if (named.length > 0) return Object.fromEntries(named);
  const schema = followed(document, holder["schema"]);
  const [first = schema?.["default"]] = [schema?.["example"], ...listOf(schema?.["examples"])].filter((each) => each !== undefined);
  return first === undefined ? {} : { example: first };
}

export function objectOf(value: unknown): Json {
  return isObject(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}
