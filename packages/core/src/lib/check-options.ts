import type { CallOptions, ClientOptions } from "./client-options.ts";
import { ConfigurationError, type ErrorDetails } from "./errors.ts";
import { describe } from "./refuse-input.ts";

/** Whether the value of an option works, and what does, in words. */
export type Rule = readonly [works: (value: unknown, options: { readonly [name: string]: unknown }) => boolean, expected: string];

/** Timers of the platform end here, in milliseconds, and fire at once beyond. */
export const TIMER_END = 2_147_483_647;

// The texts hold numbers as they are: bundlers would keep what is put together when the file is loaded.
const FLAG: Rule = [(value) => typeof value === "boolean", "true or false"];
const FUNCTION: Rule = [(value) => typeof value === "function", "a function"];
const TIME: Rule = [(value) => value === Infinity || isNumber(value, 1, TIMER_END), "a time in milliseconds from 1 to 2147483647, or Infinity"];

const RULES: { readonly [option: string]: Rule } = {
  timeoutMs: TIME,
  totalTimeoutMs: TIME,
  retry: [(value) => value === false || typeof value === "object", "an object such as { maxRetries: 2 }, or false"],
  allowInsecureHttp: FLAG,
  maxResponseBytes: [(value) => isNumber(value, 1), "a number of bytes of at least 1"],
  fetch: FUNCTION,
  transport: [(value, { fetch }) => typeof value === "function" && fetch === undefined, "a function, given in place of fetch"],
  onEvent: FUNCTION,
  middleware: [(value) => Array.isArray(value) && value.every((around) => typeof around === "function"), "an array of functions"],
  readAhead: FLAG,
  signal: [(value) => typeof (value as Partial<AbortSignal>).addEventListener === "function", "an AbortSignal"],
};

const RETRY_RULES: { readonly [option: string]: Rule } = {
  repeatWrites: FLAG,
  maxRetries: [(value) => Number.isInteger(value) && isNumber(value, 0), "a whole number of at least 0"],
  maxDelayMs: [(value) => isNumber(value, 0, TIMER_END), "a time in milliseconds from 0 to 2147483647"],
  statuses: [Array.isArray, "an array of statuses"],
};

/**
 * Checks the options of a client, or of a call.
 *
 * @throws ConfigurationError naming the first option that cannot work, and what it takes.
 */
export function checkOptions(options: ClientOptions | CallOptions, operationId?: string): void {
  const details = { operationId };
  const expected =
    operationId === undefined
      ? "a client's options must be an object with at least baseUrl"
      : `the options of ${operationId} must be an object such as { signal }`;
  checkGiven(options, expected, details);
  checkAll(options, RULES, details);
  if (options.retry) checkAll(options.retry, RETRY_RULES, details, "retry.");
}

/** Refuses options that are no object. */
export function checkGiven(options: unknown, expected: string, details?: ErrorDetails): void {
  if (typeof options !== "object" || options === null) throw new ConfigurationError(`${expected}; got ${describe(options)}`, details);
}

/**
 * Refuses the first option that is given and does not work.
 *
 * @param prefix Where the options stand, such as `retry.`.
 */
export function checkAll(options: object, rules: { readonly [option: string]: Rule }, details?: ErrorDetails, prefix = ""): void {
  for (const name in rules) {
    const value = (options as { readonly [name: string]: unknown })[name];
    if (value === undefined) continue;
    const [works, expected] = rules[name] as Rule;
    if (value === null || !works(value, options as never))
      throw new ConfigurationError(`${prefix}${name} must be ${expected}; got ${describe(value)}`, details);
  }
}

/** Whether a value is a number of a range. In words it would be added to the clock as a text. */
export function isNumber(value: unknown, from: number, to = Infinity): boolean {
  return typeof value === "number" && value >= from && value <= to;
}
