import { expectRejected, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { createClient, type Operation, type Parameter } from "../../../src/client.ts";
import { writeHeaders, writeStyledUrl } from "../../../src/openapi.ts";
import { baseUrl, deleteThing, getThing } from "../../support.ts";

type Call = (input: object, options?: object) => Promise<unknown>;

/** An operation with parameters in the styles that `writeUrl` does not have. */
const styled: Operation = {
  ...deleteThing,
  id: "deleteParts",
  path: "/v1/things/{ids}/{part}",
  pathParameters: { ids: { required: true, style: "simple" }, part: { type: "string", required: true, style: "matrix" } },
  queryParameters: {
    tags: { type: "array", explode: true },
    sizes: { type: "array", style: "pipeDelimited" },
    where: { type: "object", style: "deepObject", maxProperties: 2 },
    more: { type: "object", style: "form", explode: true },
    json: { mediaType: "application/json", nullable: true },
    path: { type: "string", allowReserved: true },
    level: { type: "integer", enum: [1, 2], nullable: true },
  },
  headerParameters: {
    "X-Names": { type: "array", style: "simple" },
    "X-Json": { mediaType: "application/json" },
    "X-Id": { type: "string", pattern: "^[^!]*$" },
  },
  cookieParameters: { session: { type: "string" }, colors: { type: "array" } },
};

function methodOf(operation: Operation, fetch: ReturnType<typeof recordingFetch>): Call {
  const client = createClient<object, object>(
    { operations: { [operation.id]: operation }, writeUrl: writeStyledUrl, writeHeaders },
    { baseUrl, token: "t", fetch },
  );
  return Reflect.get(client, operation.id) as Call;
}

async function sent(input: object, options?: object) {
  const fetch = recordingFetch(new Response(null, { status: 204 }));
  await methodOf(styled, fetch)({ ids: "a", part: "x", ...input }, options);
  const [request] = fetch.requests;
  return { url: request?.url.slice(`${baseUrl}/v1/things`.length), headers: request?.headers };
}

describe("parameters of all styles", () => {
  it.each<[string, object, string]>([
    ["nothing", {}, "/a/;part=x"],
    ["a list in the path", { ids: ["a/b", 2, true] }, "/a%2Fb,2,true/;part=x"],
    ["a matrix", { part: "y" }, "/a/;part=y"],
    ["a matrix that must be encoded", { part: " " }, "/a/;part=%20"],
    ["an exploded list", { tags: ["x", "y&z"] }, "/a/;part=x?tags=x&tags=y%26z"],
    ["a list by pipes", { sizes: [1, 2] }, "/a/;part=x?sizes=1%7C2"],
    ["a deepObject without what is undefined", { where: { a: 1, b: undefined } }, "/a/;part=x?where%5Ba%5D=1"],
    ["an exploded object", { more: { "a=": "b", c: false } }, "/a/;part=x?a%3D=b&c=false"],
    ["JSON", { json: [{ a: null }] }, "/a/;part=x?json=%5B%7B%22a%22%3Anull%7D%5D"],
    ["null as JSON", { json: null }, "/a/;part=x?json=null"],
    ["reserved characters", { path: "/a:b%2F%&" }, "/a/;part=x?path=/a:b%2F%25%26"],
    ["null", { level: null }, "/a/;part=x"],
    ["nothing in lists and objects", { tags: [], sizes: [], where: {}, more: {} }, "/a/;part=x"],
  ])("write %s", async (_what, input, url) => {
    expect((await sent(input)).url).toBe(url);
  });

  it("write headers and cookies, in addition to those of the call's options", async () => {
    const input = { "X-Names": ["a", "b"], "X-Json": ["é"], "X-Id": "i", session: "s;", colors: ["r", "g"] };
    expect((await sent(input, { headers: { cookie: "own=1", "x-id": "own", "x-own": "1" } })).headers).toEqual({
      accept: "application/json",
      authorization: "Bearer t",
      cookie: "own=1; session=s%3B; colors=r,g",
      "x-id": "i",
      "x-json": '["\\u00e9"]',
      "x-names": "a,b",
      "x-own": "1",
    });
  });

  it.each<[string, object, RegExp]>([
    ["a value inside of a value", { tags: [["a"]] }, /deleteParts: tags\[0\] must be a string, a number or a boolean; got an array of 1/],
    ["null inside of a value", { where: { a: null } }, /deleteParts: where\.a must be a string, a number or a boolean; got null/],
    ["the separator inside of an element", { sizes: ["a|b"] }, /deleteParts: sizes\[0\] must not contain "\|", which separates the parts of sizes/],
    ["the separator inside of a header", { "X-Names": ["a", "b,c"] }, /deleteParts: X-Names\[1\] must not contain ","/],
    ["a member that is another parameter", { more: { tags: "a" } }, /deleteParts: more\.tags has the name of another query parameter/],
    ["a dot segment", { ids: ["."] }, /deleteParts: ids must not be empty or a dot segment of a path/],
    ["an empty segment", { ids: [] }, /deleteParts: ids must not be empty or a dot segment of a path/],
    ["a line break in a header", { "X-Id": "a\r\nb: c" }, /deleteParts: X-Id must be a value that HTTP can carry/],
    ["a space around a header", { "X-Id": " a" }, /deleteParts: X-Id must be a value that HTTP can carry/],
    ["a header that its pattern excludes", { "X-Id": "!" }, /deleteParts: X-Id must match \^\[\^!\]\*\$/],
    ["a number that is not in its enumeration", { level: 3 }, /deleteParts: level must be one of 1, 2; got 3/],
    ["more members than allowed", { where: { a: 1, b: 2, c: 3 } }, /deleteParts: where must have at most 2 fields/],
    ["a name that is no parameter", { "x-names": [] }, /deleteParts: x-names is not known here: use ids, part, .*, X-Names, X-Json, X-Id, session, colors/],
  ])("are rejected with %s, before anything is sent", async (_what, input, message) => {
    const { message: said } = await expectRejected((fetch) => methodOf(styled, fetch)({ ids: "a", part: "x", ...input }));
    expect(said).toMatch(message);
  });

  it("hide the value of a header from the message that rejects it", async () => {
    const { message } = await expectRejected((fetch) => methodOf(styled, fetch)({ ids: "a", part: "x", "X-Id": "hunter2\n" }));
    expect(message).not.toContain("hunter2");
  });
});

describe("an operation whose only parameters are headers or cookies", () => {
  it.each<[string, { readonly [place: string]: { readonly [name: string]: Parameter } }, object, string]>([
    ["headers", { headerParameters: { "X-Id": { type: "string" } } }, { "X-Id": "i" }, "x-id: i"],
    ["cookies", { cookieParameters: { session: { type: "string" } } }, { session: "s" }, "cookie: session=s"],
  ])("takes them as its input: %s", async (_place, parameters, input, header) => {
    const { pathParameters: _path, queryParameters: _query, ...rest } = getThing;
    const operation: Operation = { ...rest, path: "/v1/things", response: { status: 204, type: "none" }, ...parameters };
    const fetch = recordingFetch(new Response(null, { status: 204 }));
    await methodOf(operation, fetch)(input, { retry: false });
    expect(Object.entries(fetch.requests[0]?.headers ?? {}).map((entry) => entry.join(": "))).toContain(header);
  });
});
