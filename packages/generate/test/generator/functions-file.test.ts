import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { make } from "../made.ts";

const json = (schema: object): object => ({ "200": { description: "Done.", content: { "application/json": { schema } } } });
const query = (name: string, schema: object): object => ({ name, in: "query", schema });
const page = { type: "object", required: ["items"], properties: { items: { type: "array", items: { type: "string" } }, next: { type: "string" } } };

/** Operations whose ids are reserved words or names that the file imports, and that need different parts of core. */
const contract = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  servers: [{ url: "https://thing.invalid" }],
  security: [{ access: [] }],
  paths: {
    "/delete": {
      get: { operationId: "delete", parameters: [query("kind", { type: "array", items: { type: "string" } })], responses: json({ type: "object" }) },
    },
    "/rows": { get: { operationId: "rows", responses: json({ type: "object" }) } },
    "/operations": { get: { operationId: "operations", responses: json({ type: "object" }) } },
    "/pages": {
      get: {
        operationId: "paginate",
        parameters: [query("after", { type: "string" })],
        responses: json(page),
        "x-pagination": { style: "cursor-query", items: "items", next: "next", cursor: "after" },
      },
    },
    "/keyed": { get: { operationId: "createFunction", security: [{ key: [] }], responses: json({ type: "object" }) } },
    "/files": {
      servers: [{ url: "https://files.invalid", "x-name": "files" }],
      post: {
        operationId: "clientSettings",
        requestBody: { required: true, content: { "application/json": { schema: { type: "object", properties: { size: { type: "integer", minimum: 1 } } } } } },
        responses: json({ type: "object" }),
      },
    },
  },
  components: { securitySchemes: { access: { type: "http", scheme: "bearer" }, key: { type: "apiKey", in: "header", name: "x-key" } } },
};

const made = await make(contract, { rules: "foreign" });
const functions = made.module["functions"] as { readonly [id: string]: ((...given: readonly unknown[]) => Promise<unknown>) & AsyncIterable<unknown> };
const settingsOf = (fetch: unknown, more: object = {}): object => ({
  baseUrl: "https://thing.example.com",
  token: "t",
  credentials: { key: "k" },
  servers: { files: { baseUrl: "https://files.example.com", token: "t-files" } },
  fetch,
  ...more,
});
function catchOf(run: () => unknown): Record<string, string> {
  try {
    run();
  } catch (error) {
    return error as Record<string, string>;
  }
  throw new Error("nothing was thrown");
}

const ok = (): Response => jsonResponse(200, {});

describe("the functions of a contract", () => {
  it("have the names of the operations, also reserved words and names that the file imports", () => {
    expect(Object.keys(functions).sort()).toEqual(["clientSettings", "createFunction", "delete", "operations", "paginate", "rows"]);
  });

  it("send each operation to its server with its credential, from one object of settings", async () => {
    const fetch = recordingFetch(ok, ok, ok, ok);
    const settings = settingsOf(fetch);
    await functions["delete"]?.(settings, { kind: ["a", "b"] });
    await functions["rows"]?.(settings);
    await functions["createFunction"]?.(settings);
    await functions["clientSettings"]?.(settings, { body: { size: 1 } });
    expect(fetch.requests.map(({ url, headers, body }) => [url, headers["authorization"], headers["x-key"], body])).toEqual([
      ["https://thing.example.com/delete?kind=a&kind=b", "Bearer t", undefined, undefined],
      ["https://thing.example.com/rows", "Bearer t", undefined, undefined],
      ["https://thing.example.com/keyed", undefined, "k", undefined],
      ["https://files.example.com/files", "Bearer t-files", undefined, '{"size":1}'],
    ]);
  });

  it("iterate over lists", async () => {
    const fetch = recordingFetch(
      () => jsonResponse(200, { items: ["a"], next: "2" }),
      () => jsonResponse(200, { items: ["b"] }),
    );
    const items: unknown[] = [];
    const list = functions["paginate"] as (settings: object) => unknown;
    for await (const item of list(settingsOf(fetch)) as AsyncIterable<unknown>) items.push(item);
    expect(items).toEqual(["a", "b"]);
  });

  it("check the input before anything is sent", async () => {
    const fetch = recordingFetch();
    await expect(functions["clientSettings"]?.(settingsOf(fetch), { body: { size: 0 } })).rejects.toMatchObject({ argument: "body.size" });
    await expect(functions["delete"]?.(settingsOf(fetch), { kind: [Number.NaN] })).rejects.toMatchObject({ argument: "kind[0]" });
    await expect(functions["delete"]?.(settingsOf(fetch), { sort: "a" })).rejects.toMatchObject({ argument: "sort" });
    expect(fetch.requests).toEqual([]);
  });

  it("reject settings that no client can have", async () => {
    await expect(functions["rows"]?.(undefined)).rejects.toMatchObject({
      code: "invalid-configuration",
      message: "rows: the settings must be the options of a client, an object with at least baseUrl; got nothing",
    });
    await expect(functions["rows"]?.(settingsOf(ok, { onEvent: () => {} }))).rejects.toMatchObject({ code: "invalid-configuration" });
    await expect(functions["clientSettings"]?.(settingsOf(ok, { servers: {} }), { body: {} })).rejects.toMatchObject({ option: "servers.files.baseUrl" });
  });

  it("share the retry quota of one object", async () => {
    const fetch = recordingFetch(...Array.from({ length: 200 }, () => () => jsonResponse(503, {})));
    const clock = {
      now: () => 0,
      wallNow: () => 0,
      random: () => 0,
      clear: () => {},
      after: (ms: number, call: () => void) => ms < 1000 && void Promise.resolve().then(call),
    };
    const settings = settingsOf(fetch, { clock, retry: { maxRetries: 30 }, timeoutMs: 2000 });
    await functions["rows"]?.(settings).catch(() => {});
    const before = fetch.requests.length;
    await expect(functions["operations"]?.(settings)).rejects.toMatchObject({ stopReason: "quota-used" });
    expect(fetch.requests.length - before).toBeLessThan(before);
    await expect(functions["operations"]?.({ ...settings, retry: false })).rejects.toMatchObject({ stopReason: "attempts-used" });
  });

  it("read settings at the first call; a copy with another token has the checks of the first", async () => {
    const { clientSettings: checked } = await import("@keywright/core/client");
    const fetch = recordingFetch(ok, ok, ok, ok);
    const settings = settingsOf(fetch) as { token: string };
    await functions["rows"]?.(settings);
    settings.token = "other";
    await functions["rows"]?.(settings);
    const events: unknown[] = [];
    const all = checked(Object.create({ ...settings, onEvent: (event: unknown) => events.push(event) }) as { readonly baseUrl: string });
    await functions["rows"]?.(all);
    await functions["rows"]?.({ ...all, token: "third" });
    expect(fetch.requests.map(({ headers }) => headers["authorization"])).toEqual(["Bearer t", "Bearer t", "Bearer other", "Bearer third"]);
    expect(events.length).toBeGreaterThan(1);
    await expect(functions["rows"]?.({ ...all, tokn: "t" })).rejects.toMatchObject({ option: "tokn" });
  });

  it("check the names of a server's own options only in checked settings", async () => {
    const { clientSettings: checked } = await import("@keywright/core/client");
    const files = { baseUrl: "https://files.example.com", token: "t-files", timeoutMs: 5 };
    const settings = settingsOf(recordingFetch(ok), { servers: { files } }) as { readonly baseUrl: string };
    const upload = functions["clientSettings"];
    await expect(upload?.(checked(settings), { body: {} })).rejects.toMatchObject({ option: "servers.files.timeoutMs" });
    await upload?.(settings, { body: {} });
  });

  it("check the options of a list's methods only in checked settings", async () => {
    const { clientSettings: checked } = await import("@keywright/core/client");
    const pagesOf = (settings: object): ((options: object) => unknown) =>
      (Object(functions["paginate"]?.(settings)) as { pages: (options: object) => unknown }).pages;
    const settings = settingsOf(ok) as { readonly baseUrl: string };
    expect(() => pagesOf(checked(settings))({ max: 1 })).toThrow("max is not an option of paginate().pages; its options are none");
    expect(() => pagesOf(settings)({ max: 1 })).not.toThrow();
  });

  it("check the names of servers as the client does", async () => {
    const { clientSettings: checked } = await import("@keywright/core/client");
    const files = { baseUrl: "https://files.example.com" };
    for (const servers of [undefined, {}, { files, fils: files }]) {
      const settings = settingsOf(ok, { servers }) as { readonly baseUrl: string };
      const { option, message } = catchOf(() => made.client(settings));
      expect(option).toMatch(/^servers(\.files|\.fils)?$/);
      for (const [id, input] of [["clientSettings", { body: {} }] as const, ["rows"] as const])
        await expect(functions[id]?.(checked(settings), input)).rejects.toMatchObject({ option, message });
    }
  });

  it("compile with the types of the methods", () => {
    const program = (call: string): string => `import * as functions from "./functions.ts";
      const settings = { baseUrl: "https://thing.example.com", servers: { files: { baseUrl: "https://files.example.com" } } };
      ${call};`;
    expect(made.typeErrors(program("const items: AsyncIterable<string> = functions.paginate(settings, { after: 'a' })"))).toEqual([]);
    expect(made.typeErrors(program("void functions.clientSettings(settings, { body: { size: 1 } }, { timeoutMs: 1 })"))).toEqual([]);
    expect(made.typeErrors(program("void functions.clientSettings(settings, {})"))).not.toEqual([]);
    expect(made.typeErrors(program("void functions.rows({ ...settings, onEvent: () => {} })"))).not.toEqual([]);
  });
});
