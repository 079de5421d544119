import { describe, expect, it } from "vitest";
import type { ValueTree } from "../../../src/client.ts";
import type { ClientOptions } from "../../../src/index.ts";
import { responding, json } from "../../call/response/read-response-support.ts";
import { caught, getThing } from "../../support.ts";

const tree: ValueTree = { id: true, items: [{ id: true }], ids: [true] };

/** What a client reads whose contract calls some properties 64-bit integers. */
function reading(text: string, options: Partial<ClientOptions> = {}): Promise<unknown> {
  return responding({ ...getThing, int64: tree }, new Response(text, { headers: json }), options);
}

describe("a 64-bit integer of the contract", () => {
  it.each([
    ["0", "0"],
    ["-0", "0"],
    ["5", "5"],
    ["9007199254740991", "9007199254740991"],
    ["9007199254740993", "9007199254740993"],
    ["-9223372036854775808", "-9223372036854775808"],
    ["18446744073709551615", "18446744073709551615"],
    ["1234567890123456789012345678901234567890", "1234567890123456789012345678901234567890"],
    ["1e3", "1000"],
    ["1e22", "10000000000000000000000"],
    ["12.0", "12"],
    ['"7201234567890123456"', "7201234567890123456"],
  ])("of %s is read as the string %s, wherever it is", async (number, id) => {
    expect(await reading(`{"id":${number},"items":[{"id" : ${number} },{"id":\n${number}}],"ids":[${number},${number}]}`)).toEqual({
      id,
      items: [{ id }, { id }],
      ids: [id, id],
    });
  });

  it("is the only number that becomes a string, and no text is changed", async () => {
    const text = '{"id":7201234567890123456,"later":[7201234567890123456,0.1234567890123456789],"a\\"7201234567890123456":"\\\\","b":" ,7201234567890123456,"}';
    const { id, ...others } = JSON.parse(text) as { readonly id: number };
    expect(id).toBe(7201234567890124000);
    expect(await reading(text)).toEqual({ id: "7201234567890123456", ...others });
  });

  it.each(["null", "true", '{"a":1}', '[1,"a"]', '"text"'])("that is %s is read as it came", async (value) => {
    expect(await reading(`{"id":${value},"items":${value},"ids":{"a":[]}}`)).toEqual({ id: JSON.parse(value), items: JSON.parse(value), ids: { a: [] } });
  });

  it("is a string with the user's own parser, too", async () => {
    const parseJson = (text: string): unknown => JSON.parse(text, (_name, value: unknown) => (typeof value === "number" ? BigInt(value) : value));
    expect(await reading('{"id":7201234567890123456,"items":[{"id":1}],"other":1}', { parseJson })).toEqual({
      id: "7201234567890123456",
      items: [{ id: "1" }],
      other: 1n,
    });
  });
});

describe("parseJson", () => {
  it("parses success responses, each once and whole", async () => {
    const texts: string[] = [];
    const parseJson = (text: string): unknown => ({ parsed: texts.push(text) });
    expect(await responding(getThing, new Response("\ufeff[1]", { headers: json }), { parseJson })).toEqual({ parsed: 1 });
    expect(await caught(responding(getThing, new Response('{"message":"no"}', { status: 404, headers: json }), { parseJson }))).toMatchObject({ status: 404 });
    expect(texts).toEqual(["[1]"]);
  });

  it("that throws makes the response an invalid one", async () => {
    const parseJson = (): never => {
      throw new Error("sentinel");
    };
    const error = await caught(responding(getThing, new Response("[1]", { headers: json }), { parseJson }));
    expect(error).toMatchObject({ name: "InvalidResponseError", code: "malformed-response" });
    expect(String(error)).not.toContain("sentinel");
  });
});
