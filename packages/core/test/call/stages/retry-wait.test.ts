import { jsonResponse } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { fakeClock } from "../../fake-clock.ts";
import { callOf, caught, countedSignal, createThing, getThing } from "../../support.ts";
import { failing, status, broken, never } from "./retry-support.ts";

describe("the wait before the next attempt", () => {
  it.each([
    ["doubles from 50 ms", status(503), {}, [50, 100, 200, 400]],
    ["doubles from 1 s where the service has too much to do", status(429), {}, [1000, 2000, 4000, 8000]],
    ["ends at maxDelayMs", status(503), { maxDelayMs: 150 }, [50, 100, 150, 150]],
    ["doubles from 50 ms after a broken connection", broken("ECONNRESET"), {}, [50, 100, 200, 400]],
    ["may be none at all", status(503), { maxDelayMs: 0 }, [0, 0, 0, 0]],
  ])("%s", async (_what, answer, retry, waits) => {
    expect((await failing(getThing, answer, { retry: { maxRetries: 4, ...retry } })).waits).toEqual(waits);
  });

  it("is a share of that by chance, so that many clients do not come back at once", async () => {
    const waits = async (random: number): Promise<number[]> => {
      const clock = fakeClock({ random });
      const seen: number[] = [];
      const call = callOf(getThing, {
        fetch: async () => jsonResponse(503, {}),
        clock,
        onEvent: (event) => void (event.type === "retry" && seen.push(event.delayMs)),
      });
      await clock.finish(caught(call({ thingId: "a" })));
      return seen;
    };
    expect(await waits(0.25)).toEqual([12.5, 25]);
    expect(await waits(0)).toEqual([0, 0]);
  });

  it.each([
    ["seconds", "7", [7000, 7000]],
    ["no seconds, which leaves the usual wait", "0", [50, 100]],
    ["an IMF-fixdate", "Mon, 02 Mar 2026 08:00:05 GMT", [5000, 100]],
    ["an RFC 850 date", "Monday, 02-Mar-26 08:00:05 GMT", [5000, 100]],
    ["an asctime date", "Mon Mar  2 08:00:05 2026", [5000, 100]],
    ["a date that has passed", "Mon, 02 Mar 2026 07:00:00 GMT", [50, 100]],
    ["what is no value", "soon", [50, 100]],
    ["a number below zero", "-5", [50, 100]],
    ["exactly maxDelayMs", "20", [20_000, 20_000]],
  ])("is what the service says in Retry-After: %s", async (_what, value, waits) => {
    const seen = await failing(getThing, status(503, { "retry-after": value }), { retry: { maxDelayMs: 20_000 } });
    expect(seen.waits).toEqual(waits);
    expect(seen.requests).toBe(3);
  });

  it.each([
    ["7", [7000, 7000]],
    ["0", [1000, 2000]],
    ["Mon, 02 Mar 2026 08:00:05 GMT", [5000, 2000]],
    ["soon", [1000, 2000]],
  ])("is what the service says in Retry-After before a write, too, that it has too much to do for: %s", async (value, waits) => {
    const seen = await failing(createThing, status(429, { "retry-after": value }), { retry: { maxDelayMs: 20_000 } });
    expect([seen.waits, seen.requests]).toEqual([waits, 3]);
  });

  it("takes its time by the clock of the platform", async () => {
    const sentAt: number[] = [];
    const fetch = async (): Promise<Response> => {
      sentAt.push(performance.now());
      return sentAt.length === 1 ? jsonResponse(429, {}, { "retry-after": "1" }) : jsonResponse(200, { a: 1 });
    };
    // The rule's own wait is a second at most, by chance less.
    expect(await callOf(getThing, { fetch })({ thingId: "a" })).toEqual({ a: 1 });
    expect((sentAt[1] ?? 0) - (sentAt[0] ?? 0)).toBeGreaterThan(990);
  });

  it.each([
    [getThing, "21", 21_000],
    [createThing, "21", 21_000],
    [getThing, "315360000", 315_360_000_000],
    [getThing, "Mon, 02 Mar 2026 08:00:21 GMT", 21_000],
    [getThing, "Fri, 02 Mar 2035 08:00:00 GMT", Date.UTC(2035, 2, 2, 8) - Date.UTC(2026, 2, 2, 8)],
  ])("is not made by %s if the service says %s, longer than maxDelayMs: the error says how long", async (operation, value, retryAfterMs) => {
    const { error, requests, waits } = await failing(operation, status(429, { "retry-after": value }), { retry: { maxDelayMs: 20_000 } });
    const message = `${operation.id} failed with status 429: the service gave no reason: retry after ${retryAfterMs / 1000} s`;
    expect(error).toMatchObject({ name: "ApiError", status: 429, message, retryAfterMs, attempts: 1, stopReason: "retry-after-too-long" });
    expect(error).not.toHaveProperty("option");
    expect([requests, waits]).toEqual([1, []]);
  });

  it("is not made by an error page of a gateway either, whose address is not the problem", async () => {
    const page = () => new Response("<html>busy</html>", { status: 503, headers: { "content-type": "text/html", "retry-after": "600" } });
    const { error } = await failing(getThing, page);
    expect(error.message).toMatch(/: retry after 600 s$/);
    expect(error).not.toHaveProperty("option");
  });

  it("is 30 s at the most by default", async () => {
    expect((await failing(getThing, status(503, { "retry-after": "30" }), { totalTimeoutMs: Infinity })).waits).toEqual([30_000, 30_000]);
    expect((await failing(getThing, status(503, { "retry-after": "31" }))).error).toMatchObject({
      retryAfterMs: 31_000,
      attempts: 1,
      stopReason: "retry-after-too-long",
    });
  });

  it("is not made if it would end at or after totalTimeoutMs, and no time passes", async () => {
    const clock = fakeClock();
    const call = callOf(getThing, { fetch: async () => jsonResponse(503, {}, { "retry-after": "20" }), clock, retry: { maxRetries: 9 } });
    const error = await clock.finish(caught(call({ thingId: "a" })));
    expect(error).toMatchObject({ status: 503, retryAfterMs: 20_000, attempts: 3, stopReason: "deadline" });
    expect([clock.now() - 5000, clock.timers]).toEqual([40_000, 0]);
  });

  it("counts the attempts' own time against totalTimeoutMs", async () => {
    const { error } = await failing(getThing, never, { timeoutMs: 15_000, totalTimeoutMs: 30_050, retry: { maxRetries: 9 } });
    // 15 s, 50 ms and 15 s: 100 ms more would be too long.
    expect(error).toMatchObject({ name: "TimeoutError", timeoutMs: 15_000, attempts: 2, stopReason: "deadline" });
  });

  it("is not made in the moment that is left if the timer of the call's deadline fires early, as those of platforms do", async () => {
    const clock = fakeClock({ random: 0 });
    const early = { ...clock, after: (delayMs: number, callback: () => void) => clock.after(Math.max(0, delayMs - 0.5), callback) };
    const call = callOf(getThing, { fetch: async () => never(), clock: early, totalTimeoutMs: 100, retry: { maxRetries: 9 } });
    expect(await clock.finish(caught(call({ thingId: "a" })))).toMatchObject({ name: "TimeoutError", timeoutMs: 100, attempts: 1, stopReason: "deadline" });
  });

  it("is not made by a program that was stopped for so long that the call is over", async () => {
    const clock = fakeClock();
    let stoppedMs = 0;
    let requests = 0;
    const fetch = async (): Promise<Response> => {
      requests += 1;
      stoppedMs = 120_000;
      return jsonResponse(503, {});
    };
    const call = callOf(getThing, { fetch, clock: { ...clock, now: () => clock.now() + stoppedMs } });
    expect(await clock.finish(caught(call({ thingId: "a" })))).toMatchObject({ status: 503, attempts: 1, stopReason: "deadline" });
    expect([requests, clock.timers]).toEqual([1, 0]);
  });

  it("leaves no timer behind, however the call ends", async () => {
    for (const answer of [status(503), status(404), broken("ECONNRESET"), never]) expect((await failing(getThing, answer)).timers).toBe(0);
  });
});

describe("a caller who aborts during the wait", () => {
  it.each([
    ["an error", new Error("enough")],
    ["a text", "enough"],
    ["a number", 0],
    ["null", null],
    ["an object", { why: "enough" }],
  ])("gets the own reason at once, %s, and nothing more is sent", async (_what, reason) => {
    const clock = fakeClock();
    const { signal, abort, listeners } = countedSignal();
    let requests = 0;
    const fetch = async (): Promise<Response> => {
      requests += 1;
      return jsonResponse(503, {}, { "retry-after": "20" });
    };
    const rejected = caught(callOf(getThing, { fetch, clock })({ thingId: "a" }, { signal }));
    await clock.advance(5000);
    expect([requests, clock.timers, listeners()]).toEqual([1, 1, 1]);
    abort(reason);
    expect(await rejected).toBe(reason);
    expect([clock.timers, listeners()]).toEqual([0, 0]);
    await clock.advance(100_000);
    expect([requests, clock.timers, listeners()]).toEqual([1, 0, 0]);
  });

  it("gets the platform's own error if no reason is set", async () => {
    const clock = fakeClock();
    const controller = new AbortController();
    const rejected = caught(callOf(getThing, { fetch: async () => jsonResponse(503, {}), clock })({ thingId: "a" }, { signal: controller.signal }));
    await clock.advance(10);
    controller.abort();
    expect(await rejected).toBe(controller.signal.reason);
    expect(await rejected).toMatchObject({ name: "AbortError" });
  });

  it("as the response comes in gets the own reason, not the failure", async () => {
    const controller = new AbortController();
    let requests = 0;
    const fetch = async (): Promise<Response> => {
      requests += 1;
      return new Response(new ReadableStream({ pull: (stream) => (controller.abort("enough"), stream.close()) }, { highWaterMark: 0 }), { status: 503 });
    };
    const clock = fakeClock();
    expect(await clock.finish(caught(callOf(getThing, { fetch, clock })({ thingId: "a" }, { signal: controller.signal })))).toBe("enough");
    expect([requests, clock.timers]).toEqual([1, 0]);
  });
});
