import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { isApiError } from "../../src/index.ts";
import { refreshToken } from "../../src/oauth.ts";
import { fakeClock } from "../fake-clock.ts";
import { callOf, caught, getThing } from "../support.ts";
import { credentials, forms, guardedService, issued, notingStore, rejected, tokenOf, tokenService } from "./token-service.ts";

const rotating = (count: number): Response => issued(`token-${count}`, { refresh_token: `refresh-${count + 1}` });

describe("a token request of a refresh token", () => {
  it.each([
    ["basic", { authorization: `Basic ${btoa("client-1:secret-1")}` }, ""],
    ["basic-form-encoded", { authorization: `Basic ${btoa("client%2D1:secret%2D1")}` }, ""],
    ["body", {}, "&client_id=client-1&client_secret=secret-1"],
  ] as const)("is exact, with clientAuthentication %s", async (clientAuthentication, authorization, rest) => {
    const fetch = tokenService();
    expect(await tokenOf(refreshToken({ ...credentials, clientAuthentication, refreshToken: "a+b/c=&d %", fetch }))).toBe("token-1");
    expect(fetch.requests).toEqual([
      {
        method: "POST",
        url: credentials.tokenUrl,
        headers: {
          accept: "application/json",
          "content-type": "application/x-www-form-urlencoded",
          "user-agent": expect.stringMatching(/^oauth4webapi\/v[\d.]+$/),
          ...authorization,
        },
        body: `refresh_token=a%2Bb%2Fc%3D%26d+%25&grant_type=refresh_token${rest}`,
      },
    ]);
  });

  it("has the token of the store; that of the options only if the store has none", async () => {
    const fetch = tokenService();
    for (const kept of ["kept", undefined, ""]) await tokenOf(refreshToken({ ...credentials, refreshToken: "given", store: notingStore(kept), fetch }));
    expect(forms(fetch).map(({ refresh_token }) => refresh_token)).toEqual(["kept", "given", "given"]);
  });

  it("is not made if there is no refresh token", async () => {
    const fetch = tokenService();
    for (const options of [{}, { refreshToken: "" }, { store: notingStore() }]) {
      expect(await tokenOf(refreshToken({ ...credentials, ...options, fetch }))).toMatchObject({
        name: "TokenError",
        code: "no-token",
        message: "there is no refresh token: the user's consent is needed (with the scope offline_access)",
      });
    }
    expect(fetch.requests).toEqual([]);
  });

  it("is made once for 1,000 parallel calls, and the refresh token used once", async () => {
    const tokens = tokenService(rotating);
    const fetch = guardedService((token) => token === "token-1");
    const call = callOf(getThing, { fetch, token: refreshToken({ ...credentials, refreshToken: "refresh-1", fetch: tokens }) });
    await Promise.all(Array.from({ length: 1000 }, () => call({ thingId: "a" })));
    expect([tokens.requests.length, fetch.requests.length]).toEqual([1, 1000]);
  });
});

describe("a refresh token that is changed with each use", () => {
  it("is used from then on, each once, with a store and without", async () => {
    for (const store of [notingStore("refresh-1"), undefined]) {
      const clock = fakeClock();
      const fetch = tokenService(rotating);
      const provider = refreshToken({ ...credentials, ...(store === undefined ? { refreshToken: "refresh-1" } : { store }), fetch, clock });
      for (let count = 1; count <= 5; count += 1) {
        expect(await tokenOf(provider)).toBe(`token-${count}`);
        await clock.advance(3_540_000);
      }
      expect(forms(fetch).map(({ refresh_token }) => refresh_token)).toEqual(["refresh-1", "refresh-2", "refresh-3", "refresh-4", "refresh-5"]);
      if (store !== undefined) expect(store.kept).toBe("refresh-6");
    }
  });

  it("and then stays as it is is not saved again", async () => {
    const clock = fakeClock();
    const store = notingStore("refresh-1");
    const fetch = tokenService((count) =>
      issued(`token-${count}`, [{}, { refresh_token: "refresh-1" }, { refresh_token: null }, { refresh_token: "" }][count - 1]),
    );
    const provider = refreshToken({ ...credentials, store, fetch, clock });
    for (let count = 1; count <= 4; count += 1) {
      expect(await tokenOf(provider)).toBe(`token-${count}`);
      await clock.advance(3_540_000);
    }
    expect(store.seen).toEqual(["load", "load", "load", "load"]);
  });
});

describe("a store that fails", () => {
  const full = Object.assign(new Error("no space left"), { code: "ENOSPC" });

  it("to save is an error: the new token is not used, kept in memory, and saved before the next token request", async () => {
    const clock = fakeClock();
    const store = notingStore("refresh-1");
    const save = store.save;
    store.save = async (token) => {
      store.seen.push(`fail ${token}`);
      throw full;
    };
    const tokens = tokenService(rotating);
    const fetch = guardedService(() => true);
    const call = callOf(getThing, { fetch, clock, token: refreshToken({ ...credentials, store, fetch: tokens, clock }) });
    const failed = {
      name: "TokenError",
      code: "no-token",
      message: "getThing: the new refresh token could not be saved, and its token is not used: repair the token store",
      cause: { message: "no space left", code: "ENOSPC" },
    };
    expect(await caught(call({ thingId: "a" }))).toMatchObject(failed);
    await clock.advance(500);
    expect(await caught(call({ thingId: "a" }))).toMatchObject(failed);
    expect([tokens.requests.length, fetch.requests.length]).toEqual([1, 0]);
    store.save = save;
    await clock.advance(1000);
    expect(await call({ thingId: "a" })).toEqual({ a: 1 });
    expect(store.seen).toEqual(["load", "fail refresh-2", "fail refresh-2", "save refresh-2", "load", "save refresh-3"]);
    expect(forms(tokens).map(({ refresh_token }) => refresh_token)).toEqual(["refresh-1", "refresh-2"]);
  });

  it("to save does not take away a token that has not ended", async () => {
    const clock = fakeClock();
    const store = notingStore("refresh-1");
    const provider = refreshToken({ ...credentials, store, fetch: tokenService(rotating), clock });
    await tokenOf(provider);
    store.save = () => Promise.reject(full);
    await clock.advance(3_540_000);
    expect(await tokenOf(provider)).toBe("token-1");
    await clock.advance(60_000);
    expect(await tokenOf(provider)).toMatchObject({ name: "TokenError" });
  });

  it.each([
    ["rejects", () => Promise.reject(full)],
    [
      "throws",
      (): never => {
        throw full;
      },
    ],
  ])("to load because it %s is an error, and nothing is requested", async (_how, load) => {
    const fetch = tokenService();
    const provider = refreshToken({ ...credentials, refreshToken: "refresh-1", store: { load, save: async () => {} }, fetch });
    expect(await tokenOf(provider)).toMatchObject({
      name: "TokenError",
      code: "no-token",
      message: "the saved refresh token could not be read: repair the token store",
      cause: { code: "ENOSPC" },
    });
    expect(fetch.requests).toEqual([]);
  });

  it("to return a text is an error, and nothing is requested", async () => {
    const fetch = tokenService();
    const store = { load: async () => Buffer.from("refresh-1") as never, save: async () => {} };
    expect(await tokenOf(refreshToken({ ...credentials, store, fetch }))).toMatchObject({
      name: "TokenError",
      message: "the saved refresh token must be a string; got an object: repair the token store",
    });
    expect(fetch.requests).toEqual([]);
  });

  it("to load, ever, is an error in time, and the next call reads it again", async () => {
    const clock = fakeClock();
    let loads = 0;
    const load = (): Promise<string> => ((loads += 1) === 1 ? new Promise(() => {}) : Promise.resolve("refresh-1"));
    const provider = refreshToken({ ...credentials, store: { load, save: async () => {} }, fetch: tokenService(), clock });
    const waiting = [tokenOf(provider), tokenOf(provider)];
    await clock.advance(15_000);
    const late = { name: "TokenError", code: "no-token", message: "no token from the token store: no complete response within 15000 ms" };
    for (const error of await Promise.all(waiting)) expect(error).toMatchObject(late);
    await clock.advance(500);
    expect([await tokenOf(provider), clock.timers]).toEqual(["token-1", 0]);
  });

  it("to end its saving is an error in time; nothing is saved behind it, and nothing requested, until it has ended", async () => {
    const clock = fakeClock();
    const store = notingStore("refresh-1");
    const { save } = store;
    let end = (): void => {};
    store.save = (token) =>
      new Promise<void>((resolve) => {
        store.seen.push(`begin ${token}`);
        end = resolve;
      });
    const tokens = tokenService(rotating);
    const provider = refreshToken({ ...credentials, store, fetch: tokens, clock });
    for (let count = 1; count <= 2; count += 1) {
      const waiting = tokenOf(provider);
      await clock.advance(15_000);
      expect(await waiting).toMatchObject({
        name: "TokenError",
        message: expect.stringContaining("could not be saved"),
        cause: { message: "no token from the token store: no complete response within 15000 ms" },
      });
      await clock.advance(1000);
    }
    expect([store.seen, tokens.requests.length]).toEqual([["load", "begin refresh-2"], 1]);
    end();
    store.save = save;
    await clock.advance(30_000);
    expect(await tokenOf(provider)).toBe("token-2");
    expect(store.seen).toEqual(["load", "begin refresh-2", "save refresh-2", "load", "save refresh-3"]);
  });

  it("because a service that it reads from rejects is not taken for an error of the call", async () => {
    const reading = callOf(getThing, { fetch: recordingFetch(jsonResponse(404, { detail: "no such item" })) });
    const store = { load: async () => String(await reading({ thingId: "kept" })), save: async () => {} };
    const call = callOf(getThing, { fetch: guardedService(() => true), token: refreshToken({ ...credentials, store, fetch: tokenService() }) });
    const error = await caught(call({ thingId: "a" }));
    expect(isApiError(error)).toBe(false);
    expect(error).toMatchObject({
      name: "TokenError",
      code: "no-token",
      message: "getThing: the saved refresh token could not be read: repair the token store",
      cause: { name: "ApiError", code: "api-error", message: "getThing failed with status 404: no such item" },
    });
  });

  it("with an error about a token keeps it", async () => {
    const own = await tokenOf(refreshToken({ ...credentials, fetch: tokenService() }));
    const provider = refreshToken({ ...credentials, store: { load: () => Promise.reject(own), save: async () => {} }, fetch: tokenService() });
    expect(await tokenOf(provider)).toEqual(own);
  });
});

describe("a response that is lost", () => {
  it("is an error; the old refresh token is sent once more, not in a loop", async () => {
    const clock = fakeClock();
    const store = notingStore("refresh-1");
    const lost = Object.assign(new Error("reset"), { code: "ECONNRESET" });
    // The service has changed it, and knows the old one no more.
    const tokens = tokenService((count) => (count === 1 ? Promise.reject(lost) : rejected("invalid_grant")));
    const provider = refreshToken({ ...credentials, store, fetch: tokens, clock });
    expect(await tokenOf(provider)).toMatchObject({
      name: "TokenError",
      message: "no token from https://id.example.com: no response (ECONNRESET)",
      oauthError: undefined,
    });
    for (let second = 0; second < 300; second += 1) {
      await clock.advance(1000);
      expect(await tokenOf(provider)).toMatchObject({ name: "TokenError", oauthError: "invalid_grant" });
    }
    expect(forms(tokens).map(({ refresh_token }) => refresh_token)).toEqual(["refresh-1", "refresh-1"]);
  });
});

describe("a refresh token that is rejected (invalid_grant)", () => {
  it("is not sent again until the store has another", async () => {
    const clock = fakeClock();
    const store = notingStore("refresh-1");
    const tokens = tokenService((count, { body }) => (body?.includes("refresh_token=refresh-1") ? rejected("invalid_grant") : rotating(count)));
    const provider = refreshToken({ ...credentials, store, fetch: tokens, clock });
    expect(await tokenOf(provider)).toMatchObject({ oauthError: "invalid_grant", status: 400 });
    for (let minute = 0; minute < 60; minute += 1) {
      await clock.advance(60_000);
      expect(await tokenOf(provider)).toMatchObject({
        name: "TokenError",
        oauthError: "invalid_grant",
        status: undefined,
        message: "the refresh token was rejected permanently: the user's consent is needed again",
      });
    }
    expect(tokens.requests.length).toBe(1);
    store.kept = "of a new consent";
    // The wait after a failure, and no more.
    await clock.advance(30_000);
    expect(await tokenOf(provider)).toBe("token-2");
    expect([tokens.requests.length, store.kept]).toEqual([2, "refresh-3"]);
  });

  it.each([
    ["invalid_client", () => rejected("invalid_client", 401)],
    ["a page", () => jsonResponse(503, {})],
    ["invalid_grant with the status of a gateway's failure", () => rejected("invalid_grant", 503)],
  ])("is not what %s means: it is sent again", async (_what, answer) => {
    const clock = fakeClock();
    const tokens = tokenService((count) => (count === 1 ? answer() : rotating(count)));
    const provider = refreshToken({ ...credentials, refreshToken: "refresh-1", fetch: tokens, clock });
    await tokenOf(provider);
    await clock.advance(500);
    expect(await tokenOf(provider)).toBe("token-2");
  });
});

describe("a store that two programs share", () => {
  it("returns the successor that the other one has saved, if its own refresh token was used up first", async () => {
    const store = notingStore("refresh-1");
    const fetch = tokenService((count) => {
      if (count > 1) return issued("token-of-the-successor");
      store.kept = "refresh-2"; // by the other program, while this request was under way
      return rejected("invalid_grant");
    });
    expect(await tokenOf(refreshToken({ ...credentials, store, fetch }))).toBe("token-of-the-successor");
    expect(forms(fetch).map(({ refresh_token }) => refresh_token)).toEqual(["refresh-1", "refresh-2"]);
  });

  it("is not read again if nothing else was saved", async () => {
    const fetch = tokenService(() => rejected("invalid_grant"));
    expect(await tokenOf(refreshToken({ ...credentials, store: notingStore("refresh-1"), fetch }))).toMatchObject({
      name: "TokenError",
      oauthError: "invalid_grant",
    });
    expect(fetch.requests).toHaveLength(1);
  });
});

describe("credentials with a control character", () => {
  it.each([
    ["clientSecret", { clientSecret: "secret-1\n" }],
    ["clientId", { clientId: "client\u0000" }],
  ])("are rejected before anything is sent, without being shown: %s", (name, wrong) => {
    expect(() => refreshToken({ ...credentials, ...wrong, refreshToken: "a" })).toThrow(
      new RegExp(
        `^refreshToken: ${name} must be a string that is not empty, without control characters such as a line break at its end; got a string of \\d+ characters$`,
      ),
    );
  });
});

describe("providers on one store", () => {
  it("renew one after the other, each with what the one before has saved: no refresh token is used twice", async () => {
    const store = notingStore("refresh-1");
    const fetch = tokenService(rotating);
    const providers = Array.from({ length: 3 }, () => refreshToken({ ...credentials, store, fetch }));
    expect(await Promise.all(providers.map((provider) => tokenOf(provider)))).toEqual(["token-1", "token-2", "token-3"]);
    expect(forms(fetch).map(({ refresh_token }) => refresh_token)).toEqual(["refresh-1", "refresh-2", "refresh-3"]);
    expect(store.kept).toBe("refresh-4");
  });

  it("use no refresh token twice though the first could not save the next: the next caller saves it before it is used", async () => {
    const store = notingStore("refresh-1");
    let full = true;
    const filling = {
      load: () => store.load(),
      async save(token: string) {
        if (full) throw new Error("disk full");
        return store.save(token);
      },
    };
    const fetch = tokenService(rotating);
    const ask = () => tokenOf(refreshToken({ ...credentials, store: filling, fetch }));
    expect(await ask()).toMatchObject({ name: "TokenError" });
    full = false;
    expect([await ask(), await ask()]).toEqual(["token-2", "token-3"]);
    expect(forms(fetch).map(({ refresh_token }) => refresh_token)).toEqual(["refresh-1", "refresh-2", "refresh-3"]);
    expect(store.seen.filter((what) => what.startsWith("save"))).toEqual(["save refresh-2", "save refresh-3", "save refresh-4"]);
  });

  it("are not held up by the failure of another", async () => {
    const store = notingStore("refresh-1");
    const [failing, sound] = [tokenService(() => rejected("server_error", 500)), tokenService(rotating)];
    const tokens = [failing, sound].map((fetch) => tokenOf(refreshToken({ ...credentials, store, fetch })));
    expect(await Promise.all(tokens)).toEqual([expect.objectContaining({ name: "TokenError", status: 500 }), "token-1"]);
  });
});

describe("a refresh token that cannot be one", () => {
  it.each([
    ["example-refresh-token\n", "a string of 22 characters"],
    [5, "a number"],
    [{}, "an object"],
  ])("is rejected at once, and not shown: %j", (given, came) => {
    expect(() => refreshToken({ ...credentials, refreshToken: given as string })).toThrow(
      expect.objectContaining({
        name: "ConfigurationError",
        message: `refreshToken: refreshToken must be a string that is not empty, without control characters such as a line break at its end; got ${came}`,
      }),
    );
  });

  it.each([
    [{}, "an object"],
    [{ load: async () => "refresh-1" }, "an object"],
    [{ load: "refresh-1", save: 1 }, "an object"],
    [null, "null"],
  ])("is rejected as early for a store that is none: %j", (store, came) => {
    expect(() => refreshToken({ ...credentials, store: store as never })).toThrow(
      expect.objectContaining({ name: "ConfigurationError", message: `refreshToken: store must be an object with load and save; got ${came}` }),
    );
  });
});
