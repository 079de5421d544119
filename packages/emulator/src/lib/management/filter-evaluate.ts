import { sortableTime } from "../core/timestamp.ts";
import type { Comparison, Filter, FilterValue } from "./filter-parser.ts";

/** Gives what an attribute has: several values where it, or what it is in, is a list; none where it is absent. */
export type ValuesOf = (attribute: string) => readonly unknown[];

/** How values are compared. */
export interface ComparisonRules {
  /** Attributes, as they are written in a filter, that are compared by time. */
  isDate?(attribute: string): boolean;
}

/**
 * Whether a filter matches.
 *
 * Of several values one is enough. Not shown in the material, and RFC 7644 leaves open; chosen: where there is no value, `ne` holds and everything else does
 * not; with several values `ne` holds where one differs. RFC 7643 §2.2: the case of strings does not matter unless a schema says so, and none here does.
 */
export function matches(filter: Filter, valuesOf: ValuesOf, rules: ComparisonRules = {}): boolean {
  switch (filter.kind) {
    case "and":
      return filter.filters.every((part) => matches(part, valuesOf, rules));
    case "or":
      return filter.filters.some((part) => matches(part, valuesOf, rules));
    case "not":
      return !matches(filter.filter, valuesOf, rules);
    case "comparison":
      return compares(filter, valuesOf(filter.attribute).filter(hasValue), rules.isDate?.(filter.attribute) === true);
  }
}

/** RFC 7644 §3.4.2.2: `pr` asks for a value that is not empty. */
function hasValue(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}

function compares({ operator, value }: Comparison, values: readonly unknown[], isDate: boolean): boolean {
  if (operator === "pr") return values.length > 0;
  // RFC 7643 §2.5: null stands for no value.
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

/** Below, at or above 0; `undefined` for values that are not of one type. */
function orderOf(own: unknown, value: FilterValue, isDate: boolean): number | undefined {
  if (typeof own === "object" && typeof value === "string") return sign(textOf(own), textOf(value));
  if (typeof own !== typeof value) return undefined;
  if (isDate && typeof own === "string" && typeof value === "string") return sign(momentOf(own), momentOf(value));
  return typeof own === "string" ? sign(textOf(own), textOf(value)) : sign(Number(own), Number(value));
}

/** RFC 3339 §5.6: a date alone is taken for the beginning of that day in UTC. */
function momentOf(date: string): string {
  return sortableTime(date.length === 10 ? `${date}T00:00:00Z` : date);
}

function sign<T extends string | number>(a: T, b: T): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Numbers and booleans are looked into by their text, objects by their JSON. */
function textOf(value: unknown): string {
  return (typeof value === "string" ? value : JSON.stringify(value)).toLowerCase();
}
