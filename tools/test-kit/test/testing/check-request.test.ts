import { describe, expect, it } from "vitest";
import { checkRequest } from "../../src/testing/wire/check-request.ts";

const credentials = { token: "token-1", clientId: "id", clientSecret: "secret" };
const operation = { id: "getThing", method: "GET", path: "/things/{id}" };
type Given = { readonly [name: string]: unknown };

/** Holds a request against a contract of one operation; what is left out is a request without parameters and credential. */
function check(
  definition: Given,
  parameters: Given,
  {
    path = "/things/a",
    headers = {},
    root = {},
    ...init
  }: { readonly path?: string; readonly headers?: HeadersInit; readonly root?: Given; readonly body?: string; readonly given?: unknown },
): Promise<string[]> {
  const id = { name: "id", in: "path", required: true };
  const { parameters: declared = [id], ...others } = definition as { readonly parameters?: readonly Given[] };
  const document = { ...root, paths: { "/things/{id}": { get: { operationId: "getThing", responses: {}, ...others, parameters: declared } } } };
  const sent = { method: "GET", url: `https://a.example${path}`, headers: new Headers(headers), body: new TextEncoder().encode(init.body ?? "") };
  return checkRequest(document, operation, { baseUrl: "https://a.example", credentials, parameters, body: init.given }, sent);
}

const color = { name: "color", in: "query" };
const list = { color: ["blue black", "a,b"] };
const object = { color: { R: 100, G: "a b" } };

describe("the wire check", () => {
  it.each([
    ["form", color, list, "?color=blue%20black&color=a%2Cb", "?color=blue%20black,a%2Cb"],
    ["form, not exploded", { ...color, explode: false }, list, "?color=blue%20black,a%2Cb", "?color=blue%20black%2Ca%2Cb"],
    ["spaceDelimited", { ...color, style: "spaceDelimited", explode: false }, { color: ["a", "b"] }, "?color=a%20b", "?color=a,b"],
    ["pipeDelimited", { ...color, style: "pipeDelimited", explode: false }, { color: ["a", "b"] }, "?color=a%7Cb", "?color=a,b"],
    ["form of an object", color, object, "?R=100&G=a%20b", "?color=R,100,G,a%20b"],
    ["form of an object, not exploded", { ...color, explode: false }, object, "?color=R,100,G,a%20b", "?R=100&G=a%20b"],
    ["deepObject", { ...color, style: "deepObject" }, object, "?color%5BR%5D=100&color%5BG%5D=a%20b", "?color=%7B%7D"],
    ["content", { ...color, content: { "application/json": {} } }, object, "?color=%7B%22R%22%3A100%2C%22G%22%3A%22a%20b%22%7D", "?color=100"],
    ["a name to encode", { name: "a&b", in: "query" }, { "a&b": "x" }, "?a%26b=x", "?a&b=x"],
  ] as const)("reads a query of style %s, and finds another one", async (_style, parameter, given, right, wrong) => {
    expect(await check({ parameters: [parameter] }, given, { path: `/things/a${right}` })).toEqual([]);
    expect(await check({ parameters: [parameter] }, given, { path: `/things/a${wrong}` })).not.toEqual([]);
  });

  it.each([
    ["simple", {}, ["a", "b"], "a,b", "a%2Cb"],
    ["label", { style: "label" }, ["a", "b"], ".a,b", "a,b"],
    ["label, exploded", { style: "label", explode: true }, ["a", "b"], ".a.b", ".a,b"],
    ["matrix", { style: "matrix" }, ["a", "b"], ";id=a,b", "a,b"],
    ["matrix, exploded", { style: "matrix", explode: true }, ["a", "b"], ";id=a;id=b", ";id=a,b"],
    ["simple of an object", {}, { R: 1, G: 2 }, "R,1,G,2", "R=1,G=2"],
    ["simple of an object, exploded", { explode: true }, { R: 1, G: 2 }, "R=1,G=2", "R,1,G,2"],
    ["matrix of an object, exploded", { style: "matrix", explode: true }, { R: 1, G: 2 }, ";R=1;G=2", ";id=R,1,G,2"],
    ["simple, to be encoded", {}, "x/../y", "x%2F..%2Fy", "x/../y"],
  ] as const)("reads a path of style %s, and finds another one", async (_style, style, value, right, wrong) => {
    const parameters = [{ name: "id", in: "path", required: true, ...style }];
    expect(await check({ parameters }, { id: value }, { path: `/things/${right}` })).toEqual([]);
    expect(await check({ parameters }, { id: value }, { path: `/things/${wrong}` })).not.toEqual([]);
  });

  it("reads headers and cookies, and finds those that were not given", async () => {
    const parameters = [
      { name: "X-Tenant", in: "header" },
      { name: "session", in: "cookie" },
    ];
    const given = { "X-Tenant": "acme", session: "a b" };
    expect(await check({ parameters }, given, { headers: { "x-tenant": "acme", cookie: "session=a%20b" } })).toEqual([]);
    expect(await check({ parameters }, given, { headers: { "x-trace": "1", cookie: "session=a; more=1" } })).toEqual([
      "its header parameter X-Tenant is missing; expected acme",
      "its cookie parameter session is session=a; expected session=a%20b",
      "it has the cookie more, which the contract or the input does not have",
      "it has the header x-trace, which the contract does not have",
    ]);
  });

  it("finds an empty header that is missing, and an escape of JSON in another header", async () => {
    const parameters = [{ name: "X-Tenant", in: "header" }];
    expect(await check({ parameters }, { "X-Tenant": "" }, {})).toEqual(["its header parameter X-Tenant is missing; expected "]);
    expect(await check({ parameters }, { "X-Tenant": "\u00fc" }, { headers: { "x-tenant": "\\u00fc" } })).not.toEqual([]);
    const inJson = [{ name: "X-Tenant", in: "header", content: { "application/json": {} } }];
    expect(await check({ parameters: inJson }, { "X-Tenant": "\u00fc" }, { headers: { "x-tenant": '"\\u00fc"' } })).toEqual([]);
  });

  const securitySchemes = {
    bearer: { type: "http", scheme: "bearer" },
    basic: { type: "http", scheme: "basic" },
    key: { type: "apiKey", in: "header", name: "X-Api-Key" },
    inQuery: { type: "apiKey", in: "query", name: "key" },
    inCookie: { type: "apiKey", in: "cookie", name: "key" },
    oauth: { type: "oauth2", flows: {} },
  };

  it.each([
    ["bearer", [{ bearer: [] }], { headers: { authorization: "Bearer token-1" } }],
    ["OAuth", [{ oauth: ["a"] }], { headers: { authorization: "Bearer token-1" } }],
    ["Basic", [{ basic: [] }], { headers: { authorization: "Basic aWQ6c2VjcmV0" } }],
    ["a key in a header", [{ key: [] }], { headers: { "x-api-key": "token-1" } }],
    ["a key in the query", [{ inQuery: [] }], { path: "/things/a?key=token-1" }],
    ["a key in a cookie", [{ inCookie: [] }], { headers: { cookie: "key=token-1" } }],
    ["both of two", [{ bearer: [], key: [] }], { headers: { authorization: "Bearer token-1", "x-api-key": "token-1" } }],
    ["one of two", [{ bearer: [] }, { key: [] }], { headers: { "x-api-key": "token-1" } }],
  ])("finds that %s is missing, or is sent to an operation that needs none", async (_what, security, request) => {
    const root = { components: { securitySchemes } };
    expect(await check({ security }, { id: "a" }, { root, ...request })).toEqual([]);
    expect(await check({}, { id: "a" }, { root: { ...root, security }, ...request })).toEqual([]);
    expect(await check({ security }, { id: "a" }, { root })).toEqual([expect.stringMatching(/^its credential is missing/)]);
    const findings = await check({ security: [] }, { id: "a" }, { root, ...request });
    expect(findings).not.toEqual([]);
    expect(findings.join("\n")).not.toContain("token-1");
  });

  it("finds a key that goes out as a bearer token", async () => {
    const findings = await check(
      { security: [{ key: [] }] },
      { id: "a" },
      { root: { components: { securitySchemes } }, headers: { authorization: "Bearer token-1" } },
    );
    expect(findings).toEqual(["its credential is missing; expected header x-api-key: …"]);
  });

  const body = { a: "x y", list: [1, 2] };
  it.each([
    ["application/json", {}, body, '{"a":"x y","list":[1,2]}', '{"a":"x y","list":"1,2"}'],
    ["application/x-www-form-urlencoded", {}, body, "a=x+y&list=1&list=2", "a=x+y&list=1,2"],
    ["application/x-www-form-urlencoded", { encoding: { list: { style: "form", explode: false } } }, body, "a=x+y&list=1,2", "a=x+y&list=1&list=2"],
    [
      "multipart/form-data",
      {},
      { a: "x" },
      '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nx\r\n--b--\r\n',
      '--b\r\ncontent-disposition: form-data; name="b"\r\n\r\nx\r\n--b--\r\n',
    ],
    ["application/x-ndjson", {}, [{ a: 1 }, { a: 2 }], '{"a":1}\n{"a":2}\n', '{"a":1}'],
    ["text/plain", {}, "a\nb", "a\nb", '"a\\nb"'],
  ])("reads a body of %s, and finds another one", async (type, media, given, right, wrong) => {
    const definition = { requestBody: { content: { [type]: media } } };
    const headers = { "content-type": type.startsWith("multipart") ? `${type}; boundary=b` : type };
    expect(await check(definition, { id: "a" }, { headers, given, body: right })).toEqual([]);
    expect(await check(definition, { id: "a" }, { headers, given, body: wrong })).not.toEqual([]);
    expect(await check(definition, { id: "a" }, { headers: { "content-type": "image/png" }, given, body: right })).toEqual([
      expect.stringContaining("its content type is image/png"),
    ]);
  });

  it("finds another address, a body that no one passed, and a media type that is not accepted", async () => {
    expect(await check({}, { id: "a" }, { path: "/v2/things/a" })).toEqual([
      "its address is https://a.example/v2/things/a; expected https://a.example/things/{id}",
    ]);
    const responses = { 200: { content: { "application/pdf": {} } } };
    expect(await check({ responses }, { id: "a" }, { headers: { accept: "application/json" }, body: "{}" })).toEqual([
      "it has a body of 2 bytes (content type none), but the input has none",
      "it must accept application/pdf, which the contract's response has",
    ]);
  });
});
