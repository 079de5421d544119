import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { createClient } from "../../src/client.ts";
import { type CallOptions, type ClientOptions, ConfigurationError } from "../../src/index.ts";
import { baseUrl, callOf, caught, getThing, createThing } from "../support.ts";
import { checkHeaders } from "../../src/lib/options/check-options.ts";

type Row = readonly [name: string, value: unknown, said: string];

const times: readonly Row[] = [
  ["timeoutMs", 0, "timeoutMs must be a time in milliseconds from 1 to 2147483647, or Infinity; got 0"],
  ["timeoutMs", -1, "got -1"],
  ["timeoutMs", Number.NaN, "got NaN"],
  ["timeoutMs", 2 ** 31, "got 2147483648"],
  ["timeoutMs", "15000", "got a string of 5 characters"],
  ["timeoutMs", null, "got null"],
  ["timeoutMs", 5n, "got a bigint"],
  ["totalTimeoutMs", 0, "totalTimeoutMs must be a time in milliseconds from 1 to 2147483647, or Infinity; got 0"],
  ["totalTimeoutMs", "60000", "got a string of 5 characters"],
  ["retry", true, "retry must be an object such as { maxRetries: 2 }, or false; got true"],
  ["retry", null, "retry must be an object such as { maxRetries: 2 }, or false; got null"],
  ["retry", 3, "retry must be an object such as { maxRetries: 2 }, or false"],
  ["retry", { maxRetries: -1 }, "retry.maxRetries must be a whole number of at least 0, or Infinity; got -1"],
  ["retry", { maxRetries: 1.5 }, "got 1.5"],
  ["retry", { maxRetries: Number.NaN }, "got NaN"],
  ["retry", { maxRetries: "2" }, "got a string of 1 character"],
  ["retry", { repeatWrites: "false" }, "retry.repeatWrites must be true or false; got a string of 5 characters"],
  ["retry", { maxDelayMs: -1 }, "retry.maxDelayMs must be a time in milliseconds from 0 to 2147483647; got -1"],
  ["retry", { maxDelayMs: Infinity }, "got Infinity"],
  ["retry", { maxDelayMs: "1000" }, "got a string of 4 characters"],
  ["retry", { statuses: 404 }, "retry.statuses must be an array of statuses"],
  ["retry", { statuses: "404" }, "retry.statuses must be an array of statuses"],
];

describe("an option that cannot work is rejected", () => {
  it.each<Row>([
    ...times,
    ["maxResponseBytes", 0, "maxResponseBytes must be a number of bytes of at least 1, or Infinity; got 0"],
    ["maxResponseBytes", Number.NaN, "got NaN"],
    ["maxResponseBytes", "100", "got a string of 3 characters"],
    ["parseJson", JSON, "parseJson must be a function; got an object"],
    ["fetch", "https://proxy.example", "fetch must be a function; got a string of 21 characters"],
    ["transport", async () => undefined, "transport must be a function, given in place of fetch; got a function"],
    ["onEvent", {}, "onEvent must be a function; got an object"],
    ["middleware", () => {}, "middleware must be an array of functions"],
    ["middleware", [undefined], "middleware must be an array of functions"],
    ["token", 5, "token must be a string, a function that returns one, or a token provider with getToken"],
    ["token", null, "token must be a string, a function that returns one, or a token provider with getToken"],
    ["token", { invalidate: () => {} }, "token must be a string, a function that returns one, or a token provider with getToken"],
  ])("when a client is made, for %s of %s", (name, value, said) => {
    const make = (): unknown => callOf(getThing, { fetch: recordingFetch(), [name]: value });
    expect(make).toThrow(ConfigurationError);
    expect(make).toThrow(said);
  });

  it.each<Row>([
    ...times,
    ["signal", {}, "signal must be an AbortSignal; got "],
    ["signal", null, "signal must be an AbortSignal; got "],
    ["signal", new AbortController(), "signal must be an AbortSignal; got "],
  ])("of a call, before anything is sent, for %s of %s", async (name, value, said) => {
    const fetch = recordingFetch();
    const error = await caught(callOf(getThing, { fetch })({ thingId: "a" }, { [name]: value } as CallOptions));
    expect(error).toMatchObject({ name: "ConfigurationError", code: "invalid-configuration", operationId: "getThing" });
    expect((error as Error).message).toContain(said);
    expect(fetch.requests).toEqual([]);
  });

  it.each([[undefined], [null], ["https://service.example.com"]])("if a client's options are %j", (options) => {
    expect(() => createClient<object, object>({ operations: {} }, options as unknown as ClientOptions)).toThrow(
      "the options of the client must be an object with at least baseUrl; got ",
    );
  });

  it.each([[null], ["GET"], [5]])("if a call's options are %j", async (options) => {
    const fetch = recordingFetch();
    await expect(callOf(getThing, { fetch })({ thingId: "a" }, options as unknown as CallOptions)).rejects.toThrow(
      "the options of getThing must be an object such as { signal }; got ",
    );
    expect(fetch.requests).toEqual([]);
  });
});

const unknown: readonly (readonly [options: object, of: string, said: string])[] = [
  [{ timeout: 5000 }, "timeout", "did you mean timeoutMs?"],
  [{ total_timeout_ms: 5000 }, "total_timeout_ms", "did you mean totalTimeoutMs?"],
  [{ maxRetries: 0 }, "maxRetries", "did you mean retry.maxRetries?"],
  [{ retries: 0 }, "retries", "did you mean retry.maxRetries?"],
  [{ retry: { retries: 0 } }, "retry.retries", "did you mean retry.maxRetries?"],
  [{ retry: { attempts: 0 } }, "retry.attempts", "its options are repeatWrites, maxRetries, maxDelayMs, statuses"],
  [Object.create({ timeOut: 5000 }) as object, "timeOut", "did you mean timeoutMs?"],
  [{ constructor: "a" }, "constructor", "its options are "],
];

describe("an unknown option is rejected", () => {
  it.each([
    ...unknown,
    [{ signal: new AbortController().signal }, "signal", "it is an option of a call"],
    [{ readAhead: false }, "readAhead", "it is an option of a call"],
    [{ fetcher: recordingFetch() }, "fetcher", "did you mean fetch?"],
    [{ [`colour${"s".repeat(60)}`]: "Tq7" }, `colour${"s".repeat(34)}`, "its options are baseUrl, token, headers, timeoutMs, totalTimeoutMs, retry, "],
  ] as const)("by a client: %o", (options, option, said) => {
    const given = Object.assign(Object.create(Object.getPrototypeOf(options) as object) as object, { baseUrl, fetch: recordingFetch() }, options);
    const make = (): unknown => createClient({ operations: {} }, given as unknown as ClientOptions);
    expect(make).toThrow(expect.objectContaining({ name: "ConfigurationError", code: "invalid-configuration", option }));
    expect(make).toThrow(`${option} is not an option of the client; ${said}`);
    expect(make).not.toThrow("Tq7");
  });

  it.each([
    ...unknown,
    ...["baseUrl", "token", "fetch", "transport", "maxResponseBytes", "parseJson", "allowInsecureHttp", "middleware", "onEvent", "clock"].map(
      (name) => [{ [name]: "Tq7" }, name, "it is an option of the client"] as const,
    ),
    [{ abortSignal: new AbortController().signal }, "abortSignal", "did you mean signal?"],
    [{ colour: "Tq7" }, "colour", "its options are signal, headers, timeoutMs, totalTimeoutMs, readAhead, readJson, retry"],
  ] as const)("by a call, before anything is sent: %o", async (options, option, said) => {
    const fetch = recordingFetch();
    const error = (await caught(callOf(getThing, { fetch })({ thingId: "a" }, options as CallOptions))) as Error;
    expect(error).toMatchObject({ name: "ConfigurationError", code: "invalid-configuration", option, operationId: "getThing" });
    expect(error.message).toContain(`${option} is not an option of getThing; ${said}`);
    expect(error.message).not.toContain("Tq7");
    expect(fetch.requests).toEqual([]);
  });

  it("a clock that is none", () => {
    expect(() => callOf(getThing, { fetch: recordingFetch(), clock: { now: () => 0 } as never })).toThrow(
      "the client: clock must be an object with the functions now, wallNow, after, clear and random; got an object",
    );
  });
});

describe("an option that works", () => {
  it.each([
    { timeoutMs: 1, totalTimeoutMs: 2_147_483_647 },
    { timeoutMs: Infinity, totalTimeoutMs: Infinity },
    { retry: {} },
    { retry: false as const },
    { retry: { maxRetries: 0, maxDelayMs: 0, statuses: [404], repeatWrites: true } },
    { retry: { maxRetries: Infinity } },
  ])("is taken by a client and by a call: %j", async (options) => {
    const fetch = recordingFetch(jsonResponse(200, { of: "client" }), jsonResponse(200, { of: "call" }));
    expect(await callOf(getThing, { fetch, ...options })({ thingId: "a" })).toEqual({ of: "client" });
    expect(await callOf(getThing, { fetch })({ thingId: "a" }, options)).toEqual({ of: "call" });
  });

  // Programs whose compiler does not tell undefined from absent, and those without a compiler.
  it("counts as left out if it is undefined, also within retry", async () => {
    const nothing = {
      timeoutMs: undefined,
      totalTimeoutMs: undefined,
      headers: undefined,
      retry: { maxRetries: undefined, maxDelayMs: undefined, statuses: undefined, repeatWrites: undefined },
    };
    const failed = () => jsonResponse(503, {}, { "retry-after": "0" });
    const fetch = recordingFetch(...Array.from({ length: 9 }, failed));
    const client = { baseUrl, fetch, token: "token-1" };
    const options = { ...nothing, clock: undefined, onEvent: undefined, middleware: undefined, maxResponseBytes: undefined, allowInsecureHttp: undefined };
    const call = callOf(getThing, { ...client, ...(options as object) });
    await expect(call({ thingId: "a" }, { ...nothing, signal: undefined } as unknown as CallOptions)).rejects.toMatchObject({
      status: 503,
      attempts: 3,
      stopReason: "attempts-used",
    });
    expect(fetch.requests.length).toBe(3);
  });
});

describe("headers of a user", () => {
  it("have names in lower case and values as they are", () => {
    expect(checkHeaders({ "User-Agent": "my tool/1.0 (é)", "x-empty": "", "x-tab": "a\tb" })).toEqual({
      "user-agent": "my tool/1.0 (é)",
      "x-empty": "",
      "x-tab": "a\tb",
    });
    expect(checkHeaders(undefined)).toEqual({});
  });

  it("go out with each request, those of the call over those of the client", async () => {
    const fetch = recordingFetch(jsonResponse(200, {}), jsonResponse(200, {}), jsonResponse(200, {}));
    const call = callOf(getThing, { fetch, headers: { "User-Agent": "mine/1", "x-team": "a" } });
    await call({ thingId: "a" });
    await call({ thingId: "a" }, { headers: { "X-Team": "b", "x-request-id": "r-1" } });
    await call({ thingId: "a" });
    const always = { accept: "application/json", authorization: "Bearer token-1", "user-agent": "mine/1" };
    expect(fetch.requests.map(({ headers }) => headers)).toEqual([
      { ...always, "x-team": "a" },
      { ...always, "x-team": "b", "x-request-id": "r-1" },
      { ...always, "x-team": "a" },
    ]);
  });

  it.each([
    ["a line break", "sentinel\nx: y"],
    ["a carriage return", "sentinel\r\nx: y"],
    ["a line break at its end", "sentinel\n"],
    ["a carriage return at its end", "sentinel\r"],
    ["a NUL", "sentinel\0"],
    ["an escape character", "sentinel\u001b[31m"],
    ["a delete character", "sentinel\u007f"],
    ["a letter beyond Latin-1", "sentinel-ł"],
    ["half a surrogate pair", "sentinel-\ud83d"],
  ])("are rejected if a value contains %s, and the error does not show it", async (_what, value) => {
    const fetch = recordingFetch();
    expect(() => callOf(getThing, { fetch, headers: { "X-Key": value } })).toThrow(
      "headers must have a value for x-key that HTTP can carry: visible characters without line breaks",
    );
    const error = await caught(callOf(getThing, { fetch })({ thingId: "a" }, { headers: { "X-Key": value } }));
    expect(error).toMatchObject({ name: "ConfigurationError", code: "invalid-configuration" });
    expect(String(error)).not.toContain("sentinel");
    expect(fetch.requests).toEqual([]);
  });

  it.each([[undefined], [null], [5], [["a"]], [{}]])("are rejected if a value is %j", (value) => {
    expect(() => checkHeaders({ "x-key": value as unknown as string })).toThrow(ConfigurationError);
  });

  it.each(["", " ", "x key", "x\nkey", "x:key", "x-kéy", "(x)"])("are rejected if a name is %j, which is no token", (name) => {
    expect(() => checkHeaders({ [name]: "a" })).toThrow("headers must have names that are HTTP tokens (RFC 9110 §5.1)");
  });

  it.each(["Authorization", "accept", "Content-Type", "content-length", "Transfer-Encoding", "connection", "Host"])(
    "are rejected if %s is among them, which is the contract's or the transport's",
    (name) => {
      expect(() => checkHeaders({ [name]: "sentinel" })).toThrow(`headers must not hold ${name.toLowerCase()}: `);
      expect(() => checkHeaders({ [name]: "sentinel" })).not.toThrow("sentinel");
    },
  );

  it("are errors that name the option of a credential instead", () => {
    expect(() => checkHeaders({ AUTHORIZATION: "Bearer a" })).toThrow("give the credential by the token option");
  });

  it("never change the media types that the contract decides", async () => {
    const fetch = recordingFetch(jsonResponse(200, {}));
    await callOf(createThing, { fetch, headers: { "x-a": "b" } })({ body: {} });
    expect(fetch.requests[0]?.headers).toEqual({
      accept: "application/json, application/problem+json",
      authorization: "Bearer token-1",
      "content-type": "application/json",
      "x-a": "b",
    });
  });
});

describe("headers that are no plain object", () => {
  it.each([
    ["Headers", new Headers({ "user-agent": "me" })],
    ["pairs", [["user-agent", "me"]]],
  ])("are rejected, because they would be left out in silence: %s", (_what, headers) => {
    expect(() => checkHeaders(headers as never)).toThrow("headers must be a plain object of names and values");
  });
});
