import { checkGiven } from "../check-options.ts";
import { ConfigurationError } from "../errors.ts";
import { describe } from "../refuse-input.ts";
import type { FeedOptions, FollowOptions } from "./feed.ts";

// Timers of the platform end at 2^31 - 1 milliseconds and fire at once beyond; a fifth is kept for chance.
const LONGEST_MS = 2_000_000_000;

/** @throws ConfigurationError naming the first option that cannot work, and what it takes. */
export function checkFeedOptions(options: FeedOptions<never>): void {
  checkGiven(options, "a feed's options must be an object with at least a store");
  const { store, name, since, onPoison, onEvent, giveUpAfterMs } = options;
  if (typeof (store as Partial<FeedOptions<never>["store"]> | undefined)?.acquire !== "function")
    refuse("store", "a checkpoint store such as fileCheckpoint(path) of @keywright/core/node", store);
  check(typeof name === "string" && /^[\w.:-]{1,200}$/.test(name), "name", "1 to 200 letters, digits, dots, colons, dashes or underscores", name);
  checkSince(since);
  checkTime("pollIntervalMs", options.pollIntervalMs, 1);
  checkTime("maxBackoffMs", options.maxBackoffMs, 1);
  checkTime("graceMs", options.graceMs, 0);
  checkTime("standByMs", options.standByMs, 1);
  check(typeof giveUpAfterMs === "number" && giveUpAfterMs >= 0, "giveUpAfterMs", "a time in milliseconds, or Infinity", giveUpAfterMs);
  checkCount("maxEmptyPages", options.maxEmptyPages, 1);
  checkCount("maxHandlerAttempts", options.maxHandlerAttempts, 1);
  checkCount("repeatedIds", options.repeatedIds, 0);
  check(onPoison === "stop" || typeof onPoison === "function", "onPoison", '"stop" or a function', onPoison);
  check(typeof onEvent === "function", "onEvent", "a function", onEvent);
}

/** @throws ConfigurationError naming the first option that cannot work. */
export function checkFollowOptions(options: FollowOptions): void {
  checkGiven(options, "how long a feed is followed must be an object such as { signal }");
  const { signal, until } = options;
  check(typeof signal?.addEventListener === "function", "signal", "an AbortSignal", signal);
  check(until === "caught-up", "until", '"caught-up", or left out', until);
}

/** @throws ConfigurationError for what a feed is to call, and cannot. */
export function checkFunction(name: string, expected: string, value: unknown): void {
  if (typeof value !== "function") refuse(name, expected, value);
}

/** @throws ConfigurationError for what is given and no date-time of RFC 3339 §5.6. */
export function checkSince(since: string | undefined): void {
  const works =
    typeof since === "string" &&
    /^\d{4}-\d\d-\d\d[Tt]([01]\d|2[0-3]):\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.test(since) &&
    !Number.isNaN(Date.parse(since)) &&
    // The platform takes the 30th of February for a day in March.
    new Date(since.slice(0, 10)).toISOString().startsWith(since.slice(0, 10));
  check(works, "since", "a date-time of RFC 3339 with its offset, such as 2026-03-02T08:00:00Z", since);
}

function checkTime(name: string, value: unknown, from: number): void {
  check(typeof value === "number" && value >= from && value <= LONGEST_MS, name, `a time in milliseconds from ${from} to ${LONGEST_MS}`, value);
}

function checkCount(name: string, value: unknown, from: number): void {
  check(Number.isSafeInteger(value) && (value as number) >= from, name, `a whole number of at least ${from}`, value);
}

function check(works: boolean, name: string, expected: string, value: unknown): void {
  if (value !== undefined && !works) refuse(name, expected, value);
}

function refuse(name: string, expected: string, value: unknown): never {
  throw new ConfigurationError(`${name} must be ${expected}; got ${describe(value)}`);
}
