import { jsonResponse, recordingFetch, type RecordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { type ClientOptions, ConfigurationError, type Middleware, TokenError, type TokenProvider } from "../../../src/index.ts";
import { fakeClock } from "../../fake-clock.ts";
import { callOf, caught, createThing, getText, getThing, issueThing } from "../../support.ts";

const sentTokens = (fetch: RecordingFetch): (string | undefined)[] => fetch.requests.map(({ headers }) => headers["authorization"]);
const rejected = (): Response => jsonResponse(401, { detail: "The token is not valid" }, { "www-authenticate": 'Bearer error="invalid_token"' });
const fine = (): Response => jsonResponse(200, { a: 1 });

/** A provider that notes what it is asked and told. */
function provider(...tokens: readonly (string | (() => string | Promise<string>))[]): TokenProvider & { readonly seen: unknown[] } {
  const left = [...tokens];
  const seen: unknown[] = [];
  return {
    seen,
    getToken() {
      seen.push("asked");
      const next = left.length > 1 ? left.shift() : left[0];
      return typeof next === "function" ? next() : (next as string);
    },
    invalidate: (token) => void seen.push(`refused ${token}`),
  };
}

describe("a token", () => {
  const every = Array.from({ length: 94 }, (_, index) => String.fromCharCode(0x21 + index)).join("");
  const given: readonly (readonly [string, NonNullable<ClientOptions["token"]>])[] = [
    ["a text", every],
    ["a function", () => every],
    ["a function that waits", async () => every],
    ["a provider", { getToken: () => every }],
    ["a provider that waits", { getToken: async () => every }],
  ];
  it.each(given)("is sent as it is, of every visible ASCII character, from %s", async (_what, token) => {
    const fetch = recordingFetch(fine());
    expect(await callOf(getThing, { fetch, token })({ thingId: "a" })).toEqual({ a: 1 });
    expect(sentTokens(fetch)).toEqual([`Bearer ${every}`]);
  });

  it("is requested for each request, and never before", async () => {
    const tokens = provider("one", "two", "three");
    const fetch = recordingFetch(fine(), fine());
    const method = callOf(getThing, { fetch, token: tokens });
    expect(tokens.seen).toEqual([]);
    await method({ thingId: "a" });
    await method({ thingId: "a" });
    expect([sentTokens(fetch), tokens.seen]).toEqual([
      ["Bearer one", "Bearer two"],
      ["asked", "asked"],
    ]);
  });

  it("is requested by a method of its provider, with the caller's signal", async () => {
    const seen: unknown[] = [];
    const own = {
      token: "mine",
      getToken(signal?: AbortSignal) {
        seen.push(signal);
        return this.token;
      },
    };
    const { signal } = new AbortController();
    const fetch = recordingFetch(fine(), fine());
    const method = callOf(getThing, { fetch, token: own });
    await method({ thingId: "a" }, { signal });
    await method({ thingId: "a" });
    expect(seen).toEqual([signal, undefined]);
    expect(sentTokens(fetch)).toEqual(["Bearer mine", "Bearer mine"]);
  });

  it("is neither requested nor sent if the contract needs none, or an id and a secret", async () => {
    const token = (): never => {
      throw new Error("asked");
    };
    const fetch = recordingFetch(new Response("ok"), fine());
    await callOf(getText, { fetch, token })();
    await callOf(issueThing, { fetch, token })({ clientId: "id", clientSecret: "secret", body: {} });
    expect(sentTokens(fetch)).toEqual([undefined, "Basic aWQ6c2VjcmV0"]);
  });

  it("is replaced by the id and the secret of an operation that has no other input", async () => {
    const fetch = recordingFetch(fine());
    const { body: _body, ...operation } = issueThing;
    await callOf(operation, { fetch })({ clientId: "id", clientSecret: "secret" });
    expect(sentTokens(fetch)).toEqual(["Basic aWQ6c2VjcmV0"]);
  });

  it("is missing if the client has none, for the calls that need one", async () => {
    const fetch = recordingFetch(new Response("ok"));
    const token = undefined as never;
    expect(await callOf(getText, { fetch, token })()).toBe("ok");
    expect(await caught(callOf(getThing, { fetch, token })({ thingId: "a" }))).toMatchObject({
      name: "ConfigurationError",
      code: "missing-token",
      operationId: "getThing",
      message: "getThing needs a token: give the client a string, a function that returns one, or a token provider with getToken",
    });
    expect(fetch.requests.length).toBe(1);
  });
});

describe("a token that cannot be sent", () => {
  const needs = (came: string): string => `getThing needs a token of visible ASCII characters without spaces; the token option gave ${came}`;
  it.each([
    ["", needs("an empty string")],
    ["a b", needs("a string of 3 characters")],
    ["Bearer a", 'getThing: the token begins with "Bearer ": remove it'],
    ["\nbearer  Tq7\n", 'getThing: the token begins with "Bearer ": remove it'],
    ["Basic Tq7=", 'getThing: the token begins with "Basic ": it is a user name and a password, and the service takes a token'],
    ['"Tq7"', "getThing: the token has quotes around it: remove them"],
    ["'Tq7'\n", "getThing: the token has quotes around it: remove them"],
    ['"Tq7', needs("a string of 4 characters")],
    ["a\n", "getThing: the token ends with a line break: remove it, such as by trim()"],
    ["Tq7 \r\n ", "getThing: the token ends with a line break: remove it, such as by trim()"],
    ["Tq7 ", "getThing: the token has spaces around it: remove them, such as by trim()"],
    [" Tq7", "getThing: the token has spaces around it: remove them, such as by trim()"],
    ["a\n b", needs("a string of 4 characters")],
    ["a\r\nx: y", needs("a string of 7 characters")],
    ["é", needs("a string of 1 character")],
    ["a\u007f", needs("a string of 2 characters")],
    ["a\0b", needs("a string of 3 characters")],
    ["a\tb", needs("a string of 3 characters")],
    ["a\rb", needs("a string of 3 characters")],
    ["a€", needs("a string of 2 characters")],
    ["a\u2028b", needs("a string of 3 characters")],
    ["a\ud800", needs("a string of 2 characters")],
    [undefined, needs("nothing")],
    [null, needs("null")],
    [5, needs("a number")],
    [{ token: "a" }, needs("an object")],
  ])("is rejected before anything is sent: %j", async (value, message) => {
    for (const token of [() => value, async () => value, { getToken: async () => value }]) {
      const fetch = recordingFetch();
      const error = await caught(callOf(getThing, { fetch, token: token as () => string })({ thingId: "a" }));
      expect(error).toBeInstanceOf(TokenError);
      expect(error).toMatchObject({ code: "invalid-token", operationId: "getThing", option: "token", message });
      expect(message).not.toContain("Tq7");
      expect(fetch.requests).toEqual([]);
    }
    if (typeof value === "string")
      expect(await caught(callOf(getThing, { fetch: recordingFetch(), token: value })({ thingId: "a" }))).toMatchObject({ message });
  });

  const why = new Error("the vault is sealed");
  const failing: readonly (readonly [string, () => string | Promise<string>])[] = [
    [
      "throws",
      () => {
        throw why;
      },
    ],
    ["rejects", () => Promise.reject(why)],
    [
      "rejects late",
      async () => {
        await new Promise<void>((resolve) => void setTimeout(resolve, 0));
        throw why;
      },
    ],
  ];
  it.each(failing)("because the request for it %s is an error of its own, which is not retried", async (_what, getToken) => {
    for (const token of [getToken, { getToken }]) {
      const fetch = recordingFetch();
      expect(await caught(callOf(getThing, { fetch, token })({ thingId: "a" }))).toMatchObject({
        name: "TokenError",
        code: "invalid-token",
        operationId: "getThing",
        message: "getThing got no token: the token option failed",
        cause: { name: "Error", message: "the vault is sealed" },
      });
      expect(fetch.requests).toEqual([]);
    }
  });

  it("for a reason that its provider knows keeps it, with the call that needed the token", async () => {
    const cause = new Error("why");
    const own = new TokenError("invalid-token", "the consent is gone", { oauthError: "invalid_grant", status: 400, cause });
    const call = callOf(getThing, { fetch: recordingFetch(), token: () => Promise.reject(own) });
    const errors = [await caught(call({ thingId: "a" })), await caught(call({ thingId: "a" }))];
    for (const error of errors)
      expect(error).toMatchObject({
        name: "TokenError",
        code: "invalid-token",
        operationId: "getThing",
        message: "getThing: the consent is gone",
        oauthError: "invalid_grant",
        status: 400,
        cause,
        challenges: [],
      });
    // Each notes how often its own call was sent.
    expect(new Set([own, ...errors]).size).toBe(3);
  });

  it("for a reason that is another error of ours is that error", async () => {
    const own = new ConfigurationError("invalid-configuration", "the issuer has no address");
    expect(await caught(callOf(getThing, { fetch: recordingFetch(), token: () => Promise.reject(own) })({ thingId: "a" }))).toBe(own);
  });

  it("in time ends the wait for it, and what becomes of it later has no effect", async () => {
    const clock = fakeClock();
    let fail: (() => void) | undefined;
    const token = (): Promise<string> => new Promise((_resolve, reject) => (fail = () => reject(why)));
    expect(await clock.finish(caught(callOf(getThing, { fetch: recordingFetch(), clock, token, totalTimeoutMs: 1000 })({ thingId: "a" })))).toMatchObject({
      code: "timeout",
      timeoutMs: 1000,
    });
    fail?.();
    const late: Middleware = async (request, next) => {
      await new Promise<void>((resolve) => void clock.after(1000, resolve));
      return next(request);
    };
    const rejects = (): Promise<string> => Promise.reject(why);
    expect(
      await clock.finish(
        caught(callOf(getThing, { fetch: recordingFetch(), clock, token: rejects, totalTimeoutMs: 1000, middleware: [late] })({ thingId: "a" })),
      ),
    ).toMatchObject({ code: "timeout" });
  });
});

describe("a rejected token (401)", () => {
  it("that is a text is an error at once", async () => {
    const fetch = recordingFetch(rejected());
    const error = await caught(callOf(getThing, { fetch, token: "one" })({ thingId: "a" }));
    expect(error).toMatchObject({
      name: "ApiError",
      status: 401,
      attempts: 1,
      stopReason: "not-retryable",
      message: "getThing failed with status 401: The token is not valid (is the token valid and not expired?) (the operation needs Things.Read)",
    });
    expect(fetch.requests.length).toBe(1);
  });

  it("that comes from a function is requested again, and the request sent once more", async () => {
    const tokens = ["one", "two"];
    const fetch = recordingFetch(rejected(), fine());
    expect(await callOf(getThing, { fetch, token: () => tokens.shift() ?? "" })({ thingId: "a" })).toEqual({ a: 1 });
    expect(sentTokens(fetch)).toEqual(["Bearer one", "Bearer two"]);
  });

  it("is passed to its provider, that very token, before another is requested", async () => {
    const tokens = provider("one", async () => "two");
    const fetch = recordingFetch(rejected(), fine());
    expect(await callOf(getThing, { fetch, token: tokens })({ thingId: "a" })).toEqual({ a: 1 });
    expect(tokens.seen).toEqual(["asked", "refused one", "asked"]);
    expect(sentTokens(fetch)).toEqual(["Bearer one", "Bearer two"]);
  });

  it("that its provider returns again is not sent again", async () => {
    const tokens = provider("one");
    const fetch = recordingFetch(rejected());
    expect(await caught(callOf(getThing, { fetch, token: tokens })({ thingId: "a" }))).toMatchObject({ status: 401, attempts: 1 });
    expect([tokens.seen, fetch.requests.length]).toEqual([["asked", "refused one", "asked"], 1]);
  });

  it("and its successor rejected, too, are all that is tried", async () => {
    const tokens = provider("one", "two", "three");
    const fetch = recordingFetch(rejected(), rejected());
    expect(await caught(callOf(getThing, { fetch, token: tokens })({ thingId: "a" }))).toMatchObject({ status: 401, attempts: 2, stopReason: "not-retryable" });
    expect(sentTokens(fetch)).toEqual(["Bearer one", "Bearer two"]);
  });

  it("is renewed for a write, too, which was rejected and so not done, with the same body", async () => {
    const fetch = recordingFetch(rejected(), fine());
    await callOf(createThing, { fetch, token: provider("one", "two") })({ body: { name: "a" } });
    expect(fetch.requests.map(({ headers, body }) => [headers["authorization"], body])).toEqual([
      ["Bearer one", '{"name":"a"}'],
      ["Bearer two", '{"name":"a"}'],
    ]);
  });

  it("is renewed if retries are off, and counts as no retry", async () => {
    const fetch = recordingFetch(rejected(), fine());
    await callOf(getThing, { fetch, token: provider("one", "two"), retry: false })({ thingId: "a" });
    expect(fetch.requests.length).toBe(2);
    const clock = fakeClock();
    const busy = (): Response => jsonResponse(503, {});
    const all = recordingFetch(rejected(), busy(), busy(), busy());
    const error = await clock.finish(caught(callOf(getThing, { fetch: all, clock, token: provider("one", "two") })({ thingId: "a" })));
    expect(error).toMatchObject({ status: 503, attempts: 4, stopReason: "attempts-used" });
  });

  it("is renewed in each attempt", async () => {
    const clock = fakeClock();
    const fetch = recordingFetch(rejected(), jsonResponse(503, {}), rejected(), fine());
    expect(await clock.finish(callOf(getThing, { fetch, clock, token: provider("one", "two", "three", "four") })({ thingId: "a" }))).toEqual({ a: 1 });
    expect(sentTokens(fetch)).toEqual(["Bearer one", "Bearer two", "Bearer three", "Bearer four"]);
  });

  it("whose successor cannot be had is the error of that", async () => {
    const fetch = recordingFetch(rejected());
    const tokens = provider("one", () => Promise.reject(new Error("no more")));
    expect(await caught(callOf(getThing, { fetch, token: tokens })({ thingId: "a" }))).toMatchObject({
      name: "TokenError",
      code: "invalid-token",
      attempts: 1,
      operationId: "getThing",
      cause: { message: "no more" },
    });
  });

  it("whose successor cannot be had ends the call with its challenge, which a log does not show", async () => {
    const fetch = recordingFetch(rejected(), rejected());
    for (const failing of [new Error("no more"), new TokenError("no-token", "no more")]) {
      const tokens = provider("one", () => Promise.reject(failing));
      const error = await caught(callOf(getThing, { fetch, token: tokens })({ thingId: "a" }));
      expect(error).toMatchObject({ name: "TokenError", challenges: [{ scheme: "bearer", parameters: { error: "invalid_token" } }] });
      expect(Object.keys(error as object)).not.toContain("challenges");
    }
  });

  it.each([403, 400, 404, 407])("is not what %d means: no other token is requested", async (status) => {
    const tokens = provider("one", "two");
    const fetch = recordingFetch(jsonResponse(status, {}));
    expect(await caught(callOf(getThing, { fetch, token: tokens })({ thingId: "a" }))).toMatchObject({ status, attempts: 1 });
    expect(tokens.seen).toEqual(["asked"]);
  });

  it("is not renewed for an id and a secret", async () => {
    const tokens = provider("one", "two");
    const fetch = recordingFetch(jsonResponse(401, { error: "invalid_client" }));
    expect(await caught(callOf(issueThing, { fetch, token: tokens })({ clientId: "id", clientSecret: "secret", body: {} }))).toMatchObject({
      status: 401,
      attempts: 1,
    });
    expect(tokens.seen).toEqual([]);
  });
});

describe("a client's id and secret", () => {
  // RFC 7617 §2 and §2.1 give the first two.
  it.each([
    ["Aladdin", "open sesame", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="],
    ["test", "123£", "Basic dGVzdDoxMjPCow=="],
    ["id", ":a:b:", "Basic aWQ6OmE6Yjo="],
    ["a+b", "%20&=", "Basic YStiOiUyMCY9"],
  ])("are sent as RFC 7617 writes them: %j and %j", async (clientId, clientSecret, header) => {
    const fetch = recordingFetch(fine());
    await callOf(issueThing, { fetch })({ clientId, clientSecret, body: {} });
    expect(sentTokens(fetch)).toEqual([header]);
  });

  it("may be as long as a header's reader takes", async () => {
    const fetch = recordingFetch(fine());
    await callOf(issueThing, { fetch })({ clientId: "id", clientSecret: "é".repeat(500_000), body: {} });
    expect(sentTokens(fetch)[0]?.length).toBe("Basic ".length + Math.ceil(1_000_003 / 3) * 4);
  });
});
