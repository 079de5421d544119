import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import type { Constraint, Operation } from "../../../src/client.ts";
import { ArgumentError } from "../../../src/index.ts";
import { callOf, caught, createThing, getText, getThing, issueThing, listOf } from "../../support.ts";

async function rejectionOf(operation: Operation, input: unknown): Promise<ArgumentError> {
  const fetch = recordingFetch();
  const error = await caught(callOf(operation, { fetch })(input));
  expect(fetch.requests, "nothing is sent").toEqual([]);
  if (!(error instanceof ArgumentError)) throw error;
  expect(error).toMatchObject({ name: "ArgumentError", code: "invalid-argument", operationId: operation.id });
  expect(Object.keys(error)).not.toContain("attempts");
  return error;
}

async function sentUrl(operation: Operation, input: object): Promise<string | undefined> {
  const fetch = recordingFetch(jsonResponse(200, {}));
  await callOf(operation, { fetch })(input);
  return fetch.requests[0]?.url;
}

const withBody = (constraint: Constraint): Operation => ({ ...createThing, body: { mediaType: "application/json", required: true, ...constraint } });
const strictId: Operation = { ...getThing, pathParameters: { thingId: { type: "string", pattern: "^[\\da-z]{26}$", required: true } } };

describe("the input of a call", () => {
  it.each([
    ["a text", "sentinel", "a string of 8 characters"],
    ["a number", 5, "5"],
    ["true", true, "true"],
    ["an array", ["sentinel"], "an array of 1"],
    ["a function", () => "sentinel", "a function"],
  ])("is rejected as %s", async (_what, input, got) => {
    const error = await rejectionOf(getThing, input);
    expect(error.message).toBe(`getThing: the input must be an object; got ${got}`);
    expect(error.argument).toBeUndefined();
  });

  it.each([[undefined], [null], [{}], [{ thingId: undefined }]])("is rejected if %j lacks what the path needs", async (input) => {
    const error = await rejectionOf(getThing, input);
    expect(error).toMatchObject({ argument: "thingId", message: "getThing: thingId is needed; got nothing" });
  });

  it("may be left out if nothing is required", async () => {
    const fetch = recordingFetch(jsonResponse(200, {}), jsonResponse(200, {}));
    const { pathParameters: _path, ...all } = { ...getThing, path: "/v1/things" };
    await callOf(all, { fetch })();
    await callOf(all, { fetch })(undefined, { timeoutMs: 5 });
    expect(fetch.requests.map(({ url }) => url)).toEqual(["https://service.example.com/v1/things", "https://service.example.com/v1/things"]);
  });

  it("with an unknown parameter is rejected, with the names of all parameters", async () => {
    const error = await rejectionOf(getThing, { thingId: "a", thingID: "sentinel" });
    expect(error).toMatchObject({
      argument: "thingID",
      message: "getThing: thingID is not known here: use thingId, filter, limit, names, deep; got a string of 8 characters",
    });
    expect((await rejectionOf(issueThing, { clientId: "a", clientSecret: "b", body: {}, token: "sentinel" })).message).toBe(
      "issueThing: token is not known here: use clientId, clientSecret, body; got a string of 8 characters",
    );
    expect((await rejectionOf(getThing, { thingId: "a", ["x".repeat(5000)]: 1 })).message.length).toBeLessThan(150);
  });

  it.each([
    [
      "an instance of a class",
      new (class Reference {
        thingId = "a";
      })(),
      undefined,
      "getThing: the input must be a plain object, not an instance of a class; got an object",
    ],
    ["a circle in it", circle(), "names[0]", "getThing: names[0] must be a string; got an array of 1"],
    [
      "a misspelt name without a value",
      { thingId: "a", fitler: undefined },
      "fitler",
      "getThing: fitler is not known here: use thingId, filter, limit, names, deep; got nothing",
    ],
    ["a function in it", { thingId: "a", filter: throws }, "filter", "getThing: filter must be a value that JSON can carry; got a function"],
    [
      "a date in it, for which the contract has a text",
      { thingId: "a", filter: new Date(0) },
      "filter",
      "getThing: filter must be a string; got a Date (pass date.toISOString())",
    ],
  ])("is rejected as or with %s", async (_what, input, argument, message) => {
    const error = await rejectionOf(getThing, input);
    expect(error).toMatchObject({ argument, message });
    expect(String(error.cause)).not.toContain("sentinel");
  });

  it("may have properties from a prototype's object literal", async () => {
    expect(await sentUrl(getThing, Object.assign(Object.create(null) as object, { thingId: "a" }))).toBe("https://service.example.com/v1/things/a");
  });
});

function throws(): never {
  throw new Error("sentinel");
}

function circle(): object {
  const names: unknown[] = [];
  names.push(names);
  return { thingId: "a", names };
}

describe("an id in the path", () => {
  it.each([
    ["empty", ""],
    ["one character short", "a".repeat(25)],
    ["one character long", "a".repeat(27)],
    ["in upper case", "A".repeat(26)],
    ["a climbing path", "../../../../health/aaaaaaa"],
    ["an encoded climbing path", "%2e%2e%2fhealth"],
    ["a query", "aaaaaaaaaaaaaaaaaaaaaaa?x="],
    ["a fragment", "aaaaaaaaaaaaaaaaaaaaaaa#xy"],
    ["with a line break at its end", `${"a".repeat(26)}\n`],
    ["with a NUL", `${"a".repeat(25)}\0`],
    ["with half a surrogate pair", `${"a".repeat(25)}\ud800`],
    ["a number", 5],
    ["null", null],
    ["an array", ["a".repeat(26)]],
    ["an object", { id: "a" }],
  ])("that has a pattern is rejected if it is %s", async (_what, thingId) => {
    const error = await rejectionOf(strictId, { thingId });
    expect(error.argument).toBe("thingId");
    expect(error.message).not.toMatch(/aaaa|health/);
  });

  it.each([".", "..", "%2e", "%2E", "%2e%2E", ".%2e", "%2E."])("is rejected if it is the dot segment %s, which would climb the path", async (thingId) => {
    expect(await rejectionOf(getThing, { thingId })).toMatchObject({
      argument: "thingId",
      message: `getThing: thingId must not be empty or a dot segment of a path; got a string of ${thingId === "." ? "1 character" : `${thingId.length} characters`}`,
    });
  });

  it.each([
    ["../../health", "..%2F..%2Fhealth"],
    ["..\\health", "..%5Chealth"],
    ["...", "..."],
    ["%2e%2e%2f", "%252e%252e%252f"],
    ["a?b=c", "a%3Fb%3Dc"],
    ["a#b", "a%23b"],
    ["a\r\nb", "a%0D%0Ab"],
    ["a\0b", "a%00b"],
    ["a;b@c:d", "a%3Bb%40c%3Ad"],
    ["person@example.com", "person%40example.com"],
    ["{thingId}", "%7BthingId%7D"],
    ["$&", "%24%26"],
    ["é 🔑", "%C3%A9%20%F0%9F%94%91"],
    [" ", "%20"],
  ])("without a pattern is sent as one segment: %j", async (thingId, segment) => {
    const url = await sentUrl(getThing, { thingId });
    expect(url).toBe(`https://service.example.com/v1/things/${segment}`);
    expect(new URL(url as string).pathname.split("/").length).toBe(4);
  });

  it("with half a surrogate pair is rejected, because it has no bytes", async () => {
    expect((await rejectionOf(getThing, { thingId: "a\ud83d" })).message).toBe("getThing: thingId must be well-formed Unicode; got a string of 2 characters");
  });
});

describe("a query parameter", () => {
  it.each([
    ["0", 0, "limit must be a whole number of 1 to 1000; got 0"],
    ["-1", -1, "limit must be a whole number of 1 to 1000; got -1"],
    ["1001", 1001, "limit must be a whole number of 1 to 1000; got 1001"],
    ["1.5", 1.5, "limit must be a whole number of 1 to 1000; got 1.5"],
    ["NaN", Number.NaN, "limit must be a value that JSON can carry; got NaN"],
    ["Infinity", Infinity, "limit must be a value that JSON can carry; got Infinity"],
    ["1e400", Number("1e400"), "limit must be a value that JSON can carry; got Infinity"],
    ["a number in words", "10", "limit must be a whole number; got a string of 2 characters"],
    ["a BigInt", 10n, "limit must be a value that JSON can carry; got a bigint"],
    ["true", true, "limit must be a whole number; got true"],
    ["an array", [10], "limit must be a whole number; got an array of 1"],
    ["an object", {}, "limit must be a whole number; got an object"],
    ["null", null, "limit must have a value or be left out; got null"],
  ])("that is a number is rejected as %s", async (_what, limit, message) => {
    expect(await rejectionOf(getThing, { thingId: "a", limit })).toMatchObject({ argument: "limit", message: `getThing: ${message}` });
  });

  it.each([1, 1000])("that is a number may be %d", async (limit) => {
    expect(await sentUrl(getThing, { thingId: "a", limit })).toBe(`https://service.example.com/v1/things/a?limit=${limit}`);
  });

  it.each([
    ["deep", "true", "getThing: deep must be a boolean; got a string of 4 characters"],
    ["deep", 1, "getThing: deep must be a boolean; got 1"],
    ["filter", 5, "getThing: filter must be a string; got 5"],
    ["filter", true, "getThing: filter must be a string; got true"],
    ["names", "a,b", "getThing: names must be an array; got a string of 3 characters"],
    ["names", { 0: "a" }, "getThing: names must be an array; got an object"],
  ])("%s is rejected as %j", async (name, value, message) => {
    expect(await rejectionOf(getThing, { thingId: "a", [name]: value })).toMatchObject({ argument: name, message });
  });

  it.each([
    ["undefined", ["a", undefined], "names[1]"],
    ["null", ["a", null], "names[1]"],
    ["a number", ["a", 5], "names[1]"],
    ["an object", [{ a: 1 }], "names[0]"],
  ])("that is an array is rejected with %s in it, which would be sent as a word", async (_what, names, argument) => {
    expect((await rejectionOf(getThing, { thingId: "a", names })).argument).toBe(argument);
  });

  it("that does not match its pattern is an error in the contract's words, if it has them", async () => {
    const operation: Operation = { ...getThing, queryParameters: { filter: { type: "string", pattern: "^[a-c]+$", expected: "letters from a to c" } } };
    for (const [filter, got] of [
      ["sentinel", "a string of 8 characters"],
      [new Date(0), "a Date (pass date.toISOString())"],
    ])
      expect((await rejectionOf(operation, { thingId: "a", filter })).message).toBe(`getThing: filter must be letters from a to c; got ${got as string}`);
  });

  it("that is required and missing is named", async () => {
    const operation: Operation = { ...getThing, queryParameters: { filter: { type: "string", required: true } } };
    expect(await rejectionOf(operation, { thingId: "a" })).toMatchObject({ argument: "filter", message: "getThing: filter is needed; got nothing" });
  });

  it("is as long as its characters, of which some have two UTF-16 units", async () => {
    const operation: Operation = { ...getThing, queryParameters: { filter: { type: "string", minLength: 3, maxLength: 3 } } };
    expect((await rejectionOf(operation, { thingId: "a", filter: "🔑🔑" })).message).toMatch(/^getThing: filter must have at least 3 characters/);
    const fetch = recordingFetch(jsonResponse(200, {}));
    await callOf(operation, { fetch })({ thingId: "a", filter: "🔑🔑🔑" });
    expect(fetch.requests).toHaveLength(1);
  });

  it("that is rejected for its content does not show in the error", async () => {
    const rules = [{ pattern: "^[a-c]+$" }, { enum: ["a", "b"] }, { maxLength: 3 }, { minLength: 30 }] as const;
    const said = ["must match ^[a-c]+$", "must be one of a, b", "must have at most 3 characters", "must have at least 30 characters"];
    for (const [index, rule] of rules.entries()) {
      const error = await rejectionOf({ ...getThing, queryParameters: { filter: { type: "string", ...rule } } }, { thingId: "a", filter: "sentinel" });
      expect(error.message).toBe(`getThing: filter ${said[index]}; got a string of 8 characters`);
    }
  });
});

describe("a value that does not match its pattern", () => {
  it("is rejected with the advice of the contract at the end", async () => {
    const rule = { type: "string", pattern: "^[a-c]+$", advice: "get the id with findThing" } as const;
    const operation: Operation = { ...getThing, queryParameters: { filter: { ...rule, maxLength: 3 } } };
    expect(await rejectionOf(operation, { thingId: "a", filter: "sentinel" })).toMatchObject({
      message: "getThing: filter must match ^[a-c]+$; got a string of 8 characters: get the id with findThing",
      advice: "get the id with findThing",
    });
    expect((await rejectionOf(operation, { thingId: "a", filter: "abca" })).message).toBe(
      "getThing: filter must have at most 3 characters; got a string of 4 characters",
    );
    const body = { ...createThing, body: { ...createThing.body, properties: { id: rule } } };
    expect((await rejectionOf(body, { body: { id: "D" } })).message).toMatch(/: get the id with findThing$/);
  });
});

describe("a body", () => {
  it("may have a property body, unless functions show that it is a builder", async () => {
    const body = { body: { name: "a" } };
    const fetch = recordingFetch(jsonResponse(200, {}));
    await callOf(withBody({ type: "object" }), { fetch })({ body });
    expect(fetch.requests[0]?.body).toBe('{"body":{"name":"a"}}');
    const error = await rejectionOf(withBody({ type: "object" }), { body: { ...body, add: () => {} } });
    expect(error.message).toBe("createThing: body must be a request body and not its builder; got an object: pass its .body");
  });

  it.each([undefined, null])("that is required is rejected as %s", async (body) => {
    const error = await rejectionOf(createThing, { body });
    expect(error).toMatchObject({ argument: "body", message: `createThing: body is needed; got ${body === null ? "null" : "nothing"}` });
  });

  const rules: Constraint = {
    type: "object",
    minProperties: 1,
    exclusive: [
      ["teams", "teamIds"],
      ["managerId", "managerEmail", "manager"],
    ],
    properties: {
      name: { type: "string", minLength: 1 },
      age: { type: "integer", minimum: 0 },
      share: { type: "number" },
      tags: { type: "array", minItems: 1, maxItems: 2, items: { type: "string", pattern: "^[a-z]+$" } },
      place: { type: "object", properties: { city: { type: "string", maxLength: 5 } } },
    },
  };

  it.each([
    [{}, "body", "body must have at least 1 field; got an object"],
    [{ name: undefined }, "body", "body must have at least 1 field; got an object"],
    [[], "body", "body must be an object; got an array of 0"],
    ["sentinel", "body", "body must be an object; got a string of 8 characters"],
    [{ teams: [], teamIds: [] }, "body.teamIds", "body.teamIds and teams exclude each other: give one of them; got an array of 0"],
    [{ managerEmail: "sentinel", manager: null, name: "a" }, "body.manager", "body.manager and managerEmail exclude each other: give one of them; got null"],
    [
      { managerId: "a", managerEmail: "b", manager: {} },
      "body.managerEmail",
      "body.managerEmail and managerId exclude each other: give one of them; got a string of 1 character",
    ],
    [{ name: "" }, "body.name", "body.name must have at least 1 character; got an empty string"],
    [{ name: 5 }, "body.name", "body.name must be a string; got 5"],
    [{ age: -1 }, "body.age", "body.age must be a whole number of at least 0; got -1"],
    [{ age: 2 ** 53 }, "body.age", "body.age must be a whole number of at least 0; got 9007199254740992"],
    [{ age: "5" }, "body.age", "body.age must be a whole number; got a string of 1 character"],
    [{ share: "5" }, "body.share", "body.share must be a number; got a string of 1 character"],
    [{ tags: [] }, "body.tags", "body.tags must have at least 1 element; got an array of 0"],
    [{ tags: ["a", "b", "c"] }, "body.tags", "body.tags must have at most 2 elements; got an array of 3"],
    [{ tags: ["a", "SENTINEL"] }, "body.tags[1]", "body.tags[1] must match ^[a-z]+$; got a string of 8 characters"],
    [{ tags: {} }, "body.tags", "body.tags must be an array; got an object"],
    [{ place: { city: "sentinel" } }, "body.place.city", "body.place.city must have at most 5 characters; got a string of 8 characters"],
    [{ place: [] }, "body.place", "body.place must be an object; got an array of 0"],
    [{ place: "sentinel" }, "body.place", "body.place must be an object; got a string of 8 characters"],
  ])("is rejected as %j", async (body, argument, message) => {
    const error = await rejectionOf(withBody(rules), { body });
    expect(error).toMatchObject({ argument, message: `createThing: ${message}` });
    expect(error.message).not.toContain("sentinel");
  });

  it.each([
    [{ name: "a", teams: [], teamIds: undefined }],
    [{ name: null, age: null, tags: null, place: null }],
    [{ age: 0, share: 0.5, tags: ["a"], place: { city: "Paris", extra: [1] }, extra: { any: true } }],
  ])("is sent as %j, with null and unknown properties", async (body) => {
    const fetch = recordingFetch(jsonResponse(200, {}));
    await callOf(withBody(rules), { fetch })({ body });
    expect(JSON.parse(fetch.requests[0]?.body ?? "")).toEqual(JSON.parse(JSON.stringify(body)));
  });
});

describe("a client's id and secret", () => {
  const input = { clientId: "id", clientSecret: "secret", body: {} };

  it.each([
    ["missing", { clientId: undefined }, "clientId", "must be a string that is not empty; got nothing"],
    ["empty", { clientSecret: "" }, "clientSecret", "must be a string that is not empty; got an empty string"],
    ["no text", { clientSecret: 5 }, "clientSecret", "must be a string that is not empty; got a number"],
    ["with a colon in the id", { clientId: "senti:nel" }, "clientId", "must not hold a colon; got a string of 9 characters"],
    [
      "with a line break",
      { clientSecret: "sentinel\n" },
      "clientSecret",
      "must not hold control characters, such as a line break at its end; got a string of 9 characters",
    ],
    ["with half a surrogate pair", { clientSecret: "sentinel\ud83d" }, "clientSecret", "must be well-formed Unicode; got a string of 9 characters"],
  ])("are rejected if one is %s, and the error does not show it", async (_what, wrong, argument, message) => {
    const error = await rejectionOf(issueThing, { ...input, ...wrong });
    expect(error).toMatchObject({ argument, message: `issueThing: ${argument} ${message}` });
    expect(error.message).not.toMatch(/senti/);
  });
});

describe("if the input is the body itself", () => {
  const list: Operation = {
    ...createThing,
    id: "listThings",
    retry: "safe",
    body: {
      mediaType: "application/json",
      required: true,
      type: "object",
      exclusive: [["cursor", "limit"]],
      properties: { limit: { type: "integer", minimum: 1 }, cursor: { type: "string" } },
    },
    pagination: { style: "cursor-body", items: "items", cursor: "cursor", more: "has_more" },
  };

  it.each([
    [{ limit: 0 }, "limit", "listThings: limit must be a whole number of at least 1; got 0"],
    [{ limit: Number.NaN }, "limit", "listThings: limit must be a value that JSON can carry; got NaN"],
    [{ cursor: "sentinel", limit: 5 }, "limit", "listThings: limit and cursor exclude each other: give one of them; got 5"],
    [{ other: () => 1 }, "other", "listThings: other must be a value that JSON can carry; got a function"],
    [["sentinel"], undefined, "listThings: the input must be an object; got an array of 1"],
  ])("%j is rejected with the property's own name", async (start, argument, message) => {
    const fetch = recordingFetch();
    const error = await caught(listOf(list, { fetch })(start).toArray({ max: 5 }));
    expect(error).toMatchObject({ name: "ArgumentError", argument, message });
    expect(fetch.requests).toEqual([]);
  });
});

describe("an operation without input", () => {
  it("takes its options as the only argument", async () => {
    const fetch = recordingFetch(new Response("ok"), new Response("ok"));
    const call = callOf(getText, { fetch });
    await call();
    await call({ headers: { "x-a": "b" } });
    expect(fetch.requests.map(({ url, headers }) => [url, headers])).toEqual([
      ["https://service.example.com/text", { accept: "text/plain" }],
      ["https://service.example.com/text", { accept: "text/plain", "x-a": "b" }],
    ]);
  });
});
