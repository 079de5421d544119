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
  const stack: Level[] = [{ negated: false, alternatives: [[]] }];
  let place = 0;
  let expectsOperand = true;
  while (place < tokens.length) {
    const token = tokens[place] as FilterToken;
    const top = stack.at(-1) as Level;
    if (expectsOperand) {
      const negated = isWord(token, "not") && tokens[place + 1]?.text === "(";
      if (negated || token.text === "(") {
        if (stack.length > DEEPEST) throw new FilterSyntaxError(`is nested deeper than ${DEEPEST} levels`);
        stack.push({ negated, alternatives: [[]] });
        place += negated ? 2 : 1;
      } else {
        const [comparison, length] = readComparison(tokens, place);
        top.alternatives.at(-1)?.push(comparison);
        place += length;
        expectsOperand = false;
      }
    } else {
      if (token.text === ")" && stack.length > 1) {
        stack.pop();
        const filter = close(top);
        stack
          .at(-1)
          ?.alternatives.at(-1)
          ?.push(top.negated ? { kind: "not", filter } : filter);
      } else if (isWord(token, "or")) {
        top.alternatives.push([]);
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
  if (stack.length > 1) throw new FilterSyntaxError("has a parenthesis that is not closed");
  return close(stack[0] as Level);
}

function close({ alternatives }: Level): Filter {
  const joined = alternatives.map((filters): Filter => (filters.length === 1 ? (filters[0] as Filter) : { kind: "and", filters }));
  return joined.length === 1 ? (joined[0] as Filter) : { kind: "or", filters: joined };
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
