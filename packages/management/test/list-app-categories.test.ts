import document from "@keywright/management/openapi.json" with { type: "json" };
import { documentedResponses, expectDocumented, jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { operations } from "../src/generated/operations.ts";
import { clientOn } from "./support.ts";

describe("listAppCategories", () => {
  it("requests the tree, with the token", async () => {
    const fetch = recordingFetch(jsonResponse(200, { id: "root" }));
    await clientOn(fetch).listAppCategories();
    expect(fetch.requests).toEqual([
      {
        method: "GET",
        url: "https://management.example.com/api/apps/v1/categories",
        headers: { accept: "application/json, application/problem+json", authorization: "Bearer token-1" },
        body: undefined,
      },
    ]);
  });

  it("takes call options as its first argument", async () => {
    const fetch = recordingFetch(jsonResponse(200, { id: "root" }), jsonResponse(200, { id: "root" }));
    const client = clientOn(fetch);
    await client.listAppCategories({ headers: { "x-request-id": "q-1" } });
    await client.raw.listAppCategories({ headers: { "x-request-id": "q-2" } });
    expect(fetch.requests.map(({ url, headers }) => [url, headers["x-request-id"]])).toEqual([
      ["https://management.example.com/api/apps/v1/categories", "q-1"],
      ["https://management.example.com/api/apps/v1/categories", "q-2"],
    ]);
  });

  it("rejects with the reason of a signal that has fired, and sends nothing", async () => {
    const fetch = recordingFetch(jsonResponse(200, { id: "root" }));
    const reason = new Error("the caller is gone");
    await expect(clientOn(fetch).listAppCategories({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(fetch.requests).toEqual([]);
  });

  it("returns a tree of any depth unchanged, with undocumented properties", async () => {
    let tree: object = { id: "leaf", name: "Leaf", later: { color: null } };
    for (let depth = 0; depth < 200; depth += 1) tree = { id: `${depth}`, children: [tree, { id: `${depth}-b`, children: [] }] };
    await expect(clientOn(recordingFetch(jsonResponse(200, tree))).listAppCategories()).resolves.toEqual(tree);
  });

  it.each(documentedResponses(document, operations.listAppCategories))("handles status $status ($example) as documented", async (answer) => {
    await expectDocumented(answer, (fetch) => clientOn(fetch).listAppCategories());
  });

  it("returns status and headers with raw", async () => {
    const fetch = recordingFetch(jsonResponse(200, { id: "root", children: [{ id: "a" }] }, { etag: '"3"' }));
    const { status, headers, body: data } = await clientOn(fetch).raw.listAppCategories();
    expect([status, headers.get("etag"), data.children?.[0]?.id]).toEqual([200, '"3"', "a"]);
  });
});
