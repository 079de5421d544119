import { isCount, isNumber, isSignal, type Rule, type Rules } from "../options/check-options.ts";
import { CLOCK, COUNT, FUNCTION } from "../options/option-rules.ts";

// Platform timers fire immediately beyond 2^31 - 1 milliseconds; the rest is left for jitter.
const LONGEST_MS = 2_000_000_000;
const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt]([01]\d|2[0-3]):\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

// RFC 3339 §5.6. The platform accepts February 30 as a day in March.
const isDateTime = (value: unknown): boolean =>
  typeof value === "string" &&
  DATE_TIME.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value.slice(0, 10)).toISOString().startsWith(value.slice(0, 10));

/** The rule of `since`, if the stream has no other. */
export const SINCE: Rule = [isDateTime, "a date-time of RFC 3339 with its offset, such as 2026-03-02T08:00:00Z"];
const TIME: Rule = [(value) => isNumber(value, 1, LONGEST_MS), "a time in milliseconds from 1 to 2000000000"];

const OF_RUN = "it is an option of the feed's run and batches";

/** The rules of the options of a feed. */
export const FEED_RULES: Rules = {
  store: [
    (value) => typeof value === "object" && value !== null && "acquire" in value && typeof value.acquire === "function",
    "a checkpoint store such as fileCheckpoint(path) of @keywright/core/node",
    { isNeeded: true, alsoCalled: ["checkpoint"] },
  ],
  name: [(value) => typeof value === "string" && /^[\w.:-]{1,200}$/.test(value), "1 to 200 letters, digits, dots, colons, dashes or underscores"],
  account: [(value) => typeof value === "string" && /^[ -~]{1,200}$/.test(value), "1 to 200 characters of ASCII"],
  since: SINCE,
  pollIntervalMs: TIME,
  maxBackoffMs: TIME,
  graceMs: [(value) => value === Infinity || isNumber(value, 0, LONGEST_MS), "a time in milliseconds from 0 to 2000000000, or Infinity"],
  standByMs: TIME,
  giveUpAfterMs: [(value) => isNumber(value, 0), "a time in milliseconds, or Infinity"],
  maxEmptyPages: COUNT,
  maxHandlerAttempts: COUNT,
  repeatedIds: [(value) => isCount(value, 0), "a whole number of at least 0, or Infinity"],
  onPoison: [(value) => value === "stop" || typeof value === "function", '"stop" or a function'],
  onBadPage: FUNCTION,
  onEvent: FUNCTION,
  clock: CLOCK,
  signal: OF_RUN,
  until: OF_RUN,
};

const SIGNAL: Rule = [isSignal, "an AbortSignal"];

/** The rules of the options of following a feed. */
export const FOLLOW_RULES: Rules = {
  signal: SIGNAL,
  until: [(value) => value === "caught-up", '"caught-up", or omitted'],
};

/** The rules of a feed's source. */
export const SOURCE_RULES: Rules = { pages: [(value) => typeof value === "function", "a function that returns the pages", { isNeeded: true }] };

/** Returns the rules of the options of `reset`. */
export const resetRules = ([works, expected]: Rule): Rules => ({ since: [works, expected, { isNeeded: true }], signal: SIGNAL });
