import { jsonResponse } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { TokenError } from "../../src/index.ts";
import { clientCredentials } from "../../src/oauth.ts";
import { fakeClock, turn } from "../fake-clock.ts";
import { bodyOf, callOf, getThing } from "../support.ts";
import { credentials, guardedService, issued, rejected, shown, text, tokenOf, tokenService } from "./token-service.ts";

const given = (fetch: (url: string, init: RequestInit) => Promise<Response>): Promise<unknown> => tokenOf(clientCredentials({ ...credentials, fetch }));
const responded = (response: Response): Promise<unknown> => given(async () => response);
const notAsStandard = "no token from https://id.example.com: its response does not match RFC 6749 §5.1 (status 200): check tokenUrl";

describe("the life of a token", () => {
  it.each([
    ["3600", 3540],
    ['"3600"', 3540],
    ['"3600.0"', 3540],
    ["90.5", 45.25],
    ["0", 5],
    ['"0"', 5],
    ["-1", 5],
    ["-1e300", 5],
    ["1e10", 1e10 - 60],
    ["1e300", Infinity],
    ["1e400", Infinity],
    ['"1e400"', Infinity],
    ["null", Infinity],
    ['""', Infinity],
    ['"  "', Infinity],
    ['"soon"', Infinity],
    ["true", Infinity],
    ["{}", Infinity],
    ["[60]", Infinity],
    [undefined, Infinity],
  ])("of expires_in %s ends for the cache after %d s, never before", async (written, keptSeconds) => {
    const clock = fakeClock();
    const fetch = tokenService((count) =>
      text(`{"access_token":"token-${count}","token_type":"Bearer"${written === undefined ? "" : `,"expires_in":${written}`}}`),
    );
    const provider = clientCredentials({ ...credentials, fetch, clock: { ...clock, wallNow: () => expect.unreachable("the wall clock was asked") } });
    await tokenOf(provider);
    await clock.advance(keptSeconds === Infinity ? 1e15 : keptSeconds * 1000 - 1);
    expect(await tokenOf(provider)).toBe("token-1");
    await clock.advance(1);
    expect(await tokenOf(provider)).toBe(keptSeconds === Infinity ? "token-1" : "token-2");
  });

  it("that says 0 costs one request each 5 s, whatever the number of calls", async () => {
    const clock = fakeClock();
    const tokens = tokenService((count) => issued(`token-${count}`, { expires_in: 0 }));
    const call = callOf(getThing, { fetch: guardedService(() => true), clock, token: clientCredentials({ ...credentials, fetch: tokens, clock }) });
    for (let second = 0; second < 60; second += 1) {
      await Promise.all([call({ thingId: "a" }), call({ thingId: "a" })]);
      await clock.advance(1000);
    }
    expect(tokens.requests.length).toBe(12);
  });
});

describe("a response with a token", () => {
  it.each([
    ["a type in another case", { token_type: "bEARER" }],
    ["an identity token, which is nobody's business here", { id_token: "a.b.c" }],
    ["an identity token that is none", { id_token: 5 }],
    ["a refresh token that is null", { refresh_token: null }],
    ["an empty refresh token", { refresh_token: "" }],
    ["scopes in another form", { scope: ["a"] }],
    ["members of the service's own", { ext: { a: [1] }, error: null, constructor: "a" }],
  ])("may have %s", async (_what, more) => {
    expect(await responded(issued("token-1", more))).toBe("token-1");
  });

  it.each([
    ["another media type", { "content-type": "text/plain" }],
    ["a charset", { "content-type": "application/json; charset=utf-8" }],
    ["no media type", {}],
    ["a challenge", { "www-authenticate": "Basic" }],
  ])("may come with %s", async (_what, headers) => {
    expect(await responded(text('{"access_token":"token-1","token_type":"Bearer"}', 200, headers))).toBe("token-1");
  });

  it("may have a byte order mark, come in pieces of one byte, and be 1 MiB long", async () => {
    const bytes = new TextEncoder().encode('\ufeff{"access_token":"token-1","token_type":"Bearer","a":"é😀"}');
    expect(await responded(new Response(bodyOf(Array.from(bytes, (byte) => Uint8Array.of(byte)))))).toBe("token-1");
    const begin = '{"access_token":"token-1","token_type":"Bearer","a":"';
    expect(await responded(text(`${begin}${"x".repeat(1024 * 1024 - begin.length - 2)}"}`))).toBe("token-1");
  });

  it("is rejected above 1 MiB, without reading on", async () => {
    let pulled = 0;
    let cancelled = false;
    const endless = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pulled += 1;
          controller.enqueue(new Uint8Array(65_536).fill(0x20));
        },
        cancel() {
          cancelled = true;
          return new Promise(() => {});
        },
      },
      { highWaterMark: 0 },
    );
    expect(await responded(new Response(endless))).toMatchObject({
      name: "TokenError",
      code: "no-token",
      status: 200,
      message: "the token endpoint's response is larger than 1048576 bytes",
    });
    expect([pulled, cancelled]).toEqual([17, true]);
    // The limit lies within a character.
    const bytes = new TextEncoder().encode("€".repeat(500_000));
    const pieces = Array.from({ length: 22 }, (_all, index) => bytes.slice(index * 65_536, (index + 1) * 65_536));
    expect(await responded(new Response(bodyOf(pieces)))).toMatchObject({ message: "the token endpoint's response is larger than 1048576 bytes" });
    expect(await responded(text("x".repeat(1024 * 1024 + 1), 500))).toMatchObject({
      name: "TokenError",
      status: 500,
      message: "the token endpoint's response is larger than 1048576 bytes",
    });
  });

  it.each([
    ["in its middle", [Uint8Array.of(0x22, 0xff, 0x22)]],
    ["at its end", [Uint8Array.of(0x22, 0xe2, 0x82)]],
    ["over two pieces", [Uint8Array.of(0x22, 0xe2), Uint8Array.of(0x22)]],
  ])("is rejected if it is not UTF-8 %s", async (_where, pieces) => {
    expect(await responded(new Response(bodyOf(pieces)))).toMatchObject({
      name: "TokenError",
      status: 200,
      message: "the token endpoint's response is not UTF-8",
    });
  });

  it.each([
    ["nothing", ""],
    ["a page", "<html>Please log in</html>"],
    ["half of JSON", '{"access_token":"token-1"'],
    ["null", "null"],
    ["a text", '"token-1"'],
    ["an array", '[{"access_token":"token-1","token_type":"Bearer"}]'],
    ["no token", '{"token_type":"Bearer"}'],
    ["an empty token", '{"access_token":"","token_type":"Bearer"}'],
    ["a token that no header can carry", '{"access_token":"token-1\\r\\na: b","token_type":"Bearer"}'],
    ["a token that is no text", '{"access_token":5,"token_type":"Bearer"}'],
    ["no type", '{"access_token":"token-1"}'],
    ["a type that is no text", '{"access_token":"token-1","token_type":["Bearer"]}'],
    ["the type mac", '{"access_token":"token-1","token_type":"mac"}'],
    ["the type DPoP, which cannot be sent as a bearer token", '{"access_token":"token-1","token_type":"DPoP"}'],
    ["a refresh token that is no text", '{"access_token":"token-1","token_type":"Bearer","refresh_token":5}'],
  ])("is rejected if it is %s", async (_what, body) => {
    const error = await responded(text(body));
    expect(error).toMatchObject({ name: "TokenError", code: "no-token", oauthError: undefined, status: 200, message: notAsStandard });
    expect(shown(error)).not.toContain("token-1");
  });
});

describe("an error response of the token endpoint", () => {
  it.each([
    ["invalid_client", 401, ": check client id and secret"],
    ["invalid_client", 400, ": check client id and secret"],
    ["invalid_scope", 400, ": request scopes that the application has"],
    ["invalid_grant", 400, ": the code or refresh token is used, expired or of another client; consent is needed again"],
    ["invalid_request", 400, ""],
    ["unauthorized_client", 400, ""],
    ["unsupported_grant_type", 400, ""],
    ["slow_down", 429, ""],
    ["server_error", 500, ""],
    // Some services refuse with a status that says otherwise.
    ["invalid_client", 200, ": check client id and secret"],
    ["invalid_client", 201, ": check client id and secret"],
    // A gateway's failure says nothing of what was sent: nobody is to consent again for it.
    ["invalid_grant", 503, ""],
    ["invalid_client", 500, ""],
  ])("with %s and status %d says so, and what to do if that is known", async (oauthError, status, advice) => {
    const error = await responded(rejected(oauthError, status));
    expect(error).toBeInstanceOf(TokenError);
    expect(error).toMatchObject({
      code: "no-token",
      oauthError,
      status,
      message: `no token from https://id.example.com: ${oauthError} (status ${status})${advice}`,
    });
    expect(error).not.toHaveProperty("cause");
    expect(shown(error)).not.toContain("words of the service");
  });

  it.each([
    ["a page", () => text("<html>", 502, { "content-type": "text/html" }), 502],
    ["nothing", () => text("", 503, {}), 503],
    ["a status that has no body", () => new Response(null, { status: 204 }), 204],
    ["a token with the status 201", () => jsonResponse(201, { access_token: "token-1", token_type: "Bearer" }), 201],
    ["an error that is no text", () => jsonResponse(400, { error: { code: 5 } }), 400],
    ["an error that is no code", () => jsonResponse(400, { error: "Secret 5 is wrong" }), 400],
    ["an error that may be a secret", () => jsonResponse(400, { error: "aB3_x9" }), 400],
    ["an error that is what was sent", () => jsonResponse(400, { error: "client_credentials" }), 400],
    ["an error longer than any", () => jsonResponse(400, { error: "a".repeat(61) }), 400],
    ["an array", () => jsonResponse(400, [1]), 400],
    ["null", () => jsonResponse(400, null), 400],
    ["a challenge alone", () => text("", 401, { "www-authenticate": 'Basic realm="a"' }), 401, ": check client id and secret"],
    ["the page of an address that is none", () => text("<html>", 404), 404, ": check tokenUrl"],
    ["the page of an address for other methods", () => text("<html>", 405), 405, ": check tokenUrl"],
  ])("as %s has its status, and what to do if that is known", async (_what, response, status, advice = "") => {
    expect(await responded(response())).toMatchObject({
      name: "TokenError",
      oauthError: undefined,
      status,
      message: `no token from https://id.example.com${status === 404 ? "/connect/token" : ""}: rejected (status ${status})${advice}`,
    });
  });

  it.each([301, 302, 303, 307, 308])("by the redirect %d is not followed", async (status) => {
    const fetch = tokenService(() => new Response(null, { status, headers: { location: "https://elsewhere.example/token" } }));
    expect(await given(fetch)).toMatchObject({
      name: "TokenError",
      status,
      message: `no token from https://id.example.com: rejected (status ${status}): redirects are not followed: set tokenUrl to the final address`,
    });
    expect(fetch.requests.length).toBe(1);
  });

  it("by a redirect that a browser hides is not followed either", async () => {
    const opaque = Object.defineProperty(new Response(null), "status", { value: 0 });
    expect(await responded(opaque)).toMatchObject({
      name: "TokenError",
      status: 0,
      message: expect.stringContaining("(status 0): redirects are not followed"),
    });
  });
});

describe("a token endpoint that does not respond", () => {
  const failures: readonly (readonly [string, unknown, string])[] = [
    ["a connection that is refused", new TypeError("fetch failed", { cause: Object.assign(new Error("connect"), { code: "ECONNREFUSED" }) }), "ECONNREFUSED"],
    [
      "a certificate that has ended",
      new TypeError("fetch failed", { cause: Object.assign(new Error("no"), { code: "CERT_HAS_EXPIRED" }) }),
      "CERT_HAS_EXPIRED",
    ],
    ["an error with words alone", new TypeError("Failed to fetch secret-1"), "the transport failed"],
    ["words that look like a code", new Error("SECRET1"), "the transport failed"],
    ["a code that is none", Object.assign(new Error("a"), { code: "secret-1" }), "the transport failed"],
    ["what is no error", "secret-1", "the transport failed"],
  ];
  it.each(failures)("for %s is an error without what was sent", async (_what, thrown, reason) => {
    const error = await given(() => Promise.reject(thrown));
    expect(error).toMatchObject({
      name: "TokenError",
      code: "no-token",
      status: undefined,
      message: `no token from https://id.example.com: no response (${reason})`,
    });
    expect(error).not.toHaveProperty("cause");
    expect(shown(error)).not.toContain("secret-1");
  });

  it("to its end is an error, too", async () => {
    expect(await responded(new Response(bodyOf(['{"access_token":'], Object.assign(new Error("terminated"), { code: "ECONNRESET" }))))).toMatchObject({
      message: "no token from https://id.example.com: no response (ECONNRESET)",
    });
  });

  it("is not blamed if the options do not allow a request", async () => {
    const fetch = tokenService();
    const provider = clientCredentials({ ...credentials, clientSecret: "\ud800", clientAuthentication: "basic-form-encoded", fetch });
    expect(await tokenOf(provider)).toMatchObject({
      name: "TokenError",
      status: undefined,
      message: "no token from https://id.example.com: the options make no valid request, and nothing was sent",
    });
    expect(fetch.requests).toEqual([]);
  });

  it("passes an error of ours on, such as that of an own transport", async () => {
    const own = new TokenError("invalid-token", "the proxy wants a password", {});
    expect(await given(() => Promise.reject(own))).toMatchObject({ message: "the proxy wants a password", code: "invalid-token" });
  });

  const stalling: readonly (readonly [string, (init: RequestInit) => Promise<Response>])[] = [
    ["a fetch that listens to its signal", ({ signal }) => new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)))],
    ["a fetch that does not listen", () => new Promise(() => {})],
    ["a body that stalls", async () => new Response(bodyOf(['{"access_'], "stall"))],
    ["a refusal that stalls", async () => new Response(bodyOf(['{"error'], "stall"), { status: 400 })],
  ];
  it.each(stalling)("in time ends the wait, and is requested again later: %s", async (_what, stall) => {
    const clock = fakeClock();
    const begin = clock.now();
    const signals: AbortSignal[] = [];
    const fetch = async (_url: string, init: RequestInit): Promise<Response> => {
      signals.push(init.signal as AbortSignal);
      return signals.length === 1 ? stall(init) : issued("token-2");
    };
    const provider = clientCredentials({ ...credentials, fetch, clock });
    const waiting = [tokenOf(provider), tokenOf(provider)];
    await clock.advance(14_999);
    expect([clock.timers, signals[0]?.aborted]).toEqual([1, false]);
    await clock.advance(1);
    for (const error of await Promise.all(waiting))
      expect(error).toMatchObject({
        name: "TokenError",
        code: "no-token",
        message: "no token from https://id.example.com: no complete response within 15000 ms",
      });
    expect([clock.now() - begin, clock.timers, signals[0]?.aborted]).toEqual([15_000, 0, true]);
    await clock.advance(500);
    expect(await tokenOf(provider)).toBe("token-2");
    expect(clock.timers).toBe(0);
  });

  it("within its own timeoutMs ends the wait then", async () => {
    const clock = fakeClock();
    const begin = clock.now();
    const error = await clock.finish(tokenOf(clientCredentials({ ...credentials, timeoutMs: 250, fetch: () => new Promise(() => {}), clock })));
    expect([error, clock.now() - begin]).toEqual([expect.objectContaining({ message: expect.stringContaining("within 250 ms") }), 250]);
  });

  it("is not held by what comes too late", async () => {
    const clock = fakeClock();
    let fail = (): void => {};
    const provider = clientCredentials({ ...credentials, fetch: () => new Promise((_resolve, reject) => (fail = () => reject(new Error("late")))), clock });
    expect(await clock.finish(tokenOf(provider))).toBeInstanceOf(TokenError);
    fail();
    await turn();
  });
});

describe("the platform's own fetch", () => {
  it("is used by default", async () => {
    const own = globalThis.fetch;
    globalThis.fetch = async () => issued("token-1");
    try {
      expect(await tokenOf(clientCredentials(credentials))).toBe("token-1");
    } finally {
      globalThis.fetch = own;
    }
  });
});
