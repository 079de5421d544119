import { isObject, type Json } from "./json.ts";

/** A copy of schemas by which an object has no properties but those that its schema names. What a schema itself says of other properties stays. */
export function closedSchemas(schemas: Json): Json {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, closed(schema)]));
}

function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (!isObject(schema)) return schema;
  const copy = closedSchemas(schema);
  return schema["type"] === "object" && isObject(schema["properties"]) ? { additionalProperties: false, ...copy } : copy;
}
