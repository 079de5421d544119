import { parseJson } from "../core/request-body.ts";
import { createSchemaChecks, type SchemaChecks } from "../core/schema-checks.ts";
import type { Json } from "../core/json.ts";

let checks: SchemaChecks | undefined;

/** A value that fits its schema, or what is wrong with it: the place as a JSON Pointer, and the reason. */
export type Checked<T> = { readonly value: T } | { readonly problems: readonly string[] };

/** Reads JSON and checks it by a schema. `T` is what the schema says. */
export function readChecked<T>(text: string, schema: Json): Checked<T> {
  const parsed = parseJson(text);
  if ("issues" in parsed) return { problems: parsed.issues.map(({ message }) => message) };
  checks ??= createSchemaChecks({ components: {} });
  // Where a condition decides which rules hold, these are reported themselves.
  const issues = checks.check("body", schema, parsed.value).filter(({ keyword }) => keyword !== "if");
  return issues.length === 0
    ? { value: parsed.value as T }
    : { problems: issues.map(({ pointer, message }) => `${pointer === "" ? "the whole" : pointer} ${message}`) };
}
