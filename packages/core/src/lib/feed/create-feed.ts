import { platformClock } from "../clock.ts";
import { acquire } from "./acquire.ts";
import { checkFeedOptions, checkFollowOptions, checkFunction, checkSince } from "./check-feed-options.ts";
import type { FeedPosition, OwnedCheckpoint } from "./checkpoint.ts";
import type { Batch, Feed, FeedOptions, FeedSource, FeedSummary, FollowOptions } from "./feed.ts";
import type { FeedEvent } from "./feed-event.ts";
import { follow } from "./follow.ts";
import { handleBatch } from "./handle-batch.ts";
import { createRepeatedIds } from "./repeated-ids.ts";

/**
 * Makes a feed of any stream that pages. Nothing is sent and no checkpoint taken before it is iterated or run; each time is a walk of its own.
 *
 * @param source The stream. The generated feeds of the services give their own.
 * @param options A `store` is needed.
 * @throws ConfigurationError where an option cannot work.
 */
export function createFeed<Event>(source: FeedSource<Event>, options: FeedOptions<Event>): Feed<Event> {
  checkFunction("the source's pages", "a function that walks the stream", source?.pages);
  checkFeedOptions(options as FeedOptions<never>);
  const { stream } = source;
  const { store, clock = platformClock, name, maxBackoffMs = 60_000, standByMs, onPoison = "stop", maxHandlerAttempts = 3, graceMs = 5000 } = options;
  const repeatedIds = createRepeatedIds(options.repeatedIds ?? 0, source.idOf);
  const checkpointName = name === undefined ? stream : `${stream}/${name}`;

  const emit = (event: FeedEvent): void => {
    // An observer that fails must not fail the feed that it observes.
    try {
      const given: unknown = options.onEvent?.(event);
      if (given instanceof Promise) given.catch(() => {});
    } catch {}
  };

  async function* batches(
    { signal = new AbortController().signal, until }: FollowOptions = {},
    progress?: Progress,
  ): AsyncGenerator<Batch<Event>, void, undefined> {
    const checkpoint = await acquire(store, checkpointName, { standByMs, clock, signal, emit });
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

  /** Where to begin. A begin at a time is kept at once: a crash before the first page must not move it. */
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
      checkFollowOptions(given);
      return batches(given);
    },
    async run(handler, given = {}) {
      checkFunction("the handler", "a function that takes a batch", handler);
      checkFollowOptions(given);
      const signal = given.signal ?? new AbortController().signal;
      const progress: Progress = { batches: 0, events: 0 };
      let abandoned = false;
      for await (const batch of batches({ ...given, signal }, progress)) {
        abandoned = !(await handleBatch(batch, handler, { stream, clock, signal, graceMs, maxBackoffMs, maxHandlerAttempts, onPoison, emit }));
        if (abandoned) break;
      }
      return { ...progress, abandoned } satisfies FeedSummary;
    },
    async reset(given) {
      const { since } = given ?? {};
      checkSince(since ?? "");
      const checkpoint = await store.acquire(checkpointName);
      try {
        await checkpoint.save({ since }, (await checkpoint.load())?.version ?? 0);
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

function lastEventOf(position: FeedPosition): string | undefined {
  return "cursor" in position ? position.lastEventAt : undefined;
}
