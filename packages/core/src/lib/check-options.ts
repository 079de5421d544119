import type { CallOptions, ClientOptions, RetryOptions } from "./client-options.ts";
import { ConfigurationError } from "./errors.ts";
import { describe } from "./refuse-input.ts";

interface Details {
  readonly operationId?: string;
}

/** @throws ConfigurationError naming the first option that cannot work, and what it takes. */
export function checkClientOptions(options: ClientOptions): void {
  check(typeof options === "object", "a client's options", "an object with at least baseUrl", options ?? null);
  checkTimes(options, {});
  const { maxResponseBytes: bytes, fetch, transport, onEvent, middleware, allowInsecureHttp } = options;
  check(typeof allowInsecureHttp === "boolean", "allowInsecureHttp", "true or false", allowInsecureHttp);
  check(isNumber(bytes, 1, Infinity), "maxResponseBytes", "a number of bytes of at least 1", bytes);
  check(typeof fetch === "function", "fetch", "a function", fetch);
  check(typeof transport === "function" && fetch === undefined, "transport", "a function, given in place of fetch", transport);
  check(typeof onEvent === "function", "onEvent", "a function", onEvent);
  check(Array.isArray(middleware) && middleware.every((around) => typeof around === "function"), "middleware", "an array of functions", middleware);
}

/** @throws ConfigurationError naming the first option that cannot work, and what it takes. */
export function checkCallOptions(operationId: string, options: CallOptions): void {
  const details = { operationId };
  check(typeof options === "object", `the options of ${operationId}`, "an object such as { signal }", options, details);
  checkTimes(options, details);
  check(typeof options.readAhead === "boolean", "readAhead", "true or false", options.readAhead, details);
  check(typeof options.signal?.addEventListener === "function", "signal", "an AbortSignal", options.signal, details);
}

interface Times {
  readonly timeoutMs?: number | undefined;
  readonly totalTimeoutMs?: number | undefined;
  readonly retry?: RetryOptions | false | undefined;
}

// Timers of the platform end at 2^31 - 1 milliseconds and fire at once beyond.
const TIMER_END = 2 ** 31 - 1;

function checkTimes({ timeoutMs, totalTimeoutMs, retry }: Times, details: Details): void {
  for (const [name, value] of Object.entries({ timeoutMs, totalTimeoutMs })) {
    check(value === Infinity || isNumber(value, 1, TIMER_END), name, `a time in milliseconds from 1 to ${TIMER_END}, or Infinity`, value, details);
  }
  if (retry === undefined || retry === false) return;
  check(typeof retry === "object", "retry", "an object such as { maxRetries: 2 }, or false", retry, details);
  const { maxRetries, maxDelayMs, statuses, repeatWrites } = retry;
  check(typeof repeatWrites === "boolean", "retry.repeatWrites", "true or false", repeatWrites, details);
  check(Number.isInteger(maxRetries) && isNumber(maxRetries, 0, Infinity), "retry.maxRetries", "a whole number of at least 0", maxRetries, details);
  check(isNumber(maxDelayMs, 0, TIMER_END), "retry.maxDelayMs", `a time in milliseconds from 0 to ${TIMER_END}`, maxDelayMs, details);
  check(Array.isArray(statuses), "retry.statuses", "an array of statuses", statuses, details);
}

// A number in words would be added to the clock as a text.
function isNumber(value: unknown, from: number, to: number): boolean {
  return typeof value === "number" && value >= from && value <= to;
}

/** Refuses a value that is given and does not work. */
function check(works: boolean, name: string, expected: string, value: unknown, details: Details = {}): void {
  if (value === null || (value !== undefined && !works)) throw new ConfigurationError(`${name} must be ${expected}; got ${describe(value)}`, details);
}
