import { CLOCK, COUNT, FLAG, isNumber, type Rule, type Rules, TIMER_END } from "@keywright/core/client";

const FUNCTION: Rule = [(value) => typeof value === "function", "a function"];
/** The rule of a time. */
export const TIME: Rule = [(value) => isNumber(value, 1, TIMER_END), "a time in milliseconds from 1 to 2147483647"];

/** The rules of the options of every sink. */
export const SINK_RULES: Rules = {
  stream: [(value) => typeof value === "string" && /^[\w.:/-]{1,200}$/.test(value), "1 to 200 letters, digits and ._:/-", { isNeeded: true }],
  idOf: [FUNCTION[0], "a function that returns the id of an event", { isNeeded: true }],
  timeOf: FUNCTION,
  typeOf: FUNCTION,
  toJson: FUNCTION,
  maxEvents: COUNT,
  maxBytes: COUNT,
  inFlight: [(value) => isNumber(value, 1, 64) && Number.isInteger(value), "a whole number from 1 to 64"],
  timeoutMs: TIME,
  maxBackoffMs: TIME,
  giveUpAfterMs: [(value) => isNumber(value, 0), "a time in milliseconds, or Infinity"],
  deadLetter: FUNCTION,
  onEvent: FUNCTION,
  clock: CLOCK,
};

/** The rules of a target. */
export const TARGET_RULES: Rules = { write: [FUNCTION[0], "a function that writes a part", { isNeeded: true }] };

/** The rules of the options of requests. */
export const REQUEST_RULES: Rules = {
  fetch: FUNCTION,
  transport: [(value, options) => typeof value === "function" && !("fetch" in options && options.fetch !== undefined), "a function, given in place of fetch"],
  allowInsecureHttp: FLAG,
};

const isTexts = (value: unknown): boolean => typeof value === "object" && Object.values(Object(value)).every((text) => typeof text === "string");
/** The rule of an object of texts. */
export const TEXTS: Rule = [isTexts, "an object of texts"];
/** The rule of headers, which may have credentials. */
export const HEADERS: Rule = [isTexts, "an object of texts", { isSecret: true }];
