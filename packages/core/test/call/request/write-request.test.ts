import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import type { Operation } from "../../../src/client.ts";
import { baseUrl, callOf, createThing, deleteThing, getContent, getText, getThing, issueThing, caught } from "../../support.ts";
import { ArgumentError } from "../../../src/index.ts";

async function sent(operation: Operation, input: object, answer: Response = jsonResponse(200, {})) {
  const fetch = recordingFetch(answer);
  await callOf(operation, { fetch })(input);
  return fetch.requests;
}

describe("a request", () => {
  it("of a read has its method, address and headers, and no body", async () => {
    expect(await sent(getThing, { thingId: "a", filter: 'name eq "é&#+"', limit: 5, names: ["b", "c d"], deep: false })).toEqual([
      {
        method: "GET",
        url: `${baseUrl}/v1/things/a?filter=name%20eq%20%22%C3%A9%26%23%2B%22&limit=5&names=b,c%20d&deep=false`,
        headers: { accept: "application/json", authorization: "Bearer token-1" },
        body: undefined,
      },
    ]);
  });

  it("of a write has its body and the body's media type", async () => {
    expect(await sent(createThing, { body: { name: "a" } })).toEqual([
      {
        method: "POST",
        url: `${baseUrl}/v1/things`,
        headers: { accept: "application/json, application/problem+json", authorization: "Bearer token-1", "content-type": "application/json" },
        body: '{"name":"a"}',
      },
    ]);
  });

  it("of a removal has neither body nor media type", async () => {
    expect(await sent(deleteThing, { thingId: "a" }, new Response(null, { status: 204 }))).toEqual([
      { method: "DELETE", url: `${baseUrl}/v1/things/a`, headers: { accept: "application/json", authorization: "Bearer token-1" }, body: undefined },
    ]);
  });

  it("of a form has the bare media type", async () => {
    expect(await sent(issueThing, { clientId: "id", clientSecret: "secret", body: { grant_type: "x" } })).toEqual([
      {
        method: "POST",
        url: `${baseUrl}/connect/thing`,
        headers: { accept: "application/json", authorization: "Basic aWQ6c2VjcmV0", "content-type": "application/x-www-form-urlencoded" },
        body: "grant_type=x",
      },
    ]);
  });

  it("for bytes requests them uncompressed, because a compressed file that ends early looks like a whole one", async () => {
    const [request] = await sent(getContent, { thingId: "a" }, new Response("content"));
    expect(request?.headers).toEqual({ accept: "application/octet-stream, application/json", "accept-encoding": "identity", authorization: "Bearer token-1" });
  });

  it("of an operation that anybody may call has no credential", async () => {
    const fetch = recordingFetch(new Response("ok"));
    await callOf(getText, { fetch })();
    expect(fetch.requests).toEqual([{ method: "GET", url: `${baseUrl}/text`, headers: { accept: "text/plain" }, body: undefined }]);
  });

  it.each([
    ["are undefined", { filter: undefined, names: undefined }, ""],
    ["are an empty array", { names: [] }, ""],
    ["are an empty text, which is sent as one", { filter: "" }, "?filter="],
    ["hold what separates elements, which is encoded", { names: ["a,b", "c"] }, "?names=a%2Cb,c"],
    ["hold what separates parameters, which is encoded", { filter: "a&limit=1000#x" }, "?filter=a%26limit%3D1000%23x"],
  ])("leaves parameters out or writes them if they %s", async (_what, query, search) => {
    const [request] = await sent(getThing, { thingId: "a", ...query });
    expect(request?.url).toBe(`${baseUrl}/v1/things/a${search}`);
  });

  it("fills each place of its path once, whatever a value contains", async () => {
    const operation: Operation = {
      ...getThing,
      path: "/v1/{boxId}/things/{thingId}",
      pathParameters: { boxId: { type: "string", required: true }, thingId: { type: "string", required: true } },
    };
    const [request] = await sent(operation, { boxId: "{thingId}", thingId: "$1{boxId}" });
    expect(request?.url).toBe(`${baseUrl}/v1/%7BthingId%7D/things/%241%7BboxId%7D`);
  });

  it("goes out with what a fetch needs to follow no redirect and to be ended", async () => {
    let given: RequestInit | undefined;
    const fetch = async (_url: string, init: RequestInit): Promise<Response> => {
      given = init;
      return jsonResponse(200, {});
    };
    await callOf(getThing, { fetch })({ thingId: "a" });
    expect(Object.keys(given ?? {}).sort()).toEqual(["body", "headers", "method", "redirect", "signal"]);
    expect(given).toMatchObject({ redirect: "manual", method: "GET", body: null });
    expect(given?.signal).toBeInstanceOf(AbortSignal);
  });
});

const credentials = { clientId: "id", clientSecret: "secret" };

async function sentBody(operation: Operation, input: object): Promise<string | undefined> {
  const fetch = recordingFetch(jsonResponse(200, {}));
  await callOf(operation, { fetch })(input);
  return fetch.requests[0]?.body;
}

async function rejectionOf(operation: Operation, input: object): Promise<ArgumentError> {
  const fetch = recordingFetch();
  const error = await caught(callOf(operation, { fetch })(input));
  expect(fetch.requests).toEqual([]);
  if (!(error instanceof ArgumentError)) throw error;
  return error;
}

const throws = (): never => {
  throw new Error("sentinel-secret");
};

class Money {
  readonly amount = 5;
}

function nested(levels: number): unknown {
  let value: unknown = "deepest";
  for (let level = 0; level < levels; level += 1) value = { a: value };
  return value;
}

const circle: Record<string, unknown> = { name: "a" };
circle["self"] = circle;

describe("a JSON body", () => {
  it.each([
    [
      "texts, numbers, true and false",
      { a: 'é \u2028 🔑 "\\\n\0', b: 1.5e-7, c: true, d: false },
      '{"a":"é \u2028 🔑 \\"\\\\\\n\\u0000","b":1.5e-7,"c":true,"d":false}',
    ],
    ["null, as null", { a: null, b: [null] }, '{"a":null,"b":[null]}'],
    ["no members that are undefined", { a: undefined, b: { c: undefined, d: 1 } }, '{"b":{"d":1}}'],
    ["arrays in their order", [3, [2], {}], "[3,[2],{}]"],
    ["a date, as RFC 3339 writes it", { a: new Date(Date.UTC(2026, 2, 2)) }, '{"a":"2026-03-02T00:00:00.000Z"}'],
    ["an object without a prototype", Object.assign(Object.create(null) as object, { a: 1 }), '{"a":1}'],
    ["a member named __proto__", JSON.parse('{"__proto__":{"a":1}}') as object, '{"__proto__":{"a":1}}'],
    ["-0, which JSON has as 0", { a: -0 }, '{"a":0}'],
    ["the largest whole number that is exact", { a: Number.MAX_SAFE_INTEGER }, '{"a":9007199254740991}'],
    ["the same object twice, which is no circle", [circle["name"], { a: 1 }, { a: 1 }], '["a",{"a":1},{"a":1}]'],
    ["members behind symbols left out", { a: 1, [Symbol("b")]: 2 }, '{"a":1}'],
    ["what a getter gives", Object.defineProperty({}, "a", { get: () => 5, enumerable: true }) as object, '{"a":5}'],
    ["what a proxy gives", new Proxy({ a: 1 }, {}), '{"a":1}'],
    ["a text", "text", '"text"'],
    ["false", false, "false"],
  ])("has %s", async (_what, body, text) => {
    expect(await sentBody(createThing, { body })).toBe(text);
  });

  it("that has one object at two properties is written twice", async () => {
    const shared = { a: 1 };
    expect(await sentBody(createThing, { body: { one: shared, two: [shared] } })).toBe('{"one":{"a":1},"two":[{"a":1}]}');
  });

  it.each([
    ["NaN", { a: { b: [1, Number.NaN] } }, "body.a.b[1]", "must be a value that JSON can carry; got NaN"],
    ["Infinity", { a: Infinity }, "body.a", "must be a value that JSON can carry; got Infinity"],
    ["-Infinity", { a: -Infinity }, "body.a", "must be a value that JSON can carry; got -Infinity"],
    ["a BigInt", { a: 5n }, "body.a", "must be a value that JSON can carry; got a bigint"],
    ["a function", { a: () => 1 }, "body.a", "must be a value that JSON can carry; got a function"],
    ["a symbol", { a: Symbol("sentinel") }, "body.a", "must be a value that JSON can carry; got a symbol"],
    ["undefined in an array", { a: [1, undefined] }, "body.a[1]", "must be a value that JSON can carry; got nothing"],
    // oxlint-disable-next-line no-sparse-arrays
    ["a hole in an array", { a: [1, , 3] }, "body.a[1]", "must be a value that JSON can carry; got nothing"],
    ["an invalid date", { a: new Date(Number.NaN) }, "body.a", "must be a valid date; got an invalid Date"],
    ["an instance of a class", { a: [new Money()] }, "body.a[0]", "must be a plain object, not an instance of a class; got an object"],
    ["a Map", { a: new Map([["sentinel", 1]]) }, "body.a", "must be a plain object, not an instance of a class; got an object"],
    ["a Set", { a: new Set(["sentinel"]) }, "body.a", "must be a plain object, not an instance of a class; got an object"],
    ["bytes", { a: new Uint8Array(3) }, "body.a", "must be a plain object, not an instance of a class; got an object"],
    ["an error", { a: new Error("sentinel") }, "body.a", "must be a plain object, not an instance of a class; got an object"],
    ["a promise", { a: Promise.resolve("sentinel") }, "body.a", "must be a plain object, not an instance of a class; got a promise (await it)"],
    ["a boxed number", { a: Object(5) as unknown }, "body.a", "must be a plain object, not an instance of a class; got an object"],
    ["an address", { a: new URL("https://sentinel.example") }, "body.a", "must be a plain object, not an instance of a class; got an object"],
    ["half a surrogate pair", { a: ["sentinel-\ud83d"] }, "body.a[0]", "must be well-formed Unicode; got a string of 10 characters"],
    ["half a surrogate pair in a name", { a: { "b\udc00": 1 } }, "body.a.b\udc00", "must be well-formed Unicode; got a string of 2 characters"],
    ["a stand-in for the whole", { a: { toJSON: () => "sentinel" } }, "body.a.toJSON", "must be a value that JSON can carry; got a function"],
    ["a stand-in that throws", { a: { toJSON: throws } }, "body.a.toJSON", "must be a value that JSON can carry; got a function"],
    ["itself a function", throws, "body", "must be a value that JSON can carry; got a function"],
    ["itself an instance of a class", new Money(), "body", "must be a plain object, not an instance of a class; got an object"],
    ["itself not a number", Number.NaN, "body", "must be a value that JSON can carry; got NaN"],
  ])("with %s is rejected, with the place and no value in the error", async (_what, body, argument, expected) => {
    const error = await rejectionOf(createThing, { body });
    expect(error).toMatchObject({ code: "invalid-argument", operationId: "createThing", argument, message: `createThing: ${argument} ${expected}` });
    expect([error.message, String(error.cause)].join(" ")).not.toContain("sentinel");
  });

  it("with a circle is rejected", async () => {
    expect((await rejectionOf(createThing, { body: circle })).message).toMatch(
      /^createThing: body(\.self)+ must be nested less deeply, and not contain itself; got an object$/,
    );
  });

  it.each<[string, object]>([
    ["a getter", { a: [Object.defineProperty({}, "b", { get: throws, enumerable: true })] }],
    ["a proxy", { a: new Proxy({}, { ownKeys: throws }) }],
  ])("that cannot be read ends the call with the error of %s, and nothing is sent", async (_what, body) => {
    const fetch = recordingFetch();
    await expect(callOf(createThing, { fetch })({ body })).rejects.toThrow("sentinel");
    expect(fetch.requests).toEqual([]);
  });

  it.each([1001, 100_000])("of %d levels is rejected as too deep, and one of 500 is sent", async (levels) => {
    expect((await rejectionOf(createThing, { body: nested(levels) })).message).toMatch(
      /^createThing: body(\.a)+ must be nested less deeply, and not contain itself; got an object$/,
    );
    expect(await sentBody(createThing, { body: nested(500) })).toBe(JSON.stringify(nested(500)));
  });

  it("is not sent if there is none", async () => {
    const fetch = recordingFetch(jsonResponse(200, {}));
    await callOf({ ...createThing, body: { mediaType: "application/json" } }, { fetch })({});
    expect(fetch.requests[0]).toMatchObject({
      body: undefined,
      headers: { accept: "application/json, application/problem+json", authorization: "Bearer token-1" },
    });
    expect(fetch.requests[0]?.headers).not.toHaveProperty("content-type");
  });
});

const issueStyled = { ...issueThing, body: { ...issueThing.body, as: "styled-form" } } as const satisfies Operation;

describe("a form", () => {
  it.each([
    ["texts, form-encoded", { a: "b c", "d&=": "é+%/~*'()", e: "" }, "a=b+c&d%26%3D=%C3%A9%2B%25%2F%7E*%27%28%29&e="],
    ["numbers and booleans, in words", { a: 1.5, b: true, c: false, d: 0 }, "a=1.5&b=true&c=false&d=0"],
    ["neither undefined nor null members", { a: undefined, b: null, c: "d" }, "c=d"],
    ["no member", {}, ""],
  ])("has %s", async (_what, body, text) => {
    for (const operation of [issueThing, issueStyled]) expect(await sentBody(operation, { ...credentials, body })).toBe(text);
  });

  it.each([
    ["the elements of an array, each with its name", { a: ["b,c", 1, null, { d: 2 }], e: [] }, "a=b%2Cc&a=1&a=%7B%22d%22%3A2%7D"],
    ["an object, as JSON", { a: { b: [1, "c"] } }, "a=%7B%22b%22%3A%5B1%2C%22c%22%5D%7D"],
  ])("whose contract has arrays and objects has %s", async (_what, body, text) => {
    expect(await sentBody(issueStyled, { ...credentials, body })).toBe(text);
  });

  it("has arrays and objects in the styles of its contract", async () => {
    const styles = { comma: "comma", space: "space", pipe: "pipe", json: "json", deep: "deep" } as const;
    const list = ["a", 1];
    const operation = { ...issueStyled, body: { ...issueStyled.body, styles } } as Operation;
    const body = { comma: list, space: list, pipe: list, json: list, deep: { b: 2, c: null, d: "e f" }, plain: list };
    expect(await sentBody(operation, { ...credentials, body })).toBe(
      "comma=a%2C1&space=a+1&pipe=a%7C1&json=%5B%22a%22%2C1%5D&deep%5Bb%5D=2&deep%5Bd%5D=e+f&plain=a&plain=1",
    );
  });

  it.each([
    ["comma", ["a", "b,c"], "body.list[1]", 'must not contain ",", which separates the parts of list; got a string of 3 characters'],
    ["space", ["b c"], "body.list[0]", 'must not contain " ", which separates the parts of list; got a string of 3 characters'],
    ["pipe", ["b|c"], "body.list[0]", 'must not contain "|", which separates the parts of list; got a string of 3 characters'],
    ["comma", ["a", null], "body.list[1]", "must have a value or be left out; got null"],
  ])("with an array in the style %s is rejected with %j, which could not be taken apart again", async (style, list, argument, expected) => {
    const operation = { ...issueStyled, body: { ...issueStyled.body, styles: { list: style } } } as Operation;
    const error = await rejectionOf(operation, { ...credentials, body: { list } });
    expect(error).toMatchObject({ argument, message: `issueThing: ${argument} ${expected}` });
  });

  it.each([
    ["a function", { a: throws }, "body.a", "must be a value that JSON can carry; got a function"],
    ["a symbol", { a: Symbol("sentinel") }, "body.a", "must be a value that JSON can carry; got a symbol"],
    ["NaN", { a: Number.NaN }, "body.a", "must be a value that JSON can carry; got NaN"],
    ["half a surrogate pair", { a: "sentinel-\ud83d" }, "body.a", "must be well-formed Unicode; got a string of 10 characters"],
    ["a text, as if it were encoded already", "grant_type=sentinel", "body", "must be an object; got a string of 19 characters"],
    ["an array in place of an object", ["sentinel"], "body", "must be an object; got an array of 1"],
    ["an instance of a class", new URLSearchParams("a=sentinel"), "body", "must be a plain object, not an instance of a class; got an object"],
  ])("is rejected with %s", async (_what, body, argument, expected) => {
    const error = await rejectionOf(issueThing, { ...credentials, body });
    expect(error).toMatchObject({ argument, message: `issueThing: ${argument} ${expected}` });
    expect([error.message, String(error.cause)].join(" ")).not.toContain("sentinel");
  });

  const DATE = "must be a string, because the contract does not say how a form writes a date; got a Date (pass date.toISOString())";
  const PLAIN = "must be a string, a number or a boolean; got an";
  it.each([
    ["a date", issueStyled, { a: new Date(0) }, DATE],
    ["a date in an array", issueStyled, { a: [new Date(0)] }, DATE],
    ["a date whose contract has no objects", issueThing, { a: new Date(0) }, PLAIN.replace(/an$/, "a Date (pass date.toISOString())")],
    ["an array whose contract has none", issueThing, { a: ["b"] }, `${PLAIN} array of 1`],
  ])("is rejected with %s", async (_what, operation, body, expected) => {
    expect(await rejectionOf(operation, { ...credentials, body })).toMatchObject({ argument: "body.a", message: `issueThing: body.a ${expected}` });
  });
});
