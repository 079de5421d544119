import { secretsOf } from "../request/call-secrets.ts";
import { type ConnectionFailure, readConnectionFailure } from "./connection-failure.ts";
import { consequenceOf } from "./deadline.ts";
import { ignoredProxy } from "./ignored-proxy.ts";
import { ConnectionError, isKeywrightError } from "../../errors.ts";
import { readFailure, readSuccess } from "../response/read-response.ts";
import { redact, redactCause } from "../../secrets.ts";
import { isSentOnce } from "./sent-once.ts";
import type { BodyReader, Fetch, HttpRequest, HttpResponse, Transport, UnreadResponse } from "../../http.ts";
import type { Attempt, CallState, ReadContext } from "../../pipeline.ts";

/** The last stage: sends one request and reads its response, except a body of type `bytes`. */
export function createExchange(
  transport: Transport,
  maxBytes = 33_554_432,
  parseJson?: (text: string) => unknown,
): (request: HttpRequest, call: CallState, attempt: Attempt) => Promise<HttpResponse> {
  return async (request, call, attempt) => {
    let response: UnreadResponse | undefined;
    for (let reconnects = 0; response === undefined; reconnects += 1) {
      call.attempts += 1;
      try {
        response = await transport(request, attempt);
        // The `fetch` of a test may return nothing, or the same response again.
        if (typeof response?.headers?.get !== "function" || (response.bodyUsed && response.status < 300))
          throw new TypeError("fetch must return a new Response each time");
      } catch (error) {
        // For example, the environment's proxy is not an address.
        if (isKeywrightError(error, "invalid-configuration")) throw error;
        const failure = readConnectionFailure(error);
        // RFC 9110 §9.2.2 and RFC 9112 §9.3.1: a kept connection may be closed at any time, which
        // is no failure of the service and no retry.
        if (failure.isStale && reconnects === 0 && call.operation.retry !== "never" && !isSentOnce(request)) attempt.throwIfEnded();
        else throw connectionError(error, failure, request, call);
      }
    }
    const body = bodyOf(response);
    // A transport that ignores the cancellation may respond after it; this frees its connection.
    attempt.onCancel(body.cancel);
    attempt.throwIfEnded();
    const { status, headers, httpVersion } = response;
    call.httpVersion = httpVersion;
    const context: ReadContext = { response, body, call, attempt, maxBytes, parseJson, url: request.url };
    const { readAnswer } = call.contract;
    if (readAnswer) return readAnswer(context);
    const ok = status >= 200 && status < 300;
    return { status, ok, headers, body: await (ok ? readSuccess(context) : readFailure(body)) };
  };
}

function connectionError(error: unknown, failure: ConnectionFailure, request: HttpRequest, call: CallState): ConnectionError {
  const { reason, outcome: ofAttempt, isUntrusted, proxy } = failure;
  const { operation } = call;
  const secrets = secretsOf(call);
  const unused = ofAttempt === "not-sent" && !isUntrusted ? ignoredProxy(error, request.url) : undefined;
  const ownAdvice = isUntrusted
    ? "check the address and its certificate"
    : unused
      ? `if ${unused} is needed, set transport to nodeTransport(), because fetch does not use it by default`
      : ofAttempt === "not-sent"
        ? "check that baseUrl is the service's own address and can be reached"
        : undefined;
  const outcome = call.mayHaveActed ? "unknown" : ofAttempt;
  const { option, advice } = proxy ?? { option: unused ? "transport" : "baseUrl", advice: ownAdvice };
  const problem = proxy ? `got no connection through the proxy ${proxy.proxyAddress}` : `got no response from ${new URL(request.url).origin}`;
  return new ConnectionError(
    isUntrusted ? "untrusted-connection" : "connection-failed",
    `${operation.id} ${problem} (${redact(reason, secrets)})${consequenceOf(operation, outcome)}`,
    { outcome, operationId: operation.id, cause: redactCause(error, secrets), ...(advice && { option, advice }) },
  );
}

/** Creates a transport from the user's `fetch`, or the platform's at the time of the request. */
export function fetchTransport(given?: Fetch): Transport {
  return (request, cancellation) => {
    const { url, method, headers, body = null } = request;
    // RFC 9110 §15.4: a redirect could send credentials to another origin.
    const init: RequestInit & { duplex?: "half" } = { method, headers, body: body as BodyInit | null, redirect: "manual" };
    // WHATWG Fetch §5.4: required for a stream.
    if (typeof body === "object" && isSentOnce(request)) init.duplex = "half";
    const signal = cancellation.signal();
    // Passed only if there is one, because even a signal that never fires has a cost.
    if (signal !== undefined) init.signal = signal;
    return (given ?? globalThis.fetch)(url, init);
  };
}

const END = /* @__PURE__ */ Promise.resolve({ done: true });

/** Returns a reader of a body. Locks it on the first read: an error status needs no body. */
export function bodyOf({ body }: UnreadResponse): BodyReader {
  let reader: BodyReader | undefined;
  return {
    read() {
      reader ??= body?.getReader();
      return reader === undefined ? END : reader.read();
    },
    async cancel(reason) {
      try {
        await (reader ?? body)?.cancel(reason);
      } catch {}
    },
  };
}
