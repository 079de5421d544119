import { binaryContent } from "./binary-content.ts";
import type { CallContext } from "./call-context.ts";
import type { ClientOptions, IncomingResponse, OutgoingRequest } from "./client-options.ts";
import { readConnectionFailure } from "./connection-failure.ts";
import type { Attempt } from "./deadline.ts";
import { ConnectionError } from "./errors.ts";
import { maskSecrets } from "./mask.ts";
import { readErrorBody, readJson, readText } from "./read-body.ts";
import { redact, redactCause } from "./redact.ts";

/** The last stage: one request over the wire, its answer read whole and decoded; bytes are left to be read. */
export function createExchange(options: ClientOptions): (request: OutgoingRequest, context: CallContext, attempt: Attempt) => Promise<IncomingResponse> {
  const maxBytes = options.maxResponseBytes ?? 32 * 1024 * 1024;
  return async (request, context, attempt) => {
    const response = await send(options, request, context, attempt);
    if (attempt.signal.aborted) {
      // A fetch that does not listen answers when nobody waits any more: its connection is freed.
      response.body?.cancel().catch(() => {});
      throw attempt.signal.reason;
    }
    const { status, ok, headers } = response;
    return { status, ok, headers, body: ok ? await readSuccess(response, context, attempt, maxBytes) : await readErrorBody(response) };
  };
}

async function send(options: ClientOptions, request: OutgoingRequest, context: CallContext, attempt: Attempt): Promise<Response> {
  const fetch = options.fetch ?? globalThis.fetch;
  context.attempts += 1;
  try {
    // RFC 9110 §15.4: a redirect is an answer like any other here, because following it could carry credentials elsewhere.
    return await fetch(request.url, {
      method: request.method,
      headers: request.headers as Record<string, string>,
      body: request.body ?? null,
      redirect: "manual",
      signal: attempt.signal,
    });
  } catch (error) {
    const { id, retry } = context.call.operation;
    const { reason, outcome, untrusted } = readConnectionFailure(error);
    const consequence = retry === "never" ? (outcome === "not-sent" ? "; nothing was sent" : "; the service may have acted") : "";
    const advice = untrusted
      ? ": check the address and its certificate"
      : outcome === "not-sent"
        ? ": check that baseUrl is the service's address and that it can be reached"
        : "";
    throw new ConnectionError(
      `${id} got no answer from ${new URL(request.url).origin} (${redact(reason, context)})${consequence}${advice}`,
      outcome,
      { operationId: id, cause: redactCause(error, context) },
      untrusted ? "untrusted-connection" : "connection-failed",
    );
  }
}

async function readSuccess(response: Response, context: CallContext, attempt: Attempt, maxBytes: number): Promise<unknown> {
  const { response: expected, secrets } = context.call.operation;
  if (expected.type === "text") return readText(response, context, maxBytes, /^text\/(?!html)/);
  if (expected.type === "json") {
    const value = await readJson(response, context, maxBytes);
    maskSecrets(value, secrets?.response);
    return value;
  }
  // A page where none is due is a proxy's or a login's, not the service's.
  if (/^text\/html/i.test(response.headers.get("content-type") ?? "")) await readText(response, context, maxBytes, /^(?!text\/html)/);
  else if (expected.type === "bytes") return binaryContent(response, context, attempt);
  else response.body?.cancel().catch(() => {});
  return undefined;
}
