import { jsonResponse } from "@keywright/tool-testing";
import { describe, expect, it } from "vitest";
import type { Operation } from "../src/client.ts";
import { ApiError, type ClientEvent, type ClientOptions } from "../src/index.ts";
import { fakeClock } from "./fake-clock.ts";
import { bodyOf, callOf, caught, countedSignal, createThing, getText, getThing } from "./support.ts";

type Answer = () => Response | Promise<Response>;

/** What comes of a call whose requests are all answered alike. */
async function failing(operation: Operation, answer: Answer, options: Partial<ClientOptions> = {}) {
  const clock = fakeClock();
  const waits: number[] = [];
  let requests = 0;
  const fetch = async (): Promise<Response> => {
    requests += 1;
    return answer();
  };
  const onEvent = (event: ClientEvent): void => void (event.type === "retry" && waits.push(event.delayMs));
  const call = callOf(operation, { fetch, clock, onEvent, ...options });
  const error = (await clock.finish(caught(call(operation.pathParameters === undefined ? { body: {} } : { thingId: "a" })))) as Record<string, unknown>;
  return { error, requests, waits, timers: clock.timers };
}

const status =
  (code: number, headers: { readonly [name: string]: string } = {}): Answer =>
  () =>
    new Response(code === 304 ? null : "{}", { status: code, headers: { "content-type": "application/json", ...headers } });
const broken =
  (code: string): Answer =>
  () =>
    Promise.reject(new TypeError("fetch failed", { cause: Object.assign(new Error("broken"), { code }) }));
const body =
  (text: string, headers: { readonly [name: string]: string } = {}): Answer =>
  () =>
    new Response(text, { headers: { "content-type": "application/json", ...headers } });
const never: Answer = () => new Promise(() => {});

describe("a call is sent again", () => {
  it("after 408, 429, 500, 502, 503 and 504 of a read, after 429 of a write, with an idempotency key like a read, and after no other status from 300 to 599", async () => {
    const repeated: Record<string, number[]> = { safe: [], never: [], "with-key": [] };
    const keyed: Operation = { ...createThing, retry: "with-key", idempotencyKey: "Idempotency-Key" };
    for (let code = 300; code < 600; code += 1) {
      for (const operation of [getThing, createThing, keyed]) {
        const { requests, error } = await failing(operation, status(code));
        expect([code, requests, error["attempts"]]).toEqual([code, requests, requests]);
        if (requests > 1) repeated[operation.retry]?.push(code);
      }
    }
    expect(repeated).toEqual({ safe: [408, 429, 500, 502, 503, 504], never: [429], "with-key": [408, 429, 500, 502, 503, 504] });
  });

  const rows: readonly (readonly [string, Answer, object, object])[] = [
    [
      "a refused connection",
      broken("ECONNREFUSED"),
      { code: "connection-failed", attempts: 3, stopReason: "attempts-used" },
      { code: "connection-failed", outcome: "not-sent", attempts: 3, stopReason: "attempts-used" },
    ],
    [
      "a name that does not resolve now",
      broken("EAI_AGAIN"),
      { attempts: 3, stopReason: "attempts-used" },
      { outcome: "not-sent", attempts: 3, stopReason: "attempts-used" },
    ],
    [
      "a name that does not resolve",
      broken("ENOTFOUND"),
      { attempts: 3, stopReason: "attempts-used" },
      { outcome: "not-sent", attempts: 3, stopReason: "attempts-used" },
    ],
    [
      "a connection that was not made in time",
      broken("UND_ERR_CONNECT_TIMEOUT"),
      { attempts: 3, stopReason: "attempts-used" },
      { outcome: "not-sent", attempts: 3, stopReason: "attempts-used" },
    ],
    [
      "a reset connection",
      broken("ECONNRESET"),
      { code: "connection-failed", attempts: 3, stopReason: "attempts-used" },
      { code: "connection-failed", outcome: "unknown", attempts: 1, stopReason: "write" },
    ],
    ["a closed connection", broken("UND_ERR_SOCKET"), { attempts: 3, stopReason: "attempts-used" }, { outcome: "unknown", attempts: 1, stopReason: "write" }],
    ["a network that went away", broken("ENETUNREACH"), { attempts: 3, stopReason: "attempts-used" }, { outcome: "unknown", attempts: 1, stopReason: "write" }],
    [
      "an answer that is no HTTP",
      broken("HPE_INVALID_CONSTANT"),
      { attempts: 3, stopReason: "attempts-used" },
      { outcome: "unknown", attempts: 1, stopReason: "write" },
    ],
    [
      "a failure without a code",
      () => Promise.reject(new TypeError("Failed to fetch")),
      { attempts: 3, stopReason: "attempts-used" },
      { outcome: "unknown", attempts: 1, stopReason: "write" },
    ],
    [
      "a certificate that is not trusted",
      broken("CERT_HAS_EXPIRED"),
      { code: "untrusted-connection", attempts: 1, stopReason: "not-retryable" },
      { code: "untrusted-connection", attempts: 1, stopReason: "not-retryable" },
    ],
    [
      "no answer in time",
      never,
      { code: "timeout", attempts: 3, stopReason: "attempts-used" },
      { code: "timeout", outcome: "unknown", attempts: 1, stopReason: "write" },
    ],
  ];
  it.each(rows)("or not, after %s", async (_what, answer, ofRead, ofWrite) => {
    expect((await failing(getThing, answer)).error).toMatchObject(ofRead);
    expect((await failing(createThing, answer)).error).toMatchObject(ofWrite);
  });

  it.each([
    [
      "is cut off",
      () => new Response(bodyOf(['{"a":'], new TypeError("terminated")), { headers: { "content-type": "application/json" } }),
      "truncated-response",
      3,
    ],
    ["ends before its announced length", body("{}", { "content-length": "10" }), "truncated-response", 3],
    ["ends in the middle of its JSON", body('{"a":[1,2'), "truncated-response", 3],
    ["is empty", body(""), "truncated-response", 3],
    ["is not JSON", body("{a}"), "malformed-response", 3],
    ["is not UTF-8", () => new Response(new Uint8Array([0x22, 0xff, 0x22]), { headers: { "content-type": "application/json" } }), "malformed-response", 3],
    ["is a page in place of data", body("<html>", { "content-type": "text/html" }), "unexpected-content", 1],
    ["is too large", body(`"${"a".repeat(200)}"`), "response-too-large", 1],
  ] as const)("or not, after a success whose body %s: of a read alone", async (_what, answer, code, attempts) => {
    const ofRead = await failing(getThing, answer, { maxResponseBytes: 100 });
    expect(ofRead.error).toMatchObject({ name: "InvalidResponseError", code, attempts, stopReason: attempts === 1 ? "not-retryable" : "attempts-used" });
    expect(ofRead.requests).toBe(attempts);
    const ofWrite = await failing(createThing, answer, { maxResponseBytes: 100 });
    expect(ofWrite.error).toMatchObject({ code, attempts: 1, stopReason: attempts === 1 ? "not-retryable" : "write" });
    expect(ofWrite.requests).toBe(1);
  });

  it("with the same request each time, body included", async () => {
    const seen: unknown[] = [];
    const clock = fakeClock();
    const fetch = async (url: string, { signal: _signal, ...init }: RequestInit): Promise<Response> => {
      seen.push({ url, ...init });
      return jsonResponse(seen.length < 3 ? 429 : 200, { seen: seen.length });
    };
    expect(await clock.finish(callOf(createThing, { fetch, clock })({ body: { name: "a" } }))).toEqual({ seen: 3 });
    expect(seen[0]).toMatchObject({ method: "POST", body: '{"name":"a"}' });
    expect(seen).toEqual([seen[0], seen[0], seen[0]]);
  });

  it("until it succeeds, which tells nothing of the failures before", async () => {
    const clock = fakeClock();
    const answers = [status(503), broken("ECONNRESET"), status(200)];
    const call = callOf(getThing, { fetch: async () => (answers.shift() as Answer)(), clock });
    expect(await clock.finish(call({ thingId: "a" }))).toEqual({});
    expect([answers.length, clock.timers]).toEqual([0, 0]);
  });
});

describe("what a caller asks for", () => {
  it.each([
    ["never, by the client", { retry: false }, undefined, 503, 1, "attempts-used"],
    ["never, by the call", {}, { retry: false }, 503, 1, "attempts-used"],
    ["never, by the call over the client", { retry: { maxRetries: 5 } }, { retry: false }, 503, 1, "attempts-used"],
    ["by the call over a client that says never", { retry: false }, { retry: {} }, 503, 3, "attempts-used"],
    ["five times, by the client", { retry: { maxRetries: 5 } }, undefined, 503, 6, "attempts-used"],
    ["no times", { retry: { maxRetries: 0 } }, undefined, 503, 1, "attempts-used"],
    ["once, by the call over the client", { retry: { maxRetries: 5 } }, { retry: { maxRetries: 1 } }, 503, 2, "attempts-used"],
    ["as the client says, where the call says something else", { retry: { maxRetries: 4 } }, { retry: { statuses: [404] } }, 404, 5, "attempts-used"],
    ["after 404 and 409 alone, which leaves 410", {}, { retry: { statuses: [404, 409] } }, 410, 1, "not-retryable"],
    ["after 409", { retry: { statuses: [409] } }, undefined, 409, 3, "attempts-used"],
  ] as const)("is done: %s", async (_what, ofClient, ofCall, code, requests, stopReason) => {
    const clock = fakeClock();
    let count = 0;
    const fetch = async (): Promise<Response> => {
      count += 1;
      return status(code)() as Response;
    };
    const error = await clock.finish(caught(callOf(getThing, { fetch, clock, ...ofClient })({ thingId: "a" }, ofCall)));
    expect(error).toMatchObject({ status: code, attempts: requests, stopReason });
    expect(count).toBe(requests);
  });

  it.each([
    ["after 404 or 409, where it names them", { statuses: [404, 409] }, 409, 3, "attempts-used"],
    ["but not after 500, which it did not name", { statuses: [404, 409] }, 500, 1, "write"],
    ["not after 500 though it names it: the service may have done it", { statuses: [500] }, 500, 1, "write"],
    ["after 500, where it names it and says that a write may happen twice", { statuses: [500], repeatWrites: true }, 500, 3, "attempts-used"],
    ["as a read, where it says so", { repeatWrites: true }, 503, 3, "attempts-used"],
    ["as a read, which does not repeat 409 either", { repeatWrites: true }, 409, 1, "not-retryable"],
  ] as const)("of a write is done: %s", async (_what, retry, code, requests, stopReason) => {
    const { error, ...seen } = await failing(createThing, status(code), { retry });
    expect(error).toMatchObject({ status: code, attempts: requests, stopReason });
    expect(seen.requests).toBe(requests);
  });

  it("of a write as a read is done after a connection that broke, too", async () => {
    expect((await failing(createThing, broken("ECONNRESET"), { retry: { repeatWrites: true } })).requests).toBe(3);
    expect((await failing(createThing, never, { retry: { repeatWrites: true } })).requests).toBe(3);
    expect((await failing(createThing, broken("CERT_HAS_EXPIRED"), { retry: { repeatWrites: true } })).requests).toBe(1);
  });
});

describe("what a failed write says", () => {
  const inTurn = (...answers: Answer[]): Answer => {
    let place = 0;
    return () => (answers[place++] as Answer)();
  };

  it("is that the service may have acted, if it may have on an earlier attempt", async () => {
    const repeated = { retry: { repeatWrites: true, maxRetries: 1 } };
    const { error } = await failing(createThing, inTurn(broken("ECONNRESET"), broken("ECONNREFUSED")), repeated);
    expect(error).toMatchObject({ outcome: "unknown", attempts: 2 });
    expect(error["message"]).toContain("the service may have acted");
  });

  it("is that nothing was sent, if no attempt was", async () => {
    const { error } = await failing(createThing, inTurn(broken("ECONNREFUSED"), status(429), broken("ECONNREFUSED")), { retry: { repeatWrites: true } });
    expect(error).toMatchObject({ outcome: "not-sent", attempts: 3 });
  });
});

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
  ])("is what the service asks for in Retry-After: %s", async (_what, value, waits) => {
    const seen = await failing(getThing, status(503, { "retry-after": value }), { retry: { maxDelayMs: 20_000 } });
    expect(seen.waits).toEqual(waits);
    expect(seen.requests).toBe(3);
  });

  it.each([
    [getThing, "21", 21_000],
    [createThing, "21", 21_000],
    [getThing, "315360000", 315_360_000_000],
    [getThing, "Mon, 02 Mar 2026 08:00:21 GMT", 21_000],
    [getThing, "Fri, 02 Mar 2035 08:00:00 GMT", Date.UTC(2035, 2, 2, 8) - Date.UTC(2026, 2, 2, 8)],
  ])("is not made by %s where the service asks for %s, longer than maxDelayMs: the error says how long", async (operation, value, retryAfterMs) => {
    const { error, requests, waits } = await failing(operation, status(429, { "retry-after": value }), { retry: { maxDelayMs: 20_000 } });
    expect(error).toMatchObject({ name: "ApiError", status: 429, retryAfterMs, attempts: 1, stopReason: "retry-after-too-long" });
    expect([requests, waits]).toEqual([1, []]);
  });

  it("is 30 s at the most where nothing is said", async () => {
    expect((await failing(getThing, status(503, { "retry-after": "30" }), { totalTimeoutMs: Infinity })).waits).toEqual([30_000, 30_000]);
    expect((await failing(getThing, status(503, { "retry-after": "31" }))).error).toMatchObject({
      retryAfterMs: 31_000,
      attempts: 1,
      stopReason: "retry-after-too-long",
    });
  });

  it("is not made where it would end at or after totalTimeoutMs, and no time passes", async () => {
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

  it("is not made in the moment that is left where the timer of the call's deadline fires early, as those of platforms do", async () => {
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

describe("a caller who gives up during the wait", () => {
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

  it("gets the platform's own error where no reason is given", async () => {
    const clock = fakeClock();
    const controller = new AbortController();
    const rejected = caught(callOf(getThing, { fetch: async () => jsonResponse(503, {}), clock })({ thingId: "a" }, { signal: controller.signal }));
    await clock.advance(10);
    controller.abort();
    expect(await rejected).toBe(controller.signal.reason);
    expect(await rejected).toMatchObject({ name: "AbortError" });
  });

  it("as the answer comes in gets the own reason, not the failure", async () => {
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

describe("the error of a call tells how often it was sent and why not again:", () => {
  it.each([
    ["ApiError", getThing, status(404), { attempts: 1, stopReason: "not-retryable" }],
    ["ApiError", getThing, status(302, { location: "https://elsewhere.example" }), { attempts: 1, stopReason: "not-retryable" }],
    ["ApiError", createThing, status(500), { attempts: 1, stopReason: "write" }],
    ["ConnectionError", getThing, broken("ECONNRESET"), { attempts: 3, stopReason: "attempts-used" }],
    ["TimeoutError", getThing, never, { attempts: 3, stopReason: "attempts-used" }],
    ["InvalidResponseError", getThing, body("{a}"), { attempts: 3, stopReason: "attempts-used" }],
  ])("%s of %s", async (name, operation, answer, told) => {
    expect((await failing(operation, answer)).error).toMatchObject({ name, ...told });
  });

  it.each([
    ["TokenError", { token: "a b" }, "invalid-token"],
    ["TokenError", { token: () => Promise.reject(new Error("no token today")) }, "invalid-token"],
    ["ConfigurationError", { token: undefined }, "missing-token"],
  ] as const)("%s, of which nothing was sent: neither", async (name, options, code) => {
    const { error, requests } = await failing(getThing, status(200), options as Partial<ClientOptions>);
    expect(error).toMatchObject({ name, code });
    expect(Object.keys(error)).not.toEqual(expect.arrayContaining(["attempts"]));
    expect(Object.keys(error)).not.toEqual(expect.arrayContaining(["stopReason"]));
    expect(requests).toBe(0);
  });

  it("in members that show in a log", async () => {
    const { error } = await failing(getThing, status(503));
    expect(error).toBeInstanceOf(ApiError);
    expect(JSON.parse(JSON.stringify(error))).toEqual({ code: "api-error", operationId: "getThing", status: 503, attempts: 3, stopReason: "attempts-used" });
  });

  it("for an operation that anybody may call as for any other", async () => {
    const clock = fakeClock();
    expect(await clock.finish(caught(callOf(getText, { fetch: async () => new Response("busy", { status: 503 }), clock })()))).toMatchObject({
      status: 503,
      attempts: 3,
      stopReason: "attempts-used",
    });
  });

  it("takes no status 0 for the failure of a connection", async () => {
    let sent = 0;
    const fetch = async (): Promise<Response> => {
      sent += 1;
      throw Object.assign(new TypeError("fetch failed"), { cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }) });
    };
    await expect(callOf(createThing, { fetch, retry: { statuses: [0] } })({ body: {} })).rejects.toMatchObject({ stopReason: "write", attempts: 1 });
    expect(sent).toBe(1);
  });
});
