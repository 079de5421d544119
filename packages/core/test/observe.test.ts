import { jsonResponse } from "@keywright/tool-testing";
import { describe, expect, it } from "vitest";
import type { ClientEvent, ClientOptions, Operation } from "../src/index.ts";
import { type FakeClock, fakeClock, turn } from "./fake-clock.ts";
import { baseUrl, callOf, countedSignal, createThing, getThing, listOf } from "./support.ts";

type Answer = () => Response | Promise<Response>;

const url = `${baseUrl}/v1/things/a`;
const attempt = (
  number: number,
  status: number | undefined,
  errorCode = status === undefined || status < 300 ? undefined : "api-error",
  durationMs = 0,
): object => ({ type: "attempt", operationId: "getThing", attempt: number, method: "GET", url, status, errorCode, durationMs });
const retry = (number: number, delayMs: number): object => ({ type: "retry", operationId: "getThing", attempt: number, delayMs });
const call = (attempts: number, status: number | undefined, errorCode?: string, stopReason?: string, durationMs = 0): object => ({
  type: "call",
  operationId: "getThing",
  attempts,
  status,
  errorCode,
  stopReason,
  durationMs,
});

/** The events of one call, whose requests are answered in turn. */
async function eventsOf(answers: readonly Answer[], options: Partial<ClientOptions> = {}, clock: FakeClock = fakeClock()): Promise<ClientEvent[]> {
  const events: ClientEvent[] = [];
  const left = [...answers];
  const method = callOf(getThing, { fetch: async () => (left.shift() as Answer)(), clock, onEvent: (event) => void events.push(event), ...options });
  await clock.finish(method({ thingId: "a", filter: "sentinel" }).catch(() => {}));
  expect(left).toEqual([]);
  return events;
}

const answer =
  (status: number, headers = {}): Answer =>
  () =>
    jsonResponse(status, {}, headers);
const broken: Answer = () => Promise.reject(new TypeError("fetch failed"));

describe("the events of a call", () => {
  it("that succeeds are its attempt and its end", async () => {
    expect(await eventsOf([answer(200)])).toEqual([attempt(1, 200), call(1, 200)]);
  });

  it("tell how long each thing took", async () => {
    const clock = fakeClock();
    const slow: Answer = () => new Promise((resolve) => void clock.after(250, () => resolve(jsonResponse(200, {}))));
    const slower: Answer = () => new Promise((resolve) => void clock.after(400, () => resolve(jsonResponse(503, {}))));
    expect(await eventsOf([slower, slow], {}, clock)).toEqual([
      attempt(1, 503, undefined, 400),
      retry(1, 50),
      attempt(2, 200, undefined, 250),
      call(2, 200, undefined, undefined, 700),
    ]);
  });

  it("that is repeated are each attempt, each wait, and the end", async () => {
    expect(await eventsOf([answer(503), broken, answer(200)])).toEqual([
      attempt(1, 503),
      retry(1, 50),
      attempt(2, undefined, "connection-failed"),
      retry(2, 100),
      attempt(3, 200),
      call(3, 200, undefined, undefined, 150),
    ]);
  });

  it("that fails after all attempts tell why it was not repeated", async () => {
    expect(await eventsOf([answer(429), answer(429)], { retry: { maxRetries: 1 } })).toEqual([
      attempt(1, 429),
      retry(1, 1000),
      attempt(2, 429),
      call(2, 429, "api-error", "attempts-used", 1000),
    ]);
  });

  it.each([
    ["is refused", answer(404), [attempt(1, 404), call(1, 404, "api-error", "not-retryable")]],
    ["is redirected", answer(307, { location: "/" }), [attempt(1, 307, "redirect-refused"), call(1, 307, "redirect-refused", "not-retryable")]],
    [
      "is answered with a page",
      () => new Response("<html>", { headers: { "content-type": "text/html" } }),
      [attempt(1, 200, "unexpected-content"), call(1, 200, "unexpected-content", "not-retryable")],
    ],
    ["is asked to wait for long", answer(503, { "retry-after": "600" }), [attempt(1, 503), call(1, 503, "api-error", "retry-after-too-long")]],
  ] as const)("that %s are its attempt and its end, with the error's code", async (_what, given, events) => {
    expect(await eventsOf([given])).toEqual(events);
  });

  it("that ends in time are its attempt and its end", async () => {
    expect(await eventsOf([() => new Promise(() => {})], { timeoutMs: 1000, retry: false })).toEqual([
      attempt(1, undefined, "timeout", 1000),
      call(1, undefined, "timeout", "attempts-used", 1000),
    ]);
  });

  it("whose token is renewed are both attempts, counted, without a wait", async () => {
    const tokens = ["one", "two"];
    expect(await eventsOf([answer(401), answer(200)], { token: () => tokens.shift() ?? "" })).toEqual([attempt(1, 401), attempt(2, 200), call(2, 200)]);
  });

  it("whose token is renewed and refused again are both, and its end", async () => {
    const tokens = ["one", "two"];
    expect(await eventsOf([answer(401), answer(401)], { token: () => tokens.shift() ?? "" })).toEqual([
      attempt(1, 401),
      attempt(2, 401),
      call(2, 401, "api-error", "not-retryable"),
    ]);
  });

  it.each([
    ["there is none", undefined, "missing-token"],
    ["it cannot be sent", "a b", "invalid-token"],
    ["asking for it fails", () => Promise.reject(new Error("no")), "invalid-token"],
  ])("whose token is missing, because %s, are its end alone: nothing was sent", async (_what, token, code) => {
    expect(await eventsOf([], { token } as Partial<ClientOptions>)).toEqual([call(0, undefined, code, "not-retryable")]);
  });

  it("whose argument is refused are none: it did not begin", async () => {
    const events: ClientEvent[] = [];
    const method = callOf(getThing, { fetch: async () => jsonResponse(200, {}), onEvent: (event) => void events.push(event) });
    await expect(method({ thingId: ".." })).rejects.toThrow("thingId must not be a dot segment");
    await expect(method({ thingId: "a" }, { timeoutMs: -1 })).rejects.toThrow("timeoutMs must be a time");
    expect(events).toEqual([]);
  });

  it("of a page are those of any call", async () => {
    const list: Operation = {
      ...getThing,
      path: "/v1/things",
      pathParameters: {},
      queryParameters: { after: {} },
      pagination: { style: "next-link", items: "results", next: "next", cursor: "after" },
    };
    const pages = [jsonResponse(200, { results: [1], next: "?after=sentinel" }), jsonResponse(200, { results: [2] })];
    const events: ClientEvent[] = [];
    await listOf(list, { fetch: async () => pages.shift() as Response, onEvent: (event) => void events.push(event), clock: fakeClock() })().toArray({ max: 5 });
    expect(events.map(({ type }) => type)).toEqual(["attempt", "call", "attempt", "call"]);
    expect(JSON.stringify(events)).not.toContain("sentinel");
  });
});

describe("the events of a call that its caller gives up", () => {
  async function abortedAfter(ms: number, answers: Answer): Promise<ClientEvent[]> {
    const clock = fakeClock();
    const events: ClientEvent[] = [];
    const { signal, abort } = countedSignal();
    const work = callOf(getThing, { fetch: async () => answers(), clock, onEvent: (event) => void events.push(event) })({ thingId: "a" }, { signal }).catch(
      (reason: unknown) => reason,
    );
    await clock.advance(ms);
    abort("enough");
    expect(await work).toBe("enough");
    await turn();
    return events;
  }

  it("during an attempt are that attempt and the end, without an error of ours", async () => {
    expect(await abortedAfter(40, () => new Promise(() => {}))).toEqual([attempt(1, undefined, undefined, 40), call(1, undefined, undefined, undefined, 40)]);
  });

  it("during a wait are the attempt, the wait and the end", async () => {
    expect(await abortedAfter(40, () => jsonResponse(503, {}))).toEqual([attempt(1, 503), retry(1, 50), call(1, undefined, undefined, undefined, 40)]);
  });

  it("before it begins are its end alone", async () => {
    const events: ClientEvent[] = [];
    const work = callOf(getThing, { fetch: async () => jsonResponse(200, {}), clock: fakeClock(), onEvent: (event) => void events.push(event) })(
      { thingId: "a" },
      { signal: AbortSignal.abort("enough") },
    );
    await expect(work).rejects.toBe("enough");
    expect(events).toEqual([call(0, undefined)]);
  });
});

describe("an observer", () => {
  it.each([
    [
      "throws",
      () => {
        throw new Error("observer");
      },
    ],
    ["rejects", () => Promise.reject(new Error("observer"))],
    ["gives something", () => 5],
    ["never ends", () => new Promise(() => {})],
  ])("that %s changes nothing", async (_what, onEvent) => {
    const clock = fakeClock();
    const statuses = [503, 200];
    const options = { fetch: async () => jsonResponse(statuses.shift() ?? 404, { a: 1 }), clock, onEvent: onEvent as () => void };
    expect(await clock.finish(callOf(getThing, options)({ thingId: "a" }))).toEqual({ a: 1 });
    await expect(callOf(getThing, options)({ thingId: "a" })).rejects.toMatchObject({ status: 404, attempts: 1 });
    await turn();
  });

  it("sees the events of each call in their order, whatever else goes on", async () => {
    const events: ClientEvent[] = [];
    const method = callOf(createThing, { fetch: async () => jsonResponse(200, {}), clock: fakeClock(), onEvent: (event) => void events.push(event) });
    await Promise.all([method({ body: {} }), method({ body: {} })]);
    expect(events.map(({ type }) => type).sort()).toEqual(["attempt", "attempt", "call", "call"]);
    expect(events[0]?.type).toBe("attempt");
    expect(events.at(-1)?.type).toBe("call");
  });
});
