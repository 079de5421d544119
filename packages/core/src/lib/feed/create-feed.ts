import { notify } from "../observe/notify.ts";
import { checkOptions, optionError, type Rule, type Rules } from "../options/check-options.ts";
import { platformClock } from "../clock.ts";
import { CheckpointError, describe } from "../errors.ts";
import type { Checkpoint, FeedPosition, OwnedCheckpoint } from "./checkpoint.ts";
import type { Batch, Feed, FeedEvent, FeedOptions, FeedSource, FollowOptions } from "./feed.ts";
import { FEED_RULES, FOLLOW_RULES, resetRules, SINCE, SOURCE_RULES } from "./feed-rules.ts";
import { follow } from "./follow.ts";
import { handleBatch } from "./handle-batch.ts";
import { createRepeatedIds } from "./repeated-ids.ts";
import { acquire } from "./store-access.ts";

/**
 * Returns a feed of any paged stream. It sends nothing and acquires no checkpoint until you iterate
 * or run it; each run starts at the checkpoint.
 *
 * @param source The stream. The generated feeds of the services pass their own.
 * @param options `store` is required.
 * @throws ConfigurationError if an option is invalid.
 */
export function createFeed<Event>(source: FeedSource<Event>, options: FeedOptions<Event>): Feed<Event> {
  checkOptions("createFeed", { pages: source?.pages }, SOURCE_RULES, { prefix: "the source's " });
  return checkedFeed("createFeed", source, options, FEED_RULES, SINCE);
}

/**
 * Returns a feed.
 *
 * @param by The name of the calling function, for messages.
 * @param rules The rules of all options that this function takes.
 * @param sinceRule The rule of `since`.
 */
export function checkedFeed<Event>(by: string, source: FeedSource<Event>, options: FeedOptions<Event>, rules: Rules, sinceRule: Rule): Feed<Event> {
  checkOptions(by, options, rules, { such: " with at least a store" });
  const { stream } = source;
  const { store, clock = platformClock, name, account, maxBackoffMs = 60_000, giveUpAfterMs = Infinity, standByMs } = options;
  const { onPoison = "stop", maxHandlerAttempts = 3, graceMs = 5000 } = options;
  const repeatedIds = createRepeatedIds(options.repeatedIds ?? 0, source.idOf);
  const checkpointName = name === undefined ? stream : `${stream}/${name}`;

  const emit = (event: FeedEvent): void => notify(options.onEvent, event);

  const context = { stream, clock, maxBackoffMs, giveUpAfterMs, standByMs, emit };

  async function* batches(
    { signal = new AbortController().signal, until }: FollowOptions = {},
    progress?: Progress,
  ): AsyncGenerator<Batch<Event>, void, undefined> {
    const checkpoint = await acquire(store, checkpointName, { ...context, signal });
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
        giveUpAfterMs,
        maxEmptyPages: options.maxEmptyPages ?? 20,
        hasDeadLetters: options.onBadPage !== undefined,
      });
      for await (const { items, resumeAt, bad } of pages) {
        const arrivedAt = clock.now();
        if (bad !== undefined) await options.onBadPage?.(bad);
        const events = repeatedIds.withoutRepeated(items);
        const lastEventAt = timeOf(items.at(-1)) ?? lastEventOf(position);
        const owner = position.account;
        position = { cursor: resumeAt, ...(lastEventAt === undefined ? {} : { lastEventAt }), ...(owner === undefined ? {} : { account: owner }) };
        const lagMs = items.length === 0 ? undefined : lagOf(lastEventAt);
        if (events.length > 0) yield { events, position, lagMs };
        version = await checkpoint.save(position, version);
        repeatedIds.remember(events);
        if (progress !== undefined && events.length > 0) {
          progress.batches += 1;
          progress.events += events.length;
        }
        if (bad !== undefined) emit({ type: "dead-letter", stream, error: bad.error });
        emit({ type: "committed", stream, events: events.length, repeated: items.length - events.length, lagMs, durationMs: clock.now() - arrivedAt });
      }
    } finally {
      await checkpoint.release();
      emit({ type: "stopped", stream });
    }
  }

  /** Returns where to start. Saves a start time: a crash before the first page must not move it. */
  async function begin(checkpoint: OwnedCheckpoint): Promise<{ readonly position: FeedPosition; readonly version: number }> {
    const stored = await loadOwn(checkpoint);
    const since = options.since ?? new Date(clock.wallNow()).toISOString();
    const adopts = stored !== undefined && account !== undefined && stored.position.account === undefined;
    const from = stored !== undefined ? "checkpoint" : options.since === undefined ? "now" : "since";
    emit({ type: "started", stream, from, ...(adopts ? { adopts } : {}) });
    if (stored !== undefined) return adopts ? { ...stored, position: { ...stored.position, account } } : stored;
    const position: FeedPosition = { since, ...(account === undefined ? {} : { account }) };
    return { position, version: await checkpoint.save(position, 0) };
  }

  /** @throws CheckpointError `checkpoint-foreign` if the checkpoint belongs to another account. */
  async function loadOwn(checkpoint: OwnedCheckpoint): Promise<Checkpoint | undefined> {
    const stored = await checkpoint.load();
    const owner = stored?.position.account;
    if (owner === undefined || account === undefined || owner === account) return stored;
    const problem = `the checkpoint of ${checkpointName} belongs to the account ${owner}, not to ${account}`;
    throw new CheckpointError("checkpoint-foreign", problem, { option: "account", advice: "use a checkpoint for each account. Nothing was changed" });
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
      if (typeof handler !== "function") throw optionError("the handler", "a function that takes a batch", describe(handler), "run");
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
      checkOptions("reset", given, resetRules(sinceRule), { such: " with since" });
      const { since, signal = new AbortController().signal } = given;
      const checkpoint = await acquire(store, checkpointName, { ...context, signal });
      if (checkpoint === undefined) throw signal.reason;
      try {
        const stored = await loadOwn(checkpoint);
        const owner = account ?? stored?.position.account;
        await checkpoint.save({ since, ...(owner === undefined ? {} : { account: owner }) }, stored?.version ?? 0);
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
