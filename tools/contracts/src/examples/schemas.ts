import { isObject, join, type Json, pointerOf, valueAt } from "@keywright/generate/contract";
import type { Place } from "./places.ts";

/** Keywords with one schema, and those with a map or a list of schemas. */
const SCHEMA = ["items", "additionalProperties", "unevaluatedProperties", "contains", "propertyNames", "not", "if", "then", "else"];
const SCHEMAS = ["allOf", "anyOf", "oneOf", "prefixItems", "properties", "patternProperties", "dependentSchemas"];

/** Schemas that the given ones refer to, with these, each once. Siblings of a `$ref` are one. */
export function schemasBelow(document: Json, roots: readonly Place[]): Place[] {
  const found = new Map<string, Place>();
  const visit = (pointer: string): void => {
    const value = valueAt(document, pointer);
    if (!isObject(value) || found.has(pointer)) return;
    found.set(pointer, { value, pointer });
    if (typeof value["$ref"] === "string") visit(pointerOf(value["$ref"]));
    for (const keyword of SCHEMA) visit(join(pointer, keyword));
    for (const keyword of SCHEMAS) {
      const branches = value[keyword];
      if (typeof branches === "object" && branches !== null) for (const key of Object.keys(branches)) visit(join(join(pointer, keyword), key));
    }
  };
  for (const { pointer } of roots) visit(pointer);
  return [...found.values()];
}
