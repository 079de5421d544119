import { jsonResponse, withVectors } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { createClient, type Operation } from "../../../src/client.ts";
import { type ApiError, isApiError } from "../../../src/index.ts";
import { fakeClock } from "../../fake-clock.ts";
import { baseUrl, callOf, caught, createThing, getText, getThing, issueThing } from "../../support.ts";

async function rejectionOf(answer: Response, operation: Operation = getThing): Promise<ApiError> {
  const input = { [getThing.id]: { thingId: "a" }, [createThing.id]: { body: {} }, [issueThing.id]: { clientId: "id", clientSecret: "secret", body: {} } }[
    operation.id
  ];
  const call = callOf(operation, { fetch: async () => answer, retry: false, clock: fakeClock() });
  const error = await caught(input === undefined ? call() : call(input));
  if (!isApiError(error)) throw error;
  return error;
}

const rejected = (status: number, body: unknown, headers?: { readonly [name: string]: string }, operation?: Operation): Promise<ApiError> =>
  rejectionOf(jsonResponse(status, body, headers), operation);

describe("the message of an ApiError", () => {
  it("comes from problem details and OAuth errors alone, if the contract has no other places", async () => {
    const saying = async (body: object): Promise<unknown> => {
      const fetch = async (): Promise<Response> => jsonResponse(409, body);
      const { getText: call } = createClient<{ getText: () => Promise<unknown> }, object>({ operations: { getText } }, { baseUrl, fetch, retry: false });
      return caught(call());
    };
    const noReason = "getText failed with status 409: the service gave no reason";
    expect(await saying({ Error: { Message: "late" }, extensions: { traceId: "b" } })).toMatchObject({ message: noReason, traceId: undefined });
    expect(await saying({ title: "late", traceId: "a" })).toMatchObject({ message: "getText failed with status 409: late", traceId: "a" });
  });

  it.each([
    ["problem details with a detail", { type: "about:blank", title: "Conflict", status: 409, detail: "The version is 7." }, "The version is 7."],
    ["problem details without a detail", { title: "Conflict", status: 409 }, "Conflict"],
    ["a status and a message", { status: 409, message: "vault is locked" }, "vault is locked"],
    ["the older form", { Error: { Message: "The token has expired" } }, "The token has expired"],
    ["an OAuth error with a description", { error: "invalid_grant", error_description: "The code is used" }, "The code is used"],
    ["an OAuth error", { error: "invalid_grant" }, "invalid_grant"],
    ["an empty detail beside a title", { detail: "", title: "Conflict" }, "Conflict"],
    ["a detail that is no text beside a title", { detail: { a: 1 }, title: "Conflict" }, "Conflict"],
    ["nothing that is known", { reason: "sentinel" }, "the service gave no reason"],
    ["an array", ["sentinel"], "the service gave no reason"],
    ["null", null, "the service gave no reason"],
    ["an older form without its message", { Error: "sentinel" }, "the service gave no reason"],
  ])("is what the service says in %s", async (_what, body, said) => {
    expect((await rejected(409, body)).message).toBe(`getThing failed with status 409: ${said}`);
  });

  it.each([
    ["no body", null, "the service gave no reason"],
    ["a page of a proxy", "<html>Bad gateway</html>", "the response is not JSON: check that baseUrl is the service's own address"],
    ["half of its JSON", '{"detail":"sen', "the response is not JSON: check that baseUrl is the service's own address"],
  ])("says what there is to do with %s", async (_what, body, said) => {
    expect((await rejectionOf(new Response(body, { status: 502 }))).message).toBe(`getThing failed with status 502: ${said}`);
  });

  it.each([
    ["the first part of the paths", 404, "https://things.example.com/v1", ": remove /v1 from baseUrl, because paths begin with it"],
    ["a host that is named like the first part of the paths", 404, "https://v1", ""],
    ["the first part of the paths, below another path", 404, "https://things.example.com/gateway/v1", ": remove /v1 from baseUrl, because paths begin with it"],
    ["another path", 404, "https://things.example.com/gateway", ""],
    ["the first part of the paths, and another status", 403, "https://things.example.com/v1", " \\(the operation needs Things.Read\\)"],
  ])("says what is wrong with a baseUrl that ends with %s: status %i", async (_what, status, address, advice) => {
    const fetch = async (): Promise<Response> => jsonResponse(status, { title: "No such page" });
    const { getThing: call } = createClient<{ getThing: (input: object) => Promise<unknown> }, object>(
      { operations: { getThing } },
      { baseUrl: address, token: "a", fetch, retry: false },
    );
    expect(await caught(call({ thingId: "a" }))).toMatchObject({ message: expect.stringMatching(new RegExp(`: No such page${advice}$`)) });
  });

  it("shows what would move a terminal's cursor, break a line or turn its direction as escapes, wherever the service puts it", async () => {
    const bad = "a\u001b[2Jb\r\nc\u202ed\u200be\u2028f\u009bg";
    const shown = "a\\u001b[2Jb\\u000d\\u000ac\\u202ed\\u200be\\u2028f\\u009bg";
    const error = await rejected(400, { detail: bad, traceId: bad, errors: { [bad]: [bad] } });
    expect(error.message).toBe(`getThing failed with status 400: ${shown}`);
    expect(error).toMatchObject({ traceId: shown, fieldErrors: { [shown]: [shown] } });
  });

  it("keeps the letters of every script", async () => {
    const said = "Zürich 東京 العربية 😀";
    expect((await rejected(400, { detail: said })).message).toContain(said);
  });

  it("is cut if it is long", async () => {
    expect((await rejected(400, { detail: "no way. ".repeat(1000) })).message).toBe(
      `getThing failed with status 400: ${"no way. ".repeat(1000).slice(0, 300)}`,
    );
  });

  it.each([
    [getThing, 401, { detail: "expired" }, "expired (is the token valid and not expired?) (the operation needs Things.Read)"],
    [getThing, 401, {}, "the credential was rejected (is the token valid and not expired?) (the operation needs Things.Read)"],
    [{ ...getThing, security: { scheme: "bearer", scopes: [] } }, 401, {}, "the credential was rejected (is the token valid and not expired?)"],
    [getThing, 403, { detail: "not yours" }, "not yours (the operation needs Things.Read)"],
    [getThing, 403, {}, "the service gave no reason (the operation needs Things.Read)"],
    [{ ...getThing, security: { scheme: "bearer", scopes: ["A", "B"] } }, 403, {}, "the service gave no reason (the operation needs A, B)"],
    [{ ...getThing, security: { scheme: "bearer", scopes: [] } }, 403, {}, "the service gave no reason"],
    [issueThing, 401, { error: "invalid_client" }, "invalid_client"],
    [getText, 401, {}, "the credential was rejected"],
  ] as const)("of %s with status %d says what the token needs", async (operation, status, body, said) => {
    expect((await rejected(status, body, {}, operation)).message).toBe(`${operation.id} failed with status ${status}: ${said}`);
  });

  it("shows what the challenge says of a rejected token if the body says nothing, and returns it to code", async () => {
    const error = await rejected(401, {}, { "www-authenticate": 'Bearer error="invalid_token", error_description="The token expired"' });
    expect(error.message).toBe("getThing failed with status 401: The token expired (is the token valid and not expired?) (the operation needs Things.Read)");
    expect(error).toMatchObject({ challenges: [{ scheme: "bearer", parameters: { error: "invalid_token", error_description: "The token expired" } }] });
    expect(Object.keys(error)).not.toContain("challenges");
  });
});

describe("a redirect", () => {
  it.each([300, 301, 302, 303, 307, 308])("of status %d is not followed, and its address not shown", async (status) => {
    const requests: string[] = [];
    const fetch = async (url: string): Promise<Response> => {
      requests.push(url);
      return new Response(null, { status, headers: { location: "https://sentinel.example/?token=sentinel" } });
    };
    const error = await caught(callOf(getThing, { fetch })({ thingId: "a" }));
    expect(error).toMatchObject({
      name: "ApiError",
      code: "redirect-refused",
      status,
      attempts: 1,
      message: `getThing failed with status ${status}: redirects are not followed: set baseUrl to the final address`,
    });
    expect(requests.length).toBe(1);
  });

  it("is not what the status 304 means", async () => {
    expect(await rejectionOf(new Response(null, { status: 304 }))).toMatchObject({
      code: "api-error",
      message: "getThing failed with status 304: the service gave no reason",
    });
  });

  it("as a browser shows it, with the status 0, is one, too", async () => {
    const opaque = Object.defineProperties(new Response(null), { status: { value: 0 }, ok: { value: false }, type: { value: "opaqueredirect" } });
    expect(await rejectionOf(opaque)).toMatchObject({ code: "redirect-refused", status: 0 });
  });
});

describe("an error response", () => {
  it("has all of it for code: status, headers and body", async () => {
    const error = await rejected(409, { detail: "no", extra: [1] }, { "x-request-id": "r-1" });
    expect(error).toMatchObject({
      name: "ApiError",
      code: "api-error",
      operationId: "getThing",
      status: 409,
      body: { detail: "no", extra: [1] },
      attempts: 1,
      stopReason: "not-retryable",
    });
    expect(error.headers.get("x-request-id")).toBe("r-1");
  });

  it.each([
    ["at the top", { traceId: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" }, "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"],
    ["in the extensions", { extensions: { traceId: "00-example-trace-0002" } }, "00-example-trace-0002"],
    ["at the top first", { traceId: "a", extensions: { traceId: "b" } }, "a"],
    ["nowhere", { detail: "no" }, undefined],
    ["as no text", { traceId: [5], extensions: { traceId: null } }, undefined],
    ["as a number", { traceId: 5 }, "5"],
    ["in extensions that are none", { extensions: "sentinel" }, undefined],
  ])("has the trace id that is %s", async (_what, body, traceId) => {
    expect((await rejected(400, body)).traceId).toBe(traceId);
  });

  it.each([
    ["lists of texts", { name: ["is needed", "is too short"], age: ["is no number"] }, { name: ["is needed", "is too short"], age: ["is no number"] }],
    ["texts", { name: "is needed" }, { name: ["is needed"] }],
    ["nothing", {}, {}],
    ["what is no text", { name: [1, null, { a: 1 }, ["deep"]], age: { toString: 1 }, size: 5 }, { name: [], age: [], size: [] }],
    ["names of the language", JSON.parse('{"__proto__":["a"],"constructor":["b"]}') as object, JSON.parse('{"__proto__":["a"],"constructor":["b"]}') as object],
  ])("has the errors of its fields, sent as %s", async (_what, errors, fieldErrors) => {
    const error = await rejected(400, { title: "invalid", errors });
    expect(JSON.stringify(error.fieldErrors)).toBe(JSON.stringify(fieldErrors));
    expect(Object.getPrototypeOf(error.fieldErrors)).toBe(Object.prototype);
  });

  it.each([
    ["a list", [{ detail: "must be positive", pointer: "#/age" }]],
    ["a text", "no"],
    ["null", null],
  ])("has none if errors is %s, which names no fields", async (_what, errors) => {
    expect((await rejected(400, { title: "invalid", errors })).fieldErrors).toBeUndefined();
  });

  it.each([
    ["120", 120_000],
    ["Mon, 02 Mar 2026 08:00:10 GMT", 10_000],
    ["soon", undefined],
    [undefined, undefined],
  ])("has the wait of Retry-After %s", async (value, retryAfterMs) => {
    expect((await rejected(503, {}, value === undefined ? {} : { "retry-after": value })).retryAfterMs).toBe(retryAfterMs);
  });
});

interface Problem {
  readonly name: string;
  readonly status?: number;
  readonly contentType: string;
  readonly body: { readonly [name: string]: unknown; readonly title?: string; readonly detail?: string; readonly status?: number };
}

withVectors<Problem>("problem-details/bodies.json", (cases) => {
  describe("the public problem details", () => {
    it("are nine", () => {
      expect(cases.length).toBe(9);
    });

    it.each(cases)("$name: the message, and the whole body", async ({ status: given, contentType, body }) => {
      // One of them claims the status 666, which HTTP does not have: the answer's own counts.
      const status = given ?? (body.status === 666 || body.status === undefined ? 500 : body.status);
      const error = await rejectionOf(new Response(JSON.stringify(body), { status, headers: { "content-type": contentType } }), createThing);
      const said = body.detail ?? body.title ?? "the service gave no reason";
      expect(error.message).toBe(`createThing failed with status ${status}: ${status === 403 ? `${said} (the operation needs Things.Write)` : said}`);
      expect(error).toMatchObject({ status, body, traceId: undefined, fieldErrors: undefined });
    });
  });
});
