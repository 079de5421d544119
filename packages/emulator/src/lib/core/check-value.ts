import type { Json } from "./json.ts";
import { createSchemaChecks, type SchemaChecks } from "./schema-checks.ts";

let checks: SchemaChecks | undefined;

/** Returns the problems of a value against a schema, each with a JSON Pointer and the reason. Empty if the value is valid. */
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
