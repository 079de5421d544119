import type { CallOptions, ClientOptions, RetryOptions } from "./client-options.ts";
import { ConfigurationError } from "./errors.ts";

/** @throws ConfigurationError naming the first option that cannot work, and what it takes. */
export function checkClientOptions(options: ClientOptions): void {
  if (typeof options !== "object" || options === null) throw new ConfigurationError("a client takes its options as an object with at least baseUrl");
  checkTimes(options, {});
  const { maxResponseBytes: bytes, fetch, onEvent, middleware } = options;
  if (bytes !== undefined && !isNumber(bytes, 1, Infinity)) throw new ConfigurationError(`maxResponseBytes must be a number of bytes of at least 1; got ${String(bytes)}`);
  for (const [name, value] of Object.entries({ fetch, onEvent })) {
    if (value !== undefined && typeof value !== "function") throw new ConfigurationError(`${name} must be a function; got ${typeof value}`);
  }
  if (middleware !== undefined && !(Array.isArray(middleware) && middleware.every((around) => typeof around === "function"))) throw new ConfigurationError("middleware must be an array of functions");
}

/** @throws ConfigurationError naming the first option that cannot work, and what it takes. */
export function checkCallOptions(operationId: string, options: CallOptions): void {
  const details = { operationId };
  if (typeof options !== "object" || options === null) throw new ConfigurationError(`${operationId} takes call options as an object, such as { signal }`, details);
  checkTimes(options, details);
  if (options.signal !== undefined && typeof options.signal?.addEventListener !== "function") throw new ConfigurationError(`${operationId}: signal must be an AbortSignal`, details);
}

interface Times {
  readonly timeoutMs?: number;
  readonly totalTimeoutMs?: number;
  readonly retry?: RetryOptions | false;
}

function checkTimes({ timeoutMs, totalTimeoutMs, retry }: Times, details: { readonly operationId?: string }): void {
  for (const [name, value] of Object.entries({ timeoutMs, totalTimeoutMs })) {
    if (value !== undefined && value !== Infinity && !isNumber(value, 1, TIMER_END)) throw new ConfigurationError(`${name} must be a time in milliseconds from 1 to 2147483647, or Infinity; got ${String(value)}`, details);
  }
  if (retry === undefined || retry === false) return;
  if (typeof retry !== "object" || retry === null) throw new ConfigurationError("retry must be an object such as { maxRetries: 2 }, or false", details);
  const { maxRetries, maxDelayMs, statuses } = retry;
  if (maxRetries !== undefined && !(Number.isInteger(maxRetries) && maxRetries >= 0)) throw new ConfigurationError(`retry.maxRetries must be a whole number of at least 0; got ${String(maxRetries)}`, details);
  if (maxDelayMs !== undefined && !isNumber(maxDelayMs, 0, TIMER_END)) throw new ConfigurationError(`retry.maxDelayMs must be a time in milliseconds; got ${String(maxDelayMs)}`, details);
  if (statuses !== undefined && !Array.isArray(statuses)) throw new ConfigurationError("retry.statuses must be an array of statuses", details);
}

// Timers of the platform end at 2^31 - 1 milliseconds and fire at once beyond.
const TIMER_END = 2 ** 31 - 1;

// A number in words would be added to the clock as a text.
function isNumber(value: unknown, from: number, to: number): boolean {
  return typeof value === "number" && value >= from && value <= to;
}
