import { isCount, isNumber, isSignal, type Rule, type Rules, TIMER_END } from "./check-options.ts";

// With literal numbers, because bundlers cannot remove strings that are built at load time.

/** The rule of a flag. */
export const FLAG: Rule = [(value) => typeof value === "boolean", "true or false"];
/** The rule of a function. */
export const FUNCTION: Rule = [(value) => typeof value === "function", "a function"];
/** The rule of a limit on how many. */
export const COUNT: Rule = [(value) => isCount(value, 1), "a whole number of at least 1, or Infinity"];
/** The rule of a time limit. */
export const TIME: Rule = [(value) => value === Infinity || isNumber(value, 1, TIMER_END), "a time in milliseconds from 1 to 2147483647, or Infinity"];

/** The rule of a clock. */
export const CLOCK: Rule = [
  (value) => ["now", "wallNow", "after", "clear", "random"].every((name) => typeof Reflect.get(Object(value), name) === "function"),
  "an object with the functions now, wallNow, after, clear and random",
];

const OF_CLIENT = "it is an option of the client";
const OF_CALL = "it is an option of a call";

const RETRY_RULES: Rules = {
  repeatWrites: FLAG,
  maxRetries: [(value) => isCount(value, 0), "a whole number of at least 0, or Infinity"],
  maxDelayMs: [(value) => isNumber(value, 0, TIMER_END), "a time in milliseconds from 0 to 2147483647"],
  statuses: [Array.isArray, "an array of statuses"],
};

const RETRY: Rule = [(value) => value === false || typeof value === "object", "an object such as { maxRetries: 2 }, or false", { rules: RETRY_RULES }];

/** The rules of a call's options. A helper with more options checks both under its own name. */
export const CALL_RULES: Rules = {
  signal: [isSignal, "an AbortSignal"],
  headers: undefined,
  timeoutMs: TIME,
  totalTimeoutMs: TIME,
  readAhead: FLAG,
  readJson: FUNCTION,
  retry: RETRY,
  baseUrl: OF_CLIENT,
  token: OF_CLIENT,
  fetch: OF_CLIENT,
  transport: OF_CLIENT,
  maxResponseBytes: OF_CLIENT,
  parseJson: OF_CLIENT,
  allowInsecureHttp: OF_CLIENT,
  middleware: OF_CLIENT,
  onEvent: OF_CLIENT,
  clock: OF_CLIENT,
};

/** The rules of the options of a client. */
export const CLIENT_RULES: Rules = {
  baseUrl: undefined,
  token: undefined,
  headers: undefined,
  timeoutMs: TIME,
  totalTimeoutMs: TIME,
  retry: RETRY,
  allowInsecureHttp: FLAG,
  maxResponseBytes: [(value) => isNumber(value, 1), "a number of bytes of at least 1, or Infinity"],
  parseJson: FUNCTION,
  fetch: FUNCTION,
  transport: [(value, options) => typeof value === "function" && !("fetch" in options && options.fetch !== undefined), "a function, given in place of fetch"],
  onEvent: FUNCTION,
  middleware: [(value) => Array.isArray(value) && value.every((wrap) => typeof wrap === "function"), "an array of functions"],
  clock: CLOCK,
  readAhead: OF_CALL,
  signal: OF_CALL,
};
