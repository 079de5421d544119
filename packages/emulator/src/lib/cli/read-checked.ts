import { problemsOf } from "../core/check-value.ts";
import type { Json } from "../core/json.ts";
import { parseJson } from "../core/body-values.ts";

/** A value that fits its schema, or what is wrong with it: the place as a JSON Pointer, and the reason. */
export type Checked<T> = { readonly value: T } | { readonly problems: readonly string[] };

/** Reads JSON and checks it by a schema. `T` is what the schema says. */
export function readChecked<T>(text: string, schema: Json): Checked<T> {
  const parsed = parseJson(text);
  if ("issues" in parsed) return { problems: parsed.issues.map(({ message }) => message) };
  const problems = problemsOf(schema, parsed.value);
  return problems.length === 0 ? { value: parsed.value as T } : { problems };
}
