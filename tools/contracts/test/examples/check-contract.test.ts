import { resolve } from "node:path";
import { loadConfig } from "@redocly/openapi-core";
import { describe, expect, it } from "vitest";
import { checkContract } from "../../src/examples/check-contract.ts";
import { writeMini } from "../../../../packages/generate/test/rules/mini-contract.ts";
import { type PagedList, PAGED_LISTS, writePagedContract } from "../../../../packages/generate/test/paged-contract.ts";

const config = await loadConfig({ configPath: resolve(import.meta.dirname, "../../../../specs/redocly.yaml") });

/** What the checks beyond the linter say about a broken mini contract. */
async function check(...edits: readonly (readonly [string, string])[]) {
  const mini = await writeMini(...edits);
  const { findings, counts } = await checkContract(mini.file, config);
  return { mini, counts, findings: findings.filter(({ message }) => !message.endsWith("]")) };
}

describe("the examples of a contract", () => {
  it("are all counted, and fit", async () => {
    expect(await check()).toMatchObject({ findings: [], counts: { operations: 4, examples: 11, lists: 1 } });
  });

  it.each([
    ["an answer", "value: { status: 401 }", "value: { status: no }", "listThings response 401 application/json (refused)", "/status must be integer"],
    ["a request", "value: { name: b }", "value: {}", "patchThing request application/json (rename)", "fewer than 1 properties"],
    ["a text", 'example: "."', "example: 1", "getHeartbeat response 200 text/plain", "must be string"],
    ["a parameter of a path", "example: a\n", "example: 7\n", "patchThing parameter thingId", "must be string"],
  ])("that are wrong are found with their line: %s", async (_what, from, to, of, reason) => {
    const { findings, mini } = await check([from, to]);
    expect(findings).toEqual([{ file: mini.file, line: mini.lineOf(to.trim()), column: expect.any(Number), message: expect.stringContaining(of) }]);
    expect(findings[0]?.message).toContain(reason);
  });

  it("that are wrong are reported once", async () => {
    const mini = await writeMini(["value: { name: b }", "value: {}"]);
    const { findings } = await checkContract(mini.file, config);
    expect(findings.map(({ line }) => line)).toEqual([mini.lineOf("value: {}")]);
  });

  it("of a request need not have what only responses have", async () => {
    const readOnly = [
      "title: { type: string, minLength: 3 }",
      "title: { type: string, minLength: 3 }\n        id: { type: string, readOnly: true }\n      required: [id]",
    ] as const;
    expect((await check(readOnly)).findings).toEqual([]);
  });

  it("must not have two properties that exclude each other", async () => {
    const { findings } = await check(["value: { name: b }", "value: { name: b, title: Mrs }"]);
    expect(findings).toEqual([expect.objectContaining({ message: expect.stringContaining("must NOT be valid") })]);
  });

  it("assert formats", async () => {
    const { findings } = await check([
      '                empty:\n                  value: { results: [], next: "https://things.example.com/things?after=page4" }',
      '                empty:\n                  value: { results: [], next: "not a url" }',
    ]);
    expect(findings).toContainEqual(expect.objectContaining({ message: expect.stringContaining('/next must match format "uri"') }));
  });

  it("of a schema itself, and its defaults, are checked", async () => {
    const { findings, mini } = await check(["title: { type: string, minLength: 3 }", "title: { type: string, minLength: 3, default: a }"]);
    expect(findings).toEqual([
      expect.objectContaining({ line: mini.lineOf("default: a"), message: expect.stringContaining("must NOT have fewer than 3 characters") }),
    ]);
  });
});

describe("the example pages of a list", () => {
  it.each([
    [
      "give a position twice",
      'value: { results: [{ id: b }], next: "https://things.example.com/things?after=page3" }',
      'value: { results: [{ id: b }], next: "https://things.example.com/things?after=page2" }',
      "a different position; got page2, page2, page4",
    ],
    [
      "lead to another operation",
      'value: { results: [{ id: b }], next: "https://things.example.com/things?after=page3" }',
      'value: { results: [{ id: b }], next: "https://things.example.com/others?after=page3" }',
      "not the operation's path /things",
    ],
    [
      "give no position",
      'value: { results: [{ id: b }], next: "https://things.example.com/things?after=page3" }',
      'value: { results: [{ id: b }], next: "https://things.example.com/things" }',
      "middle has a next page without after",
    ],
    ["show an item twice", "results: [{ id: b }]", "results: [{ id: a }]", "items must be unique; this one is repeated on middle"],
    ["are empty too early", "results: [{ id: b }]", "results: []", "middle must have items"],
    ["have items on the empty page", "results: []", "results: [{ id: d }]", "empty must have no items; it has 1"],
  ])("must not %s", async (_what, from, to, says) => {
    const { findings, mini } = await check([from, to], ["examples:\n                first:", "examples: # pages\n                first:"]);
    expect(findings).toEqual([expect.objectContaining({ line: mini.lineOf("# pages"), message: expect.stringContaining(says) })]);
  });
});

describe("the example pages of each style", () => {
  /** What is found in a contract with some lists. */
  async function checkLists(lists?: { readonly [operationId: string]: PagedList }) {
    const { file, remove } = await writePagedContract(lists);
    try {
      return (await checkContract(file, config)).findings.map(({ message }) => message);
    } finally {
      await remove();
    }
  }

  it("chain", async () => {
    expect(await checkLists()).toEqual([]);
  });

  it.each([
    [
      "listHeaderLinks",
      { headers: { Link: { first: '</header-links?page=2>; rel="next"', last: '</header-links?page=4>; rel="next"' } } },
      "first and middle must each have a position; got 2, none.",
    ],
    [
      "listHeaderLinks",
      { examples: { first: [{ id: "a" }] }, headers: { Link: { first: '</header-links?page=2>; rel="next"' } } },
      "first must have no next page, because the list ends there.",
    ],
    // The header of a list has one example for all of its pages.
    ["listHeaderLinks", { headers: { Link: { usual: '</header-links?page=2>; rel="next"' } } }, "each page must have a different position; got 2, 2."],
    ["listHeaderLinks", { headers: { Link: { usual: '</header-links?page=2>; rel="next"' } } }, "last must have no next page, because the list ends there."],
    [
      "listTokens",
      { examples: { first: { data: [{ id: "a" }], next_cursor: "c" }, last: { data: [{ id: "b" }], next_cursor: "d" } } },
      "last must have no next page",
    ],
    [
      "listPages",
      { examples: { first: { items: [{ id: "a" }], paging: { pages: 2 } } } },
      "paging.pages must be 1, the number of example pages with items; got 2.",
    ],
    ["listZeroPages", { examples: { first: { items: [{ id: "a" }], total: 2, size: 2 } } }, "total must be 1, the number of items on first; got 2."],
    ["listOffsets", { examples: { first: { results: [{ id: "a" }], page: {} } } }, "first must have a number in page.total."],
    ["listCursorBodies", { examples: { first: { items: [{ id: "a" }], cursor: "1", page: { more: true } } } }, "page.more must be false; got true."],
  ])("that do not chain are found: %s %o", async (id, change, says) => {
    const list = { ...PAGED_LISTS[id], ...change } as PagedList;
    expect(await checkLists({ [id]: list })).toContainEqual(expect.stringContaining(`The example pages of ${id} must chain: ${says}`));
  });

  it("need no more than the first page where it is the last one", async () => {
    const list = { ...PAGED_LISTS["listTokens"], examples: { first: { data: [{ id: "a" }], next_cursor: null } } } as PagedList;
    expect(await checkLists({ listTokens: list })).toEqual([]);
  });
});

describe("everything that is wrong with a contract", () => {
  it("is reported at once, by rules, examples and generator, in the order of its lines", async () => {
    const mini = await writeMini(
      ["operationId: patchThing", "operationId: patch_thing"],
      ["value: { name: b }", "value: {}"],
      ["    Colour:\n", "    Filter: { type: object, properties: { id: { type: string } } }\n    Colour:\n"],
      ["colour: { $ref", 'filter: { $ref: "#/components/schemas/Filter" }\n        colour: { $ref'],
    );
    const { findings } = await checkContract(mini.file, config);
    expect(findings.map(({ line, message }) => [line, message])).toEqual([
      [mini.lineOf("patch_thing"), expect.stringContaining("[keywright/operation-name]")],
      [mini.lineOf("value: {}"), expect.stringContaining("fewer than 1")],
      [mini.lineOf("    Filter:"), expect.stringContaining("the schema Filter has the name of a type of every client")],
    ]);
  });

  it.each([
    [
      "a range beside a success",
      '        "200":\n          description: The thing.',
      '        "2XX":\n          description: Made.\n        "200":\n          description: The thing.',
      /has 2XX together with 200/,
    ],
    [
      "a header that the platform decides",
      "      parameters:\n        - name: after\n          in: query",
      "      parameters:\n        - name: Host\n          in: header",
      /is set by the platform/,
    ],
  ])("is reported in the generator's own words: %s", async (_what, from, to, says) => {
    const { findings } = await check([from, to]);
    expect(findings.map(({ message }) => message)).toContainEqual(expect.stringMatching(says));
  });

  it.each([
    [
      "a boundary as OpenAPI 3.0 wrote it",
      "title: { type: string, minLength: 3 }",
      "title: { type: number, minimum: 1, exclusiveMinimum: true }",
      "exclusiveMinimum",
    ],
    ["a pattern that is no regular expression", "title: { type: string, minLength: 3 }", 'title: { type: string, pattern: "[" }', "pattern"],
    ["a parameter without a schema", "          schema: { type: string }\n          example: page2", "          example: page2", "chema"],
    [
      "a parameter with content",
      "          schema: { type: string }\n          example: page2",
      "          content: { application/json: { schema: { type: string }, example: page2 } }",
      "",
    ],
    ["a schema that is a list", "title: { type: string, minLength: 3 }", "title: [string]", ""],
    [
      "responses that are a list",
      '        responses:\n          "204":\n            description: It rang.\n          "401":\n            $ref: "#/components/responses/Refused"',
      "        responses: [a]",
      "",
    ],
    ["a type that there is not", 'colour: { $ref: "#/components/schemas/Colour" }', "colour: { type: color }", ""],
    ["pagination that is text", "x-pagination: { style: next-link-live, items: results, next: next, cursor: after }", "x-pagination: pages", ""],
    ["security of a scheme that there is not", "security: []", "security: [{ nobody: [] }]", "nobody"],
    ["a reference to nothing", "        status: { type: integer }", '        status: { $ref: "#/components/schemas/Nothing" }', "$ref"],
    ["an exclusion that is text", "x-exclusive: [[name, title]]", "x-exclusive: name", ""],
  ])("is reported with a line and never by a crash: %s", async (_what, from, to, says) => {
    const mini = await writeMini([from, to]);
    const { findings } = await checkContract(mini.file, config);
    expect(findings).not.toEqual([]);
    expect(findings.map(({ message }) => message).join("\n")).toContain(says);
    for (const { line, message } of findings) expect([line, message]).toEqual([expect.any(Number), expect.not.stringMatching(/\n\s+at |TypeError/)]);
  });
});
