import { jsonResponse } from "@keywright/tool-test-kit/testing";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import type { Operation } from "../../../src/client.ts";
import type { BinaryContent, ClientOptions, Cancellation, Transport, HttpRequest, UnreadResponse } from "../../../src/index.ts";
import { callOf, caught, createThing, deleteThing, getContent, getText, getThing, bodyOf, rawOf } from "../../support.ts";
import { bodyOf as readerOf, fetchTransport } from "../../../src/lib/call/stages/exchange.ts";
import { fakeClock, turn } from "../../fake-clock.ts";

async function readBefore(): Promise<Response> {
  const response = jsonResponse(200, {});
  await response.text();
  return response;
}

describe("one request over the wire", () => {
  it("goes out with what was built, and nothing else, and follows no redirect", async () => {
    const seen: unknown[] = [];
    const fetch: ClientOptions["fetch"] = async (url, { signal, ...init }) => {
      seen.push(url, init, signal?.aborted);
      return jsonResponse(200, {});
    };
    await callOf(createThing, { fetch })({ body: { a: 1 } });
    expect(seen).toEqual([
      "https://service.example.com/v1/things",
      {
        method: "POST",
        headers: { accept: "application/json, application/problem+json", authorization: "Bearer token-1", "content-type": "application/json" },
        body: '{"a":1}',
        redirect: "manual",
      },
      false,
    ]);
  });

  it.each([
    ["JSON as a value", getThing, () => jsonResponse(200, [1, "a"]), [1, "a"]],
    ["text as a text", getText, () => new Response("[1]"), "[1]"],
    ["nothing as undefined", deleteThing, () => new Response(null, { status: 204 }), undefined],
    ["another success than the contract's, too", getThing, () => jsonResponse(206, { a: 1 }), { a: 1 }],
  ] as const)("returns %s", async (_what, operation, answer, value) => {
    expect(await callOf(operation, { fetch: async () => answer() })(operation === getText ? undefined : { thingId: "a" })).toEqual(value);
  });

  it.each([
    ["nothing", () => undefined],
    ["an object that is like a Response", () => ({ ok: true, status: 200, json: async () => ({}) })],
    ["a Response that was read before", () => readBefore()],
  ])("of a fetch that returned %s throws an error that says what it must return", async (_what, answer) => {
    const fetch = (async () => answer()) as unknown as NonNullable<ClientOptions["fetch"]>;
    expect(await caught(callOf(getThing, { fetch, retry: false })({ thingId: "a" }))).toMatchObject({
      name: "ConnectionError",
      message: "getThing got no response from https://service.example.com (fetch must return a new Response each time)",
    });
  });

  it("returns bytes that are read later", async () => {
    const content = (await callOf(getContent, { fetch: async () => new Response("abc") })({ thingId: "a" })) as BinaryContent;
    expect(Object.keys(content)).toEqual(["mediaType", "sizeBytes", "stream", "consume", "bytes"]);
  });

  it("returns a response that prints without its secrets", async () => {
    const operation: Operation = { ...getThing, secrets: { response: { password: true } } };
    const value = await callOf(operation, { fetch: async () => jsonResponse(200, { password: "sentinel" }) })({ thingId: "a" });
    expect([inspect(value), value]).toEqual(["{ password: '[secret]' }", { password: "sentinel" }]);
  });

  it.each([
    ["rejects", () => Promise.reject(new TypeError("Failed to fetch"))],
    [
      "throws",
      () => {
        throw new TypeError("Failed to fetch");
      },
    ],
  ])("that a fetch %s is a connection that failed", async (_what, fetch) => {
    expect(await caught(callOf(createThing, { fetch: fetch as ClientOptions["fetch"] & object })({ body: {} }))).toMatchObject({
      name: "ConnectionError",
      code: "connection-failed",
      outcome: "unknown",
      attempts: 1,
      message: "createThing got no response from https://service.example.com (Failed to fetch); the service may have acted",
    });
  });
});

describe("a kept connection that the other end had closed", () => {
  const closed = (bytesRead: number, message = "other side closed"): Error =>
    new TypeError("fetch failed", { cause: Object.assign(new Error(message), { code: "UND_ERR_SOCKET", socket: { bytesRead } }) });

  /** A fetch that fails with the errors, one after the other, and then answers. */
  function failing(...errors: readonly Error[]): { readonly fetch: ClientOptions["fetch"] & object; readonly asked: () => number } {
    let asked = 0;
    const fetch = async (): Promise<Response> => {
      const error = errors[asked++];
      if (error !== undefined) throw error;
      return jsonResponse(200, { a: 1 });
    };
    return { fetch, asked: () => asked };
  }

  it("costs a read none of its retries", async () => {
    const { fetch, asked } = failing(closed(120));
    expect(await callOf(getThing, { fetch, retry: false })({ thingId: "a" })).toEqual({ a: 1 });
    expect(asked()).toBe(2);
  });

  it.each([
    ["of a write, which may have happened", createThing, { body: {} }, [closed(120)], 1],
    ["that was new", getThing, { thingId: "a" }, [closed(0)], 1],
    ["that was closed here, after an answer that is none", getThing, { thingId: "a" }, [closed(120, "bad upgrade")], 1],
    ["twice in a row", getThing, { thingId: "a" }, [closed(120), closed(120)], 2],
  ] as const)("is an error %s", async (_what, operation, input, errors, sent) => {
    const { fetch, asked } = failing(...errors);
    expect(await caught(callOf(operation, { fetch, retry: false })(input))).toMatchObject({ code: "connection-failed", outcome: "unknown", attempts: sent });
    expect(asked()).toBe(sent);
  });
});

const json = { "content-type": "application/json" };

/** A transport that answers from memory, and tells what was asked of it. */
function memory(
  pieces: readonly (string | Error)[],
  { status = 200, headers = json as { readonly [name: string]: string }, showsFraming = true } = {},
): {
  readonly transport: Transport;
  readonly requests: readonly HttpRequest[];
  readonly reads: () => number;
  readonly cancelled: readonly unknown[];
} {
  const requests: HttpRequest[] = [];
  const cancelled: unknown[] = [];
  const seen = { reads: 0 };
  const transport: Transport = async (request) => {
    requests.push(request);
    const left = [...pieces];
    const cancel = async (reason?: unknown): Promise<void> => void cancelled.push(reason);
    return {
      status,
      ...(showsFraming ? {} : { type: "default" }),
      headers: new Headers(headers),
      body: {
        getReader: () => ({
          async read() {
            seen.reads += 1;
            const piece = left.shift();
            if (piece instanceof Error) throw piece;
            return piece === undefined ? { done: true } : { done: false, value: new TextEncoder().encode(piece) };
          },
          cancel,
        }),
        cancel,
      },
    };
  };
  return { transport, requests, reads: () => seen.reads, cancelled };
}

describe("a transport in place of fetch", () => {
  it("gets the signed request, and its response is decoded like any other", async () => {
    const { transport, requests } = memory(['{"a":', '"é"}']);
    expect(await callOf(createThing, { transport })({ body: { b: 1 } })).toEqual({ a: "é" });
    expect(requests).toEqual([
      {
        url: "https://service.example.com/v1/things",
        method: "POST",
        headers: { accept: "application/json, application/problem+json", authorization: "Bearer token-1", "content-type": "application/json" },
        body: '{"b":1}',
      },
    ]);
  });

  it("passes its headers on as they are", async () => {
    const { transport } = memory(["{}"], { headers: { ...json, "x-a": "b" } });
    const response = await rawOf(getThing, { transport })({ thingId: "a" });
    expect(response.headers.get("x-a")).toBe("b");
    expect(response.headers.has("x-c")).toBe(false);
  });

  it.each([
    ["a refusal", memory(['{"detail":"not here"}'], { status: 404 }), { name: "ApiError", status: 404, body: { detail: "not here" } }],
    ["a cut", memory(["{", new Error("reset")]), { code: "truncated-response", message: expect.stringContaining("was cut off after 1 bytes") }],
    ["a short body", memory(["{}"], { headers: { ...json, "content-length": "9" } }), { code: "truncated-response" }],
    ["another type", memory(["<p>"], { headers: { "content-type": "text/html" } }), { code: "unexpected-content", excerpt: "<p>" }],
    ["invalid JSON", memory(["{]}"]), { code: "malformed-response" }],
  ] as const)("has %s judged by the same rules", async (_what, { transport }, expected) => {
    expect(await caught(callOf(getThing, { transport, retry: false })({ thingId: "a" }))).toMatchObject(expected);
  });

  it("that rejects says by its code whether anything was sent", async () => {
    const transport: Transport = () => Promise.reject(Object.assign(new Error("no"), { code: "ECONNREFUSED" }));
    expect(await caught(callOf(createThing, { transport, retry: false })({ body: {} }))).toMatchObject({ name: "ConnectionError", outcome: "not-sent" });
  });

  it("is not read past the limit, nor at all if more is announced, and the rest is canceled", async () => {
    const long = memory(["123456", "789012", "3"]);
    expect(await caught(callOf(getThing, { transport: long.transport, maxResponseBytes: 10 })({ thingId: "a" }))).toMatchObject({ code: "response-too-large" });
    expect([long.reads(), long.cancelled.length]).toEqual([2, 1]);
    const announced = memory(["1"], { headers: { ...json, "content-length": "11" } });
    expect(await caught(callOf(getThing, { transport: announced.transport, maxResponseBytes: 10 })({ thingId: "a" }))).toMatchObject({
      code: "response-too-large",
    });
    expect([announced.reads(), announced.cancelled.length]).toEqual([0, 1]);
  });

  it("is read no further than the length that it announces on the wire", async () => {
    const { transport, reads } = memory(["{}", "never"], { headers: { ...json, "content-length": "2" } });
    expect(await callOf(getThing, { transport })({ thingId: "a" })).toEqual({});
    expect(reads()).toBe(1);
  });

  it("is read to its end if the length may be that of a compressed body", async () => {
    const { transport } = memory(["{}", "  "], { headers: { ...json, "content-length": "2" }, showsFraming: false });
    expect(await callOf(getThing, { transport })({ thingId: "a" })).toEqual({});
    const encoded = memory(["{", "}"], { headers: { ...json, "content-length": "1", "content-encoding": "gzip" } });
    expect(await callOf(getThing, { transport: encoded.transport })({ thingId: "a" })).toEqual({});
  });

  it.each([
    [true, {}, "truncated-response"],
    [true, { "transfer-encoding": "chunked" }, undefined],
    [false, {}, undefined],
  ] as const)("returns bytes whose end is believed or not: framing shown %s, headers %j", async (showsFraming, headers, code) => {
    const { transport } = memory(["abc"], { headers, showsFraming });
    const content = (await callOf(getContent, { transport })({ thingId: "a" })) as BinaryContent;
    const ended = await content.bytes().then(
      (bytes) => bytes.length,
      (error: { readonly code: string }) => error.code,
    );
    expect(ended).toBe(code ?? 3);
  });
});

describe("a transport learns that no one waits", () => {
  it("by a callback, by a signal, and late listeners at once", async () => {
    const clock = fakeClock();
    const told: unknown[] = [];
    let given: Cancellation | undefined;
    const transport: Transport = (_request, cancellation) => {
      given = cancellation;
      cancellation.onCancel((reason) => told.push(reason));
      return new Promise<UnreadResponse>(() => {});
    };
    const rejected = caught(callOf(getThing, { transport, clock, timeoutMs: 1000, retry: false })({ thingId: "a" }));
    await turn();
    const signal = given?.signal();
    await clock.advance(1000);
    const error = await rejected;
    given?.onCancel((reason) => told.push(reason));
    expect([told, signal?.reason, given?.signal() === signal]).toEqual([[error, error], error, true]);
  });

  it("by the cancel of a response that came too late", async () => {
    const clock = fakeClock();
    const { transport, cancelled } = memory(["{}"]);
    const late: Transport = async (request, cancellation) => {
      await new Promise<void>((resolve) => void clock.after(2000, resolve));
      return transport(request, cancellation);
    };
    const rejected = caught(callOf(getThing, { transport: late, clock, timeoutMs: 1000, retry: false })({ thingId: "a" }));
    await clock.advance(3000);
    expect(await rejected).toMatchObject({ code: "timeout" });
    expect(cancelled).toEqual([await rejected]);
  });

  it("and has no signal if nothing can end it", async () => {
    const seen: unknown[] = [];
    const { transport } = memory(["{}"]);
    const watch: Transport = (request, cancellation) => {
      seen.push(cancellation.signal());
      return transport(request, cancellation);
    };
    const method = callOf(getThing, { transport: watch, timeoutMs: Infinity, totalTimeoutMs: Infinity });
    await method({ thingId: "a" });
    await method({ thingId: "a" }, { signal: new AbortController().signal });
    expect(seen).toEqual([undefined, expect.any(AbortSignal)]);
  });
});

describe("a transport of a user", () => {
  it("may cancel a body without a promise", async () => {
    const transport = (async () => ({ status: 204, headers: new Headers(), body: { getReader: () => ({}), cancel: () => {} } })) as unknown as Transport;
    expect(await callOf({ ...getThing, response: { status: 204, type: "none" } }, { transport })({ thingId: "a" })).toBeUndefined();
    await turn();
  });

  it("is believed to show what it received if it sets no type", async () => {
    const bytes = [{ done: false, value: new Uint8Array(3) }, { done: true }];
    const transport: Transport = async () => ({
      status: 200,
      headers: new Headers({ "content-type": "application/octet-stream" }),
      body: { getReader: () => ({ read: async () => bytes.shift() ?? { done: true }, cancel: async () => {} }), cancel: async () => {} },
    });
    const content = (await callOf(getContent, { transport })({ thingId: "a" })) as BinaryContent;
    expect(await caught(content.bytes())).toMatchObject({ code: "truncated-response" });
  });
});

describe("the transport of a fetch", () => {
  const never: Cancellation = { signal: () => undefined, onCancel: () => {} };
  const request: HttpRequest = { url: "https://service.example.com/", method: "GET", headers: {}, body: undefined };

  it("passes no signal if there is none", async () => {
    const seen: unknown[] = [];
    await fetchTransport(async (...given) => {
      seen.push(...given);
      return new Response();
    })(request, never);
    expect(seen).toEqual(["https://service.example.com/", { method: "GET", headers: {}, body: null, redirect: "manual" }]);
  });

  it("yields the pieces of a body, and nothing of an empty one", async () => {
    const whole = readerOf(await fetchTransport(async () => new Response(bodyOf(["a", "b"])))(request, never));
    const values = [await whole.read(), await whole.read(), await whole.read()].map(({ value }) => value);
    expect(values).toEqual([new Uint8Array([97]), new Uint8Array([98]), undefined]);
    const empty = await fetchTransport(async () => new Response(null, { status: 204 }))(request, never);
    expect([empty.status, (await readerOf(empty).read()).value]).toEqual([204, undefined]);
  });

  it("cancels a body before and while it is read, and never throws", async () => {
    const reasons: unknown[] = [];
    const body = (): ReadableStream<Uint8Array> =>
      new ReadableStream({ pull: () => new Promise(() => {}), cancel: (reason) => void reasons.push(reason) }, { highWaterMark: 0 });
    const before = readerOf(await fetchTransport(async () => new Response(body()))(request, never));
    await before.cancel("one");
    await before.cancel("again");
    const during = readerOf(await fetchTransport(async () => new Response(body()))(request, never));
    const reading = during.read();
    await during.cancel("two");
    expect((await reading).value).toBeUndefined();
    const broken = readerOf(await fetchTransport(async () => new Response(bodyOf([], new Error("reset"))))(request, never));
    await caught(broken.read());
    await broken.cancel();
    await turn();
    expect(reasons).toEqual(["one", "two"]);
  });
});
