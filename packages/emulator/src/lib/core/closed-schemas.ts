import { isObject, type Json } from "./json.ts";

/** Returns a copy of schemas in which objects only accept named properties, unless a schema has its own `additionalProperties`. */
export function closedSchemas(schemas: Json): Json {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, closed(schema)]));
}

function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (!isObject(schema)) return schema;
  const copy = closedSchemas(schema);
  return schema["type"] === "object" && isObject(schema["properties"]) ? { additionalProperties: false, ...copy } : copy;
}
