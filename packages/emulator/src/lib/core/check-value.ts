import type { Json } from "./json.ts";
import { createSchemaChecks, type SchemaChecks } from "./schema-checks.ts";

let checks: SchemaChecks | undefined;

/** What is wrong with a value by a schema, nothing if it fits: each place as a JSON Pointer, and the reason. The schema is compiled at its first use. */
export function problemsOf(schema: Json, value: unknown): readonly string[] {
  checks ??= createSchemaChecks({ components: {} });
  return (
    checks
      .check("body", schema, value)
      // If a condition decides which rules hold, these report their problems themselves.
      .filter(({ keyword }) => keyword !== "if")
      .map(({ pointer, message }) => `${pointer === "" ? "the whole" : pointer} ${message}`)
  );
}
