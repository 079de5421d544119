import { describe, expect, it } from "vitest";
import { memoryCheckpoints } from "../../src/feeds.ts";
import { ApiError, CheckpointError } from "../../src/index.ts";
import { turn } from "../fake-clock.ts";
import { caught, countedSignal } from "../support.ts";
import { caughtUp, idsOf, setting, things } from "./support.ts";

describe("a feed that is run", () => {
  it("passes page after page to the handler in the order of the stream, and saves a position once its page is handled", async () => {
    const { feed, stream, kept } = setting(things(5));
    const seen: number[][] = [];
    expect(await feed.run((batch) => seen.push(idsOf(batch)), caughtUp)).toEqual({ batches: 3, events: 5, abandoned: false });
    expect(seen).toEqual([[1, 2], [3, 4], [5]]);
    expect(await kept()).toEqual({ cursor: "5" });
    stream.things.push(...things(1, 6));
    expect(await feed.run((batch) => seen.push(idsOf(batch)), caughtUp)).toEqual({ batches: 1, events: 1, abandoned: false });
    expect(seen.at(-1)).toEqual([6]);
  });

  it("tries a handler that fails again after a wait, then throws its error as it is; the batch comes again", async () => {
    const { feed, clock, kept, events } = setting(things(4));
    const failure = new Error("no room");
    const attempts: number[] = [];
    const run = feed.run((batch, { attempt }) => {
      if (idsOf(batch)[0] !== 3) return;
      attempts.push(attempt);
      throw failure;
    }, caughtUp);
    expect(await caught(clock.finish(run))).toBe(failure);
    expect(attempts).toEqual([1, 2, 3]);
    const failed = events.flatMap((event) => (event.type === "handler-failed" ? [event] : []));
    expect(failed.map(({ delayMs }) => delayMs)).toEqual([500, 1000, undefined]);
    for (const { error } of failed) expect(error).toBe(failure);
    expect(await kept()).toEqual({ cursor: "2" });
    const seen: number[][] = [];
    await feed.run((batch) => seen.push(idsOf(batch)), caughtUp);
    expect(seen).toEqual([[3, 4]]);
    expect(clock.timers).toBe(0);
  });

  it("passes a batch on as often as its handler fails, with maxHandlerAttempts of Infinity", async () => {
    const { feed, clock, events } = setting(things(2), { maxHandlerAttempts: Infinity, maxEmptyPages: Infinity, repeatedIds: Infinity });
    let attempts = 0;
    const handler = (): void => {
      attempts += 1;
      if (attempts < 50) throw new Error("not yet");
    };
    expect(await clock.finish(feed.run(handler, caughtUp))).toEqual({ batches: 1, events: 2, abandoned: false });
    expect(events.filter(({ type }) => type === "handler-failed").length).toBe(49);
  });

  it("goes on behind a batch that was taken away", async () => {
    const taken: unknown[] = [];
    const { feed, kept } = setting(things(4), { maxHandlerAttempts: 1, onPoison: (batch, error) => taken.push([idsOf(batch), String(error)]) });
    const seen: number[][] = [];
    await feed.run((batch) => {
      if (idsOf(batch)[0] === 1) throw new Error("bad");
      seen.push(idsOf(batch));
    }, caughtUp);
    expect(taken).toEqual([[[1, 2], "Error: bad"]]);
    expect(seen).toEqual([[3, 4]]);
    expect(await kept()).toEqual({ cursor: "4" });
  });

  it("does not commit a batch that could not be taken away", async () => {
    const { feed, kept } = setting(things(2), {
      maxHandlerAttempts: 1,
      onPoison: () => Promise.reject(new Error("no place for it")),
      since: "2026-03-02T00:00:00Z",
    });
    expect(await caught(feed.run(() => Promise.reject(new Error("bad")), caughtUp))).toHaveProperty("message", "no place for it");
    expect(await kept()).toEqual({ since: "2026-03-02T00:00:00Z" });
  });

  it("requests no page while a handler is at work", async () => {
    const { feed, stream, clock } = setting(things(10));
    const controller = new AbortController();
    const run = feed.run(() => new Promise(() => {}), { signal: controller.signal });
    await clock.advance(3_600_000);
    expect(stream.asked.length).toBe(1);
    controller.abort();
    expect(await clock.finish(run)).toEqual({ batches: 0, events: 0, abandoned: true });
  });
});

describe("a feed that is iterated", () => {
  it("commits a batch when the next one is requested", async () => {
    const { feed, kept } = setting(things(4));
    const iterator = feed.batches(caughtUp);
    expect((await iterator.next()).value?.position).toEqual({ cursor: "2" });
    expect((await iterator.next()).value?.position).toEqual({ cursor: "4" });
    await iterator.return?.();
    expect(await kept()).toEqual({ cursor: "2" });
  });

  it.each(["break", "throw"])("does not commit the batch at hand when the loop ends by %s", async (way) => {
    const { feed, kept } = setting(things(6));
    const seen: number[][] = [];
    try {
      for await (const batch of feed) {
        seen.push(idsOf(batch));
        if (seen.length < 2) continue;
        if (way === "break") break;
        throw new Error("left");
      }
    } catch (error) {
      expect(error).toHaveProperty("message", "left");
    }
    expect(await kept()).toEqual({ cursor: "2" });
    for await (const batch of feed.batches(caughtUp)) seen.push(idsOf(batch));
    expect(seen).toEqual([
      [1, 2],
      [3, 4],
      [3, 4],
      [5, 6],
    ]);
  });

  it("rejects a second iteration at the same moment", async () => {
    const { feed } = setting(things(4));
    const iterator = feed.batches();
    await iterator.next();
    expect(await caught(feed.run(() => {}))).toMatchObject({ name: "CheckpointError", code: "checkpoint-owned" });
    await iterator.return?.();
    expect(await feed.run(() => {}, caughtUp)).toMatchObject({ events: 4 });
  });
});

describe("the start of a feed", () => {
  it("is its checkpoint, whatever since says", async () => {
    const { feed, store, stream } = setting(things(4));
    await feed.run(() => {}, caughtUp);
    const later = setting(things(4), { store, since: "2020-01-01T00:00:00Z" });
    await later.feed.run(() => {}, caughtUp);
    expect(later.stream.asked).toEqual([{ cursor: "4" }]);
    expect(later.events[0]).toEqual({ type: "started", stream: "listThings", from: "checkpoint" });
    expect(stream.asked[0]).toHaveProperty("since");
  });

  it("is since if there is no checkpoint, and now if there is no since", async () => {
    const old = setting(things(2), { since: "2020-01-01T00:00:00+02:00" });
    await old.feed.run(() => {}, caughtUp);
    expect(old.stream.asked[0]).toEqual({ since: "2020-01-01T00:00:00+02:00" });
    const fresh = setting(things(2));
    await fresh.feed.run(() => {}, caughtUp);
    expect(fresh.stream.asked[0]).toEqual({ since: "2026-03-02T08:00:00.000Z" });
    expect([old.events[0], fresh.events[0]]).toMatchObject([{ from: "since" }, { from: "now" }]);
  });

  it("is another one for each name", async () => {
    const store = memoryCheckpoints();
    for (const name of ["one", "two"]) {
      const { feed } = setting(things(2), { store, name });
      expect(await feed.run(() => {}, caughtUp)).toMatchObject({ events: 2 });
    }
  });
});

describe("a feed that is stopped", () => {
  it("lets the handler finish, commits, requests nothing more and ends without an error", async () => {
    const { feed, stream, kept, clock } = setting(things(6));
    const { signal, abort, listeners } = countedSignal();
    const run = feed.run(
      async () => {
        abort(new Error("stop now"));
        await turn();
      },
      { signal },
    );
    expect(await run).toEqual({ batches: 1, events: 2, abandoned: false });
    expect(await kept()).toEqual({ cursor: "2" });
    expect([stream.asked.length, clock.timers, listeners()]).toEqual([1, 0, 0]);
  });

  it("waits for a handler whatever its time, with a grace time of Infinity", async () => {
    const { feed, kept, clock } = setting(things(2), { graceMs: Infinity, since: "2026-03-02T00:00:00Z" });
    const controller = new AbortController();
    let finish = (): void => {};
    const handler = (): Promise<void> => {
      controller.abort();
      return new Promise((resolve) => (finish = resolve));
    };
    const running = feed.run(handler, { signal: controller.signal });
    await turn();
    await clock.advance(2 ** 32);
    finish();
    expect(await running).toEqual({ batches: 1, events: 2, abandoned: false });
    expect(await kept()).toMatchObject({ cursor: "2" });
  });

  it("leaves a handler that takes longer than its grace time, reports it, and does not commit its batch", async () => {
    const { feed, kept, clock } = setting(things(6), { graceMs: 5000, since: "2026-03-02T00:00:00Z" });
    const controller = new AbortController();
    let grace: AbortSignal | undefined;
    const run = feed.run(
      async (_batch, { signal }) => {
        grace = signal;
        await new Promise(() => {});
      },
      { signal: controller.signal },
    );
    await turn();
    controller.abort();
    await clock.advance(4999);
    expect(grace?.aborted).toBe(false);
    await clock.advance(1);
    expect(grace?.aborted).toBe(true);
    expect(await run).toEqual({ batches: 0, events: 0, abandoned: true });
    expect(await kept()).toEqual({ since: "2026-03-02T00:00:00Z" });
    expect(clock.timers).toBe(0);
  });

  it("ends at once while it waits for new events", async () => {
    const { feed, clock } = setting(things(2));
    const { signal, abort, listeners } = countedSignal();
    const run = feed.run(() => {}, { signal });
    await clock.advance(1000);
    abort();
    expect(await run).toEqual({ batches: 1, events: 2, abandoned: false });
    expect([clock.timers, listeners()]).toEqual([0, 0]);
  });

  it("does not begin if it was stopped before", async () => {
    const { feed, stream } = setting(things(2));
    expect(await feed.run(() => {}, { signal: AbortSignal.abort() })).toEqual({ batches: 0, events: 0, abandoned: false });
    expect(stream.asked).toEqual([]);
  });

  it("does not try a failing handler again", async () => {
    const { feed, clock, kept } = setting(things(2), { since: "2026-03-02T00:00:00Z" });
    const controller = new AbortController();
    const run = feed.run(() => Promise.reject(new Error("bad")), { signal: controller.signal });
    await clock.advance(100);
    controller.abort();
    expect(await run).toEqual({ batches: 0, events: 0, abandoned: true });
    expect(await kept()).toEqual({ since: "2026-03-02T00:00:00Z" });
  });
});

describe("a feed whose position is rejected", () => {
  const rejection = (): ApiError => new ApiError("api-error", "listThings failed with status 400", { status: 400, headers: new Headers(), body: undefined });

  it("says so and does not start again by itself; reset does", async () => {
    const { feed, stream, kept, store } = setting(things(4));
    await feed.run(() => {}, caughtUp);
    stream.next.push(rejection());
    const error = await caught(feed.run(() => {}, caughtUp));
    expect(error).toBeInstanceOf(CheckpointError);
    expect(error).toMatchObject({ code: "cursor-refused", operationId: "listThings", message: expect.stringContaining("reset({ since })") });
    expect(await kept()).toEqual({ cursor: "4" });
    await feed.reset({ since: "2026-03-01T00:00:00Z" });
    expect(await kept()).toEqual({ since: "2026-03-01T00:00:00Z" });
    expect(await feed.run(() => {}, caughtUp)).toMatchObject({ events: 4 });
    expect(await caught(setting([], { store }).feed.reset({ since: "yesterday" }))).toMatchObject({ code: "invalid-configuration" });
  });

  it.each([1, 2, 3])("behind page %i of a walk goes on there once the service takes it again: each event comes once, in its order", async (page) => {
    const { feed, stream, kept } = setting(things(8));
    stream.next.push(
      ...Array.from({ length: page }, (_unused, index) => () => ({ items: things(2, 2 * index + 1), resumeAt: String(2 * index + 2) })),
      rejection(),
    );
    const seen: number[] = [];
    const run = () => feed.run((batch) => seen.push(...idsOf(batch)), caughtUp);
    expect(await caught(run())).toMatchObject({ code: "cursor-refused" });
    expect(await kept()).toEqual({ cursor: String(2 * page) });
    await run();
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(stream.asked.slice(1).every((position) => "cursor" in position)).toBe(true);
  });

  it("is not what the page of a gateway with the status 400 means: the request is retried once the service has responded in this run", async () => {
    const page = new ApiError("api-error", "listThings failed with status 400", { status: 400, headers: new Headers(), body: "<html>Bad Request</html>" });
    const { feed, stream, clock } = setting(things(4));
    stream.next.push(() => ({ items: things(2), resumeAt: "2" }), page, page);
    expect(await clock.finish(feed.run(() => {}, caughtUp))).toMatchObject({ events: 4 });
    stream.next.push(page);
    expect(await caught(feed.run(() => {}))).toBe(page);
  });

  it("before there is one ends with the service's own error", async () => {
    const { feed, stream } = setting(things(4));
    stream.next.push(rejection());
    expect(await caught(feed.run(() => {}))).toMatchObject({ name: "ApiError", status: 400 });
  });

  it("keeps the time of its last event, for a new start", async () => {
    const { feed, kept } = setting([{ id: 1, at: "2026-03-02T07:59:00Z" }, { id: 2 }, { id: 3 }], { limit: 1 });
    const lags: unknown[] = [];
    await feed.run((batch) => lags.push(batch.lagMs), caughtUp);
    expect(lags).toEqual([60_000, 60_000, 60_000]);
    expect(await kept()).toEqual({ cursor: "3", lastEventAt: "2026-03-02T07:59:00Z" });
  });
});

describe("the order of a stream", () => {
  it("is kept whatever ids and times say, and none is left out", async () => {
    const sent = [
      { id: 9, at: "2026-03-02T07:00:00Z" },
      { id: 2, at: "2026-03-02T06:00:00Z" },
      { id: 7, at: "2026-03-02T06:00:00Z" },
      { id: 1, at: "not a time" },
      { id: 8, at: "2030-01-01T00:00:00Z" },
    ];
    const { feed } = setting(sent, { repeatedIds: 100 });
    const seen: unknown[] = [];
    const lags: unknown[] = [];
    await feed.run((batch) => {
      seen.push(...batch.events);
      lags.push(batch.lagMs);
    }, caughtUp);
    expect(seen).toEqual(sent);
    expect(lags).toEqual([7_200_000, undefined, 0]);
  });
});

describe("what a feed reports", () => {
  it("is what it does, and an observer that fails does no harm", async () => {
    const { feed, events, clock } = setting(things(3));
    const controller = new AbortController();
    const run = feed.run(() => {}, { signal: controller.signal });
    await turn();
    controller.abort();
    await clock.finish(run);
    const committed = { type: "committed", stream: "listThings", repeated: 0, lagMs: undefined, durationMs: 0 };
    expect(events).toEqual([
      { type: "started", stream: "listThings", from: "now" },
      { ...committed, events: 2 },
      { ...committed, events: 1 },
      { type: "idle", stream: "listThings", delayMs: 24_000 },
      { type: "stopped", stream: "listThings" },
    ]);
    const ending = setting(things(2));
    await ending.feed.run(() => {}, caughtUp);
    expect(ending.events.slice(-2)).toEqual([
      { type: "idle", stream: "listThings", delayMs: undefined },
      { type: "stopped", stream: "listThings" },
    ]);
    for (const onEvent of [
      () => {
        throw new Error("broken");
      },
      () => Promise.reject(new Error("broken")) as never,
    ])
      expect(await setting(things(3), { onEvent }).feed.run(() => {}, caughtUp)).toMatchObject({ events: 3 });
  });
});
