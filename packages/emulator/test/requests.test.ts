import { describe, expect, test } from "vitest";
import { manualClock } from "../src/index.ts";
import { ask, shelf } from "./shelf-service.ts";

const emulator = shelf({ clock: manualClock("2026-03-02T12:00:00Z"), bodyLimitBytes: 2000 });
const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  ask(emulator, "/shelves/top/books", { method: "POST", body, headers: { authorization: "Bearer writer", "content-type": "application/json", ...headers } });

describe("finding the operation", () => {
  test("a path that the contract does not have is rejected by the service's own not found", async () => {
    expect(await ask(emulator, "/shelves/top")).toMatchObject({ status: 404, body: { problem: "no /shelves/top" } });
    expect((await ask(emulator, "/shelves//books")).status).toBe(404);
    expect((await ask(emulator, "/sign/")).status).toBe(404);
  });

  test("a method that a path does not take is rejected with those that it takes", async () => {
    const { status, headers } = await ask(emulator, "/shelves/top/books", { method: "DELETE" });
    expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
  });

  test("HEAD gets the response that GET is, without the body", async () => {
    const response = await emulator.fetch("https://shelf.example.com/sign", { method: "HEAD" });
    expect([response.status, response.headers.get("content-length"), await response.text()]).toEqual([200, "4", ""]);
  });

  test("a slash at the end of a path is taken where the service takes it", async () => {
    expect((await ask(shelf({}, { trailingSlash: true }), "/sign/")).status).toBe(200);
  });
});

describe("recognizing who asks", () => {
  test.each([
    ["no header", {}, "missing"],
    ["another scheme", { authorization: "Basic cmVhZGVy" }, "missing"],
    ["a scheme alone", { authorization: "Bearer" }, "invalid"],
    ["an unknown token", { authorization: "Bearer nobody" }, "invalid"],
    ["two tokens", { authorization: "Bearer reader, Bearer reader" }, "invalid"],
    ["a token of 100 kB", { authorization: `Bearer ${"a".repeat(100_000)}` }, "invalid"],
    ["a token with a space in it", { authorization: "Bearer read er" }, "invalid"],
    ["an expired token", { authorization: "Bearer old" }, "expired"],
  ])("%s is rejected with a challenge", async (_name, headers, problem) => {
    const answer = await ask(emulator, "/shelves/top/books", { headers: headers as Record<string, string> });
    expect(answer).toMatchObject({ status: 401, body: { problem } });
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  });

  test("a token in the query is no token", async () => {
    expect((await ask(emulator, "/shelves/top/books?access_token=reader", { headers: {} })).status).toBe(401);
  });

  test("the scheme's case does not matter", async () => {
    expect((await ask(emulator, "/shelves/top/books", { headers: { authorization: "bearer reader" } })).status).toBe(200);
  });

  test("a token that lacks one of two scopes is rejected by the missing one, before its body is looked at", async () => {
    const answer = await ask(emulator, "/shelves/top/books", { method: "POST", body: "{", headers: { authorization: "Bearer reader" } });
    expect(answer).toMatchObject({ status: 403, body: { problem: "write" } });
  });

  test("an operation that asks for no credentials looks at none", async () => {
    expect((await ask(emulator, "/sign", { headers: { authorization: "Bearer nobody" } })).status).toBe(200);
  });
});

describe("reading parameters", () => {
  test("values come typed, lists split at commas, everything decoded", async () => {
    const { body } = await ask(emulator, "/shelves/t%6Fp/books?limit=5&weight=-1.5&open=false&tags=a,b%2Cc&unknown=1");
    expect(body).toMatchObject({ shelf: "top", query: { limit: 5, weight: -1.5, open: false, tags: ["a", "b", "c"] } });
    expect(body).not.toHaveProperty("query.unknown");
  });

  test.each([
    ["limit=0", "limit must be >= 1"],
    ["limit=11", "limit must be <= 10"],
    ["limit=1.5", "limit must be integer"],
    ["limit=1e1", "limit must be integer"],
    ["limit=", "limit must be integer"],
    ["limit=0x5", "limit must be integer"],
    ["limit=%205", "limit must be integer"],
    ["limit=99999999999999999999", "limit must be integer"],
    ["limit=1&limit=2", "limit must not be repeated"],
    ["weight=NaN", "weight must be number"],
    ["weight=Infinity", "weight must be number"],
    ["open=1", "open must be boolean"],
    ["open=TRUE", "open must be boolean"],
    ["tags=a,,b", "tags/1 must NOT have fewer than 1 characters"],
  ])("?%s is rejected: %s", async (query, problem) => {
    expect(await ask(emulator, `/shelves/top/books?${query}`)).toMatchObject({ status: 400, body: { problem } });
  });

  test.each([["TOP"], ["..%2F"], ["%00"], ["t%20p"]])("the path parameter %s is rejected", async (shelfId) => {
    expect((await ask(emulator, `/shelves/${shelfId}/books`)).status).toBe(400);
  });

  test("a path parameter that is not UTF-8 is rejected", async () => {
    expect(await ask(emulator, "/shelves/%ff/books")).toMatchObject({ status: 400, body: { problem: "shelfId is not percent-encoded UTF-8" } });
  });

  test("a header parameter is checked", async () => {
    expect((await ask(emulator, "/shelves/top/books", { headers: { authorization: "Bearer reader", "x-trace": "much too long" } })).status).toBe(400);
  });
});

describe("reading bodies", () => {
  test.each([
    ["text that is not JSON", '{"title":"a"', "the body is not valid JSON"],
    ["no body", "", "the body is required"],
    ["bytes that are not UTF-8", new Uint8Array([123, 34, 255, 34, 125]), "the body is not UTF-8"],
    ["UTF-16", new Uint8Array([0xff, 0xfe, 123, 0, 125, 0]), "the body is not UTF-8"],
    ["another type", "[]", "the body must be object"],
    ["a missing member", "{}", "title is required"],
    ["an unknown member", '{"title":"a","autor":"b"}', "autor is not known"],
    ["several mistakes", '{"title":5,"pages":"x"}', "title must be string; pages must be integer"],
  ])("%s is rejected", async (_name, body, problem) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { problem } });
  });

  test("a byte order mark is taken away, and of two properties of one name the last counts", async () => {
    expect(await post('\uFEFF{"title":"a","title":"b"}')).toMatchObject({ status: 200, body: { title: "b" } });
    expect(await post(new Uint8Array([0xef, 0xbb, 0xbf, ...Buffer.from('{"title":"c"}')]))).toMatchObject({ status: 200, body: { title: "c" } });
  });

  test("properties called __proto__ and constructor change no prototype", async () => {
    const { status } = await post('{"title":"a","note":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}');
    expect(status).toBe(200);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect((await post('{"title":"a","__proto__":{"pages":"x"}}')).status).toBe(400);
  });

  test("a value that is nested too deep to be written again is rejected", async () => {
    expect(await post(`{"title":"a","note":${"[".repeat(700)}${"]".repeat(700)}}`)).toMatchObject({
      status: 400,
      body: { problem: "the body is nested deeper than 500 levels" },
    });
    expect((await post(`{"title":"a","note":${"[".repeat(400)}${"]".repeat(400)}}`)).status).toBe(200);
  });

  test("a body that is longer than the limit is rejected, of whatever kind it comes", async () => {
    const long = JSON.stringify({ title: "a", note: "x".repeat(3000) });
    expect(await post(long)).toMatchObject({ status: 413, body: { problem: "at most 2000" } });
    expect((await post(Buffer.from(long))).status).toBe(413);
    expect((await post(new Blob([long]))).status).toBe(413);
    expect((await post(JSON.stringify({ title: "a", note: "é".repeat(990) }))).status).toBe(413);
    expect((await post(JSON.stringify({ title: "a", note: "x".repeat(1900) }))).status).toBe(200);
  });

  test.each([
    ["text/plain", 415],
    ["application/jsonp", 415],
    ["application/json;charset=latin1", 415],
    ["application/json; charset=UTF-8", 200],
    ["Application/JSON", 200],
  ])("a body of type %s gets a response with %d", async (type, status) => {
    expect((await post('{"title":"a"}', { "content-type": type })).status).toBe(status);
  });

  test("a body without a type is read as JSON where JSON is taken, and rejected elsewhere", async () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    const untyped = (path: string, body: BodyInit) => ask(emulator, path, { method: "POST", body, headers: { authorization: "Bearer writer" } });
    expect(await untyped("/shelves/top/books", bytes('{"title":"a"}'))).toMatchObject({ status: 200, body: { title: "a" } });
    expect(await untyped("/shelves/top/books", new Blob([bytes('{"title":"a"}')]))).toMatchObject({ status: 200, body: { title: "a" } });
    expect(await untyped("/shelves/top/books", bytes("title=a"))).toMatchObject({ status: 400, body: { problem: "the body is not valid JSON" } });
    expect((await untyped("/form", bytes("kind=a"))).status).toBe(415);
    // The platform announces a text without a type as text/plain.
    expect((await untyped("/shelves/top/books", '{"title":"a"}')).status).toBe(415);
  });

  test("a body that is compressed is rejected", async () => {
    expect((await post('{"title":"a"}', { "content-encoding": "gzip" })).status).toBe(415);
  });

  test("a form is read, and a property that is given twice is rejected", async () => {
    const form = (body: string) => ask(emulator, "/form", { method: "POST", body, headers: { "content-type": "application/x-www-form-urlencoded" } });
    expect((await form("kind=a+b&more=%C3%A9")).body).toEqual({ form: { kind: "a b", more: "é" } });
    expect(await form("kind=a&kind=b")).toMatchObject({ status: 400, body: { problem: "kind must not be repeated" } });
    expect(await form("__proto__=x")).toMatchObject({ status: 400, body: { problem: "kind is required" } });
    expect((await ask(emulator, "/form", { method: "POST", body: new URLSearchParams({ kind: "c" }), headers: {} })).body).toEqual({ form: { kind: "c" } });
  });
});
