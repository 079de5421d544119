import { jsonResponse } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import type { Operation } from "../../../src/client.ts";
import { type ClientEvent, type ClientOptions } from "../../../src/index.ts";
import { type FakeClock, fakeClock, turn } from "../../fake-clock.ts";
import { baseUrl, callOf, countedSignal, deleteThing, getThing, listOf } from "../../support.ts";

type Answer = () => Response | Promise<Response>;

const url = `${baseUrl}/v1/things/a`;
const observed = {
  id: expect.any(Number) as unknown,
  operationId: "getThing",
  method: "GET",
  urlTemplate: "/v1/things/{thingId}",
  serverAddress: "service.example.com",
  serverPort: 443,
};
const begun = { type: "call-start", call: observed };
const attempt = (
  number: number,
  status: number | undefined,
  errorCode = status === undefined || status < 300 ? undefined : "api-error",
  durationMs = 0,
): object[] => [
  { type: "attempt-start", call: observed, attempt: number, url, addHeader: expect.any(Function), sendWithin: expect.any(Function) },
  { type: "attempt", call: observed, attempt: number, url, status, errorCode, durationMs },
];
const retry = (number: number, delayMs: number): object => ({ type: "retry", call: observed, attempt: number, delayMs });
const call = (attempts: number, status: number | undefined, errorCode?: string, stopReason?: string, durationMs = 0): object => ({
  type: "call",
  call: observed,
  attempts,
  status,
  errorCode,
  stopReason,
  durationMs,
});
const token = (renewal: boolean, errorCode?: string, durationMs = 0): object[] => [
  { type: "token-start", call: observed, renewal },
  { type: "token", call: observed, renewal, errorCode, durationMs },
];

/** The events of one call, whose requests are answered in turn. */
async function eventsOf(answers: readonly Answer[], options: Partial<ClientOptions> = {}, clock: FakeClock = fakeClock()): Promise<ClientEvent[]> {
  const events: ClientEvent[] = [];
  const left = [...answers];
  const method = callOf(getThing, { fetch: async () => (left.shift() as Answer)(), clock, onEvent: (event) => void events.push(event), ...options });
  await clock.finish(method({ thingId: "a", filter: "sentinel" }).catch(() => {}));
  expect(left).toEqual([]);
  return events;
}

const respond =
  (status: number, headers = {}): Answer =>
  () =>
    jsonResponse(status, {}, headers);
const broken: Answer = () => Promise.reject(new TypeError("fetch failed"));

describe("the events of a call", () => {
  it("that succeeds are its attempt and its end", async () => {
    expect(await eventsOf([respond(200)])).toEqual([begun, ...attempt(1, 200), call(1, 200)]);
  });

  it("say how long each thing took", async () => {
    const clock = fakeClock();
    const slow: Answer = () => new Promise((resolve) => void clock.after(250, () => resolve(jsonResponse(200, {}))));
    const slower: Answer = () => new Promise((resolve) => void clock.after(400, () => resolve(jsonResponse(503, {}))));
    expect(await eventsOf([slower, slow], {}, clock)).toEqual([
      begun,
      ...attempt(1, 503, undefined, 400),
      retry(1, 50),
      ...attempt(2, 200, undefined, 250),
      call(2, 200, undefined, undefined, 700),
    ]);
  });

  it("that is retried are each attempt, each wait, and the end", async () => {
    expect(await eventsOf([respond(503), broken, respond(200)])).toEqual([
      begun,
      ...attempt(1, 503),
      retry(1, 50),
      ...attempt(2, undefined, "connection-failed"),
      retry(2, 100),
      ...attempt(3, 200),
      call(3, 200, undefined, undefined, 150),
    ]);
  });

  it("that fails after all attempts say why it was not retried", async () => {
    expect(await eventsOf([respond(429), respond(429)], { retry: { maxRetries: 1 } })).toEqual([
      begun,
      ...attempt(1, 429),
      retry(1, 1000),
      ...attempt(2, 429),
      call(2, 429, "api-error", "attempts-used", 1000),
    ]);
  });

  it.each([
    ["is refused", respond(404), [begun, ...attempt(1, 404), call(1, 404, "api-error", "not-retryable")]],
    ["is redirected", respond(307, { location: "/" }), [begun, ...attempt(1, 307, "redirect-refused"), call(1, 307, "redirect-refused", "not-retryable")]],
    [
      "is answered with a page",
      () => new Response("<html>", { headers: { "content-type": "text/html" } }),
      [begun, ...attempt(1, 200, "unexpected-content"), call(1, 200, "unexpected-content", "not-retryable")],
    ],
    ["is asked to wait for long", respond(503, { "retry-after": "600" }), [begun, ...attempt(1, 503), call(1, 503, "api-error", "retry-after-too-long")]],
  ] as const)("that %s are its attempt and its end, with the error's code", async (_what, given, events) => {
    expect(await eventsOf([given])).toEqual(events);
  });

  it("that ends in time are its attempt and its end", async () => {
    expect(await eventsOf([() => new Promise(() => {})], { timeoutMs: 1000, retry: false })).toEqual([
      begun,
      ...attempt(1, undefined, "timeout", 1000),
      call(1, undefined, "timeout", "attempts-used", 1000),
    ]);
  });

  it("whose token is renewed are both attempts, counted, without a wait", async () => {
    const tokens = ["one", "two"];
    expect(await eventsOf([respond(401), respond(200)], { token: () => tokens.shift() ?? "" })).toEqual([
      begun,
      ...attempt(1, 401),
      ...attempt(2, 200),
      call(2, 200),
    ]);
  });

  it("whose token is renewed and rejected again are both, and its end", async () => {
    const tokens = ["one", "two"];
    expect(await eventsOf([respond(401), respond(401)], { token: () => tokens.shift() ?? "" })).toEqual([
      begun,
      ...attempt(1, 401),
      ...attempt(2, 401),
      call(2, 401, "api-error", "not-retryable"),
    ]);
  });

  it.each([
    ["there is none", undefined, "missing-token"],
    ["it cannot be sent", "a b", "invalid-token"],
  ])("whose token is missing, because %s, are its end alone: nothing was sent", async (_what, missing, code) => {
    expect(await eventsOf([], { token: missing } as Partial<ClientOptions>)).toEqual([begun, call(0, undefined, code, "not-retryable")]);
  });

  it("that waits for its token are the wait, too, and who is at fault if none comes", async () => {
    const clock = fakeClock();
    const late = (): Promise<string> => new Promise((resolve) => void clock.after(300, () => resolve("token-2")));
    expect(await eventsOf([respond(200)], { token: late }, clock)).toEqual([
      begun,
      ...token(false, undefined, 300),
      ...attempt(1, 200),
      call(1, 200, undefined, undefined, 300),
    ]);
    expect(await eventsOf([], { token: () => Promise.reject(new Error("no")) })).toEqual([
      begun,
      ...token(false, "invalid-token"),
      call(0, undefined, "invalid-token", "not-retryable"),
    ]);
  });

  it("whose token is renewed by one that takes time are the wait between the attempts", async () => {
    const tokens = ["one", Promise.resolve("two")];
    expect(await eventsOf([respond(401), respond(200)], { token: () => tokens.shift() ?? "" })).toEqual([
      begun,
      ...attempt(1, 401),
      ...token(true),
      ...attempt(2, 200),
      call(2, 200),
    ]);
  });

  it("have one call in common, by identity, which no other has", async () => {
    const first = await eventsOf([respond(503), respond(200)]);
    const second = await eventsOf([respond(200)]);
    expect(new Set(first.map((event) => event.call)).size).toBe(1);
    expect(first[0]?.call).not.toBe(second[0]?.call);
    expect(second[0]?.call.id).toBe((first[0]?.call.id as number) + 1);
  });

  it.each([
    ["https://service.example.com/prefix/", "/prefix/v1/things/{thingId}", "service.example.com", 443],
    ["http://127.0.0.1:8080", "/v1/things/{thingId}", "127.0.0.1", 8080],
    ["http://localhost", "/v1/things/{thingId}", "localhost", 80],
    ["https://[::1]:8443/a/b", "/a/b/v1/things/{thingId}", "[::1]", 8443],
  ])("say what the address of %s is, and the path with its parameters in braces", async (address, urlTemplate, serverAddress, serverPort) => {
    const [first] = await eventsOf([respond(200)], { baseUrl: address });
    expect(first?.call).toMatchObject({ urlTemplate, serverAddress, serverPort });
  });

  it.each([
    "http://127.0.0.1:40249",
    "https://vault.example.com:8443",
    "https://[2001:db8::1]:8443",
    "https://op-connect-api.secrets-platform.svc.cluster.local",
    "https://op-connect-api.secrets-platform.svc.cluster.local:8443",
    `https://gateway.example.com:8443/${"tenant-".repeat(8)}`,
  ])("show the whole address at %s, whatever its port, the length of its host and its prefix", async (address) => {
    const events: ClientEvent[] = [];
    const thingId = "iihcwjkpp63v2nsmo436sdbeuu/u32zdqgh3mlpx4vbk7rtwe5nsc";
    const onEvent = (event: ClientEvent): void => void events.push(event);
    await callOf(getThing, { fetch: async () => jsonResponse(200, {}), baseUrl: address, onEvent })({ thingId });
    const shown = `${address}/v1/things/iihcwjkpp63v2nsmo436sdbeuu%2Fu32zdqgh3mlpx4vbk7rtwe5nsc`;
    expect(events.flatMap((event) => ("url" in event ? event.url : []))).toEqual(Array(2).fill(shown));
  });

  it("show no query, and of a path nothing that is as long as a secret", async () => {
    const events: ClientEvent[] = [];
    const secret = "Tq7".repeat(20);
    await callOf(getThing, { fetch: async () => jsonResponse(200, {}), onEvent: (event) => void events.push(event) })({ thingId: secret, filter: "sentinel" });
    expect(JSON.stringify(events)).not.toMatch(/Tq7|sentinel/);
    expect(events.flatMap((event) => ("url" in event ? event.url : []))).toEqual(Array(2).fill(`${baseUrl}/v1/things/[redacted]`));
  });

  it("to an address from a response show nothing of its path", async () => {
    const events: ClientEvent[] = [];
    const fire: Operation = { ...deleteThing, id: "fire", method: "POST", pathParameters: {}, path: "", address: "href" };
    const method = callOf(fire, { fetch: async () => new Response(), onEvent: (event) => void events.push(event) });
    await method({ href: `${baseUrl}/v1/fire/sentinel?key=sentinel` });
    expect(events.map(({ call: { urlTemplate } }) => urlTemplate)).toEqual(Array(4).fill(undefined));
    expect(events.flatMap((event) => ("url" in event ? event.url : []))).toEqual(Array(2).fill(`${baseUrl}/[redacted]`));
  });

  it("whose argument is rejected are none: it did not begin", async () => {
    const events: ClientEvent[] = [];
    const method = callOf(getThing, { fetch: async () => jsonResponse(200, {}), onEvent: (event) => void events.push(event) });
    await expect(method({ thingId: ".." })).rejects.toThrow("thingId must not be empty or a dot segment");
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
    expect(events.map(({ type }) => type)).toEqual(["call-start", "attempt-start", "attempt", "call", "call-start", "attempt-start", "attempt", "call"]);
    expect(JSON.stringify(events)).not.toContain("sentinel");
  });
});

describe("the events of a call that its caller aborts", () => {
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
    expect(await abortedAfter(40, () => new Promise(() => {}))).toEqual([
      begun,
      ...attempt(1, undefined, undefined, 40),
      call(1, undefined, undefined, undefined, 40),
    ]);
  });

  it("during a wait are the attempt, the wait and the end", async () => {
    expect(await abortedAfter(40, () => jsonResponse(503, {}))).toEqual([
      begun,
      ...attempt(1, 503),
      retry(1, 50),
      call(1, undefined, undefined, undefined, 40),
    ]);
  });

  it("before it begins are its end alone", async () => {
    const events: ClientEvent[] = [];
    const work = callOf(getThing, { fetch: async () => jsonResponse(200, {}), clock: fakeClock(), onEvent: (event) => void events.push(event) })(
      { thingId: "a" },
      { signal: AbortSignal.abort("enough") },
    );
    await expect(work).rejects.toBe("enough");
    expect(events).toEqual([begun, call(0, undefined)]);
  });
});
