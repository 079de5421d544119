import { describe, expect, it } from "vitest";
import { ConfigurationError } from "../src/index.ts";
import { checkBaseUrl, parseUrl } from "../src/lib/address.ts";
import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { callOf, getThing } from "./support.ts";

function refusalOf(baseUrl: unknown, allowInsecureHttp = false): ConfigurationError {
  try {
    expect.fail(`accepted as ${checkBaseUrl(baseUrl, allowInsecureHttp)}`);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error;
  }
}

describe("a base address is accepted", () => {
  it("in time that grows with its length alone, however many slashes it has", () => {
    const slashes = "/".repeat(300_000);
    expect(checkBaseUrl(`https://service.example.com/a${slashes}b${slashes}`, false)).toBe(`https://service.example.com/a${slashes}b`);
  });

  it.each([
    ["as it is", "https://service.example.com", "https://service.example.com"],
    ["with a slash", "https://service.example.com/", "https://service.example.com"],
    ["with a path", "https://service.example.com/tenant/a", "https://service.example.com/tenant/a"],
    ["with a path and slashes at its end", "https://service.example.com/tenant///", "https://service.example.com/tenant"],
    ["with a path in its own case and encoding", "https://service.example.com/Tenant%20A", "https://service.example.com/Tenant%20A"],
    ["with braces in its path, which are no parameter", "https://service.example.com/{thingId}", "https://service.example.com/%7BthingId%7D"],
    ["with dot segments, which are resolved", "https://service.example.com/a/%2e%2e/b/.", "https://service.example.com/b"],
    ["in upper case", "HTTPS://SERVICE.EXAMPLE.COM/Path", "https://service.example.com/Path"],
    ["with the usual port", "https://service.example.com:443", "https://service.example.com"],
    ["with another port", "https://service.example.com:8443", "https://service.example.com:8443"],
    ["with an IPv6 address", "https://[2001:DB8::1]:8443/a", "https://[2001:db8::1]:8443/a"],
    ["with an international name", "https://bücher.example", "https://xn--bcher-kva.example"],
    ["with a space before it", " https://service.example.com", "https://service.example.com"],
  ])("%s", (_what, given, address) => {
    expect(checkBaseUrl(given, false)).toBe(address);
  });

  it("with an international name, however often one is read", () => {
    const rejected = Array.from({ length: 20_000 }, () => parseUrl("https://bücher.example")).filter((url) => url === undefined);
    expect(rejected).toEqual([]);
  });

  it.each([
    ["http://localhost", "http://localhost"],
    ["http://LOCALHOST:8080/", "http://localhost:8080"],
    ["http://127.0.0.1:4010", "http://127.0.0.1:4010"],
    ["http://127.1", "http://127.0.0.1"],
    ["http://127.255.255.254", "http://127.255.255.254"],
    ["http://2130706433", "http://127.0.0.1"],
    ["http://0x7f000001", "http://127.0.0.1"],
    ["http://0177.0.0.1", "http://127.0.0.1"],
    ["http://[::1]:4010/a", "http://[::1]:4010/a"],
    ["http://[0:0:0:0:0:0:0:1]", "http://[::1]"],
  ])("in clear text to this machine: %s", (given, address) => {
    expect(checkBaseUrl(given, false)).toBe(address);
  });

  it("in clear text to another machine where that is said to be meant", () => {
    expect(checkBaseUrl("http://service.example.com/a/", true)).toBe("http://service.example.com/a");
  });
});

describe("a base address is refused, without being repeated,", () => {
  it.each([
    ["nothing", undefined, "got nothing"],
    ["null", null, "got null"],
    ["a number", 443, "got 443"],
    ["a URL object", new URL("https://service.example.com"), "got an object"],
    ["an empty text", "", "got an empty string"],
    ["a path", "/v1", 'a whole address with its scheme, such as "https://service.example.com"; got a string of 3 characters'],
    ["a name without a scheme", "sentinel.example.com", "a whole address with its scheme"],
    ["a name with a port and no scheme", "sentinel.example.com:8443", "must begin with https://"],
    ["this machine with a port and no scheme", "localhost:8080", "must begin with https://"],
    ["a user and password without a scheme", "sentinel:password@service.example.com", "must begin with https://"],
    ["another scheme", "ftp://sentinel.example.com", "must begin with https://"],
    ["a file", "file:///sentinel", "must begin with https://"],
    ["a web socket", "wss://sentinel.example.com", "must begin with https://"],
    ["a user", "https://sentinel@service.example.com", "must not hold a user name or password"],
    ["a password alone", "https://:sentinel@service.example.com", "must not hold a user name or password"],
    ["this machine as the user of another", "http://127.0.0.1@sentinel.example.com", "must not hold a user name or password"],
    ["a query", "https://service.example.com/?token=sentinel", "must not hold a query or fragment"],
    ["an empty query", "https://service.example.com/a?", "must not hold a query or fragment"],
    ["a fragment", "https://service.example.com/#sentinel", "must not hold a query or fragment"],
    ["an empty fragment", "https://service.example.com#", "must not hold a query or fragment"],
    ["a port that is none", "https://sentinel.example.com:99999", "a whole address with its scheme"],
    ["a space in the name", "https://senti nel.example.com", "a whole address with its scheme"],
  ])("as %s", (_what, given, said) => {
    const error = refusalOf(given);
    expect(error).toMatchObject({ name: "ConfigurationError", code: "invalid-configuration" });
    expect(error.message).toContain(said);
    expect(error.message).not.toMatch(/sentinel|8443/);
  });

  it.each([
    "http://service.example.com",
    "http://10.0.0.1",
    "http://0.0.0.0",
    "http://[::]",
    "http://[::ffff:127.0.0.1]",
    "http://128.0.0.1",
    "http://2147483648",
    "http://localhost.",
    "http://localhost.example.com",
    "http://my.localhost",
    "http://127.0.0.1.example.com",
    "HTTP://SERVICE.EXAMPLE.COM",
  ])("for clear text to a machine that is not this one: %s", (given) => {
    expect(refusalOf(given).message).toMatch(/which would send credentials in clear text: use https:\/\/, or set allowInsecureHttp/);
  });

  it("for the rest, too, where clear text is allowed", () => {
    expect(refusalOf("ftp://service.example.com", true).message).toContain("must begin with https://");
    expect(refusalOf("http://user@service.example.com", true).message).toContain("user name or password");
  });

  it("when the client is made, before anything is sent", () => {
    const fetch = recordingFetch();
    expect(() => callOf(getThing, { fetch, baseUrl: "http://service.example.com" })).toThrow(ConfigurationError);
    expect(() => callOf(getThing, { fetch, baseUrl: undefined as unknown as string })).toThrow(ConfigurationError);
    expect(fetch.requests).toEqual([]);
  });
});

describe("a client's requests", () => {
  it.each([
    ["https://service.example.com/", "https://service.example.com/v1/things/a"],
    ["https://service.example.com/tenant/a/", "https://service.example.com/tenant/a/v1/things/a"],
    ["https://service.example.com/{thingId}", "https://service.example.com/%7BthingId%7D/v1/things/a"],
    ["http://[::1]:4010/a", "http://[::1]:4010/a/v1/things/a"],
  ])("go below %s", async (baseUrl, url) => {
    const fetch = recordingFetch(jsonResponse(200, {}));
    await callOf(getThing, { fetch, baseUrl })({ thingId: "a" });
    expect(fetch.requests.map((request) => request.url)).toEqual([url]);
  });
});
