import { ArgumentError } from "../errors.ts";

declare const FILTER: unique symbol;

/**
 * A filter in the SCIM grammar (RFC 7644 §3.4.2.2). A {@link FilterBuilder} creates it with escaped
 * values; {@link rawFilter} creates it from text that the caller is responsible for.
 */
export type Filter = string & { readonly [FILTER]: true };

/** The operators of the SCIM filter grammar. `pr` (present) takes no value. */
export type FilterOperator = "eq" | "ne" | "co" | "sw" | "ew" | "gt" | "ge" | "lt" | "le" | "pr";

/** The attributes and operators of an operation's filter, from its contract (`x-filter`). */
export interface FilterSpec {
  /** The attributes, in dotted form, with the type of their values. */
  readonly attributes: { readonly [name: string]: "string" | "number" | "date" | "boolean" };
  readonly operators: readonly FilterOperator[];
  /** Whether a condition can be about one element of a list: `emails[type eq "work"]`. */
  readonly brackets?: boolean;
}

/**
 * The type of the value by attribute type. A number beyond 2^53 is a bigint, a date a `Date` or RFC
 * 3339.
 */
export interface FilterValues {
  readonly string: string;
  readonly number: number | bigint;
  readonly date: Date | string;
  readonly boolean: boolean;
}

/** Compares an attribute with a value of its type. */
export type Compare<Spec extends FilterSpec> = <Name extends keyof Spec["attributes"] & string>(
  attribute: Name,
  value: FilterValues[Spec["attributes"][Name]],
) => Filter;

/** The names of the lists in dotted attributes: `emails` of `emails.type`. */
export type FilterList<Spec extends FilterSpec> = keyof Spec["attributes"] extends infer Name ? (Name extends `${infer List}.${string}` ? List : never) : never;

/** The attributes of a list's element, without its name. No nested brackets (RFC 7644 §3.4.2.2). */
export interface ElementSpec<Spec extends FilterSpec, List extends string> {
  readonly attributes: {
    readonly [Name in keyof Spec["attributes"] & string as Name extends `${List}.${infer Own}` ? Own : never]: Spec["attributes"][Name];
  };
  readonly operators: Spec["operators"];
}

/**
 * Creates the filters of one operation: a function for each operator that it allows, `and`, `or`,
 * `not`, and `any` if it allows brackets.
 */
export type FilterBuilder<Spec extends FilterSpec> = {
  readonly [Operator in Exclude<Spec["operators"][number], "pr">]: Compare<Spec>;
} & ("pr" extends Spec["operators"][number] ? { readonly pr: (attribute: keyof Spec["attributes"] & string) => Filter } : unknown) & {
    /** Matches if all filters match. Takes at least one filter. */
    readonly and: (...filters: readonly Filter[]) => Filter;
    /** Matches if at least one filter matches. Takes at least one filter. */
    readonly or: (...filters: readonly Filter[]) => Filter;
    /** Matches if the filter does not match. */
    readonly not: (filter: Filter) => Filter;
  } & (Spec["brackets"] extends true
    ? {
        /**
         * Matches if one element of a list matches a whole filter:
         * `any("emails", (email) => email.and(email.eq("type", "work"), email.pr("value")))`.
         *
         * @param where Receives a builder with the attributes of an element.
         */
        readonly any: <List extends FilterList<Spec>>(list: List, where: (element: FilterBuilder<ElementSpec<Spec, List>>) => Filter) => Filter;
      }
    : unknown);

/** Servers reject filters that are nested too deeply: this limit rejects them earlier. */
const MAX_DEPTH = 50;

/**
 * Creates the filter builder of an operation. Generated code calls it with the attributes and
 * operators of the contract.
 *
 * The compiler rejects attributes and operators that the operation does not allow. They are also
 * checked at run time, so that untrusted text cannot become part of the grammar.
 *
 * @throws ArgumentError The functions of the builder throw it for an invalid attribute, operator or
 * value. The message never contains a string value.
 */
export function filterBuilder<const Spec extends FilterSpec>(spec: Spec): FilterBuilder<Spec> {
  const compare = (operator: string) => (attribute: string, value: unknown) => {
    const type = typeof attribute === "string" && Object.hasOwn(spec.attributes, attribute) ? spec.attributes[attribute] : undefined;
    if (type === undefined) reject(`has no attribute of that name; it has ${Object.keys(spec.attributes).join(", ")}`);
    return filterOf(operator === "pr" ? `${attribute} pr` : `${attribute} ${operator} ${valueOf(attribute, type, value)}`);
  };
  const builder: object = {
    ...Object.fromEntries(spec.operators.map((operator) => [operator, compare(operator)])),
    and: (...filters: readonly Filter[]) => combine("and", filters),
    or: (...filters: readonly Filter[]) => combine("or", filters),
    not: (filter: Filter) => checkDepth(`not ${group(filter)}`),
    ...(spec.brackets === true ? { any: (list: string, where: (element: object) => Filter) => anyOf(spec, list, where) } : {}),
  };
  // The object has a function for each operator of the spec, which the compiler cannot infer.
  return builder as FilterBuilder<Spec>;
}

/**
 * Uses a text as a filter, unchanged. Never build the text from untrusted values, because they can
 * change its meaning: use the operation's builder for those.
 *
 * @throws ArgumentError if the text is empty.
 */
export function rawFilter(text: string): Filter {
  if (typeof text !== "string" || text.trim() === "") reject('must be text such as name eq "Production"');
  return filterOf(text);
}

/** Casts a text to a filter. The only cast of this kind. */
function filterOf(text: string): Filter {
  return text as Filter;
}

function combine(operator: "and" | "or", filters: readonly Filter[]): Filter {
  const groups = filters.map(group);
  const [first, ...others] = filters;
  if (first === undefined) reject(`cannot join nothing by ${operator}: give at least one filter`);
  return others.length === 0 ? first : checkDepth(groups.join(` ${operator} `));
}

function anyOf({ attributes, operators }: FilterSpec, list: string, where: (element: never) => Filter): Filter {
  const own = Object.entries(attributes).flatMap(([name, type]) => (name.startsWith(`${list}.`) ? [[name.slice(list.length + 1), type] as const] : []));
  const lists = new Set(Object.keys(attributes).flatMap((name) => (name.includes(".") ? name.slice(0, name.indexOf(".")) : [])));
  if (!lists.has(list)) reject(`has no list of that name; it has ${[...lists].join(", ")}`);
  if (typeof where !== "function") reject("needs a function that returns the condition of an element");
  const condition: unknown = where(filterBuilder({ attributes: Object.fromEntries(own), operators }) as never);
  group(condition);
  return checkDepth(`${list}[${condition as Filter}]`);
}

function group(filter: unknown): string {
  return typeof filter === "string" && filter !== "" ? `(${filter})` : reject("joins filters; one of them is none");
}

function checkDepth(filter: string): Filter {
  let depth = 0;
  let deepest = 0;
  let brackets = 0;
  // The closing quote is optional, so that an unclosed one is scanned once, to the end of the text.
  for (const [part] of filter.matchAll(/"(?:[^"\\]|\\.)*"?|[()[\]]/gs)) {
    if (part === "(" || part === "[") deepest = Math.max(deepest, (depth += 1));
    else if (part === ")" || part === "]") depth -= 1;
    if (part === "[" && (brackets += 1) > 1) reject("cannot have brackets in brackets (RFC 7644 §3.4.2.2)");
    else if (part === "]") brackets -= 1;
  }
  if (deepest > MAX_DEPTH) reject(`is nested more than ${MAX_DEPTH} deep: join filters side by side`);
  return filterOf(filter);
}

// RFC 3339 §5.6. The service checks the calendar date.
const DATE_TIME = /^\d{4}-\d\d-\d\d(?:[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d))?$/;

function valueOf(attribute: string, type: FilterSpec["attributes"][string], value: unknown): string {
  // RFC 7644 §3.4.2.2: a value is a JSON value, which excludes a lone surrogate.
  if (type === "string" && typeof value === "string" && !/[\ud800-\udfff]/u.test(value)) return JSON.stringify(value);
  if (type === "boolean" && typeof value === "boolean") return String(value);
  if (type === "number" && (typeof value === "bigint" || Number.isSafeInteger(value))) return String(value);
  const date = value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : value;
  if (type === "date" && typeof date === "string" && DATE_TIME.test(date)) return JSON.stringify(date);
  const expected = {
    string: "a well-formed text",
    boolean: "true or false",
    number: "a whole number, beyond 2^53 a bigint",
    date: "a valid Date, or a date in the form of RFC 3339",
  }[type];
  return reject(`compares ${attribute} with ${expected}; got ${typeof value === "number" ? value : typeof value}`);
}

function reject(what: string): never {
  throw new ArgumentError("invalid-argument", `the filter ${what}`, { argument: "filter" });
}
