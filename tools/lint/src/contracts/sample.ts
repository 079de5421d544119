import { isObject, join, type Json, valueAt } from "./places.ts";
import type { Validate } from "./validators.ts";

const STRINGS_BY_FORMAT: { readonly [format: string]: string } = {
  date: "2026-03-02",
  "date-time": "2026-03-02T08:00:00Z",
  email: "someone@example.com",
  uri: "https://example.com/",
  uuid: "00000000-0000-4000-8000-000000000000",
};

/** How deep a sample may nest, so that a schema that holds itself comes to an end. */
const MAX_DEPTH = 8;

/** Finds a value that fits a schema: one that the schema shows, or one made from its types. `undefined` where none is found; the schema then needs an example. */
export function sampleOf(document: Json, validate: Validate, pointer: string, depth = 0): { readonly value: unknown } | undefined {
  if (depth > MAX_DEPTH) return undefined;
  for (const value of candidatesOf(document, validate, pointer, depth)) if (validate(pointer, value) === undefined) return { value };
  return undefined;
}

function* candidatesOf(document: Json, validate: Validate, pointer: string, depth: number): Iterable<unknown> {
  const schema = valueAt(document, pointer);
  if (schema === true) yield "example";
  if (!isObject(schema)) return;
  for (const keyword of ["example", "const", "default"]) if (keyword in schema) yield schema[keyword];
  for (const keyword of ["examples", "enum"]) if (Array.isArray(schema[keyword])) yield* schema[keyword];
  const deeper = (at: string): readonly unknown[] => {
    const sample = sampleOf(document, validate, at, depth + 1);
    return sample === undefined ? [] : [sample.value];
  };
  if (typeof schema["$ref"] === "string") yield* deeper(decodeURIComponent(schema["$ref"].slice(1)));
  for (const keyword of ["oneOf", "anyOf", "allOf"]) {
    const branches = schema[keyword];
    if (Array.isArray(branches)) for (const index of branches.keys()) yield* deeper(join(join(pointer, keyword), index));
  }
  const { type } = schema;
  for (const name of Array.isArray(type) ? type : [type]) yield* valuesOfType(schema, String(name), pointer, deeper);
}

function* valuesOfType(schema: Json, type: string, pointer: string, deeper: (pointer: string) => readonly unknown[]): Iterable<unknown> {
  const { format, minLength, minimum, maximum, minItems, required } = schema;
  if (type === "string") yield* [STRINGS_BY_FORMAT[String(format)] ?? "example", "x".repeat(typeof minLength === "number" ? minLength : 1)];
  if (type === "number" || type === "integer") yield* [minimum, maximum, 1, 0].filter((value) => value !== undefined);
  if (type === "boolean") yield true;
  if (type === "array") yield Array.from({ length: typeof minItems === "number" ? minItems : 0 }).flatMap(() => deeper(join(pointer, "items")));
  if (type === "null") yield null;
  if (type === "object" || required !== undefined) {
    const names = Array.isArray(required) ? required : [];
    yield Object.fromEntries(names.flatMap((name) => deeper(join(join(pointer, "properties"), name)).map((value) => [name, value] as const)));
  }
}
