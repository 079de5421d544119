import { closing, linesOf } from "./body-lines.ts";
import { wait } from "../../clock.ts";
import { apiError } from "../../call/response/api-error.ts";
import { note } from "../../errors.ts";
import { keepBody } from "../../call/response/kept-body.ts";
import { invalidResponse, parseItem, tooLarge } from "../../call/response/read-response.ts";
import type { ServerSentEvent } from "../../method-types.ts";
import type { CallState, ReadContext, StreamReader } from "../../pipeline.ts";

type Lines = AsyncGenerator<string, void, undefined>;

/** The lines of each stream, so that it can continue with those of a new response. */
const LINES = new WeakMap<object, Lines>();

/**
 * Reads server-sent events (WHATWG HTML §9.2).
 *
 * If the connection breaks, the request is sent again with `Last-Event-ID`, under the client's
 * rules of retry; each event allows `maxRetries` new attempts. Without an id the stream can only
 * begin again before its first event, because events would come twice. A response that ends is
 * complete.
 */
export const readEvents: StreamReader = (context, success) => {
  const mediaType = context.response.headers.get("content-type");
  if (mediaType !== null && !/^\s*(text\/event-stream\s*)?(;|$)/i.test(mediaType)) return undefined;
  const kept = keepBody(context);
  const lines = linesOf(kept, context);
  const parseData = (text: string): unknown => {
    if (success.response.data !== "json") return text;
    try {
      return parseItem(text, context, success);
    } catch {
      throw invalidResponse(context, "malformed-response", "has an event whose data is not JSON");
    }
  };
  const events = closing(eventsOf(lines, context, parseData), kept);
  LINES.set(events, lines);
  return events;
};

async function* eventsOf(first: Lines, context: ReadContext, parse: (text: string) => unknown): AsyncGenerator<ServerSentEvent, void, undefined> {
  const { call, maxBytes } = context;
  let lines = first;
  let id = "";
  let retryMs = 0;
  let hasBegun = false;
  try {
    for (;;) {
      let event = "";
      let newId = id;
      let data: string[] = [];
      let size = 0;
      let failure: { readonly error: unknown } | undefined;
      const next = (): Promise<IteratorResult<string, void>> =>
        lines.next().catch((error: unknown) => {
          failure = { error };
          return { done: true, value: undefined };
        });
      for (let line = await next(); line.done !== true; line = await next()) {
        const [, field, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line.value) ?? [];
        if (line.value === "") {
          id = newId;
          if (data.length > 0) {
            const sent: ServerSentEvent = { event: event || "message", data: parse(data.join("\n")), id: id === "" ? undefined : id };
            hasBegun = true;
            call.tries = 1;
            yield sent;
          }
          event = "";
          data = [];
          size = 0;
        } else if (field === "data") {
          data.push(value);
          // With its line feed, so that empty lines count too.
          size += value.length + 1;
          if (size > maxBytes) throw tooLarge(context, `has an event of more than ${maxBytes} characters`);
        } else if (field === "event") event = value;
        else if (field === "id" && !value.includes("\0")) newId = value;
        else if (field === "retry" && /^\d{1,9}$/.test(value)) retryMs = Number(value);
      }
      if (failure === undefined) return;
      lines = await reconnect(call, failure.error, id, retryMs, hasBegun);
    }
  } finally {
    await lines.return();
  }
}

/** Sends the request again after a response broke off; throws the failure if it must not. */
async function reconnect(call: CallState, failure: unknown, id: string, retryMs: number, hasBegun: boolean): Promise<Lines> {
  const { clock, signal, retry } = call;
  if (hasBegun && id === "") throw failure;
  if (retryMs > retry.maxDelayMs) throw note(failure, { stopReason: "retry-after-too-long" });
  if (retryMs > 0) await wait(clock, retryMs, signal);
  signal?.throwIfAborted();
  // The time limit of a call is that until its response starts.
  call.endsAt = clock.now() + call.totalTimeoutMs;
  const resumed = await call.resume(failure, id === "" ? undefined : { "last-event-id": headerValue(id) });
  if (!resumed.ok) throw apiError(resumed, call);
  const body = resumed.body as { readonly body?: object } | undefined;
  const lines = LINES.get(body ?? {}) ?? LINES.get(body?.body ?? {});
  if (lines === undefined) throw failure;
  return lines;
}

/** The UTF-8 bytes of a text, each as one character, because headers carry bytes. */
function headerValue(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
}
