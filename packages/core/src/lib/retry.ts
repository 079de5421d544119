import type { Answer, CallContext, Stage } from "./call-context.ts";
import type { RetryOptions } from "./client-options.ts";
import type { Clock } from "./clock.ts";
import { ConnectionError, InvalidResponseError, isKeywrightError, noteAttempts, type StopReason, TimeoutError } from "./errors.ts";
import { onAbort } from "./on-abort.ts";
import { readRetryAfter } from "./retry-after.ts";

/** The rules of repetition that a call follows. */
export interface RetryPolicy {
  readonly maxRetries: number;
  readonly maxDelayMs: number;
  readonly statuses: readonly number[];
  readonly repeatWrites: boolean;
}

/** What the call says, else the client, else the defaults. A member that is `undefined` counts as left out. */
export function retryPolicy(ofClient: RetryOptions | false | undefined, ofCall: RetryOptions | false | undefined): RetryPolicy {
  const never = (ofCall ?? ofClient) === false;
  const client = ofClient || {};
  const call = ofCall || {};
  return {
    maxRetries: never ? 0 : (call.maxRetries ?? client.maxRetries ?? 2),
    maxDelayMs: call.maxDelayMs ?? client.maxDelayMs ?? 30_000,
    statuses: call.statuses ?? client.statuses ?? [],
    repeatWrites: call.repeatWrites ?? client.repeatWrites ?? false,
  };
}

// Statuses that say "not now". 409 is a conflict with state and 413 will not shrink: neither is among them.
const TRANSIENT = new Set([408, 429, 500, 502, 503, 504]);
const THROTTLED = 429;

// A failing service is left in peace: every repetition takes from a store that only success fills again.
const QUOTA = 500;
const COST = 14;
const THROTTLED_COST = 5;
const BASE_DELAY_MS = 50;
const THROTTLED_BASE_DELAY_MS = 1000;

/** How one attempt ended: with an answer, or thrown. */
type Result = { readonly response: Answer; readonly error?: undefined } | { readonly response?: undefined; readonly error: unknown };

/** Repeats what the contract allows to repeat: exponential waits with full jitter, under one quota for all calls of a client. */
export function createRetry(clock: Clock, next: Stage): Stage {
  let quota = QUOTA;
  return async (request, context) => {
    const { signal } = context.call;
    let paid = 0;
    context.stopReason = undefined;
    for (let tries = 1; ; tries += 1) {
      signal?.throwIfAborted();
      let result: Result;
      try {
        result = { response: await next(request, context) };
      } catch (error) {
        result = { error };
      }
      if (result.response?.ok) {
        quota = Math.min(QUOTA, quota + (paid === 0 ? 1 : paid));
        return result.response;
      }
      signal?.throwIfAborted();
      const cost = result.response?.status === THROTTLED ? THROTTLED_COST : COST;
      const stop = stopReason(result, context, tries) ?? (quota < cost ? "quota-used" : undefined);
      const delayMs = stop ?? delayBefore(clock, result, context, tries);
      if (typeof delayMs !== "number") {
        context.stopReason = delayMs;
        if (result.response !== undefined) return result.response;
        if (isKeywrightError(result.error)) noteAttempts(result.error, context.attempts, delayMs);
        throw result.error;
      }
      quota -= cost;
      paid = cost;
      context.observed?.emit({ type: "retry", call: context.observed.call, attempt: context.attempts, delayMs });
      await sleep(clock, delayMs, signal);
    }
  };
}

function stopReason(result: Result, { call: { operation }, retry }: CallContext, tries: number): StopReason | undefined {
  const verdict = operation.retry === "safe" || retry.repeatWrites ? mayHelp(result, retry) : mayHelpWrite(result, retry);
  if (verdict !== undefined) return verdict;
  return tries > retry.maxRetries ? "attempts-used" : undefined;
}

function mayHelp({ response, error }: Result, { statuses }: RetryPolicy): StopReason | undefined {
  const transient =
    response === undefined
      ? (error instanceof ConnectionError && error.code === "connection-failed") ||
        error instanceof TimeoutError ||
        (error instanceof InvalidResponseError && (error.code === "truncated-response" || error.code === "malformed-response"))
      : TRANSIENT.has(response.status) || statuses.includes(response.status);
  return transient ? undefined : "not-retryable";
}

/** A write is repeated only where the service cannot have acted: it was never sent, or it was turned away; a 5xx says nothing of what was done. */
function mayHelpWrite(result: Result, retry: RetryPolicy): StopReason | undefined {
  const { response, error } = result;
  const certain =
    response === undefined
      ? error instanceof ConnectionError && error.outcome === "not-sent"
      : response.status === THROTTLED || (response.status < 500 && retry.statuses.includes(response.status));
  return mayHelp(result, retry) ?? (certain ? undefined : "write");
}

/** How long to wait before the next attempt, or why there will be none. */
function delayBefore(clock: Clock, { response, error }: Result, { retry, endsAt, totalTimeoutMs }: CallContext, tries: number): number | StopReason {
  // A timer may fire a moment early: what has ended the call begins no other attempt in that moment.
  if (error instanceof TimeoutError && error.timeoutMs >= totalTimeoutMs) return "deadline";
  const asked = response === undefined ? undefined : readRetryAfter(response.headers().get("retry-after"), clock.wallNow());
  if (asked !== undefined && asked > retry.maxDelayMs) return "retry-after-too-long";
  const base = response?.status === THROTTLED ? THROTTLED_BASE_DELAY_MS : BASE_DELAY_MS;
  const backoff = clock.random() * Math.min(retry.maxDelayMs, base * 2 ** (tries - 1));
  const delayMs = Math.max(backoff, asked ?? 0);
  return clock.now() + delayMs < endsAt ? delayMs : "deadline";
}

function sleep(clock: Clock, delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = clock.after(delayMs, () => {
      forget();
      resolve();
    });
    const forget = onAbort(signal, () => {
      clock.clear(timer);
      reject(signal?.reason);
    });
  });
}
