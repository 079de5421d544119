import { type Contract, deref, type Json, schemaKey } from "../contract/index.ts";
import { key } from "./print.ts";
import { isInt64, publicName } from "./schema-types.ts";

/** Where a parameter can stand. */
export type Place = "path" | "query" | "header" | "cookie";

/** What a value can be, as far as styles distinguish it. */
export type Kind = "scalar" | "array" | "object" | "null";

/** The schema of a parameter, and the media type of one that has `content`. */
export function schemaOf(contract: Contract, parameter: Json): { readonly schema: Json; readonly mediaType: string | undefined } {
  const [entry] = Object.entries((parameter["content"] ?? {}) as Json);
  if (entry === undefined) return { schema: (parameter["schema"] ?? {}) as Json, mediaType: undefined };
  return { schema: (deref(contract, entry[1])["schema"] ?? {}) as Json, mediaType: entry[0] };
}

/** All kinds of values that a schema allows. One that says nothing allows all but null. */
export function kindsOf(contract: Contract, schema: unknown, seen: readonly unknown[] = []): ReadonlySet<Kind> {
  const resolved = deref(contract, schema);
  const { type, enum: values, const: constant } = resolved;
  if (constant !== undefined) return new Set([kindOfValue(constant)]);
  if (Array.isArray(values)) return new Set(values.map(kindOfValue));
  if (type !== undefined) return new Set([type].flat().map(kindOfType));
  if (seen.includes(resolved)) return new Set();
  const within = (part: unknown): ReadonlySet<Kind> => kindsOf(contract, part, [...seen, resolved]);
  const branches = (resolved["oneOf"] ?? resolved["anyOf"]) as readonly unknown[] | undefined;
  if (branches !== undefined) return new Set(branches.flatMap((branch) => [...within(branch)]));
  const [first, ...others] = ((resolved["allOf"] ?? []) as readonly unknown[]).map(within);
  if (first !== undefined) return new Set([...first].filter((kind) => others.every((other) => other.has(kind))));
  if (resolved["properties"] !== undefined) return new Set(["object"]);
  if (resolved["items"] !== undefined) return new Set(["array"]);
  return new Set(["scalar", "array", "object"]);
}

function kindOfType(type: unknown): Kind {
  return type === "array" || type === "object" || type === "null" ? type : "scalar";
}

function kindOfValue(value: unknown): Kind {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value === "object" ? "object" : "scalar";
}

/** The schemas of a value's elements and members. */
export function partsOf(contract: Contract, schema: unknown, seen: readonly unknown[] = []): unknown[] {
  const resolved = deref(contract, schema);
  if (seen.includes(resolved)) return [];
  const {
    items,
    properties = {},
    additionalProperties,
  } = resolved as { readonly items?: unknown; readonly properties?: Json; readonly additionalProperties?: unknown };
  const branches = ["allOf", "oneOf", "anyOf"].flatMap((keyword) => (resolved[keyword] ?? []) as readonly unknown[]);
  return [items, ...Object.values(properties), additionalProperties, ...branches.flatMap((branch) => partsOf(contract, branch, [...seen, resolved]))].filter(
    (part) => typeof part === "object" && part !== null,
  );
}

/**
 * The type of a parameter in a method's input: named schemas by their names, others written out, to be read only.
 *
 * A required parameter cannot be null, because null is written as nothing; as JSON it can.
 */
export function parameterType(contract: Contract, parameter: Json): string {
  const { schema, mediaType } = schemaOf(contract, parameter);
  const type = typeIn(contract, schema);
  if (parameter["required"] !== true || mediaType !== undefined || !kindsOf(contract, schema).has("null")) return type;
  return schema["$ref"] === undefined
    ? type
        .split(" | ")
        .filter((member) => member !== "null")
        .join(" | ")
    : `NonNullable<${type}>`;
}

function typeIn(contract: Contract, schema: Json): string {
  if (typeof schema["$ref"] === "string")
    return schemaKey(schema) === undefined ? typeIn(contract, deref(contract, schema)) : publicName(contract, schema["$ref"]);
  if (schema["const"] !== undefined) return JSON.stringify(schema["const"]);
  if (Array.isArray(schema["enum"])) return schema["enum"].map((value) => JSON.stringify(value)).join(" | ");
  const union = (schema["oneOf"] ?? schema["anyOf"]) as readonly Json[] | undefined;
  if (union !== undefined) return [...new Set(union.map((member) => typeIn(contract, member)))].join(" | ");
  if (schema["allOf"] !== undefined) {
    const parts = (schema["allOf"] as readonly Json[]).map((part) => typeIn(contract, part)).filter((part) => part !== "unknown");
    return parts.length === 0 ? "unknown" : parts.map((part) => (part.includes(" | ") ? `(${part})` : part)).join(" & ");
  }
  return [schema["type"]]
    .flat()
    .map((type) => ofType(contract, type, schema))
    .join(" | ");
}

function ofType(contract: Contract, type: unknown, schema: Json): string {
  switch (type) {
    case "string":
    case "boolean":
    case "number":
    case "null":
      return type;
    case "integer":
      return isInt64(schema) ? "string" : "number";
    case "array": {
      const item = typeIn(contract, (schema["items"] ?? {}) as Json);
      return `readonly ${item.includes(" ") ? `(${item})` : item}[]`;
    }
    case "object":
      return objectType(contract, schema);
    default:
      return schema["properties"] === undefined ? "unknown" : objectType(contract, schema);
  }
}

function objectType(contract: Contract, schema: Json): string {
  const {
    properties = {},
    required = [],
    additionalProperties,
  } = schema as { readonly properties?: Json; readonly required?: readonly string[]; readonly additionalProperties?: unknown };
  const members = Object.entries(properties).map(
    ([name, member]) => `readonly ${key(name)}${required.includes(name) ? "" : "?"}: ${typeIn(contract, member as Json)}`,
  );
  // The type of other members would have to cover the named ones as well.
  if (members.length === 0 && typeof additionalProperties === "object" && additionalProperties !== null)
    members.push(`readonly [name: string]: ${typeIn(contract, additionalProperties as Json)}`);
  else if (members.length === 0 || (additionalProperties !== undefined && additionalProperties !== false)) members.push("readonly [name: string]: unknown");
  return `{ ${members.join("; ")} }`;
}
