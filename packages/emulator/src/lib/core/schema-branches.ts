import { isObject, type Json, listAt, objectAt } from "./json.ts";

/** Returns all schemas that a value of some schemas may match: these, their references and their alternatives. */
export type Branches = (schemas: readonly unknown[]) => readonly Json[];

/** Returns the branches of the schemas of an OpenAPI document. */
export function branchesIn(document: Json): Branches {
  const named = objectAt(document, "components", "schemas");
  // The log asks for the same schemas for each value of each request.
  const found = new WeakMap<Json, readonly Json[]>();
  const branchesOf = (schema: Json): readonly Json[] => {
    const ref = schema["$ref"];
    const target = typeof ref === "string" ? [named[ref.slice(ref.lastIndexOf("/") + 1)]] : [];
    const parts = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => listAt(schema, keyword));
    const all = [schema, ...branches([...target, ...parts, schema["then"], schema["else"]])];
    found.set(schema, all);
    return all;
  };
  const branches: Branches = (schemas) => schemas.filter(isObject).flatMap((schema) => found.get(schema) ?? branchesOf(schema));
  return branches;
}

/** Returns the schemas of a property. */
export function propertyOf(all: readonly Json[], name: string): readonly unknown[] {
  return all.map((schema) => {
    const properties = objectAt(schema, "properties");
    return Object.hasOwn(properties, name) ? properties[name] : schema["additionalProperties"];
  });
}

/** Returns the schemas of the elements of an array. In a sequence of JSON values, the schema is that of each value. */
export function elementOf(all: readonly Json[]): readonly unknown[] {
  return all.map((schema) => schema["items"] ?? schema);
}
