import type { Answer, CallContext } from "./call-context.ts";
import type { OutgoingRequest } from "./client-options.ts";
import { type ConnectionFailure, readConnectionFailure } from "./connection-failure.ts";
import type { Attempt } from "./deadline.ts";
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
  async function send(request: OutgoingRequest, context: CallContext, attempt: Attempt, isReconnect = false): Promise<TransportResponse> {
    context.attempts += 1;
    try {
      return await transport(request, attempt);
    } catch (error) {
      const failure = readConnectionFailure(error);
      // RFC 9110 §9.2.2 and RFC 9112 §9.3.1: a kept connection may be closed at any time. That says nothing of the service, and costs a read none of its repetitions.
      if (!failure.stale || isReconnect || context.call.operation.retry === "never") throw connectionError(error, failure, request, context);
    }
    attempt.throwIfEnded();
    return send(request, context, attempt, true);
  }

  return async (request, context, attempt) => {
    const response = await send(request, context, attempt);
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
  const { id, retry } = context.call.operation;
  const consequence = retry === "never" ? (outcome === "not-sent" ? "; nothing was sent" : "; the service may have acted") : "";
  const advice = untrusted
    ? ": check the address and its certificate"
    : outcome === "not-sent"
      ? ": check that baseUrl is the service's address and that it can be reached"
      : "";
  return new ConnectionError(
    `${id} got no answer from ${new URL(url).origin} (${redact(reason, context)})${consequence}${advice}`,
    outcome,
    { operationId: id, cause: redactCause(error, context) },
    untrusted ? "untrusted-connection" : "connection-failed",
  );
}

/** The media types that are taken for what an operation gives. A page where none is due is a proxy's or a login's, not the service's. */
const MEDIA_TYPES = { json: /[/+]json$/, text: /^text\/(?!html)/, bytes: /^(?!text\/html)/, none: /^(?!text\/html)/ };

async function readSuccess(response: TransportResponse, context: CallContext, attempt: Attempt, maxBytes: number): Promise<unknown> {
  const {
    response: { type },
    secrets,
  } = context.call.operation;
  const isDecoded = type === "json" || type === "text";
  if (isDecoded || /^text\/html/i.test(response.header("content-type") ?? "")) {
    const text = decodeText(await readWhole(response, context, maxBytes), response, context, MEDIA_TYPES[type]);
    if (type !== "json") return type === "text" ? text : undefined;
    const value = parseJson(text, response, context);
    context.parts.secrets?.(value, secrets?.response);
    return value;
  }
  if (type === "bytes") return context.parts.bytes?.(response, context, attempt);
  response.cancel();
  return undefined;
}
