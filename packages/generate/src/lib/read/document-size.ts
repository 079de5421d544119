import { join } from "../contract/json.ts";

/** Limit for the values that aliases of YAML repeat. Large contracts have 50,000 in all. */
const MAX_REPEATED = 100_000;

/** Limit for the text that aliases repeat, in characters. */
const MAX_REPEATED_TEXT = 10_000_000;

/** Limit for nesting, as of the YAML reader without aliases. Contracts have up to 20 levels. */
const MAX_DEPTH = 100;

/** A problem of a document, with the JSON pointer of its place. */
export interface SizeProblem {
  readonly pointer: string;
  readonly message: string;
}

/** The size of a value whose aliases are resolved. */
interface Size {
  readonly values: number;
  readonly text: number;
  readonly height: number;
}

/**
 * Checks that a document can be walked: aliases make a few lines a tree of any size (billion
 * laughs), or a circle. Each object is visited once.
 *
 * @param document The parsed document, in which an alias is the same object as its anchor.
 * @param length Length of its source in characters.
 */
export function sizeProblem(document: unknown, length: number): SizeProblem | undefined {
  const sizes = new Map<object, Size | undefined>();
  let repeated = 0;
  let problem: SizeProblem | undefined;

  const sizeOf = (value: unknown, pointer: string, depth: number): Size => {
    if (typeof value !== "object" || value === null) return { values: 1, text: typeof value === "string" ? value.length : 0, height: 0 };
    const known = sizes.get(value);
    if (known === undefined && sizes.has(value)) problem ??= { pointer, message: "an alias repeats a value that contains it" };
    if (depth + (known?.height ?? 0) > MAX_DEPTH) problem ??= { pointer, message: `aliases nest more than ${MAX_DEPTH} values` };
    repeated += known?.values ?? 0;
    if (repeated > MAX_REPEATED) problem ??= { pointer, message: `aliases repeat more than ${MAX_REPEATED} values` };
    if (problem !== undefined) return { values: 0, text: 0, height: 0 };
    return known ?? sum(value, pointer, depth);
  };
  const sum = (value: object, pointer: string, depth: number): Size => {
    sizes.set(value, undefined);
    let [values, text, height] = [1, 0, 0];
    for (const [key, member] of Object.entries(value)) {
      const size = sizeOf(member, join(pointer, key), depth + 1);
      values += size.values;
      text += key.length + size.text;
      height = Math.max(height, size.height + 1);
    }
    // Without aliases, the text of a document is not longer than its source.
    if (text > length + MAX_REPEATED_TEXT) problem ??= { pointer, message: `aliases repeat more than ${MAX_REPEATED_TEXT} characters` };
    sizes.set(value, { values, text, height });
    return { values, text, height };
  };

  sizeOf(document, "#", 0);
  return problem;
}
