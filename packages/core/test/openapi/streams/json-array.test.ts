import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { itemByItem } from "../../../src/openapi.ts";
import type { ClientOptions } from "../../../src/index.ts";
import { fakeClock } from "../../fake-clock.ts";
import { bodyOf, callOf, caught, getThing } from "../../support.ts";

const listAll = { ...getThing, id: "listAll", path: "/v1/things", pathParameters: {} };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Reads a response of pieces item by item. */
function read(
  pieces: readonly (Uint8Array | string)[],
  { type = "application/json", ...options }: Partial<ClientOptions> & { type?: string } = {},
  pick = same,
) {
  const respond = async (): Promise<Response> => new Response(bodyOf(pieces), { headers: { "content-type": type } });
  return callOf(listAll, { fetch: respond, retry: false, ...options })(
    {},
    itemByItem({}, () => pick),
  );
}

const same = (items: readonly unknown[]): readonly unknown[] => items;

/** Cuts bytes at places. */
function cut(whole: Uint8Array, places: readonly number[]): Uint8Array[] {
  const at = [0, ...places.map((place) => place % (whole.length + 1)).sort((a, b) => a - b), whole.length];
  return at.slice(1).map((end, index) => whole.subarray(at[index], end));
}

describe("a list that is read item by item", () => {
  it("has the items of its JSON, however its bytes arrive", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 8 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        fc.constantFrom(undefined, 1),
        async (list, places, indent) => {
          const text = `${JSON.stringify(list, undefined, indent)}\n`;
          expect(await read(cut(bytes(text), places))).toEqual(JSON.parse(text));
        },
      ),
      { numRuns: 200 },
    );
  });

  it("has what is picked of them", async () => {
    expect(await read(['[{"a":1,"b":2},', '{"a":3}]'], {}, (items) => items.map((item) => (item as { a: number }).a))).toEqual([1, 3]);
  });

  it("can be larger than maxResponseBytes, which limits each item", async () => {
    const item = JSON.stringify("x".repeat(90));
    expect(await read(["[", `${item},`.repeat(50), item, "]"], { maxResponseBytes: 200 })).toHaveLength(51);
    expect(await caught(read(["[", JSON.stringify("x".repeat(300)), "]"], { maxResponseBytes: 200 }))).toMatchObject({
      code: "response-too-large",
      message: expect.stringContaining("has an item of more than 200 bytes"),
    });
  });

  it.each([
    ["is no list", '{"a":1}', "unexpected-content", "has no list"],
    ["is no JSON", "nothing", "malformed-response", "is not JSON"],
    ["ends too early", '[{"a":1},{"a"', "truncated-response", "ends in the middle of its JSON, after 1 items"],
    ["is empty", "", "truncated-response", "ends in the middle"],
    ["has a comma at its end", "[1,]", "malformed-response", "is not JSON"],
    ["has a comma at its beginning", "[,1]", "malformed-response", "is not JSON"],
    ["has no comma between items", "[1 2]", "malformed-response", "is not JSON"],
    ["has brackets that do not fit", "[{]}]", "malformed-response", "is not JSON"],
    ["has more behind its end", "[1] [2]", "malformed-response", "is not JSON"],
    ["is not UTF-8", Uint8Array.of(0x5b, 0x22, 0xff, 0x22, 0x5d), "malformed-response", "is not UTF-8"],
  ])("is an error if it %s", async (_what, body, code, message) => {
    const whole = typeof body === "string" ? bytes(body) : body;
    const inPieces = Array.from(whole, (byte) => Uint8Array.of(byte));
    for (const pieces of [[whole], inPieces]) expect(await caught(read(pieces))).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it("is read by the client if it is of another media type, such as a login page", async () => {
    expect(await caught(read(["<html>"], { type: "text/html" }))).toMatchObject({ code: "unexpected-content", excerpt: "<html>" });
  });

  it("has the time limit of the call as a whole, and that of an attempt for each chunk", async () => {
    const clock = fakeClock();
    const slow = async (): Promise<Response> => {
      let sent = 0;
      const body = new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            await clock.advance(400);
            sent += 1;
            controller.enqueue(bytes(sent === 1 ? "[1" : ",1"));
          },
        },
        { highWaterMark: 0 },
      );
      return new Response(body, { headers: { "content-type": "application/json" } });
    };
    const call = callOf(listAll, { fetch: slow, retry: false, clock, timeoutMs: 500, totalTimeoutMs: 2000 });
    expect(
      await caught(
        call(
          {},
          itemByItem({}, () => same),
        ),
      ),
    ).toMatchObject({ code: "timeout", option: "totalTimeoutMs", timeoutMs: 2000 });
  });
});
