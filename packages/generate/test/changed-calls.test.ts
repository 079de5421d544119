import { describe, expect, it } from "vitest";
import { documentContract, type Json } from "../src/lib/contract/index.ts";
import { withCalls } from "../src/lib/calls/changed-calls.ts";
import { compareContracts } from "../src/lib/diff/compare-contracts.ts";
import { outcomeOf } from "./made.ts";
import { typeErrorsOf } from "./type-errors.ts";

const text = { type: "string" };
const id = { name: "id", in: "path", required: true, schema: text };
const json = (schema: object): object => ({ content: { "application/json": { schema } } });
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const ok = (schema: object): object => ({ responses: { 200: { description: "Done.", ...json(schema) } } });
const none = { responses: { 204: { description: "Done." } } };

interface Parts {
  readonly paths: object;
  readonly schemas: object;
}

const documentOf = ({ paths, schemas }: Parts): Json => ({
  openapi: "3.1.0",
  info: { title: "Thing", version: "1" },
  servers: [{ url: "https://thing.example.com" }],
  paths,
  components: { schemas },
});

const list = (parameters: readonly object[]): object => ({
  operationId: "listThings",
  parameters: [{ name: "after", in: "query", schema: text }, ...parameters],
  "x-pagination": { style: "cursor-query", items: "items", next: "next", cursor: "after" },
  ...ok({ type: "object", required: ["items"], properties: { items: { type: "array", items: ref("Thing") }, next: text } }),
});

const BEFORE: Parts = {
  paths: {
    "/things": {
      get: list([
        { name: "color", in: "query", schema: text },
        { name: "limit", in: "query", schema: { type: "integer", default: 10, maximum: 100 } },
      ]),
      post: { operationId: "createThing", requestBody: { required: true, ...json(ref("NewThing")) }, ...none },
    },
    "/things/{id}": {
      get: { operationId: "getThing", parameters: [id], ...ok(ref("Thing")) },
      delete: { operationId: "deleteThing", parameters: [id], ...none },
    },
    "/old": { get: { operationId: "getOld", ...none } },
    "/state": { get: { operationId: "getState", ...ok(ref("State")) } },
  },
  schemas: {
    Thing: {
      type: "object",
      required: ["name", "size", "parts"],
      properties: {
        name: text,
        size: { type: "integer" },
        note: text,
        parts: { type: "array", items: ref("Part") },
        owner: { anyOf: [ref("Owner"), { type: "null" }] },
      },
    },
    Part: { type: "object", required: ["code"], properties: { code: text } },
    Owner: { type: "object", required: ["mail"], properties: { mail: text } },
    State: { type: "object", required: ["state"], properties: { state: { type: "string", enum: ["up", "down"] } } },
    NewThing: {
      type: "object",
      required: ["name"],
      properties: {
        name: text,
        tag: text,
        stars: { type: "integer" },
        unit: { type: ["string", "null"] },
        kind: { type: "string", enum: ["box", "bag"] },
        label: { type: "object", required: ["text"], properties: { text, size: { type: "integer" } } },
      },
    },
  },
};

const AFTER: Parts = {
  paths: {
    "/things": {
      get: list([
        { name: "shape", in: "query", required: true, schema: text },
        { name: "limit", in: "query", schema: { type: "integer", default: 10, maximum: 50 } },
      ]),
      post: { operationId: "createThing", requestBody: { required: true, ...json(ref("NewThing")) }, ...none },
    },
    "/things/{id}": {
      get: { operationId: "getThing", parameters: [id], ...ok(ref("Thing")) },
      delete: { operationId: "removeThing", parameters: [id], ...none },
    },
    "/state": { get: { operationId: "getState", ...ok(ref("State")) } },
  },
  schemas: {
    Thing: {
      type: "object",
      required: ["size", "parts"],
      properties: { name: text, size: text, parts: { type: "array", items: ref("Part") }, owner: { anyOf: [ref("Owner"), { type: "null" }] } },
    },
    Part: { type: "object", required: ["code"], properties: { code: { type: ["string", "null"] } } },
    Owner: { type: "object", required: ["mail"], properties: { mail: { type: "integer" } } },
    State: { type: "object", required: ["state"], properties: { state: { type: "string", enum: ["up", "down", "asleep"] } } },
    NewThing: {
      type: "object",
      required: ["name", "reason"],
      properties: {
        name: text,
        reason: text,
        stars: { type: "integer", readOnly: true },
        unit: text,
        kind: { type: "string", enum: ["box"] },
        label: { type: "object", required: ["text"], properties: { text, size: text } },
      },
    },
  },
};

const [before, after] = [BEFORE, AFTER].map((parts) => documentContract("thing", structuredClone(documentOf(parts)))) as [
  ReturnType<typeof documentContract>,
  ReturnType<typeof documentContract>,
];
const changes = withCalls(before, after, compareContracts(before, after));
const found = changes.flatMap(({ where, what, calls }) => (calls === undefined ? [] : [{ where, what, calls }]));

/** Stands for the values of a program. */
const VARIABLES = "declare const id: any, name: any, reason: any, shape: any, text: any;";

/** Returns the errors of each call with the client of a contract. */
async function errorsOf(parts: Parts, calls: readonly string[]): Promise<readonly (readonly string[])[]> {
  const { files } = await outcomeOf(documentOf(parts), { rules: "none" });
  const head = ['import { createThingClient } from "./index.ts";', 'const client = createThingClient({ baseUrl: "https://thing.example.com" });', VARIABLES];
  const lines = calls.map((call) => `void (async () => { ${call.replaceAll("\n", " ")} });`);
  const errors = typeErrorsOf({ ...files, "use.ts": [...head, ...lines].join("\n") });
  return lines.map((_line, index) => errors.filter((error) => error.startsWith(`use.ts:${index + head.length + 1}:`) || !error.startsWith("use.ts:")));
}

describe("the call before and after a break", () => {
  it("has what the change is about, and nothing that it may leave out", () => {
    const loop = (input: string, line?: string): string =>
      `for await (const entry of client.listThings(${input})) ${line === undefined ? "console.log(entry);" : `{\n  ${line}\n}`}`;
    const create = (input: string): string => `await client.createThing({ body: { ${input} } });`;
    const state = (values: string): string => `const result = await client.getState();\nconst read: ${values} = result.state;`;
    const read = (type: string, expression: string): string => `const read: ${type} = ${expression};`;
    expect(Object.fromEntries(found.map(({ where, what, calls }) => [`${where} ${what}`, [calls.before, calls.after]]))).toEqual({
      'NewThing.kind no longer has "bag"': [create('name, kind: "bag"'), create('name, reason, kind: "box"')],
      "NewThing.label.size is string instead of integer": [create("name, label: { text, size: 1 }"), create('name, reason, label: { text, size: "text" }')],
      "NewThing.reason is new and required": [create("name"), create('name, reason: "text"')],
      "NewThing.stars is set by the service alone now": [create("name, stars: 1"), create("name, reason")],
      "NewThing.unit is never null now": [create("name, unit: null"), create('name, reason, unit: "text"')],
      "NewThing.tag is gone": [create('name, tag: "text"'), create("name, reason")],
      "Owner.mail is integer instead of string": [
        loop("", read("string | undefined", "entry.owner?.mail")),
        loop("{ shape }", read("number | undefined", "entry.owner?.mail")),
      ],
      "Part.code may be null now": [
        loop("", read("string | undefined", "entry.parts[0]?.code")),
        loop("{ shape }", read("string | null | undefined", "entry.parts[0]?.code")),
      ],
      'State.state has "asleep", too': [state('"up" | "down"'), state('"up" | "down" | "asleep"')],
      "Thing.name may be absent now": [loop("", read("string", "entry.name")), loop("{ shape }", read("string | undefined", "entry.name"))],
      "Thing.note is gone": [loop("", read("string | undefined", "entry.note")), loop("{ shape }")],
      "Thing.size is string instead of integer": [loop("", read("number", "entry.size")), loop("{ shape }", read("string", "entry.size"))],
      "query color is gone": [loop('{ color: "text" }'), loop("{ shape }")],
      "query limit has the maximum 50 instead of 100": [loop("{ limit: 100 }"), loop("{ shape, limit: 10 }")],
      "query shape is new and required": [loop(""), loop('{ shape: "text" }')],
      "the operation is called removeThing now": ["await client.deleteThing({ id });", "await client.removeThing({ id });"],
      "the operation is gone": ["await client.getOld();", undefined],
    });
  });

  it("compiles with the client of its state, and the former one not with the later client", async () => {
    const former = found.map(({ calls }) => calls.before);
    const later = found.flatMap(({ calls }) => calls.after ?? []);
    expect((await errorsOf(BEFORE, former)).flat()).toEqual([]);
    const errors = await errorsOf(AFTER, [...later, ...former]);
    expect(errors.slice(0, later.length).flat()).toEqual([]);
    expect(former.filter((_call, index) => errors[later.length + index]?.length === 0)).toEqual([]);
  });
});
