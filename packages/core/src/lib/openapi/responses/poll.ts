import { checkBaseUrl, isAtOrigin } from "../../call/request/address.ts";
import type { Poll } from "../../contract.ts";
import { ApiError, describe, InvalidResponseError, isKeywrightError, TimeoutError } from "../../errors.ts";
import { atPointer } from "./json-pointer.ts";
import { platformClock, wait } from "../../clock.ts";
import { readRetryAfter } from "../../call/response/read-headers.ts";
import type { HttpResponse } from "../../http.ts";
import type { PollMethod, ResponseMethod, Input } from "../../pipeline.ts";
import { writeRequest } from "../../call/request/write-request.ts";

/** The wait between two polls if the service asks for none (`Retry-After`), in milliseconds. */
const POLL_MS = 1000;

/**
 * Returns the method of an operation whose result comes later (`x-poll`): it calls the operation,
 * then polls until the result is there.
 *
 * `totalTimeoutMs` limits all of it.
 */
export const pollResult: PollMethod = (operation, first, bind, contract, options) => {
  const { id, poll } = operation;
  if (poll === undefined) return undefined;
  const { operation: polledId, input: places, state: pointer, done = [], failed = [] } = poll;
  const clock = options.clock ?? platformClock;
  const baseUrl = checkBaseUrl(options.baseUrl, options.allowInsecureHttp);
  return async (given, own = {}) => {
    const { signal } = own;
    const totalTimeoutMs = own.totalTimeoutMs ?? options.totalTimeoutMs ?? 60_000;
    const endsAt = clock.now() + totalTimeoutMs;
    const late = (): TimeoutError =>
      new TimeoutError("timeout", `${id} got no result within ${totalTimeoutMs} ms; the service goes on with it`, {
        timeoutMs: totalTimeoutMs,
        outcome: "unknown",
        operationId: id,
        option: "totalTimeoutMs",
        advice: "raise totalTimeoutMs if the service needs longer",
      });
    const accepted = await first(given, own);
    const { method, input } = pollOf((given ?? {}) as Input, accepted);
    let last = accepted;
    for (;;) {
      const askedMs = readRetryAfter(last.headers.get("retry-after"), clock.wallNow());
      const delayMs = askedMs ?? (last === accepted ? 0 : POLL_MS);
      if (clock.now() + delayMs >= endsAt) throw late();
      if (delayMs > 0) await wait(clock, delayMs, signal);
      signal?.throwIfAborted();
      // No call takes a limit of less than 1 ms, which a timer that fires late may leave.
      const leftMs = endsAt - clock.now();
      if (leftMs < 1) throw late();
      last = await method(input, { ...own, totalTimeoutMs: leftMs }).catch((error: unknown) => {
        throw clock.now() >= endsAt && isKeywrightError(error, "timeout") ? late() : error;
      });
      if (isDone(last)) return resultOf(poll, last);
    }
  };

  function malformed({ status }: HttpResponse, problem: string): never {
    throw new InvalidResponseError("malformed-response", `${id}: ${problem}`, { operationId: id, status });
  }

  /** The method that polls, and its input. */
  function pollOf(given: Input, accepted: HttpResponse): { method: ResponseMethod; input: Input } {
    const polled = contract.operations[polledId];
    if (polled === undefined) throw new TypeError(`${id} is polled by ${polledId}, which the table of operations does not have`);
    const fail = (problem: string): never =>
      malformed(accepted, `the response with status ${accepted.status} has ${problem}, so that its result cannot be polled`);
    if (places !== undefined)
      return {
        method: bind(polled).call,
        input: Object.fromEntries(Object.entries(places).map(([name, place]) => [name, atPointer(accepted.body, place) ?? fail(`no ${place}`)])),
      };
    const location = accepted.headers.get("location") || fail("no Location");
    // RFC 9110 §10.2.2: a relative address is resolved against that of the request.
    const { body: _body, ...bare } = operation;
    const { url } = writeRequest(bare, given, baseUrl, {}, contract);
    if (!isAtOrigin(location, url)) fail(`a Location that is not at ${new URL(baseUrl).origin}, the only origin for tokens`);
    const { pathParameters: _path, queryParameters: _query, ...rest } = polled;
    return { method: bind({ ...rest, path: "", address: "location" }).call, input: { location: new URL(location, url).href } };
  }

  function isDone(response: HttpResponse): boolean {
    const { status, headers, body } = response;
    if (pointer === undefined) return status !== 202;
    const state = atPointer(body, pointer);
    if (typeof state !== "string") return malformed(response, `${pointer} of a polled response must be a state; got ${describe(state)}`);
    if (failed.includes(state)) throw new ApiError("api-error", `${id} failed: ${pointer} is ${state}`, { operationId: id, status, headers, body });
    return done.includes(state);
  }
};

/** An operation that returns 202 while work continues has another success response: its result. */
function resultOf({ state }: Poll, { body }: HttpResponse): unknown {
  return state === undefined ? (body as { readonly body?: unknown }).body : body;
}
