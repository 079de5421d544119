import { withVectors } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import type { Operation } from "../../../src/client.ts";
import { InvalidResponseError, isApiError } from "../../../src/index.ts";
import { responding, bytesOf, counted, json, reading, utf8 } from "./read-response-support.ts";
import { bodyOf, caught, deleteThing, getText, getThing } from "../../support.ts";

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
  ])("is returned as its value: %s", async (_what, text, value) => {
    expect(await reading(text)).toEqual(value);
    expect(await reading(bodyOf([...text].map((character) => character)))).toEqual(value);
  });

  it("split within a character is returned whole", async () => {
    const bytes = utf8('["🔑"]');
    for (let at = 1; at < bytes.length; at += 1) expect(await reading(bodyOf([bytes.subarray(0, at), bytes.subarray(at)]))).toEqual(["🔑"]);
  });

  it("returns a whole number over 2^53 as the nearest number that exists, as every JSON.parse does", async () => {
    expect(await reading('{"aux_id":9007199254740993,"id":18446744073709551615}')).toEqual({ aux_id: 9007199254740992, id: 18446744073709552000 });
  });

  it("returns a property named __proto__ like any other, and changes no prototype", async () => {
    const value = await reading('{"__proto__":{"polluted":true}}');
    expect(Object.keys(value as object)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect({}).not.toHaveProperty("polluted");
  });

  it.each(["[", '{"a":'])("of 100,000 levels of %s is returned, or rejected with a type, and overflows nothing", async (open) => {
    const text = open.repeat(100_000) + "1" + (open === "[" ? "]" : "}").repeat(100_000);
    const operation: Operation = { ...getThing, secrets: { response: { a: { a: { a: true } } } } };
    let depth = 0;
    let value = await responding(operation, new Response(text, { headers: json }));
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

describe("a success that is text", () => {
  it.each([
    ["as it is", "text/plain", "# HELP é\n", "# HELP é\n"],
    ["without a type", undefined, ".", "."],
    ["of another type of text", "text/plain; version=0.0.4", "", ""],
    ["that looks like a number", "text/csv", "01", "01"],
  ])("is returned %s", async (_what, type, text, value) => {
    expect(await responding(getText, new Response(utf8(text), { headers: type === undefined ? {} : { "content-type": type } }))).toBe(value);
  });

  it.each(["text/html", "application/json"])("is rejected as %s", async (type) => {
    expect(await caught(responding(getText, new Response("{}", { headers: { "content-type": type } })))).toMatchObject({ code: "unexpected-content" });
  });

  it("is rejected if it is not UTF-8", async () => {
    expect(await caught(responding(getText, new Response(bytesOf(0xe9), { headers: { "content-type": "text/plain" } })))).toMatchObject({
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
  ])("is returned as undefined: %s", async (_what, answer) => {
    expect(await responding(deleteThing, answer)).toBeUndefined();
  });

  it("does not read a body that comes nevertheless, and does not need to be able to cancel it", async () => {
    const { body, seen } = counted(1000, 100);
    expect(await responding(deleteThing, new Response(body))).toBeUndefined();
    expect(seen).toEqual({ read: 0, cancelled: 1 });
    const stuck = new ReadableStream<Uint8Array>({ cancel: () => new Promise(() => {}) }, { highWaterMark: 0 });
    expect(await responding(deleteThing, new Response(stuck))).toBeUndefined();
    const broken = new ReadableStream<Uint8Array>({ start: (controller) => controller.error(new Error("reset")) });
    expect(await responding(deleteThing, new Response(broken))).toBeUndefined();
  });

  it("is not a page, which another than the service has sent", async () => {
    expect(await caught(responding(deleteThing, new Response("<html>Sign in", { headers: { "content-type": "text/html" } })))).toMatchObject({
      code: "unexpected-content",
      message: "deleteThing: the response with status 200 is text/html, not an empty response: check that baseUrl is the service's own address",
    });
  });
});

describe("the body of an error response", () => {
  async function rejectedWith(body: BodyInit | null, headers: { readonly [name: string]: string } = {}, status = 500): Promise<unknown> {
    const error = await caught(responding(getThing, new Response(body, { status, headers })));
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
    expect(await rejectedWith(body)).toEqual(value);
  });

  it("is read leniently if it is not UTF-8", async () => {
    expect(await rejectedWith(bytesOf(0x63, 0x61, 0x66, 0xe9))).toBe("caf\ufffd");
  });

  it("is read up to 64 KiB, and canceled there", async () => {
    const { body, seen } = counted(1e9, 10_000);
    expect(await rejectedWith(body)).toBe(" ".repeat(65_536));
    expect(seen).toEqual({ read: 7, cancelled: 1 });
  });

  it("is text if its data go on behind 64 KiB", async () => {
    expect(((await rejectedWith(JSON.stringify({ detail: "x".repeat(70_000) }))) as string).length).toBe(65_536);
  });

  it.each([
    ["breaks", () => bodyOf(['{"detail":'], new Error("reset"))],
    [
      "cannot be given up",
      () => new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(70_000)), cancel: () => Promise.reject(new Error("no")) }),
    ],
  ])("never hides the error response if it %s", async (_what, body) => {
    for (const status of [400, 403, 404, 409, 413, 500]) await rejectedWith(body(), {}, status);
    expect(await caught(responding(getThing, new Response(body(), { status: 404 })))).toMatchObject({ name: "ApiError", status: 404 });
  });

  it("never hides the error response if it was read already, or announces more than comes", async () => {
    const used = new Response("{}", { status: 409 });
    await used.text();
    expect(await caught(responding(getThing, used))).toMatchObject({ name: "ApiError", status: 409, body: undefined });
    expect(await rejectedWith("{}", { "content-length": "99999999999" })).toEqual({});
  });

  it("never hides the error response if it is 100,000 levels deep", async () => {
    const deep = `${"[".repeat(30_000)}${"]".repeat(30_000)}`;
    for (const text of [deep, `{"detail":${deep}}`, `{"errors":{"a":${deep}}}`, `{"errors":${deep}}`, `{"traceId":${deep}}`, "[".repeat(100_000)]) {
      expect(await caught(responding(getThing, new Response(text, { status: 400, headers: json })))).toMatchObject({ name: "ApiError", status: 400 });
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

  describe("the public suite of JSON texts, as responses", () => {
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

    it(`is open in ${undecided.length} cases: what is not UTF-8 is rejected, anything else is as JSON.parse has it`, async () => {
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
