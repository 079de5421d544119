import { jsonResponse } from "@keywright/tool-test-kit/testing";
import * as fc from "fast-check";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import type { Operation } from "../src/client.ts";
import type { BinaryContent, ClientEvent, ClientOptions, InvalidResponseError, KeywrightError } from "../src/index.ts";
import { fakeClock } from "./fake-clock.ts";
import { bodyOf, callOf, caught, countedSignal, createThing, getContent, getThing, issueThing, listByCursor, listOf, listThings } from "./support.ts";

/** All that a log can show of an error: its text, its members, its causes, and what code reads without looking for a body. */
function shown(error: unknown): string {
  const { message, stack, fieldErrors, traceId, excerpt } = error as Partial<InvalidResponseError> & {
    readonly fieldErrors?: unknown;
    readonly traceId?: unknown;
  };
  return [
    message,
    stack,
    excerpt,
    traceId,
    JSON.stringify(fieldErrors),
    String(error),
    inspect(error, { depth: 10 }),
    JSON.stringify(error),
    inspect((error as Error).cause, { depth: 10, showHidden: true }),
  ].join("\n");
}

/** What a service or a transport may do with a text that it repeats. */
const ways: { readonly [name: string]: (text: string) => string } = {
  "as it is": (text) => text,
  "in JSON": (text) => JSON.stringify(text),
  "in an address": encodeURIComponent,
  "in a form": (text) => new URLSearchParams({ a: text }).toString(),
  "in a page": (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;"),
};

/** A call that carries secrets, and all of them. */
interface Scene {
  readonly secrets: readonly string[];
  readonly operation: Operation;
  readonly call: (options: Partial<ClientOptions>) => Promise<unknown>;
}

const secretWrite: Operation = { ...createThing, secrets: { request: { password: true, fields: [{ value: true }], any: true } } };
const secretForm: Operation = { ...issueThing, secrets: { request: { code: true, refresh_token: true, client_secret: true } } };

// A token is of visible ASCII; a position, a field's value, a code or a secret may hold anything, a secret of RFC 7617 but control characters.
const visible = (own: string): string => own.replaceAll(/[^\x21-\x7e]/g, "~");
const printable = (own: string): string => own.replaceAll(/\p{Cc}/gu, "~");

const scenes: { readonly [name: string]: (own: string) => Scene } = {
  "a token and the values of fields": (own) => {
    const secrets = [`Tq7${visible(own)}Tz9`, `Aq7${own}Az9`, `Bq7${own}Bz9`, `Cq7${own}Cz9`];
    const [token, password, value, deep] = secrets as [string, string, string, string];
    return {
      secrets,
      operation: secretWrite,
      call: (options) => callOf(secretWrite, { token, ...options })({ body: { name: "public", password, fields: [{ value }], any: { deep: [deep] } } }),
    };
  },
  "a client's id and secret, a code and a refresh token": (own) => {
    const secrets = [`Aq7${printable(own).replaceAll(":", "~")}Az9`, `Bq7${printable(own)}Bz9`, `Cq7${own}Cz9`, `Dq7${own}Dz9`];
    const [clientId, clientSecret, code, refresh_token] = secrets as [string, string, string, string];
    return { secrets, operation: secretForm, call: (options) => callOf(secretForm, options)({ clientId, clientSecret, body: { code, refresh_token } }) };
  },
  "a position in the address": (own) => {
    const secrets = [`Tq7${visible(own)}Tz9`, `Aq7${own}Az9`];
    const [token, after] = secrets as [string, string];
    return { secrets, operation: listThings, call: (options) => listOf(listThings, { token, ...options })({ after }).toArray({ max: 5 }) };
  },
  "a position in the body": (own) => {
    const secrets = [`Tq7${visible(own)}Tz9`, `Aq7${own}Az9`];
    const [token, cursor] = secrets as [string, string];
    return { secrets, operation: listByCursor, call: (options) => listOf(listByCursor, { token, ...options })({ cursor }).toArray({ max: 5 }) };
  },
};

const echoing = (echo: string): Error =>
  Object.assign(new Error(`cannot send ${echo}`), { code: "ECONNRESET", request: { headers: new Headers({ a: visible(echo) }), body: echo }, [echo]: echo });
const html = { "content-type": "text/html" };
const json = { "content-type": "application/json" };

/** Everything that goes wrong, with a text that repeats the secrets. */
const failures: { readonly [name: string]: (echo: string) => Response | Promise<Response> } = {
  "a detail": (echo) => jsonResponse(400, { detail: `what came was ${echo}` }),
  "a message": (echo) => jsonResponse(404, { message: echo }),
  "a title, a trace id and the errors of fields": (echo) =>
    jsonResponse(409, { title: echo, traceId: echo, extensions: { traceId: echo }, errors: { a: [echo, 1], [echo]: echo } }),
  "the older form": (echo) => jsonResponse(500, { Error: { Message: echo } }),
  "an OAuth error": (echo) => jsonResponse(400, { error: echo, error_description: echo, error_uri: echo }),
  "a missing scope": (echo) => jsonResponse(403, { detail: echo }),
  "a page of a proxy": (echo) => new Response(`<html>${echo}`, { status: 502, headers: html }),
  "half of an error": (echo) => new Response(`{"detail":"${echo}`, { status: 500, headers: json }),
  "a redirect": (echo) => new Response(null, { status: 307, headers: { location: `https://elsewhere.example/?a=${encodeURIComponent(echo)}` } }),
  "a page in place of data": (echo) => new Response(`<html>Hello ${echo} and welcome`, { headers: html }),
  "text in place of data": (echo) => new Response(echo, { headers: { "content-type": "text/plain" } }),
  "what is not JSON": (echo) => new Response(`{${echo}}`, { headers: json }),
  "half of JSON": (echo) => new Response(`{"a":${JSON.stringify(echo)},`, { headers: json }),
  "what is not UTF-8": (echo) => new Response(Uint8Array.from([...new TextEncoder().encode(echo), 0xff]), { headers: json }),
  "a body that breaks": (echo) => new Response(bodyOf(["{"], echoing(echo)), { headers: json }),
  "a body that breaks for a reason": (echo) => new Response(bodyOf(["{"], new TypeError("terminated", { cause: echoing(echo) })), { headers: json }),
  "a page without its properties": (echo) => jsonResponse(200, { [echo]: echo, results: echo, items: echo }),
  "a page at another origin": (echo) =>
    jsonResponse(200, { results: [], next: `https://elsewhere.example/?after=${encodeURIComponent(echo)}`, items: [], cursor: 5, has_more: true }),
  "a page that cannot be read": (echo) => jsonResponse(200, { results: [], next: `https://[${echo}`, items: [], cursor: "c", has_more: echo }),
  "a fetch that fails": (echo) => Promise.reject(echoing(echo)),
  "a fetch that fails for a reason": (echo) => Promise.reject(new TypeError(`fetch failed: ${echo}`, { cause: echoing(echo) })),
  "a fetch that fails for reasons of reasons": (echo) =>
    Promise.reject(
      new TypeError("a", { cause: new Error("b", { cause: new Error("c", { cause: new Error("d", { cause: new Error("e", { cause: echoing(echo) }) }) }) }) }),
    ),
  "a fetch that fails in several ways": (echo) => Promise.reject(new AggregateError([echoing(echo), echoing(echo)], echo)),
  "a fetch that fails with a code": (echo) => Promise.reject(Object.assign(new Error("a"), { code: echo })),
  "a fetch that fails with a name": (echo) => Promise.reject(Object.assign(new Error("a"), { name: echo })),
  "a fetch that fails with a text": (echo) => Promise.reject(echo),
  "a fetch that fails with an object": (echo) => Promise.reject({ echo }),
  "a fetch that throws": (echo) => {
    throw echoing(echo);
  },
};

/** A text with whatever a program may have in a secret, between letters that are found again. */
const odd = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom('"', "'", "\\", "%", "&", "<", ">", "+", " ", "/", "=", "$", "\n", "\t", "\u2028", "é", "\u{1f511}", ":", ".", "~", "]", "`"),
    minLength: 1,
    maxLength: 12,
  }),
);

describe("nothing secret shows in an error", () => {
  for (const [carrying, scene] of Object.entries(scenes)) {
    it.each(Object.keys(failures).map((failure, index) => ({ failure, seed: 20260302 + index })))(
      `of a call that carries ${carrying}, if $failure repeats it`,
      async ({ failure, seed }) => {
        const repeated = async (own: string, write: (text: string) => string): Promise<void> => {
          const { secrets, call } = scene(own);
          const echo = secrets.map(write).join(" and ");
          const clock = fakeClock();
          const events: ClientEvent[] = [];
          const fetch = async (): Promise<Response> => (failures[failure] as (echo: string) => Response | Promise<Response>)(echo);
          const options = { fetch, clock, onEvent: (event: ClientEvent) => void events.push(event), retry: { maxRetries: 1 } };
          const error = await clock.finish(
            call(options).then(
              () => undefined,
              (reason: unknown) => reason,
            ),
          );
          const seen = `${error === undefined ? "" : shown(error)}\n${inspect(events, { depth: 10 })}`;
          // Each secret begins and ends with letters of its own, which no way of writing changes.
          expect(seen.match(/[ABCDT](q7|z9)/g)).toBeNull();
          expect(events.length).toBeGreaterThan(0);
        };
        const property = fc.asyncProperty(odd, async (own) => {
          for (const write of Object.values(ways)) await repeated(own, write);
        });
        await fc.assert(property, { numRuns: 6, seed, examples: [[""], ["\"'\\%&<>+ /\n\u2028é\u{1f511}"]] });
      },
    );
  }

  it("as Base64 does, in which an id and a secret are sent", async () => {
    const echo = btoa("client-1:sentinel-1");
    const error = await caught(
      callOf(issueThing, { fetch: async () => jsonResponse(400, { detail: `Basic ${echo} (${echo})` }) })({
        clientId: "client-1",
        clientSecret: "sentinel-1",
        body: {},
      }),
    );
    expect(shown(error)).not.toContain(echo);
    expect(error).toMatchObject({ message: "issueThing failed with status 400: Basic [redacted] ([redacted])" });
  });

  it("of a rejected token that its challenge repeats", async () => {
    const token = 'Tq7"\\%Tz9';
    const error = await caught(
      callOf(getThing, {
        fetch: async () => jsonResponse(401, {}, { "www-authenticate": `Bearer error="invalid_token", error_description=${JSON.stringify(token)}` }),
        token,
      })({ thingId: "a" }),
    );
    expect(error).toMatchObject({ status: 401, message: expect.stringContaining("status 401: [redacted] (is the token valid") });
    expect(shown(error)).not.toMatch(/Tq7|Tz9/);
  });

  it("of a token that was rejected, if its successor cannot be had", async () => {
    let asked = 0;
    const token = (): Promise<string> => (asked++ === 0 ? Promise.resolve('Tq7"%Tz9') : Promise.reject(echoing('Tq7"%Tz9')));
    const error = await caught(callOf(getThing, { fetch: async () => jsonResponse(401, {}), token })({ thingId: "a" }));
    expect(error).toMatchObject({ name: "TokenError", code: "invalid-token" });
    expect(shown(error)).not.toMatch(/Tq7|Tz9/);
  });

  it("of bytes that break while they are read", async () => {
    const fetch = async (): Promise<Response> => new Response(bodyOf(["abc"], echoing("Tq7Tz9")));
    const content = (await callOf(getContent, { fetch, token: "Tq7Tz9" })({ thingId: "a" })) as BinaryContent;
    const error = await caught(content.bytes());
    expect(error).toMatchObject({ code: "truncated-response" });
    expect(shown(error)).not.toMatch(/Tq7|Tz9/);
  });

  it.each([
    ["a line break", "Tq7\nTz9"],
    ["a space", "Tq7 Tz9"],
    ["a letter beyond ASCII", "Tq7éTz9"],
    ["a NUL", "Tq7\0Tz9"],
  ])("of a token with %s, which is not sent", async (_what, token) => {
    for (const given of [token, () => token, async () => token, { getToken: () => token }]) {
      const requests: string[] = [];
      const fetch = async (url: string): Promise<Response> => (requests.push(url), jsonResponse(200, {}));
      const error = await caught(callOf(getThing, { fetch, token: given })({ thingId: "a" }));
      expect(error).toMatchObject({ name: "TokenError", code: "invalid-token" });
      expect(shown(error)).not.toMatch(/Tq7|Tz9/);
      expect(requests).toEqual([]);
    }
  });

  it("of a request that has no response in time, or is aborted", async () => {
    const clock = fakeClock();
    const error = await clock.finish(caught(callOf(secretWrite, { fetch: () => new Promise(() => {}), clock, token: "Tq7" })({ body: { password: "Aq7" } })));
    expect(error).toMatchObject({ code: "timeout" });
    expect(shown(error)).not.toMatch(/[AT]q7/);
    const { signal, abort } = countedSignal();
    const events: ClientEvent[] = [];
    const given = caught(
      callOf(secretWrite, { fetch: () => new Promise(() => {}), clock, token: "Tq7", onEvent: (event) => events.push(event) })(
        { body: { password: "Aq7" } },
        { signal },
      ),
    );
    await clock.advance(10);
    abort("enough");
    expect(await given).toBe("enough");
    expect(inspect(events, { depth: 10 })).not.toMatch(/[AT]q7/);
  });
});

const LONG_HOST = "op-connect-api.secrets-platform.svc.cluster.local";
const PATH = "/v1/vaults/iihcwjkpp63v2nsmo436sdbeuu/items/u32zdqgh3mlpx4vbk7rtwe5nsc";

describe("what an error says instead", () => {
  const said = async (detail: string, token = "token-1"): Promise<string> =>
    (
      (await caught(
        callOf(secretWrite, { fetch: async () => jsonResponse(409, { detail }), token })({ body: { password: "open sesame", name: "public" } }),
      )) as KeywrightError
    ).message;

  it.each([
    ["the password open sesame is too weak", "the password [redacted] is too weak"],
    ["open sesame, open sesame", "[redacted], [redacted]"],
    ["open%20sesame open+sesame", "[redacted] [redacted]"],
    ["Bearer token-1 has expired", "Bearer [redacted] has expired"],
    ["token-1 has expired", "[redacted] has expired"],
    ["the name public is taken", "the name public is taken"],
    [`a long run ${"aB3-_.~+/=".repeat(4)} of letters`, "a long run [redacted] of letters"],
    ["there is no GET /v1/vaults/v1/vaults/iihcwjkpp63v2nsmo436sdbeuu/items", "there is no GET /v1/vaults/v1/vaults/iihcwjkpp63v2nsmo436sdbeuu/items"],
    [`a path /reset/${"aB3-".repeat(12)}/now`, "a path /reset/[redacted]/now"],
    [`a shorter run ${"a".repeat(39)} of letters`, `a shorter run ${"a".repeat(39)} of letters`],
    [`no ${PATH} at http://127.0.0.1:8080${PATH}`, `no ${PATH} at http://127.0.0.1:8080${PATH}`],
    [`no https://${LONG_HOST}:8443${PATH}`, `no https://${LONG_HOST}:8443${PATH}`],
    [`no https://${LONG_HOST}${PATH}, nor ${LONG_HOST}${PATH}`, `no https://${LONG_HOST}${PATH}, nor ${LONG_HOST}${PATH}`],
    [`getaddrinfo ENOTFOUND ${LONG_HOST}`, `getaddrinfo ENOTFOUND ${LONG_HOST}`],
    [`no https://${LONG_HOST}:8443/reset/${"aB3-".repeat(12)}/now`, `no https://${LONG_HOST}:8443/reset/[redacted]/now`],
    [`no http://127.0.0.1:8080/token-1/now`, "no http://127.0.0.1:8080/[redacted]/now"],
    [`a token ${"eyJhbGciOiJIUzI1NiJ9.".repeat(3)}x of dots and capitals`, "a token [redacted] of dots and capitals"],
  ])("of %j is %j", async (detail, message) => {
    expect(await said(detail)).toBe(`createThing failed with status 409: ${message}`);
  });

  it("is a text of which no secret remains if one is within another", async () => {
    const operation: Operation = { ...createThing, secrets: { request: { a: true, b: true } } };
    const error = await caught(
      callOf(operation, { fetch: async () => jsonResponse(400, { detail: "got sesame-open-sesame" }) })({ body: { a: "open", b: "sesame-open-sesame" } }),
    );
    expect(error).toMatchObject({ message: "createThing failed with status 400: got [redacted]" });
  });

  it("is without a secret that is a number", async () => {
    const operation: Operation = { ...createThing, secrets: { request: { pin: true } } };
    const error = await caught(callOf(operation, { fetch: async () => jsonResponse(400, { detail: "the pin 471100 is used" }) })({ body: { pin: 471100 } }));
    expect(error).toMatchObject({ message: "createThing failed with status 400: the pin [redacted] is used" });
  });

  it("is whole if a secret is a letter or two, or empty: it would take the message apart", async () => {
    const operation: Operation = { ...createThing, secrets: { request: { a: true, b: true, c: true } } };
    const error = await caught(callOf(operation, { fetch: async () => jsonResponse(400, { detail: "a is not b" }) })({ body: { a: "a", b: "", c: "is" } }));
    expect(error).toMatchObject({ message: "createThing failed with status 400: a is not b" });
  });

  it("leaves a cause what helps: name, message, code, stack and cause, and takes off what else hangs there", async () => {
    const cause = Object.assign(
      new TypeError("fetch failed", { cause: Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET", socket: { remotePort: 443 } }) }),
      { request: { headers: { authorization: "sentinel" } } },
    );
    const error = (await caught(callOf(getThing, { fetch: () => Promise.reject(cause), retry: false })({ thingId: "a" }))) as Error;
    expect(error.cause).toBeInstanceOf(Error);
    expect(error.cause).toMatchObject({ name: "TypeError", message: "fetch failed", cause: { name: "Error", message: "read ECONNRESET", code: "ECONNRESET" } });
    expect((error.cause as Error).stack).toMatch(/^TypeError: fetch failed\n +at .*redact\.test\.ts/);
    expect(error.cause).not.toHaveProperty("request");
    expect((error.cause as Error).cause).not.toHaveProperty("socket");
  });
});
