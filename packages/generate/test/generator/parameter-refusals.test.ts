import { describe, expect, it } from "vitest";
import { clientOf, contractOf } from "./parameters-support.ts";

const text = { type: "string" };
const list = { type: "array", items: text };
const map = { type: "object", additionalProperties: text };
const secret = { type: "object", properties: { pin: { type: "string", "x-secret": true } } };

/** Parameters that clients cannot send as the contract says, and what is told of each. */
const refused: readonly (readonly [what: string, parameter: object, told: string])[] = [
  [
    "a list by pipes, exploded",
    { name: "p1", in: "query", style: "pipeDelimited", explode: true, schema: list, example: ["a"] },
    "is exploded, which OpenAPI 3.1 does not define for pipeDelimited",
  ],
  [
    "a text by spaces",
    { name: "p2", in: "query", style: "spaceDelimited", schema: text, example: "a" },
    "has the style spaceDelimited, which writes array and object values alone; its schema allows scalar",
  ],
  [
    "a list as a deepObject",
    { name: "p3", in: "query", style: "deepObject", schema: list, example: ["a"] },
    "has the style deepObject, which writes object values alone; its schema allows array",
  ],
  [
    "a list inside of a deepObject",
    { name: "p4", in: "query", style: "deepObject", schema: { type: "object", properties: { a: list } }, example: { a: ["b"] } },
    "has an array or an object inside of another one",
  ],
  ["a list of lists", { name: "p5", in: "query", schema: { type: "array", items: list }, example: [["a"]] }, "has an array or an object inside of another one"],
  [
    "a map of objects out of alternatives",
    { name: "p6", in: "query", schema: { oneOf: [text, { type: "object", additionalProperties: map }] }, example: "a" },
    "has an array or an object inside of another one",
  ],
  [
    "XML",
    { name: "p7", in: "query", content: { "application/xml": { schema: text } }, example: "a" },
    "must have the content application/json alone; it has application/xml",
  ],
  [
    "a 64-bit integer in JSON",
    {
      name: "p8",
      in: "query",
      content: { "application/json": { schema: { type: "object", properties: { a: { type: "integer", format: "int64" } } } } },
      example: { a: 1 },
    },
    'has "format: int64" in JSON, where clients write numbers',
  ],
  [
    "a secret",
    { name: "p9", in: "query", schema: { ...map, properties: secret.properties }, example: { pin: "1" } },
    "has x-secret, which hides values of bodies alone",
  ],
  [
    "a secret in JSON",
    { name: "p10", in: "header", content: { "application/json": { schema: secret } }, example: { pin: "1" } },
    "has x-secret, which hides values of bodies alone",
  ],
  [
    "reserved characters in a header",
    { name: "p11", in: "header", allowReserved: true, schema: text, example: "a" },
    "has allowReserved, which OpenAPI 3.1 has for the query alone",
  ],
  [
    "a style of the query in a header",
    { name: "p12", in: "header", style: "pipeDelimited", schema: list, example: ["a"] },
    "has the style pipeDelimited, which OpenAPI 3.1 does not have there: use simple",
  ],
  ["a header with a space in its name", { name: "p 13", in: "header", schema: text, example: "a" }, "has a name that HTTP cannot carry"],
  ["the header of the host", { name: "Host", in: "header", schema: text, example: "a" }, "is decided by the platform"],
  ["the header of cookies", { name: "Cookie", in: "header", schema: text, example: "a" }, 'must say "in: cookie"'],
  ["a cookie with a name that ends it", { name: "p;14", in: "cookie", schema: text, example: "a" }, "has a name that HTTP cannot carry"],
  [
    "a list in a cookie, exploded as is the default",
    { name: "p15", in: "cookie", schema: list, example: ["a"] },
    "is exploded, which separates its parts by &, and cookies are separated by semicolons",
  ],
  ["a header in other letters", { name: "P11", in: "header", schema: text, example: "a" }, "the header P11 is there in other letters"],
  ["a path without its parameter", { name: "p0", in: "path", schema: text, example: "a" }, 'must say "required: true"'],
  [
    "an exploded object with a member that is a parameter",
    { name: "p16", in: "query", schema: { type: "object", properties: { p2: text } }, example: { p2: "a" } },
    "p16 is exploded, so that its member p2 would be written like the query parameter p2",
  ],
];

describe("generate refuses parameters that it cannot send as the contract says", { timeout: 30_000 }, async () => {
  const parameters = refused.map(([, parameter]) => parameter);
  const contract = contractOf({ getAll: { path: "/all/{p0}", parameters } });
  const client = await clientOf(contract);
  await client.remove();
  const lines = contract.split("\n");
  const said = client.said.split("\n");

  it.each(refused)("%s, at its line and with a way out", (_what, parameter, told) => {
    const line = lines.findIndex((content) => content.includes(`"name": ${JSON.stringify(Reflect.get(parameter, "name"))}`));
    const [place] = said.filter((content) => content.includes(told) && content.includes(String(Reflect.get(parameter, "name"))));
    // The object begins two lines above, behind its description.
    expect(place, client.said).toMatch(new RegExp(`^specs/feature/openapi\\.yaml:${line - 1}:\\d+: getAll: `));
  });

  it("all at once, each of them once, and writes nothing", () => {
    expect(said).toHaveLength(refused.length);
    expect(client.exitCode).toBe(1);
  });
});
