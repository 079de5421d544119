import { describe, expect, it } from "vitest";
import { type BinaryContent, type CallOptions, type ClientOptions, InvalidResponseError } from "../../../src/index.ts";
import { type FakeClock, fakeClock, turn } from "../../fake-clock.ts";
import { bodyOf, callOf, caught, countedSignal, getContent } from "../../support.ts";
import { bytesOf, three, readAll } from "./binary-content-support.ts";

/** An answer as it comes from a network: with an address. */
function fromNetwork(body: ReadableStream<Uint8Array>, headers: { readonly [name: string]: string } = {}): Response {
  return Object.defineProperty(new Response(body, { headers }), "type", { value: "basic" });
}

async function contentOf(answer: Response, options: Partial<ClientOptions> = {}, callOptions: CallOptions = {}): Promise<BinaryContent> {
  return (await callOf(getContent, { fetch: async () => answer, ...options })({ thingId: "a" }, callOptions)) as BinaryContent;
}

describe("bytes", () => {
  it("come whole, and piece by piece, as they were sent", async () => {
    expect(await (await contentOf(new Response(bodyOf(three)))).bytes()).toEqual(bytesOf(1, 2, 3, 4, 5, 6));
    const pieces: Uint8Array[] = [];
    for await (const piece of (await contentOf(new Response(bodyOf(three)))).stream()) pieces.push(piece);
    expect(pieces).toEqual(three);
  });

  it("are read only on demand, one piece at a time", async () => {
    const seen: number[] = [];
    const body = new ReadableStream<Uint8Array>({ pull: (controller) => (seen.push(seen.length), controller.enqueue(bytesOf(0))) }, { highWaterMark: 0 });
    const content = await contentOf(new Response(body));
    const stream = content.stream();
    await turn();
    expect(seen.length).toBe(0);
    const reader = stream.getReader();
    await reader.read();
    await turn();
    expect(seen.length).toBe(1);
    await reader.cancel();
  });

  it("have the media type and size that the service announces", async () => {
    const { mediaType, sizeBytes } = await contentOf(new Response(bodyOf(three), { headers: { "content-type": "image/png", "content-length": "6" } }));
    expect([mediaType, sizeBytes]).toEqual(["image/png", 6]);
  });

  it("may be larger than the limit of other responses", async () => {
    const content = await contentOf(new Response(bodyOf(three), { headers: { "content-length": "6" } }), { maxResponseBytes: 3 });
    expect((await content.bytes()).length).toBe(6);
  });

  it("may be none", async () => {
    const content = await contentOf(new Response(null, { headers: { "content-length": "0" } }));
    expect([content.sizeBytes, await content.bytes()]).toEqual([0, new Uint8Array(0)]);
  });
});

describe("bytes that end early are never returned as if they were whole:", () => {
  const size = { "content-length": "6" };

  it.each(Array.from({ length: 6 }, (_, count) => count))("%d of 6 by an early end", async (count) => {
    const cut = (): Response => new Response(bodyOf([bytesOf(1, 2, 3, 4, 5, 6).subarray(0, count)].filter((piece) => piece.length > 0)), { headers: size });
    const message = `getContent: the response with status 200 ended after ${count} of 6 bytes`;
    expect(await caught((await contentOf(cut(), { retry: false })).bytes())).toMatchObject({
      name: "InvalidResponseError",
      code: "truncated-response",
      message,
      status: 200,
      operationId: "getContent",
    });
    const { bytes, error } = await readAll((await contentOf(cut())).stream());
    expect([bytes.length, error]).toMatchObject([count, { code: "truncated-response", message }]);
  });

  it.each(Array.from({ length: 4 }, (_, count) => count))("%d pieces and then a broken connection", async (count) => {
    const cut = (headers = {}): Response =>
      new Response(bodyOf(three.slice(0, count), new TypeError("terminated", { cause: new Error("other side closed") })), { headers });
    const received = three.slice(0, count).flatMap((piece) => [...piece]).length;
    for (const headers of [{}, size]) {
      const error = await caught((await contentOf(cut(headers), { retry: false })).bytes());
      expect(error).toBeInstanceOf(InvalidResponseError);
      expect(error).toMatchObject({
        code: "truncated-response",
        message: `getContent: the response with status 200 was cut off after ${received} bytes`,
        cause: { name: "TypeError", message: "terminated" },
      });
    }
    expect((await readAll((await contentOf(cut())).stream())).error).toMatchObject({ code: "truncated-response" });
  });

  // Only Node takes any end of a connection for the end of a body: browsers look for themselves, and hide the headers that tell.
  const inNode = (globalThis as { readonly process?: { readonly versions?: { readonly undici?: string } } }).process?.versions?.undici !== undefined;

  const fromNetworks = [
    ["with neither a length nor chunks, where any end looks like the end", {}, "truncated-response"],
    ["in chunks, which have an end of their own", { "transfer-encoding": "chunked" }, undefined],
    ["in chunks and compressed, whose early end is taken for the end", { "transfer-encoding": "chunked", "content-encoding": "gzip" }, "truncated-response"],
    ["compressed, with a length that is not that of the bytes", { "content-length": "3", "content-encoding": "gzip" }, "truncated-response"],
  ] as const;

  it.each(inNode ? fromNetworks : [])("from a network %s", async (_what, headers, code) => {
    const { bytes, error } = await readAll((await contentOf(fromNetwork(bodyOf(three), headers))).stream());
    expect(bytes.length).toBe(6);
    expect(error).toEqual(
      code === undefined
        ? undefined
        : expect.objectContaining({
            code,
            message: "getContent: the response with status 200 ended after 6 bytes and announced no size, so it may be incomplete",
          }),
    );
  });

  it("nor if they are read a second time", async () => {
    const content = await contentOf(new Response(bodyOf(three), { headers: size }));
    expect((await readAll(content.stream())).bytes.length).toBe(6);
    expect((await readAll(content.stream())).error).toMatchObject({ code: "truncated-response" });
  });

  it("but more than announced are returned: a browser hides a compression", async () => {
    const content = await contentOf(new Response(bodyOf(three), { headers: { "content-length": "4" } }));
    expect((await content.bytes()).length).toBe(6);
  });
});

describe("a page in place of bytes", () => {
  it.each(["text/html", "Text/HTML; charset=utf-8"])("is an error that names it: %s", async (type) => {
    const page = new Response("<html>Sign in</html>", { headers: { "content-type": type } });
    expect(await caught(contentOf(page, { retry: false }))).toMatchObject({
      name: "InvalidResponseError",
      code: "unexpected-content",
      message: "getContent: the response with status 200 is text/html, not application/octet-stream: check that baseUrl is the service's own address",
      excerpt: "<html>Sign in</html>",
    });
  });

  it.each(["text/plain", "application/json", "application/x-unknown"])("is not seen in a file of the type %s", async (type) => {
    expect(await (await contentOf(new Response("{}", { headers: { "content-type": type } }))).bytes()).toEqual(bytesOf(0x7b, 0x7d));
  });
});

describe("the deadline of bytes", () => {
  const options = (clock: FakeClock): Partial<ClientOptions> => ({ clock, timeoutMs: 1000, totalTimeoutMs: 2000, retry: false });

  it("is that of the attempt until they begin", async () => {
    const clock = fakeClock();
    const error = await clock.finish(caught(callOf(getContent, { fetch: () => new Promise(() => {}), ...options(clock) })({ thingId: "a" })));
    expect(error).toMatchObject({ code: "timeout", timeoutMs: 1000 });
  });

  it("is neither for the whole, nor while no one reads", async () => {
    const clock = fakeClock();
    const content = await contentOf(new Response(bodyOf(three)), options(clock));
    expect(clock.timers).toBe(0);
    await clock.advance(1e6);
    const reader = content.stream().getReader();
    await clock.advance(1e6);
    expect(clock.timers).toBe(0);
    for (const piece of three) {
      expect((await reader.read()).value).toEqual(piece);
      expect(clock.timers).toBe(0);
      await clock.advance(1e6);
    }
    expect((await reader.read()).done).toBe(true);
  });

  const stalls: readonly (readonly [string, (init: RequestInit) => Response])[] = [
    [
      "that listens to its signal",
      ({ signal }) => {
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            controller.enqueue(bytesOf(1));
            signal?.addEventListener("abort", () => controller.error(new DOMException("This operation was aborted", "AbortError")));
          },
        });
        return new Response(body);
      },
    ],
    ["that does not", () => new Response(bodyOf([bytesOf(1)], "stall"))],
  ];
  it.each(stalls)("is timeoutMs for each piece, from a fetch %s", async (_what, answer) => {
    for (const read of ["stream", "bytes"] as const) {
      const clock = fakeClock();
      const content = (await callOf(getContent, { fetch: async (_url, init) => answer(init), ...options(clock) })({ thingId: "a" })) as BinaryContent;
      const work = read === "bytes" ? caught(content.bytes()) : readAll(content.stream()).then(({ error }) => error);
      let ended = false;
      void work.then(() => (ended = true));
      await clock.advance(999);
      expect(ended).toBe(false);
      await clock.advance(1);
      expect(await work).toMatchObject({
        name: "TimeoutError",
        code: "timeout",
        timeoutMs: 1000,
        message: "getContent got no complete response within 1000 ms: raise timeoutMs if the service needs longer",
      });
      expect(clock.timers).toBe(0);
    }
  });

  it("is timeoutMs also if the attempt before the first byte was bounded by what was left of the call", async () => {
    const clock = fakeClock();
    const fetch = (): Promise<Response> => new Promise((resolve) => void clock.after(900, () => resolve(new Response(bodyOf([bytesOf(1)], "stall")))));
    const call = callOf(getContent, { fetch, clock, timeoutMs: 5000, totalTimeoutMs: 1000, retry: false });
    const content = (await clock.finish(call({ thingId: "a" }))) as BinaryContent;
    expect(await clock.finish(caught(content.bytes()))).toMatchObject({
      code: "timeout",
      timeoutMs: 5000,
      message: expect.stringContaining("raise timeoutMs"),
    });
  });

  it("is none if timeoutMs is Infinity", async () => {
    const clock = fakeClock();
    const content = await contentOf(new Response(bodyOf([], "stall")), { clock, timeoutMs: Infinity });
    void content.stream().getReader().read();
    await clock.advance(1e9);
    expect(clock.timers).toBe(0);
  });
});

describe("a caller who aborts a read of bytes", () => {
  it.each([
    ["while a piece is waited for", true],
    ["while nobody reads", false],
  ])("%s gets the own reason, whole or piece by piece", async (_what, reading) => {
    for (const reason of [new Error("enough"), "enough", null]) {
      const clock = fakeClock();
      const { signal, abort, listeners } = countedSignal();
      const content = await contentOf(new Response(bodyOf([bytesOf(1)], "stall")), { clock }, { signal });
      expect(listeners()).toBe(1);
      const reader = content.stream().getReader();
      await reader.read();
      const rejected = reading ? caught(reader.read()) : undefined;
      await turn();
      abort(reason);
      expect(await (rejected ?? caught(reader.read()))).toBe(reason);
      expect([clock.timers, listeners()]).toEqual([0, 0]);
    }
  });

  it("before anything is read gets the own reason from bytes()", async () => {
    const { signal, abort } = countedSignal();
    const content = await contentOf(new Response(bodyOf(three)), {}, { signal });
    abort("enough");
    expect(await caught(content.bytes())).toBe("enough");
  });

  it("by canceling a stream frees its connection, and leaves nothing behind", async () => {
    const clock = fakeClock();
    const { signal, listeners } = countedSignal();
    const cancelled: unknown[] = [];
    const body = new ReadableStream<Uint8Array>(
      { pull: (controller) => controller.enqueue(bytesOf(1)), cancel: (reason) => void cancelled.push(reason) },
      { highWaterMark: 0 },
    );
    const reader = (await contentOf(new Response(body), { clock }, { signal })).stream().getReader();
    await reader.read();
    await reader.cancel("seen enough");
    expect([cancelled, clock.timers, listeners()]).toEqual([["seen enough"], 0, 0]);
  });

  it("frees the connection of a body that does not listen", async () => {
    const { signal, abort } = countedSignal();
    let freed = 0;
    const body = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}), cancel: () => void (freed += 1) }, { highWaterMark: 0 });
    const content = await contentOf(new Response(body), {}, { signal });
    const rejected = caught(content.bytes());
    await turn();
    abort("enough");
    expect(await rejected).toBe("enough");
    await turn();
    expect(freed).toBe(1);
  });
});

describe("nothing is left of bytes", () => {
  it.each([
    ["that were read", () => bodyOf(three), {}],
    ["that ended early", () => bodyOf(three), { "content-length": "9" }],
    ["that were cut off", () => bodyOf(three, new Error("reset")), {}],
  ])("%s: no timer and no listener", async (_what, body, headers) => {
    const clock = fakeClock();
    const { signal, listeners } = countedSignal();
    const content = await contentOf(new Response(body(), { headers }), { clock, retry: false }, { signal });
    await content.bytes().catch(() => {});
    expect([clock.timers, listeners()]).toEqual([0, 0]);
  });
});
