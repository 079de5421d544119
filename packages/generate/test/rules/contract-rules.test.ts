import { resolve } from "node:path";
import { loadConfig } from "@redocly/openapi-core";
import { describe, expect, it } from "vitest";
import { openContract } from "../../src/lib/read/open-contract.ts";
import { writeMini } from "./mini-contract.ts";

const config = await loadConfig({ configPath: resolve(import.meta.dirname, "../../../../specs/redocly.yaml") });

interface Broken {
  readonly rule: string;
  readonly because: string;
  readonly edits: readonly (readonly [string, string])[];
  /** A text of the line that must be named. */
  readonly at: string;
  readonly says: RegExp;
}

/** The edits that make the list of the mini contract one whose positions are numbers. */
const numbered = (pagination: string): Broken["edits"] => [
  ["{ style: next-link-live, items: results, next: next, cursor: after }", pagination],
  [
    "description: Where to go on.\n          schema: { type: string }\n          example: page2",
    "description: Where to go on.\n          schema: { type: integer }\n          example: 2",
  ],
];

const cases: readonly Broken[] = [
  {
    rule: "operation-name",
    because: "is not camelCase",
    edits: [["operationId: patchThing", "operationId: patch_thing"]],
    at: "patch_thing",
    says: /got patch_thing/,
  },
  {
    rule: "address",
    because: "stands at a path",
    edits: [["      operationId: getHeartbeat\n", "      operationId: getHeartbeat\n      x-address: url\n"]],
    at: "x-address: url",
    says: /getHeartbeat is at a path, so x-address must be absent; got "url"/,
  },
  {
    rule: "address",
    because: "stands at no path and does not name its address",
    edits: [["        x-address: href\n", ""]],
    at: "    post:",
    says: /fireRing is in components\.pathItems, so x-address must be .*; got nothing/,
  },
  {
    rule: "address",
    because: "names its address by something that is no name",
    edits: [["x-address: href", "x-address: the href"]],
    at: "x-address: the href",
    says: /got "the href"/,
  },
  {
    rule: "address",
    because: "gives its address the body's name",
    edits: [["x-address: href", "x-address: body"]],
    at: "x-address: body",
    says: /got "body"/,
  },
  {
    rule: "address",
    because: "stands at no path and has a parameter",
    edits: [
      [
        "        x-address: href\n",
        "        x-address: href\n        parameters: [{ name: loud, in: query, description: How loud., schema: { type: string }, example: a }]\n",
      ],
    ],
    at: "How loud.",
    says: /fireRing is called at an address from a response, so it must have no parameters; got loud/,
  },
  { rule: "operation-retry", because: "says nothing about repeating", edits: [["      x-retry: never\n", ""]], at: "    patch:", says: /must have x-retry/ },
  {
    rule: "operation-retry",
    because: "has another word",
    edits: [["x-retry: never", "x-retry: maybe"]],
    at: "x-retry: maybe",
    says: /safe, never or with-key; got "maybe"/,
  },
  {
    rule: "operation-retry",
    because: "repeats a write",
    edits: [["x-retry: never", "x-retry: safe # write"]],
    at: "# write",
    says: /PATCH patchThing must be x-retry: never/,
  },
  {
    rule: "operation-refusal",
    because: "asks for credentials and never refuses",
    edits: [
      ['colour: red }\n        "401":\n          $ref: "#/components/responses/Refused"\n', "colour: red }\n"],
      ["value: { name: b }\n      responses:\n", "value: { name: b }\n      responses: # none refuses\n"],
    ],
    at: "# none refuses",
    says: /patchThing requires credentials/,
  },
  {
    rule: "feed",
    because: "stands on a list that ends",
    edits: [["style: next-link-live", "style: next-link"]],
    at: "x-feed:",
    says: /requires x-pagination of style cursor-body or next-link-live; got "next-link"/,
  },
  {
    rule: "feed",
    because: "lacks a member",
    edits: [["id: id, time: id, inputs", "id: id, inputs"]],
    at: "x-feed:",
    says: /exactly since, id, time, inputs, the last as a list; got/,
  },
  {
    rule: "feed",
    because: "names an input that is not there",
    edits: [["inputs: [filter]", "inputs: [filter, q]"]],
    at: "x-feed:",
    says: /x-feed\.inputs\[1\] must name an input of the operation \(after, filter\); got "q"/,
  },
  {
    rule: "feed",
    because: "names a member that no event has",
    edits: [["time: id, inputs", "time: published, inputs"]],
    at: "x-feed:",
    says: /x-feed\.time must name a property of an event \(id.*\); got "published"/,
  },
  {
    rule: "pagination",
    because: "has an unknown style",
    edits: [["style: next-link-live", "style: pages"]],
    at: "style: pages",
    says: /style of next-link, .* got "pages"/,
  },
  {
    rule: "pagination",
    because: "has a member too much",
    edits: [["cursor: after }", "cursor: after, more: next }"]],
    at: "more: next",
    says: /exactly style, items, next, cursor; got/,
  },
  {
    rule: "pagination",
    because: "names a parameter that is not there",
    edits: [["cursor: after }", "cursor: before }"]],
    at: "cursor: before",
    says: /a query parameter of the operation \(after, filter\); got "before"/,
  },
  {
    rule: "pagination",
    because: "names a member that is not there",
    edits: [["items: results", "items: things"]],
    at: "items: things",
    says: /a property of the 200 response \(results, next\); got "things"/,
  },
  {
    rule: "pagination",
    because: "is an offset without an array",
    edits: numbered("{ style: offset, offset: after, limit: filter }"),
    at: "style: offset",
    says: /requires a 200 response that is an array/,
  },
  {
    rule: "pagination",
    because: "has no empty page",
    edits: [
      ["                empty:\n", "                none:\n"],
      ["examples:\n                first:", "examples: # pages\n                first:"],
    ],
    at: "# pages",
    says: /first, middle, last, empty, in this order; got first, middle, last, none/,
  },
  {
    rule: "pagination",
    because: "writes a path with dots",
    edits: [
      ["next: next, cursor", "next: links.next, cursor"],
      ["next: { type: string, format: uri }", "links: { allOf: [{ type: object, properties: { next: { type: string, format: uri } } }] }"],
    ],
    at: "next: links.next",
    says: /x-pagination\.next must be the JSON pointer "\/links\/next" \(a name may contain dots\); got "links\.next"/,
  },
  {
    rule: "pagination",
    because: "points to a member that is not there",
    edits: [["next: next, cursor", "next: /results/next, cursor"]],
    at: "next: /results/next",
    says: /x-pagination\.next must name a property of the 200 response \(there is none\); got "\/results\/next"/,
  },
  {
    rule: "pagination",
    because: "has a position of a type that no position has",
    edits: [["description: Where to go on.\n          schema: { type: string }", "description: Where to go on.\n          schema: { type: boolean }"]],
    at: "cursor: after",
    says: /The parameter after is the position of x-pagination, so its type must be string, integer, number; got "boolean"/,
  },
  {
    rule: "pagination",
    because: "takes page numbers for an offset",
    edits: [...numbered("{ style: offset, items: results, offset: page, limit: filter }"), ["        - name: after", "        - name: page"]],
    at: "style: offset",
    says: /The parameter page must count as the style offset does, but by its name it counts pages: choose the style page-number/,
  },
  {
    rule: "pagination",
    because: "takes an offset for page numbers",
    edits: [...numbered("{ style: page-number, items: results, page: skip }"), ["        - name: after", "        - name: skip"]],
    at: "style: page-number",
    says: /The parameter skip must count as the style page-number does, but by its name it counts items: choose the style offset/,
  },
  {
    rule: "pagination",
    because: "begins at another page than its default",
    edits: [...numbered("{ style: page-number, items: results, page: after }"), ["schema: { type: integer }\n", "schema: { type: integer, default: 0 }\n"]],
    at: "style: page-number",
    says: /The parameter after must begin at 1, the start of the style page-number; its default is 0\. Correct the default, or write first\./,
  },
  {
    rule: "pagination",
    because: "has a first page that is no number",
    edits: numbered('{ style: page-number, items: results, page: after, first: "0" }'),
    at: "style: page-number",
    says: /x-pagination\.first must be a whole number; got "0"/,
  },
  {
    rule: "pagination",
    because: "ends at an empty page and shows none",
    edits: [
      ['                empty:\n                  value: { results: [], next: "https://things.example.com/things?after=page4" }\n', ""],
      ["examples:\n                first:", "examples: # pages\n                first:"],
    ],
    at: "# pages",
    says: /must have at least the examples first and empty, and no others than first, middle, last, empty, in this order; got first, middle, last/,
  },
  {
    rule: "exclusive-members",
    because: "names a property that is not there",
    edits: [["x-exclusive: [[name, title]]", "x-exclusive: [[name, titel]]"]],
    at: "titel",
    says: /only properties of its schema \(name, title\); got "titel"/,
  },
  {
    rule: "exclusive-members",
    because: "is no list of groups",
    edits: [["x-exclusive: [[name, title]]", "x-exclusive: [name, title]"]],
    at: "x-exclusive",
    says: /list of groups/,
  },
  {
    rule: "exclusive-members",
    because: "names a property that is not there, among those that go together",
    edits: [["x-exclusive: [[name, title]]", "x-exclusive: [[name, [title, colour]]]"]],
    at: "[title, colour]",
    says: /only properties of its schema \(name, title\); got "colour"/,
  },
  {
    rule: "extensions",
    because: "lets the first of no alternatives win",
    edits: [["x-exclusive: [[name, title]]", "x-first-wins: true"]],
    at: "x-first-wins",
    says: /must be true, next to x-exclusive/,
  },
  {
    rule: "exclusive-members",
    because: "is said again by not",
    edits: [["x-exclusive: [[name, title]]", "x-exclusive: [[name, title]]\n      not: { required: [name, title] }"]],
    at: "not: {",
    says: /must not have not/,
  },
  {
    rule: "exclusive-members",
    because: "is said by a property that is false",
    edits: [["title: { type: string, minLength: 3 }", "title: { type: string, minLength: 3 }\n        made: false"]],
    at: "made: false",
    says: /must not be false/,
  },
  {
    rule: "extensions",
    because: "is unknown",
    edits: [["x-retry: never", "x-retry: never\n      x-retries: 3"]],
    at: "x-retries",
    says: /must be one of .* got x-retries/,
  },
  {
    rule: "extensions",
    because: "stands where nothing reads it",
    edits: [["  - { name: Things,", "  - { name: Things, x-secret: true,"]],
    at: "name: Things, x-secret",
    says: /must be on Schema; got it on Tag/,
  },
  {
    rule: "extensions",
    because: "is unknown, beside a $ref",
    edits: [['colour: { $ref: "#/components/schemas/Colour" }', 'colour: { $ref: "#/components/schemas/Colour", x-shade: dark }']],
    at: "x-shade",
    says: /got x-shade/,
  },
  {
    rule: "extensions",
    because: "has a secret that is not true",
    edits: [["x-secret: true", "x-secret: very"]],
    at: "x-secret",
    says: /must be true; got "very"/,
  },
  {
    rule: "extensions",
    because: "is advice beside no pattern",
    edits: [["title: { type: string, minLength: 3 }", "title: { type: string, x-advice: use a longer one }"]],
    at: "x-advice",
    says: /must be a string, next to a pattern; got "use a longer one"/,
  },
  {
    rule: "extensions",
    because: "is an opposite that the enumeration does not have",
    edits: [["title: { type: string, minLength: 3 }", "title: { type: string, enum: [open, shut], x-opposite: { open: shot } }"]],
    at: "x-opposite",
    says: /must be pairs of values of the enumeration.*got \["open","shot"\]/,
  },
  {
    rule: "extensions",
    because: "is advice without words",
    edits: [["title: { type: string, minLength: 3 }", 'title: { type: string, pattern: "^a", x-advice: "" }']],
    at: "x-advice",
    says: /must be a string, next to a pattern/,
  },
  {
    rule: "extensions",
    because: "says what is expected without a pattern",
    edits: [["x-secret: true", "x-secret: true, x-expected: a name"]],
    at: "x-expected",
    says: /must be words next to a pattern, .* got "a name" next to the pattern undefined/,
  },
  {
    rule: "extensions",
    because: "says nothing of what is expected",
    edits: [["x-secret: true", 'x-secret: true, pattern: ^a$, x-expected: ""']],
    at: "x-expected",
    says: /got "" next to the pattern "\^a\$"/,
  },
  {
    rule: "extensions",
    because: "has an unknown source",
    edits: [["x-source: public", "x-source: guess"]],
    at: "x-source",
    says: /public \(a public fact\) or chosen/,
  },
  {
    rule: "extensions",
    because: "has a source without its reason",
    edits: [["x-source: public, description: When. Known from elsewhere.", "x-source: public"]],
    at: "x-source",
    says: /needs a description next to it/,
  },
  {
    rule: "extensions",
    because: "has an operation with a kind in place of rules",
    edits: [['x-retry: "never"', 'x-retry: "never"\n        x-source: chosen']],
    at: "x-source: chosen",
    says: /must be its rules, each with a sentence: .* got "chosen"/,
  },
  {
    rule: "extensions",
    because: "has an operation with a rule without a sentence",
    edits: [['x-retry: "never"', 'x-retry: "never"\n        x-source: { oldest-first: "" }']],
    at: "x-source: { oldest",
    says: /must be its rules, each with a sentence: .* got \{"oldest-first":""\}/,
  },
  {
    rule: "filter-shape",
    because: "has an unknown operator",
    edits: [["operators: [eq]", "operators: [like]"]],
    at: "x-filter",
    says: /operators must list some of .* got \["like"\]/,
  },
  { rule: "filter-shape", because: "has an unknown type", edits: [["{ name: string }", "{ name: text }"]], at: "x-filter", says: /got "text" for name/ },
  {
    rule: "filter-shape",
    because: "lacks a member",
    edits: [[", brackets: false", ""]],
    at: "x-filter",
    says: /exactly attributes, operators, brackets; got attributes, operators/,
  },
  {
    rule: "filter-shape",
    because: "stands on another parameter",
    edits: [["name: filter", "name: query"]],
    at: "x-filter",
    says: /got the query parameter query/,
  },
  {
    rule: "parameter-examples",
    because: "shows no example",
    edits: [['          example: name eq "a"\n', ""]],
    at: "name: filter",
    says: /filter needs a realistic example/,
  },
  {
    rule: "parameter-examples",
    because: "has no description",
    edits: [["          description: Which things.\n", ""]],
    at: "name: filter",
    says: /filter needs a description/,
  },
  {
    rule: "body-examples",
    because: "shows no answer",
    edits: [
      ["          examples:\n            refused:\n              value: { status: 401 }\n", ""],
      ["No.\n      content:\n        application/json:\n", "No.\n      content:\n        application/json: # unseen\n"],
    ],
    at: "# unseen",
    says: /application\/json body of a response needs/,
  },
  {
    rule: "body-examples",
    because: "shows no text",
    edits: [['              example: "."\n', ""]],
    at: "text/plain",
    says: /text\/plain body of a response needs/,
  },
  {
    rule: "body-examples",
    because: "shows no request",
    edits: [
      ["            examples:\n              rename:\n                value: { name: b }\n", ""],
      ["required: true\n        content:\n          application/json:\n", "required: true\n        content:\n          application/json: # unseen\n"],
    ],
    at: "# unseen",
    says: /application\/json body of a request needs/,
  },
  {
    rule: "open-enums",
    because: "reaches a closed list",
    edits: [["        name: { type: string }\n        colour", "        name: { type: string, enum: [a, b] }\n        colour"]],
    at: "enum: [a, b]",
    says: /response has this closed enumeration/,
  },
  {
    rule: "open-enums",
    because: "reaches a list whose other branch is no open string",
    edits: [["          enum: [red, blue]\n        - type: string", "          enum: [red, blue]\n        - type: integer"]],
    at: "enum: [red, blue]",
    says: /response has this closed enumeration/,
  },
];

describe("the contract rules", () => {
  it("have nothing to say about a contract that keeps them", async () => {
    const { file } = await writeMini();
    const { findings, contract } = await openContract(file, { config });
    expect(findings).toEqual([]);
    expect(contract).toBeDefined();
  });

  it.each(cases)("$rule: an operation or schema that $because", async ({ rule, edits, at, says }) => {
    const mini = await writeMini(...edits);
    const { findings } = await openContract(mini.file, { config });
    const own = findings.filter(({ message }) => message.endsWith(`[keywright/${rule}]`));
    expect(own).toHaveLength(1);
    expect(own[0]).toMatchObject({ file: mini.file, line: expect.any(Number), message: expect.stringMatching(says) });
    expect(own[0]?.line).toBe(mini.lineOf(at));
  });

  it.each(["cancelThing", "uploadThing", "search"])("let any verb begin an operationId: %s", async (id) => {
    const { file } = await writeMini(["operationId: patchThing", `operationId: ${id}`]);
    expect((await openContract(file, { config })).findings).toEqual([]);
  });

  it("leave a closed list of a request alone", async () => {
    const { file } = await writeMini(["title: { type: string, minLength: 3 }", "title: { type: string, enum: [one, two] }"]);
    expect((await openContract(file, { config })).findings).toEqual([]);
  });

  it("report a contract that is no YAML with its line", async () => {
    const { file } = await writeMini(["  title: Things\n", "  title: [Things\n"]);
    const { findings, contract } = await openContract(file, { config });
    expect(contract).toBeUndefined();
    expect(findings).toEqual([expect.objectContaining({ file, line: expect.any(Number), message: expect.stringContaining("cannot be read") })]);
  });
});
