import { describe, expect, it } from "vitest";
import { documentOf, operation } from "../features/feature.ts";
import { type Outcome, outcomeOf } from "../made.ts";

/** Enough for no computer to follow each way. */
const LEVELS = 60;
const LEAF = { type: "object", required: ["id"], properties: { id: { type: "string", pattern: "^a" }, secret: { type: "string", "x-secret": true } } };

/** Schemas of which each has two ways to the one before it, so that 2^60 ways lead to the first. */
function bomb(level: (before: object) => object, leaf: object = LEAF): object {
  const schemas: Record<string, object> = { S0: leaf };
  for (let index = 1; index <= LEVELS; index++) schemas[`S${index}`] = level({ $ref: `#/components/schemas/S${index - 1}` });
  return schemas;
}

const last = { $ref: `#/components/schemas/S${LEVELS}` };

/** How a schema leads to the one before it twice. */
const levels: { readonly [how: string]: (before: object) => object } = {
  allOf: (before) => ({ allOf: [before, before] }),
  "allOf of objects": (before) => ({ allOf: [{ allOf: [before] }, { allOf: [before] }] }),
  oneOf: (before) => ({ oneOf: [before, before] }),
  "oneOf of objects": (before) => ({ oneOf: [{ allOf: [before] }, { allOf: [before] }] }),
  anyOf: (before) => ({ anyOf: [before, before] }),
  items: (before) => ({ type: "array", items: { allOf: [before, before] } }),
  prefixItems: (before) => ({ type: "array", prefixItems: [before, before] }),
  properties: (before) => ({ type: "object", properties: { a: before, b: before } }),
  additionalProperties: (before) => ({ type: "object", properties: { a: before }, additionalProperties: before }),
  discriminator: (before) => ({ oneOf: [before, before], discriminator: { propertyName: "id" } }),
  circle: (before) => ({ allOf: [before, before], properties: { next: last } }),
  circles: (before) => ({ type: "object", properties: { a: before, b: { allOf: [before] }, next: last } }),
};

const media = (mediaType: string): object => ({ content: { [mediaType]: { schema: last } } });

/** Where a contract uses the last schema. */
const places: { readonly [place: string]: object } = {
  "a response": { get: { responses: { "200": { description: "It.", ...media("application/json") } } } },
  "an error": { get: { responses: { "204": { description: "Done." }, "400": { description: "Wrong.", ...media("application/json") } } } },
  "a stream": { get: { responses: { "200": { description: "It.", ...media("text/event-stream") } } } },
  "a body of JSON": { post: { requestBody: media("application/json") } },
  "a form": { post: { requestBody: media("application/x-www-form-urlencoded") } },
  "a multipart body": { post: { requestBody: media("multipart/form-data") } },
  "a parameter": { get: { parameters: [{ name: "p", in: "query", schema: last }] } },
  "a paginated list": {
    get: {
      parameters: [{ name: "cursor", in: "query", schema: { type: "string" } }],
      "x-pagination": { style: "cursor-query", items: "items", next: "next", cursor: "cursor" },
      responses: { "200": { description: "It.", ...media("application/json") } },
    },
  },
};

/** Generates from a contract with an operation at some of the places. */
async function generateAt(schemas: object, ...names: readonly string[]): Promise<Outcome> {
  const paths = names.map((place) => {
    const [[method = "", members] = []] = Object.entries(places[place] ?? {});
    const id = place.replaceAll(/ (\w)/g, (_all, letter: string) => letter.toUpperCase());
    return [`/${id}`, { [method]: operation(id, method, members as object) }];
  });
  return outcomeOf(documentOf({ paths: Object.fromEntries(paths), components: { schemas } }), { rules: "foreign" });
}

describe(`a contract in which 2^${LEVELS} references lead to one schema`, () => {
  for (const [how, level] of Object.entries(levels))
    it(`is read at once: ${how}`, async () => {
      const { findings } = await generateAt(bomb(level), ...Object.keys(places));
      expect(findings.filter(({ message }) => /unexpected reason|invalid TypeScript/.test(message))).toEqual([]);
    });

  it("becomes a client that checks bodies and masks secrets, as if there was one reference", async () => {
    const row = 'properties: { id: { pattern: "^a", type: "string" } }';
    for (const how of ["allOf", "allOf of objects", "anyOf"]) {
      const { files, findings } = await generateAt(bomb(levels[how] as (before: object) => object), "a body of JSON", "a response", "an error", "a stream");
      expect(findings).toEqual([]);
      expect(files?.["operations.ts"]).toContain(`body: { mediaType: "application/json", type: "object", ${row} }`);
      expect(files?.["operations.ts"]).toContain("secrets: { request: { secret: true } }");
      expect(files?.["operations.ts"]).toContain("secrets: { response: { secret: true } }");
    }
  });

  it("masks whole values if it has too many secrets to name", async () => {
    const { files } = await generateAt(bomb(levels["properties"] as (before: object) => object), "a response");
    expect(/: true,\n +b: true/.test(files?.["operations.ts"] ?? "")).toBe(true);
  });

  it("is an error if it has no name for a type that it repeats", async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: LEVELS + 1 }, (_value, index) => {
        const before = { $ref: `#/components/schemas/S${index - 1}/properties/p` };
        return [
          `S${index}`,
          { type: "object", properties: { p: index === 0 ? { type: "string" } : { type: "object", properties: { a: before, b: before } } } },
        ];
      }),
    );
    const { findings } = await generateAt(schemas, "a response");
    expect(findings).toEqual([]);
    const unnamed = { $ref: `#/components/schemas/S${LEVELS}/properties/p` };
    const answers = { "200": { description: "It.", content: { "application/json": { schema: unnamed } } } };
    const document = documentOf({ operation: { responses: answers }, components: { schemas } });
    // In a contract of somebody else, each of these types gets a name.
    expect((await outcomeOf(document, { rules: "foreign" })).findings).toEqual([]);
    const other = await outcomeOf(document, { rules: "none" });
    expect(other.findings.map(({ message }) => message)).toEqual([
      "the response of doThing has a type of more than 100000 characters: move its schemas to components.schemas, where they get names",
    ]);
  });
});
