import { expect, test } from "vitest";
import { createContract } from "../src/lib/core/contract/create-contract.ts";
import { createRouter } from "../src/lib/core/stages/router.ts";
import { compileSchemas } from "../src/lib/core/schemas/compile-schemas.ts";
import { createResourceEmulator } from "../src/lib/resources/create-resource-emulator.ts";
import { describedService } from "../src/lib/resources/described.ts";

const NAMES = ["constructor", "toString", "__proto__", "hasOwnProperty", "valueOf"];
const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
const match = ["If-Match", "If-None-Match"].map((name) => ({ name, in: "header", schema: { type: "string" } }));
const thing = {
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string", format: "x-unknown", "x-extension": { a: 1 } },
    size: { type: "number", format: "decimal" },
    ...Object.fromEntries(NAMES.map((name) => [name, { type: "string", maxLength: 5 }])),
  },
};
const json = { content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } } };
const tagged = { ...json, headers: { ETag: { schema: { type: "string" } } } };

const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Things", version: "1" },
  paths: {
    "/événements/{id}": {
      get: { operationId: "getThing", parameters: [id], responses: { 200: tagged, 404: json } },
      put: {
        operationId: "putThing",
        parameters: [id, ...match],
        requestBody: { required: true, ...json },
        responses: { 200: tagged, 400: json, 404: json, 412: json },
      },
      patch: { operationId: "patchThing", parameters: [id, ...match], requestBody: json, responses: { 200: tagged, 400: json, 404: json, 412: json } },
      delete: { operationId: "deleteThing", parameters: [id, ...match], responses: { 204: {}, 404: json, 412: json } },
    },
  },
  components: { schemas: { Thing: thing } },
};

function open(tag = '"example"') {
  const how = { headers: { etag: tag } };
  return createResourceEmulator(
    "createThings",
    {
      name: "things",
      document: DOCUMENT,
      validatorOf: compileSchemas(DOCUMENT),
      ...describedService({
        resources: [{ name: "things", one: "thing", path: ["id"], schema: "Thing", tag, template: {} }],
        operations: {
          getThing: { verb: "read", resource: "things", how },
          putThing: { verb: "replace", resource: "things", how },
          patchThing: { verb: "patch", resource: "things", how },
          deleteThing: { verb: "remove", resource: "things" },
        },
        errors: { bodies: { 400: { name: "bad" }, 404: { name: "none" }, 412: { name: "stale" } }, message: "/name" },
        seed: { credentials: {}, resources: { things: [{ ids: ["1"], value: { name: "a" } }] } },
      }),
    },
    {},
  );
}

const url = "https://things.example.com/%C3%A9v%C3%A9nements/1";
const send = (method: string, body: object, headers: object = {}) => ({
  method,
  body: JSON.stringify(body),
  headers: { "content-type": "application/json", ...headers },
});

test("a path with letters beyond ASCII is found in both spellings of its encoding", async () => {
  const { fetch } = open();
  expect([(await fetch(url)).status, (await fetch(url.toLowerCase())).status]).toEqual([200, 200]);
});

test("unknown formats and extensions check nothing, and a property with the name of an inherited one may be absent", async () => {
  const { fetch } = open();
  const response = await fetch(url, send("PUT", { name: "b", size: 1.5 }));
  expect([response.status, await response.json()]).toEqual([200, { name: "b", size: 1.5 }]);
  expect((await fetch(url, send("PUT", { name: "b", constructor: "too long" }))).status).toBe(400);
  expect(await (await fetch(url, send("PUT", { name: "b", constructor: "c", valueOf: "v" }))).json()).toEqual({ name: "b", constructor: "c", valueOf: "v" });
});

test("parameters of a path may have these names", () => {
  const parameters = NAMES.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
  const path = NAMES.map((name) => `/{${name}}`).join("");
  const { operations } = createContract({ paths: { [path]: { get: { operationId: "getIt", parameters, responses: { 204: {} } } } } });
  expect(createRouter(operations, false)("GET", "/a/b/c/d/e")).toMatchObject({ path: Object.fromEntries(NAMES.map((name, index) => [name, "abcde"[index]])) });
});

test("If-Match and If-None-Match have an effect where the contract documents 412", async () => {
  const { fetch } = open();
  const tag = async () => (await fetch(url)).headers.get("etag") ?? "";
  expect(await tag()).toBe('"example"');
  expect((await fetch(url, send("PUT", { name: "b" }, { "if-match": '"stale"' }))).status).toBe(412);
  expect((await fetch(url, send("PUT", { name: "b" }, { "if-match": '"other", "example"' }))).status).toBe(200);
  const second = await tag();
  expect(second).not.toBe('"example"');
  expect((await fetch(url, send("PATCH", { name: "c" }, { "if-match": '"example"' }))).status).toBe(412);
  expect((await fetch(url, send("PATCH", { name: "c" }, { "if-match": second }))).status).toBe(200);
  expect((await fetch(url, send("PUT", { name: "d" }, { "if-none-match": "*" }))).status).toBe(412);
  // RFC 9110 §13.1: the first compares strongly, the second weakly.
  const third = await tag();
  expect((await fetch(url, send("PUT", { name: "d" }, { "if-match": `W/${third}` }))).status).toBe(412);
  expect((await fetch(url, send("PUT", { name: "d" }, { "if-none-match": `"other", W/${third}` }))).status).toBe(412);
  expect((await fetch(url, send("PUT", { name: "c" }, { "if-none-match": 'W/"other"' }))).status).toBe(200);
  expect((await fetch(url, { method: "DELETE", headers: { "if-match": second } })).status).toBe(412);
  expect((await fetch(url, { method: "DELETE", headers: { "if-match": "*" } })).status).toBe(204);
});

test("a weak tag never matches If-Match, and matches If-None-Match with and without W/", async () => {
  const { fetch } = open('W/"example"');
  expect((await fetch(url, send("PUT", { name: "b" }, { "if-match": 'W/"example"' }))).status).toBe(412);
  for (const tag of ['W/"example"', '"example"']) expect((await fetch(url, send("PUT", { name: "b" }, { "if-none-match": tag }))).status).toBe(412);
});
