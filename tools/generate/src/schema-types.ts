import { schemaKey } from "@keywright/tool-contract";
import { type Contract, ContractError, type Json } from "./contract.ts";
import { typeNameOf } from "./print.ts";
import { isInt64 } from "./value-trees.ts";

/**
 * The name of the type of a named schema: its title if that is a name, else its key as one, such as `OrderLine` for `order-line`.
 *
 * @param key The schema's key in `components.schemas`.
 */
export function typeName(contract: Contract, key: string): string {
  const schemas = (contract.document["components"] as Json | undefined)?.["schemas"] as { readonly [key: string]: Json } | undefined;
  const title = schemas?.[key]?.["title"];
  return typeof title === "string" && /^[A-Z]\w*$/.test(title) ? title : typeNameOf(key);
}

/** The name of the type that a reference means. */
export function publicName(contract: Contract, ref: string): string {
  const key = schemaKey({ $ref: ref });
  if (key === undefined) throw new ContractError(`${ref} is no named schema: move it to components.schemas, so that its type has a name`);
  return typeName(contract, key);
}

/**
 * A schema as a type that users read in a signature: named schemas by their names, scalars and arrays of them written out.
 *
 * @throws ContractError where a schema would put a structure without a name into a signature.
 */
export function typeOf(contract: Contract, schema: Json, where: string): string {
  if (typeof schema["$ref"] === "string") return publicName(contract, schema["$ref"]);
  if (schema["const"] !== undefined) return JSON.stringify(schema["const"]);
  if (Array.isArray(schema["enum"])) return schema["enum"].map((value) => JSON.stringify(value)).join(" | ");
  const union = (schema["oneOf"] ?? schema["anyOf"]) as readonly Json[] | undefined;
  if (union !== undefined) return [...new Set(union.map((member) => typeOf(contract, member, where)))].join(" | ");
  const types = [schema["type"]].flat().map((type) => scalarOf(contract, type, schema, where));
  return types.join(" | ");
}

function scalarOf(contract: Contract, type: unknown, schema: Json, where: string): string {
  switch (type) {
    case "string":
    case "boolean":
    case "number":
    case "null":
      return type;
    case "integer":
      return isInt64(schema) ? "string" : "number";
    case "array": {
      const item = typeOf(contract, (schema["items"] ?? {}) as Json, where);
      return item.includes(" ") ? `(${item})[]` : `${item}[]`;
    }
    default:
      throw new ContractError(`${where} has a schema without a name (${JSON.stringify(type)}): move it to a named schema and refer to it`);
  }
}

/** Whether a schema is an open enumeration: known values, or any other string. */
export function isOpenEnum(schema: unknown): schema is { readonly anyOf: readonly Json[] } {
  if (typeof schema !== "object" || schema === null) return false;
  const members = (schema as Json)["anyOf"];
  return (
    Array.isArray(members) &&
    members.some((member: Json) => Array.isArray(member["enum"])) &&
    members.some((member: Json) => member["type"] === "string" && member["enum"] === undefined && member["format"] === undefined)
  );
}

/** The known values of an enumeration, open or closed; `undefined` where a schema is none. */
export function valuesOf(schema: Json): readonly string[] | undefined {
  if (isOpenEnum(schema)) return schema.anyOf.flatMap((member) => (member["enum"] ?? []) as string[]);
  return schema["type"] === "string" && Array.isArray(schema["enum"]) ? (schema["enum"] as string[]) : undefined;
}
