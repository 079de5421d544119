import { type Contract, deref } from "./contract.ts";
import type { Schema } from "./model.ts";

/**
 * Returns a function that works on a schema, and by `again` on its parts, on each once:
 * references can lead to one schema in exponentially many ways.
 *
 * @param circular The result for a schema inside itself.
 */
export function eachSchema<Result>(
  contract: Pick<Contract, "document" | "service">,
  circular: Result,
  work: (schema: Schema, again: (part: Schema) => Result) => Result,
) {
  const results = new Map<Schema, { readonly result: Result }>();
  const again = (part: Schema): Result => {
    const schema = deref(contract, part);
    const known = results.get(schema);
    if (known !== undefined) return known.result;
    results.set(schema, { result: circular });
    const result = work(schema, again);
    results.set(schema, { result });
    return result;
  };
  return again;
}
