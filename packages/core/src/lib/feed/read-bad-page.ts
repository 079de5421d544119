import { isObject } from "../call/request/check-input.ts";
import { decodeStrictly, parseIfJson } from "../call/response/read-response.ts";

const REPLACEMENT = "\uFFFD";

/** A page that may not match the contract, as far as it could be read. */
export interface ReadPage {
  readonly bytes: Uint8Array;
  /** Whether the page matches the contract after all. */
  readonly isGood: boolean;
  /** The page with one empty entry, so that only its other properties are read. */
  readonly value: unknown;
}

/**
 * Reads a page as far as possible: replaces bytes that are not UTF-8, and control characters in
 * strings, with U+FFFD.
 *
 * @param items The name of the property that has the entries.
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

/** Whether a position was read completely. A replaced character would make it another position. */
export function isWhole(position: string): boolean {
  return !position.includes(REPLACEMENT);
}

/** Replaces control characters in strings of a JSON text; between tokens they are white space. */
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

/** Returns the end of a string. A quote ends it unless an odd number of backslashes precedes it. */
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
