import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createClient, type Operation, pinAddress } from "../src/client.ts";
import type { CallOptions, ClientOptions, HttpResponse } from "../src/index.ts";
import { fakeClock } from "./fake-clock.ts";
import { baseUrl } from "./support.ts";

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

async function refused(input: unknown, argument = "href"): Promise<Error> {
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
  ])("is refused before any I/O for %s", async (_what, address, came) => {
    const { message } = await refused({ href: address });
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

  it("is repeated as its operation allows: not after an answer that says nothing of what was done", async () => {
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

  it.each([{}, undefined, null])("is refused before any I/O for the input %j, which has no address", async (input) => {
    const { message } = await refused(input);
    expect(message).toBe(`fireThing: href must be an address at ${origin}, the origin of baseUrl: tokens are only sent there; got nothing`);
  });

  it.each([
    ["another property", { href: "/signals/1", name: "Approve" }, "name", "fireThing: name is not known here: use href; got a string of 7 characters"],
    ["a body", { href: "/signals/1", body: {} }, "body", "fireThing: body is not known here: use href; got an object"],
    ["the address itself", "/signals/1", undefined, "fireThing: the input must be an object; got a string of 10 characters"],
  ])("refuses %s in its input before any I/O", async (_what, input, argument, expected) => {
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
