import { ArgumentError } from "./errors.ts";

declare const FILTER: unique symbol;

/** A filter in the SCIM grammar (RFC 7644 §3.4.2.2) whose values are escaped: made by a {@link FilterBuilder}, or by {@link rawFilter} from text that the caller answers for. */
export type Filter = string & { readonly [FILTER]: true };

/** The operators of the grammar. `pr` (present) takes no value. */
export type FilterOperator = "eq" | "ne" | "co" | "sw" | "ew" | "gt" | "ge" | "lt" | "le" | "pr";

/** What an operation's filter may name, as its contract says (`x-filter`). */
export interface FilterSpec {
  /** The attributes, in dotted form, with the type of their values. */
  readonly attributes: { readonly [name: string]: "string" | "number" | "date" | "boolean" };
  readonly operators: readonly FilterOperator[];
}

/** The value that an attribute of a type is compared with. A date is a `Date`, or text in the form of RFC 3339. */
export interface FilterValues {
  readonly string: string;
  readonly number: number;
  readonly date: Date | string;
  readonly boolean: boolean;
}

/** Compares an attribute with a value of its type. */
export type Compare<Spec extends FilterSpec> = <Name extends keyof Spec["attributes"] & string>(
  attribute: Name,
  value: FilterValues[Spec["attributes"][Name]],
) => Filter;

/** Makes the filters of one operation: a function for each operator that it allows, and `and`, `or`, `not`. */
export type FilterBuilder<Spec extends FilterSpec> = {
  readonly [Operator in Exclude<Spec["operators"][number], "pr">]: Compare<Spec>;
} & ("pr" extends Spec["operators"][number] ? { readonly pr: (attribute: keyof Spec["attributes"] & string) => Filter } : unknown) & {
    /** All of the filters hold. At least one. */
    readonly and: (...filters: readonly Filter[]) => Filter;
    /** At least one of the filters holds. At least one. */
    readonly or: (...filters: readonly Filter[]) => Filter;
    /** The filter does not hold. */
    readonly not: (filter: Filter) => Filter;
  };

/** Servers refuse what is nested deeper than anybody would write; so does this, before it is sent. */
const MAX_DEPTH = 50;

/**
 * Makes the builder of an operation's filters. Generated code calls it with what the contract says.
 *
 * Attributes and operators that the operation does not allow are refused by the compiler and again at run time, so that no text from outside can become a part of the grammar.
 *
 * @throws ArgumentError from its functions: which attribute, operator or value cannot be used, without repeating a value.
 */
export function filterBuilder<const Spec extends FilterSpec>(spec: Spec): FilterBuilder<Spec> {
  const compare = (operator: string) => (attribute: string, value: unknown) => {
    const type = Object.hasOwn(spec.attributes, attribute) ? spec.attributes[attribute] : undefined;
    if (type === undefined) refuse(`has no attribute of that name; it has ${Object.keys(spec.attributes).join(", ")}`);
    return (operator === "pr" ? `${attribute} pr` : `${attribute} ${operator} ${valueOf(attribute, type, value)}`) as Filter;
  };
  return {
    ...Object.fromEntries(spec.operators.map((operator) => [operator, compare(operator)])),
    and: (...filters: readonly Filter[]) => combine("and", filters),
    or: (...filters: readonly Filter[]) => combine("or", filters),
    not: (filter: Filter) => checkDepth(`not ${group(filter)}`),
  } as unknown as FilterBuilder<Spec>;
}

/**
 * Takes text as a filter as it is. Never build it from values that come from outside: they can change its meaning. Use the operation's builder for those.
 *
 * @throws ArgumentError where the text is empty.
 */
export function rawFilter(text: string): Filter {
  if (typeof text !== "string" || text.trim() === "") refuse('must be text such as name eq "Production"');
  return text as Filter;
}

function combine(operator: "and" | "or", filters: readonly Filter[]): Filter {
  const [first, ...others] = filters.map(group);
  if (first === undefined) refuse(`cannot join nothing by ${operator}: give at least one filter`);
  return others.length === 0 ? (filters[0] as Filter) : checkDepth([first, ...others].join(` ${operator} `));
}

function group(filter: unknown): string {
  return typeof filter === "string" && filter !== "" ? `(${filter})` : refuse("joins filters; one of them is none");
}

function checkDepth(filter: string): Filter {
  let depth = 0;
  let deepest = 0;
  // A quote that a raw filter leaves open is read to its end, once.
  for (const [part] of filter.matchAll(/"(?:[^"\\]|\\.)*"?|[()]/gs)) {
    if (part === "(") deepest = Math.max(deepest, (depth += 1));
    else if (part === ")") depth -= 1;
  }
  if (deepest > MAX_DEPTH) refuse(`is nested more than ${MAX_DEPTH} deep: join filters side by side`);
  return filter as Filter;
}

// RFC 3339 §5.6; the day is left to the service.
const DATE_TIME = /^\d{4}-\d\d-\d\d(?:[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d))?$/;

function valueOf(attribute: string, type: FilterSpec["attributes"][string], value: unknown): string {
  // RFC 7644 §3.4.2.2: a value is one of JSON. Half a surrogate pair is none.
  if (type === "string" && typeof value === "string" && !/\p{Surrogate}/u.test(value)) return JSON.stringify(value);
  if (type === "boolean" && typeof value === "boolean") return String(value);
  if (type === "number" && Number.isSafeInteger(value)) return String(value);
  const date = value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : value;
  if (type === "date" && typeof date === "string" && DATE_TIME.test(date)) return JSON.stringify(date);
  const expected = {
    string: "a well-formed text",
    boolean: "true or false",
    number: "a whole number",
    date: "a valid Date, or a date in the form of RFC 3339",
  }[type];
  return refuse(`compares ${attribute} with ${expected}; got ${typeof value === "number" ? value : typeof value}`);
}

function refuse(what: string): never {
  throw new ArgumentError(`the filter ${what}`, "filter");
}
