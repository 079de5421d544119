import { wait } from "../../clock.ts";
import { isKeywrightError, noteAttempts } from "../../errors.ts";
import { readRetryAfter } from "../response/read-headers.ts";
import { isSentOnce } from "./sent-once.ts";
import type { Clock } from "../../clock.ts";
import type { StopReason } from "../../error-codes.ts";
import type { HttpRequest, HttpResponse } from "../../http.ts";
import type { RetryOptions } from "../../options.ts";
import type { CallState, RetryPolicy, Stage } from "../../pipeline.ts";

/**
 * Merges the retry options of a call over those of the client and the defaults. `undefined` counts
 * as omitted.
 */
export function retryPolicy(ofClient: RetryOptions | false | undefined, ofCall?: RetryOptions | false): RetryPolicy {
  const client = ofClient || {};
  const call = ofCall || {};
  return {
    maxRetries: (ofCall ?? ofClient) === false ? 0 : (call.maxRetries ?? client.maxRetries ?? 2),
    maxDelayMs: call.maxDelayMs ?? client.maxDelayMs ?? 30_000,
    statuses: call.statuses ?? client.statuses ?? [],
    repeatWrites: call.repeatWrites ?? client.repeatWrites ?? false,
  };
}

const THROTTLED = 429;
// Transient failures. 409 and 413 are not: a retry meets the same state or sends the same body.
const TRANSIENT: readonly unknown[] = [408, THROTTLED, 500, 502, 503, 504, "connection-failed", "timeout", "truncated-response", "malformed-response"];

// A token bucket: only a success returns what retries take, to spare a failing service.
const QUOTA = 500;

/** What is left for the retries of a client. */
export interface RetryQuota {
  left: number;
}

/** Returns the quota of a new client. */
export function retryQuota(): RetryQuota {
  return { left: QUOTA };
}

/** Retries with exponential backoff, full jitter, and one quota for all calls of a client. */
export function createRetry(clock: Clock, next: Stage, quota = retryQuota()): Stage {
  /** Sends a request until it succeeds or cannot be retried; may begin with an earlier failure. */
  async function send(request: HttpRequest, call: CallState, cut?: { readonly error: unknown }): Promise<HttpResponse> {
    const { signal } = call;
    if (cut === undefined) {
      call.tries = 0;
      call.resume = (error, headers) => send({ ...request, headers: { ...request.headers, ...headers } }, call, { error });
    }
    let paid = 1;
    let failed = cut;
    call.stopReason = undefined;
    for (;;) {
      signal?.throwIfAborted();
      let response: HttpResponse | undefined;
      let error = failed?.error;
      if (failed === undefined) {
        call.tries += 1;
        try {
          response = await next(request, call);
        } catch (thrown) {
          error = thrown;
        }
      }
      failed = undefined;
      if (response?.ok) {
        quota.left = Math.min(QUOTA, quota.left + paid);
        return response;
      }
      signal?.throwIfAborted();
      const cost = response?.status === THROTTLED ? 5 : 14;
      const cause: Cause = isKeywrightError(error) ? error : {};
      const delayMs = notRepeatable(call, response, cause) ?? limitReached(call, request, quota.left < cost) ?? delayWithin(clock, call, response, cause);
      if (typeof delayMs !== "number") {
        call.stopReason = delayMs;
        if (response === undefined) throw noteAttempts(error, call);
        return response;
      }
      quota.left -= cost;
      paid = cost;
      call.observation?.emit({ type: "retry", call: call.observation.call, attempt: call.attempts, delayMs });
      await wait(clock, delayMs, signal);
    }
  }

  return send;
}

/** What an error says about its cause. */
interface Cause {
  readonly code?: string;
  readonly outcome?: string;
  readonly timeoutMs?: number;
}

/** Returns why the request must not be sent again after a failure, by the first matching rule. */
function notRepeatable(call: CallState, response: HttpResponse | undefined, { code, outcome }: Cause): StopReason | undefined {
  const { operation, retry } = call;
  const status = response?.status ?? 0;
  const isChosen = response !== undefined && retry.statuses.includes(status);
  if (!TRANSIENT.includes(code ?? status) && !isChosen) return "not-retryable";
  // A write is only retried if the service cannot have acted: not sent, or rejected below 500.
  const hasNotActed = status === THROTTLED || outcome === "not-sent" || (isChosen && status < 500);
  if (operation.retry === "never" && !retry.repeatWrites && !hasNotActed) return "write";
  call.mayHaveActed ||= !hasNotActed;
  return undefined;
}

/** Returns which limit of the call or the client leaves no further attempt. */
function limitReached(call: CallState, request: HttpRequest, isQuotaUsed: boolean): StopReason | undefined {
  const { retry } = call;
  if (call.attempts > 0 && isSentOnce(request)) return "body-sent";
  if (call.tries > retry.maxRetries) return "attempts-used";
  return isQuotaUsed ? "quota-used" : undefined;
}

/** Returns the delay before the next attempt, or the reason to stop if it would begin too late. */
function delayWithin(
  clock: Clock,
  { retry, tries, endsAt, totalTimeoutMs }: CallState,
  response: HttpResponse | undefined,
  { timeoutMs = 0 }: Cause,
): number | StopReason {
  // A timer may fire early: do not start an attempt after the call's deadline has ended.
  if (timeoutMs >= totalTimeoutMs) return "deadline";
  const askedMs = readRetryAfter(response?.headers.get("retry-after"), clock.wallNow()) ?? 0;
  if (askedMs > retry.maxDelayMs) return "retry-after-too-long";
  const backoffMs = clock.random() * Math.min(retry.maxDelayMs, (response?.status === THROTTLED ? 1000 : 50) * 2 ** (tries - 1));
  const delayMs = Math.max(backoffMs, askedMs);
  return clock.now() + delayMs < endsAt ? delayMs : "deadline";
}
