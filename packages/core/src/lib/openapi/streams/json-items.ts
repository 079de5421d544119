import { closing, linesOf } from "./body-lines.ts";
import { keepBody } from "../../call/response/kept-body.ts";
import { invalidResponse, parseItem } from "../../call/response/read-response.ts";
import type { StreamReader } from "../../pipeline.ts";

/**
 * JSON, `application/x-ndjson`, `application/jsonl`, `application/json-seq`, or none. Others are a
 * proxy's.
 */
const JSON_ITEMS = /^\s*([^;]*json[^;]*)?(;|$)/i;

/** Reads JSON values with one on each line (NDJSON, JSON Lines). Empty lines are skipped. */
export const readJsonLines: StreamReader = (context, success) => {
  if (!JSON_ITEMS.test(context.response.headers.get("content-type") ?? "")) return undefined;
  const kept = keepBody(context);
  const lines = linesOf(kept, context);
  const items = async function* (): AsyncGenerator<unknown, void, undefined> {
    let number = 0;
    for await (const line of lines) {
      number += 1;
      if (line.trim() === "") continue;
      let item: unknown;
      try {
        item = parseItem(line, context, success);
      } catch {
        const { done } = await lines.next();
        if (done) throw invalidResponse(context, "truncated-response", `ends in the middle of its line ${number}`);
        throw invalidResponse(context, "malformed-response", `is not JSON in its line ${number}`);
      }
      yield item;
    }
  };
  return closing(items(), kept);
};

/** Reads JSON values between a record separator and a line feed (RFC 7464). */
export const readJsonSequence: StreamReader = (context, success) => {
  if (!JSON_ITEMS.test(context.response.headers.get("content-type") ?? "")) return undefined;
  const kept = keepBody(context);
  const lines = linesOf(kept, context);
  const cut = (): Error => invalidResponse(context, "truncated-response", "ends in the middle of a record");
  const items = async function* (): AsyncGenerator<unknown, void, undefined> {
    let record = "";
    // A record whose last line is indented has not been parsed yet.
    const whole = (): unknown => {
      try {
        return parseItem(record, context, success);
      } catch {
        throw cut();
      }
    };
    for await (const line of lines) {
      if (line.startsWith("\u001e")) {
        // RFC 7464 §2.1 allows to skip it; then its item would be lost in silence.
        if (record.trim() !== "") yield whole();
        record = line.slice(1);
      } else record += `\n${line}`;
      if (record.length > context.maxBytes)
        throw invalidResponse(context, "response-too-large", `has a record of more than ${context.maxBytes} characters`, { option: "maxResponseBytes" });
      // An indented line continues a record: parsing at each of its lines would take quadratic
      // time.
      if (/^\s/.test(line) || record.trim() === "") continue;
      let item: unknown;
      try {
        item = parseItem(record, context, success);
      } catch {
        continue;
      }
      record = "";
      yield item;
    }
    if (record.trim() !== "") yield whole();
  };
  return closing(items(), kept);
};
