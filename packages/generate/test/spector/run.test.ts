import { once } from "node:events";
import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Spec } from "./compile.ts";
import { generateSpec, type Result, runScenario, type Service } from "./run.ts";
import type { MockApi } from "./scenarios.ts";
import { CACHE, linkCore } from "./suite.ts";
import { checkTypes } from "./types.ts";

const json = (schema: object) => ({ content: { "application/json": { schema } } });
const box = { $ref: "#/components/schemas/Box" };
const ok = { 200: { description: "A box.", ...json(box) } };

const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Boxes", version: "1" },
  servers: [{ url: "http://localhost:3000" }],
  paths: {
    "/boxes/{id}": {
      get: { operationId: "readBox", parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }], responses: ok },
      post: {
        operationId: "writeBox",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        requestBody: { required: true, ...json(box) },
        responses: { 204: { description: "Written." } },
      },
    },
    "/digest": { get: { operationId: "readDigest", requestBody: json(box), responses: ok } },
  },
  components: { schemas: { Box: { type: "object", properties: { size: { type: "integer" } } } } },
};

/** What the server answers: by path, the status and the body. Whatever it is sent as the body of a box comes back as the reason for a 400. */
const ANSWERS: { readonly [path: string]: readonly [status: number, body: string] } = {
  "/boxes/a": [200, '{"size":1}'],
  "/boxes/missing": [404, '{"message":"no box"}'],
  "/boxes/cut": [200, '{"size":'],
};

let root = "";
let server: Server;
let services: Awaited<ReturnType<typeof generateSpec>> = [];
const spec: Spec = { name: "boxes", documents: [], problem: undefined };

beforeAll(async () => {
  await linkCore();
  root = await mkdtemp(join(CACHE, "test-"));
  const document = join(root, "openapi.json");
  await writeFile(document, JSON.stringify(DOCUMENT));
  services = await generateSpec({ ...spec, documents: [document] }, root);
  server = createServer((request, response) => {
    const [status, body] = ANSWERS[request.url ?? ""] ?? [400, '{"message":"wrong body"}'];
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterAll(async () => {
  server.close();
  await rm(root, { recursive: true, force: true });
});

async function run(api: Partial<MockApi>, name = "Boxes", of: Spec = spec): Promise<Result> {
  const { port } = server.address() as AddressInfo;
  const apis = [{ uri: "/boxes/a", method: "get", response: { status: 200 }, ...api }];
  return runScenario({ name, spec: "boxes", apis }, of, services, { origin: `http://127.0.0.1:${port}` });
}

describe("a scenario", () => {
  it("passes if the value is the response", async () => {
    expect(await run({})).toEqual({ kind: "passed", reason: "" });
  });

  it("passes if the expected failure is thrown with its status", async () => {
    expect(await run({ uri: "/boxes/missing", response: { status: 404 } })).toEqual({ kind: "passed", reason: "" });
  });

  it("is wrong if the server rejects the request, and says why", async () => {
    const body = { contentType: "application/json", rawContent: '{"size":2}' };
    const result = await run({ uri: "/boxes/b", method: "post", request: { body }, response: { status: 204 } });
    expect(result).toMatchObject({ kind: "wrong", reason: expect.stringContaining("wrong body") as string });
  });

  it("is wrong if an expected failure does not come, or another one", async () => {
    expect(await run({ response: { status: 403 } })).toEqual({ kind: "wrong", reason: "expected the status 403, got 200" });
    expect(await run({ uri: "/boxes/missing", response: { status: 403 } })).toMatchObject({ kind: "wrong" });
    expect(await run({ uri: "/boxes/cut" })).toMatchObject({ kind: "wrong", reason: expect.stringContaining("ends in the middle") as string });
  });

  it("is rejected if the generator rejects its operation, whose neighbors work", async () => {
    expect(await run({ uri: "/digest" })).toMatchObject({
      kind: "refused",
      reason: expect.stringMatching(/^readDigest: a GET has a body/) as string,
    });
  });

  it("is not applicable if its contract has no such operation, or is none", async () => {
    expect(await run({ uri: "/lids" })).toEqual({ kind: "not applicable", reason: "a request matches no operation of the OpenAPI document" });
    const broken = { ...spec, problem: "crashed" };
    expect(await run({}, "Boxes", broken)).toEqual({ kind: "not applicable", reason: "its spec does not compile to OpenAPI 3.1: crashed" });
    expect(await run({}, "Payload_Xml_Boxes")).toMatchObject({ kind: "not applicable", reason: expect.stringContaining("XML") as string });
  });
});

describe("the compiler", () => {
  it("finds a broken client, and the scenarios whose input or value has another type", async () => {
    const { folder } = (services[0] as Service).client;
    const broken = join(root, "broken");
    await mkdir(broken);
    await writeFile(join(broken, "client.ts"), "export const createBrokenClient = (_: object): { readonly size: string } => ({ size: 1 });\n");
    await writeFile(join(broken, "index.ts"), 'export * from "./client.ts";\nexport const other: number = "";\n');
    const method = "readBox";
    const calls = [
      { scenario: "good", method, input: { id: "a" }, value: { size: 1 } },
      { scenario: "input", method, input: { id: 1 } },
      { scenario: "value", method, input: { id: "a" }, value: { size: "1" } },
    ];
    const { clients, scenarios } = await checkTypes(
      new Map([
        [folder, calls],
        [broken, []],
      ]),
    );
    expect(clients).toEqual(["broken/client.ts:1: Type 'number' is not assignable to type 'string'. (and 1 more)"]);
    expect([...scenarios]).toEqual([
      ["input", "Type 'number' is not assignable to type 'string'."],
      ["value", "Type 'string' is not assignable to type 'number'."],
    ]);
  });
});
