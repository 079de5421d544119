import { closing, linesOf } from "./body-lines.ts";
import { keepBody } from "../../call/response/kept-body.ts";
import { invalidResponse, parseItem, tooLarge } from "../../call/response/read-response.ts";
import type { ReadContext, StreamReader } from "../../pipeline.ts";

/**
 * JSON, `application/x-ndjson`, `application/jsonl`, `application/json-seq`, or none. Others are a
 * proxy's.
 */
export const JSON_ITEMS = /^\s*([^;]*json[^;]*)?(;|$)/i;

type Items = AsyncGenerator<unknown, void, undefined>;

/** Returns the values in lines. */
type ItemsIn = (lines: AsyncGenerator<string, void, undefined>, context: ReadContext, parse: (text: string) => unknown) => Items;

/** Returns a reader of JSON values in lines. */
function readerOf(itemsIn: ItemsIn): StreamReader {
  return (context, success) => {
    if (!JSON_ITEMS.test(context.response.headers.get("content-type") ?? "")) return undefined;
    const kept = keepBody(context);
    const items = itemsIn(linesOf(kept, context), context, (text) => parseItem(text, context, success));
    return closing(items, kept);
  };
}

const lineItems: ItemsIn = async function* (lines, context, parse) {
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line.trim() === "") continue;
    let item: unknown;
    try {
      item = parse(line);
    } catch {
      const { done } = await lines.next();
      if (done) throw invalidResponse(context, "truncated-response", `ends in the middle of its line ${number}`);
      throw invalidResponse(context, "malformed-response", `is not JSON in its line ${number}`);
    }
    yield item;
  }
};

/** Reads JSON values with one on each line (NDJSON, JSON Lines). Empty lines are skipped. */
export const readJsonLines: StreamReader = /* @__PURE__ */ readerOf(lineItems);

const sequenceItems: ItemsIn = async function* (lines, context, parse) {
  let record = "";
  // A record whose last line is indented has not been parsed yet.
  const whole = (): unknown => {
    try {
      return parse(record);
    } catch {
      throw invalidResponse(context, "truncated-response", "ends in the middle of a record");
    }
  };
  for await (const line of lines) {
    if (line.startsWith("\u001e")) {
      // RFC 7464 §2.1 allows to skip it; then its item would be lost in silence.
      if (record.trim() !== "") yield whole();
      record = line.slice(1);
    } else record += `\n${line}`;
    if (record.length > context.maxBytes) throw tooLarge(context, `has a record of more than ${context.maxBytes} characters`);
    // An indented line continues a record: parsing at each of its lines would take quadratic time.
    if (/^\s/.test(line) || record.trim() === "") continue;
    let item: unknown;
    try {
      item = parse(record);
    } catch {
      continue;
    }
    record = "";
    yield item;
  }
  if (record.trim() !== "") yield whole();
};

/** Reads JSON values between a record separator and a line feed (RFC 7464). */
export const readJsonSequence: StreamReader = /* @__PURE__ */ readerOf(sequenceItems);
