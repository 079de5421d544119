import { randomBytes } from "node:crypto";
import { type Parsed, parseJson } from "../../core/contract/body-values.ts";

// A prefix that no other string has, for numbers that JavaScript cannot represent.
const EXACT = `\uE000${randomBytes(8).toString("hex")}:`;
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const MARKED = new RegExp(`"${EXACT}([^"]+)"`, "g");

/** Parses JSON so that `writeExact` writes each number with all of its digits. */
export function parseExact(text: string): Parsed {
  const plain = parseJson(text);
  // The replacement could make invalid text valid.
  if ("issues" in plain) return plain;
  return parseJson(text.replaceAll(TOKENS, (token) => (token.startsWith('"') || String(Number(token)) === token ? token : `"${EXACT}${token}"`)));
}

/** Writes a value of `parseExact` as JSON in one line. */
export function writeExact(value: unknown): string {
  return JSON.stringify(value).replaceAll(MARKED, "$1");
}

/** Returns the JSON type of a value of `parseExact`. */
export function typeOf(value: unknown): "null" | "array" | "object" | "string" | "number" | "boolean" {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "string") return value.startsWith(EXACT) ? "number" : "string";
  return typeof value as "object" | "number" | "boolean";
}
