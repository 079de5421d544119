import { jsonResponse } from "@keywright/tool-test-kit/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { authorizationCode, clientCredentials, refreshToken } from "../../src/oauth.ts";
import { fakeClock } from "../fake-clock.ts";
import { bodyOf, caught } from "../support.ts";
import { credentials, issued, notingStore, rejected, shown, text, tokenOf, tokenService } from "./token-service.ts";

/** Everything that goes wrong, with a text that repeats the secrets. */
const echoes: { readonly [name: string]: (echo: string) => Response | Promise<Response> } = {
  "an error": (echo) => jsonResponse(400, { error: echo, error_description: echo, error_uri: echo }),
  "a description": (echo) =>
    jsonResponse(
      401,
      { error: "invalid_client", error_description: echo, [echo]: echo },
      { "www-authenticate": `Basic realm=${JSON.stringify(encodeURIComponent(echo))}` },
    ),
  "a rejected grant": (echo) => jsonResponse(400, { error: "invalid_grant", error_description: echo }),
  "a page": (echo) => text(`<html>${echo}`, 500),
  "a success that is a page": (echo) => text(`<html>${echo}`),
  "half of a success": (echo) => text(`{"access_token":${JSON.stringify(echo)}`),
  "a token of another type": (echo) => jsonResponse(200, { access_token: echo, token_type: echo, refresh_token: echo }),
  "a token without a type": (echo) => jsonResponse(200, { access_token: echo, scope: echo, id_token: echo }),
  "a refresh token of another type": (echo) => jsonResponse(200, { access_token: echo, token_type: "Bearer", refresh_token: { echo } }),
  "what is not UTF-8": (echo) => text(Uint8Array.from([...new TextEncoder().encode(echo), 0xff])),
  "a redirect": (echo) => new Response(null, { status: 302, headers: { location: `https://elsewhere.example/?a=${encodeURIComponent(echo)}` } }),
  "a body that breaks": (echo) => new Response(bodyOf([echo], Object.assign(new Error(echo), { code: echo, echo }))),
  "a fetch that fails": (echo) => Promise.reject(Object.assign(new Error(echo, { cause: new Error(echo) }), { echo, request: { body: echo } })),
  "a fetch that fails with a code": (echo) => Promise.reject(Object.assign(new Error("a"), { code: echo })),
  "a fetch that fails with a text": (echo) => Promise.reject(echo),
};

const ways: { readonly [name: string]: (text: string) => string } = {
  "as it is": (secret) => secret,
  "in a form": (secret) => new URLSearchParams({ a: secret }).toString(),
  "in JSON": (secret) => JSON.stringify(secret),
};

const odd = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.string({ unit: fc.constantFrom('"', "\\", "%", "&", "<", "+", " ", "/", "=", "é", "\u{1f511}", "_", "."), minLength: 1, maxLength: 12 }),
);

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** How each grant asks with secrets of its own. Each begins and ends with letters that no way of writing changes. */
const grants: { readonly [name: string]: (own: string, fetch: Fetch) => { readonly secrets: readonly string[]; readonly ask: () => Promise<unknown> } } = {
  "client credentials": (own, fetch) => {
    const clientSecret = `Aq7${own}Az9`;
    return { secrets: [clientSecret], ask: () => tokenOf(clientCredentials({ ...credentials, clientSecret, fetch })) };
  },
  "client credentials in the form": (own, fetch) => {
    const clientSecret = `Aq7${own}Az9`;
    return { secrets: [clientSecret], ask: () => tokenOf(clientCredentials({ ...credentials, clientSecret, clientAuthentication: "body", fetch })) };
  },
  "a refresh token": (own, fetch) => {
    const [clientSecret, token] = [`Aq7${own}Az9`, `Bq7${own}Bz9`];
    return { secrets: [clientSecret, token], ask: () => tokenOf(refreshToken({ ...credentials, clientSecret, refreshToken: token, fetch })) };
  },
  "a refresh token whose store repeats it": (own, fetch) => {
    const [clientSecret, token] = [`Aq7${own}Az9`, `Bq7${own}Bz9`];
    const broken = async (): Promise<never> => {
      throw new Error(`cannot keep ${token}`, { cause: new Error(token) });
    };
    const rotating: Fetch = async (url, init) => {
      await fetch(url, init).catch(() => {});
      return issued("token-1", { refresh_token: token });
    };
    return {
      secrets: [clientSecret, token],
      ask: () =>
        tokenOf(refreshToken({ ...credentials, clientSecret, refreshToken: "first", store: { load: async () => undefined, save: broken }, fetch: rotating })),
    };
  },
  "a code": (own, fetch) => {
    const [clientSecret, code, state, codeVerifier] = [`Aq7${own}Az9`, `Bq7${own}Bz9`, `Cq7${own}Cz9`, `Dq7${own}Dz9`];
    const flow = authorizationCode({
      ...credentials,
      clientSecret,
      authorizationUrl: "https://id.example.com/authorize",
      redirectUri: "https://app.example.com/",
      fetch,
    });
    const callback = `https://app.example.com/?${new URLSearchParams({ code, state })}`;
    return { secrets: [clientSecret, code, state, codeVerifier], ask: () => caught(flow.finish(callback, { state, codeVerifier })) };
  },
  "a callback with another state": (own, fetch) => {
    const [code, state, codeVerifier] = [`Bq7${own}Bz9`, `Cq7${own}Cz9`, `Dq7${own}Dz9`];
    const flow = authorizationCode({ ...credentials, authorizationUrl: "https://id.example.com/authorize", redirectUri: "https://app.example.com/", fetch });
    const callback = `https://app.example.com/?${new URLSearchParams({ code, state })}`;
    return { secrets: [code, state, codeVerifier], ask: () => caught(flow.finish(callback, { state: `${state}!`, codeVerifier })) };
  },
  "a callback with an error": (own, fetch) => {
    const [code, state, codeVerifier] = [`Bq7${own}Bz9`, `Cq7${own}Cz9`, `Dq7${own}Dz9`];
    const flow = authorizationCode({ ...credentials, authorizationUrl: "https://id.example.com/authorize", redirectUri: "https://app.example.com/", fetch });
    const callback = `https://app.example.com/?${new URLSearchParams({ error: code, error_description: state, state })}`;
    return { secrets: [code, state, codeVerifier], ask: () => caught(flow.finish(callback, { state, codeVerifier })) };
  },
};

describe("nothing secret shows in an error", () => {
  for (const [grant, make] of Object.entries(grants)) {
    it.each(Object.keys(echoes))(`of ${grant}, if the secrets come back in %s`, async (failure) => {
      await fc.assert(
        fc.asyncProperty(odd, fc.constantFrom(...Object.keys(ways)), async (own, way) => {
          let all: readonly string[] = [];
          const { secrets, ask } = make(own, async (_url, init) => {
            const header = new Headers(init.headers).get("authorization") ?? "";
            return (echoes[failure] as (echo: string) => Response | Promise<Response>)(
              `${all.map((secret) => (ways[way] as (text: string) => string)(secret)).join(" ")} ${header}`,
            );
          });
          all = secrets;
          const error = await ask();
          expect(error).toMatchObject({ name: "TokenError", code: "no-token" });
          const seen = shown(error);
          expect(seen.match(/[ABCD](q7|z9)/g)).toBeNull();
          for (const secret of secrets) expect(seen).not.toContain(Buffer.from(`client-1:${secret}`).toString("base64"));
        }),
        { numRuns: 10, seed: 20260302 },
      );
    });
  }

  it("of a store that cannot be read, if it parses what it keeps", async () => {
    const load = async (): Promise<string> => JSON.parse("Bq7-token-Bz9") as string;
    const error = await tokenOf(refreshToken({ ...credentials, store: { load, save: async () => {} }, fetch: tokenService() }));
    expect(error).toMatchObject({ name: "TokenError", message: "the saved refresh token could not be read: repair the token store" });
    expect(error).not.toHaveProperty("cause");
    expect(shown(error)).not.toMatch(/q7|z9/);
  });

  it("of an error response whose code is the secret itself, in letters that codes have", async () => {
    const error = await tokenOf(clientCredentials({ ...credentials, clientSecret: "correct_horse", fetch: async () => rejected("correct_horse") }));
    expect(error).toMatchObject({ message: "no token from https://id.example.com: rejected (status 400)", oauthError: undefined });
    expect(shown(error)).not.toContain("correct_horse");
  });

  it("of a store, if it repeats the refresh token that is in use by now or the one before", async () => {
    const clock = fakeClock();
    const store = notingStore("Aq7-Az9");
    const provider = refreshToken({
      ...credentials,
      store,
      clock,
      fetch: tokenService((count) => issued(`token-${count}`, { refresh_token: `Bq7-${count}-Bz9` })),
    });
    expect(await tokenOf(provider)).toBe("token-1");
    store.save = async (token) => {
      throw new Error(`cannot put ${token} in the place of ${store.kept}`);
    };
    await clock.advance(3_600_000);
    const unsaved = await tokenOf(provider);
    expect(unsaved).toMatchObject({ cause: { message: "cannot put [redacted] in the place of [redacted]" } });
    expect(shown(unsaved)).not.toMatch(/[AB](q7|z9)/);
    store.save = async () => {};
    store.load = async () => {
      throw new Error(`bad content: ${store.kept}`);
    };
    await clock.advance(60_000);
    const unread = await tokenOf(provider);
    expect(unread).toMatchObject({ cause: { message: "bad content: [redacted]" } });
    expect(shown(unread)).not.toMatch(/[AB](q7|z9)/);
  });

  it("of a store that repeats what it has just saved, at the second attempt", async () => {
    const clock = fakeClock();
    const store = notingStore("Aq7-Az9");
    const { save } = store;
    store.save = async () => {
      throw new Error("no space left");
    };
    const provider = refreshToken({ ...credentials, store, clock, fetch: tokenService(() => issued("token-1", { refresh_token: "Bq7-Bz9" })) });
    await tokenOf(provider);
    store.save = save;
    store.load = async () => {
      throw new Error(`bad content: ${store.kept}`);
    };
    await clock.advance(500);
    const unread = await tokenOf(provider);
    expect(unread).toMatchObject({ cause: { message: "bad content: [redacted]" } });
    expect(shown(unread)).not.toMatch(/[AB](q7|z9)/);
  });

  it("nor in a provider that is printed", async () => {
    const provider = clientCredentials({ ...credentials, clientSecret: "Aq7-Az9", fetch: tokenService(() => issued("Bq7-Bz9")) });
    await provider.getToken();
    expect(`${JSON.stringify(provider)}${shown(provider)}`).not.toMatch(/q7|z9/);
  });
});
