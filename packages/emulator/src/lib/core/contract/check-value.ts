import { parseJson } from "./body-values.ts";
import { problemsOf } from "../values/issues.ts";
import type { Json } from "../values/json.ts";
import { compileSchemas } from "../schemas/compile-schemas.ts";
import { createSchemaChecks } from "../schemas/schema-checks.ts";

const checks = createSchemaChecks({}, compileSchemas({}));

/** A valid value, or its problems: each with a JSON Pointer and the reason. */
export type Checked<T> = { readonly value: T } | { readonly problems: readonly string[] };

/** Parses JSON and checks it by a schema. `T` is the type of the schema. */
export function readChecked<T>(text: string, schema: Json): Checked<T> {
  const parsed = parseJson(text);
  return "issues" in parsed ? { problems: parsed.issues.map(({ message }) => message) } : checked<T>(parsed.value, schema);
}

/** Checks a value by a schema. `T` is the type of the schema. */
export function checked<T>(value: unknown, schema: Json): Checked<T> {
  const problems = problemsOf(checks.check("body", schema, value));
  return problems.length === 0 ? { value: value as T } : { problems };
}
