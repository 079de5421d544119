import type { ValueTree } from "../../contract.ts";
import { branchOf } from "../../secrets.ts";

// A number of fewer digits is below 2^53, so the parser has every digit of it.
const LONG_NUMBER = /\d{16}/;
// Strings differ from numbers by their quotes; escaped quotes do not count.
const TOKEN = /\\.|"|[-+.\deE]{16,}/g;
const INTEGER = /^-?\d+$/;

/**
 * Reads the 64-bit integers of a response as decimal strings: always strings, so that they have one
 * type, and without loss, because `JSON.parse` rounds numbers beyond 2^53.
 *
 * @param value The parsed text. It is changed in place.
 * @param tree The location of the integers.
 * @returns The value.
 */
export function readInt64(value: unknown, text: string, tree: ValueTree | undefined): unknown {
  return tree === undefined ? value : withStrings(value, LONG_NUMBER.test(text) ? JSON.parse(quoteLongIntegers(text)) : value, tree);
}

/** Converts the integers that a number may not hold to strings. */
function quoteLongIntegers(text: string): string {
  let inString = false;
  return text.replaceAll(TOKEN, (token) => {
    if (token === '"') inString = !inString;
    return !inString && INTEGER.test(token) ? `"${token}"` : token;
  });
}

/** @param exact The same value, with strings in place of long integers. */
function withStrings(value: unknown, exact: unknown, tree: ValueTree): unknown {
  if (tree === true) return typeof value === "number" || typeof value === "bigint" ? decimalOf(exact) : value;
  if (typeof value !== "object" || value === null) return value;
  for (const name of Object.keys(Array.isArray(tree) ? value : tree)) {
    const branch = branchOf(tree, name);
    if (branch !== undefined && Object.hasOwn(value, name))
      Reflect.set(value, name, withStrings(Reflect.get(value, name), Reflect.get(Object(exact), name), branch));
  }
  return value;
}

/** Not as `1e+21`, which is how a number is written from there on. */
function decimalOf(number: unknown): string {
  return Number.isInteger(number) ? BigInt(number as number).toString() : String(number);
}
