import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { createClient, type Operation } from "../../../src/client.ts";
import { responseReader } from "../../../src/openapi.ts";
import { readBytes } from "../../../src/parts.ts";
import type { BinaryContent, ClientOptions } from "../../../src/index.ts";
import { type FakeClock, fakeClock, turn } from "../../fake-clock.ts";
import { bodyOf, callOf, caught, countedSignal, getContent } from "../../support.ts";
import { bytesOf, three, readAll } from "./binary-content-support.ts";

describe("a read of bytes that is cut off is retried", () => {
  const size = { "content-length": "6" };
  const whole = (): Response => new Response(bodyOf(three), { headers: size });
  const short = (): Response => new Response(bodyOf(three.slice(0, 2)), { headers: size });
  const broken = (): Response => new Response(bodyOf(three.slice(0, 1), new TypeError("terminated")), { headers: size });
  const stalled = (): Response => new Response(bodyOf(three.slice(0, 1), "stall"), { headers: size });
  const failed = (status: number) => (): Response => jsonResponse(status, {});

  /** Gets the content, and then does something with it, as time passes from timer to timer. */
  async function reading<Result>(
    answers: readonly (() => Response)[],
    use: (content: BinaryContent) => Promise<Result>,
    options: Partial<ClientOptions> = {},
    operation: Operation = getContent,
  ): Promise<{ readonly clock: FakeClock; readonly requests: number; readonly result: Result | undefined; readonly error: unknown }> {
    const clock = fakeClock();
    const fetch = recordingFetch(...answers);
    const call = callOf(operation, { fetch, clock, timeoutMs: 1000, ...options });
    const work = call({ thingId: "a" }).then((content) => use(content as BinaryContent));
    const [result, error] = await clock.finish(
      work.then(
        (value) => [value, undefined] as const,
        (thrown: unknown) => [undefined, thrown] as const,
      ),
    );
    expect(clock.timers).toBe(0);
    return { clock, requests: fetch.requests.length, result, error };
  }

  it.each([
    ["ends early", short],
    ["breaks off", broken],
    ["stalls", stalled],
  ])("from the first byte, if it %s", async (_what, cut) => {
    expect(await reading([cut, cut, whole], (content) => content.bytes())).toMatchObject({ requests: 3, result: bytesOf(1, 2, 3, 4, 5, 6) });
  });

  it("also if the next attempt gets no response at first", async () => {
    expect(await reading([short, failed(503), whole], (content) => content.bytes())).toMatchObject({ requests: 3, result: bytesOf(1, 2, 3, 4, 5, 6) });
  });

  it("as often as maxRetries allows in all, with those before the first byte", async () => {
    const { requests, error } = await reading([failed(503), short, broken, whole], (content) => content.bytes());
    expect(error).toMatchObject({ code: "truncated-response", attempts: 3, stopReason: "attempts-used" });
    expect(requests).toBe(3);
    const never = await reading([short, whole], (content) => content.bytes(), { retry: false });
    expect([never.requests, never.error]).toMatchObject([1, { code: "truncated-response", attempts: 1, stopReason: "attempts-used" }]);
  });

  it("within the deadline of the call", async () => {
    const late = async (content: BinaryContent, clock: FakeClock): Promise<Uint8Array> => {
      await clock.advance(2000);
      return content.bytes();
    };
    const clock = fakeClock();
    const content = (await callOf(getContent, { fetch: recordingFetch(short(), whole()), clock, totalTimeoutMs: 2000 })({ thingId: "a" })) as BinaryContent;
    expect(await caught(late(content, clock))).toMatchObject({ code: "truncated-response", stopReason: "deadline" });
  });

  it("unless the service rejects it in between, or the operation is a write", async () => {
    expect((await reading([short, failed(404), whole], (content) => content.bytes())).error).toMatchObject({ name: "ApiError", status: 404 });
    const write = { ...getContent, id: "makeContent", method: "POST", retry: "never" } as const;
    const { requests, error } = await reading([short, whole], (content) => content.bytes(), {}, write);
    expect([requests, error]).toMatchObject([1, { code: "truncated-response", stopReason: "write" }]);
  });

  it("and ends with the reason of a caller who aborts in between", async () => {
    const { signal, abort, listeners } = countedSignal();
    const clock = fakeClock();
    const content = (await callOf(getContent, { fetch: recordingFetch(short(), whole()), clock })({ thingId: "a" }, { signal })) as BinaryContent;
    const rejected = caught(content.bytes());
    await turn();
    abort("enough");
    expect([await rejected, clock.timers, listeners()]).toEqual(["enough", 0, 0]);
  });

  it("below the middleware, which sees one call, and shown to an observer as a call of its own", async () => {
    const seen: string[] = [];
    const { requests } = await reading([short, whole], (content) => content.bytes(), {
      middleware: [(request, next) => (seen.push("middleware"), next(request))],
      onEvent: (event) => seen.push(event.type),
    });
    expect(requests).toBe(2);
    const attempt = ["attempt-start", "attempt"];
    expect(seen).toEqual(["middleware", "call-start", ...attempt, "call", "call-start", "retry", ...attempt, "call"]);
  });

  it("for a function that consumes a stream, which is called again", async () => {
    const calls: number[][] = [];
    const { result } = await reading([broken, short, whole], (content) =>
      content.consume(async (stream) => {
        const { bytes, error } = await readAll(stream);
        calls.push(bytes);
        if (error !== undefined) throw error;
        return `call ${calls.length}`;
      }),
    );
    expect([calls, result]).toEqual([
      [
        [1, 2],
        [1, 2, 3],
        [1, 2, 3, 4, 5, 6],
      ],
      "call 3",
    ]);
  });

  it("also of an operation with several success responses, unless another one comes", async () => {
    const json = { response: { status: 200, type: "json", mediaType: "application/json" } } as const;
    const either = {
      ...getContent,
      id: "either",
      pathParameters: {},
      path: "/v1/content",
      security: { scheme: "none", scopes: [] },
      alternatives: [getContent, json],
    } as const;
    const typed = (answer: Response): Response => (answer.headers.set("content-type", "application/octet-stream"), answer);
    const bytesAfter = async (...answers: readonly Response[]): Promise<unknown> => {
      const clock = fakeClock();
      const contract = { operations: { either }, readBytes, readAnswer: responseReader({}) };
      const client = createClient<{ either(): Promise<{ body: BinaryContent }> }, object>(contract, {
        baseUrl: "https://thing.example.com",
        fetch: recordingFetch(...answers),
        clock,
      });
      return clock.finish(client.either().then(({ body }) => body.bytes()));
    };
    expect(await bytesAfter(typed(broken()), typed(whole()))).toEqual(bytesOf(1, 2, 3, 4, 5, 6));
    expect(await caught(bytesAfter(typed(broken()), jsonResponse(200, { consume: "no" })))).toMatchObject({ code: "truncated-response" });
  });

  it("but not if that function fails by itself", async () => {
    const full = new Error("the disk is full");
    const { requests, error } = await reading([whole, whole], (content) => content.consume(() => Promise.reject(full)));
    expect([requests, error]).toEqual([1, full]);
  });

  it("but not for a stream, of which a part was passed on", async () => {
    const { requests, result } = await reading([short, whole], (content) => readAll(content.stream()));
    expect([requests, result]).toMatchObject([1, { bytes: [1, 2, 3], error: { code: "truncated-response" } }]);
  });
});
