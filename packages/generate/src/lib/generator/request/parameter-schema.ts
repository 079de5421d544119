import { alternativesOf } from "../schemas/schema-types.ts";
import { readonlyTypeOf } from "../schemas/type-of.ts";
import { type Contract, deref, eachSchema, type Parameter, type Schema } from "../../contract/index.ts";

/** Kinds of values that styles distinguish. */
export type Kind = "scalar" | "array" | "object" | "null";

/** The schema of a parameter, and its media type if it has `content`. */
export function schemaOf(contract: Contract, parameter: Parameter): { readonly schema: Schema; readonly mediaType: string | undefined } {
  const [entry] = Object.entries(parameter.content ?? {});
  if (entry === undefined) return { schema: parameter.schema ?? {}, mediaType: undefined };
  return { schema: deref(contract, entry[1]).schema ?? {}, mediaType: entry[0] };
}

/** All kinds of values that a schema allows. An empty schema allows all except null. */
export function kindsOf(contract: Contract, schema: Schema): ReadonlySet<Kind> {
  return eachSchema<ReadonlySet<Kind>>(contract, new Set(), kindsIn)(schema);
}

function kindsIn(schema: Schema, again: (part: Schema) => ReadonlySet<Kind>): ReadonlySet<Kind> {
  const { type, enum: values, const: constant, allOf = [] } = schema;
  if (constant !== undefined) return new Set([kindOfValue(constant)]);
  if (values !== undefined) return new Set(values.map(kindOfValue));
  if (type !== undefined) return new Set([type].flat().map(kindOfType));
  const branches = alternativesOf(schema);
  if (branches !== undefined) return new Set(branches.flatMap((branch) => [...again(branch)]));
  const [first, ...others] = allOf.map(again);
  if (first !== undefined) return new Set([...first].filter((kind) => others.every((other) => other.has(kind))));
  if (schema.properties !== undefined) return new Set(["object"]);
  if (schema.items !== undefined) return new Set(["array"]);
  return new Set(["scalar", "array", "object"]);
}

function kindOfType(type: string): Kind {
  return type === "array" || type === "object" || type === "null" ? type : "scalar";
}

function kindOfValue(value: unknown): Kind {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value === "object" ? "object" : "scalar";
}

/** The schemas of a value's elements and properties. */
export function partsOf(contract: Contract, schema: Schema): readonly Schema[] {
  const parts = eachSchema<ReadonlySet<Schema | boolean | undefined>>(contract, new Set(), (resolved, again) => {
    const { items, properties = {}, additionalProperties, allOf = [], oneOf = [], anyOf = [] } = resolved;
    return new Set([items, ...Object.values(properties), additionalProperties, ...[allOf, oneOf, anyOf].flat().flatMap((branch) => [...again(branch)])]);
  })(schema);
  return [...parts].filter((part) => typeof part === "object");
}

/**
 * Returns the readonly type of a parameter: named schemas by name, others expanded.
 *
 * A required parameter cannot be null, because null is not sent, except as JSON.
 */
export function parameterType(contract: Contract, parameter: Parameter): string {
  const { schema, mediaType } = schemaOf(contract, parameter);
  const where = `the parameter ${parameter.name}`;
  if (parameter.required !== true || mediaType !== undefined || !kindsOf(contract, schema).has("null")) return readonlyTypeOf(contract, schema, where);
  return schema.$ref === undefined ? readonlyTypeOf(contract, withoutNull(schema), where) : `NonNullable<${readonlyTypeOf(contract, schema, where)}>`;
}

function withoutNull(schema: Schema): Schema {
  const { type, enum: values, oneOf, anyOf } = schema;
  const others = (branches: readonly Schema[]): Schema[] => branches.filter((branch) => branch.type !== "null").map(withoutNull);
  return {
    ...schema,
    ...(Array.isArray(type) ? { type: type.filter((name) => name !== "null") } : {}),
    ...(values === undefined ? {} : { enum: values.filter((value) => value !== null) }),
    ...(oneOf === undefined ? {} : { oneOf: others(oneOf) }),
    ...(anyOf === undefined ? {} : { anyOf: others(anyOf) }),
  };
}
