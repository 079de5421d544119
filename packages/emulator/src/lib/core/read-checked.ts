import { problemsOf } from "./check-value.ts";
import type { Json } from "./json.ts";
import { parseJson } from "./body-values.ts";

/** A valid value, or its problems: each with a JSON Pointer and the reason. */
export type Checked<T> = { readonly value: T } | { readonly problems: readonly string[] };

/** Parses JSON and checks it by a schema. `T` is the type of the schema. */
export function readChecked<T>(text: string, schema: Json): Checked<T> {
  const parsed = parseJson(text);
  if ("issues" in parsed) return { problems: parsed.issues.map(({ message }) => message) };
  const problems = problemsOf(schema, parsed.value);
  return problems.length === 0 ? { value: parsed.value as T } : { problems };
}
