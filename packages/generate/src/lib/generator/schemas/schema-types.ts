import { type Contract, ContractError, deref, eachSchema, type Json, schemaKey } from "../../contract/index.ts";
import { typeNameOf } from "../text/print.ts";

/**
 * Returns the type name of a named schema: its title if that is a name, otherwise its key, such as `OrderLine` for `order-line`.
 *
 * @param name The schema's key in `components.schemas`.
 */
export function typeName(contract: Contract, name: string): string {
  const schemas = (contract.document["components"] as Json | undefined)?.["schemas"] as { readonly [key: string]: Json } | undefined;
  const title = schemas?.[name]?.["title"];
  return typeof title === "string" && /^[A-Z]\w*$/.test(title) ? title : typeNameOf(name);
}

/** The type name for a reference. */
export function publicName(contract: Contract, ref: string): string {
  const name = schemaKey({ $ref: ref });
  if (name === undefined) throw new ContractError(`${ref} is not a named schema: move it to components.schemas, so that its type has a name`);
  return typeName(contract, name);
}

/** Whether an object has named properties and typed other properties. */
export function isMixedMap(schema: Json): boolean {
  return schema["properties"] !== undefined && typeof othersOf(schema) === "object";
}

/** The other properties that an object may have: for `unevaluatedProperties`, those of `allOf` are named properties, too (JSON Schema 2020-12, Core §11.3). */
export function othersOf({ additionalProperties, unevaluatedProperties }: Json): unknown {
  return additionalProperties ?? unevaluatedProperties;
}

/** The JSON Schema types of a schema's values except null; empty if any type is allowed. */
export function typesOf(contract: Contract, schema: unknown): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return eachSchema<readonly string[]>(contract, [], (part, again) => typesIn(contract, part, again))(schema);
}

function typesIn(contract: Contract, schema: Json, again: (part: unknown) => readonly string[]): readonly string[] {
  const { type, const: constant, enum: values = constant === undefined ? undefined : [constant], allOf = [], properties } = schema;
  if (type !== undefined) return [type].flat().filter((name) => name !== "null") as string[];
  if (Array.isArray(values)) return [...new Set(values.filter((value) => value !== null).map(jsonType))];
  if (properties !== undefined) return ["object"];
  for (const part of allOf as readonly unknown[]) {
    const types = again(part);
    if (types.length > 0) return types;
  }
  const branches = ((schema["oneOf"] ?? schema["anyOf"] ?? []) as readonly unknown[]).filter((branch) => deref(contract, branch)["type"] !== "null");
  const all = branches.map(again);
  const union = [...new Set(all.flat())];
  return all.some((types) => types.length === 0) ? [] : union.includes("number") ? union.filter((name) => name !== "integer") : union;
}

function jsonType(value: unknown): string {
  return Array.isArray(value) ? "array" : typeof value;
}

/** Whether a schema allows null. */
export function isNullable(contract: Contract, schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  return eachSchema<boolean>(contract, false, ({ type, const: constant, enum: values, oneOf, anyOf }, again) => {
    if ([type].flat().includes("null") || constant === null || (type === undefined && Array.isArray(values) && values.includes(null))) return true;
    return ((oneOf ?? anyOf ?? []) as readonly unknown[]).some(again);
  })(schema);
}

/** The properties of an object, including those from `allOf`. */
export function propertiesOf(contract: Contract, schema: unknown): { readonly [name: string]: Json } {
  return eachSchema<{ readonly [name: string]: Json }>(contract, {}, ({ properties, allOf = [] }, again) =>
    Object.assign({}, ...(allOf as readonly unknown[]).map(again), properties),
  )(schema ?? {});
}

/** The required properties of an object, including those from `allOf`. */
export function requiredOf(contract: Contract, schema: unknown): ReadonlySet<string> {
  return eachSchema<ReadonlySet<string>>(
    contract,
    new Set(),
    ({ required = [], allOf = [] }, again) =>
      new Set([...(required as readonly string[]), ...(allOf as readonly unknown[]).flatMap((part) => [...again(part)])]),
  )(schema ?? {});
}

/** Whether a schema is a 64-bit integer, which clients read as a decimal string. */
export function isInt64({ type, format }: Json): boolean {
  return format === "int64" && [type].flat().includes("integer");
}

/** Whether a schema is an open enumeration: known values or any other string. */
export function isOpenEnum(schema: unknown): schema is { readonly anyOf: readonly Json[] } {
  if (typeof schema !== "object" || schema === null) return false;
  const members = (schema as Json)["anyOf"];
  return (
    Array.isArray(members) &&
    members.some((member: Json) => Array.isArray(member["enum"])) &&
    members.some((member: Json) => member["type"] === "string" && member["enum"] === undefined && member["format"] === undefined)
  );
}

/** The known values of an open or closed enumeration; `undefined` for any other schema. */
export function valuesOf(schema: Json): readonly string[] | undefined {
  if (isOpenEnum(schema)) return schema.anyOf.flatMap((member) => (member["enum"] ?? []) as string[]);
  return schema["type"] === "string" && Array.isArray(schema["enum"]) ? (schema["enum"] as string[]) : undefined;
}
