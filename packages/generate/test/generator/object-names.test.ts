import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Client, make } from "../made.ts";

/** Names that every object of JavaScript inherits. */
const NAMES = ["constructor", "toString", "__proto__", "hasOwnProperty", "valueOf"];

const each = (value: (name: string) => unknown): object => Object.fromEntries(NAMES.map((name) => [name, value(name)]));
const text = { type: "string", maxLength: 5 };
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object): object => ({ content: { "application/json": { schema } } });
const done = { 204: { description: "Done." } };
const parameters = (place: string, names: readonly string[]): object[] =>
  names.map((name) => ({ name, in: place, ...(place === "path" ? { required: true } : {}), schema: text }));
const body = (mediaType: string, part: object): object => ({ content: { [mediaType]: { schema: { type: "object", properties: each(() => part) } } } });
const exchange = (name: string): object => ({
  requestBody: { required: true, ...json(ref(name)) },
  responses: {
    200: { description: "The same.", headers: each((header) => ({ required: header === "valueOf", schema: { type: "string" } })), ...json(ref(name)) },
  },
});

const CONTRACT = {
  openapi: "3.1.0",
  info: { title: "Thing", version: "1" },
  servers: [{ url: "https://thing.example.com" }],
  paths: {
    "/path/{constructor}/{__proto__}": { get: { operationId: "inPath", parameters: parameters("path", ["constructor", "__proto__"]), responses: done } },
    "/query": {
      get: {
        operationId: "inQuery",
        parameters: [
          ...parameters("query", NAMES),
          { name: "deep", in: "query", style: "deepObject", schema: { type: "object", properties: each(() => text) } },
        ],
        responses: done,
      },
    },
    "/header": {
      get: {
        operationId: "inHeader",
        parameters: parameters(
          "header",
          NAMES.filter((name) => name !== "__proto__"),
        ),
        responses: done,
      },
    },
    "/cookie": { get: { operationId: "inCookie", parameters: parameters("cookie", NAMES), responses: done } },
    "/json": { post: { operationId: "constructor", ...exchange("constructor") } },
    "/union": { post: { operationId: "hasOwnProperty", ...exchange("hasOwnProperty") } },
    "/form": { post: { operationId: "__proto__", requestBody: body("application/x-www-form-urlencoded", { type: "array", items: text }), responses: done } },
    "/multipart": { post: { operationId: "toString", requestBody: body("multipart/form-data", text), responses: done } },
  },
  components: {
    schemas: Object.fromEntries([
      [
        "constructor",
        {
          type: "object",
          required: ["constructor", "__proto__"],
          properties: each((name) => (name === "__proto__" ? { type: "integer", format: "int64" } : name === "valueOf" ? ref("toString") : text)),
        },
      ],
      ["toString", { type: "object", properties: { at: { type: "integer", format: "int64" }, constructor: { type: "string", "x-secret": true } } }],
      ["__proto__", { type: "object", required: ["constructor"], properties: { constructor: { const: "a" }, value: text } }],
      ["valueOf", { type: "object", required: ["constructor"], properties: { constructor: { const: "b" }, other: ref("__proto__") } }],
      ["hasOwnProperty", { oneOf: [ref("__proto__"), ref("valueOf")], discriminator: { propertyName: "constructor" } }],
    ]),
  },
};

/** A client at a server that keeps each request, and returns JSON with headers of these names. */
async function started(): Promise<{
  readonly client: Client;
  readonly last: () => { readonly line: string; readonly headers: string; readonly body: string };
}> {
  const made = await make(CONTRACT, { rules: "foreign" });
  let last = { line: "", headers: "", body: "" };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const received = Buffer.concat(chunks).toString();
      last = { line: `${request.method} ${decodeURIComponent(request.url ?? "")}`, headers: request.rawHeaders.join(" "), body: received };
      const isJson = request.headers["content-type"] === "application/json";
      for (const name of NAMES) response.setHeader(name, name);
      response.writeHead(isJson ? 200 : 204, isJson ? { "content-type": "application/json" } : {}).end(isJson ? received : undefined);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const create = made.module["createThingClient"] as (options: object) => Client;
  return { client: create({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }), last: () => last };
}

const SHORT = each((name) => name.slice(0, 5));

describe("names that every object inherits", () => {
  it("are parameters, sent if and only if the caller passes them, and checked", async () => {
    const { client, last } = await started();
    const sent = async (id: string, input: object): Promise<string> => {
      await client[id]?.(input);
      return last().line;
    };
    expect(await sent("inPath", { constructor: "a", ["__proto__"]: "b" })).toBe("GET /path/a/b");
    expect(await sent("inQuery", {})).toBe("GET /query");
    expect(await sent("inQuery", { constructor: "" })).toBe("GET /query?constructor=");
    expect(await sent("inQuery", { ...SHORT, deep: { ["__proto__"]: "x", valueOf: "y" } })).toBe(
      "GET /query?constructor=const&toString=toStr&__proto__=__pro&hasOwnProperty=hasOw&valueOf=value&deep[__proto__]=x&deep[valueOf]=y",
    );
    await expect(sent("inQuery", { ["__proto__"]: "too long" })).rejects.toThrow("inQuery: __proto__ must have at most 5 characters");
    await sent("inHeader", {});
    expect(last().headers).not.toMatch(/constructor|tostring|valueof/i);
    await sent("inHeader", { constructor: "a", toString: "b" });
    expect(last().headers).toMatch(/constructor a tostring b/i);
    await sent("inCookie", {});
    expect(last().headers).not.toMatch(/cookie/i);
    await sent("inCookie", { ["__proto__"]: "a", hasOwnProperty: "b" });
    expect(last().headers).toContain("cookie __proto__=a; hasOwnProperty=b");
  });

  it("are properties of bodies in every format, and headers of responses", async () => {
    const { client, last } = await started();
    const whole = '{"constructor":"a","__proto__":9007199254740993,"valueOf":{"at":9007199254740995,"constructor":"abc"}}';
    const given: unknown = JSON.parse(whole.replaceAll(/\d{9,}/g, '"$&"'));
    const response = await client.raw["constructor2"]?.({ body: given });
    const { body: value, headerValues } = response as { readonly body: object; readonly headerValues: object };
    expect(last().body).toBe(whole);
    expect(JSON.stringify(value)).toBe(JSON.stringify(given));
    expect(inspect(value)).toContain("constructor: '[secret]'");
    expect(Object.entries(headerValues)).toEqual(NAMES.map((name) => [name.toLowerCase(), name]));
    await expect(client["constructor2"]?.({ body: { constructor: "too long", ["__proto__"]: "1" } })).rejects.toThrow("body.constructor must have at most 5");
    const union = { constructor: "b", other: { constructor: "a", value: "v" } };
    expect(await client["hasOwnProperty2"]?.({ body: union })).toEqual(union);
    await client["proto"]?.({ body: { constructor: ["a", "b"], ["__proto__"]: ["c"] } });
    expect(last().body).toBe("constructor=a&constructor=b&__proto__=c");
    await client["toString2"]?.({ body: {} });
    expect(last().body).not.toContain("name=");
    await client["toString2"]?.({ body: { constructor: "a", ["__proto__"]: "b" } });
    expect(last().body.match(/name="\w+"/g)).toEqual(['name="constructor"', 'name="__proto__"']);
  });

  it("are typed as the contract has them, with required headers", async () => {
    const { typeErrors } = await make(CONTRACT, { rules: "foreign" });
    const program = `import { createThingClient } from "./index.ts";
const thing = createThingClient({ baseUrl: "https://thing.example.com" });
const { body, headerValues } = await thing.raw.constructor2({ body: { constructor: "a", ["__proto__"]: "1" } });
export const all: readonly [string, string, string | undefined, string] = [body.constructor, body["__proto__"], headerValues.tostring, headerValues.valueof];
export const none: string = headerValues.tostring;
await thing.constructor2({ body: { constructor: "a" } });
await thing.inQuery({});
await thing.toString2({ body: { toString: "a" } });
`;
    expect(typeErrors(program)).toEqual([expect.stringMatching(/^use.ts:5: Type 'string \| undefined'/), expect.stringMatching(/^use.ts:6: .*__proto__/)]);
  });

  it("are reported in a header that fetch does not send", async () => {
    const path = { get: { operationId: "inHeader", parameters: parameters("header", ["__proto__"]), responses: done } };
    await expect(make({ ...CONTRACT, paths: { "/header": path } }, { rules: "foreign" })).rejects.toThrow("has a name that fetch does not send: remove it");
  });
});

describe("letters beyond ASCII", () => {
  it("remain in methods, inputs and types", async () => {
    const schema = { type: "object", required: ["größe"], properties: { größe: { type: "integer" }, "sehr groß": { type: "string" } } };
    const { client, requests } = (
      await make(
        {
          openapi: "3.1.0",
          info: { title: "Thing", version: "1" },
          paths: {
            "/名前/{größe}": { get: { parameters: parameters("path", ["größe"]), responses: { 200: { description: "It.", ...json(ref("Maß-Angabe")) } } } },
            "/été": { get: { operationId: "détail événement", responses: { 200: { description: "It.", ...json(ref("Maß-Angabe")) } } } },
          },
          components: { schemas: { "Maß-Angabe": schema } },
        },
        { rules: "foreign" },
      )
    ).sending(() => Response.json({ größe: 1 }));
    expect(Object.keys(client)).toEqual(["get名前Größe", "détailÉvénement", "raw"]);
    expect(await client["get名前Größe"]?.({ größe: "ä" })).toEqual({ größe: 1 });
    expect(requests.map(({ url }) => decodeURI(new URL(url).pathname))).toEqual(["/名前/ä"]);
  });
});
