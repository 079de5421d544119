/** A filter as a tree, in the shape of the public vectors. */
export type FilterTree =
  | { readonly op: "and" | "or"; readonly filters: readonly FilterTree[] }
  | { readonly op: "not"; readonly filter: FilterTree }
  | { readonly op: "[]"; readonly attrPath: string; readonly valFilter: FilterTree }
  | { readonly op: string; readonly attrPath: string; readonly compValue?: string | number | boolean | null };

// RFC 7644 §3.4.2.2 and §3.10, RFC 8259 §6 and §7, each tried at one place only.
const NOT = /not ?(?=\()/iy;
const ATTRIBUTE = /(?:urn:[\w.:-]+:)?[a-z][\w-]*(?:\.[a-z][\w-]*)?/iy;
const PRESENT = / pr(?![\w-])/iy;
const COMPARE = / (eq|ne|co|sw|ew|gt|ge|lt|le) /iy;
const LITERAL = /(?:true|false|null)(?!\w)/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.])/iy;
const QUOTED = /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/uy;

/**
 * Reads a filter by the letter of its grammar: what is not in it is an error. Shares nothing with the builder that it judges.
 *
 * Not in the grammar, though some parsers take it: a bracket form inside of another, or with a sub-attribute behind it, and attribute names that begin with a digit.
 */
export function parseFilter(text: string): FilterTree {
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) at = pattern.lastIndex;
    return match;
  };
  const takeText = (expected: string): boolean => {
    const found = text.startsWith(expected, at);
    if (found) at += expected.length;
    return found;
  };
  const expectText = (expected: string): void => {
    if (!takeText(expected)) throw new SyntaxError(`expected ${expected} at ${at}`);
  };

  /** `and` binds closer than `or`. */
  function joined(op: "and" | "or", separator: RegExp, next: (inside: boolean) => FilterTree, inside: boolean): FilterTree {
    const first = next(inside);
    const others: FilterTree[] = [];
    while (take(separator) !== null) others.push(next(inside));
    return others.length === 0 ? first : { op, filters: [first, ...others] };
  }
  const either = (inside: boolean): FilterTree => joined("or", / or (?=\S)/iy, both, inside);
  const both = (inside: boolean): FilterTree => joined("and", / and (?=\S)/iy, single, inside);

  function single(inside: boolean): FilterTree {
    const negated = take(NOT) !== null;
    if (takeText("(")) {
      const filter = either(inside);
      expectText(")");
      return negated ? { op: "not", filter } : filter;
    }
    const attrPath = take(ATTRIBUTE)?.[0];
    if (attrPath === undefined) throw new SyntaxError(`expected an attribute at ${at}`);
    if (!inside && takeText("[")) {
      const valFilter = either(true);
      expectText("]");
      return { op: "[]", attrPath, valFilter };
    }
    if (take(PRESENT) !== null) return { op: "pr", attrPath };
    const op = take(COMPARE)?.[1]?.toLowerCase();
    if (op === undefined) throw new SyntaxError(`expected an operator at ${at}`);
    const value = take(LITERAL) ?? take(NUMBER) ?? take(QUOTED);
    if (value === null) throw new SyntaxError(`expected a value at ${at}`);
    return { op, attrPath, compValue: JSON.parse(value[0]) as string | number | boolean | null };
  }

  const tree = either(false);
  if (at !== text.length) throw new SyntaxError(`expected the end at ${at}`);
  return tree;
}
