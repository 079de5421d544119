import { withVectors } from "@keywright/tool-testing";
import { describe, expect, it } from "vitest";
import { type ClientOptions, InvalidResponseError, isApiError, type Operation } from "../src/index.ts";
import { bodyOf, callOf, caught, createThing, deleteThing, getText, getThing } from "./support.ts";

const json = { "content-type": "application/json" };
const bytesOf = (...values: readonly number[]) => Uint8Array.from(values);
const utf8 = (text: string) => new TextEncoder().encode(text);

function answering(operation: Operation, answer: Response | (() => Response), options: Partial<ClientOptions> = {}): Promise<unknown> {
  const fetch = async (): Promise<Response> => (typeof answer === "function" ? answer() : answer);
  const call = callOf(operation, { fetch, retry: false, ...options });
  return operation.pathParameters === undefined ? (operation.body === undefined ? call() : call({ body: {} })) : call({ thingId: "a" });
}

const reading = (body: BodyInit | null, headers: { readonly [name: string]: string } = json, options: Partial<ClientOptions> = {}): Promise<unknown> =>
  answering(getThing, new Response(body, { headers }), options);

/** A body whose reading and giving up are counted. */
function counted(pieces: number, size: number) {
  const seen = { read: 0, cancelled: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (seen.read === pieces) return controller.close();
        seen.read += 1;
        controller.enqueue(new Uint8Array(size).fill(0x20));
      },
      cancel: () => void (seen.cancelled += 1),
    },
    { highWaterMark: 0 },
  );
  return { body, seen };
}

describe("a success in JSON", () => {
  it.each([
    ["an object", '{"a":[1,"é 🔑",null,true]}', { a: [1, "é 🔑", null, true] }],
    ["with spaces around it", ' \t\r\n{"a":1}\n', { a: 1 }],
    ["a text", '"a"', "a"],
    ["false", "false", false],
    ["null", "null", null],
    ["0", "0", 0],
    ["with a byte order mark", "\ufeff[1]", [1]],
    ["with a name given twice, of which the last counts", '{"a":1,"a":2}', { a: 2 }],
    ["with members and values that the contract does not know", '{"state":"LATER","extra":{"any":1}}', { state: "LATER", extra: { any: 1 } }],
    ["with half a surrogate pair that is escaped", '"\\ud800"', "\ud800"],
  ])("is given as its value: %s", async (_what, text, value) => {
    expect(await reading(text)).toEqual(value);
    expect(await reading(bodyOf([...text].map((character) => character)))).toEqual(value);
  });

  it("split within a character is given whole", async () => {
    const bytes = utf8('["🔑"]');
    for (let at = 1; at < bytes.length; at += 1) expect(await reading(bodyOf([bytes.subarray(0, at), bytes.subarray(at)]))).toEqual(["🔑"]);
  });

  it("gives a whole number over 2^53 as the nearest number that there is, as every JSON.parse does", async () => {
    expect(await reading('{"aux_id":9007199254740993,"id":18446744073709551615}')).toEqual({ aux_id: 9007199254740992, id: 18446744073709552000 });
  });

  it("gives a member named __proto__ as any other, and changes no prototype", async () => {
    const value = await reading('{"__proto__":{"polluted":true}}');
    expect(Object.keys(value as object)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect({}).not.toHaveProperty("polluted");
  });

  it.each(["[", '{"a":'])("of 100,000 levels of %s is given, or refused with a type, and overflows nothing", async (open) => {
    const text = open.repeat(100_000) + "1" + (open === "[" ? "]" : "}").repeat(100_000);
    const operation: Operation = { ...getThing, secrets: { response: { a: { a: { a: true } } } } };
    let depth = 0;
    let value = await answering(operation, new Response(text, { headers: json }));
    for (; typeof value === "object"; depth += 1) value = (value as { readonly [name: string]: unknown })[open === "[" ? 0 : "a"];
    expect([depth, value]).toEqual([100_000, 1]);
    expect(await caught(reading(text.slice(0, -1).replace("1", "x")))).toMatchObject({ name: "InvalidResponseError" });
  });

  it.each([
    "application/json",
    "application/json; charset=utf-8",
    "APPLICATION/JSON",
    "application/problem+json",
    "application/vnd.thing.v2+json;a=b",
    "text/json",
    "",
  ])("may be of the type %j", async (type) => {
    expect(await reading(utf8("[1]"), type === "" ? {} : { "content-type": type })).toEqual([1]);
  });
});

describe("a success that is no JSON of the contract is refused:", () => {
  const refusal = async (work: Promise<unknown>): Promise<InvalidResponseError> => {
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
    const error = await refusal(reading(text));
    expect(error).toMatchObject({ code, message: `getThing: the answer with status 200 ${said}` });
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
    expect(await refusal(reading(bytesOf(...bytes)))).toMatchObject({
      code: "malformed-response",
      message: "getThing: the answer with status 200 is not UTF-8",
    });
  });

  it("UTF-16 without a byte order mark, which is UTF-8 with NULs", async () => {
    expect((await refusal(reading(bytesOf(0x5b, 0, 0x5d, 0)))).code).toMatch(/^(malformed|truncated)-response$/);
  });

  it("of the status 204, which has no body", async () => {
    expect(await caught(answering(getThing, new Response(null, { status: 204 })))).toMatchObject({
      code: "truncated-response",
      status: 204,
      message: "getThing: the answer with status 204 is empty",
    });
  });

  it("that ends before its announced length, with both counts", async () => {
    expect(await refusal(reading("[1]", { ...json, "content-length": "10" }))).toMatchObject({
      code: "truncated-response",
      message: "getThing: the answer with status 200 ended after 3 of 10 bytes",
    });
    expect(await refusal(reading(bodyOf(["[1", "]"]), { ...json, "content-length": "10" }))).toMatchObject({
      message: "getThing: the answer with status 200 ended after 3 of 10 bytes",
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
    expect(await refusal(reading(cut()))).toMatchObject({
      code: "truncated-response",
      message: "getThing: the answer with status 200 was cut off after 2 bytes",
      cause: { name: "TypeError", message: "terminated", cause: { message: "other side closed", code: "UND_ERR_SOCKET" } },
    });
    expect(await refusal(reading(cut(), { ...json, "content-length": "9" }))).toMatchObject({
      message: "getThing: the answer with status 200 was cut off after 2 of 9 bytes",
    });
  });
});

describe("a success that is too large is refused", () => {
  const message = (bytes: number): string => `getThing: the answer with status 200 is larger than ${bytes} bytes: raise maxResponseBytes, or ask for less`;

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

  it("from 32 MiB and a byte where nothing is said", async () => {
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
    expect(await caught(answering(getText, new Response("a".repeat(11)), { maxResponseBytes: 10 }))).toMatchObject({ code: "response-too-large" });
    const page = new Response("a".repeat(11), { headers: { "content-type": "text/html" } });
    expect(await caught(answering(deleteThing, page, { maxResponseBytes: 10 }))).toMatchObject({ code: "response-too-large" });
  });

  it("though it cannot be given up", async () => {
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
  ])("of the type %s is refused, and says where to look", async (shown, type) => {
    expect(await caught(reading(utf8("[1]"), { "content-type": type }))).toMatchObject({
      name: "InvalidResponseError",
      code: "unexpected-content",
      message: `getThing: the answer with status 200 is ${shown}, not application/json: check that baseUrl is the service's own address`,
      excerpt: "[1]",
    });
  });

  it("does not repeat a type that is the credential, in whatever case", async () => {
    const error = (await caught(reading(utf8("[1]"), { "content-type": "text/Token-1" }, { token: "Token-1" }))) as InvalidResponseError;
    expect(error.message).toContain("is text/[redacted], not application/json");
  });

  it("does not quote the contract's own answer, which is secret in places, under another type", async () => {
    const operation = { ...getThing, secrets: { response: { value: true } } } as const;
    const error = (await caught(
      answering(operation, new Response('{"value":"opensesame"}', { headers: { "content-type": "text/plain" } })),
    )) as InvalidResponseError;
    expect(error.excerpt).toBeUndefined();
  });

  it("in another encoding is refused as a page, too", async () => {
    expect(await caught(reading(bytesOf(...utf8("<p>caf"), 0xe9), { "content-type": "text/html; charset=iso-8859-1" }))).toMatchObject({
      code: "unexpected-content",
      excerpt: "<p>caf\ufffd",
    });
  });

  it("is quoted up to 1 KiB, without what looks like a secret, in a member that no log shows", async () => {
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
    expect(await caught(answering(createThing, new Response("<html>", { headers: html })))).toMatchObject({
      message: "createThing: the answer with status 200 is text/html, not application/json: check that baseUrl is the service's own address",
    });
  });

  it("names a type that is very long by its beginning alone", async () => {
    const error = (await caught(reading("[]", { "content-type": `text/${"x".repeat(5000)}` }))) as Error;
    expect(error.message.length).toBeLessThan(250);
  });
});

describe("a success that is text", () => {
  it.each([
    ["as it is", "text/plain", "# HELP é\n", "# HELP é\n"],
    ["without a type", undefined, ".", "."],
    ["of another type of text", "text/plain; version=0.0.4", "", ""],
    ["that looks like a number", "text/csv", "01", "01"],
  ])("is given %s", async (_what, type, text, value) => {
    expect(await answering(getText, new Response(utf8(text), { headers: type === undefined ? {} : { "content-type": type } }))).toBe(value);
  });

  it.each(["text/html", "application/json"])("is refused as %s", async (type) => {
    expect(await caught(answering(getText, new Response("{}", { headers: { "content-type": type } })))).toMatchObject({ code: "unexpected-content" });
  });

  it("is refused where it is not UTF-8", async () => {
    expect(await caught(answering(getText, new Response(bytesOf(0xe9), { headers: { "content-type": "text/plain" } })))).toMatchObject({
      code: "malformed-response",
    });
  });
});

describe("a success without a body", () => {
  it.each([
    ["204", () => new Response(null, { status: 204 })],
    ["200 with nothing", () => new Response(null)],
    ["200 with an empty body of any type", () => new Response("", { headers: { "content-type": "text/html" } })],
    ["200 with data that nobody asked for", () => new Response('{"a":1}', { headers: json })],
    ["200 with half of data", () => new Response('{"a"', { headers: { ...json, "content-length": "90" } })],
    ["202", () => new Response(null, { status: 202 })],
  ])("is given as undefined: %s", async (_what, answer) => {
    expect(await answering(deleteThing, answer)).toBeUndefined();
  });

  it("does not read a body that comes nevertheless, and needs no leave to give it up", async () => {
    const { body, seen } = counted(1000, 100);
    expect(await answering(deleteThing, new Response(body))).toBeUndefined();
    expect(seen).toEqual({ read: 0, cancelled: 1 });
    const stuck = new ReadableStream<Uint8Array>({ cancel: () => new Promise(() => {}) }, { highWaterMark: 0 });
    expect(await answering(deleteThing, new Response(stuck))).toBeUndefined();
    const broken = new ReadableStream<Uint8Array>({ start: (controller) => controller.error(new Error("reset")) });
    expect(await answering(deleteThing, new Response(broken))).toBeUndefined();
  });

  it("is not a page, which another than the service has sent", async () => {
    expect(await caught(answering(deleteThing, new Response("<html>Sign in", { headers: { "content-type": "text/html" } })))).toMatchObject({
      code: "unexpected-content",
      message: "deleteThing: the answer with status 200 is text/html, not an empty answer: check that baseUrl is the service's own address",
    });
  });
});

describe("the body of a refusal", () => {
  async function refusedWith(body: BodyInit | null, headers: { readonly [name: string]: string } = {}, status = 500): Promise<unknown> {
    const error = await caught(answering(getThing, new Response(body, { status, headers })));
    if (!isApiError(error, status)) throw error;
    return error.body;
  }

  it.each([
    ["data, as its value", '{"detail":"no"}', { detail: "no" }],
    ["data of any type", "[1]", [1]],
    ["text", "Bad gateway", "Bad gateway"],
    ["a page", "<html>", "<html>"],
    ["half of data, as text", '{"detail":"n', '{"detail":"n'],
    ["a text in quotes", '"no"', "no"],
    ["null", "null", null],
    ["nothing", "", undefined],
    ["nothing at all", null, undefined],
  ])("is %s", async (_what, body, value) => {
    expect(await refusedWith(body)).toEqual(value);
  });

  it("is read leniently where it is not UTF-8", async () => {
    expect(await refusedWith(bytesOf(0x63, 0x61, 0x66, 0xe9))).toBe("caf\ufffd");
  });

  it("is read up to 64 KiB, and given up there", async () => {
    const { body, seen } = counted(1e9, 10_000);
    expect(await refusedWith(body)).toBe(" ".repeat(65_536));
    expect(seen).toEqual({ read: 7, cancelled: 1 });
  });

  it("is text where its data go on behind 64 KiB", async () => {
    expect(((await refusedWith(JSON.stringify({ detail: "x".repeat(70_000) }))) as string).length).toBe(65_536);
  });

  it.each([
    ["breaks", () => bodyOf(['{"detail":'], new Error("reset"))],
    [
      "cannot be given up",
      () => new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(70_000)), cancel: () => Promise.reject(new Error("no")) }),
    ],
  ])("never hides the refusal where it %s", async (_what, body) => {
    for (const status of [400, 403, 404, 409, 413, 500]) await refusedWith(body(), {}, status);
    expect(await caught(answering(getThing, new Response(body(), { status: 404 })))).toMatchObject({ name: "ApiError", status: 404 });
  });

  it("never hides the refusal where it was read already, or announces more than comes", async () => {
    const used = new Response("{}", { status: 409 });
    await used.text();
    expect(await caught(answering(getThing, used))).toMatchObject({ name: "ApiError", status: 409, body: undefined });
    expect(await refusedWith("{}", { "content-length": "99999999999" })).toEqual({});
  });

  it("never hides the refusal where it is 100,000 levels deep", async () => {
    const deep = `${"[".repeat(30_000)}${"]".repeat(30_000)}`;
    for (const text of [deep, `{"detail":${deep}}`, `{"errors":{"a":${deep}}}`, `{"errors":${deep}}`, `{"traceId":${deep}}`, "[".repeat(100_000)]) {
      expect(await caught(answering(getThing, new Response(text, { status: 400, headers: json })))).toMatchObject({ name: "ApiError", status: 400 });
    }
  });
});

interface Parsing {
  readonly name: string;
  readonly verdict: "accept" | "reject" | "either";
  readonly base64: string;
}

withVectors<Parsing>("json-test-suite/parsing.json", (cases) => {
  const bytesFrom = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const decided = cases.filter(({ verdict }) => verdict !== "either");
  const undecided = cases.filter(({ verdict }) => verdict === "either");

  describe("the public suite of JSON texts, as answers", () => {
    it(`is decided in ${decided.length} of ${cases.length} cases`, () => {
      expect(cases.map(({ verdict }) => verdict).filter((verdict) => !["accept", "reject", "either"].includes(verdict))).toEqual([]);
      expect([decided.length, undecided.length]).toEqual([283, 35]);
    });

    it.each(decided)("$name: $verdict", async ({ verdict, base64 }) => {
      const bytes = bytesFrom(base64);
      if (verdict === "accept") {
        expect(await reading(bytes)).toEqual(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
        return;
      }
      const error = await caught(reading(bytes));
      if (!(error instanceof InvalidResponseError)) throw error;
      expect(error.code).toMatch(/^(malformed|truncated)-response$/);
    });

    it(`is open in ${undecided.length} cases: what is not UTF-8 is refused, anything else is as JSON.parse has it`, async () => {
      const taken: string[] = [];
      for (const { name, base64 } of undecided) {
        const outcome = await reading(bytesFrom(base64)).then(
          () => taken.push(name),
          (error: unknown) => error,
        );
        if (typeof outcome !== "number")
          expect(outcome).toMatchObject({ name: "InvalidResponseError", code: expect.stringMatching(/^(malformed|truncated)-response$/) });
      }
      expect(taken.length).toBe(22);
    });
  });
});
