import { checkOptions, type Rules } from "../options/check-options.ts";
import { ConfigurationError, describe } from "../errors.ts";
import type { Attributes, Histogram, OpenTelemetryApi, Span, TraceContext } from "./opentelemetry-api.ts";
import { FLAG } from "../options/option-rules.ts";
import type { ClientEvent, ObservedCall, ObservedEnd, Observer } from "../client-events.ts";

/** The options of {@link openTelemetry}. */
export interface OpenTelemetryOptions {
  /**
   * Whether the metric `http.client.request.duration` is recorded. Record it once: an
   * instrumentation of the transport may record it, too.
   *
   * @default true
   */
  readonly metrics?: boolean;
}

const RULES: Rules = { metrics: FLAG };

// The numbers of SpanKind and SpanStatusCode: the API says that they never change.
const INTERNAL = 0;
const CLIENT = 2;
const ERROR = 2;

const LIBRARY = "@keywright/core";

// The SDK looks for it before it makes a span. Every copy of the API makes the same symbol.
const SUPPRESS_TRACING = Symbol.for("OpenTelemetry SDK Context Key SUPPRESS_TRACING");

/** The running spans of a call: attempts and waits for tokens follow each other. */
interface OpenSpans {
  readonly context: TraceContext;
  readonly call: Span;
  token?: Span;
  attempt?: { readonly span: Span; readonly context: TraceContext };
}

/**
 * Returns a function that records spans and metrics of a client's events, by OpenTelemetry's
 * semantic conventions for HTTP.
 *
 * A call is a span named by its operation, under the span that is active when the method is called.
 * Below it are a client span for each attempt and a span for each wait for a token; a wait before
 * another attempt is an event `retry`. Each attempt sends the `traceparent` of its own span, and an
 * instrumentation of the transport records no second span.
 *
 * @param api What `@opentelemetry/api` exports under these names. Give it after the SDK is set up.
 * @returns What a client takes as its `onEvent`.
 * @throws ConfigurationError if `api` is not that.
 * @see https://opentelemetry.io/docs/specs/semconv/http/
 */
export function openTelemetry(api: OpenTelemetryApi, options: OpenTelemetryOptions = {}): Observer {
  checkApi(api);
  checkOptions("openTelemetry", options, RULES, { such: " such as { metrics }" });
  const { metrics = true } = options;
  const tracer = api.trace.getTracer(LIBRARY);
  const durations = metrics ? createDurations(api) : undefined;
  const spans = new WeakMap<ObservedCall, OpenSpans>();

  function start(open: OpenSpans, name: string, kind: number, attributes: Attributes): { readonly span: Span; readonly context: TraceContext } {
    const span = tracer.startSpan(name, { kind, attributes }, open.context);
    return { span, context: api.trace.setSpan(open.context, span) };
  }

  function begin(call: ObservedCall): void {
    const parent = api.context.active();
    const span = tracer.startSpan(call.operationId, { kind: INTERNAL, attributes: { "keywright.call.id": call.id } }, parent);
    spans.set(call, { call: span, context: api.trace.setSpan(parent, span) });
  }

  function beginAttempt(open: OpenSpans, { call, attempt, url, addHeader, sendWithin }: Extract<ClientEvent, { type: "attempt-start" }>): void {
    open.attempt = start(open, spanName(call), CLIENT, {
      ...requestAttributes(call),
      "url.full": url,
      ...(attempt > 1 ? { "http.request.resend_count": attempt - 1 } : {}),
    });
    const { context } = open.attempt;
    const carrier: { [name: string]: string } = {};
    api.propagation.inject(context, carrier);
    for (const [name, value] of Object.entries(carrier)) addHeader(name, value);
    sendWithin((send) => api.context.with(context.setValue(SUPPRESS_TRACING, true), send));
  }

  function endAttempt(open: OpenSpans, event: Extract<ClientEvent, { type: "attempt" }>): void {
    if (open.attempt === undefined) return;
    const outcome = { ...outcomeAttributes(event), ...(event.httpVersion === undefined ? {} : { "network.protocol.version": event.httpVersion }) };
    endSpan(open.attempt.span, outcome);
    durations?.record(event.durationMs / 1000, { ...requestAttributes(event.call), ...outcome }, open.attempt.context);
  }

  return (event) => {
    if (event.type === "call-start") return begin(event.call);
    const open = spans.get(event.call);
    if (open === undefined) return;
    switch (event.type) {
      case "token-start":
        open.token = start(open, "get token", INTERNAL, { "keywright.token.renewal": event.renewal }).span;
        break;
      case "token":
        if (open.token !== undefined) endSpan(open.token, event.errorCode === undefined ? {} : { "error.type": event.errorCode });
        break;
      case "attempt-start":
        beginAttempt(open, event);
        break;
      case "attempt":
        endAttempt(open, event);
        break;
      case "retry":
        open.call.addEvent("retry", { "keywright.retry.delay_ms": event.delayMs });
        break;
      case "call":
        endSpan(open.call, {
          "keywright.call.attempts": event.attempts,
          ...(event.stopReason === undefined ? {} : { "keywright.call.stop_reason": event.stopReason }),
          ...outcomeAttributes(event),
        });
    }
  };
}

function checkApi(api: unknown): void {
  const { context, trace, propagation, metrics }: Partial<OpenTelemetryApi> = Object(api);
  if ([context?.active, trace?.getTracer, propagation?.inject, metrics?.getMeter].every((method) => typeof method === "function")) return;
  throw new ConfigurationError("invalid-configuration", "openTelemetry needs what @opentelemetry/api (version 1) exports", {
    advice: `install it, and call openTelemetry({ context, metrics, propagation, trace }); got ${describe(api)}`,
  });
}

// The boundaries that the conventions for HTTP metrics ask for, in seconds.
function createDurations(api: OpenTelemetryApi): Histogram {
  return api.metrics.getMeter(LIBRARY).createHistogram("http.client.request.duration", {
    description: "Duration of HTTP client requests.",
    unit: "s",
    advice: { explicitBucketBoundaries: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10] },
  });
}

function spanName({ method, urlTemplate }: ObservedCall): string {
  return urlTemplate === undefined ? method : `${method} ${urlTemplate}`;
}

function requestAttributes({ method, urlTemplate, serverAddress, serverPort }: ObservedCall): Attributes {
  return {
    "http.request.method": method,
    ...(urlTemplate === undefined ? {} : { "url.template": urlTemplate }),
    // The conventions want the address without the brackets of IPv6 (RFC 3986, section 3.2.2).
    "server.address": serverAddress.replace(/^\[|\]$/g, ""),
    "server.port": serverPort,
  };
}

/** Returns the error type: an error status or an error code; none if the caller aborted. */
function outcomeAttributes({ status, errorCode }: ObservedEnd): Attributes {
  return {
    ...(status === undefined ? {} : { "http.response.status_code": status }),
    ...(errorCode === undefined ? {} : { "error.type": errorCode === "api-error" ? String(status) : errorCode }),
    ...(status === undefined && errorCode === undefined ? { "keywright.aborted": true } : {}),
  };
}

function endSpan(span: Span, attributes: Attributes): void {
  span.setAttributes(attributes);
  if (attributes["error.type"] !== undefined) span.setStatus({ code: ERROR });
  span.end();
}
