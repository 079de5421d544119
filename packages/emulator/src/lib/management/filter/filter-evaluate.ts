import { isObject } from "../../core/values/json.ts";
import { sortableTime } from "../../core/time/timestamp.ts";
import type { Comparison, Filter, FilterValue } from "./filter-parser.ts";

/** Returns the values of an attribute: several for an array, none if it is absent. */
export type ValuesOf = (attribute: string) => readonly unknown[];

/** Options of comparisons. */
export interface ComparisonRules {
  /** Attributes to compare by time, as written in a filter. */
  isDate?(attribute: string): boolean;
}

/**
 * Returns whether a filter matches one of several values; without a value, only `ne` matches.
 * Strings are case-insensitive (RFC 7643 §2.2).
 */
export function matches(filter: Filter, valuesOf: ValuesOf, rules: ComparisonRules = {}): boolean {
  switch (filter.kind) {
    case "and":
      return filter.filters.every((part) => matches(part, valuesOf, rules));
    case "or":
      return filter.filters.some((part) => matches(part, valuesOf, rules));
    case "not":
      return !matches(filter.filter, valuesOf, rules);
    case "any": {
      const { attribute, filter: condition } = filter;
      const within: ComparisonRules = { isDate: (name) => rules.isDate?.(`${attribute}.${name}`) === true };
      return valuesOf(attribute).some((element) => matches(condition, (name) => valuesIn(element, name), within));
    }
    case "comparison":
      return compares(filter, valuesOf(filter.attribute).filter(hasValue), rules.isDate?.(filter.attribute) === true);
  }
}

/** Returns the values of an attribute of an element. RFC 7643 §2.1: names are case-insensitive. */
function valuesIn(element: unknown, attribute: string): readonly unknown[] {
  return attribute
    .toLowerCase()
    .split(".")
    .reduce<readonly unknown[]>(
      (values, name) => values.filter(isObject).flatMap((value) => Object.entries(value).flatMap(([key, own]) => (key.toLowerCase() === name ? own : []))),
      [element],
    );
}

/** RFC 7644 §3.4.2.2: `pr` matches a value that is not empty. */
function hasValue(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}

function compares({ operator, value }: Comparison, values: readonly unknown[], isDate: boolean): boolean {
  if (operator === "pr") return values.length > 0;
  // RFC 7643 §2.5: null means no value.
  if (value === null || value === undefined) return operator === "eq" ? values.length === 0 : operator === "ne" && values.length > 0;
  if (values.length === 0) return operator === "ne";
  return values.some((own) => holds(operator, own, value, isDate));
}

function holds(operator: Comparison["operator"], own: unknown, value: FilterValue, isDate: boolean): boolean {
  switch (operator) {
    case "co":
      return textOf(own).includes(textOf(value));
    case "sw":
      return textOf(own).startsWith(textOf(value));
    case "ew":
      return textOf(own).endsWith(textOf(value));
    default: {
      const order = orderOf(own, value, isDate);
      return order === undefined ? operator === "ne" : ORDERS[operator](order);
    }
  }
}

const ORDERS = {
  eq: (order: number) => order === 0,
  ne: (order: number) => order !== 0,
  gt: (order: number) => order > 0,
  ge: (order: number) => order >= 0,
  lt: (order: number) => order < 0,
  le: (order: number) => order <= 0,
  pr: () => true,
} as const;

/** Returns a number below, at or above 0; `undefined` for values of different types. */
function orderOf(own: unknown, value: FilterValue, isDate: boolean): number | undefined {
  if (typeof own === "object" && typeof value === "string") return sign(textOf(own), textOf(value));
  if (typeof own !== typeof value) return undefined;
  if (isDate && typeof own === "string" && typeof value === "string") return sign(momentOf(own), momentOf(value));
  return typeof own === "string" ? sign(textOf(own), textOf(value)) : sign(Number(own), Number(value));
}

/** RFC 3339 §5.6: a date alone is the start of that day in UTC. */
function momentOf(date: string): string {
  return sortableTime(date.length === 10 ? `${date}T00:00:00Z` : date);
}

function sign<T extends string | number>(a: T, b: T): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Returns the text of numbers and booleans, and the JSON of objects. */
function textOf(value: unknown): string {
  return (typeof value === "string" ? value : JSON.stringify(value)).toLowerCase();
}
