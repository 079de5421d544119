import { FilterSyntaxError, type FilterToken, filterTokens } from "./filter-tokens.ts";

/** What a comparison compares with. */
export type FilterValue = string | number | boolean | null;

/** An attribute compared with a value, or asked whether it is present. */
export interface Comparison {
  readonly kind: "comparison";
  /** As it was written. */
  readonly attribute: string;
  /** In lower case. */
  readonly operator: (typeof OPERATORS)[number];
  /** `undefined` with `pr`. */
  readonly value: FilterValue | undefined;
}

/** A filter as a tree. `and` and `or` have two filters or more. */
export type Filter = Comparison | { readonly kind: "not"; readonly filter: Filter } | { readonly kind: "and" | "or"; readonly filters: readonly Filter[] };

/** The operators of RFC 7644 §3.4.2.2. */
export const OPERATORS = ["eq", "ne", "co", "sw", "ew", "pr", "gt", "ge", "lt", "le"] as const;

// More than a person or a program writes, and little enough to be read and evaluated at once.
const LONGEST = 8192;
const DEEPEST = 64;

// RFC 7644 §3.4.2.2: attrPath = [URI ":"] ATTRNAME *1subAttr.
const ATTRIBUTE = /^(?:urn:[\w.:-]+:)?[A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*)?$/i;

/**
 * Reads a filter by the grammar of RFC 7644 §3.4.2.2, without the form with brackets. `and` binds closer than `or`, `not` asks for parentheses. The case of
 * operators does not matter.
 *
 * It keeps a stack of its own, so that no text can overflow the program's.
 *
 * @throws FilterSyntaxError where the text is no filter, or is longer or deeper than any that makes sense.
 */
export function parseFilter(text: string): Filter {
  if (text.length > LONGEST) throw new FilterSyntaxError(`is longer than ${LONGEST} characters`);
  return parseTokens(filterTokens(text));
}

/** An open parenthesis, or the whole: alternatives, each a list of conditions that must all hold. */
interface Level {
  readonly negated: boolean;
  readonly alternatives: Filter[][];
}

/** The same for tokens: the part of a path between brackets. */
export function parseTokens(tokens: readonly FilterToken[]): Filter {
  const enclosing: Level[] = [];
  let level: Level = { negated: false, alternatives: [[]] };
  let place = 0;
  let expectsOperand = true;
  for (let token = tokens[place]; token !== undefined; token = tokens[place]) {
    if (expectsOperand) {
      const negated = isWord(token, "not") && tokens[place + 1]?.text === "(";
      if (negated || token.text === "(") {
        if (enclosing.length >= DEEPEST) throw new FilterSyntaxError(`is nested deeper than ${DEEPEST} levels`);
        enclosing.push(level);
        level = { negated, alternatives: [[]] };
        place += negated ? 2 : 1;
      } else {
        const [comparison, length] = readComparison(tokens, place);
        level.alternatives.at(-1)?.push(comparison);
        place += length;
        expectsOperand = false;
      }
    } else {
      const outer = token.text === ")" ? enclosing.pop() : undefined;
      if (outer !== undefined) {
        const filter = close(level);
        outer.alternatives.at(-1)?.push(level.negated ? { kind: "not", filter } : filter);
        level = outer;
      } else if (isWord(token, "or")) {
        level.alternatives.push([]);
        expectsOperand = true;
      } else if (isWord(token, "and")) {
        expectsOperand = true;
      } else {
        throw new FilterSyntaxError(`has ${token.text} at character ${token.at + 1}, where and, or, or the end was expected`);
      }
      place += 1;
    }
  }
  if (expectsOperand) throw new FilterSyntaxError("ends where a condition was expected");
  if (enclosing.length > 0) throw new FilterSyntaxError("has a parenthesis that is not closed");
  return close(level);
}

function close({ alternatives }: Level): Filter {
  return joined(
    "or",
    alternatives.map((filters) => joined("and", filters)),
  );
}

function joined(kind: "and" | "or", filters: readonly Filter[]): Filter {
  const [first, second] = filters;
  return first !== undefined && second === undefined ? first : { kind, filters };
}

function readComparison(tokens: readonly FilterToken[], place: number): readonly [Comparison, number] {
  const [attribute, operation, value] = tokens.slice(place, place + 3);
  if (attribute?.kind !== "word" || !ATTRIBUTE.test(attribute.text))
    throw new FilterSyntaxError(`has ${attribute?.text} at character ${(attribute?.at ?? 0) + 1}, where an attribute was expected`);
  const operator = OPERATORS.find((known) => operation?.kind === "word" && operation.text.toLowerCase() === known);
  if (operator === undefined) throw new FilterSyntaxError(`has ${operation?.text ?? "no operator"} behind ${attribute.text}, where an operator was expected`);
  if (operator === "pr") return [{ kind: "comparison", attribute: attribute.text, operator, value: undefined }, 2];
  return [{ kind: "comparison", attribute: attribute.text, operator, value: valueOf(value, attribute.text) }, 3];
}

function valueOf(token: FilterToken | undefined, attribute: string): FilterValue {
  if (token?.kind === "string" || token?.kind === "number") return token.value;
  // RFC 7159 §3: these three are written in small letters.
  if (token?.text === "true") return true;
  if (token?.text === "false") return false;
  if (token?.text === "null") return null;
  throw new FilterSyntaxError(`compares ${attribute} with ${token?.text ?? "nothing"}, which is no value`);
}

function isWord(token: FilterToken, word: string): boolean {
  return token.kind === "word" && token.text.toLowerCase() === word;
}
