import { descend, entriesOf, isObject, join, type Json, type Place, placeAt, valueAt } from "./places.ts";

/** Keywords whose value is a schema, and those whose value holds several, by name or in order. */
const SCHEMA = ["items", "additionalProperties", "unevaluatedProperties", "contains", "propertyNames", "not", "if", "then", "else"];
const SCHEMAS = ["allOf", "anyOf", "oneOf", "prefixItems", "properties", "patternProperties", "dependentSchemas"];

/** Every schema that can be reached from some, themselves included, each once. What is written beside a `$ref` is a schema of its own. */
export function schemasBelow(document: Json, roots: readonly Place[]): Place[] {
  const found = new Map<string, Place>();
  const visit = (pointer: string): void => {
    const value = valueAt(document, pointer);
    if (!isObject(value) || found.has(pointer)) return;
    found.set(pointer, { value, pointer });
    if (typeof value["$ref"] === "string") visit(decodeURIComponent(value["$ref"].slice(1)));
    for (const keyword of SCHEMA) visit(join(pointer, keyword));
    for (const keyword of SCHEMAS) {
      const branches = value[keyword];
      if (typeof branches === "object" && branches !== null) for (const key of Object.keys(branches)) visit(join(join(pointer, keyword), key));
    }
  };
  for (const { pointer } of roots) visit(pointer);
  return [...found.values()];
}

/** Every schema that the operations of a contract use. */
export function schemasOf(document: Json): Place[] {
  const named = entriesOf(document, placeAt(document, "/components/schemas")).map(([, place]) => place);
  return schemasBelow(document, named);
}

/** The properties of an object schema, those of its `allOf` included, by name. `$ref`s are not followed: what is beside them counts. */
export function propertiesOf(document: Json, schema: Place): Map<string, Place> {
  const properties = new Map<string, Place>();
  for (const [, branch] of entriesOf(document, descend(document, schema, "allOf")))
    for (const [name, place] of propertiesOf(document, branch)) properties.set(name, place);
  const own = isObject(schema.value) && isObject(schema.value["properties"]) ? schema.value["properties"] : {};
  for (const [name, value] of Object.entries(own)) properties.set(name, { value, pointer: join(join(schema.pointer, "properties"), name) });
  return properties;
}
