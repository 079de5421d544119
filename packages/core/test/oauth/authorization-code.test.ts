import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { authorizationCode, type AuthorizationCodeFlow, type AuthorizationCodeOptions } from "../../src/oauth.ts";
import { fakeClock } from "../fake-clock.ts";
import { callOf, caught, getThing } from "../support.ts";
import { credentials, forms, guardedService, issued, notingStore, rejected, tokenOf, tokenService } from "./token-service.ts";

const redirectUri = "https://app.example.com/back?tab=1";
const flowOf = (options: Partial<AuthorizationCodeOptions> = {}): AuthorizationCodeFlow =>
  authorizationCode({ ...credentials, authorizationUrl: "https://id.example.com/connect/authorize", redirectUri, fetch: tokenService(), ...options });
const back = (parameters: { readonly [name: string]: string }): string => `${redirectUri}&${new URLSearchParams(parameters)}`;
const notTheUsers = "expected the complete address that the user was sent back to, with a code and the user's state: begin again";

describe("the address of the consent", () => {
  it("has the parameters of RFC 6749 §4.1.1 and of RFC 7636, and nothing else", async () => {
    const { url, state, codeVerifier } = await flowOf({ scope: ["Apps.Read", "offline_access"] }).begin();
    expect([state, codeVerifier]).toEqual([expect.stringMatching(/^[\w-]{43}$/), expect.stringMatching(/^[\w-]{43}$/)]);
    const challenge = createHash("sha256")
      .update(codeVerifier ?? "")
      .digest("base64url");
    expect(url).toBe(
      "https://id.example.com/connect/authorize?response_type=code&client_id=client-1&redirect_uri=https%3A%2F%2Fapp.example.com%2Fback%3Ftab%3D1" +
        `&scope=Apps.Read+offline_access&state=${state}&code_challenge=${challenge}&code_challenge_method=S256`,
    );
  });

  it("has no challenge without PKCE, and no scope if none is requested", async () => {
    const { url, state, codeVerifier } = await flowOf({ pkce: false, authorizationUrl: "https://id.example.com/connect/authorize/" }).begin();
    expect(codeVerifier).toBeUndefined();
    expect(url).toBe(
      `https://id.example.com/connect/authorize/?response_type=code&client_id=client-1&redirect_uri=https%3A%2F%2Fapp.example.com%2Fback%3Ftab%3D1&state=${state}`,
    );
  });

  it("is another each time, and nothing is sent for it", async () => {
    const fetch = tokenService();
    const flow = flowOf({ fetch });
    const made = await Promise.all(Array.from({ length: 50 }, () => flow.begin()));
    expect(new Set(made.flatMap(({ state, codeVerifier }) => [state, codeVerifier])).size).toBe(100);
    expect(fetch.requests).toEqual([]);
  });

  it.each([
    [{ authorizationUrl: "http://id.example.com/authorize" }, "authorizationUrl is http:// to id.example.com"],
    [{ authorizationUrl: "https://id.example.com/authorize?a=b" }, "authorizationUrl must not hold a query or fragment"],
    [{ authorizationUrl: undefined }, "authorizationUrl must be a whole address"],
    [{ redirectUri: "/back" }, "redirectUri must be the complete address that is registered"],
    [{ redirectUri: undefined }, "redirectUri must be the complete address"],
    [{ scope: [] }, "scope must be scopes, as an array or separated by spaces, or omitted; got an array of 0"],
    [{ store: { load: async () => undefined } }, "store must be an object with load and save; got an object"],
    [{ tokenUrl: "id" }, "tokenUrl must be a whole address"],
    [{ clientSecret: "" }, "clientSecret must be a string that is not empty"],
  ])("throws at once if it cannot work: %j", (options, message) => {
    expect(() => flowOf(options as Partial<AuthorizationCodeOptions>)).toThrow(
      expect.objectContaining({ name: "ConfigurationError", message: expect.stringContaining(message) }),
    );
  });
});

describe("the exchange of a code", () => {
  it.each([
    ["with PKCE", "verifier-1", "&code_verifier=verifier-1"],
    ["without PKCE", undefined, ""],
  ])("is one exact request, %s", async (_what, codeVerifier, rest) => {
    const fetch = tokenService();
    const provider = await flowOf({ fetch }).finish(back({ code: "a+b/c=", state: "state-1" }), { state: "state-1", codeVerifier });
    expect(provider.getToken()).toBe("token-1");
    expect(fetch.requests).toEqual([
      {
        method: "POST",
        url: credentials.tokenUrl,
        headers: {
          accept: "application/json",
          authorization: `Basic ${btoa("client-1:secret-1")}`,
          "content-type": "application/x-www-form-urlencoded",
          "user-agent": expect.stringMatching(/^oauth4webapi\/v[\d.]+$/),
        },
        body: `redirect_uri=https%3A%2F%2Fapp.example.com%2Fback%3Ftab%3D1&code=a%2Bb%2Fc%3D${rest}&grant_type=authorization_code`,
      },
    ]);
  });

  it("takes what begin gave", async () => {
    const fetch = tokenService();
    const flow = flowOf({ fetch });
    const request = await flow.begin();
    await flow.finish(back({ code: "code-1", state: request.state }), request);
    expect(forms(fetch)).toEqual([{ redirect_uri: redirectUri, code: "code-1", code_verifier: request.codeVerifier, grant_type: "authorization_code" }]);
  });

  it("does not compare the issuer of RFC 9207, which no option names", async () => {
    const provider = await flowOf().finish(back({ code: "code-1", state: "state-1", iss: "https://id.example.com/tenant" }), {
      state: "state-1",
      codeVerifier: undefined,
    });
    expect(provider.getToken()).toBe("token-1");
  });

  it.each([
    ["another state", { code: "code-1", state: "state-2" }, "state-1"],
    ["no state", { code: "code-1" }, "state-1"],
    ["an empty state", { code: "code-1", state: "" }, "state-1"],
    ["no state, for a session that has none either", { code: "code-1" }, undefined],
    ["no state, for a session whose state is null", { code: "code-1" }, null],
    ["an empty state, for a session whose state is empty", { code: "code-1", state: "" }, ""],
    ["an error and another state", { error: "access_denied", state: "state-2" }, "state-1"],
    ["no code", { state: "state-1" }, "state-1"],
    ["an empty code", { code: "", state: "state-1" }, "state-1"],
    ["a token of the implicit grant", { code: "code-1", state: "state-1", token: "t" }, "state-1"],
    ["an answer in a JWT", { response: "a.b.c" }, "state-1"],
  ])("rejects a callback with %s, and nothing is sent", async (_what, parameters, state) => {
    const fetch = tokenService();
    const error = await caught(
      flowOf({ fetch }).finish(back(parameters as { readonly [name: string]: string }), { state: state as string, codeVerifier: "verifier-1" }),
    );
    expect(error).toMatchObject({ name: "TokenError", code: "no-token", oauthError: undefined, message: notTheUsers });
    expect(error).not.toHaveProperty("cause");
    expect(fetch.requests).toEqual([]);
  });

  it.each([
    ["two codes", `${redirectUri}&code=a&code=b&state=state-1`],
    ["two states", `${redirectUri}&code=a&state=state-1&state=state-1`],
    ["what is no address", "/back?code=a&state=state-1"],
    ["nothing", ""],
  ])("rejects %s", async (_what, callbackUrl) => {
    const fetch = tokenService();
    expect(await caught(flowOf({ fetch }).finish(callbackUrl, { state: "state-1", codeVerifier: "verifier-1" }))).toMatchObject({
      name: "TokenError",
      message: notTheUsers,
    });
    expect(fetch.requests).toEqual([]);
  });

  it.each(["access_denied", "invalid_scope", "temporarily_unavailable"])("is not tried if the consent ended with %s", async (oauthError) => {
    const fetch = tokenService();
    const error = await caught(
      flowOf({ fetch }).finish(back({ error: oauthError, error_description: "words", state: "state-1" }), { state: "state-1", codeVerifier: "verifier-1" }),
    );
    expect(error).toMatchObject({ name: "TokenError", code: "no-token", oauthError, message: `the consent ended with ${oauthError}, without a code` });
    expect(fetch.requests).toEqual([]);
  });

  it.each(["<script>", "a b", "Aq7-secret", "x".repeat(61)])("does not repeat an error that is no code: %s", async (error) => {
    expect(await caught(flowOf().finish(back({ error, state: "state-1" }), { state: "state-1", codeVerifier: undefined }))).toMatchObject({
      oauthError: undefined,
      message: "the consent ended with an error, without a code",
    });
  });

  it("of a code that was used already is an error that says what to do", async () => {
    const fetch = tokenService((count) => (count === 1 ? issued("token-1") : rejected("invalid_grant")));
    const flow = flowOf({ fetch });
    const callback = back({ code: "code-1", state: "state-1" });
    await flow.finish(callback, { state: "state-1", codeVerifier: "verifier-1" });
    expect(await caught(flow.finish(callback, { state: "state-1", codeVerifier: "verifier-1" }))).toMatchObject({
      name: "TokenError",
      oauthError: "invalid_grant",
      status: 400,
      message:
        "no token from https://id.example.com: invalid_grant (status 400): the code or refresh token is used, expired or of another client; consent is needed again",
    });
  });

  it("ends in time", async () => {
    const clock = fakeClock();
    const flow = flowOf({ clock, fetch: () => new Promise(() => {}) });
    expect(await clock.finish(caught(flow.finish(back({ code: "code-1", state: "state-1" }), { state: "state-1", codeVerifier: "verifier-1" })))).toMatchObject(
      { name: "TokenError", message: expect.stringContaining("within 15000 ms") },
    );
    expect(clock.timers).toBe(0);
  });
});

describe("the result of the exchange of a code", () => {
  const finish = (options: Partial<AuthorizationCodeOptions>): ReturnType<AuthorizationCodeFlow["finish"]> =>
    flowOf(options).finish(back({ code: "code-1", state: "state-1" }), { state: "state-1", codeVerifier: "verifier-1" });

  it("is renewed by the refresh token, which changes", async () => {
    const clock = fakeClock();
    const fetch = tokenService((count) => issued(`token-${count}`, { refresh_token: `refresh-${count}` }));
    const provider = await finish({ fetch, clock });
    for (let count = 1; count <= 3; count += 1) {
      expect(await tokenOf(provider)).toBe(`token-${count}`);
      await clock.advance(3_540_000);
    }
    expect(forms(fetch).map(({ grant_type, refresh_token }) => [grant_type, refresh_token])).toEqual([
      ["authorization_code", undefined],
      ["refresh_token", "refresh-1"],
      ["refresh_token", "refresh-2"],
    ]);
  });

  it("is renewed if the service rejects it", async () => {
    const tokens = tokenService((count) => issued(`token-${count}`, { refresh_token: "refresh-1" }));
    const fetch = guardedService((token) => token === "token-2");
    expect(await callOf(getThing, { fetch, token: await finish({ fetch: tokens }) })({ thingId: "a" })).toEqual({ a: 1 });
    expect([tokens.requests.length, fetch.requests.length]).toEqual([2, 2]);
  });

  it("is there only when the store has the refresh token", async () => {
    const store = notingStore("of an earlier consent");
    const provider = await finish({ store, fetch: tokenService(() => issued("token-1", { refresh_token: "refresh-1" })) });
    expect([store.seen, provider.getToken()]).toEqual([["load", "save refresh-1"], "token-1"]);
    const broken = { ...notingStore(), save: () => Promise.reject(new Error("cannot keep refresh-1")) };
    expect(await caught(finish({ store: broken, fetch: tokenService(() => issued("token-1", { refresh_token: "refresh-1" })) }))).toMatchObject({
      name: "TokenError",
      message: "the new refresh token could not be saved, and its token is not used: repair the token store",
      cause: { message: "cannot keep [redacted]" },
    });
  });

  it("is not requested if the store cannot be read: the code remains valid", async () => {
    const fetch = tokenService();
    const broken = { ...notingStore(), load: () => Promise.reject(new Error("no such folder")) };
    expect(await caught(finish({ store: broken, fetch }))).toMatchObject({
      name: "TokenError",
      message: "the saved refresh token could not be read: repair the token store",
      cause: { message: "no such folder" },
    });
    expect(fetch.requests).toEqual([]);
  });

  it("ends if there is no refresh token: the error says that the user is needed", async () => {
    const clock = fakeClock();
    const fetch = tokenService();
    const provider = await finish({ fetch, clock });
    await clock.advance(3_599_999);
    expect(await tokenOf(provider)).toBe("token-1");
    await clock.advance(60_000);
    expect(await tokenOf(provider)).toMatchObject({
      name: "TokenError",
      message: "there is no refresh token: the user's consent is needed (with the scope offline_access)",
    });
    expect(fetch.requests.length).toBe(1);
  });

  it("belongs to one user: two of one flow do not renew by each other's refresh tokens", async () => {
    const clock = fakeClock();
    const fetch = tokenService((_count, { body }) => {
      const { code, refresh_token: refresh } = Object.fromEntries(new URLSearchParams(body));
      const user = code ?? refresh;
      return issued(`token-of-${user}`, { refresh_token: user });
    });
    const flow = flowOf({ fetch, clock });
    const [ada, ben] = await Promise.all(
      ["ada", "ben"].map((code) => flow.finish(back({ code, state: "state-1" }), { state: "state-1", codeVerifier: "verifier-1" })),
    );
    await clock.advance(3_600_000);
    expect([await tokenOf(ada as never), await tokenOf(ben as never)]).toEqual(["token-of-ada", "token-of-ben"]);
  });
});
