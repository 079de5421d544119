import { inspect } from "node:util";
import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { createClient, type Operation } from "../../../src/client.ts";
import { responseReader, readEvents, readJsonLines, readJsonSequence } from "../../../src/openapi.ts";
import type { CallOptions, ClientOptions, ServerSentEvent } from "../../../src/index.ts";
import { type FakeClock, fakeClock, turn } from "../../fake-clock.ts";
import { baseUrl, caught } from "../../support.ts";

const watch = {
  id: "watchThings",
  method: "GET",
  path: "/v1/events",
  retry: "safe",
  security: { scheme: "none", scopes: [] },
  response: { status: 200, type: "events", mediaType: "text/event-stream" },
  accept: "text/event-stream",
} as const satisfies Operation;

const lines = { ...watch, id: "listThings", response: { status: 200, type: "lines", mediaType: "application/x-ndjson" } } as const satisfies Operation;
const sequence = { ...watch, id: "listRecords", response: { status: 200, type: "sequence", mediaType: "application/json-seq" } } as const satisfies Operation;

type Method = (own?: CallOptions) => Promise<AsyncIterable<unknown>>;

function methodOf(operation: Operation, options: Partial<ClientOptions>): Method {
  const readAnswer = responseReader({ streams: { events: readEvents, lines: readJsonLines, sequence: readJsonSequence } });
  const client = createClient<Record<string, Method>, object>({ operations: { [operation.id]: operation }, readAnswer }, { baseUrl, ...options });
  return client[operation.id] as Method;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** An answer whose connection breaks after some pieces, or ends. */
function responseOf(pieces: readonly (string | Uint8Array)[], { breaks = false, type = "text/event-stream" } = {}): Response {
  const left = pieces.map((piece) => (typeof piece === "string" ? bytes(piece) : piece));
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = left.shift();
        if (piece !== undefined) controller.enqueue(piece);
        else if (breaks) controller.error(new Error("reset"));
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { "content-type": type } });
}

/** Reads items until the end or an error. */
async function drain(stream: AsyncIterable<unknown>): Promise<{ readonly items: readonly unknown[]; readonly error?: unknown }> {
  const items: unknown[] = [];
  try {
    for await (const item of stream) items.push(item);
    return { items };
  } catch (error) {
    return { items, error };
  }
}

const dataOf = (items: readonly unknown[]): unknown[] => items.map((item) => (item as ServerSentEvent).data);

describe("server-sent events", () => {
  it("come whole from pieces of one byte, with every line ending, comments and fields without a colon", async () => {
    const text = ":note\r\nevent: e\r\ndata: ä\r\ndata\r\n\r\nid: 7\rdata:  two\r\runknown: x\n\ndata: never sent";
    const { items } = await drain(await methodOf(watch, { fetch: async () => responseOf([...bytes(text)].map((byte) => Uint8Array.of(byte))) })());
    expect(items).toEqual([
      { event: "e", data: "ä\n", id: undefined },
      { event: "message", data: " two", id: "7" },
    ]);
  });

  it("go on after the last id if the connection breaks, with the wait that the service asks for", async () => {
    const clock = fakeClock();
    const fetch = recordingFetch(responseOf(["retry: 3000\nid: 1\ndata: a\n\n", "id: ü\ndata: b\n\ndata: ha"], { breaks: true }), responseOf(["data: c\n\n"]));
    const { items, error } = await clock.finish(drain(await methodOf(watch, { fetch, clock })()));
    expect([dataOf(items), error]).toEqual([["a", "b", "c"], undefined]);
    expect(fetch.requests.map(({ headers }) => headers["last-event-id"])).toEqual([undefined, "\u00c3\u00bc"]);
    expect(clock.now() - 5000).toBeGreaterThanOrEqual(3000);
    expect(clock.timers).toBe(0);
  });

  it("outlive totalTimeoutMs, which ends with the start of the response", async () => {
    const clock = fakeClock();
    const long = ["id: 1\nretry: 20000\ndata: a\n\n"];
    const fetch = recordingFetch(...Array.from({ length: 5 }, (_, index) => responseOf(long, { breaks: index < 4 })));
    const { items, error } = await clock.finish(drain(await methodOf(watch, { fetch, clock, totalTimeoutMs: 30_000 })()));
    expect([items.length, error]).toEqual([5, undefined]);
  });

  it("stop after the retries that the client allows if no event comes", async () => {
    const clock = fakeClock();
    const fetch = recordingFetch(responseOf(["id: 1\ndata: a\n\n"], { breaks: true }), ...Array.from({ length: 2 }, () => responseOf([], { breaks: true })));
    const { items, error } = await clock.finish(drain(await methodOf(watch, { fetch, clock })()));
    expect([items.length, fetch.requests.length]).toEqual([1, 3]);
    expect(error).toMatchObject({ code: "truncated-response", stopReason: "attempts-used" });
  });

  it("are not requested again without an id, because they would come twice, nor by an operation that is not safe to repeat", async () => {
    for (const [operation, text] of [
      [watch, "data: a\n\n"],
      [{ ...watch, retry: "never" }, "id: 1\ndata: a\n\n"],
    ] as const) {
      const clock = fakeClock();
      const fetch = recordingFetch(responseOf([text], { breaks: true }), responseOf([text]));
      const { items, error } = await clock.finish(drain(await methodOf(operation, { fetch, clock })()));
      expect([items.length, fetch.requests.length]).toEqual([1, 1]);
      expect(error).toMatchObject({ code: "truncated-response" });
    }
  });

  it("end when the service says after a break that there are no more (204)", async () => {
    const clock = fakeClock();
    const fetch = recordingFetch(responseOf(["id: 1\ndata: a\n\n"], { breaks: true }), new Response(null, { status: 204 }));
    const { items, error } = await clock.finish(drain(await methodOf(watch, { fetch, clock })()));
    expect([items.length, error]).toEqual([1, undefined]);
  });
});

describe("a response in place of server-sent events", () => {
  it("is rejected with another media type than theirs", async () => {
    const error = await caught(methodOf(watch, { fetch: async () => jsonResponse(200, { id: "a" }) })());
    expect(error).toMatchObject({ code: "unexpected-content", message: expect.stringContaining("is application/json, not text/event-stream") as string });
  });

  it("is read as they are if it has no media type", async () => {
    expect(dataOf((await drain(await methodOf(watch, { fetch: async () => responseOf(["data: a\n\n"], { type: "" }) })())).items)).toEqual(["a"]);
  });
});

describe("the data of an event", () => {
  const watchJson = { ...watch, response: { ...watch.response, data: "json" } } as const satisfies Operation;

  it("that is not JSON is rejected without being quoted", async () => {
    const fetch = recordingFetch(responseOf(["id: 1\ndata: 1\n\ndata: [DONE] secret\n\n"]));
    const { items, error } = await drain(await methodOf(watchJson, { fetch })());
    expect([dataOf(items), fetch.requests.length]).toEqual([[1], 1]);
    expect(error).toMatchObject({ name: "InvalidResponseError", code: "malformed-response", status: 200 });
    expect(inspect(error)).not.toContain("secret");
  });

  it.each(["data: 12345\n", "data\n"])("may not be longer than maxResponseBytes in all its lines (%j)", async (line) => {
    const respond = async (): Promise<Response> => responseOf(["data: a\n\n", ...Array.from({ length: 200 }, () => line), "\n"]);
    const { items, error } = await drain(await methodOf(watch, { fetch: respond, maxResponseBytes: 100 })());
    expect(dataOf(items)).toEqual(["a"]);
    expect(error).toMatchObject({ code: "response-too-large", option: "maxResponseBytes" });
  });

  it("may together with that of other events", async () => {
    const respond = async (): Promise<Response> => responseOf(Array.from({ length: 50 }, () => "data: 12345\n\n"));
    expect((await drain(await methodOf(watch, { fetch: respond, maxResponseBytes: 20 })())).items.length).toBe(50);
  });
});

/** An answer that gives a first item and then nothing, and tells whether its connection was closed. */
function silentAfter(text: string, type: string): { readonly answer: Response; readonly closed: () => boolean; readonly pulls: () => number } {
  let closed = false;
  let pulls = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pulls += 1;
        if (pulls === 1) controller.enqueue(bytes(text));
        else return new Promise<void>(() => {});
      },
      cancel() {
        closed = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { answer: new Response(body, { headers: { "content-type": type } }), closed: () => closed, pulls: () => pulls };
}

describe("a stream", () => {
  const open = async (operation: Operation, text: string, options: Partial<ClientOptions> = {}, own?: CallOptions) => {
    const silent = silentAfter(text, operation.response.mediaType ?? "");
    const clock: FakeClock = fakeClock();
    const stream = await methodOf(operation, { fetch: async () => silent.answer, clock, retry: false, ...options })(own);
    return { ...silent, clock, iterator: stream[Symbol.asyncIterator]() };
  };

  it("reads nothing before its first item is requested, and one item at a time", async () => {
    const { iterator, pulls, clock } = await open(lines, "1\n2\n");
    await turn();
    expect(pulls()).toBe(0);
    expect([await iterator.next(), await iterator.next()].map(({ value }) => value as unknown)).toEqual([1, 2]);
    await clock.advance(1_000_000);
    expect([pulls(), clock.timers]).toEqual([1, 0]);
  });

  it("frees its connection if it is left early", async () => {
    for (const [operation, text] of [
      [watch, "data: a\n\n"],
      [lines, "1\n"],
      [sequence, "\u001e1\n"],
    ] as const) {
      const { iterator, closed } = await open(operation, text);
      await iterator.next();
      await iterator.return?.();
      await turn();
      expect(closed(), operation.id).toBe(true);
    }
  });

  it("frees its connection if it is closed before its first item", async () => {
    for (const operation of [watch, lines, sequence] as const) {
      const { iterator, closed, pulls } = await open(operation, "");
      expect(await iterator.return?.()).toEqual({ done: true, value: undefined });
      await turn();
      expect([closed(), pulls()], operation.id).toEqual([true, 0]);
      expect(await iterator.next()).toEqual({ done: true, value: undefined });
    }
  });

  it("ends with a TimeoutError if the next item takes longer than timeoutMs", async () => {
    for (const [operation, text] of [
      [watch, "data: a\n\n"],
      [lines, "1\n"],
    ] as const) {
      const { iterator, clock, closed } = await open(operation, text, { timeoutMs: 2000 });
      await iterator.next();
      const late = caught(iterator.next());
      await clock.advance(2001);
      expect(await late).toMatchObject({ code: "timeout", timeoutMs: 2000, option: "timeoutMs" });
      expect(closed()).toBe(true);
    }
  });

  it("ends with the caller's reason, and frees its connection", async () => {
    const controller = new AbortController();
    const { iterator, closed } = await open(watch, "id: 1\ndata: a\n\n", { retry: {} }, { signal: controller.signal });
    await iterator.next();
    const reason = new Error("enough");
    const end = caught(iterator.next());
    controller.abort(reason);
    expect(await end).toBe(reason);
    expect(closed()).toBe(true);
  });

  it("rejects an item that is longer than maxResponseBytes, without reading on", async () => {
    for (const operation of [watch, lines, sequence] as const) {
      const long = async (): Promise<Response> => responseOf(["x".repeat(60), "x".repeat(60), "\n"], { type: operation.response.mediaType });
      const { error } = await drain(await methodOf(operation, { fetch: long, maxResponseBytes: 100, retry: false })());
      expect(error).toMatchObject({ code: "response-too-large", option: "maxResponseBytes" });
    }
  });

  it("has no bound for its items together", async () => {
    const many = async (): Promise<Response> =>
      responseOf(
        Array.from({ length: 50 }, () => "12345678\n"),
        { type: "application/x-ndjson" },
      );
    expect((await drain(await methodOf(lines, { fetch: many, maxResponseBytes: 10 })())).items.length).toBe(50);
  });

  it.each([
    ["a line that is not JSON", lines, "1\nx\n2\n", "malformed-response"],
    ["half of the last line", lines, '1\n{"a":', "truncated-response"],
    ["half of the last record", sequence, '\u001e1\n\u001e{"a":\n', "truncated-response"],
    ["half of a record before another", sequence, '\u001e1\n\u001e{"a":\n\u001e2\n', "truncated-response"],
  ] as const)("with %s fails after the items before it", async (_what, operation, text, code) => {
    const { items, error } = await drain(await methodOf(operation, { fetch: async () => responseOf([text], { type: operation.response.mediaType }) })());
    expect(items).toEqual([1]);
    expect(error).toMatchObject({ code });
  });

  it("whose bytes are not UTF-8 fails", async () => {
    const fetch = async (): Promise<Response> => responseOf([Uint8Array.of(0x22, 0xff, 0x22, 10)], { type: "application/x-ndjson" });
    expect((await drain(await methodOf(lines, { fetch })())).error).toMatchObject({ code: "malformed-response" });
  });

  it("yields records that end in an indented line", async () => {
    const text = '\u001e{\n  "a": 1\n  }\n\u001e{\n  "b": 2\n  }\n';
    const fetch = async (): Promise<Response> => responseOf([text], { type: "application/json-seq" });
    expect(await drain(await methodOf(sequence, { fetch })())).toEqual({ items: [{ a: 1 }, { b: 2 }] });
  });

  it("yields a record as soon as its line has ended", async () => {
    const { iterator } = await open(sequence, '\u001e{"id":"a"}\n');
    expect(await iterator.next()).toEqual({ done: false, value: { id: "a" } });
  });
});
