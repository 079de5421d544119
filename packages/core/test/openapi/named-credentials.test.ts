import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { createClient, type Credential, writeUrl } from "../../src/client.ts";
import { namedCredentials } from "../../src/openapi.ts";
import { baseUrl, caught, getThing } from "../support.ts";

const login: Credential = { type: "basic", name: "login" };
const key: Credential = { type: "key", name: "account", in: "header", key: "X-Key" };
const cookie: Credential = { type: "key", name: "session", in: "cookie", key: "sid" };
const query: Credential = { type: "key", name: "page", in: "query", key: "k" };

function call(anyOf: readonly (readonly Credential[])[], credentials: object) {
  const fetch = recordingFetch(jsonResponse(200, {}));
  const operations = { getThing: { ...getThing, security: { scheme: "named", scopes: [], anyOf } } } as const;
  const options = { baseUrl, fetch, retry: false, credentials } as const;
  const client = createClient<{ getThing: (input: object) => Promise<unknown> }, object>({ operations, writeUrl, credentials: namedCredentials }, options);
  return { fetch, result: client.getThing({ thingId: "a" }) };
}

describe("namedCredentials", () => {
  it.each([
    [[[login]], { login: { username: "u", password: "p" } }, { authorization: `Basic ${btoa("u:p")}` }, ""],
    [[[key, cookie]], { account: "k-1", session: "s-1" }, { "x-key": "k-1", cookie: "sid=s-1" }, ""],
    [[[query]], { page: "a b" }, {}, "?k=a%20b"],
    [[[login], [key]], { account: "k-1" }, { "x-key": "k-1" }, ""],
    [[[key], []], {}, {}, ""],
  ])("sends the first alternative of %j that the user gave", async (anyOf, credentials, headers, search) => {
    const { fetch, result } = call(anyOf, credentials);
    await result;
    const [request] = fetch.requests;
    expect(request?.url).toBe(`${baseUrl}/v1/things/a${search}`);
    for (const name of ["authorization", "x-key", "cookie"]) expect(request?.headers[name]).toBe((headers as Record<string, string>)[name]);
  });

  it("throws before anything is sent if no alternative is complete", async () => {
    const { fetch, result } = call([[login], [key, cookie]], { account: "k-1" });
    const option = "credentials.login";
    expect(await caught(result)).toMatchObject({ name: "ConfigurationError", code: "missing-token", option });
    expect(fetch.requests).toEqual([]);
  });

  it.each([
    [[[key]], { account: "line\nbreak" }, "credentials.account"],
    [[[login]], { login: { username: "a:b", password: "p" } }, "credentials.login.username"],
    [[[key]], { acount: "k" }, "acount"],
  ])("throws at the client's creation for %j with %j", (anyOf, credentials, name) => {
    expect(() => call(anyOf, credentials)).toThrow(expect.objectContaining({ code: "invalid-configuration", message: expect.stringContaining(name) }));
  });
});
