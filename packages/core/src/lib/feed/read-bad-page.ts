import { isObject } from "../check-input.ts";
import { decodeStrictly, parseIfJson } from "../read-response.ts";

const REPLACEMENT = "\uFFFD";

/** A page that was read although it may not match the contract. */
export interface ReadPage {
  readonly bytes: Uint8Array;
  /** Whether it can be handed over after all. */
  readonly isGood: boolean;
  /** The page with one empty entry in place of its own, so that only what stands beside them is read. */
  readonly value: unknown;
}

/**
 * Reads a page as far as it can be read: bytes that are not UTF-8 and control characters in strings are replaced by U+FFFD.
 *
 * @param items The property of a page that has its entries.
 */
export function readPage(bytes: Uint8Array, items: string): ReadPage {
  const strict = decodeStrictly(bytes);
  const intact = strict === undefined ? undefined : parseIfJson(strict);
  const page = intact ?? parseIfJson(withoutControls(new TextDecoder().decode(bytes)));
  if (!isObject(page)) return { bytes, isGood: false, value: page };
  const entries = page[items];
  const isGood = intact !== undefined && Array.isArray(entries) && entries.every(isObject);
  return { bytes, isGood, value: { ...page, [items]: [{}] } };
}

/** Whether a position was read whole: a replaced character makes it another one. */
export function isWhole(position: string): boolean {
  return !position.includes(REPLACEMENT);
}

/** Replaces the control characters in the strings of a JSON text; those between its tokens are white space. */
function withoutControls(json: string): string {
  let text = "";
  let from = 0;
  for (let begin = json.indexOf('"'); begin >= 0; begin = json.indexOf('"', from)) {
    const end = endOfString(json, begin);
    text += json.slice(from, begin) + json.slice(begin, end).replaceAll(/\p{Cc}/gu, REPLACEMENT);
    from = end;
  }
  return text + json.slice(from);
}

/** A quote ends the string unless an odd number of backslashes is before it. */
function endOfString(json: string, begin: number): number {
  let end = begin;
  let backslashes: number;
  do {
    end = json.indexOf('"', end + 1);
    if (end < 0) return json.length;
    backslashes = 0;
    while (json[end - 1 - backslashes] === "\\") backslashes += 1;
  } while (backslashes % 2 === 1);
  return end + 1;
}
