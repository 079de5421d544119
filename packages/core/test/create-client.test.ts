import { inspect } from "node:util";
import { jsonResponse, recordingFetch } from "@keywright/tool-testing";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { CallOptions, Paginator, RawResponse } from "../src/index.ts";
import { basicCredentials, binaryContent, createClient, formBody, maskSecrets, offsetPages, type Operation, pinAddress } from "../src/client.ts";
import { baseUrl, getThing } from "./support.ts";

interface Methods {
  getThing(input: { readonly thingId: string }, call?: CallOptions): Promise<{ readonly id: string }>;
}
interface RawMethods {
  getThing(input: { readonly thingId: string }, call?: CallOptions): Promise<RawResponse<{ readonly id: string }>>;
}

const row = {
  id: "readThing",
  method: "GET",
  path: "/v1/things",
  retry: "safe",
  security: { scheme: "bearer", scopes: [] },
  response: { status: 200, type: "json", mediaType: "application/json" },
  accept: "application/json",
} as const satisfies Operation;

const rows = {
  pages: { ...row, queryParameters: { offset: { type: "integer" } }, pagination: { style: "offset", offset: "offset", limit: "limit" } },
  bytes: { ...row, response: { status: 200, type: "bytes", mediaType: "application/octet-stream" } },
  secrets: { ...row, secrets: { response: { key: true } } },
  form: { ...row, method: "POST", retry: "never", body: { mediaType: "application/x-www-form-urlencoded" } },
  basic: { ...row, security: { scheme: "basic", scopes: [] } },
  address: { ...row, path: "", address: "href" },
} as const satisfies { readonly [what: string]: Operation };

const functions = {
  pages: { pages: { offset: offsetPages } },
  bytes: { readBytes: binaryContent },
  secrets: { maskSecrets },
  form: { writeForm: formBody },
  basic: { signBasic: basicCredentials },
  address: { pinAddress },
} as const;

const kinds = Object.keys(rows) as (keyof typeof rows)[];

describe("createClient", () => {
  it("creates a method for each operation and, under raw, one with status and headers", async () => {
    const fetch = recordingFetch(jsonResponse(200, { id: "a" }), jsonResponse(200, { id: "a" }));
    const client = createClient<Methods, RawMethods>({ operations: { getThing } }, { baseUrl, token: "token-1", fetch });
    expect(await client.getThing({ thingId: "a" })).toEqual({ id: "a" });
    expect(await client.raw.getThing({ thingId: "a" })).toMatchObject({ status: 200, data: { id: "a" } });
    expect(fetch.requests.map(({ url }) => url)).toEqual([`${baseUrl}/v1/things/a`, `${baseUrl}/v1/things/a`]);
  });

  it.each(kinds)("needs the function for %s if an operation does", (kind) => {
    const contract = { operations: { readThing: rows[kind] } };
    expect(() => createClient(contract, { baseUrl })).toThrow(expect.objectContaining({ name: "ConfigurationError", operationId: "readThing" }));
    const others = Object.assign({}, ...kinds.filter((other) => other !== kind).map((other) => functions[other])) as object;
    expect(() => createClient({ ...contract, ...others }, { baseUrl })).toThrow("readThing needs");
    expect(() => createClient({ ...contract, ...functions[kind] }, { baseUrl })).not.toThrow();
  });

  it("uses the functions of its contract", async () => {
    const text = { "content-type": "application/json" };
    const masked = createClient<{ readThing(): Promise<object> }, object>(
      { operations: { readThing: rows.secrets }, ...functions.secrets },
      { baseUrl, token: "token-1", fetch: async () => new Response('{"key":"sentinel"}', { headers: text }) },
    );
    expect(inspect(await masked.readThing(), { showHidden: true })).not.toContain("sentinel");
    const signing = recordingFetch(jsonResponse(200, {}));
    const signed = createClient<{ readThing(input: object): Promise<object> }, object>(
      { operations: { readThing: { ...rows.basic, queryParameters: {} } }, ...functions.basic },
      { baseUrl, fetch: signing },
    );
    await signed.readThing({ clientId: "a", clientSecret: "b" });
    expect(signing.requests[0]?.headers["authorization"]).toBe(`Basic ${btoa("a:b")}`);
    const paging = recordingFetch(jsonResponse(200, [1]), jsonResponse(200, []));
    const paged = createClient<{ readThing(input?: object): Paginator<number, number> }, object>(
      { operations: { readThing: rows.pages }, ...functions.pages },
      { baseUrl, token: "token-1", fetch: paging },
    );
    expect(await paged.readThing().toArray({ max: 5 })).toEqual([1]);
  });

  it("does not compile without a row for each method", () => {
    const create = () =>
      createClient<Methods, RawMethods>(
        {
          // @ts-expect-error the row of getThing is missing
          operations: {},
        },
        { baseUrl },
      );
    expectTypeOf(create).returns.toHaveProperty("raw");
  });
});
