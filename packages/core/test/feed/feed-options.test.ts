import { describe, expect, it } from "vitest";
import { createFeed, type FeedOptions, memoryCheckpoints } from "../../src/feeds.ts";

async function* pages(): AsyncGenerator<never, void, undefined> {}

const make = (options: unknown): unknown => createFeed({ stream: "listThings", pages }, options as FeedOptions<never>);
const store = memoryCheckpoints();

describe("the options of a feed", () => {
  it.each<[unknown, string]>([
    [undefined, "a feed's options must be an object with at least a store; got nothing"],
    [{}, "store must be a checkpoint store such as fileCheckpoint(path) of @keywright/core/node; got nothing"],
    [{ store: "./file" }, "store must be a checkpoint store such as fileCheckpoint(path) of @keywright/core/node; got a string of 6 characters"],
    [{ store, since: "yesterday" }, "since must be a date-time of RFC 3339 with its offset, such as 2026-03-02T08:00:00Z; got a string of 9 characters"],
    [
      { store, since: "2026-03-02T08:00:00" },
      "since must be a date-time of RFC 3339 with its offset, such as 2026-03-02T08:00:00Z; got a string of 19 characters",
    ],
    [
      { store, since: "2026-02-30T08:00:00Z" },
      "since must be a date-time of RFC 3339 with its offset, such as 2026-03-02T08:00:00Z; got a string of 20 characters",
    ],
    [
      { store, since: "2026-03-02T24:00:00Z" },
      "since must be a date-time of RFC 3339 with its offset, such as 2026-03-02T08:00:00Z; got a string of 20 characters",
    ],
    [
      { store, since: "2026-13-02T08:00:00Z" },
      "since must be a date-time of RFC 3339 with its offset, such as 2026-03-02T08:00:00Z; got a string of 20 characters",
    ],
    [{ store, name: "a/b" }, "name must be 1 to 200 letters, digits, dots, colons, dashes or underscores; got a string of 3 characters"],
    [{ store, pollIntervalMs: 0 }, "pollIntervalMs must be a time in milliseconds from 1 to 2000000000; got 0"],
    [{ store, maxBackoffMs: Infinity }, "maxBackoffMs must be a time in milliseconds from 1 to 2000000000; got Infinity"],
    [{ store, graceMs: "5000" }, "graceMs must be a time in milliseconds from 0 to 2000000000; got a string of 4 characters"],
    [{ store, standByMs: -1 }, "standByMs must be a time in milliseconds from 1 to 2000000000; got -1"],
    [{ store, giveUpAfterMs: Number.NaN }, "giveUpAfterMs must be a time in milliseconds, or Infinity; got NaN"],
    [{ store, maxEmptyPages: 1.5 }, "maxEmptyPages must be a whole number of at least 1; got 1.5"],
    [{ store, maxHandlerAttempts: 0 }, "maxHandlerAttempts must be a whole number of at least 1; got 0"],
    [{ store, repeatedIds: -1 }, "repeatedIds must be a whole number of at least 0; got -1"],
    [{ store, onPoison: "skip" }, 'onPoison must be "stop" or a function; got a string of 4 characters'],
    [{ store, onEvent: true }, "onEvent must be a function; got true"],
  ])("%o are refused before anything happens", (options, message) => {
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
    expect(() => feed.batches({ until: "never" as never })).toThrow('until must be "caught-up", or left out');
    await expect(feed.run(() => {}, { signal: {} as never })).rejects.toThrow("signal must be an AbortSignal; got an object");
  });
});
