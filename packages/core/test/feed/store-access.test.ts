import { describe, expect, it } from "vitest";
import { type CheckpointStore, memoryCheckpoints } from "../../src/feeds.ts";
import { CheckpointError } from "../../src/index.ts";
import { caught } from "../support.ts";
import { caughtUp, idsOf, setting, things } from "./support.ts";

describe("a feed of several processes", () => {
  it("waits until the checkpoint is free, and continues behind what was committed", async () => {
    const store = memoryCheckpoints();
    const first = setting(things(6), { store });
    const second = setting(things(6), { store, standByMs: 5000 });
    const iterator = first.feed.batches();
    await iterator.next();
    await iterator.next();
    const seen: number[][] = [];
    const run = second.feed.run((batch) => seen.push(idsOf(batch)), caughtUp);
    await second.clock.advance(20_000);
    expect(second.stream.asked).toEqual([]);
    await iterator.return?.();
    expect(await second.clock.finish(run)).toMatchObject({ events: 4 });
    expect(seen).toEqual([
      [3, 4],
      [5, 6],
    ]);
    expect(second.events.filter(({ type }) => type === "standing-by").length).toBe(5);
  });

  it("waits while the store cannot be reached, once it has reported an owner, and not before", async () => {
    const down = new CheckpointError("checkpoint-unavailable", "the database restarts");
    const inMemory = memoryCheckpoints();
    const answers: (Error | undefined)[] = [new CheckpointError("checkpoint-owned", "in use"), down, down, undefined];
    const store: CheckpointStore = {
      async acquire(stream) {
        const answer = answers.shift();
        if (answer !== undefined) throw answer;
        return inMemory.acquire(stream);
      },
    };
    const { feed, clock, events } = setting(things(2), { store, standByMs: 5000 });
    expect(await clock.finish(feed.run(() => {}, caughtUp))).toMatchObject({ events: 2 });
    expect(events.filter(({ type }) => type === "standing-by").length).toBe(3);

    answers.push(down);
    expect(await caught(feed.run(() => {}))).toBe(down);
  });

  it("waits once for the lease of an owner that may have ended, and then takes over", async () => {
    const inMemory = memoryCheckpoints();
    const owned = new CheckpointError("checkpoint-owned", "in use", { retryAfterMs: 9000 });
    const answers: (Error | undefined)[] = [owned, undefined, owned, owned];
    const store: CheckpointStore = {
      async acquire(stream) {
        const answer = answers.shift();
        if (answer !== undefined) throw answer;
        return inMemory.acquire(stream);
      },
    };
    const { feed, clock, events } = setting(things(2), { store });
    const began = clock.now();
    expect(await clock.finish(feed.run(() => {}, caughtUp))).toMatchObject({ events: 2 });
    expect(events[0]).toEqual({ type: "waiting-for-lease", stream: "listThings", delayMs: 9000 });
    expect(clock.now() - began).toBe(9000);
    expect(await clock.finish(caught(feed.run(() => {}, caughtUp)))).toBe(owned);
    expect(answers).toEqual([]);
  });

  it("stops waiting when it is stopped", async () => {
    const store = memoryCheckpoints();
    await store.acquire("listThings");
    const { feed, clock } = setting(things(2), { store, standByMs: 5000 });
    const controller = new AbortController();
    const run = feed.run(() => {}, { signal: controller.signal });
    await clock.advance(1000);
    controller.abort();
    expect(await run).toEqual({ batches: 0, events: 0, abandoned: false });
    expect(clock.timers).toBe(0);
  });
});

describe("a store that is unavailable for a while", () => {
  /** A store whose next calls fail, as many of each method as given. */
  function failing(failures: Partial<Record<"acquire" | "load" | "save", number>>, error: Error): CheckpointStore {
    const left = { acquire: 0, load: 0, save: 0, ...failures };
    const inMemory = memoryCheckpoints();
    const failFirst = (method: keyof typeof left): void => {
      left[method] -= 1;
      if (left[method] >= 0) throw error;
    };
    return {
      async acquire(stream) {
        failFirst("acquire");
        const owned = await inMemory.acquire(stream);
        return {
          load: async () => (failFirst("load"), owned.load()),
          save: async (position, version) => (failFirst("save"), owned.save(position, version)),
          release: () => owned.release(),
        };
      },
    };
  }

  const down = new CheckpointError("checkpoint-unavailable", "the database starts (57P03)", { retryAfterMs: 0 });

  it.each(["acquire", "load", "save"] as const)("is tried again at each %s, with growing waits that are reported", async (method) => {
    const { feed, clock, events, kept } = setting(things(3), { store: failing({ [method]: 3 }, down) });
    expect(await clock.finish(feed.run(() => {}, caughtUp))).toEqual({ batches: 2, events: 3, abandoned: false });
    expect(events.filter(({ type }) => type === "trouble")).toEqual(
      [1000, 2000, 4000].map((most, index) => ({ type: "trouble", stream: "listThings", error: down, failures: index + 1, delayMs: most / 2 })),
    );
    expect(await kept()).toEqual({ cursor: "3" });
    expect(clock.timers).toBe(0);
  });

  it.each(["acquire", "load", "save"] as const)("is tried again at each %s of a reset, until the reset is stopped", async (method) => {
    const { feed, clock, events, kept } = setting(things(3), { store: failing({ [method]: 3 }, down) });
    await clock.finish(feed.reset({ since: "2026-03-01T00:00:00Z" }));
    expect(events.map(({ type }) => type)).toEqual(["trouble", "trouble", "trouble"]);
    expect(await kept()).toEqual({ since: "2026-03-01T00:00:00Z" });
    const controller = new AbortController();
    const away = setting(things(3), { store: failing({ [method]: Infinity }, down) });
    const reset = caught(away.feed.reset({ since: "2026-03-01T00:00:00Z", signal: controller.signal }));
    await away.clock.advance(60_000);
    controller.abort("stopped");
    expect(await reset).toBe(method === "acquire" ? "stopped" : down);
    expect(away.clock.timers).toBe(0);
  });

  it("ends the feed after giveUpAfterMs, and at once if waiting does not help", async () => {
    const first = setting(things(3), { store: failing({ acquire: Infinity }, down), giveUpAfterMs: 5000 });
    const began = first.clock.now();
    expect(await first.clock.finish(caught(first.feed.run(() => {}, caughtUp)))).toBe(down);
    expect(first.clock.now() - began).toBeGreaterThanOrEqual(5000);
    const wrong = new CheckpointError("checkpoint-unavailable", "there is no such table");
    const second = setting(things(3), { store: failing({ save: 1 }, wrong) });
    expect(await caught(second.feed.run(() => {}, caughtUp))).toBe(wrong);
    expect(second.events.map(({ type }) => type)).not.toContain("trouble");
  });

  it("does not keep a feed from stopping", async () => {
    const controller = new AbortController();
    const { feed, clock } = setting(things(3), { store: failing({ acquire: Infinity }, down) });
    const run = feed.run(() => {}, { signal: controller.signal });
    await clock.advance(60_000);
    controller.abort();
    expect(await run).toEqual({ batches: 0, events: 0, abandoned: false });
    expect(clock.timers).toBe(0);
  });
});
