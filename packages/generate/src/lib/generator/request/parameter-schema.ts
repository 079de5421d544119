import { type Contract, deref, eachSchema, type Json } from "../../contract/index.ts";
import { readonlyTypeOf } from "../schemas/type-of.ts";

/** Places of parameters. */
export type Place = "path" | "query" | "header" | "cookie";

/** Kinds of values that styles distinguish. */
export type Kind = "scalar" | "array" | "object" | "null";

/** The schema of a parameter, and its media type if it has `content`. */
export function schemaOf(contract: Contract, parameter: Json): { readonly schema: Json; readonly mediaType: string | undefined } {
  const [entry] = Object.entries((parameter["content"] ?? {}) as Json);
  if (entry === undefined) return { schema: (parameter["schema"] ?? {}) as Json, mediaType: undefined };
  return { schema: (deref(contract, entry[1])["schema"] ?? {}) as Json, mediaType: entry[0] };
}

/** All kinds of values that a schema allows. An empty schema allows all except null. */
export function kindsOf(contract: Contract, schema: unknown): ReadonlySet<Kind> {
  return eachSchema<ReadonlySet<Kind>>(contract, new Set(), kindsIn)(schema);
}

function kindsIn(schema: Json, again: (part: unknown) => ReadonlySet<Kind>): ReadonlySet<Kind> {
  const { type, enum: values, const: constant } = schema;
  if (constant !== undefined) return new Set([kindOfValue(constant)]);
  if (Array.isArray(values)) return new Set(values.map(kindOfValue));
  if (type !== undefined) return new Set([type].flat().map(kindOfType));
  const branches = (schema["oneOf"] ?? schema["anyOf"]) as readonly unknown[] | undefined;
  if (branches !== undefined) return new Set(branches.flatMap((branch) => [...again(branch)]));
  const [first, ...others] = ((schema["allOf"] ?? []) as readonly unknown[]).map(again);
  if (first !== undefined) return new Set([...first].filter((kind) => others.every((other) => other.has(kind))));
  if (schema["properties"] !== undefined) return new Set(["object"]);
  if (schema["items"] !== undefined) return new Set(["array"]);
  return new Set(["scalar", "array", "object"]);
}

function kindOfType(type: unknown): Kind {
  return type === "array" || type === "object" || type === "null" ? type : "scalar";
}

function kindOfValue(value: unknown): Kind {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value === "object" ? "object" : "scalar";
}

/** The schemas of a value's elements and properties. */
export function partsOf(contract: Contract, schema: unknown): readonly unknown[] {
  const parts = eachSchema<ReadonlySet<unknown>>(contract, new Set(), (resolved, again) => {
    const { items, properties = {}, additionalProperties } = resolved;
    const branches = ["allOf", "oneOf", "anyOf"].flatMap((keyword) => (resolved[keyword] ?? []) as readonly unknown[]);
    return new Set([items, ...Object.values(properties as Json), additionalProperties, ...branches.flatMap((branch) => [...again(branch)])]);
  })(schema);
  return [...parts].filter((part) => typeof part === "object" && part !== null);
}

/**
 * Returns the readonly type of a parameter in a method's input: named schemas by name, others expanded.
 *
 * A required parameter cannot be null, because null is not sent, except as JSON.
 */
export function parameterType(contract: Contract, parameter: Json): string {
  const { schema, mediaType } = schemaOf(contract, parameter);
  const type = readonlyTypeOf(contract, schema, `the parameter ${String(parameter["name"])}`);
  if (parameter["required"] !== true || mediaType !== undefined || !kindsOf(contract, schema).has("null")) return type;
  return schema["$ref"] === undefined
    ? type
        .split(" | ")
        .filter((member) => member !== "null")
        .join(" | ")
    : `NonNullable<${type}>`;
}
