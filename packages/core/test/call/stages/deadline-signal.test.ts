import { jsonResponse } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import type { Operation } from "../../../src/client.ts";
import type { CallOptions, ClientEvent, ClientOptions } from "../../../src/index.ts";
import { deaf, listening, watch } from "./deadline-support.ts";
import { fakeClock, turn } from "../../fake-clock.ts";
import { bodyOf, callOf, caught, countedSignal, deleteThing, getThing } from "../../support.ts";

const json = { "content-type": "application/json" };

const reasons: readonly (readonly [string, unknown])[] = [
  ["an error", new Error("enough")],
  ["a text", "enough"],
  ["a number", 0],
  ["false", false],
  ["null", null],
  ["an object", { why: "enough" }],
];

describe("a caller who aborts", () => {
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

  it("by the function that returns the token gets the own reason, and nothing is sent", async () => {
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
