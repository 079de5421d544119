import { expectRejected, recordingFetch, type RecordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { documentOf, operation } from "../features/feature.ts";
import { make } from "../made.ts";

const text = { type: "string" };
const list = { type: "array", items: text };
const color = { type: "object", properties: { R: { type: "integer" }, G: { type: "integer" } }, additionalProperties: false };
const map = { type: "object", additionalProperties: text };
const json = (schema: object): object => ({ content: { "application/json": { schema } } });
const rgb = { R: 100, G: 200 };

/** How a parameter in the path or in the query is written, with the value that is given and what stands in the URL. */
const urls: readonly (readonly [what: string, parameter: object, value: unknown, written: string])[] = [
  // The query. The first rows are the table "Style Examples" of OpenAPI 3.1.1.
  ["an empty text", { in: "query", schema: text }, "", "?p="],
  ["a list by commas", { in: "query", schema: list, explode: false }, ["blue", "bl,ack"], "?p=blue,bl%2Cack"],
  ["a list by spaces", { in: "query", style: "spaceDelimited", schema: list, explode: false }, ["blue", "b&w"], "?p=blue%20b%26w"],
  ["an object by spaces", { in: "query", style: "spaceDelimited", schema: color, explode: false }, rgb, "?p=R%20100%20G%20200"],
  ["a list by pipes, not exploded as is the default", { in: "query", style: "pipeDelimited", schema: list }, ["blue", "black"], "?p=blue%7Cblack"],
  ["an object by pipes", { in: "query", style: "pipeDelimited", schema: color }, rgb, "?p=R%7C100%7CG%7C200"],
  ["a deepObject", { in: "query", style: "deepObject", explode: true, schema: color }, rgb, "?p%5BR%5D=100&p%5BG%5D=200"],
  ["a deepObject that says nothing of explode", { in: "query", style: "deepObject", schema: color }, rgb, "?p%5BR%5D=100&p%5BG%5D=200"],
  ["a deepObject of any names", { in: "query", style: "deepObject", schema: map }, { "a&b": "c=d" }, "?p%5Ba%26b%5D=c%3Dd"],
  ["a named deepObject", { in: "query", style: "deepObject", schema: { $ref: "#/components/schemas/Color" } }, rgb, "?p%5BR%5D=100&p%5BG%5D=200"],
  ["JSON with values inside of values", { in: "query", ...json({ type: "array", items: list }) }, [["a"], []], "?p=%5B%5B%22a%22%5D%2C%5B%5D%5D"],
  ["reserved characters that would end the value", { in: "query", schema: text, allowReserved: true }, "a&b#c+d[é %41%", "?p=a%26b%23c%2Bd%5B%C3%A9%20%41%25"],
  ["a whole number out of an enumeration", { in: "query", schema: { type: "integer", enum: [1, 2] } }, 2, "?p=2"],
  ["a text that may be a list", { in: "query", schema: { type: ["string", "array"], items: text } }, "a", "?p=a"],
  ["a list that may be a text", { in: "query", schema: { anyOf: [text, list] } }, ["a", "b"], "?p=a&p=b"],
  ["a list that may be null", { in: "query", explode: false, schema: { type: ["array", "null"], items: text } }, ["a", "b"], "?p=a,b"],
  ["null as JSON", { in: "query", required: true, ...json({ type: ["object", "null"], properties: { a: text } }) }, null, "?p=null"],
  ["a name that separates", { in: "query", name: "a&b=c", schema: text }, "d", "?a%26b%3Dc=d"],
  // The path.
  ["a list, simple", { in: "path", schema: list }, ["a", "b,c"], "/a,b%2Cc"],
  ["a list, simple and exploded", { in: "path", schema: list, explode: true }, ["a", "b"], "/a,b"],
  ["an object, simple and exploded", { in: "path", schema: color, explode: true }, rgb, "/R=100,G=200"],
  ["a list with labels, exploded", { in: "path", style: "label", explode: true, schema: list }, ["a", "b"], "/.a.b"],
  ["an object with a label", { in: "path", style: "label", schema: color }, rgb, "/.R,100,G,200"],
  ["a list as a matrix", { in: "path", style: "matrix", schema: list }, ["a", ""], "/;p=a,"],
  ["an object as a matrix", { in: "path", style: "matrix", schema: color }, rgb, "/;p=R,100,G,200"],
  ["an object as a matrix, exploded", { in: "path", style: "matrix", explode: true, schema: color }, rgb, "/;R=100;G=200"],
  ["a name that must be encoded", { in: "path", name: "p q", style: "matrix", schema: text }, "a", "/;p%20q=a"],
];

/** How a parameter in a header or in a cookie is written. */
const headers: readonly (readonly [what: string, parameter: object, value: unknown, written: string])[] = [
  ["a text", { in: "header", schema: text }, 'a "b", c=d é', 'a "b", c=d é'],
  ["a whole number", { in: "header", schema: { type: "integer" } }, 5, "5"],
  ["an object, exploded", { in: "header", schema: color, explode: true }, rgb, "R=100,G=200"],
  ["JSON, in ASCII", { in: "header", ...json({ type: "object", properties: { a: text } }) }, { a: "é\n😀" }, '{"a":"\\u00e9\\n\\ud83d\\ude00"}'],
  ["a cookie", { in: "cookie", schema: text }, "a;b c", "p=a%3Bb%20c"],
  ["an object in a cookie", { in: "cookie", schema: color, explode: false }, rgb, "p=R,100,G,200"],
];

function operationOf(
  [, parameter, value]: (typeof urls)[number],
  index: number,
): { readonly id: string; readonly name: string; readonly definition: object; readonly path: string } {
  const { name = "p", in: place } = parameter as { readonly name?: string; readonly in: string };
  const needed = place === "path" ? { required: true } : {};
  return {
    id: `getRow${index}`,
    name,
    path: place === "path" ? `/${index}/{${name}}` : `/${index}`,
    definition: { name, example: value, ...needed, ...parameter },
  };
}

const rows = [...urls, ...headers].map((row, index) => ({ row, ...operationOf(row, index) }));
const made = await make(
  contractOf(
    {
      ...Object.fromEntries(rows.map(({ id, path, definition }) => [id, { path, parameters: [definition] }])),
      getAll: {
        path: "/all/{id}",
        shared: [{ name: "id", in: "path", required: true, schema: list, example: ["a"] }],
        parameters: [
          { name: "tags", in: "query", required: true, schema: list, example: ["a"] },
          { name: "page size", in: "query", schema: { type: "integer", exclusiveMinimum: 0, maximum: 9 }, example: 1 },
          { name: "filter", in: "query", schema: { ...map, maxProperties: 2 }, example: { a: "b" } },
          { name: "level", in: "query", schema: { type: ["integer", "null"], enum: [1, 2, null] }, example: 1 },
          { name: "since", in: "query", required: true, schema: { type: ["string", "null"] }, example: "a", deprecated: true },
          { name: "X-Tenant", in: "header", required: true, schema: { type: "string", pattern: "^[a-z ]+$|\\n", maxLength: 9 }, example: "a" },
          { name: "X-Names", in: "header", schema: { ...list, maxItems: 2 }, example: ["a"] },
          { name: "Accept", in: "header", schema: text, example: "text/csv" },
          { name: "Authorization", in: "header", schema: text, example: "Basic eDp5" },
          { name: "content-type", in: "header", schema: text, example: "text/csv" },
          { name: "session", in: "cookie", schema: { type: "string", minLength: 2 }, example: "ab" },
          { name: "theme", in: "cookie", schema: text, example: "dark" },
          { name: "big", in: "query", required: true, schema: { type: "integer", format: "int64" }, example: 1 },
        ],
      },
    },
    { Color: { description: "A color.", ...color } },
  ),
  { service: "feature" },
);

/** A contract of operations that have parameters alone and answer with 204. Each parameter needs an example of its own. */
function contractOf(
  operations: { readonly [id: string]: { readonly path: string; readonly parameters: readonly object[]; readonly shared?: readonly object[] } },
  schemas: object,
): object {
  const described = (parameters: readonly object[]): object[] => parameters.map((parameter) => ({ description: "A parameter.", ...parameter }));
  const items = Object.entries(operations).map(([id, { path, parameters, shared = [] }]) => [
    path,
    { parameters: described(shared), get: operation(id, "get", { parameters: described(parameters) }) },
  ]);
  return documentOf({ paths: Object.fromEntries(items) as object, components: { schemas } });
}

/** Calls an operation. */
async function call(id: string, input: object, fetch: RecordingFetch, own?: object): Promise<unknown> {
  return made.client({ baseUrl: "https://feature.example", token: "t" }, fetch).client[id]?.(input, own);
}

/** Calls an operation that succeeds, and gives what it sent. */
async function send(id: string, input: object, own?: object): Promise<RecordingFetch["requests"]> {
  const fetch = recordingFetch(new Response(null, { status: 204 }));
  await call(id, input, fetch, own);
  return fetch.requests;
}

const needed = { id: ["i"], tags: ["t"], since: "s", big: "7", "X-Tenant": "acme" };

describe("a parameter in the path or in the query", () => {
  it.each(rows.slice(0, urls.length))("is written in its style: $row.0 ($row.3)", async ({ id, name, row: [, , value, written], path }) => {
    const [request] = await send(id, { [name]: value });
    expect(request?.url).toBe(`https://feature.example${path.replace(/\/\{.*\}/, "")}${written}`);
  });
});

describe("a parameter in a header or in a cookie", () => {
  it.each(rows.slice(urls.length))("is written in its style: $row.0 ($row.3)", async ({ id, name, row: [, parameter, value, written] }) => {
    const [request] = await send(id, { [name]: value });
    expect(request?.headers).toEqual({ accept: "*/*", authorization: "Bearer t", [Reflect.get(parameter, "in") === "cookie" ? "cookie" : name]: written });
  });
});

describe("a call", () => {
  it("sends parameters of all places in one request", async () => {
    const input = { ...needed, id: ["a", "b"], "page size": 3, filter: { a: "b" }, level: 2, "X-Names": ["c", "d"], session: "é;", theme: "dark", big: "-1" };
    expect(await send("getAll", input)).toEqual([
      {
        method: "GET",
        url: "https://feature.example/all/a,b?tags=t&page%20size=3&a=b&level=2&since=s&big=-1",
        headers: { accept: "*/*", authorization: "Bearer t", "x-tenant": "acme", "x-names": "c,d", cookie: "session=%C3%A9%3B; theme=dark" },
        body: undefined,
      },
    ]);
  });

  it("leaves out what is undefined, null where null is allowed, and lists and objects with nothing in them", async () => {
    const input = { ...needed, "page size": undefined, filter: { a: undefined }, level: null, "X-Names": [], session: undefined };
    const [request] = await send("getAll", input);
    expect(request?.url).toBe("https://feature.example/all/i?tags=t&since=s&big=7");
    expect(request?.headers).toEqual({ accept: "*/*", authorization: "Bearer t", "x-tenant": "acme" });
  });

  it("keeps the headers and the cookies that its options have, and those of its input win", async () => {
    const options = { headers: { "X-Tenant": "other", "X-Trace": "1", Cookie: "a=b" } };
    const [request] = await send("getAll", { ...needed, session: "cd" }, options);
    expect(request?.headers).toEqual({ accept: "*/*", authorization: "Bearer t", "x-tenant": "acme", "x-trace": "1", cookie: "a=b; session=cd" });
  });

  it.each<[string, object, RegExp]>([
    ["no element in a list that is required", { tags: [] }, /getAll: tags must have at least 1 element; got an array of 0/],
    ["no element in a list in the path", { id: [] }, /getAll: id must have at least 1 element/],
    ["no header that is required", { "X-Tenant": undefined }, /getAll: X-Tenant is needed; got nothing/],
    ["null where null cannot be written", { since: null }, /getAll: since must have a value or be left out; got null/],
    ["null for a member of an object", { filter: { a: null } }, /getAll: filter\.a must be a string, a number or a boolean; got null/],
    ["a list inside of an object", { filter: { a: ["b"] } }, /getAll: filter\.a must be a string, a number or a boolean; got an array of 1/],
    ["a member with the name of another parameter", { filter: { tags: "b" } }, /getAll: filter\.tags has the name of another query parameter/],
    ["more members than allowed", { filter: { a: "1", b: "2", c: "3" } }, /getAll: filter must have at most 2 fields/],
    ["a whole number at an excluded limit", { "page size": 0 }, /getAll: page size must be a whole number of 1 to 9; got 0/],
    ["a whole number that is not in its enumeration", { level: 3 }, /getAll: level must be one of 1, 2; got 3/],
    ["a 64-bit integer as a number", { big: 5 }, /getAll: big must be a 64-bit integer as a decimal string; got 5/],
    ["a 64-bit integer that is none", { big: "5e3" }, /getAll: big must be a 64-bit integer as a decimal string; got/],
    ["a header that does not match its pattern", { "X-Tenant": "ACME" }, /getAll: X-Tenant must match/],
    ["a header that is too long", { "X-Tenant": "acmeacmeacme" }, /getAll: X-Tenant must have at most 9 characters/],
    ["a line break in a header", { "X-Tenant": "a\nb: c" }, /getAll: X-Tenant must be a value that HTTP can carry: .*no line breaks; got a string of 6/],
    ["a header that HTTP would trim", { "X-Tenant": "acme " }, /getAll: X-Tenant must be a value that HTTP can carry/],
    ["a header outside of Latin-1", { "X-Names": ["€"] }, /getAll: X-Names must be a value that HTTP can carry/],
    ["a list in a header whose element has a comma", { "X-Names": ["a,b"] }, /getAll: X-Names\[0\] must not contain ",", which separates the parts of X-Names/],
    ["more elements in a header than allowed", { "X-Names": ["a", "b", "c"] }, /getAll: X-Names must have at most 2 elements/],
    ["a cookie that is too short", { session: "a" }, /getAll: session must have at least 2 characters/],
    ["a header that the contract ignores", { Accept: "text/csv" }, /getAll: Accept is not known here/],
    ["a dot segment out of a list", { id: [".."] }, /getAll: id must not be empty or a dot segment of a path/],
    ["an empty segment out of a list", { id: [""] }, /getAll: id must not be empty or a dot segment of a path/],
  ])("rejects %s, before anything is sent", async (_what, input, message) => {
    const { message: said } = await expectRejected((fetch) => call("getAll", { ...needed, ...input }, fetch));
    expect(said).toMatch(message);
  });

  it.each<[string, (typeof urls)[number][1], unknown, RegExp]>([
    ["by spaces", { style: "spaceDelimited" }, ["a b"], /p\[0\] must not contain " "/],
    ["by pipes", { style: "pipeDelimited" }, ["a", "b|c"], /p\[1\] must not contain "\|"/],
    ["by labels", { style: "label", explode: true }, ["a.b"], /p\[0\] must not contain "\."/],
  ])(
    "rejects an element with what separates elements %s",
    async (_what, { style, explode }: { readonly style?: string; readonly explode?: boolean }, value, message) => {
      const { id, name } = rows.find(({ row: [, parameter] }) => {
        const known = parameter as { readonly style?: string; readonly explode?: boolean; readonly schema?: unknown };
        return known.style === style && known.schema === list && (explode === undefined || known.explode === explode);
      }) as (typeof rows)[number];
      const { message: said } = await expectRejected((fetch) => call(id, { [name]: value }, fetch));
      expect(said).toMatch(message);
    },
  );
});

describe("the type of a method's input", () => {
  it("has parameters of all places by their names, with what they are", () => {
    const source = made.files["client.ts"];
    expect(source).toContain(`export interface GetAllInput {
  /** A parameter. */
  readonly id: readonly string[];
  /** A parameter. */
  readonly tags: readonly string[];
  /** A parameter. More than 0. At most 9. */
  readonly "page size"?: number;
  /** A parameter. */
  readonly filter?: { readonly [name: string]: string };
  /** A parameter. */
  readonly level?: 1 | 2 | null;
  /**
   * A parameter.
   *
   * @deprecated The service may remove it.
   */
  readonly since: string;
  /** A parameter. */
  readonly big: string;
  /** A parameter. Matches \`^[a-z ]+$|\\n\`. */
  readonly "X-Tenant": string;
  /** A parameter. */
  readonly "X-Names"?: readonly string[];
  /** A parameter. Sent as a cookie. Browsers do not send it, because programs cannot set cookies there. */
  readonly session?: string;
  /** A parameter. Sent as a cookie. Browsers do not send it, because programs cannot set cookies there. */
  readonly theme?: string;
}
`);
    expect(source).toContain('await feature.getAll({ id: ["a"], tags: ["a"], since: "a", big: "1", "X-Tenant": "a" });');
  });

  it("compiles, and takes what the contract says and nothing else", () => {
    const program = `import type { FeatureOperations } from "./client.ts";
const needed = { id: ["i"], tags: ["t"], since: "s", big: "7", "X-Tenant": "acme" } as const;
export async function use(feature: FeatureOperations): Promise<void> {
  await feature.getAll({ ...needed, filter: { a: "b" }, level: null, "page size": 1, session: "s" });
  await feature.getRow${rowOf("a text that may be a list")}({ p: ["a"] as const });
  await feature.getRow${rowOf("a text that may be a list")}({ p: "a" });
  await feature.getRow${rowOf("a list that may be null")}({ p: null });
  await feature.getRow${rowOf("a whole number out of an enumeration")}({ p: 2 });
  await feature.getRow${rowOf("null as JSON")}({ p: null });
  await feature.getRow${rowOf("a named deepObject")}({ p: { R: 1 } });
  // @ts-expect-error
  await feature.getRow${rowOf("a named deepObject")}({ p: { B: 1 } });
  // @ts-expect-error
  await feature.getRow${rowOf("a whole number out of an enumeration")}({ p: 3 });
  // @ts-expect-error
  await feature.getAll({ ...needed, since: null });
  // @ts-expect-error
  await feature.getAll({ ...needed, filter: { a: 1 } });
  // @ts-expect-error
  await feature.getAll({ ...needed, Accept: "text/csv" });
}
`;
    expect(made.typeErrors(program)).toEqual([]);
  });
});

function rowOf(what: string): number {
  return rows.findIndex(({ row }) => row[0] === what);
}
