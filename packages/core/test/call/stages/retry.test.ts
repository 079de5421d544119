import { jsonResponse } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import type { Operation } from "../../../src/client.ts";
import { ApiError, type ClientOptions } from "../../../src/index.ts";
import { fakeClock } from "../../fake-clock.ts";
import { bodyOf, callOf, caught, createThing, getText, getThing } from "../../support.ts";
import { type Answer, failing, status, broken, body, never } from "./retry-support.ts";

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

  it("and has an unknown outcome if any attempt may have acted, also if the last one was not sent", async () => {
    const answers = [status(503), status(429), broken("ECONNREFUSED")];
    const { error, requests } = await failing(createThing, () => (answers.shift() ?? never)(), { retry: { repeatWrites: true } });
    expect(requests).toBe(3);
    expect(error).toMatchObject({ name: "ConnectionError", outcome: "unknown", attempts: 3 });
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

  it("until it succeeds, and the result has nothing of the failures before", async () => {
    const clock = fakeClock();
    const answers = [status(503), broken("ECONNRESET"), status(200)];
    const call = callOf(getThing, { fetch: async () => (answers.shift() as Answer)(), clock });
    expect(await clock.finish(call({ thingId: "a" }))).toEqual({});
    expect([answers.length, clock.timers]).toEqual([0, 0]);
  });
});

describe("an option of retry", () => {
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

describe("the error of a call says how often it was sent and why not again:", () => {
  it.each<[string, Operation, Answer, object]>([
    ["ApiError", getThing, status(404), { attempts: 1, stopReason: "not-retryable" }],
    ["ApiError", getThing, status(302, { location: "https://elsewhere.example" }), { attempts: 1, stopReason: "not-retryable" }],
    ...[500, 502, 503, 504].flatMap((code): [string, Operation, Answer, object][] => [
      ["ApiError", getThing, status(code), { status: code, attempts: 3, stopReason: "attempts-used" }],
      ["ApiError", createThing, status(code), { status: code, attempts: 1, stopReason: "write" }],
    ]),
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

  it("in properties that show in a log", async () => {
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
