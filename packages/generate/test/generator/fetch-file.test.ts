import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { generate } from "../../src/lib/generator/generate.ts";
import { typeErrorsOf } from "../type-errors.ts";

const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
const response = {
  description: "It.",
  content: { "application/json": { schema: { type: "object", properties: { size: { type: "integer", format: "int64" } } } } },
};
const CONTRACT = {
  openapi: "3.1.0",
  info: { title: "Depot", version: "1.0.0" },
  servers: [{ url: "https://depot.example.com" }],
  components: { securitySchemes: { access: { type: "apiKey", in: "header", name: "X-Key" } } },
  security: [{ access: [] }],
  paths: {
    "/things/{id}": { get: { operationId: "getThing", parameters: [id], responses: { 200: response } } },
    "/uploads/{id}": {
      put: {
        operationId: "putUpload",
        servers: [{ url: "https://uploads.example.com", "x-name": "uploads" }],
        parameters: [id],
        requestBody: { required: true, content: { "application/octet-stream": {} } },
        responses: { 204: { description: "Done." } },
      },
    },
  },
};

const USE = `import { createDepotFetch } from "./fetch.ts";
const credentials = { access: "key" };
const depot = createDepotFetch({ baseUrl: "https://depot.example.com", credentials, servers: { uploads: { baseUrl: "https://uploads.example.com", credentials } } });
const { data } = await depot.GET("/things/{id}", { params: { path: { id: "1" } } });
export const size: string | undefined = data?.size;
// @ts-expect-error the contract has no such path
await depot.GET("/others");
// @ts-expect-error the path is needed
await depot.request("get", "/things/{id}");
await depot.request("get", "/others");
`;

it("a client of openapi-fetch compiles, with the credentials and servers of its contract", async () => {
  const folder = await mkdtemp(join(tmpdir(), "keywright-fetch-"));
  try {
    const file = join(folder, "openapi.json");
    await writeFile(file, JSON.stringify(CONTRACT));
    const files: { readonly [name: string]: string } = await generate(file, { house: false, fetch: true });
    expect(files["fetch.ts"]).toContain(
      "createFetchClient(createClient<paths>, { operations, writeUrl, credentials: namedCredentials, readInt64, bodies: { bytes: writeBytes } }",
    );
    expect(typeErrorsOf({ ...files, "use.ts": USE })).toEqual([]);
    expect(await generate(file, { house: false })).not.toHaveProperty(["fetch.ts"]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
