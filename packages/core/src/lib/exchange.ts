import type { Answer, CallContext } from "./call-context.ts";
import type { OutgoingRequest } from "./client-options.ts";
import { type ConnectionFailure, readConnectionFailure } from "./connection-failure.ts";
import { type Attempt, consequenceOf } from "./deadline.ts";
import { ConnectionError } from "./errors.ts";
import { decodeText, parseJson, readErrorBody, readWhole } from "./read-body.ts";
import { redact, redactCause } from "./redact.ts";
import type { Transport, TransportResponse } from "./transport.ts";

const DEFAULT_MAX_BYTES = 32 * 1024 * 1024;

/** The last stage: one request over the wire, its answer read whole and decoded; bytes are left to be read. */
export function createExchange(
  transport: Transport,
  maxBytes: number = DEFAULT_MAX_BYTES,
): (request: OutgoingRequest, context: CallContext, attempt: Attempt) => Promise<Answer> {
  return async (request, context, attempt) => {
    let response: TransportResponse | undefined;
    for (let reconnects = 0; response === undefined; reconnects += 1) {
      context.attempts += 1;
      try {
        response = await transport(request, attempt);
      } catch (error) {
        const failure = readConnectionFailure(error);
        // RFC 9110 §9.2.2 and RFC 9112 §9.3.1: a kept connection may be closed at any time. That says nothing of the service, and costs a read none of its repetitions.
        if (!failure.stale || reconnects > 0 || context.call.operation.retry === "never") throw connectionError(error, failure, request, context);
        attempt.throwIfEnded();
      }
    }
    // A transport that does not listen answers when nobody waits any more: its connection is freed then, too.
    attempt.onCancel(response.cancel);
    attempt.throwIfEnded();
    const { status } = response;
    const ok = status >= 200 && status < 300;
    const body = await (ok ? readSuccess(response, context, attempt, maxBytes) : readErrorBody(response));
    return { status, ok, headers: response.headers, body };
  };
}

function connectionError(error: unknown, { reason, outcome, untrusted }: ConnectionFailure, { url }: OutgoingRequest, context: CallContext): ConnectionError {
  const { operation } = context.call;
  const { id } = operation;
  const advice = untrusted
    ? ": check the address and its certificate"
    : outcome === "not-sent"
      ? ": check that baseUrl is the service's own address and can be reached"
      : "";
  return new ConnectionError(
    `${id} got no answer from ${new URL(url).origin} (${redact(reason, context)})${consequenceOf(operation, outcome)}${advice}`,
    outcome,
    { operationId: id, cause: redactCause(error, context) },
    untrusted ? "untrusted-connection" : "connection-failed",
  );
}

/** The media types that are taken for what an operation gives. A page where none is due is a proxy's or a login's, not the service's. */
const MEDIA_TYPES = { json: /[/+]json$/, text: /^text\/(?!html)/, bytes: /^(?!text\/html)/, none: /^(?!text\/html)/ };

function readSuccess(response: TransportResponse, context: CallContext, attempt: Attempt, maxBytes: number): unknown {
  const {
    response: { type },
    secrets,
  } = context.call.operation;
  const isDecoded = type === "json" || type === "text";
  if (isDecoded || /^text\/html/i.test(response.header("content-type") ?? "")) {
    return readWhole(response, context, maxBytes).then((bytes) => {
      const text = decodeText(bytes, response, context, MEDIA_TYPES[type]);
      if (type !== "json") return type === "text" ? text : undefined;
      const value = parseJson(text, response, context);
      context.parts.secrets?.(value, secrets?.response);
      return value;
    });
  }
  if (type === "bytes") return context.parts.bytes?.(response, context, attempt);
  response.cancel();
  return undefined;
}
