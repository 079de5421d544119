import { isObject, type Json, listAt, objectAt } from "../values/json.ts";

/** The parts of a schema that decide how to read a text of a URL, header or form. */
export interface Shape {
  /** Names of JSON types; empty if the schema allows all. */
  readonly types: ReadonlySet<string>;
  readonly items: Shape | undefined;
  readonly properties: ReadonlyMap<string, Shape>;
  /** Shape of unnamed properties; `undefined` if there are none. */
  readonly additional: Shape | undefined;
  readonly isBinary: boolean;
}

const ANY: Shape = { types: new Set(), items: undefined, properties: new Map(), additional: undefined, isBinary: false };

/** The default shape: a text. */
export const TEXT: Shape = { ...ANY, types: new Set(["string"]) };

// The parts of a value have no parts themselves. In a body, deeper values are JSON.
const DEEPEST = 4;

/**
 * Returns the shape of a schema: the union of its alternatives.
 *
 * @param resolve Resolves a reference.
 */
export function shapeOf(schema: unknown, resolve: (schema: Json) => Json, depth = 0): Shape {
  if (!isObject(schema) || depth > DEEPEST) return ANY;
  const own = resolve(schema);
  const inner = (part: unknown): Shape => shapeOf(part, resolve, depth + 1);
  const parts = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => listAt(own, keyword)).map(inner);
  const { items, additionalProperties } = own;
  const properties = Object.entries(objectAt(own, "properties")).map(([name, property]) => [name, inner(property)] as const);
  return {
    types: new Set([...typesOf(own), ...parts.flatMap(({ types }) => [...types])]),
    items: isObject(items) ? inner(items) : parts.find((part) => part.items !== undefined)?.items,
    properties: new Map([...parts.flatMap((part) => [...part.properties]), ...properties]),
    additional: isObject(additionalProperties)
      ? inner(additionalProperties)
      : additionalProperties === true
        ? ANY
        : parts.find(({ additional }) => additional)?.additional,
    isBinary: own["format"] === "binary" || (typeof own["contentMediaType"] === "string" && own["contentEncoding"] === undefined),
  };
}

function typesOf(schema: Json): readonly string[] {
  const { type, enum: values, const: constant } = schema;
  if (typeof type === "string") return [type];
  if (Array.isArray(type)) return type.map(String);
  const known = Array.isArray(values) ? values : constant === undefined ? [] : [constant];
  if (known.length > 0) return known.map((value) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value));
  return schema["properties"] === undefined ? [] : ["object"];
}

/** Returns whether values are arrays or objects, which have parts. */
export function isParted({ types }: Shape): boolean {
  return types.has("array") || types.has("object");
}

/** Converts a text to the type of its shape, or returns it for the schema to report. */
export function typed({ types }: Shape, text: string): unknown {
  if (types.has("string")) return text;
  if (types.has("integer") && /^-?(0|[1-9]\d{0,18})$/.test(text)) return Number(text);
  if (types.has("number") && /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text)) return Number(text);
  if (types.has("boolean") && (text === "true" || text === "false")) return text === "true";
  return types.has("null") && text === "" ? null : text;
}
