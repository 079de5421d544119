import { followed, isObject, type Json, listOf } from "@keywright/generate/contract";

/** The properties of an object schema and its parts. */
export interface ObjectSchema {
  readonly properties: { readonly [name: string]: Json };
  readonly required: readonly string[];
  /** Whether an object may have other properties, or only those of one alternative. */
  readonly isOpen: boolean;
}

/** A JSON body: its schema and its examples. */
export interface JsonBody {
  readonly schema: Json;
  readonly mediaType: string;
  readonly examples: readonly unknown[];
}

/** Returns the properties of an object schema; `undefined` for any other schema. */
export function objectSchema(document: Json, schema: unknown): ObjectSchema | undefined {
  const own = followed(document, schema);
  if (own === undefined) return undefined;
  const partsOf = (keyword: string): readonly (ObjectSchema | undefined)[] => listOf(own[keyword]).map((part) => objectSchema(document, part));
  const [parts, branches] = [partsOf("allOf"), [...partsOf("oneOf"), ...partsOf("anyOf")]];
  const named = Object.entries(objectOf(own["properties"])).map(([name, property]) => [name, { ...followed(document, property), ...objectOf(property) }]);
  if (![own["type"]].flat().includes("object") && ![...parts, ...branches, ...named].some(Boolean)) return undefined;
  const others = own["additionalProperties"] ?? false;
  return {
    properties: Object.assign({}, ...[...branches, ...parts].map((part) => part?.properties), Object.fromEntries(named)) as ObjectSchema["properties"],
    required: [...listOf(own["required"]).map(String), ...parts.flatMap((part) => part?.required ?? [])],
    isOpen: branches.length > 0 || parts.some((part) => part?.isOpen) || others !== false || named.length + parts.length === 0,
  };
}

/** The first content of a request body, a response or a parameter whose media type matches. */
export function contentOf(holder: Json | undefined, kind = /./): readonly [mediaType: string, media: Json] | undefined {
  return Object.entries(objectOf(holder?.["content"])).find((entry): entry is [string, Json] => kind.test(entry[0]) && isObject(entry[1]));
}

/** Returns the first JSON content of a request body or a response. */
export function jsonOf(document: Json, holder: Json | undefined): JsonBody | undefined {
  const [mediaType = "", media] = contentOf(holder, /[/+]json\s*(;|$)/i) ?? [];
  return media && { schema: objectOf(media["schema"]), mediaType, examples: examplesOf(document, media) };
}

/** Returns the headers of a response, by lower-case names. */
export function headersOf(document: Json, response: Json): { readonly [name: string]: Json } {
  return Object.fromEntries(Object.entries(objectOf(response["headers"])).map(([name, header]) => [name.toLowerCase(), followed(document, header) ?? {}]));
}

/** Returns the examples of a media type, a header or a parameter, in their order. */
export function examplesOf(document: Json, holder: Json): readonly unknown[] {
  if (holder["example"] !== undefined) return [holder["example"]];
  const named = Object.values(objectOf(holder["examples"])).map((each) => followed(document, each)?.["value"]);
  if (named.length > 0) return named;
  const schema = followed(document, holder["schema"]);
  return [schema?.["example"], ...listOf(schema?.["examples"]), schema?.["default"]].filter((each) => each !== undefined).slice(0, 1);
}

export function objectOf(value: unknown): Json {
  return isObject(value) ? value : {};
}

/** Returns a list or an object; `undefined` if it is empty. */
export function some<Value extends object>(value: Value): Value | undefined {
  return Object.values(value).some((member) => member !== undefined) ? value : undefined;
}
