/** A word (an attribute, an operator, `true`), a string, a number, or a punctuation mark. */
export type FilterToken =
  | { readonly kind: "word" | "mark"; readonly text: string; readonly at: number }
  | { readonly kind: "string"; readonly text: string; readonly at: number; readonly value: string }
  | { readonly kind: "number"; readonly text: string; readonly at: number; readonly value: number };

/** A filter or a path is invalid. */
export class FilterSyntaxError extends Error {
  override readonly name = "FilterSyntaxError";
}

// No form can match a text in two ways, so the time is linear.
const FORMS = {
  mark: /[()[\]]/y,
  string: /"(?:[^"\\\p{Cc}]|[\u007F-\u009F]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/uy,
  number: /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?(?![\w.:-])/y,
  word: /[A-Za-z][\w.:-]*|\.[A-Za-z][\w-]*/y,
} as const;

/**
 * Returns the tokens of a filter.
 *
 * Accepts repeated spaces and no other white space; words need one between (RFC 7644 §3.4.2.2).
 *
 * @throws FilterSyntaxError if a part is not a token.
 */
export function filterTokens(text: string): readonly FilterToken[] {
  const tokens: FilterToken[] = [];
  for (let at = skipSpaces(text, 0); at < text.length; at = skipSpaces(text, at)) {
    const token = readToken(text, at);
    const before = tokens.at(-1);
    const touches = before !== undefined && before.at + before.text.length === at;
    if (touches && before.kind !== "mark" && token.kind !== "mark") throw new FilterSyntaxError(`a space is missing at character ${at + 1}`);
    // "x eq 1)and (…": RFC 7644 has a space before and after an operator.
    if (
      touches &&
      ((before.text === ")" && token.kind !== "mark") ||
        (before.text === "]" && token.kind !== "mark" && !token.text.startsWith(".")) ||
        (token.text === "(" && before.kind === "word" && !/^not$/i.test(before.text)))
    )
      throw new FilterSyntaxError(`a space is missing at character ${at + 1}`);
    tokens.push(token);
    at += token.text.length;
  }
  return tokens;
}

function skipSpaces(text: string, from: number): number {
  let at = from;
  while (text[at] === " ") at += 1;
  return at;
}

function readToken(text: string, at: number): FilterToken {
  for (const kind of ["mark", "string", "number", "word"] as const) {
    const form = FORMS[kind];
    form.lastIndex = at;
    const found = form.exec(text)?.[0];
    if (found === undefined) continue;
    if (kind === "string") return { kind, text: found, at, value: unescape(found) };
    return kind === "number" ? { kind, text: found, at, value: Number(found) } : { kind, text: found, at };
  }
  throw new FilterSyntaxError(`cannot be read at character ${at + 1}`);
}

const ESCAPES: { readonly [character: string]: string } = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** RFC 8259 §7: a JSON string. */
function unescape(quoted: string): string {
  return quoted
    .slice(1, -1)
    .replaceAll(/\\(?:u(....)|(.))/g, (_whole, code: string | undefined, character: string) =>
      code === undefined ? (ESCAPES[character] ?? character) : String.fromCharCode(Number.parseInt(code, 16)),
    );
}
