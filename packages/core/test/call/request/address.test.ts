import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createClient, type Operation } from "../../../src/client.ts";
import { pinAddress } from "../../../src/parts.ts";
import { type CallOptions, type ClientOptions, type HttpResponse, ConfigurationError } from "../../../src/index.ts";
import { fakeClock } from "../../fake-clock.ts";
import { baseUrl, callOf, getThing } from "../../support.ts";
import { checkBaseUrl, parseUrl, isAtOrigin } from "../../../src/lib/call/request/address.ts";

interface Things {
  fireThing(input: { readonly href: string }, call?: CallOptions): Promise<void>;
}
interface RawThings {
  fireThing(input: { readonly href: string }, call?: CallOptions): Promise<HttpResponse<void>>;
}

const fireThing = {
  id: "fireThing",
  method: "POST",
  path: "",
  address: "href",
  retry: "never",
  security: { scheme: "bearer", scopes: ["Things.Fire"] },
  response: { status: 204, type: "none" },
  accept: "application/json",
} as const satisfies Operation;

const { origin } = new URL(baseUrl);
const done = () => new Response(null, { status: 204 });
const clientOn = (fetch: NonNullable<ClientOptions["fetch"]>, options: Partial<ClientOptions> = {}): Things & { readonly raw: RawThings } =>
  createClient<Things, RawThings>({ operations: { fireThing }, pinAddress }, { baseUrl, token: "token-1", fetch, ...options });

async function failed(input: unknown, argument = "href"): Promise<Error> {
  const fetch = recordingFetch();
  let asked = 0;
  const token = (): string => ((asked += 1), "token-1");
  const error: unknown = await clientOn(fetch, { token })
    .fireThing(input as { href: string })
    .catch((caught: unknown) => caught);
  expect(fetch.requests, "nothing is sent").toEqual([]);
  expect(asked, "no token is asked for").toBe(0);
  expect(error).toMatchObject({ name: "ArgumentError", code: "invalid-argument", argument, operationId: "fireThing" });
  return error as Error;
}

describe("an operation that is called at an address from a response", () => {
  it("goes there as the operation says, with the token", async () => {
    const fetch = recordingFetch(done());
    const { status, body } = await clientOn(fetch).raw.fireThing({ href: `${origin}/elsewhere/a%2Fb?key=1&key=2#part` });
    expect([status, body]).toEqual([204, undefined]);
    expect(fetch.requests).toEqual([
      {
        method: "POST",
        url: `${origin}/elsewhere/a%2Fb?key=1&key=2`,
        headers: { accept: "application/json", authorization: "Bearer token-1" },
        body: undefined,
      },
    ]);
  });

  it.each([
    ["/signals/1", `${origin}/signals/1`],
    [`${origin}:443/signals/1`, `${origin}/signals/1`],
    [origin.toUpperCase(), `${origin}/`],
    [`${origin}/a/../b/%2e%2e/c`, `${origin}/c`],
  ])("takes %s to be %s", async (address, url) => {
    const fetch = recordingFetch(done());
    await clientOn(fetch).fireThing({ href: address });
    expect(fetch.requests.map((request) => request.url)).toEqual([url]);
  });

  it.each([
    ["another host", "https://evil.example.net/signals/1", "one at https://evil.example.net"],
    ["the host as a subdomain of another", `${origin}.evil.net/signals/1`, `one at ${origin}.evil.net`],
    ["a host that ends alike", `https://evil-${new URL(origin).host}/`, `one at https://evil-${new URL(origin).host}`],
    ["another port", `${origin}:8443/signals/1`, `one at ${origin}:8443`],
    ["another scheme", origin.replace("https:", "http:"), `one at ${origin.replace("https:", "http:")}`],
    ["a host with a dot behind it", `${origin}./signals/1`, `one at ${origin}.`],
    ["the host as a user name", `${origin}@evil.net/signals/1`, "one with a user name or password"],
    ["a password", `https://user:secret-1@${new URL(origin).host}/signals/1`, "one with a user name or password"],
    ["an address without its scheme", "//evil.net/signals/1", "one that is neither whole nor a path from the root"],
    ["a scheme without its slashes", "https:evil.net/signals/1", "one at https://evil.net"],
    ["a path that depends on where it was found", "signals/1", "one that is neither whole nor a path from the root"],
    ["an encoded host", "https://evil%2enet/", "one at https://evil.net"],
    ["an encoded at sign", `${origin}%40evil.net/`, "one that is neither whole nor a path from the root"],
    ["a backslash", `${origin}\\@evil.net/`, "one with white space, a backslash or a control character"],
    ["two backslashes", "/\\evil.net/", "one with white space, a backslash or a control character"],
    ["a tab in its scheme", "ht\ttps://evil.net/", "one with white space, a backslash or a control character"],
    ["a space before it", " https://evil.net/", "one with white space, a backslash or a control character"],
    ["a script", "javascript:alert(1)", "one at javascript:"],
    ["a file", "file:///etc/passwd", "one at file:"],
    ["no address", undefined, "nothing"],
    ["an empty address", "", "an empty string"],
    ["a number", 7, "7"],
    ["an object", {}, "an object"],
    ["an object that turns into the right address", { toString: () => origin }, "an object"],
    ["a list that turns into the right address", [origin], "an array of 1"],
  ])("rejects %s before any I/O", async (_what, address, came) => {
    const { message } = await failed({ href: address });
    expect(message).toBe(`fireThing: href must be an address at ${origin}, the origin of baseUrl: tokens are only sent there; got ${came}`);
    expect(message).not.toContain("secret-1");
  });

  it("sends a token to no other origin, whatever the address is", async () => {
    const hosts = fc.constantFrom(origin, `${origin}.`, `${origin}@`, `${origin}:`, "https:", "http:", "//", "/", "\\", "");
    const parts = fc.array(fc.oneof(hosts, fc.webUrl(), fc.string(), fc.constantFrom("@evil.net", "%40", "%2f", "#", "?", "..", "\t", "\n")), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(parts, async (pieces) => {
        const sentTo: string[] = [];
        const fetch = async (url: string): Promise<Response> => (sentTo.push(url), done());
        await clientOn(fetch)
          .fireThing({ href: pieces.join("") })
          .catch((error: unknown) => expect(error).toMatchObject({ name: "ArgumentError" }));
        for (const url of sentTo) expect(new URL(url)).toMatchObject({ origin, username: "", password: "" });
      }),
      { numRuns: 1000 },
    );
  });

  it("follows no redirect", async () => {
    const fetch = recordingFetch(new Response(null, { status: 307, headers: { location: "https://evil.example.net/" } }));
    await expect(clientOn(fetch).fireThing({ href: "/signals/1" })).rejects.toMatchObject({ code: "redirect-refused", status: 307 });
    expect(fetch.requests.length).toBe(1);
  });

  it("is retried as its operation allows: not after a response that leaves the outcome open", async () => {
    const clock = fakeClock();
    const fetch = recordingFetch(jsonResponse(429, {}), jsonResponse(503, { title: "Later" }));
    const error: unknown = await clock.finish(
      clientOn(fetch, { clock })
        .fireThing({ href: "/signals/1" })
        .catch((caught: unknown) => caught),
    );
    expect(error).toMatchObject({ status: 503, operationId: "fireThing", attempts: 2, stopReason: "write" });
  });

  it("takes the options of a call", async () => {
    const reason = new Error("the caller is gone");
    await expect(clientOn(recordingFetch()).fireThing({ href: "/signals/1" }, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const fetch = recordingFetch(done());
    await clientOn(fetch).fireThing({ href: "/signals/1" }, { headers: { "x-request-id": "q-1" } });
    expect(fetch.requests[0]?.headers["x-request-id"]).toBe("q-1");
  });

  it.each([{}, undefined, null])("rejects the input %j, which has no address, before any I/O", async (input) => {
    const { message } = await failed(input);
    expect(message).toBe(`fireThing: href must be an address at ${origin}, the origin of baseUrl: tokens are only sent there; got nothing`);
  });

  it.each([
    ["another property", { href: "/signals/1", name: "Approve" }, "name", "fireThing: name is not known here: use href; got a string of 7 characters"],
    ["a body", { href: "/signals/1", body: {} }, "body", "fireThing: body is not known here: use href; got an object"],
    ["the address itself", "/signals/1", undefined, "fireThing: the input must be an object; got a string of 10 characters"],
  ])("rejects %s in its input before any I/O", async (_what, input, argument, expected) => {
    const fetch = recordingFetch();
    const failure = clientOn(fetch).fireThing(input as { href: string });
    await expect(failure).rejects.toMatchObject({ name: "ArgumentError", argument, message: expected });
    expect(fetch.requests).toEqual([]);
  });

  it("goes through middleware, which sees the address and no credential", async () => {
    const seen: object[] = [];
    const fetch = recordingFetch(done());
    const client = clientOn(fetch, {
      middleware: [
        (request, next, { operation }) => {
          seen.push({ id: operation.id, url: request.url, authorization: request.headers["authorization"] });
          return next(request);
        },
      ],
    });
    await client.fireThing({ href: "/signals/1" });
    expect(seen).toEqual([{ id: "fireThing", url: `${origin}/signals/1`, authorization: undefined }]);
  });

  it("works on a copy of a client", async () => {
    const fetch = recordingFetch(done());
    const { fireThing: fire } = { ...clientOn(fetch) };
    await fire({ href: "/signals/1" });
    expect(fetch.requests.length).toBe(1);
  });
});

function rejectionOf(address: unknown, allowInsecureHttp = false): ConfigurationError {
  try {
    expect.fail(`accepted as ${checkBaseUrl(address, allowInsecureHttp)}`);
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

  it("in clear text to another machine if an option allows it", () => {
    expect(checkBaseUrl("http://service.example.com/a/", true)).toBe("http://service.example.com/a");
  });
});

describe("an invalid base address throws an error that does not show it,", () => {
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
    const error = rejectionOf(given);
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
    expect(rejectionOf(given).message).toMatch(/which would send credentials in clear text: use https:\/\/, or set allowInsecureHttp/);
  });

  it("for the rest, too, if clear text is allowed", () => {
    expect(rejectionOf("ftp://service.example.com", true).message).toContain("must begin with https://");
    expect(rejectionOf("http://user@service.example.com", true).message).toContain("user name or password");
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
  ])("go below %s", async (base, url) => {
    const fetch = recordingFetch(jsonResponse(200, {}));
    await callOf(getThing, { fetch, baseUrl: base })({ thingId: "a" });
    expect(fetch.requests.map((request) => request.url)).toEqual([url]);
  });
});

const base = "https://service.example.com/tenant";

describe("an address is at the base address's origin", () => {
  it.each([
    "https://service.example.com/tenant/v1/things?after=a",
    "https://service.example.com/elsewhere",
    "https://SERVICE.example.com:443/",
    "HTTPS://service.example.com",
    "/v1/things?after=a",
    "?after=a",
    "things/../../..",
    "https:v1/things",
    "\\v1\\things",
  ])("as %s", (address) => {
    expect(isAtOrigin(address, base)).toBe(true);
  });
});

describe("an address is foreign", () => {
  it.each([
    ["of another host", "https://evil.example.com/"],
    ["of another host without a scheme", "//evil.example.com/"],
    ["of another host by backslashes", "\\\\evil.example.com\\"],
    ["of another host by mixed slashes", "/\\evil.example.com/"],
    ["of another host behind a tab", "/\t/evil.example.com/"],
    ["of another scheme", "http://service.example.com/"],
    ["of another port", "https://service.example.com:8443/"],
    ["of a host that begins like it", "https://service.example.com.evil.example/"],
    ["of a host that ends like it", "https://evilservice.example.com/"],
    ["of the host with a dot at its end", "https://service.example.com./"],
    ["of the host as a user name", "https://service.example.com@evil.example/"],
    ["of a user at the host", "https://user@service.example.com/"],
    ["of a password at the host", "https://:password@service.example.com/"],
    ["of another host behind three slashes", "///evil.example.com/"],
    ["of another host behind a line break", "/\n/evil.example.com/"],
    ["of a host with a dot in full width", "https://evil。example.com/"],
    ["of the host as a user name, encoded", "https://service.example.com%3A443:x@evil.example/"],
    ["of a websocket", "wss://service.example.com/"],
    ["of a port that is none", "https://service.example.com:99999/"],
    ["as a script", "javascript:alert(1)"],
    ["as data", "data:application/json,{}"],
    ["as a file", "file:///etc/passwd"],
    ["as a blob of the host", "blob:https://evil.example/1"],
    ["where it cannot be read", "https://["],
  ])("%s", (_what, address) => {
    expect(isAtOrigin(address, base)).toBe(false);
  });

  it("if the base address cannot be read", () => {
    expect(isAtOrigin("https://service.example.com/", "not an address")).toBe(false);
  });
});
