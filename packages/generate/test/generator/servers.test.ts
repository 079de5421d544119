import { describe, expect, it } from "vitest";
import { recordingFetch } from "@keywright/tool-test-kit/testing";
import { make } from "../made.ts";
import { operationAt, yamlOf } from "./yaml-contract.ts";

const uploads = "servers: [{ url: https://uploads.invalid, x-name: uploads, description: Takes files. }]";
const contract = yamlOf(`servers:
  - url: https://thing.invalid
security: [{ bearer: [] }]
paths:
${operationAt("getThing", "")}${operationAt("getUpload", uploads)}${operationAt("getKeyed", `${uploads}\nsecurity: [{ key: [] }]`)}${operationAt("getSame", "servers: [{ url: https://thing.invalid }]")}  /part:
    servers: [{ url: https://parts.invalid, x-name: parts }]
    get:
      operationId: getPart
      summary: Gets a part
      x-retry: safe
      security: []
      responses:
        "204":
          description: Done.
        "400":
          description: Refused.
components:
  securitySchemes:
    bearer: { type: http, scheme: bearer }
    key: { type: apiKey, in: header, name: x-key }
`);

const feature = await make(contract);
const servers = {
  uploads: { baseUrl: "https://uploads.example.com/v2", token: "t-uploads", credentials: { key: "k" } },
  parts: { baseUrl: "https://parts.example.com" },
};

describe("a client of several servers", () => {
  it("sends each operation to its server, with the credentials and the headers of that server alone", async () => {
    const { client, fetch } = feature.client({ token: "t-thing", headers: { "x-tenant": "a" }, servers });
    for (const id of ["getThing", "getUpload", "getKeyed", "getSame", "getPart"]) await client[id]?.();
    await client.raw["getUpload"]?.();
    const credentials = ["authorization", "x-key", "x-tenant"];
    expect(fetch.requests.map(({ url, headers }) => [url, ...credentials.map((name) => headers[name])])).toEqual([
      ["https://thing.example.com/getThing", "Bearer t-thing", undefined, "a"],
      ["https://uploads.example.com/v2/getUpload", "Bearer t-uploads", undefined, undefined],
      ["https://uploads.example.com/v2/getKeyed", undefined, "k", undefined],
      ["https://thing.example.com/getSame", "Bearer t-thing", undefined, "a"],
      ["https://parts.example.com/part", undefined, undefined, undefined],
      ["https://uploads.example.com/v2/getUpload", "Bearer t-uploads", undefined, undefined],
    ]);
  });

  it("never sends the client's own credential to another server", async () => {
    const { client, fetch } = feature.client({
      token: "t",
      credentials: { key: "k" },
      servers: { ...servers, uploads: { baseUrl: "https://uploads.example.com" } },
    });
    await expect(client["getUpload"]?.()).rejects.toMatchObject({
      code: "missing-token",
      option: "servers.uploads.token",
      message: "getUpload needs a token: give servers.uploads.token a string, a function that returns one, or a token provider with getToken",
    });
    await expect(client["getKeyed"]?.()).rejects.toMatchObject({ message: "getKeyed needs a credential: give the client servers.uploads.credentials.key" });
    expect(fetch.requests).toEqual([]);
  });

  it("keeps a middleware at the origin of the operation's server", async () => {
    const moved = [(request: object, next: (request: object) => unknown) => next({ ...request, url: "https://thing.example.com/x" })];
    const { client, fetch } = feature.client({ token: "t", servers, middleware: moved });
    await expect(client["getUpload"]?.()).rejects.toThrow("a middleware changed the address to another origin than baseUrl");
    expect(fetch.requests).toEqual([]);
  });

  it("shares the other options, inherited ones too, and reports each server by its own address", async () => {
    const addresses = new Set<string>();
    const onEvent = ({ call }: { readonly call: { readonly serverAddress: string } }): void => void addresses.add(call.serverAddress);
    const inherited = Object.create({ servers, token: "t", retry: false, onEvent }) as object;
    const failing = recordingFetch(new Response(null, { status: 503 }), new Response(null, { status: 503 }));
    const { client } = feature.client(Object.create(inherited) as object, failing);
    for (const id of ["getThing", "getUpload"]) await expect(client[id]?.()).rejects.toMatchObject({ status: 503 });
    expect([failing.requests.length, ...addresses]).toEqual([2, "thing.example.com", "uploads.example.com"]);
  });

  it.each([
    [undefined, "the client: servers must be an object with uploads, parts; got nothing"],
    [{ uploads: servers.uploads }, "the client: servers.parts must be an object with at least baseUrl; got nothing"],
    [{ ...servers, upload: {} }, "servers.upload is not an option of the client; did you mean servers.uploads?"],
    [{ ...servers, parts: { baseUrl: "https://parts.example.com", retry: false } }, "servers.parts.retry is not an option of the client"],
    [{ ...servers, parts: { baseUrl: "parts" } }, "servers.parts.baseUrl must be a whole address with its scheme"],
    [
      { ...servers, parts: { baseUrl: "http://parts.example.com" } },
      "servers.parts.baseUrl is http:// to parts.example.com, which would send credentials in clear text",
    ],
    [
      { ...servers, uploads: { ...servers.uploads, credentials: { key: "" } } },
      "the client: servers.uploads.credentials.key must be a key of visible ASCII characters",
    ],
  ])("rejects the servers %j", (given, message) => {
    expect(() => feature.client({ servers: given })).toThrow(message);
  });

  it("compiles with all of its servers and their options, and without one of them or with another option does not", () => {
    const errorsOf = (given: string): string[] =>
      feature.typeErrors(`import { createThingClient } from "./index.ts";\ncreateThingClient({ baseUrl: "https://thing.example.com", servers: ${given} });`);
    const parts = 'parts: { baseUrl: "b" }';
    expect(errorsOf(`{ uploads: { baseUrl: "a", token: "t", credentials: { key: "k" }, headers: { "x-a": "a" } }, ${parts} }`)).toEqual([]);
    expect(errorsOf('{ uploads: { baseUrl: "a" } }').join()).toContain("Property 'parts' is missing");
    expect(errorsOf(`{ uploads: { token: "t" }, ${parts} }`).join()).toContain("Property 'baseUrl' is missing");
    expect(errorsOf(`{ uploads: { baseUrl: "a", retry: false }, ${parts} }`).join()).toContain("'retry' does not exist");
    expect(errorsOf(`{ uploads: { baseUrl: "a" }, upload: { baseUrl: "a" }, ${parts} }`).join()).toContain("'upload' does not exist");
    // What an editor shows.
    expect(feature.files["client.ts"]).toMatch(/\/\*\* Takes files\. \*\/\s+readonly uploads:/);
  });
});
