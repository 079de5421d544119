import { describe, expect, it } from "vitest";
import { createFeed, type FeedOptions, memoryCheckpoints } from "../../src/feeds.ts";

async function* pages(): AsyncGenerator<never, void, undefined> {}

const make = (options: unknown): unknown => createFeed({ stream: "listThings", pages }, options as FeedOptions<never>);
const store = memoryCheckpoints();

describe("the options of a feed", () => {
  it.each<[unknown, string]>([
    [undefined, "the options of createFeed must be an object with at least a store; got nothing"],
    [{}, "createFeed: store must be a checkpoint store such as fileCheckpoint(path) of @keywright/core/node; got nothing"],
    [{ store: "./file" }, "createFeed: store must be a checkpoint store such as fileCheckpoint(path) of @keywright/core/node; got a string of 6 characters"],
    [
      { store, since: "yesterday" },
      "createFeed: since must be a date-time of RFC 3339 with its offset, such as 2026-03-02T08:00:00Z; got a string of 9 characters",
    ],
    [
      { store, since: "2026-03-02T08:00:00" },
      "createFeed: since must be a date-time of RFC 3339 with its offset, such as 2026-03-02T08:00:00Z; got a string of 19 characters",
    ],
    [
      { store, since: "2026-02-30T08:00:00Z" },
      "createFeed: since must be a date-time of RFC 3339 with its offset, such as 2026-03-02T08:00:00Z; got a string of 20 characters",
    ],
    [
      { store, since: "2026-03-02T24:00:00Z" },
      "createFeed: since must be a date-time of RFC 3339 with its offset, such as 2026-03-02T08:00:00Z; got a string of 20 characters",
    ],
    [
      { store, since: "2026-13-02T08:00:00Z" },
      "createFeed: since must be a date-time of RFC 3339 with its offset, such as 2026-03-02T08:00:00Z; got a string of 20 characters",
    ],
    [{ store, name: "a/b" }, "createFeed: name must be 1 to 200 letters, digits, dots, colons, dashes or underscores; got a string of 3 characters"],
    [{ store, pollIntervalMs: 0 }, "createFeed: pollIntervalMs must be a time in milliseconds from 1 to 2000000000; got 0"],
    [{ store, maxBackoffMs: Infinity }, "createFeed: maxBackoffMs must be a time in milliseconds from 1 to 2000000000; got Infinity"],
    [{ store, graceMs: "5000" }, "createFeed: graceMs must be a time in milliseconds from 0 to 2000000000, or Infinity; got a string of 4 characters"],
    [{ store, standByMs: -1 }, "createFeed: standByMs must be a time in milliseconds from 1 to 2000000000; got -1"],
    [{ store, giveUpAfterMs: Number.NaN }, "createFeed: giveUpAfterMs must be a time in milliseconds, or Infinity; got NaN"],
    [{ store, maxEmptyPages: 1.5 }, "createFeed: maxEmptyPages must be a whole number of at least 1, or Infinity; got 1.5"],
    [{ store, maxHandlerAttempts: 0 }, "createFeed: maxHandlerAttempts must be a whole number of at least 1, or Infinity; got 0"],
    [{ store, repeatedIds: -1 }, "createFeed: repeatedIds must be a whole number of at least 0, or Infinity; got -1"],
    [{ store, onBadPage: "skip" }, "createFeed: onBadPage must be a function; got a string of 4 characters"],
    [{ store, onPoison: "skip" }, 'createFeed: onPoison must be "stop" or a function; got a string of 4 characters'],
    [{ store, onEvent: true }, "createFeed: onEvent must be a function; got true"],
    [{ store, clock: {} }, "createFeed: clock must be an object with the functions now, wallNow, after, clear and random; got an object"],
    [{ store, pollInterval: 5 }, "pollInterval is not an option of createFeed; did you mean pollIntervalMs?"],
    [{ checkpoint: store }, "checkpoint is not an option of createFeed; did you mean store?"],
    [{ store, until: "caught-up" }, "until is not an option of createFeed; it is an option of the feed's run and batches"],
  ])("%o are rejected before anything happens", (options, message) => {
    expect(() => make(options)).toThrow(expect.objectContaining({ name: "ConfigurationError", code: "invalid-configuration", message }));
  });

  it("are named by the error, with what they must be", () => {
    expect(() => make({ store, pollIntervalMs: 0 })).toThrow(
      expect.objectContaining({ option: "pollIntervalMs", expected: "a time in milliseconds from 1 to 2000000000" }),
    );
  });

  it("may all be left out but the store", () => {
    expect(make({ store, since: undefined, name: undefined })).toHaveProperty("run");
  });

  it("of following are looked at as well", async () => {
    const feed = createFeed<never>({ stream: "listThings", pages }, { store });
    expect(() => feed.batches({ until: "never" as never })).toThrow('until must be "caught-up", or omitted');
    await expect(feed.run(() => {}, { signal: {} as never })).rejects.toThrow("signal must be an AbortSignal; got an object");
    await expect(feed.run(() => {}, { untilCaughtUp: true } as never)).rejects.toThrow("untilCaughtUp is not an option of run; did you mean until?");
    await expect(feed.reset({ since: "2026-03-02T08:00:00Z", name: "a" } as never)).rejects.toThrow(
      "name is not an option of reset; its options are since, signal",
    );
  });
});
