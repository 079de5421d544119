import { describe, expect, it } from "vitest";
import { InvalidResponseError } from "../../../src/index.ts";
import { responding, bytesOf, counted, json, reading, utf8 } from "./read-response-support.ts";
import { bodyOf, caught, createThing, deleteThing, getText, getThing } from "../../support.ts";

describe("a success that is no JSON of the contract is an InvalidResponseError:", () => {
  const rejection = async (work: Promise<unknown>): Promise<InvalidResponseError> => {
    const error = await caught(work);
    if (!(error instanceof InvalidResponseError)) throw error;
    expect(error).toMatchObject({ operationId: "getThing", status: 200, attempts: 1 });
    return error;
  };

  it.each([
    ["nothing", "", "truncated-response", "is empty"],
    ["spaces", "  \n", "truncated-response", "ends in the middle of its JSON, after 3 bytes"],
    ["half a word", "tru", "truncated-response", "ends in the middle of its JSON, after 3 bytes"],
    ["half an object", '{"a":{"b":"c"', "truncated-response", "ends in the middle of its JSON, after 13 bytes"],
    ["half an array", "[1,2,", "truncated-response", "ends in the middle of its JSON, after 5 bytes"],
    ["what ends as JSON does and is none", "{'a':1} ", "malformed-response", "is not JSON"],
    ["two values", '{"a":1}{"b":2}', "malformed-response", "is not JSON"],
    ["a NUL", '["\0"]', "malformed-response", "is not JSON"],
    ["a second byte order mark", "\ufeff\ufeff[]", "malformed-response", "is not JSON"],
  ])("%s", async (_what, text, code, said) => {
    const error = await rejection(reading(text));
    expect(error).toMatchObject({ code, message: `getThing: the response with status 200 ${said}` });
    expect(error.cause).toBeUndefined();
  });

  it.each([
    ["a byte that is none", [0x22, 0xff, 0x22]],
    ["an early end of a character", [0x22, 0xc3, 0x22]],
    ["half a surrogate pair in three bytes", [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ["a character longer than it must be", [0x22, 0xc0, 0xaf, 0x22]],
    ["a character beyond Unicode", [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22]],
    ["Latin-1", [0x22, 0xe9, 0x22]],
    ["UTF-16 with a byte order mark", [0xff, 0xfe, 0x5b, 0x00, 0x5d, 0x00]],
    ["UTF-16, big end first", [0xfe, 0xff, 0x00, 0x5b, 0x00, 0x5d]],
  ])("%s, which is not UTF-8", async (_what, bytes) => {
    expect(await rejection(reading(bytesOf(...bytes)))).toMatchObject({
      code: "malformed-response",
      message: "getThing: the response with status 200 is not UTF-8",
    });
  });

  it("UTF-16 without a byte order mark, which is UTF-8 with NULs", async () => {
    expect((await rejection(reading(bytesOf(0x5b, 0, 0x5d, 0)))).code).toMatch(/^(malformed|truncated)-response$/);
  });

  it("of the status 204, which has no body", async () => {
    expect(await caught(responding(getThing, new Response(null, { status: 204 })))).toMatchObject({
      code: "truncated-response",
      status: 204,
      message: "getThing: the response with status 204 is empty",
    });
  });

  it("that ends before its announced length, with both counts", async () => {
    expect(await rejection(reading("[1]", { ...json, "content-length": "10" }))).toMatchObject({
      code: "truncated-response",
      message: "getThing: the response with status 200 ended after 3 of 10 bytes",
    });
    expect(await rejection(reading(bodyOf(["[1", "]"]), { ...json, "content-length": "10" }))).toMatchObject({
      message: "getThing: the response with status 200 ended after 3 of 10 bytes",
    });
  });

  it.each(["abc", "-1", "1.5", "", "3, 3"])("but not for a length that is none: %j", async (length) => {
    expect(await reading("[1]", { ...json, "content-length": length })).toEqual([1]);
  });

  it("nor for a length that is that of the compressed bytes", async () => {
    expect(await reading("[1]", { ...json, "content-length": "90", "content-encoding": "gzip" })).toEqual([1]);
  });

  it("that is cut off, with what cut it as the cause", async () => {
    const cut = () => bodyOf(["[1"], new TypeError("terminated", { cause: Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" }) }));
    expect(await rejection(reading(cut()))).toMatchObject({
      code: "truncated-response",
      message: "getThing: the response with status 200 was cut off after 2 bytes",
      cause: { name: "TypeError", message: "terminated", cause: { message: "other side closed", code: "UND_ERR_SOCKET" } },
    });
    expect(await rejection(reading(cut(), { ...json, "content-length": "9" }))).toMatchObject({
      message: "getThing: the response with status 200 was cut off after 2 of 9 bytes",
    });
  });
});

describe("a success that is too large is rejected", () => {
  const message = (bytes: number): string => `getThing: the response with status 200 is larger than ${bytes} bytes: raise maxResponseBytes, or request less`;

  it("by its announced length, and nothing of it is read", async () => {
    const { body, seen } = counted(10, 100);
    expect(await caught(reading(body, { ...json, "content-length": "101" }, { maxResponseBytes: 100 }))).toMatchObject({
      code: "response-too-large",
      message: message(100),
    });
    expect(seen).toEqual({ read: 0, cancelled: 1 });
  });

  it.each([
    ["in pieces without a length", {}],
    ["compressed, whose length says nothing", { "content-length": "30", "content-encoding": "gzip" }],
    ["with a length that is too small", { "content-length": "30" }],
  ])("%s, as soon as it is past the limit", async (_what, headers) => {
    const { body, seen } = counted(1000, 100);
    expect(await caught(reading(body, { ...json, ...headers }, { maxResponseBytes: 250 }))).toMatchObject({
      code: "response-too-large",
      message: message(250),
    });
    expect(seen).toEqual({ read: 3, cancelled: 1 });
  });

  it("from 32 MiB and a byte if no limit is set", async () => {
    const of = (length: number): Promise<unknown> => caught(reading("[]", { ...json, "content-length": String(length) }));
    expect(await of(33_554_433)).toMatchObject({ code: "response-too-large", message: message(33_554_432) });
    expect(await of(33_554_432)).toMatchObject({ code: "truncated-response" });
  });

  it("but not at the limit", async () => {
    expect(await reading("[100]", json, { maxResponseBytes: 5 })).toEqual([100]);
    expect(await reading(bodyOf(["[1", "00]"]), { ...json, "content-length": "5" }, { maxResponseBytes: 5 })).toEqual([100]);
    expect(await caught(reading("[1000]", json, { maxResponseBytes: 5 }))).toMatchObject({ code: "response-too-large" });
  });

  it("also as text, and as a page in place of nothing", async () => {
    expect(await caught(responding(getText, new Response("a".repeat(11)), { maxResponseBytes: 10 }))).toMatchObject({ code: "response-too-large" });
    const page = new Response("a".repeat(11), { headers: { "content-type": "text/html" } });
    expect(await caught(responding(deleteThing, page, { maxResponseBytes: 10 }))).toMatchObject({ code: "response-too-large" });
  });

  it("though it cannot be canceled", async () => {
    const body = new ReadableStream<Uint8Array>(
      { pull: (controller) => controller.enqueue(new Uint8Array(100)), cancel: () => Promise.reject(new Error("no")) },
      { highWaterMark: 0 },
    );
    expect(await caught(reading(body, json, { maxResponseBytes: 250 }))).toMatchObject({ code: "response-too-large" });
  });
});

describe("a page in place of data", () => {
  const html = { "content-type": "text/html; charset=utf-8" };

  it.each([
    ["text/html", "text/html; charset=utf-8"],
    ["text/plain", "Text/Plain"],
    ["application/xml", "application/xml"],
    ["application/octet-stream", "application/octet-stream"],
    ["application/jsonp", "application/jsonp"],
  ])("of the type %s is an error that says where to look", async (shown, type) => {
    expect(await caught(reading(utf8("[1]"), { "content-type": type }))).toMatchObject({
      name: "InvalidResponseError",
      code: "unexpected-content",
      message: `getThing: the response with status 200 is ${shown}, not application/json: check that baseUrl is the service's own address`,
      excerpt: "[1]",
    });
  });

  it("does not repeat a type that is the credential, in whatever case", async () => {
    const error = (await caught(reading(utf8("[1]"), { "content-type": "text/Token-1" }, { token: "Token-1" }))) as InvalidResponseError;
    expect(error.message).toContain("is text/[redacted], not application/json");
  });

  it("does not quote the contract's own response, which is secret in places, under another type", async () => {
    const operation = { ...getThing, secrets: { response: { value: true } } } as const;
    const error = (await caught(
      responding(operation, new Response('{"value":"opensesame"}', { headers: { "content-type": "text/plain" } })),
    )) as InvalidResponseError;
    expect(error.excerpt).toBeUndefined();
  });

  it("in another encoding is rejected as a page, too", async () => {
    expect(await caught(reading(bytesOf(...utf8("<p>caf"), 0xe9), { "content-type": "text/html; charset=iso-8859-1" }))).toMatchObject({
      code: "unexpected-content",
      excerpt: "<p>caf\ufffd",
    });
  });

  it("is quoted up to 1 KiB, without what looks like a secret, in a property that no log shows", async () => {
    const page = `<html>Bearer token-1 ${"x".repeat(50)} ${"Sign in. ".repeat(1000)}`;
    const error = (await caught(reading(page, html))) as InvalidResponseError;
    expect(error.excerpt).toBe(
      `<html>Bearer token-1 ${"x".repeat(50)} ${"Sign in. ".repeat(1000)}`
        .replace("token-1", "[redacted]")
        .replace("x".repeat(50), "[redacted]")
        .slice(0, 1024),
    );
    expect(error.excerpt?.length).toBe(1024);
    expect(Object.keys(error)).not.toContain("excerpt");
    expect(error.message).not.toContain("Sign in");
  });

  it("of a write says nothing of what was done, because the service was not reached", async () => {
    expect(await caught(responding(createThing, new Response("<html>", { headers: html })))).toMatchObject({
      message: "createThing: the response with status 200 is text/html, not application/json: check that baseUrl is the service's own address",
    });
  });

  it("names a type that is very long by its beginning alone", async () => {
    const error = (await caught(reading("[]", { "content-type": `text/${"x".repeat(5000)}` }))) as Error;
    expect(error.message.length).toBeLessThan(250);
  });
});
