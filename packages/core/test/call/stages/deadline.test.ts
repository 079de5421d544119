import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import type { Operation } from "../../../src/client.ts";
import type { ClientOptions, HttpRequest, HttpResponse, Send } from "../../../src/index.ts";
import { deaf, listening, watch } from "./deadline-support.ts";
import { fakeClock, turn } from "../../fake-clock.ts";
import { bodyOf, callOf, caught, createThing, deleteThing, getContent, getText, getThing } from "../../support.ts";

const json = { "content-type": "application/json" };

const once = { retry: false } as const;

describe("an attempt", () => {
  it.each([
    ["that listens to its signal", listening],
    ["that does not", deaf],
  ])("ends after timeoutMs, with a fetch %s", async (_what, fetch) => {
    const clock = fakeClock();
    const seen = watch(clock, callOf(getThing, { fetch, clock, timeoutMs: 1000, ...once })({ thingId: "a" }));
    await clock.advance(999);
    expect(seen.ended).toBeUndefined();
    await clock.advance(1);
    expect(seen.ended).toMatchObject({
      at: 1000,
      error: {
        name: "TimeoutError",
        code: "timeout",
        message: "getThing got no complete response within 1000 ms: raise timeoutMs if the service needs longer",
        timeoutMs: 1000,
        outcome: "unknown",
        operationId: "getThing",
        attempts: 1,
      },
    });
    expect(clock.timers).toBe(0);
  });

  it("of a write says that the service may have acted", async () => {
    const clock = fakeClock();
    const seen = watch(clock, callOf(deleteThing, { fetch: deaf, clock, timeoutMs: 1000 })({ thingId: "a" }));
    await clock.advance(1000);
    expect(seen.ended).toMatchObject({
      error: { message: "deleteThing got no complete response within 1000 ms; the service may have acted: raise timeoutMs if the service needs longer" },
    });
  });

  it("ends after 15 s by default", async () => {
    const clock = fakeClock();
    const seen = watch(clock, callOf(getThing, { fetch: deaf, clock, ...once })({ thingId: "a" }));
    await clock.advance(60_000);
    expect(seen.ended).toMatchObject({ at: 15_000, error: { timeoutMs: 15_000 } });
  });

  it("ends its fetch by its signal, with the error as the reason", async () => {
    const clock = fakeClock();
    let signal: AbortSignal | undefined;
    const fetch = async (_url: string, init: RequestInit): Promise<Response> => {
      signal = init.signal as AbortSignal;
      return deaf();
    };
    const seen = watch(clock, callOf(getThing, { fetch, clock, timeoutMs: 1000, ...once })({ thingId: "a" }));
    await turn();
    expect(signal?.aborted).toBe(false);
    await clock.advance(1000);
    expect(signal?.aborted).toBe(true);
    expect(signal?.reason).toBe(seen.ended?.error);
  });

  const bodies: readonly (readonly [string, Operation, () => Response])[] = [
    ["of data", getThing, () => new Response(bodyOf(['{"a":'], "stall"), { headers: json })],
    ["of data with an announced length", getThing, () => new Response(bodyOf(['{"a":'], "stall"), { headers: { ...json, "content-length": "100" } })],
    ["of text", getText, () => new Response(bodyOf(["ok"], "stall"))],
    ["of a refusal", getThing, () => new Response(bodyOf(['{"detail":'], "stall"), { status: 403, headers: json })],
    ["of a page in place of a file", getContent, () => new Response(bodyOf(["<html>"], "stall"), { headers: { "content-type": "text/html" } })],
    ["of a page in place of nothing", deleteThing, () => new Response(bodyOf(["<html>"], "stall"), { headers: { "content-type": "text/html" } })],
  ];
  it.each(bodies)("ends after timeoutMs if the body %s stalls", async (_what, operation, answer) => {
    const clock = fakeClock();
    const call = callOf(operation, { fetch: async () => answer(), clock, timeoutMs: 1000, ...once });
    const seen = watch(clock, operation === getText ? call() : call({ thingId: "a" }));
    await clock.advance(999);
    expect(seen.ended).toBeUndefined();
    await clock.advance(1);
    expect(seen.ended).toMatchObject({ at: 1000, error: { code: "timeout", timeoutMs: 1000 } });
    expect(clock.timers).toBe(0);
  });

  it("ends after timeoutMs if the body comes in drops, and cancels the rest", async () => {
    const clock = fakeClock();
    let open = true;
    const drip = (): ReadableStream<Uint8Array> =>
      new ReadableStream(
        {
          pull: (controller) => new Promise((resolve) => void clock.after(100, () => resolve(open ? controller.enqueue(new Uint8Array([32])) : undefined))),
          cancel: () => void (open = false),
        },
        { highWaterMark: 0 },
      );
    const seen = watch(
      clock,
      callOf(getThing, { fetch: async () => new Response(drip(), { headers: json }), clock, timeoutMs: 1000, ...once })({ thingId: "a" }),
    );
    await clock.advance(5000);
    expect(seen.ended).toMatchObject({ at: 1000, error: { code: "timeout" } });
    expect(open).toBe(false);
  });

  it("starts again with each retry", async () => {
    const clock = fakeClock();
    const seen = watch(clock, callOf(getThing, { fetch: deaf, clock, timeoutMs: 1000 })({ thingId: "a" }));
    await clock.advance(10_000);
    expect(seen.ended).toMatchObject({ at: 1000 + 50 + 1000 + 100 + 1000, error: { code: "timeout", timeoutMs: 1000, attempts: 3 } });
  });

  it("whose fetch resolves or rejects late changes nothing", async () => {
    const clock = fakeClock();
    const ends: (() => void)[] = [];
    const fetch = (): Promise<Response> =>
      new Promise((resolve, reject) => {
        ends.push(ends.length === 0 ? () => resolve(jsonResponse(200, { late: true })) : () => reject(new Error("late")));
      });
    const seen = watch(clock, callOf(getThing, { fetch, clock, timeoutMs: 1000, retry: { maxRetries: 1 } })({ thingId: "a" }));
    await clock.advance(5000);
    for (const end of ends) end();
    await turn();
    expect(ends.length).toBe(2);
    expect(seen.ended).toMatchObject({ error: { code: "timeout", attempts: 2 } });
    expect(clock.timers).toBe(0);
  });

  it("has no limit if timeoutMs is Infinity", async () => {
    const clock = fakeClock();
    const seen = watch(clock, callOf(getThing, { fetch: deaf, clock, timeoutMs: Infinity, totalTimeoutMs: Infinity })({ thingId: "a" }));
    await clock.advance(1e9);
    expect([seen.ended, clock.timers]).toEqual([undefined, 0]);
  });
});

describe("a call", () => {
  it("ends after totalTimeoutMs, also in the middle of an attempt", async () => {
    const clock = fakeClock();
    const seen = watch(clock, callOf(getThing, { fetch: deaf, clock, timeoutMs: 1000, totalTimeoutMs: 1500 })({ thingId: "a" }));
    await clock.advance(5000);
    expect(seen.ended).toMatchObject({
      at: 1500,
      error: {
        name: "TimeoutError",
        timeoutMs: 1500,
        attempts: 2,
        stopReason: "deadline",
        message: "getThing got no complete response within 1500 ms: raise totalTimeoutMs if the service needs longer",
      },
    });
    expect(clock.timers).toBe(0);
  });

  it("ends after 60 s by default", async () => {
    const clock = fakeClock();
    const seen = watch(clock, callOf(getThing, { fetch: deaf, clock, timeoutMs: Infinity })({ thingId: "a" }));
    await clock.advance(100_000);
    expect(seen.ended).toMatchObject({ at: 60_000, error: { timeoutMs: 60_000 } });
  });

  it("goes by its own options over those of the client", async () => {
    const clock = fakeClock();
    const call = callOf(getThing, { fetch: deaf, clock, timeoutMs: 1, totalTimeoutMs: 2, ...once });
    const attempt = watch(clock, call({ thingId: "a" }, { timeoutMs: 300, totalTimeoutMs: 400 }));
    const whole = watch(clock, call({ thingId: "a" }, { timeoutMs: 300, totalTimeoutMs: 200 }));
    await clock.advance(1000);
    expect([attempt.ended, whole.ended]).toMatchObject([
      { at: 300, error: { timeoutMs: 300 } },
      { at: 200, error: { timeoutMs: 200 } },
    ]);
  });

  it("counts the time that a token takes, and sends nothing without one", async () => {
    const clock = fakeClock();
    let requests = 0;
    const fetch = async (): Promise<Response> => {
      requests += 1;
      return deaf();
    };
    const seen = watch(clock, callOf(getThing, { fetch, clock, token: () => new Promise<string>(() => {}), totalTimeoutMs: 2000 })({ thingId: "a" }));
    await clock.advance(5000);
    expect(seen.ended).toMatchObject({ at: 2000, error: { name: "TimeoutError", timeoutMs: 2000 } });
    expect(Object.keys(seen.ended?.error as object)).not.toContain("attempts");
    expect([requests, clock.timers]).toEqual([0, 0]);
  });

  it("leaves an attempt what a token has left of it", async () => {
    const clock = fakeClock();
    const token = (): Promise<string> => new Promise((resolve) => void clock.after(1800, () => resolve("token-2")));
    const seen = watch(clock, callOf(getThing, { fetch: deaf, clock, token, timeoutMs: 1000, totalTimeoutMs: 2000, ...once })({ thingId: "a" }));
    await clock.advance(5000);
    expect(seen.ended).toMatchObject({ at: 2000, error: { timeoutMs: 2000, attempts: 1 } });
  });

  it("sends nothing once its time is over, spent in a middleware", async () => {
    const clock = fakeClock();
    let requests = 0;
    const fetch = async (): Promise<Response> => {
      requests += 1;
      return jsonResponse(200, {});
    };
    const slow: NonNullable<ClientOptions["middleware"]>[number] = async (request, next) => {
      await new Promise<void>((resolve) => void clock.after(2000, resolve));
      return next(request);
    };
    const error = await clock.finish(caught(callOf(createThing, { fetch, clock, middleware: [slow], totalTimeoutMs: 2000 })({ body: {} })));
    expect(error).toMatchObject({ name: "TimeoutError", timeoutMs: 2000 });
    expect([requests, clock.timers]).toEqual([0, 0]);
  });
});

describe("a response that comes when no one waits any more", () => {
  it.each([
    ["a body of JSON", getThing],
    ["bytes", getContent],
  ])("is let go, so that its connection is free: %s", async (_what, operation) => {
    const clock = fakeClock();
    let respond: (response: Response) => void = () => {};
    let cancelled = 0;
    const fetch = (): Promise<Response> => new Promise((resolve) => (respond = resolve));
    const seen = watch(clock, callOf(operation, { fetch, clock, timeoutMs: 1000, ...once })({ thingId: "a" }));
    await clock.advance(1000);
    respond(new Response(new ReadableStream({ cancel: () => void (cancelled += 1) }), { headers: json }));
    await turn();
    expect(seen.ended).toMatchObject({ error: { name: "TimeoutError" } });
    expect(cancelled).toBe(1);
  });
});

describe("a token that does not come", () => {
  it("ends the call with the word that nothing was sent", async () => {
    const clock = fakeClock();
    const seen = watch(clock, callOf(deleteThing, { fetch: deaf, clock, token: () => new Promise(() => {}) })({ thingId: "a" }));
    await clock.advance(60_000);
    expect(seen.ended).toMatchObject({
      error: {
        name: "TimeoutError",
        outcome: "not-sent",
        message: "deleteThing got no token within 60000 ms; nothing was sent: check the token option, or raise totalTimeoutMs",
      },
    });
  });

  it("is named also if the service has rejected the token before", async () => {
    const clock = fakeClock();
    let asked = 0;
    const token = (): string | Promise<string> => ((asked += 1) === 1 ? "token-1" : new Promise(() => {}));
    const fetch = async (): Promise<Response> => new Response(null, { status: 401 });
    const seen = watch(clock, callOf(deleteThing, { fetch, clock, token: () => token() })({ thingId: "a" }));
    await clock.advance(60_000);
    expect(seen.ended).toMatchObject({
      error: {
        name: "TimeoutError",
        outcome: "unknown",
        message: expect.stringContaining("deleteThing got no token within 60000 ms; the service may have acted"),
      },
    });
  });

  it("is not named if a middleware has used up the time of an operation that needs none", async () => {
    const clock = fakeClock();
    const slow = async (request: HttpRequest, next: Send): Promise<HttpResponse> => {
      await new Promise<void>((resolve) => void clock.after(60_000, resolve));
      return next(request);
    };
    const fetch = recordingFetch();
    const seen = watch(clock, callOf({ ...deleteThing, security: { scheme: "none", scopes: [] } }, { fetch, clock, middleware: [slow] })({ thingId: "a" }));
    await clock.advance(60_000);
    expect(seen.ended).toMatchObject({
      error: {
        name: "TimeoutError",
        outcome: "not-sent",
        message: expect.stringContaining("deleteThing got no complete response within 60000 ms; nothing was sent"),
      },
    });
    expect(fetch.requests).toEqual([]);
  });
});
