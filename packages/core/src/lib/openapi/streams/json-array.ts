import { keepBody } from "../../call/response/kept-body.ts";
import { decodeStrictly, invalidResponse, joinChunks, parseIfJson, parseItem, tooLarge } from "../../call/response/read-response.ts";
import { timeoutError } from "../../call/stages/deadline.ts";
import type { Success } from "../../contract.ts";
import type { CallOptions } from "../../options.ts";
import type { ReadContext, ReadJson } from "../../pipeline.ts";
import { JSON_ITEMS } from "./json-items.ts";

/** Begins to read a list. The function returns what is kept of items that have arrived. */
type Begin = () => (items: readonly unknown[]) => readonly unknown[];

/**
 * Returns the options of a call whose response is a JSON array that is read as it arrives: only
 * what the function of `begin` returns is kept. `maxResponseBytes` limits each item, and
 * `timeoutMs` the wait for each chunk.
 */
export function itemByItem(call: CallOptions, begin: Begin): CallOptions {
  const stream: ReadJson["stream"] = (context, success) =>
    JSON_ITEMS.test(context.response.headers.get("content-type") ?? "") ? readArray(context, success, begin()) : undefined;
  return { ...call, readJson: Object.assign((bytes: Uint8Array) => parseIfJson(decodeStrictly(bytes) ?? ""), { stream }) };
}

/** @throws InvalidResponseError if it is not one whole array in UTF-8, or an item is too large. */
async function readArray(context: ReadContext, success: Success, pick: ReturnType<Begin>): Promise<unknown[]> {
  const { call, maxBytes } = context;
  const kept = keepBody(context);
  const scanner = createScanner(context);
  const values: unknown[] = [];
  let count = 0;
  let parts: Uint8Array[] = [];
  let size = 0;
  const add = (part: Uint8Array): void => {
    parts.push(part);
    size += part.length;
    if (parts.length > 1024) parts = [joinChunks(parts)];
  };
  try {
    for (let chunk = await kept.read(); chunk !== undefined; chunk = await kept.read()) {
      if (call.clock.now() > call.endsAt) throw timeoutError(call, { awaited: "complete response", limitMs: call.totalTimeoutMs, isTotal: true });
      const { from, to } = scanner.scan(chunk);
      if (to >= 0) {
        add(chunk.subarray(from, to));
        take();
        add(chunk.subarray(to + 1));
      } else add(chunk.subarray(from));
      if (size > maxBytes) throw tooLarge(context, `has an item of more than ${maxBytes} bytes`);
    }
    if (!scanner.isClosed()) throw invalidResponse(context, "truncated-response", `ends in the middle of its JSON, after ${count} items`);
    return values;
  } finally {
    kept.cancel();
  }

  /** Keeps the items of the bytes so far, which end before a comma or the closing bracket. */
  function take(): void {
    const text = decodeStrictly(joinChunks(parts));
    parts = [];
    size = 0;
    if (text === undefined) throw invalidResponse(context, "malformed-response", "is not UTF-8");
    let items: readonly unknown[] = [];
    try {
      items = parseItem(`[${text}]`, context, success) as readonly unknown[];
    } catch {
      throw malformed(context);
    }
    // Only the array of no items has nothing before its end.
    if (items.length === 0 && (count > 0 || !scanner.isClosed())) throw malformed(context);
    count += items.length;
    for (const value of pick(items)) values.push(value);
  }
}

/** Finds the ends of items in the bytes of an array. */
interface Scanner {
  /**
   * @returns From where the bytes belong to items, and the last comma between items or the closing
   * bracket; `to` is -1 if there is none.
   */
  scan(chunk: Uint8Array): { readonly from: number; readonly to: number };
  /** Whether the closing bracket has come. */
  isClosed(): boolean;
}

const [QUOTE, COMMA, OPEN, BACKSLASH, CLOSE, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x2c, 0x5b, 0x5c, 0x5d, 0x7b, 0x7d];
/** Tab, line feed, carriage return, space, and a byte order mark. */
const IGNORED: readonly (number | undefined)[] = [0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf];

function createScanner(context: ReadContext): Scanner {
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let hasOpened = false;

  const isClosed = (): boolean => hasOpened && depth === 0;

  /** Reads bytes before and after the array. */
  function outside(byte: number | undefined): void {
    if (IGNORED.includes(byte)) return;
    if (byte === OPEN_OBJECT && !hasOpened) throw invalidResponse(context, "unexpected-content", "has no list");
    if (byte !== OPEN || hasOpened) throw malformed(context);
    hasOpened = true;
    depth = 1;
  }

  return {
    isClosed,
    scan(chunk) {
      let from = 0;
      let to = -1;
      for (let at = 0; at < chunk.length; at += 1) {
        const byte = chunk[at];
        if (depth === 0) {
          outside(byte);
          if (!isClosed()) from = at + 1;
        } else if (isInString) {
          if (isEscaped) isEscaped = false;
          else if (byte === BACKSLASH) isEscaped = true;
          else if (byte === QUOTE) isInString = false;
        } else if (byte === QUOTE) isInString = true;
        else if (byte === OPEN || byte === OPEN_OBJECT) depth += 1;
        else if (byte === CLOSE || byte === CLOSE_OBJECT) {
          depth -= 1;
          if (depth === 0) to = at;
        } else if (byte === COMMA && depth === 1) to = at;
      }
      return { from, to };
    },
  };
}

function malformed(context: ReadContext): Error {
  return invalidResponse(context, "malformed-response", "is not JSON");
}
