import { type Contract, ContractError, deref, eachSchema, isObject, type Named, type Schema, schemaKey } from "../../contract/index.ts";
import { typeNameOf } from "../text/print.ts";

/**
 * Returns the type name of a named schema: its title if that is a name, otherwise from its key.
 *
 * @param name The schema's key in `components.schemas`.
 */
export function typeName({ document }: Pick<Contract, "document">, name: string): string {
  const title = document.components?.schemas?.[name]?.title;
  return typeof title === "string" && /^[A-Z]\w*$/.test(title) ? title : typeNameOf(name);
}

/** The type name for a reference. */
export function publicName(contract: Pick<Contract, "document">, ref: string): string {
  const name = schemaKey({ $ref: ref });
  if (name === undefined) throw new ContractError(`${ref} is not a named schema: move it to components.schemas, so that its type has a name`);
  return typeName(contract, name);
}

/** Whether an object has named properties and typed other properties. */
export function isMixedMap(schema: Schema): boolean {
  return schema.properties !== undefined && typeof othersOf(schema) === "object";
}

/** The other properties of an object (JSON Schema 2020-12, Core §11.3). */
export function othersOf({ additionalProperties, unevaluatedProperties }: Schema): Schema | boolean | undefined {
  return additionalProperties ?? unevaluatedProperties;
}

/** The alternatives of a schema. */
export function alternativesOf({ oneOf, anyOf }: Schema): readonly Schema[] | undefined {
  return oneOf ?? anyOf;
}

/** The JSON Schema types of a schema's values except null; empty if any type is allowed. */
export function typesOf(contract: Contract, schema: Schema | undefined): readonly string[] {
  if (!isObject(schema)) return [];
  return eachSchema<readonly string[]>(contract, [], (part, again) => typesIn(contract, part, again))(schema);
}

function typesIn(contract: Contract, schema: Schema, again: (part: Schema) => readonly string[]): readonly string[] {
  const { type, const: constant, enum: values = constant === undefined ? undefined : [constant], allOf = [], properties } = schema;
  if (type !== undefined) return [type].flat().filter((name) => name !== "null");
  if (values !== undefined) return [...new Set(values.filter((value) => value !== null).map(jsonType))];
  if (properties !== undefined) return ["object"];
  for (const part of allOf) {
    const types = again(part);
    if (types.length > 0) return types;
  }
  const branches = (alternativesOf(schema) ?? []).filter((branch) => deref(contract, branch).type !== "null");
  const all = branches.map(again);
  const union = [...new Set(all.flat())];
  return all.some((types) => types.length === 0) ? [] : union.includes("number") ? union.filter((name) => name !== "integer") : union;
}

function jsonType(value: unknown): string {
  return Array.isArray(value) ? "array" : typeof value;
}

/** Whether a schema allows null. */
export function isNullable(contract: Contract, schema: Schema | undefined): boolean {
  if (!isObject(schema)) return false;
  return eachSchema<boolean>(contract, false, ({ type, const: constant, enum: values, ...alternatives }, again) => {
    if ([type].flat().includes("null") || constant === null || (type === undefined && values?.includes(null) === true)) return true;
    return (alternativesOf(alternatives) ?? []).some(again);
  })(schema);
}

/** The properties of an object, including those from `allOf`. */
export function propertiesOf(contract: Contract, schema: Schema = {}): Named<Schema> {
  return eachSchema<Named<Schema>>(contract, {}, ({ properties = {}, allOf = [] }, again) =>
    Object.fromEntries([...allOf.map(again), properties].flatMap((part) => Object.entries(part))),
  )(schema);
}

/** The required properties of an object, including those from `allOf`. */
export function requiredOf(contract: Contract, schema: Schema = {}): ReadonlySet<string> {
  return eachSchema<ReadonlySet<string>>(
    contract,
    new Set(),
    ({ required = [], allOf = [] }, again) => new Set([...required, ...allOf.flatMap((part) => [...again(part)])]),
  )(schema);
}

/** Whether a schema is a 64-bit integer, which clients read as a decimal string. */
export function isInt64({ type, format }: Schema): boolean {
  return format === "int64" && [type].flat().includes("integer");
}

/** Whether a schema is an open enumeration: known values or any other string. */
export function isOpenEnum(schema: Schema | undefined): boolean {
  const members = schema?.anyOf;
  return (
    Array.isArray(members) &&
    members.some((member: Schema) => Array.isArray(member.enum)) &&
    members.some((member: Schema) => member.type === "string" && member.enum === undefined && member.format === undefined)
  );
}

/** The known values of an open or closed enumeration; `undefined` for any other schema. */
export function valuesOf(schema: Schema): readonly string[] | undefined {
  if (isOpenEnum(schema)) return (schema.anyOf ?? []).flatMap((member) => textsOf(member.enum));
  return schema.type === "string" && Array.isArray(schema.enum) ? textsOf(schema.enum) : undefined;
}

function textsOf(values: readonly unknown[] = []): string[] {
  return values.filter((value) => typeof value === "string");
}
