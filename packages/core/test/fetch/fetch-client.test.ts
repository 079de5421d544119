import { inspect } from "node:util";
import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import createClient, { type Client } from "openapi-fetch";
import { describe, expect, it } from "vitest";
import { type Contract, type Operation, platformClock } from "../../src/client.ts";
import { createFetchClient } from "../../src/openapi-fetch.ts";
import type { ClientEvent, ClientOptions } from "../../src/index.ts";
import { createServerClients, namedCredentials, writeIdempotencyKey, writeMultipart, writeStyledUrl } from "../../src/openapi.ts";
import { fakeClock } from "../fake-clock.ts";
import { baseUrl, contractParts, createThing, deleteThing, getContent, getText, getThing, issueThing, listByCursor } from "../support.ts";

const ALL = [getThing, createThing, deleteThing, getContent, getText, issueThing];
const thing = { params: { path: { thingId: "a b" } } };

/** The methods of openapi-fetch, for paths of a test. */
type Method = (path: string, init?: object) => Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response: Response }>;
type AnyClient = Record<"GET" | "POST" | "DELETE" | "PUT" | "HEAD", Method> &
  Pick<Client<object>, "use"> & { readonly request: (method: string, ...given: Parameters<Method>) => ReturnType<Method> };

function clientOf(rows: readonly Operation[], options: Partial<ClientOptions>, parts: Partial<Contract> = {}, bind?: typeof createServerClients): AnyClient {
  const operations = Object.fromEntries(rows.map((row) => [row.id, row]));
  const given = { baseUrl, token: "token-1", clock: { ...platformClock, random: () => 0 }, ...options } as ClientOptions;
  return createFetchClient(createClient<object>, { operations, ...contractParts, ...parts }, given, bind) as unknown as AnyClient;
}

async function caught(promise: Promise<unknown>): Promise<Error> {
  return promise.then(
    (value) => new Error(`it returned ${JSON.stringify(value)}`),
    (error: unknown) => error as Error,
  );
}

const failing = (message: string) => (): Promise<Response> => Promise.reject(new TypeError(message));
const text = (body: BodyInit | null, status = 200, type = "text/plain"): Response => new Response(body, { status, headers: { "content-type": type } });

describe("createFetchClient", () => {
  it("sends a request with the token and the media types of the contract, and returns data", async () => {
    const fetch = recordingFetch(jsonResponse(200, { name: "first" }));
    const { data, error, response } = await clientOf(ALL, { fetch }).GET(getThing.path, {
      params: { path: { thingId: "a/b" }, query: { names: ["x y", "z,1"], limit: 3, filter: null } },
    });
    expect([data, error, response.status, response.url]).toEqual([{ name: "first" }, undefined, 200, fetch.requests[0]?.url]);
    const [{ url, method, headers, body } = {} as never] = fetch.requests;
    expect([url, method, body]).toEqual([`${baseUrl}/v1/things/a%2Fb?limit=3&names=x%20y,z%2C1`, "GET", undefined]);
    expect([headers["authorization"], headers["accept"]]).toEqual(["Bearer token-1", "application/json"]);
  });

  it("retries a read on 503 and sends the same body in each attempt", async () => {
    const fetch = recordingFetch(jsonResponse(503, {}), jsonResponse(200, { items: [] }));
    const { data } = await clientOf([listByCursor], { fetch }).POST(listByCursor.path, { body: { limit: 2 } });
    expect(data).toEqual({ items: [] });
    expect(fetch.requests.map(({ body }) => body)).toEqual(['{"limit":2}', '{"limit":2}']);
  });

  it("does not retry a write that the service may have done, and returns its status as an error", async () => {
    const fetch = recordingFetch(jsonResponse(503, { message: "later" }));
    const { data, error, response } = await clientOf(ALL, { fetch }).POST(createThing.path, { body: { name: "new" } });
    expect([data, error, response.status, fetch.requests.length]).toEqual([undefined, { message: "later" }, 503, 1]);
  });

  it.each([
    [404, jsonResponse(404, { message: "there is none" }), { message: "there is none" }],
    [302, new Response(null, { status: 302, headers: { location: "https://elsewhere.example.com" } }), { message: "getThing failed with status 302" }],
    [304, new Response(null, { status: 304 }), { message: "getThing failed with status 304" }],
    [404, new Response(null, { status: 404, headers: { "content-length": "0" } }), { message: "getThing failed with status 404" }],
    [400, text("null", 400), { message: "getThing failed with status 400" }],
    [400, text("broken", 400), "broken"],
  ])("returns the status %i as an error", async (status, given, expected) => {
    const { data, error, response } = await clientOf(ALL, { fetch: recordingFetch(given) }).GET(getThing.path, thing);
    expect([data, error, response.status]).toEqual([undefined, expected, status]);
  });

  it("returns nothing for a success without a body", async () => {
    const { data, error, response } = await clientOf(ALL, { fetch: recordingFetch(new Response(null, { status: 204 })) }).DELETE(deleteThing.path, thing);
    expect([data, error, response.status]).toEqual([undefined, undefined, 204]);
  });

  it("throws our error if no response arrives, and the caller's reason if the caller aborts", async () => {
    const fetch = recordingFetch(...Array.from({ length: 3 }, () => failing("fetch failed")));
    const client = clientOf(ALL, { fetch });
    expect(await caught(client.GET(getThing.path, thing))).toMatchObject({ name: "ConnectionError", operationId: "getThing", attempts: 3 });
    const reason = new Error("stop");
    expect(await caught(client.GET(getThing.path, { ...thing, signal: AbortSignal.abort(reason) }))).toBe(reason);
  });

  it("applies the time limits of the client and those of a call", async () => {
    const clock = fakeClock();
    const client = clientOf(ALL, { clock, fetch: () => new Promise(() => {}), retry: false });
    const calls = [client.GET(getThing.path, thing), client.GET(getThing.path, { ...thing, timeoutMs: 200 })].map(caught);
    expect(await clock.finish(Promise.all(calls))).toMatchObject([
      { name: "TimeoutError", operationId: "getThing", timeoutMs: 15_000 },
      { name: "TimeoutError", operationId: "getThing", timeoutMs: 200 },
    ]);
  });

  it("reports calls by their operation, without the token and without what a path hides", async () => {
    const events: ClientEvent[] = [];
    const secret = "s3cr3t-".repeat(8);
    const fetch = recordingFetch(jsonResponse(200, {}), text("ok"));
    const client = clientOf(ALL, { fetch, onEvent: (event) => void events.push(event), token: secret });
    await client.GET(getThing.path, { params: { path: { thingId: secret } } });
    await client.request("get", `/other/${secret}`, { parseAs: "text" });
    expect(events.flatMap((event) => (event.type === "attempt" ? [event.call.operationId, event.url] : []))).toEqual([
      "getThing",
      `${baseUrl}/v1/things/[redacted]`,
      "client.request",
      `${baseUrl}/[redacted]`,
    ]);
    expect(JSON.stringify(events)).not.toContain(secret);
  });

  it("runs the middleware of openapi-fetch around the pipeline, and the pipeline's own inside", async () => {
    const fetch = recordingFetch(jsonResponse(503, {}), jsonResponse(200, {}));
    const seen: string[] = [];
    const client = clientOf(ALL, {
      fetch,
      middleware: [async (request, next) => (seen.push(`own ${String(request.headers["x-trace"])}`), next(request))],
    });
    client.use({
      onRequest({ request, schemaPath }) {
        seen.push(schemaPath);
        request.headers.set("x-trace", "7");
      },
      onResponse: ({ response }) => void seen.push(`response ${response.status}`),
    });
    await client.GET(getThing.path, thing);
    expect(seen).toEqual([getThing.path, "own 7", "response 200"]);
    expect(fetch.requests.map(({ headers }) => headers["x-trace"])).toEqual(["7", "7"]);
  });

  it("lets a middleware of the client change a response", async () => {
    const client = clientOf(ALL, {
      fetch: recordingFetch(jsonResponse(200, { name: "first" })),
      middleware: [async (request, next) => ({ ...(await next(request)), body: { name: "changed" } })],
    });
    const { data, response } = await client.GET(getThing.path, thing);
    expect([data, await response.text()]).toEqual([{ name: "changed" }, '{"name":"changed"}']);
  });

  it("returns 64-bit integers without loss, and masks secrets when they are printed", async () => {
    const row = { ...getThing, int64: { size: true }, secrets: { response: { value: true } } } as const;
    const fetch = recordingFetch(text('{"size":9007199254740993,"value":"hidden"}', 200, "application/json"));
    const { data, response } = await clientOf([row], { fetch }).GET(getThing.path, thing);
    expect([data, inspect(data)]).toEqual([{ size: "9007199254740993", value: "hidden" }, "{ size: '9007199254740993', value: '[secret]' }"]);
    expect(await response.text()).toContain("9007199254740993,");
  });

  it.each([
    ["stream", async (data: unknown) => new Response(data as ReadableStream).text()],
    ["arrayBuffer", async (data: unknown) => new TextDecoder().decode(data as ArrayBuffer)],
    ["text", async (data: unknown) => data],
  ])("returns bytes as parseAs: %s", async (parseAs, read) => {
    const fetch = recordingFetch(text("bytes", 200, "application/octet-stream"));
    const { data } = await clientOf(ALL, { fetch }).GET(getContent.path, { ...thing, parseAs });
    expect([await read(data), fetch.requests[0]?.headers["accept-encoding"]]).toEqual(["bytes", "identity"]);
  });

  it("passes on each event of a stream when it arrives", async () => {
    const row = { ...getText, response: { type: "events", mediaType: "text/event-stream" } } as const;
    let push: (part: string) => void = () => {};
    const body = new ReadableStream({ start: (controller) => void (push = (part) => controller.enqueue(new TextEncoder().encode(part))) });
    const { data } = await clientOf([row], { fetch: recordingFetch(text(body, 200, "text/event-stream")) }).GET(getText.path, { parseAs: "stream" });
    const reader = (data as ReadableStream<Uint8Array>).getReader();
    push("data: 1\n\n");
    expect(new TextDecoder().decode((await reader.read()).value)).toBe("data: 1\n\n");
  });

  it("throws for a success that does not match the contract", async () => {
    const fetch = recordingFetch(text("<html>", 200, "text/html"));
    expect(await caught(clientOf(ALL, { fetch }).GET(getThing.path, thing))).toMatchObject({ name: "InvalidResponseError", code: "unexpected-content" });
  });

  it.each([[600], [199]])("throws for the status %i, which no response of the platform can have", async (status) => {
    const changed = clientOf(ALL, {
      fetch: recordingFetch(jsonResponse(200, {})),
      middleware: [async (request, next) => ({ ...(await next(request)), status })],
    });
    expect(await caught(changed.GET(getThing.path, thing))).toMatchObject({
      name: "InvalidResponseError",
      code: "malformed-response",
      message: `getThing: the response has the status ${status}; expected one from 200 to 599`,
      operationId: "getThing",
      status,
    });
  });

  it.each([["."], [".."], [""], [undefined], ["%2e"]])("throws before anything is sent for %j as a segment of a path", async (thingId) => {
    const fetch = recordingFetch();
    const error = await caught(clientOf(ALL, { fetch }).DELETE(deleteThing.path, { params: { path: { thingId } } }));
    expect([error.name, error.message, fetch.requests.length]).toEqual([
      "ArgumentError",
      expect.stringMatching(/^deleteThing: params\.path\.thingId must not be empty or a dot segment of a path; got /),
      0,
    ]);
  });

  it("takes the user name and the password of the operation from its header, and hides them", async () => {
    const fetch = recordingFetch(jsonResponse(200, {}), failing("failed with aWQ6c2VjcmV0"));
    const client = clientOf(ALL, { fetch });
    const init = { body: { grant_type: "x" }, headers: { authorization: "Basic aWQ6c2VjcmV0" } };
    await client.POST(issueThing.path, init);
    const [{ headers, body } = {} as never] = fetch.requests;
    expect([headers["authorization"], headers["content-type"], body]).toEqual(["Basic aWQ6c2VjcmV0", "application/x-www-form-urlencoded", "grant_type=x"]);
    expect((await caught(client.POST(issueThing.path, init))).message).not.toContain("aWQ6");
    expect((await caught(client.POST(issueThing.path, { body: {} }))).message).toMatch(/^issueThing: headers\.authorization is needed/);
  });

  it("throws for a header that the contract sets, and for an unknown option of a call, before anything is sent", async () => {
    const fetch = recordingFetch();
    const client = clientOf(ALL, { fetch });
    const error = await caught(client.GET(getThing.path, { ...thing, headers: { authorization: "Bearer mine" } }));
    expect(error.message).toBe("headers must not hold authorization: give the credential by the token option");
    expect((await caught(client.GET(getThing.path, { ...thing, timeoutMs: -1 }))).message).toMatch(/^getThing: timeoutMs must be /);
    expect(fetch.requests).toEqual([]);
  });

  it("writes parts, and keeps them for a retry; its own form data is sent as it is", async () => {
    const row = { ...createThing, retry: "safe", body: { mediaType: "multipart/form-data", as: "multipart", parts: { name: { as: "text" } } } } as const;
    const sent: (readonly [body: string, type: string])[] = [];
    const fetch = async (_url: string, init: RequestInit): Promise<Response> => {
      sent.push([await new Response(init.body ?? null).text(), new Headers(init.headers).get("content-type") ?? ""]);
      return jsonResponse(sent.length === 1 ? 503 : 200, {});
    };
    const client = clientOf([row], { fetch }, { bodies: { multipart: writeMultipart } });
    await client.POST(row.path, { body: { name: "é" } });
    const form = new FormData();
    form.set("name", "own");
    await client.POST(row.path, { body: form });
    expect(sent).toHaveLength(3);
    for (const [index, [body, type]] of sent.entries()) {
      expect(type).toMatch(/^multipart\/form-data; ?boundary=/);
      expect(body).toContain(index < 2 ? "é" : "own");
      expect(body).toContain(/boundary="?([^"]+)/.exec(type)?.[1]);
    }
    expect(sent[1]).toEqual(sent[0]);
  });

  it("sends the media type of the contract, unless the call has its own", async () => {
    const row = { ...createThing, body: { mediaType: "application/json-patch+json" } } as const;
    const fetch = recordingFetch(...Array.from({ length: 4 }, () => jsonResponse(200, {})));
    const client = clientOf([row], { fetch });
    await client.POST(row.path, { body: [] });
    await client.POST(row.path, { body: {}, headers: { "Content-Type": "application/merge-patch+json" } });
    await client.POST(row.path, { body: {}, headers: { "Content-Type": "application/json" } });
    await client.POST(row.path, { body: {}, params: { header: { "content-type": "application/json" } } });
    expect(fetch.requests.map(({ headers }) => headers["content-type"])).toEqual([
      "application/json-patch+json",
      "application/merge-patch+json",
      "application/json",
      "application/json",
    ]);
  });

  it("sends the same idempotency key in each attempt, and the caller's own if there is one", async () => {
    const row = { ...createThing, retry: "with-key", idempotencyKey: "Idempotency-Key" } as const;
    const fetch = recordingFetch(jsonResponse(503, {}), jsonResponse(200, {}), jsonResponse(200, {}));
    const client = clientOf([row], { fetch }, { writeHeaders: writeIdempotencyKey });
    await client.POST(row.path, { body: {} });
    await client.POST(row.path, { body: {}, headers: { "idempotency-key": "mine" } });
    const [first, second, third] = fetch.requests.map(({ headers }) => headers["idempotency-key"]);
    expect([first?.length, second, third]).toEqual([36, first, "mine"]);
  });

  it("writes styles that openapi-fetch does not know, and leaves serializers of a call alone", async () => {
    const row = { ...getThing, queryParameters: { names: { type: "array", style: "pipeDelimited" } } } as const;
    const fetch = recordingFetch(jsonResponse(200, {}), jsonResponse(200, {}), jsonResponse(200, {}));
    const client = clientOf([row], { fetch }, { writeUrl: writeStyledUrl });
    const params = { path: { thingId: "a" }, query: { names: ["x", "y"] } };
    await client.GET(row.path, { params });
    await client.GET(row.path, { params, querySerializer: () => "own=1" });
    await client.GET(row.path, { params: { ...params, query: { unknown: "1" } } });
    expect(fetch.requests.map(({ url }) => new URL(url).search)).toEqual(["?names=x%7Cy", "?own=1", "?unknown=1"]);
  });

  it("writes a query by the contract, and appends what the contract does not have", async () => {
    const fetch = recordingFetch(jsonResponse(200, {}));
    const query = { toString: "2", names: ["x", "y"], thingId: "..", limit: 3, more: ["a", "b"] };
    await clientOf(ALL, { fetch }).GET(getThing.path, { params: { path: { thingId: "a" }, query } });
    expect(fetch.requests.map(({ url }) => url)).toEqual([`${baseUrl}/v1/things/a?limit=3&names=x,y&toString=2&thingId=..&more=a&more=b`]);
  });

  it("sends operations of another server there, with the credential of that server", async () => {
    const upload = { ...getThing, id: "getUpload", path: "/uploads/{thingId}", server: "uploads" } as const;
    const servers = { uploads: { baseUrl: "https://uploads.example.com/v2", token: "token-2" } };
    const fetch = recordingFetch(jsonResponse(200, {}), jsonResponse(200, {}));
    const client = clientOf([getThing, upload], { fetch, servers } as never, {}, createServerClients);
    await client.GET(upload.path, thing);
    await client.GET(getThing.path, thing);
    expect(fetch.requests.map(({ url, headers }) => [url, headers["authorization"]])).toEqual([
      ["https://uploads.example.com/v2/uploads/a%20b", "Bearer token-2"],
      [`${baseUrl}/v1/things/a%20b`, "Bearer token-1"],
    ]);
  });

  it.each([
    [{ baseUrl: "" }, "baseUrl must be a whole address"],
    [{ timeout: 5 }, "timeout is not an option of the client"],
    [{ middleware: "x" }, "the client: middleware must be an array of functions"],
    [{ token: "Bearer x" }, undefined],
  ])("checks the options %j as the ordinary client does", (options, message) => {
    const create = (): unknown => clientOf(ALL, options as object);
    if (message === undefined) expect(create).not.toThrow();
    else expect(create).toThrow(expect.objectContaining({ name: "ConfigurationError", message: expect.stringContaining(message) }));
  });
});

describe("client.request", () => {
  it("reaches an address that the contract does not have, with the token", async () => {
    const fetch = recordingFetch(...Array.from({ length: 3 }, () => jsonResponse(200, { ok: true })));
    const client = clientOf(ALL, { baseUrl: `${baseUrl}/base`, fetch });
    const { data } = await client.request("get", "/other?x=1");
    await client.request("get", `${baseUrl}/elsewhere?y=2`);
    await client.request("post", "/other", { body: { a: 1 }, params: { query: { z: [1, 2] } } });
    expect(data).toEqual({ ok: true });
    expect(fetch.requests.map(({ method, url, headers }) => [method, url, headers["authorization"]])).toEqual([
      ["GET", `${baseUrl}/base/other?x=1`, "Bearer token-1"],
      ["GET", `${baseUrl}/elsewhere?y=2`, "Bearer token-1"],
      ["POST", `${baseUrl}/base/other?z=1&z=2`, "Bearer token-1"],
    ]);
  });

  it("joins the query of an address with that of a call", async () => {
    const fetch = recordingFetch(...Array.from({ length: 3 }, () => jsonResponse(200, {})));
    const client = clientOf(ALL, { fetch });
    const params = { query: { z: [1, 2] } };
    await client.request("get", "/other?x=1", { params });
    await client.request("get", `${baseUrl}/other?x=1`, { params, querySerializer: { array: { style: "form", explode: false } } });
    await client.request("get", "/other?x=1&y={y}", { params: { path: { y: 5 } }, querySerializer: () => "?own=1" });
    expect(fetch.requests.map(({ url }) => new URL(url).search)).toEqual(["?x=1&z=1&z=2", "?x=1&z=1,2", "?x=1&y=5&own=1"]);
  });

  it.each([
    ["get", 2],
    ["head", 2],
    ["put", 1],
    ["post", 1],
    ["delete", 1],
  ])("sends %s %i times if the service fails once", async (method, times) => {
    const fetch = recordingFetch(new Response(null, { status: 503 }), new Response(null, { status: 200 }));
    await clientOf(ALL, { fetch }).request(method, "/other", { parseAs: "text" });
    expect(fetch.requests).toHaveLength(times);
  });

  it.each([
    [
      "https://other.example.com/x",
      /must be an address at https:\/\/service\.example\.com, the origin of baseUrl: .*; got one at https:\/\/other\.example\.com$/,
    ],
    ["@other.example.com/x", /got one that is neither whole nor a path from the root$/],
    [".other.example.com/x", /got one that is neither whole nor a path from the root$/],
    ["//other.example.com/x", /got one that is neither whole nor a path from the root$/],
  ])("throws for %s before anything is sent", async (address, message) => {
    const fetch = recordingFetch();
    const error = await caught(clientOf(ALL, { fetch }).request("get", address));
    expect([error.name, error.message, fetch.requests.length]).toEqual(["ArgumentError", expect.stringMatching(message), 0]);
  });

  it("throws if a call or a middleware of openapi-fetch leads to another origin", async () => {
    const fetch = recordingFetch();
    const client = clientOf(ALL, { fetch });
    const other = "https://other.example.com";
    const message = "getThing: the request must be an address at https://service.example.com, the origin of baseUrl: tokens are only sent there; got one at ";
    expect((await caught(client.GET(getThing.path, { ...thing, baseUrl: other }))).message).toBe(message + other);
    client.use({ onRequest: ({ request }) => new Request(`${other}/x`, request) });
    expect((await caught(client.GET(getThing.path, thing))).message).toBe(message + other);
    expect(fetch.requests).toEqual([]);
  });

  it("sends a named credential that the client has, and none if it has none", async () => {
    const key = { type: "key", name: "apiKey", in: "header", key: "X-Key" } as const;
    const row = { ...getThing, security: { scheme: "named", scopes: [], anyOf: [[key]] } } as const;
    const fetch = recordingFetch(jsonResponse(200, {}), jsonResponse(200, {}));
    const credentials = { token: undefined, fetch, credentials: { apiKey: "key-1" } } as never;
    await clientOf([row], credentials, { credentials: namedCredentials }).request("get", "/other");
    await clientOf([row], { fetch, token: undefined }, { credentials: namedCredentials }).request("get", "/other");
    expect(fetch.requests.map(({ headers }) => headers["x-key"])).toEqual(["key-1", undefined]);
  });
});
