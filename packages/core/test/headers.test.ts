import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { ConfigurationError } from "../src/index.ts";
import { checkHeaders } from "../src/lib/check-options.ts";
import { callOf, caught, createThing, getThing } from "./support.ts";

describe("headers that a user gives", () => {
  it("are given with names in lower case and values as they are", () => {
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
  ])("are refused where a value holds %s, without repeating it", async (_what, value) => {
    const fetch = recordingFetch();
    expect(() => callOf(getThing, { fetch, headers: { "X-Key": value } })).toThrow(
      "headers must have a value for x-key that HTTP can carry: visible characters without line breaks",
    );
    const error = await caught(callOf(getThing, { fetch })({ thingId: "a" }, { headers: { "X-Key": value } }));
    expect(error).toMatchObject({ name: "ConfigurationError", code: "invalid-configuration" });
    expect(String(error)).not.toContain("sentinel");
    expect(fetch.requests).toEqual([]);
  });

  it.each([[undefined], [null], [5], [["a"]], [{}]])("are refused where a value is %j", (value) => {
    expect(() => checkHeaders({ "x-key": value as unknown as string })).toThrow(ConfigurationError);
  });

  it.each(["", " ", "x key", "x\nkey", "x:key", "x-kéy", "(x)"])("are refused where a name is %j, which is no token", (name) => {
    expect(() => checkHeaders({ [name]: "a" })).toThrow("headers must have names that are HTTP tokens (RFC 9110 §5.1)");
  });

  it.each(["Authorization", "accept", "Content-Type", "content-length", "Transfer-Encoding", "connection", "Host"])(
    "are refused where %s is among them, which is the contract's or the transport's",
    (name) => {
      expect(() => checkHeaders({ [name]: "sentinel" })).toThrow(`headers must not hold ${name.toLowerCase()}: `);
      expect(() => checkHeaders({ [name]: "sentinel" })).not.toThrow("sentinel");
    },
  );

  it("says where a credential is to be given instead", () => {
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
  ])("are refused, where they would be left out in silence: %s", (_what, headers) => {
    expect(() => checkHeaders(headers as never)).toThrow("headers must be a plain object of names and values");
  });
});
