import { describe, expect, it } from "vitest";
import { answer, operation, thingOf } from "./answer-feature.ts";

const schemas = {
  Thing: { type: "object", description: "A thing.", required: ["id"], properties: { id: { type: "string", description: "Its id." } } },
};
const thing = { "application/json": { schema: { $ref: "#/components/schemas/Thing" }, examples: { one: { value: { id: "a" } } } } };
const id = { name: "id", in: "path", required: true, description: "The thing.", schema: { type: "string" }, example: "a" };

/** What cannot be generated, and what is told of it. */
const refused: { readonly what: string; readonly responses: object; readonly members?: object; readonly told: RegExp }[] = [
  {
    what: "a range beside a status",
    responses: { "200": answer(thing), "2XX": answer(thing) },
    told: /getOne has 2XX beside 200: a range cannot be told from them; name each successful status in full/,
  },
  { what: "no success", responses: {}, told: /getOne has no successful status; it has 400: document what the service answers/ },
  {
    what: "a redirect without its address",
    responses: { "302": { description: "Elsewhere." } },
    told: /getOne answers 302 without a documented Location header/,
  },
  {
    what: "the same media type twice",
    responses: { "200": answer({ ...thing, "Application/json;v=2": thing["application/json"] }) },
    told: /getOne answers 200 application\/json twice: media types are told apart by their names without parameters/,
  },
  {
    what: "any media type beside another",
    responses: { "200": answer({ ...thing, "*/*": { schema: { type: "string", format: "binary" } } }) },
    told: /getOne answers 200 with \*\/\* beside other answers: name its media type/,
  },
  {
    what: "bytes with a schema that only JSON has",
    responses: { "200": answer({ "application/x-records": { schema: { $ref: "#/components/schemas/Thing" }, example: { id: "a" } } }) },
    told: /getOne: application\/x-records has a schema of "object", which only JSON has: its bytes are returned as they come/,
  },
  {
    what: "a stream without a schema",
    responses: { "200": answer({ "text/event-stream": { example: "data: a" } }) },
    told: /getOne: text\/event-stream has no schema, so that its value has no type: add one/,
  },
  {
    what: "x-poll of an operation that is not there",
    responses: { "202": answer(thing) },
    members: { "x-poll": { operation: "getNone", input: { id: "/id" } } },
    told: /getOne: x-poll names the operation getNone, which the contract does not have/,
  },
  {
    what: "x-poll without an address",
    responses: { "202": answer(thing) },
    members: { "x-poll": { operation: "getOther", state: "/id", done: ["x"] } },
    told: /getOne: x-poll has no input, and no answer documents a Location header to poll/,
  },
  {
    what: "x-poll that never ends",
    responses: { "202": answer(thing) },
    members: { "x-poll": { operation: "getOther", input: { id: "/id" } } },
    told: /getOne: x-poll has no state, and getOther does not answer 202/,
  },
  {
    what: "x-poll beside several successful answers",
    responses: { "200": answer(thing), "202": answer(thing) },
    members: { "x-poll": { operation: "getOther", input: { id: "/id" }, state: "/id", done: ["x"] } },
    told: /getOne: x-poll stands on an operation with 2 successful answers, of which one leads to the result/,
  },
  {
    what: "x-poll of an operation on another server",
    responses: { "202": answer(thing) },
    members: {
      servers: [{ url: "https://jobs.invalid", "x-name": "jobs" }],
      "x-poll": { operation: "getOther", input: { id: "/id" }, state: "/id", done: ["x"] },
    },
    told: /getOne: x-poll names getOther, which is on another server/,
  },
  {
    what: "x-poll with a member that nothing reads",
    responses: { "202": answer(thing) },
    members: { "x-poll": { operation: "getOther", until: "done" } },
    told: /x-poll has operation, input, state, done, failed.* got a wrong or no until/,
  },
];

describe("generate refuses answers with", () => {
  it.each(refused)("$what, in words and with their line", async ({ responses, members, told }) => {
    const paths = {
      "/one": { get: operation("getOne", responses, members) },
      "/other/{id}": { get: operation("getOther", { "200": answer(thing) }, { parameters: [id] }) },
    };
    const said = await thingOf({ schemas, paths }).then(
      () => "nothing",
      (error: unknown) => String(error),
    );
    expect(said).toMatch(told);
    expect(said).toMatch(/openapi\.yaml:\d+:\d+: /);
  });

  it("an x-poll by a write, which would be sent again and again", async () => {
    const members = { "x-poll": { operation: "changeOther", input: { id: "/id" }, state: "/id", done: ["x"] } };
    const paths = {
      "/one": { get: operation("getOne", { "200": answer(thing) }, members) },
      "/other/{id}": { post: operation("changeOther", { "200": answer(thing) }, { parameters: [id], "x-retry": "never" }) },
    };
    await expect(thingOf({ schemas, paths })).rejects.toThrow("getOne: x-poll names changeOther, which is POST");
  });
});
