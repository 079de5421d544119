import { jsonResponse } from "@keywright/tool-testing";
import { describe, expect, it } from "vitest";
import { type CheckpointStore, createFeed, type FeedEvent, type FeedOptions, type FeedPosition, memoryCheckpoints } from "../../src/feeds.ts";
import type { Operation } from "../../src/client.ts";
import { ApiError, ArgumentError, type ClientOptions, ConnectionError, InvalidResponseError, TimeoutError, TokenError } from "../../src/index.ts";
import { type FakeClock, fakeClock, turn } from "../fake-clock.ts";
import { caught, createThing, getThing, listOf } from "../support.ts";
import { setting, type Thing, things } from "./support.ts";

const caughtUp = { until: "caught-up" } as const;

const cursorBody: Operation = {
  ...createThing,
  id: "listThings",
  retry: "safe",
  pagination: { style: "cursor-body", items: "items", cursor: "cursor", more: "has_more" },
};
const live: Operation = {
  ...getThing,
  id: "listThings",
  path: "/v1/things",
  pathParameters: {},
  queryParameters: { after: { type: "string" }, since: { type: "string" } },
  pagination: { style: "next-link-live", items: "results", next: "next", cursor: "after" },
};

/** A feed over the true paginator and pipeline, answered by a function of the number of the request. */
function overHttp(operation: Operation, answer: (count: number) => unknown, options: Partial<FeedOptions<Thing>> = {}) {
  const clock: FakeClock = fakeClock();
  const askedAt: number[] = [];
  const asked: unknown[] = [];
  const fetch: ClientOptions["fetch"] = async (url, { body }) => {
    askedAt.push(clock.now());
    asked.push(typeof body === "string" ? JSON.parse(body) : url);
    const said = answer(askedAt.length);
    return said instanceof Response ? said : jsonResponse(200, said);
  };
  const list = listOf<Thing, string>(operation, { fetch, clock });
  const input = (position: FeedPosition): unknown =>
    "cursor" in position
      ? { [operation === live ? "after" : "cursor"]: position.cursor }
      : operation === live
        ? { since: position.since }
        : { start_time: position.since };
  const store = memoryCheckpoints();
  const feed = createFeed<Thing>({ stream: "listThings", pages: (position, call) => list(input(position), call).pages() }, { store, clock, ...options });
  return {
    clock,
    askedAt,
    asked,
    feed,
    async kept() {
      const owned = await store.acquire("listThings");
      const found = await owned.load();
      await owned.release();
      return found?.position;
    },
  };
}

describe("a stream without anything new", () => {
  it("is asked again at the same position after the interval, and gives what has come since", async () => {
    const { feed, stream, clock } = setting(things(2), { pollIntervalMs: 10_000 });
    const controller = new AbortController();
    const seen: number[] = [];
    const run = feed.run((batch) => seen.push(...batch.events.map(({ id }) => id)), { signal: controller.signal });
    await clock.advance(100_000);
    // Chance takes up to a fifth of the interval away, here all of it.
    expect(stream.asked.length).toBe(13);
    expect(new Set(stream.asked.slice(1).map((position) => JSON.stringify(position)))).toEqual(new Set(['{"cursor":"2"}']));
    stream.things.push(...things(1, 3));
    await clock.advance(10_000);
    expect(seen).toEqual([1, 2, 3]);
    controller.abort();
    await run;
  });

  it("of the audit log's kind has caught up with an empty page, whose next is the request's", async () => {
    const next = "https://service.example.com/v1/things?after=a";
    const { feed, asked, kept } = overHttp(live, (count) => ({ results: count === 1 ? [{ id: 1 }] : [], next }));
    expect(await feed.run(() => {}, caughtUp)).toMatchObject({ events: 1 });
    expect(asked.length).toBe(2);
    expect(asked[1]).toContain("after=a");
    expect(await kept()).toEqual({ cursor: "a" });
  });

  it("keeps the newer position of an empty page without calling the handler", async () => {
    const { feed, kept } = overHttp(cursorBody, () => ({ items: [], cursor: "newer", has_more: false }));
    expect(
      await feed.run(() => {
        throw new Error("called");
      }, caughtUp),
    ).toEqual({ batches: 0, events: 0, abandoned: false });
    expect(await kept()).toEqual({ cursor: "newer" });
  });
});

describe("a stream that makes no progress", () => {
  const ways: readonly [string, Operation, (count: number) => unknown, string][] = [
    ["empty pages that say there is more", cursorBody, (count) => ({ items: [], cursor: `c${count}`, has_more: true }), "no-progress"],
    ["the same cursor, empty, with more", cursorBody, () => ({ items: [], cursor: "c", has_more: true }), "position-repeated"],
    ["the same cursor with events and more", cursorBody, () => ({ items: [{ id: 1 }], cursor: "c", has_more: true }), "position-repeated"],
    ["the same cursor with events and no more", cursorBody, () => ({ items: [{ id: 1 }], cursor: "c", has_more: false }), "position-repeated"],
    ["a live page with events that leads to itself", live, () => ({ results: [{ id: 1 }], next: "/v1/things?after=c" }), "position-repeated"],
  ];

  it.each(ways)("by %s is asked at most once a second, and given up in the end; the reason is told before", async (_what, operation, answer, code) => {
    const told: FeedEvent[] = [];
    const { feed, askedAt, clock } = overHttp(operation, answer, { maxEmptyPages: 20, onEvent: (event) => told.push(event) });
    const seen: unknown[] = [];
    const error = await caught(clock.finish(feed.run((batch) => seen.push(batch))));
    expect(error).toMatchObject({ name: "PaginationError", code, operationId: "listThings" });
    const seconds = ((askedAt.at(-1) ?? 0) - (askedAt[0] ?? 0)) / 1000;
    expect(seconds).toBeGreaterThan(60);
    expect(askedAt.length).toBeGreaterThan(5);
    // Whether an empty page is the last shows only by asking: two at once are not yet a loop.
    for (let index = 3; index < askedAt.length; index += 1) expect((askedAt[index] ?? 0) - (askedAt[index - 2] ?? 0)).toBeGreaterThanOrEqual(1000);
    expect(seen.length).toBeLessThanOrEqual(1);
    const waits = told.flatMap((event) => (event.type === "no-progress" ? [event] : []));
    expect(waits.length).toBeGreaterThan(5);
    for (const wait of waits) expect(wait).toMatchObject({ error: { name: "PaginationError", code, operationId: "listThings" } });
  });

  it.each([1, 2, 3, 4, 5, 19, 20, 21])("at one position is always told so, also where at most %i pages may be empty", async (maxEmptyPages) => {
    for (const items of [[], [{ id: 1 }]]) {
      const { feed, clock } = overHttp(cursorBody, () => ({ items, cursor: "c", has_more: true }), { maxEmptyPages });
      expect(await caught(clock.finish(feed.run(() => {})))).toMatchObject({ code: "position-repeated", operationId: "listThings" });
    }
  });

  it.each([
    [2, 0],
    [3, 5],
    [5, 4],
  ])("by positions that lead in a circle of %i pages with events, after %i others, is left before it begins anew", async (length, before) => {
    const { feed, asked, askedAt, clock, kept } = overHttp(cursorBody, () => {
      const page = Number((asked.at(-1) as { readonly cursor?: string }).cursor ?? 0) + 1;
      return { items: [{ id: page }], cursor: String(page === before + length ? before : page), has_more: true };
    });
    const error = await caught(clock.finish(feed.run(() => {}, caughtUp)));
    expect(error).toMatchObject({
      name: "PaginationError",
      code: "position-repeated",
      message: expect.stringContaining("a position where it has been before"),
    });
    // From the first position that came again each request is a second later than the one before, ten in all.
    expect(askedAt.slice(-9).map((at, index) => at - (askedAt.at(index - 10) ?? 0))).toEqual(Array.from({ length: 9 }, () => 1000));
    expect(askedAt.length).toBeLessThan(4 * (before + length) + 20);
    expect(await kept()).toHaveProperty("cursor");
  });

  it("by one position that came again goes on once another one comes", async () => {
    let wrong = true;
    const { feed, asked, clock } = overHttp(cursorBody, () => {
      const page = Number((asked.at(-1) as { readonly cursor?: string }).cursor ?? 0) + 1;
      const leadsBack = page === 5 && wrong;
      if (leadsBack) wrong = false;
      return { items: [{ id: page }], cursor: String(leadsBack ? 4 : page), has_more: page < 9 };
    });
    const seen: number[] = [];
    await clock.finish(feed.run(({ events }) => void seen.push(...events.map(({ id }) => id)), caughtUp));
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it("for a while goes on as if nothing had been", async () => {
    const { feed, clock, kept } = overHttp(cursorBody, (count) => ({
      items: count % 6 === 5 ? [{ id: count }] : [],
      cursor: `c${count}`,
      has_more: count < 60,
    }));
    const run = feed.run(() => {}, caughtUp);
    expect(await clock.finish(run)).toMatchObject({ events: 10 });
    expect(await kept()).toEqual({ cursor: "c60" });
  });
});

describe("a position that cannot be kept", () => {
  const positions: readonly [string, unknown, string][] = [
    ["is missing", {}, "missing-position"],
    ["is null", { cursor: null }, "missing-position"],
    ["is a number", { cursor: 7 }, "missing-position"],
    ["is empty", { cursor: "" }, "missing-position"],
    ["is a megabyte long", { cursor: "x".repeat(1_000_000) }, "position-too-long"],
  ];

  it.each(positions)("because it %s leaves its page unacknowledged, with a typed error", async (_what, position, code) => {
    const { feed, kept } = overHttp(cursorBody, (count) =>
      count === 1 ? { items: [{ id: 1 }], cursor: "a", has_more: true } : { items: [{ id: 2 }], has_more: true, ...(position as object) },
    );
    const seen: unknown[] = [];
    const error = await caught(feed.run((batch) => seen.push(batch.events)));
    expect(error).toMatchObject({ name: "PaginationError", code });
    expect(String(error).length).toBeLessThan(300);
    expect(seen).toEqual([[{ id: 1 }]]);
    expect(await kept()).toEqual({ cursor: "a" });
  });
});

describe("a service that fails for a time", () => {
  const refusal = (status: number, retryAfterMs?: number): ApiError =>
    new ApiError(status < 400 ? "redirect-refused" : "api-error", "refused", { status, headers: new Headers(), body: undefined, retryAfterMs });
  const passing = [
    new ConnectionError("connection-failed", "down", { outcome: "unknown" }),
    new TimeoutError("timeout", "slow", { timeoutMs: 15_000, outcome: "unknown" }),
    new InvalidResponseError("truncated-response", "cut", { status: 200 }),
    new InvalidResponseError("malformed-response", "garbled", { status: 200 }),
    refusal(429),
    refusal(500),
    refusal(503),
    new TokenError("no-token", "no token"),
    new TokenError("no-token", "no token", { status: 503 }),
  ];

  it.each(passing)("with $name $code $status is asked again, ever more slowly, at the position behind the last page", async (error) => {
    const { feed, stream, clock, events } = setting(things(4));
    const { id } = { id: 2 };
    stream.next.push(() => ({ items: things(2), resumeAt: String(id) }), error, error, error, error, error, error, error, error);
    expect(await clock.finish(feed.run(() => {}, caughtUp))).toMatchObject({ events: 4 });
    expect(stream.asked.slice(1).every((position) => "cursor" in position && position.cursor === "2")).toBe(true);
    expect(events.flatMap((event) => (event.type === "trouble" ? [event.delayMs] : []))).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect(clock.timers).toBe(0);
  });

  it("is given the time that it asks for", async () => {
    const { feed, stream, clock, events } = setting(things(2));
    const error = refusal(429, 120_000);
    stream.next.push(error);
    await clock.finish(feed.run(() => {}, caughtUp));
    expect(events[1]).toEqual({ type: "trouble", stream: "listThings", error, failures: 1, delayMs: 120_000 });
    expect((events[1] as { readonly error?: unknown }).error).toBe(error);
  });

  it("is asked again after an hour, however much longer it asks for", async () => {
    const { feed, stream, clock, events } = setting(things(2));
    stream.next.push(refusal(503, 10 * 365 * 86_400_000));
    await clock.finish(feed.run(() => {}, caughtUp));
    expect(events[1]).toMatchObject({ type: "trouble", delayMs: 3_600_000 });
  });

  it("is given up after giveUpAfterMs without an answer between", async () => {
    const { feed, stream, clock } = setting(things(20), { giveUpAfterMs: 10_000 });
    for (let round = 0; round < 3; round += 1) stream.next.push(refusal(503), refusal(503), () => ({ items: things(1), resumeAt: String(round + 1) }));
    const last = refusal(503);
    stream.next.push(...Array.from({ length: 30 }, () => last));
    const began = clock.now();
    expect(await caught(clock.finish(feed.run(() => {})))).toBe(last);
    expect(clock.now() - began).toBeLessThan(25_000);
  });

  it.each([
    refusal(401),
    refusal(403),
    refusal(404),
    new TokenError("no-token", "wrong secret", { status: 401 }),
    new TokenError("invalid-token", "a token that no header carries", {}),
    new ArgumentError("invalid-argument", "limit", { argument: "limit" }),
    new Error("a bug"),
  ])("with $name $code $status, which does not pass, is not asked again", async (error) => {
    const { feed, stream } = setting(things(4));
    stream.next.push(error);
    expect(await caught(feed.run(() => {}))).toBe(error);
    expect(stream.asked.length).toBe(1);
  });

  const pages = [
    new InvalidResponseError("unexpected-content", "a login page", { status: 200 }),
    new TokenError("no-token", "a login page", { status: 200 }),
    new TokenError("no-token", "the way to one", { status: 302 }),
    refusal(302),
  ];

  it.each(pages)("with $name $code, a page of another program or the way to one, is asked again once it has answered in this run", async (page) => {
    const { feed, stream, clock, events } = setting(things(4));
    stream.next.push(() => ({ items: things(2), resumeAt: "2" }), ...Array.from({ length: 40 }, () => page));
    expect(await clock.finish(feed.run(() => {}, caughtUp))).toMatchObject({ events: 4 });
    expect(stream.asked.slice(1).every((position) => "cursor" in position && position.cursor === "2")).toBe(true);
    expect(events.filter(({ type }) => type === "trouble").length).toBe(40);
    expect(events.find(({ type }) => type === "trouble")).toMatchObject({ error: { code: page.code }, failures: 1, delayMs: 500 });
  });

  it.each(pages)("with $name $code, a page of another program or the way to one, is given up after giveUpAfterMs like any other trouble", async (page) => {
    const { feed, stream, clock } = setting(things(4), { giveUpAfterMs: 10_000 });
    stream.next.push(() => ({ items: things(2), resumeAt: "2" }), ...Array.from({ length: 40 }, () => page));
    expect(await caught(clock.finish(feed.run(() => {})))).toBe(page);
    expect(stream.asked.length).toBeGreaterThan(4);
    expect(stream.asked.length).toBeLessThan(10);
  });

  it.each(pages)(
    "with $name $code, a page of another program or the way to one as the first answer of a run, is not asked again: its address is wrong",
    async (page) => {
      const { feed, stream, clock } = setting(things(4));
      await feed.run(() => {}, caughtUp);
      const before = stream.asked.length;
      stream.next.push(new ConnectionError("connection-failed", "down", { outcome: "unknown" }), page);
      expect(await caught(clock.finish(feed.run(() => {})))).toBe(page);
      expect(stream.asked.length).toBe(before + 2);
    },
  );

  it("with a token endpoint that refuses, is not asked again though it has answered", async () => {
    const { feed, stream } = setting(things(4));
    const refused = new TokenError("no-token", "refused", { status: 200, oauthError: "invalid_client" });
    stream.next.push(() => ({ items: things(2), resumeAt: "2" }), refused);
    expect(await caught(feed.run(() => {}))).toBe(refused);
    expect(stream.asked.length).toBe(2);
  });
});

describe("events that come twice", () => {
  const twice = [
    [1, 2],
    [2, 3],
    [3, 4, 4],
    [1, 5],
  ];

  it("are given as they were sent, unless ids are remembered; what is left out is counted", async () => {
    for (const [repeatedIds, expected] of [
      [0, [1, 2, 2, 3, 3, 4, 4, 1, 5]],
      [100, [1, 2, 3, 4, 5]],
      [2, [1, 2, 3, 4, 1, 5]],
    ] as const) {
      const { feed, stream, events } = setting([], { repeatedIds });
      twice.forEach((page, index) => stream.next.push({ items: page.map((id) => ({ id })), resumeAt: String(index + 1) }));
      const seen: number[] = [];
      await feed.run((batch) => seen.push(...batch.events.map(({ id }) => id)), caughtUp);
      expect(seen).toEqual(expected);
      expect(events.reduce((sum, event) => sum + (event.type === "committed" ? event.repeated : 0), 0)).toBe(9 - expected.length);
    }
  });

  it("count only once they are kept: what a run did not hand over or commit comes again in the next run of the same feed", async () => {
    for (const failing of ["handler", "save"] as const) {
      const store = memoryCheckpoints();
      let saves = 0;
      const failingStore: CheckpointStore = {
        async acquire(stream) {
          const owned = await store.acquire(stream);
          return {
            ...owned,
            async save(...given) {
              saves += 1;
              // The first save is the time to begin at.
              if (failing === "save" && saves === 2) throw new Error("the disk is full");
              return owned.save(...given);
            },
          };
        },
      };
      const { feed, clock } = setting(things(4), { store: failingStore, repeatedIds: 10, maxHandlerAttempts: 1 });
      const seen: number[] = [];
      let calls = 0;
      const handler = ({ events }: { readonly events: readonly Thing[] }): void => {
        calls += 1;
        if (failing === "handler" && calls === 1) throw new Error("not now");
        seen.push(...events.map(({ id }) => id));
      };
      expect(await caught(clock.finish(feed.run(handler, caughtUp)))).toMatchObject({ message: failing === "handler" ? "not now" : "the disk is full" });
      await clock.finish(feed.run(handler, caughtUp));
      expect(seen).toEqual(failing === "handler" ? [1, 2, 3, 4] : [1, 2, 1, 2, 3, 4]);
    }
  });

  it("are told by whole ids alone: a number that may have been rounded is no id", async () => {
    const { feed, stream } = setting([], { repeatedIds: 100 });
    const rounded = [{ id: Number("7201234567890123456") }, { id: Number("7201234567890123457") }, { id: Number.MAX_SAFE_INTEGER }];
    stream.next.push({ items: rounded, resumeAt: "1" }, { items: rounded, resumeAt: "2" });
    expect(await feed.run(() => {}, caughtUp)).toMatchObject({ events: 5 });
  });

  it("make a page of nothing else commit without the handler", async () => {
    const { feed, stream, kept } = setting([], { repeatedIds: 10 });
    stream.next.push({ items: [{ id: 1 }], resumeAt: "1" }, { items: [{ id: 1 }], resumeAt: "2" });
    expect(await feed.run(() => {}, caughtUp)).toEqual({ batches: 1, events: 1, abandoned: false });
    expect(await kept()).toMatchObject({ cursor: expect.any(String) });
  });

  it("come again where the handler did not take them", async () => {
    const { feed, stream, clock } = setting([], { repeatedIds: 10, onPoison: () => {}, maxHandlerAttempts: 2 });
    stream.next.push({ items: [{ id: 1 }], resumeAt: "1" });
    let calls = 0;
    await clock.finish(
      feed.run((batch) => {
        calls += batch.events.length;
        throw new Error("not now");
      }, caughtUp),
    );
    expect(calls).toBe(2);
  });
});

describe("a stop", () => {
  it("abandons the request that is under way, and is no error", async () => {
    const { feed, clock, kept } = overHttp(cursorBody, (count) =>
      count === 1
        ? { items: [{ id: 1 }], cursor: "a", has_more: true }
        : new Response(new ReadableStream(), { headers: { "content-type": "application/json" } }),
    );
    const controller = new AbortController();
    const run = feed.run(() => {}, { signal: controller.signal });
    await turn();
    await clock.advance(100);
    controller.abort(new Error("the caller's own reason"));
    expect(await run).toEqual({ batches: 1, events: 1, abandoned: false });
    expect(await kept()).toEqual({ cursor: "a" });
    expect(clock.timers).toBe(0);
  });
});
