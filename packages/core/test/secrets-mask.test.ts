import { jsonResponse } from "@keywright/tool-test-kit/testing";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import type { Operation, ValueTree } from "../src/client.ts";
import { baseUrl, callOf, getThing, listOf } from "./support.ts";

const tree: ValueTree = { fields: [{ value: true, totp: true, details: { history: true } }], token: true, files: [{ content: true }], names: [true] };

async function given(body: unknown, response: ValueTree = tree): Promise<unknown> {
  return callOf({ ...getThing, secrets: { response } }, { fetch: async () => jsonResponse(200, body) })({ thingId: "a" });
}

const item = {
  id: "i-1",
  title: "Login",
  token: "sentinel-1",
  fields: [
    { id: "password", value: "sentinel-2", totp: "sentinel-3", details: { strength: 3, history: ["sentinel-4", "sentinel-5"] } },
    { id: "name", value: "" },
  ],
  files: [{ name: "a.txt", content: "sentinel-6" }],
};

describe("a response with secrets", () => {
  it("prints [secret] in their place, and all else", async () => {
    const printed = inspect(await given(item), { depth: 10 });
    expect(printed).not.toContain("sentinel");
    expect(printed.match(/\[secret\]/g)?.length).toBe(6);
    for (const shown of ["i-1", "Login", "password", "strength: 3", "a.txt"]) expect(printed).toContain(shown);
  });

  it("prints none in a log line, within another object, in a list or in an error", async () => {
    const value = await given(item);
    for (const holder of [
      [value],
      { value },
      new Map([["a", value]]),
      { deep: { deeper: [{ value }] } },
      new Error("a", { cause: value }),
      Promise.resolve(value),
    ]) {
      expect(inspect(holder, { depth: 10 })).not.toContain("sentinel");
      expect(inspect(holder, { depth: 10, showHidden: true })).not.toContain("sentinel");
    }
  });

  it("prints none of its parts", async () => {
    const { fields, files } = (await given(item)) as typeof item;
    expect(inspect([fields[0], fields[0]?.details, files[0], files], { depth: 10 })).not.toContain("sentinel");
  });

  it("is for code as it came: each value, its properties, and what is written of it", async () => {
    const value = (await given(item)) as typeof item;
    expect(value.fields[0]?.details?.history).toEqual(["sentinel-4", "sentinel-5"]);
    expect(value).toEqual(item);
    expect(Object.keys(value)).toEqual(Object.keys(item));
    expect(JSON.stringify(value)).toBe(JSON.stringify(item));
    expect(structuredClone(value)).toEqual(item);
  });

  it("goes back to the service whole", async () => {
    const value = await given(item);
    const sent: unknown[] = [];
    const operation: Operation = { ...getThing, method: "PUT", body: { mediaType: "application/json" } };
    const fetch = async (_url: string, init: RequestInit): Promise<Response> => {
      sent.push(init.body);
      return jsonResponse(200, {});
    };
    await callOf(operation, { fetch })({ thingId: "a", body: value });
    expect(sent).toEqual([JSON.stringify(item)]);
  });

  it("that is a list prints none", async () => {
    const printed = inspect(await given([{ content: "sentinel" }, { content: "sentinel" }], [{ content: true }]), { depth: 10 });
    expect(printed).not.toContain("sentinel");
  });

  it("of a page prints none, neither as a page nor as an item", async () => {
    const list: Operation = {
      ...getThing,
      pathParameters: {},
      path: "/things",
      pagination: { style: "next-link", items: "results", next: "next", cursor: "after" },
      secrets: { response: { results: [{ value: true }] } },
    };
    const paginator = listOf(list, { fetch: async () => jsonResponse(200, { results: [{ id: 1, value: "sentinel" }] }) })();
    const pages: unknown[] = [];
    for await (const page of paginator.pages()) pages.push(page);
    expect(pages).toEqual([{ items: [{ id: 1, value: "sentinel" }], resumeAt: undefined }]);
    expect(inspect(pages, { depth: 10 })).not.toContain("sentinel");
  });

  it("is not printed if a text is an element", async () => {
    const value = await given({ names: ["sentinel", "sentinel"] });
    expect(inspect(value, { depth: 10 })).not.toContain("sentinel");
    expect((value as { names: string[] }).names[1]).toBe("sentinel");
  });

  it.each([
    ["objects in place of lists", { fields: { value: { value: "a" } }, files: { content: 1 } }],
    ["lists in place of objects", [[{ fields: [] }]]],
    ["texts in place of both", { fields: "a", files: ["b", null], token: null }],
    ["a text", "a"],
    ["null", null],
    ["nothing of it", {}],
  ])("of another shape is returned as it came: %s", async (_what, body) => {
    const value = await given(body);
    expect(value).toEqual(body);
    expect(() => inspect(value, { depth: 10 })).not.toThrow();
  });

  // Names that every object has from the language are no part of the contract.
  it.each([
    '{"__proto__":{"__proto__":{"a":1}}}',
    '{"constructor":{"constructor":{"prototype":{"a":1}}}}',
    '{"constructor":{"caller":{"a":1},"arguments":{"a":1}}}',
    '{"toString":{"call":{"a":1}},"hasOwnProperty":{"a":{}}}',
    '{"fields":[{"__proto__":{"value":"a"}},{"constructor":{"name":"a"}}]}',
  ])("may have properties with names of the language: %s", async (text) => {
    const fetch = async (): Promise<Response> => new Response(text, { headers: { "content-type": "application/json" } });
    const value = await callOf({ ...getThing, secrets: { response: tree } }, { fetch })({ thingId: "a" });
    expect(JSON.stringify(value)).toBe(text);
    expect(() => inspect(value, { depth: 10 })).not.toThrow();
  });
});

describe("a client", () => {
  it("prints nothing of its options, and writes nothing of them", async () => {
    const { createClient } = await import("../src/client.ts");
    const client = createClient({ operations: { getThing } }, { baseUrl, token: "sentinel", headers: { "x-key": "sentinel" } });
    expect(`${inspect(client, { depth: 10, showHidden: true })}${JSON.stringify(client)}${String(client)}`).not.toContain("sentinel");
  });
});
