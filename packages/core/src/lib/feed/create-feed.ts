import { checkOptions, CLOCK, FUNCTION, isCount, isNumber, isSignal, optionError, type Rule, type Rules } from "../check-options.ts";
import { platformClock, wait } from "../clock.ts";
import { describe, isKeywrightError } from "../errors.ts";
import type { ErrorCode } from "../types.ts";
import type { FeedPosition, OwnedCheckpoint } from "./checkpoint.ts";
import type { Batch, Feed, FeedEvent, FeedOptions, FeedSource, FollowOptions } from "./feed.ts";
import { follow } from "./follow.ts";
import { handleBatch } from "./handle-batch.ts";
import { createRepeatedIds } from "./repeated-ids.ts";

// Timers of the platform end at 2^31 - 1 milliseconds and fire at once beyond; the rest is left for jitter.
const LONGEST_MS = 2_000_000_000;
const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt]([01]\d|2[0-3]):\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

const isFunction = (value: unknown): boolean => typeof value === "function";
// RFC 3339 §5.6. The platform takes the 30th of February for a day in March.
const isDateTime = (value: unknown): boolean =>
  typeof value === "string" &&
  DATE_TIME.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value.slice(0, 10)).toISOString().startsWith(value.slice(0, 10));

/** The rule of the time to begin at. */
export const SINCE: Rule = [isDateTime, "a date-time of RFC 3339 with its offset, such as 2026-03-02T08:00:00Z"];
const TIME: Rule = [(value) => isNumber(value, 1, LONGEST_MS), "a time in milliseconds from 1 to 2000000000"];
const COUNT: Rule = [(value) => isCount(value, 1), "a whole number of at least 1, or Infinity"];

const OF_RUN = "it is an option of the feed's run and batches";

/** The rules of the options of a feed. */
export const FEED_RULES: Rules = {
  store: [
    (value) => typeof value === "object" && value !== null && "acquire" in value && isFunction(value.acquire),
    "a checkpoint store such as fileCheckpoint(path) of @keywright/core/node",
    { isNeeded: true },
  ],
  name: [(value) => typeof value === "string" && /^[\w.:-]{1,200}$/.test(value), "1 to 200 letters, digits, dots, colons, dashes or underscores"],
  since: SINCE,
  pollIntervalMs: TIME,
  maxBackoffMs: TIME,
  graceMs: [(value) => isNumber(value, 0, LONGEST_MS), "a time in milliseconds from 0 to 2000000000"],
  standByMs: TIME,
  giveUpAfterMs: [(value) => isNumber(value, 0), "a time in milliseconds, or Infinity"],
  maxEmptyPages: COUNT,
  maxHandlerAttempts: COUNT,
  repeatedIds: [(value) => isCount(value, 0), "a whole number of at least 0, or Infinity"],
  onPoison: [(value) => value === "stop" || isFunction(value), '"stop" or a function'],
  onEvent: FUNCTION,
  clock: CLOCK,
  signal: OF_RUN,
  until: OF_RUN,
};

/** What a feed that stands by waits on after. */
const STAND_BY_CODES: readonly ErrorCode[] = ["checkpoint-owned", "checkpoint-unavailable"];

const FOLLOW_RULES: Rules = {
  signal: [isSignal, "an AbortSignal"],
  until: [(value) => value === "caught-up", '"caught-up", or left out'],
};

const SOURCE_RULES: Rules = { pages: [isFunction, "a function that walks the stream", { isNeeded: true }] };
const RESET_RULES: Rules = { since: [SINCE[0], SINCE[1], { isNeeded: true }] };

/**
 * Makes a feed of any stream that pages. Nothing is sent and no checkpoint is taken before it is iterated or run; each time starts anew from the checkpoint.
 *
 * @param source The stream. The generated feeds of the services pass their own.
 * @param options A `store` is needed.
 * @throws ConfigurationError if an option cannot work.
 */
export function createFeed<Event>(source: FeedSource<Event>, options: FeedOptions<Event>): Feed<Event> {
  checkOptions("createFeed", { pages: source?.pages }, SOURCE_RULES, { prefix: "the source's " });
  return checkedFeed("createFeed", source, options, FEED_RULES);
}

/**
 * Makes a feed.
 *
 * @param by The function that makes it, for messages.
 * @param rules The rules of all options that this function takes.
 */
export function checkedFeed<Event>(by: string, source: FeedSource<Event>, options: FeedOptions<Event>, rules: Rules): Feed<Event> {
  checkOptions(by, options, rules, { such: " with at least a store" });
  const { stream } = source;
  const { store, clock = platformClock, name, maxBackoffMs = 60_000, standByMs, onPoison = "stop", maxHandlerAttempts = 3, graceMs = 5000 } = options;
  const repeatedIds = createRepeatedIds(options.repeatedIds ?? 0, source.idOf);
  const checkpointName = name === undefined ? stream : `${stream}/${name}`;

  const emit = (event: FeedEvent): void => {
    // An observer that fails must not fail the feed that it observes.
    try {
      const returned: unknown = options.onEvent?.(event);
      if (returned instanceof Promise) returned.catch(() => {});
    } catch {}
  };

  async function* batches(
    { signal = new AbortController().signal, until }: FollowOptions = {},
    progress?: Progress,
  ): AsyncGenerator<Batch<Event>, void, undefined> {
    const checkpoint = await acquire(signal);
    if (checkpoint === undefined) return;
    try {
      let { position, version } = await begin(checkpoint);
      const pages = follow(source, position, {
        clock,
        signal,
        emit,
        untilCaughtUp: until === "caught-up",
        pollIntervalMs: options.pollIntervalMs ?? 30_000,
        maxBackoffMs,
        giveUpAfterMs: options.giveUpAfterMs ?? Infinity,
        maxEmptyPages: options.maxEmptyPages ?? 20,
      });
      for await (const { items, resumeAt } of pages) {
        const arrivedAt = clock.now();
        const events = repeatedIds.withoutRepeated(items);
        const lastEventAt = timeOf(items.at(-1)) ?? lastEventOf(position);
        position = { cursor: resumeAt, ...(lastEventAt === undefined ? {} : { lastEventAt }) };
        const lagMs = items.length === 0 ? undefined : lagOf(lastEventAt);
        if (events.length > 0) yield { events, position, lagMs };
        version = await checkpoint.save(position, version);
        repeatedIds.remember(events);
        if (progress !== undefined && events.length > 0) {
          progress.batches += 1;
          progress.events += events.length;
        }
        emit({ type: "committed", stream, events: events.length, repeated: items.length - events.length, lagMs, durationMs: clock.now() - arrivedAt });
      }
    } finally {
      await checkpoint.release();
      emit({ type: "stopped", stream });
    }
  }

  /** Takes the checkpoint, or stands by until its owner releases it; `undefined` if the feed was asked to stop before that. */
  async function acquire(signal: AbortSignal): Promise<OwnedCheckpoint | undefined> {
    // A store that has said that there is an owner works: what fails later is a restart of its database, for one.
    let hasOwner = false;
    while (!signal.aborted) {
      try {
        return await store.acquire(checkpointName);
      } catch (error) {
        hasOwner ||= isKeywrightError(error, "checkpoint-owned");
        if (standByMs === undefined || !hasOwner || !isKeywrightError(error) || !STAND_BY_CODES.includes(error.code)) throw error;
        emit({ type: "standing-by", stream, delayMs: standByMs });
        await wait(clock, standByMs, signal);
      }
    }
    return undefined;
  }

  /** Where to begin. A time to begin at is saved at once: a crash before the first page must not move it. */
  async function begin(checkpoint: OwnedCheckpoint): Promise<{ readonly position: FeedPosition; readonly version: number }> {
    const stored = await checkpoint.load();
    const since = options.since ?? new Date(clock.wallNow()).toISOString();
    emit({ type: "started", stream, from: stored !== undefined ? "checkpoint" : options.since === undefined ? "now" : "since" });
    return stored ?? { position: { since }, version: await checkpoint.save({ since }, 0) };
  }

  function timeOf(event: Event | undefined): string | undefined {
    return event === undefined ? undefined : source.timeOf?.(event);
  }

  function lagOf(time: string | undefined): number | undefined {
    const at = Date.parse(time ?? "");
    return Number.isNaN(at) ? undefined : Math.max(0, clock.wallNow() - at);
  }

  return {
    [Symbol.asyncIterator]: () => batches(),
    batches(given = {}) {
      checkFollowOptions("batches", given);
      return batches(given);
    },
    async run(handler, given = {}) {
      if (!isFunction(handler)) throw optionError("the handler", "a function that takes a batch", describe(handler), "run");
      checkFollowOptions("run", given);
      const signal = given.signal ?? new AbortController().signal;
      const progress: Progress = { batches: 0, events: 0 };
      let abandoned = false;
      for await (const batch of batches({ ...given, signal }, progress)) {
        abandoned = !(await handleBatch(batch, handler, { stream, clock, signal, graceMs, maxBackoffMs, maxHandlerAttempts, onPoison, emit }));
        if (abandoned) break;
      }
      return { ...progress, abandoned };
    },
    async reset(given) {
      checkOptions("reset", given, RESET_RULES, { such: " with since" });
      const checkpoint = await store.acquire(checkpointName);
      try {
        await checkpoint.save({ since: given.since }, (await checkpoint.load())?.version ?? 0);
      } finally {
        await checkpoint.release();
      }
    },
  };
}

interface Progress {
  batches: number;
  events: number;
}

function checkFollowOptions(by: string, options: FollowOptions): void {
  checkOptions(by, options, FOLLOW_RULES, { such: " such as { signal }" });
}

function lastEventOf(position: FeedPosition): string | undefined {
  return "cursor" in position ? position.lastEventAt : undefined;
}
