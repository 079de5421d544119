import { isObject, type Json, listAt, objectAt } from "../values/json.ts";

/** Returns the schemas that a value may match, each once, with references and alternatives. */
export type Branches = (schemas: readonly unknown[]) => readonly Json[];

/** Returns the branches of the schemas of an OpenAPI document. */
export function branchesIn(document: Json): Branches {
  const named = objectAt(document, "components", "schemas");
  // The log asks for the same schemas for each value of each request.
  const found = new WeakMap<Json, readonly Json[]>();
  const collect = (schema: unknown, all: Set<Json>): void => {
    if (!isObject(schema) || all.has(schema)) return;
    all.add(schema);
    const ref = schema["$ref"];
    const target = typeof ref === "string" ? [named[ref.slice(ref.lastIndexOf("/") + 1)]] : [];
    const parts = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => listAt(schema, keyword));
    for (const part of [...target, ...parts, schema["then"], schema["else"]]) collect(part, all);
  };
  const branchesOf = (schema: Json): readonly Json[] => {
    const all = new Set<Json>();
    collect(schema, all);
    found.set(schema, [...all]);
    return [...all];
  };
  return (schemas) => [...new Set(schemas.filter(isObject).flatMap((schema) => found.get(schema) ?? branchesOf(schema)))];
}

/** Returns the schemas of a property. */
export function propertyOf(all: readonly Json[], name: string): readonly unknown[] {
  return all.map((schema) => {
    const properties = objectAt(schema, "properties");
    return Object.hasOwn(properties, name) ? properties[name] : schema["additionalProperties"];
  });
}

/** Returns the schemas of an array's elements, or of each value in a sequence of JSON values. */
export function elementOf(all: readonly Json[]): readonly unknown[] {
  return all.map((schema) => schema["items"] ?? schema);
}

/** Returns the known values of a named enumeration of a contract, open or closed. */
export function knownValues(document: Json, name: string): readonly string[] {
  const schema = objectAt(document, "components", "schemas", name);
  const values = [schema, ...listAt(schema, "anyOf").filter(isObject)].map((branch) => listAt(branch, "enum")).find(({ length }) => length > 0);
  if (values === undefined) throw new Error(`${name} is not an enumeration of the contract`);
  return values.map(String);
}
