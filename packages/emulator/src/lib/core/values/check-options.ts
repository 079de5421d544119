import { whichOf } from "./nearest-name.ts";

/** The rule of an option: its check, the expected value in words, and whether it is required. */
export type Rule = readonly [works: (value: unknown) => boolean, expected: string, isNeeded?: true];

/** A rule for each option. An option without one does not compile. */
export type Rules<Options> = { readonly [Name in keyof Options]-?: Rule };

/** Takes a function. */
export const FUNCTION: Rule = [(value) => typeof value === "function", "a function"];
/** Takes a string. */
export const STRING: Rule = [(value) => typeof value === "string", "a string"];
/** Takes an array of strings. */
export const STRINGS: Rule = [(value) => Array.isArray(value) && value.every((each) => typeof each === "string"), "an array of strings"];
/** Takes a number of seconds, of at most 3,000 years: later dates cannot be written. */
export const SECONDS: Rule = [(value) => typeof value === "number" && Math.abs(value) <= 1e11, "a number of seconds, at most 100,000,000,000"];

/**
 * Checks the names and values of an object of options. `undefined` counts as absent.
 *
 * @param what Name of the options in the message, such as `the options of serveEmulator`.
 * @throws TypeError with the first problem: expected and actual value, or the closest name.
 */
export function checkOptions<Options>(what: string, options: unknown, rules: Rules<Options>): void {
  checkObject(what, options);
  const unknown = Object.entries(options).find(([name, value]) => value !== undefined && !Object.hasOwn(rules, name))?.[0];
  if (unknown !== undefined) throw new TypeError(`${what}: ${unknown} is not known${whichOf(unknown, Object.keys(rules))}`);
  for (const [name, [works, expected, isNeeded]] of Object.entries<Rule>(rules)) {
    const value: unknown = Reflect.get(options, name);
    if (value === undefined ? isNeeded : !works(value)) throw new TypeError(`${what}: ${name} must be ${expected}; got ${describe(value)}`);
  }
}

/**
 * Checks that a value is an object.
 *
 * @throws TypeError for anything else, such as a port in place of `{ port }`.
 */
export function checkObject(what: string, value: unknown): asserts value is object {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new TypeError(`${what} must be an object; got ${describe(value)}`);
}

/** Describes a value without its content. */
export function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "an array";
  return value === null || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : `${typeof value === "object" ? "an" : "a"} ${typeof value}`;
}
