import { documentContract } from "../../src/lib/contract/index.ts";
import { describe, expect, it } from "vitest";
import { schemaFile } from "../../src/lib/generator/files/schema-file.ts";

/** Generates the types of some schemas, with white space made plain. */
async function typesOf(schemas: object): Promise<string> {
  const contract = documentContract("example", { openapi: "3.1.0", info: { title: "Example", version: "0.1.0" }, paths: {}, components: { schemas } });
  return (await schemaFile(contract)).replaceAll(/\s+/g, " ");
}

describe("schemaFile", () => {
  it("keeps names and values that look like comments", async () => {
    const odd = {
      type: "object",
      properties: { "/** a": { type: "string", description: "One." }, b: { type: "string", enum: ["/** x", "*/ y"], description: "Two." } },
    };
    const types = await typesOf({ Odd: odd });
    for (const text of ['/** One. */ "/** a"?: string;', '/** Two. */ b?: "/** x" | "*/ y";'])
      expect(types.replaceAll("/** * Two. */", "/** Two. */")).toContain(text);
  });

  it("keeps lines of a description that look like tags", async () => {
    const day = {
      type: "object",
      properties: { day: { type: "string", format: "date", description: "A day.\nFormat: YYYY-MM-DD\n@example none\nThe last line." } },
    };
    expect(await typesOf({ Day: day })).toContain("/** * A day. * Format: YYYY-MM-DD * @example none * The last line. */");
  });

  it("opens an enumeration that accepts any other string", async () => {
    const state = { anyOf: [{ type: "string", enum: ["ACTIVE", "EXPIRED"] }, { type: "string" }] };
    expect(await typesOf({ State: state })).toContain('State: "ACTIVE" | "EXPIRED" | (string & {});');
  });

  it("keeps null next to an open enumeration", async () => {
    const state = { anyOf: [{ type: "string", enum: ["ACTIVE"] }, { type: "string" }, { type: "null" }] };
    expect(await typesOf({ State: state })).toContain('State: "ACTIVE" | (string & {}) | null;');
  });

  it("reads a 64-bit integer as a string", async () => {
    const types = await typesOf({
      Event: {
        type: "object",
        properties: { id: { type: "integer", format: "int64" }, by: { type: ["integer", "null"], format: "int64" }, size: { type: "integer" } },
      },
    });
    for (const property of ["by?: string | null;", "id?: string;", "size?: number;"]) expect(types).toContain(property);
  });

  it("adds to an object the properties that unevaluatedProperties allow", async () => {
    const scores = { type: "object", required: ["name"], properties: { name: { type: "string" } }, unevaluatedProperties: { type: "number" } };
    expect(await typesOf({ Scores: scores })).toContain("type Scores = { name: string; [key: string]: number | string; };");
    expect(await typesOf({ Map: { type: "object", unevaluatedProperties: { type: "number" } } })).toContain("[key: string]: number;");
  });

  it("keeps an enumeration closed that accepts nothing else", async () => {
    expect(await typesOf({ Order: { type: "string", enum: ["ASCENDING", "DESCENDING"] } })).toContain('Order: "ASCENDING" | "DESCENDING";');
  });

  it("splits properties that exclude each other into branches, each without the others", async () => {
    const update = {
      type: "object",
      "x-exclusive": [["teams", "teamIds"]],
      properties: { name: { type: "string" }, teams: { type: "array", items: { type: "string" } }, teamIds: { type: "array", items: { type: "string" } } },
    };
    expect(await typesOf({ Update: update })).toContain(
      "type Update = { name?: string; } & ({ teams?: string[]; teamIds?: never; } | { teams?: never; teamIds?: string[]; });",
    );
  });

  it("splits each group of three or more properties by itself", async () => {
    const update = {
      type: "object",
      "x-exclusive": [
        ["a", "b"],
        ["c", "d", "e"],
      ],
      properties: Object.fromEntries([..."abcde"].map((name) => [name, { type: "string" }])),
    };
    expect(await typesOf({ Update: update })).toContain(
      "type Update = {} & ({ a?: string; b?: never; } | { a?: never; b?: string; }) & ({ c?: string; d?: never; e?: never; } | { c?: never; d?: string; e?: never; } | { c?: never; d?: never; e?: string; });",
    );
  });

  it("keeps properties together that belong together, and requires a single one", async () => {
    const position = {
      type: "object",
      "x-exclusive": [["cursor", ["limit", "since"]]],
      properties: Object.fromEntries(["cursor", "limit", "since"].map((name) => [name, { type: "string", description: `The ${name}.` }])),
    };
    expect(await typesOf({ Position: position })).toContain(
      "Position: { /** The cursor. */ cursor: string; limit?: never; since?: never; } | { cursor?: never; /** The limit. */ limit?: string; /** The since. */ since?: string; };",
    );
  });

  it("requires one of the properties of which an object has exactly one", async () => {
    const open = {
      type: "object",
      minProperties: 1,
      "x-exclusive": [["id", "email"]],
      properties: { id: { type: "string" }, email: { type: "string" } },
    };
    expect(await typesOf({ Reference: { ...open, additionalProperties: false } })).toContain(
      "Reference: { id: string; email?: never; } | { id?: never; email: string; };",
    );
    expect(await typesOf({ Reference: open })).toContain("Reference: { id?: string; email?: never; } | { id?: never; email?: string; };");
  });

  it("makes descriptions and defaults the text that editors show, and leaves tags and examples out", async () => {
    const recipe = { type: "object", properties: { length: { type: "integer", description: "How many characters.", default: 32, example: 20 } } };
    const types = await typesOf({ Recipe: recipe });
    expect(types).toContain("/** * How many characters. * Default: 32. */ length?: number;");
    expect(types).not.toMatch(/@(description|example|default|enum|constant)/);
  });

  it("declares a type of an object with the name that users read, because editors would show its structure", async () => {
    const user = { type: "object", title: "EventUser", description: "Who it was.", properties: { name: { type: "string" } } };
    const event = { type: "object", properties: { user: { $ref: "#/components/schemas/UserV2" } } };
    const types = await typesOf({ Event: event, UserV2: user });
    expect(types).toContain("schemas: { Event: Event; /** Who it was. */ UserV2: EventUser; };");
    expect(types).toContain('export type Event = { user?: components["schemas"]["UserV2"]; };');
    expect(types).toContain('/** Who it was. */ export type EventUser = { name?: string; }; export type UserV2 = components["schemas"]["UserV2"];');
  });

  it("exports every schema by its name", async () => {
    expect(await typesOf({ APIRequest: { type: "object" }, Item: { type: "object" } })).toMatch(
      /export type APIRequest = components\["schemas"\]\["APIRequest"\]; export type Item = components\["schemas"\]\["Item"\];/,
    );
  });
});
