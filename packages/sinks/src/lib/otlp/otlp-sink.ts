import type { ClientOptions, Middleware } from "@keywright/core";
import { isApiError, isKeywrightError, platformClock, type Rules } from "@keywright/core/client";
import { checkSinkOptions, type PartedSinkOptions, partedSink } from "../create-sink.ts";
import { createPost, lowerCased } from "../http/post.ts";
import { HEADERS, REQUEST_RULES, TEXTS } from "../option-rules.ts";
import { isSinkError, SinkError } from "../sink-error.ts";
import type { PartResult, Sink, SinkRecord } from "../sink.ts";
import { logRequest } from "./log-request.ts";

/** The options of {@link otlpSink}. */
export interface OtlpSinkOptions<Event> extends PartedSinkOptions<Event>, Pick<ClientOptions, "fetch" | "transport" | "allowInsecureHttp"> {
  /** Where logs go: `https://collector.example.com:4318/v1/logs`, or `http` to this machine. */
  readonly url: string;
  /** Headers for each request, such as `authorization`. @default none */
  readonly headers?: { readonly [name: string]: string } | undefined;
  /** Attributes of the resource that the events come from. @default service.name is the stream */
  readonly resource?: { readonly [name: string]: string } | undefined;
}

const RULES: Rules = {
  url: [(value) => typeof value === "string", "a whole address, such as https://collector.example.com:4318/v1/logs", { isNeeded: true }],
  ...REQUEST_RULES,
  headers: HEADERS,
  resource: TEXTS,
};

// "OTLP Specification", "Retryable Response Codes". A client must not retry after any other one.
const RETRYABLE: readonly number[] = [429, 502, 503, 504];

/**
 * Returns a sink that sends events as OpenTelemetry log records (OTLP/HTTP, JSON), at least once.
 * The body is the event as JSON, `eventName` its type, `log.record.uid` its stream and id.
 *
 * 429, 502, 503, 504 are retried; 400, 413, 422 make a dead letter of the event that causes them;
 * other errors fail the batch. A partial success does not name the rejected events, and must not be
 * sent again: all events of the request go to `deadLetter`, with the receiver's message as cause. A
 * smaller `maxEvents` makes these fewer.
 *
 * @throws ConfigurationError if an option is invalid.
 */
export function otlpSink<Event>(options: OtlpSinkOptions<Event>): Sink<Event> {
  checkSinkOptions("otlpSink", options, RULES, "stream, idOf and url");
  const { url, stream, headers, resource = { "service.name": stream }, clock = platformClock } = options;

  const sign: Middleware = (request, next) => next({ ...request, headers: { ...request.headers, ...lowerCased(headers) } });
  const post = createPost({ url, mediaType: "application/json", response: "json", sign }, options);

  return partedSink(
    {
      async write({ records }, { signal }) {
        const body = JSON.stringify(logRequest(records, { stream, resource, wallNow: clock.wallNow() }));
        return rejectedBy(await post({ body, signal }).then((response) => response.body, bodyOfError), records);
      },
    },
    options,
  );
}

/**
 * Returns the body of an empty response: a full success, which has no bytes in Protobuf.
 *
 * @throws The error, or its cause if the protocol does not allow to send the request again.
 */
function bodyOfError(error: unknown): undefined {
  if (!isSinkError(error, "unavailable")) throw error;
  const { cause } = error;
  if (isKeywrightError(cause, "truncated-response") && cause.message.includes(" is empty")) return undefined;
  throw isApiError(cause) && !RETRYABLE.includes(cause.status) ? cause : error;
}

/** Reads an ExportLogsServiceResponse. */
function rejectedBy<Event>(response: unknown, records: readonly SinkRecord<Event>[]): PartResult<Event> {
  const { partialSuccess }: { readonly partialSuccess?: unknown } = Object(response);
  const { rejectedLogRecords = 0, errorMessage = "" }: { readonly rejectedLogRecords?: unknown; readonly errorMessage?: unknown } = Object(partialSuccess);
  const count = Number(rejectedLogRecords);
  // With 0, the message is a warning of a full success.
  if (count === 0) return {};
  const cause = new Error(String(errorMessage));
  const reason = new SinkError("rejected", `the receiver rejected ${count} of the ${records.length} events of a request, and does not say which`, { cause });
  return { rejected: records.map((record) => ({ record, reason })) };
}
