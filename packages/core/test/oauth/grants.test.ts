import { jsonResponse, recordingFetch, withVectors } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { clientCredentials, type ClientCredentialsOptions } from "../../src/oauth.ts";
import { fakeClock } from "../fake-clock.ts";
import { callOf, caught, countedSignal, createThing, getThing } from "../support.ts";
import { credentials, forms, guardedService, issued, rejected, tokenService } from "./token-service.ts";

const basic = (text: string): string => `Basic ${Buffer.from(text).toString("base64")}`;
const headers = {
  accept: "application/json",
  "content-type": "application/x-www-form-urlencoded",
  "user-agent": expect.stringMatching(/^oauth4webapi\/v[\d.]+$/),
};

describe("a token request of client credentials", () => {
  it.each([
    ["by default", {}, { ...headers, authorization: basic("client-1:secret-1") }, "grant_type=client_credentials"],
    [
      "as RFC 7617 writes them",
      { clientAuthentication: "basic", clientId: "a+b", clientSecret: "c:d %£" },
      { ...headers, authorization: basic("a+b:c:d %£") },
      "grant_type=client_credentials",
    ],
    [
      "form-encoded first",
      { clientAuthentication: "basic-form-encoded", clientId: "a:b", clientSecret: "c:d %£" },
      { ...headers, authorization: basic("a%3Ab:c%3Ad+%25%C2%A3") },
      "grant_type=client_credentials",
    ],
    [
      "in the form",
      { clientAuthentication: "body", clientId: "a:b", clientSecret: "c&d %£" },
      headers,
      "grant_type=client_credentials&client_id=a%3Ab&client_secret=c%26d+%25%C2%A3",
    ],
  ] as const)("sends id and secret %s, and nothing else", async (_how, options, sent, body) => {
    const fetch = tokenService();
    expect(await clientCredentials({ ...credentials, ...options, fetch }).getToken()).toBe("token-1");
    expect(fetch.requests).toEqual([{ method: "POST", url: credentials.tokenUrl, headers: sent, body }]);
  });

  it.each([
    ["a text", "Apps.Read AuditLog.Read", { scope: "Apps.Read AuditLog.Read" }],
    ["an array", ["Apps.Read", "AuditLog.Read"], { scope: "Apps.Read AuditLog.Read" }],
    ["one scope with odd characters", ["a&b=c"], { scope: "a&b=c" }],
    ["nothing, which is all", undefined, {}],
  ])("takes scopes as %s", async (_what, scope, sent) => {
    const fetch = tokenService();
    await clientCredentials({ ...credentials, ...(scope === undefined ? {} : { scope }), fetch }).getToken();
    expect(forms(fetch)).toEqual([{ grant_type: "client_credentials", ...sent }]);
  });

  it.each([
    ["", "an empty string"],
    [[], "an array of 0"],
    [["Apps.Read", ""], "an array of 2"],
    [" Apps.Read", "a string of 10 characters"],
    ["Apps.Read\n", "a string of 10 characters"],
    ['a"b', "a string of 3 characters"],
    [5, "5"],
    [[5], "an array of 1"],
  ])("is not made with scopes that are none, for which the service may grant all: %j", (scope, came) => {
    expect(() => clientCredentials({ ...credentials, scope: scope as string })).toThrow(
      expect.objectContaining({
        name: "ConfigurationError",
        message: `clientCredentials: scope must be scopes, as an array or separated by spaces, or omitted; got ${came}`,
      }),
    );
  });

  it("goes to the very address, its last slash too, follows no redirect and can be ended", async () => {
    const seen: (readonly [string, RequestInit])[] = [];
    const fetch = async (url: string, init: RequestInit): Promise<Response> => {
      seen.push([url, init]);
      return issued("token-1");
    };
    for (const tokenUrl of ["https://id.example.com/token/", "https://id.example.com", "http://127.0.0.1:1234/a%20b"])
      await clientCredentials({ ...credentials, tokenUrl, fetch }).getToken();
    expect(seen.map(([url]) => url)).toEqual(["https://id.example.com/token/", "https://id.example.com/", "http://127.0.0.1:1234/a%20b"]);
    expect(seen.map(([, { redirect, signal }]) => [redirect, signal instanceof AbortSignal])).toEqual(seen.map(() => ["manual", true]));
  });

  it("may have a secret as long as a header's reader takes", async () => {
    const fetch = tokenService();
    await clientCredentials({ ...credentials, clientSecret: "é".repeat(500_000), fetch }).getToken();
    expect(fetch.requests[0]?.headers["authorization"]?.length).toBe("Basic ".length + Math.ceil(1_000_009 / 3) * 4);
  });

  interface Row {
    readonly source: string;
    readonly mode: string;
    readonly clientId?: string;
    readonly clientSecret?: string;
    readonly authorization?: string;
    readonly value?: string;
    readonly encoded?: string;
  }

  withVectors<Row>("oauth2-client/basic-credentials.json", (rows) => {
    const pairs = rows.filter(({ authorization }) => authorization !== undefined);
    const loose = pairs.filter(({ mode }) => /^(any|loose)/.test(mode));
    const strict = pairs.filter(({ mode }) => mode.startsWith("strict"));
    const sent = async (row: Row, clientAuthentication: "basic" | "basic-form-encoded"): Promise<string> => {
      const fetch = tokenService();
      await clientCredentials({
        ...credentials,
        clientId: row.clientId as string,
        clientSecret: row.clientSecret as string,
        clientAuthentication,
        fetch,
      }).getToken();
      return fetch.requests[0]?.headers["authorization"] as string;
    };

    it(`is checked by all ${rows.length} public vectors: ${loose.length} of RFC 7617, ${strict.length} form-encoded, 1 of the encoding alone`, () => {
      expect(loose.length + strict.length + 1).toBe(rows.length);
    });

    it.each(loose)("of the public vector of $source ($mode) has its header", async (row) => {
      expect(await sent(row, "basic")).toBe(row.authorization);
    });

    // How much is percent-encoded differs from encoder to encoder; the pair that a server decodes does not.
    it.each(strict)("of the public vector of $source ($mode) has a header that decodes to the same pair", async (row) => {
      const pair = (header: string): string[] =>
        Buffer.from(header.slice("Basic ".length), "base64")
          .toString()
          .split(":")
          .map((part) => decodeURIComponent(part.replaceAll("+", " ")));
      const header = await sent(row, "basic-form-encoded");
      expect(pair(header)).toEqual([row.clientId, row.clientSecret]);
      expect(pair(header)).toEqual(pair(row.authorization as string));
      if (row.mode.includes("every non-alphanumeric")) expect(header).toBe(row.authorization);
    });

    it.each(rows.filter(({ value }) => value !== undefined))("of the public vector of $source encodes one value", async (row) => {
      expect(await sent({ ...row, clientId: "a", clientSecret: row.value as string }, "basic-form-encoded")).toBe(basic(`a:${row.encoded}`));
    });
  });
});

describe("options of client credentials that cannot work", () => {
  const rows: readonly (readonly [string, object, string])[] = [
    ["no address", { tokenUrl: undefined }, 'tokenUrl must be a whole address with its scheme, such as "https://service.example.com"; got nothing'],
    ["an address that is none", { tokenUrl: "id.example.com" }, "tokenUrl must be a whole address"],
    ["clear text", { tokenUrl: "http://id.example.com/token" }, "tokenUrl is http:// to id.example.com, which would send credentials in clear text"],
    ["a password in the address", { tokenUrl: "https://a:Tq7@id.example.com/" }, "tokenUrl must not hold a user name or password"],
    ["a query", { tokenUrl: "https://id.example.com/token?a=Tq7" }, "tokenUrl must not hold a query or fragment"],
    [
      "an empty id",
      { clientId: "" },
      "clientId must be a string that is not empty, without control characters such as a line break at its end; got an empty string",
    ],
    [
      "no secret",
      { clientSecret: undefined },
      "clientSecret must be a string that is not empty, without control characters such as a line break at its end; got nothing",
    ],
    [
      "a secret that is a number, as a settings file may hold it",
      { clientSecret: 12345678 },
      "clientSecret must be a string that is not empty, without control characters such as a line break at its end; got a number",
    ],
    ["a colon in the id", { clientId: "Tq7:b" }, 'clientId must not hold a colon with clientAuthentication "basic" (RFC 7617 §2)'],
    ["a fetch that is no function", { fetch: "fetch" }, "fetch must be a function; got a string of 5 characters"],
    ["a flag in words, which would send credentials in clear text", { allowInsecureHttp: "false" }, "allowInsecureHttp must be true or false"],
    ["an unknown way of authentication", { clientAuthentication: "post" }, 'clientAuthentication must be "basic", "basic-form-encoded" or "body"'],
    ...[0, -1, Number.NaN, 2 ** 31, "soon"].map(
      (timeoutMs) => [`a timeout of ${timeoutMs}`, { timeoutMs }, "timeoutMs must be a time in milliseconds from 1 to 2147483647, or Infinity"] as const,
    ),
    // Without a scope, the service gives all scopes that the application has.
    ["another name for scope", { scopes: "Apps.Read" }, "scopes is not an option of clientCredentials; did you mean scope?"],
    [
      "an option of another grant",
      { refreshToken: "Tq7" },
      "refreshToken is not an option of clientCredentials; its options are tokenUrl, clientId, clientSecret",
    ],
    ["a clock that is none", { clock: Date }, "clock must be an object with the functions now, wallNow, after, clear and random; got a function"],
    ...[-1, Number.NaN, "soon"].map(
      (renewBeforeSeconds) =>
        [`a margin of ${renewBeforeSeconds}`, { renewBeforeSeconds }, "renewBeforeSeconds must be a number of seconds of at least 0"] as const,
    ),
  ];
  it.each(rows)("are rejected at once: %s", (_what, options, message) => {
    const make = (): unknown => clientCredentials({ ...credentials, ...options } as ClientCredentialsOptions);
    expect(make).toThrow(expect.objectContaining({ name: "ConfigurationError", code: "invalid-configuration", message: expect.stringContaining(message) }));
    expect(make).not.toThrow(/Tq7/);
  });

  it("do not include clear text if an option allows it", async () => {
    const fetch = tokenService();
    expect(await clientCredentials({ ...credentials, tokenUrl: "http://id.example.com/token", allowInsecureHttp: true, fetch }).getToken()).toBe("token-1");
  });
});

describe("1,000 parallel calls", () => {
  const parallel = (call: (input: unknown) => Promise<unknown>): Promise<unknown[]> => Promise.all(Array.from({ length: 1000 }, () => call({ thingId: "a" })));
  const all = Array.from({ length: 1000 }, () => ({ a: 1 }));

  it("without a token make one token request, and none fails", async () => {
    const tokens = tokenService();
    const fetch = guardedService((token) => token === "token-1");
    expect(await parallel(callOf(getThing, { fetch, token: clientCredentials({ ...credentials, fetch: tokens }) }))).toEqual(all);
    expect([tokens.requests.length, fetch.requests.length]).toEqual([1, 1000]);
  });

  it.each([
    ["that has ended", 3600],
    ["that is about to end", 3541],
  ])("with a token %s make one token request, and none fails", async (_what, seconds) => {
    const clock = fakeClock();
    const tokens = tokenService();
    let taken = "token-1";
    const fetch = guardedService((token) => token === taken);
    const call = callOf(getThing, { fetch, clock, token: clientCredentials({ ...credentials, fetch: tokens, clock }) });
    await call({ thingId: "a" });
    await clock.advance(seconds * 1000);
    taken = "token-2";
    expect(await parallel(call)).toEqual(all);
    expect([tokens.requests.length, fetch.requests.length]).toEqual([2, 1001]);
  });

  it("with a token that was revoked make one token request, and none fails", async () => {
    const tokens = tokenService();
    let taken = "token-1";
    const fetch = guardedService((token) => token === taken);
    const call = callOf(getThing, { fetch, token: clientCredentials({ ...credentials, fetch: tokens }) });
    await call({ thingId: "a" });
    taken = "token-2";
    expect(await parallel(call)).toEqual(all);
    expect([tokens.requests.length, fetch.requests.length]).toEqual([2, 2001]);
  });

  it("on an endpoint that fails make one token request, and each gets an error of its own", async () => {
    // Real time could go beyond the wait after a failure.
    const clock = fakeClock();
    const tokens = tokenService(() => rejected("invalid_client", 401));
    const fetch = guardedService(() => true);
    const call = callOf(getThing, { fetch, clock, token: clientCredentials({ ...credentials, fetch: tokens, clock }) });
    const errors = await Promise.all(Array.from({ length: 1000 }, () => caught(call({ thingId: "a" }))));
    const later = await caught(call({ thingId: "a" }));
    expect(new Set([...errors, later]).size).toBe(1001);
    expect(later).toMatchObject({ name: "TokenError", code: "no-token", oauthError: "invalid_client", status: 401 });
    expect([tokens.requests.length, fetch.requests.length]).toEqual([1, 0]);
  });
});

describe("a rejected token (401) of client credentials", () => {
  it("is replaced once, and the request sent once more, a write too", async () => {
    const tokens = tokenService();
    const fetch = guardedService((token) => token === "token-2");
    expect(await callOf(createThing, { fetch, token: clientCredentials({ ...credentials, fetch: tokens }) })({ body: { name: "a" } })).toEqual({ a: 1 });
    expect(fetch.requests.map(({ headers: sent, body }) => [sent["authorization"], body])).toEqual([
      ["Bearer token-1", '{"name":"a"}'],
      ["Bearer token-2", '{"name":"a"}'],
    ]);
    expect(tokens.requests.length).toBe(2);
  });

  it("whose successor is rejected, too, is an ApiError with its challenge after two token requests", async () => {
    const tokens = tokenService();
    const fetch = guardedService(() => false);
    const error = await caught(callOf(getThing, { fetch, token: clientCredentials({ ...credentials, fetch: tokens }) })({ thingId: "a" }));
    expect(error).toMatchObject({ name: "ApiError", status: 401, attempts: 2, challenges: [{ scheme: "bearer", parameters: { error: "invalid_token" } }] });
    expect([tokens.requests.length, fetch.requests.length]).toEqual([2, 2]);
  });

  it("that the endpoint returns again is not sent again, and later counts like any other", async () => {
    const clock = fakeClock();
    const tokens = tokenService(() => issued("token-1"));
    let takes = false;
    const fetch = guardedService(() => takes);
    const call = callOf(getThing, { fetch, clock, token: clientCredentials({ ...credentials, fetch: tokens, clock }) });
    const message = "getThing: the token endpoint returned the token that the service has just rejected: check that the token is for this service";
    expect(await caught(call({ thingId: "a" }))).toMatchObject({ name: "TokenError", message, attempts: 1 });
    // Nothing was sent for this one: the attempts of the other are not its own.
    const second = await caught(call({ thingId: "a" }));
    expect(second).toMatchObject({ name: "TokenError", message });
    expect(second).not.toHaveProperty("attempts");
    expect([tokens.requests.length, fetch.requests.length]).toEqual([2, 1]);
    takes = true;
    await clock.advance(500);
    expect(await call({ thingId: "a" })).toEqual({ a: 1 });
    expect([tokens.requests.length, fetch.requests.length]).toEqual([3, 2]);
  });

  it("whose successor cannot be had is the error of that", async () => {
    const tokens = tokenService((count) => (count === 1 ? issued("token-1") : jsonResponse(503, {})));
    const fetch = guardedService(() => false);
    const error = await caught(callOf(getThing, { fetch, token: clientCredentials({ ...credentials, fetch: tokens }) })({ thingId: "a" }));
    expect(error).toMatchObject({
      name: "TokenError",
      code: "no-token",
      status: 503,
      attempts: 1,
      message: "getThing: no token from https://id.example.com: rejected (status 503)",
      challenges: [{ scheme: "bearer", parameters: { error: "invalid_token" } }],
    });
  });

  const failures: readonly (readonly [string, () => Response | Promise<Response>])[] = [
    ["a refusal", () => rejected("invalid_client")],
    ["a failure", () => jsonResponse(500, {})],
    ["a failure that asks for time", () => jsonResponse(503, {}, { "retry-after": "1" })],
    ["a page", () => new Response("<html>", { headers: { "content-type": "text/html" } })],
    ["a reset", () => Promise.reject(new TypeError("fetch failed", { cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }) }))],
    ["no answer in time", () => new Promise(() => {})],
  ];
  it.each(failures)(
    "whose successor cannot be had because of %s is an error with its challenge, after two token requests and one of the call",
    async (_what, answer) => {
      const clock = fakeClock();
      const tokens = tokenService((count) => (count === 1 ? issued("token-1") : answer()));
      const fetch = guardedService(() => false);
      const call = callOf(getThing, { fetch, clock, token: clientCredentials({ ...credentials, fetch: tokens, clock }) });
      expect(await clock.finish(caught(call({ thingId: "a" })))).toMatchObject({
        name: "TokenError",
        code: "no-token",
        operationId: "getThing",
        attempts: 1,
        challenges: [{ scheme: "bearer", parameters: { error: "invalid_token" } }],
      });
      expect([tokens.requests.length, fetch.requests.length, clock.timers]).toEqual([2, 1, 0]);
    },
  );

  it("is not what 403 means: no other token is requested", async () => {
    const tokens = tokenService();
    const fetch = recordingFetch(jsonResponse(403, {}, { "www-authenticate": 'Bearer error="insufficient_scope"' }));
    expect(await caught(callOf(getThing, { fetch, token: clientCredentials({ ...credentials, fetch: tokens }) })({ thingId: "a" }))).toMatchObject({
      status: 403,
    });
    expect(tokens.requests.length).toBe(1);
  });
});

describe("a call that waits for a token", () => {
  const slow = (): { readonly fetch: ReturnType<typeof tokenService>; readonly respond: () => void } => {
    let respond = (): void => {};
    const fetch = tokenService((count) => new Promise((resolve) => (respond = () => resolve(issued(`token-${count}`)))));
    return { fetch, respond: () => respond() };
  };

  it("ends with the caller's own reason, and others go on waiting for the same request", async () => {
    const { fetch: tokens, respond } = slow();
    const fetch = guardedService(() => true);
    const call = callOf(getThing, { fetch, token: clientCredentials({ ...credentials, fetch: tokens }) });
    const { signal, abort, listeners } = countedSignal();
    const ended = caught(call({ thingId: "a" }, { signal }));
    const other = call({ thingId: "a" });
    const reason = new Error("enough");
    abort(reason);
    expect(await ended).toBe(reason);
    respond();
    expect(await other).toEqual({ a: 1 });
    expect([tokens.requests.length, fetch.requests.length, listeners()]).toEqual([1, 1, 0]);
  });

  it("leaves nothing on the signal of its caller", async () => {
    const { signal, listeners, most } = countedSignal();
    const call = callOf(getThing, { fetch: guardedService(() => true), token: clientCredentials({ ...credentials, fetch: tokenService() }) });
    await Promise.all(Array.from({ length: 50 }, () => call({ thingId: "a" }, { signal })));
    expect([listeners(), most()]).toEqual([0, 1]);
  });

  it("ends when its total time is over; the token that comes later is there for the next", async () => {
    const clock = fakeClock();
    const { fetch: tokens, respond } = slow();
    const fetch = guardedService(() => true);
    const call = callOf(getThing, { fetch, clock, totalTimeoutMs: 1000, token: clientCredentials({ ...credentials, fetch: tokens, clock }) });
    const begin = clock.now();
    expect(await clock.finish(caught(call({ thingId: "a" })))).toMatchObject({ name: "TimeoutError", timeoutMs: 1000 });
    expect([clock.now() - begin, fetch.requests.length]).toEqual([1000, 0]);
    respond();
    await clock.advance(0);
    expect(await call({ thingId: "a" })).toEqual({ a: 1 });
    expect([tokens.requests.length, fetch.requests.length, clock.timers]).toEqual([1, 1, 0]);
  });
});
