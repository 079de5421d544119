import { jsonResponse } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { createFeed, type FeedEvent, type FeedOptions, type FeedPosition, memoryCheckpoints } from "../../src/feeds.ts";
import type { Operation } from "../../src/client.ts";
import type { ClientOptions } from "../../src/index.ts";
import { type FakeClock, fakeClock, turn } from "../fake-clock.ts";
import { caught, getThing, listByCursor, listOf } from "../support.ts";
import { caughtUp, setting, type Thing, things } from "./support.ts";

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
  it("is read again at the same position after the interval, and returns what has come since", async () => {
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
    const { feed, kept } = overHttp(listByCursor, () => ({ items: [], cursor: "newer", has_more: false }));
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
    ["empty pages that say there is more", listByCursor, (count) => ({ items: [], cursor: `c${count}`, has_more: true }), "no-progress"],
    ["the same cursor, empty, with more", listByCursor, () => ({ items: [], cursor: "c", has_more: true }), "position-repeated"],
    ["the same cursor with events and more", listByCursor, () => ({ items: [{ id: 1 }], cursor: "c", has_more: true }), "position-repeated"],
    ["the same cursor with events and no more", listByCursor, () => ({ items: [{ id: 1 }], cursor: "c", has_more: false }), "position-repeated"],
    ["a live page with events that leads to itself", live, () => ({ results: [{ id: 1 }], next: "/v1/things?after=c" }), "position-repeated"],
  ];

  it.each(ways)("by %s is read at most once a second, and ends in an error, with the reason reported before", async (_what, operation, answer, code) => {
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

  it.each(ways)("by %s is read once a second at most, also if fewer or more pages may be empty", async (_what, operation, answer, code) => {
    for (const maxEmptyPages of [5, 50]) {
      const { feed, askedAt, clock } = overHttp(operation, answer, { maxEmptyPages });
      expect(await caught(clock.finish(feed.run(() => {})))).toMatchObject({ code });
      expect(askedAt.length).toBeLessThanOrEqual(((askedAt.at(-1) ?? 0) - (askedAt[0] ?? 0)) / 1000);
    }
  });

  it.each([1, 2, 3, 4, 5, 19, 20, 21])("at one position is always reported, also if at most %i pages may be empty", async (maxEmptyPages) => {
    for (const items of [[], [{ id: 1 }]]) {
      const { feed, clock } = overHttp(listByCursor, () => ({ items, cursor: "c", has_more: true }), { maxEmptyPages });
      expect(await caught(clock.finish(feed.run(() => {})))).toMatchObject({ code: "position-repeated", operationId: "listThings" });
    }
  });

  it.each([
    [2, 0],
    [3, 5],
    [5, 4],
  ])("by positions that lead in a circle of %i pages with events, after %i others, is left before it begins anew", async (length, before) => {
    const { feed, asked, askedAt, clock, kept } = overHttp(listByCursor, () => {
      const page = Number((asked.at(-1) as { readonly cursor?: string }).cursor ?? 0) + 1;
      return { items: [{ id: page }], cursor: String(page === before + length ? before : page), has_more: true };
    });
    const error = await caught(clock.finish(feed.run(() => {}, caughtUp)));
    expect(error).toMatchObject({
      name: "PaginationError",
      code: "position-repeated",
      message: expect.stringContaining("an earlier position again"),
    });
    // From the first position that came again each request is a second later than the one before, ten in all.
    expect(askedAt.slice(-9).map((at, index) => at - (askedAt.at(index - 10) ?? 0))).toEqual(Array.from({ length: 9 }, () => 1000));
    expect(askedAt.length).toBeLessThanOrEqual(before + length + 12);
    expect(await kept()).toHaveProperty("cursor");
  });

  it("by one position that came again goes on once another one comes", async () => {
    let wrong = true;
    const { feed, asked, clock } = overHttp(listByCursor, () => {
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
    const { feed, clock, kept } = overHttp(listByCursor, (count) => ({
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
    const { feed, kept } = overHttp(listByCursor, (count) =>
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

describe("a stop", () => {
  it("abandons the request that is under way, and is no error", async () => {
    const { feed, clock, kept } = overHttp(listByCursor, (count) =>
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
