import { jsonResponse } from "@keywright/tool-testing";
import { describe, expect, it } from "vitest";
import type { CallOptions, ClientEvent, ClientOptions, Operation } from "../src/index.ts";
import { type FakeClock, fakeClock, turn } from "./fake-clock.ts";
import { bodyOf, callOf, caught, countedSignal, createThing, deleteThing, getContent, getText, getThing } from "./support.ts";

const json = { "content-type": "application/json" };

/** A `fetch` that never answers, and ends when its signal fires. */
const listening = (_url: string, { signal }: RequestInit): Promise<Response> =>
  new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(new DOMException("This operation was aborted", "AbortError"))));

/** A `fetch` that never answers, whatever happens. */
const deaf = (): Promise<Response> => new Promise(() => {});

/** What came of something, and when; nothing as long as it goes on. */
function watch(clock: FakeClock, work: Promise<unknown>): { readonly ended: { error: unknown; at: number } | undefined } {
  const begin = clock.now();
  const seen: { ended: { error: unknown; at: number } | undefined } = { ended: undefined };
  caught(work).then(
    (error) => void (seen.ended = { error, at: clock.now() - begin }),
    () => {},
  );
  return seen;
}

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
        message: "getThing got no whole answer within 1000 ms: raise timeoutMs if the service needs longer",
        timeoutMs: 1000,
        outcome: "unknown",
        operationId: "getThing",
        attempts: 1,
      },
    });
    expect(clock.timers).toBe(0);
  });

  it("ends after 15 s where nothing is said", async () => {
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
  it.each(bodies)("ends after timeoutMs where the body %s stalls", async (_what, operation, answer) => {
    const clock = fakeClock();
    const call = callOf(operation, { fetch: async () => answer(), clock, timeoutMs: 1000, ...once });
    const seen = watch(clock, operation === getText ? call() : call({ thingId: "a" }));
    await clock.advance(999);
    expect(seen.ended).toBeUndefined();
    await clock.advance(1);
    expect(seen.ended).toMatchObject({ at: 1000, error: { code: "timeout", timeoutMs: 1000 } });
    expect(clock.timers).toBe(0);
  });

  it("ends after timeoutMs where the body comes in drops, and gives up the rest", async () => {
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

  it("begins anew with each repetition", async () => {
    const clock = fakeClock();
    const seen = watch(clock, callOf(getThing, { fetch: deaf, clock, timeoutMs: 1000 })({ thingId: "a" }));
    await clock.advance(10_000);
    expect(seen.ended).toMatchObject({ at: 1000 + 50 + 1000 + 100 + 1000, error: { code: "timeout", timeoutMs: 1000, attempts: 3 } });
  });

  it("whose fetch answers or fails late changes nothing", async () => {
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

  it("may take as long as it wants where timeoutMs is Infinity", async () => {
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
        message: "getThing got no whole answer within 1500 ms: raise totalTimeoutMs if the service needs longer",
      },
    });
    expect(clock.timers).toBe(0);
  });

  it("ends after 60 s where nothing is said", async () => {
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

const reasons: readonly (readonly [string, unknown])[] = [
  ["an error", new Error("enough")],
  ["a text", "enough"],
  ["a number", 0],
  ["false", false],
  ["null", null],
  ["an object", { why: "enough" }],
];

describe("a caller who gives up", () => {
  it.each(reasons)("before the call gets the own reason, %s, and nothing is done", async (_what, reason) => {
    const seen: string[] = [];
    const fetch = async (): Promise<Response> => {
      seen.push("fetch");
      return jsonResponse(200, {});
    };
    const token = (): string => {
      seen.push("token");
      return "token-2";
    };
    const { signal, abort, most } = countedSignal();
    abort(reason);
    const clock = fakeClock();
    const error = await caught(callOf(getThing, { fetch, clock, token, onEvent: (event: ClientEvent) => seen.push(event.type) })({ thingId: "a" }, { signal }));
    expect(error).toBe(reason);
    expect([seen, clock.timers, most()]).toEqual([["call-start", "call"], 0, 0]);
  });

  it.each(reasons)("while a request is under way gets the own reason at once, %s, and so does the fetch", async (_what, reason) => {
    for (const answer of [listening, deaf]) {
      const clock = fakeClock();
      const { signal, abort, listeners } = countedSignal();
      let given: AbortSignal | undefined;
      const fetch = (url: string, init: RequestInit): Promise<Response> => {
        given = init.signal as AbortSignal;
        return answer(url, init);
      };
      const seen = watch(clock, callOf(getThing, { fetch, clock })({ thingId: "a" }, { signal }));
      await clock.advance(100);
      expect([seen.ended, listeners(), clock.timers]).toEqual([undefined, 1, 1]);
      abort(reason);
      await turn();
      expect(seen.ended?.error).toBe(reason);
      expect(given?.reason).toBe(reason);
      expect([clock.timers, listeners()]).toEqual([0, 0]);
    }
  });

  it.each(["close", "stall"] as const)("while a body comes in gets the own reason (and then it would %s)", async (end) => {
    const clock = fakeClock();
    const { signal, abort } = countedSignal();
    const pieces = ["[1", ",2", ",3]"];
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const piece = pieces.shift();
          if (pieces.length === 1) abort("enough");
          if (piece !== undefined) controller.enqueue(new TextEncoder().encode(piece));
          else if (end === "close") controller.close();
          else await new Promise(() => {});
        },
      },
      { highWaterMark: 0 },
    );
    expect(
      await clock.finish(caught(callOf(getThing, { fetch: async () => new Response(body, { headers: json }), clock })({ thingId: "a" }, { signal }))),
    ).toBe("enough");
    expect(clock.timers).toBe(0);
  });

  it("while a token is waited for gets the own reason, and nothing is sent", async () => {
    const clock = fakeClock();
    const { signal, abort, listeners } = countedSignal();
    let requests = 0;
    const fetch = async (): Promise<Response> => {
      requests += 1;
      return deaf();
    };
    const seen = watch(clock, callOf(getThing, { fetch, clock, token: () => new Promise<string>(() => {}) })({ thingId: "a" }, { signal }));
    await clock.advance(100);
    abort("enough");
    await turn();
    expect(seen.ended).toEqual({ error: "enough", at: 100 });
    expect([requests, clock.timers, listeners()]).toEqual([0, 0, 0]);
  });

  it("as the token comes gets the own reason, and nothing is sent", async () => {
    const clock = fakeClock();
    const controller = new AbortController();
    const seen: string[] = [];
    const fetch = async (): Promise<Response> => {
      seen.push("fetch");
      return deaf();
    };
    const token = async (): Promise<string> => {
      controller.abort("enough");
      return "token-2";
    };
    const work = callOf(getThing, { fetch, clock, token, onEvent: ({ type }) => seen.push(type) })({ thingId: "a" }, { signal: controller.signal });
    expect(await clock.finish(caught(work))).toBe("enough");
    expect([seen, clock.timers]).toEqual([["call-start", "token-start", "token", "call"], 0]);
  });

  it("by the function that gives the token gets the own reason, and nothing is sent", async () => {
    const seen: string[] = [];
    const fetch = async (): Promise<Response> => {
      seen.push("fetch");
      return deaf();
    };
    for (const end of [() => "token-2", () => Promise.reject(new Error("no"))]) {
      const controller = new AbortController();
      const token = (): string | Promise<string> => {
        controller.abort("enough");
        return end();
      };
      expect(await caught(callOf(getThing, { fetch, token, onEvent: ({ type }) => seen.push(type) })({ thingId: "a" }, { signal: controller.signal }))).toBe(
        "enough",
      );
    }
    expect(seen).toEqual(["call-start", "call", "call-start", "token-start", "token", "call"]);
  });

  it("by a signal of the platform that ends with time gets that signal's own error", async () => {
    const signal = AbortSignal.timeout(1);
    const error = await caught(callOf(getThing, { fetch: deaf })({ thingId: "a" }, { signal }));
    expect(error).toBe(signal.reason);
    expect(error).toMatchObject({ name: "TimeoutError" });
    expect(error).not.toHaveProperty("code", "timeout");
  });
});

describe("nothing is left behind,", () => {
  const ends: readonly (readonly [string, Operation, ClientOptions["fetch"], CallOptions])[] = [
    ["a success", getThing, async () => jsonResponse(200, {}), {}],
    ["a success without a body", deleteThing, async () => new Response(null, { status: 204 }), {}],
    ["a refusal", getThing, async () => jsonResponse(404, {}), {}],
    ["a refusal whose body breaks", getThing, async () => new Response(bodyOf(["{"], new Error("reset")), { status: 500 }), {}],
    ["a connection that breaks", getThing, () => Promise.reject(new TypeError("fetch failed")), {}],
    [
      "a fetch that throws at once",
      getThing,
      (() => {
        throw new Error("no");
      }) as never,
      {},
    ],
    ["an answer that is cut off", getThing, async () => new Response(bodyOf(["{"], new Error("reset")), { headers: json }), {}],
    ["an answer that is too large", getThing, async () => new Response("{}", { headers: { ...json, "content-length": "999999999" } }), {}],
    ["a deadline", getThing, listening, { timeoutMs: 10 }],
    ["a deadline that the fetch does not hear", getThing, deaf, { timeoutMs: 10 }],
    ["the deadline of the call", getThing, deaf, { totalTimeoutMs: 10 }],
  ];
  it.each(ends)("no timer and no listener, after %s", async (_what, operation, fetch, options) => {
    const clock = fakeClock();
    const { signal, listeners, most } = countedSignal();
    await clock.finish(callOf(operation, { fetch: fetch as NonNullable<typeof fetch>, clock })({ thingId: "a" }, { signal, ...options }).catch(() => {}));
    expect([clock.timers, listeners()]).toEqual([0, 0]);
    expect(most()).toBe(1);
  });

  it("and a signal that fires later changes nothing", async () => {
    const clock = fakeClock();
    const { signal, abort } = countedSignal();
    let given: AbortSignal | undefined;
    const fetch = async (_url: string, init: RequestInit): Promise<Response> => {
      given = init.signal as AbortSignal;
      return jsonResponse(200, { a: 1 });
    };
    expect(await clock.finish(callOf(getThing, { fetch, clock })({ thingId: "a" }, { signal }))).toEqual({ a: 1 });
    abort("late");
    expect(given?.aborted).toBe(false);
  });

  it("and 1,000 calls at once that wait for one signal take one listener of it", async () => {
    const clock = fakeClock();
    const { signal, listeners, most } = countedSignal();
    const answers: (() => void)[] = [];
    const fetch = (): Promise<Response> => new Promise((resolve) => void answers.push(() => resolve(jsonResponse(200, {}))));
    const call = callOf(getThing, { fetch, clock });
    const work = Promise.all(Array.from({ length: 1000 }, (_, number) => call({ thingId: String(number) }, { signal })));
    await turn();
    expect([answers.length, listeners(), clock.timers]).toEqual([1000, 1, 1000]);
    for (const answer of answers) answer();
    expect((await work).length).toBe(1000);
    expect([listeners(), most(), clock.timers]).toEqual([0, 1, 0]);
  });

  it("and 1,000 calls at once are all ended by one signal", async () => {
    const clock = fakeClock();
    const { signal, abort, listeners, most } = countedSignal();
    const call = callOf(getThing, { fetch: deaf, clock });
    const all = Array.from({ length: 1000 }, (_, number) => caught(call({ thingId: String(number) }, { signal })));
    await turn();
    abort("enough");
    expect(new Set(await Promise.all(all))).toEqual(new Set(["enough"]));
    expect([listeners(), most(), clock.timers]).toEqual([0, 1, 0]);
  });
});

describe("an answer that comes when nobody waits any more", () => {
  it.each([
    ["a body of JSON", getThing],
    ["bytes", getContent],
  ])("is let go, so that its connection is free: %s", async (_what, operation) => {
    const clock = fakeClock();
    let answer: (response: Response) => void = () => {};
    let cancelled = 0;
    const fetch = (): Promise<Response> => new Promise((resolve) => (answer = resolve));
    const seen = watch(clock, callOf(operation, { fetch, clock, timeoutMs: 1000, ...once })({ thingId: "a" }));
    await clock.advance(1000);
    answer(new Response(new ReadableStream({ cancel: () => void (cancelled += 1) }), { headers: json }));
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
        message: "deleteThing got no token within 60000 ms: raise totalTimeoutMs if the service needs longer",
      },
    });
  });
});
