import { FilterSyntaxError, type FilterToken, filterTokens } from "./filter-tokens.ts";

/** The value of a comparison. */
export type FilterValue = string | number | boolean | null;

/** A comparison of an attribute with a value, or a test of its presence. */
export interface Comparison {
  readonly kind: "comparison";
  /** As written. */
  readonly attribute: string;
  /** In lower case. */
  readonly operator: (typeof OPERATORS)[number];
  /** `undefined` with `pr`. */
  readonly value: FilterValue | undefined;
}

/** A filter as a tree. `any` matches if its filter matches an element of the attribute. */
export type Filter =
  | Comparison
  | { readonly kind: "not"; readonly filter: Filter }
  | { readonly kind: "any"; readonly attribute: string; readonly filter: Filter }
  | { readonly kind: "and" | "or"; readonly filters: readonly Filter[] };

/** The operators of RFC 7644 §3.4.2.2. */
export const OPERATORS = ["eq", "ne", "co", "sw", "ew", "pr", "gt", "ge", "lt", "le"] as const;

// Long enough for real filters, and short enough to evaluate quickly.
const LONGEST = 8192;
const DEEPEST = 64;

// RFC 7644 §3.4.2.2: attrPath = [URI ":"] ATTRNAME *1subAttr.
const ATTRIBUTE = /^(?:urn:[\w.:-]+:)?[A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*)?$/i;

/**
 * Parses a filter (RFC 7644 §3.4.2.2): `and` before `or`, `not (…)`, operators in any case.
 *
 * It uses an explicit stack, so that no filter overflows the call stack.
 *
 * @param brackets Whether a condition can be about one element of a list: `emails[type eq "work"]`.
 * @throws FilterSyntaxError if the text is not a filter, too long or too deep.
 */
export function parseFilter(text: string, brackets = false): Filter {
  if (text.length > LONGEST) throw new FilterSyntaxError(`is longer than ${LONGEST} characters`);
  return parseTokens(filterTokens(text), brackets);
}

/** A parenthesis, bracket or whole filter: alternatives of conditions that must all match. */
interface Level {
  /** Place of the parenthesis or bracket. */
  readonly at: number;
  readonly negated: boolean;
  /** The attribute before a bracket. */
  readonly list?: string;
  readonly alternatives: Filter[][];
}

/** Parses tokens: the part of a path between brackets. */
export function parseTokens(tokens: readonly FilterToken[], brackets = false): Filter {
  const enclosing: Level[] = [];
  let level: Level = { at: 0, negated: false, alternatives: [[]] };
  let place = 0;
  let expectsOperand = true;
  for (let token = tokens[place]; token !== undefined; token = tokens[place]) {
    if (expectsOperand) {
      const mayList = brackets && ![...enclosing, level].some(({ list }) => list !== undefined);
      const opened = openingAt(tokens, place, mayList);
      if (opened !== undefined) {
        if (enclosing.length >= DEEPEST) throw new FilterSyntaxError(`is nested deeper than ${DEEPEST} levels`);
        enclosing.push(level);
        level = opened;
        place += token.text === "(" ? 1 : 2;
      } else {
        const [comparison, length] = readComparison(tokens, place);
        level.alternatives.at(-1)?.push(comparison);
        place += length;
        expectsOperand = false;
      }
    } else {
      const outer = token.text === (level.list === undefined ? ")" : "]") ? enclosing.pop() : undefined;
      if (outer !== undefined) {
        outer.alternatives.at(-1)?.push(close(level));
        level = outer;
      } else if (isWord(token, "or")) {
        level.alternatives.push([]);
        expectsOperand = true;
      } else if (isWord(token, "and")) {
        expectsOperand = true;
      } else {
        throw new FilterSyntaxError(`has ${token.text} at character ${token.at + 1}; expected and, or, or the end`);
      }
      place += 1;
    }
  }
  if (expectsOperand) throw new FilterSyntaxError("ends without a condition");
  if (enclosing.length > 0)
    throw new FilterSyntaxError(`has a ${level.list === undefined ? "parenthesis" : "bracket"} at character ${level.at + 1} that is not closed`);
  return close(level);
}

/** Returns the level that begins with `(`, `not (` or `attribute[`. */
function openingAt(tokens: readonly FilterToken[], place: number, mayList: boolean): Level | undefined {
  const [token, next] = tokens.slice(place, place + 2);
  if (token?.text === "(") return { at: token.at, negated: false, alternatives: [[]] };
  if (token?.kind !== "word" || next?.kind !== "mark") return undefined;
  if (next.text === "(" && isWord(token, "not")) return { at: next.at, negated: true, alternatives: [[]] };
  if (next.text !== "[" || !ATTRIBUTE.test(token.text)) return undefined;
  const touches = token.at + token.text.length === next.at;
  if (!mayList || !touches)
    throw new FilterSyntaxError(`has [ at character ${next.at + 1}, where ${touches ? "brackets are not allowed" : "a space precedes it"}`);
  return { at: next.at, negated: false, list: token.text, alternatives: [[]] };
}

function close({ alternatives, negated, list }: Level): Filter {
  const filter = joined(
    "or",
    alternatives.map((filters) => joined("and", filters)),
  );
  if (list !== undefined) return { kind: "any", attribute: list, filter };
  return negated ? { kind: "not", filter } : filter;
}

function joined(kind: "and" | "or", filters: readonly Filter[]): Filter {
  const [first, second] = filters;
  return first !== undefined && second === undefined ? first : { kind, filters };
}

function readComparison(tokens: readonly FilterToken[], place: number): readonly [Comparison, number] {
  const [attribute, operation, value] = tokens.slice(place, place + 3);
  if (attribute?.kind !== "word" || !ATTRIBUTE.test(attribute.text))
    throw new FilterSyntaxError(`has ${attribute?.text} at character ${(attribute?.at ?? 0) + 1}; expected an attribute`);
  const operator = OPERATORS.find((known) => operation?.kind === "word" && operation.text.toLowerCase() === known);
  if (operator === undefined) throw new FilterSyntaxError(`has ${operation?.text ?? "nothing"} after ${attribute.text}; expected an operator`);
  if (operator === "pr") return [{ kind: "comparison", attribute: attribute.text, operator, value: undefined }, 2];
  return [{ kind: "comparison", attribute: attribute.text, operator, value: valueOf(value, attribute.text) }, 3];
}

function valueOf(token: FilterToken | undefined, attribute: string): FilterValue {
  if (token?.kind === "string" || token?.kind === "number") return token.value;
  // RFC 7159 §3: these three are lower case.
  if (token?.text === "true") return true;
  if (token?.text === "false") return false;
  if (token?.text === "null") return null;
  throw new FilterSyntaxError(`compares ${attribute} with ${token?.text ?? "nothing"}, which is not a value`);
}

function isWord(token: FilterToken, word: string): boolean {
  return token.kind === "word" && token.text.toLowerCase() === word;
}
