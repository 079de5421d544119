import { parseJson } from "./body-values.ts";
import type { Json } from "../values/json.ts";
import { createSchemaChecks, type SchemaChecks } from "../schemas/schema-checks.ts";

let checks: SchemaChecks | undefined;

/** Returns the problems of a value against a schema: a JSON Pointer and the reason of each. */
export function problemsOf(schema: Json, value: unknown): readonly string[] {
  checks ??= createSchemaChecks({ components: {} });
  return (
    checks
      .check("body", schema, value)
      // The rules of `then` and `else` report their own problems.
      .filter(({ keyword }) => keyword !== "if")
      .map(({ pointer, message }) => `${pointer === "" ? "the whole" : pointer} ${message}`)
  );
}

/** A valid value, or its problems: each with a JSON Pointer and the reason. */
export type Checked<T> = { readonly value: T } | { readonly problems: readonly string[] };

/** Parses JSON and checks it by a schema. `T` is the type of the schema. */
export function readChecked<T>(text: string, schema: Json): Checked<T> {
  const parsed = parseJson(text);
  return "issues" in parsed ? { problems: parsed.issues.map(({ message }) => message) } : checked<T>(parsed.value, schema);
}

/** Checks a value by a schema. `T` is the type of the schema. */
export function checked<T>(value: unknown, schema: Json): Checked<T> {
  const problems = problemsOf(schema, value);
  return problems.length === 0 ? { value: value as T } : { problems };
}
