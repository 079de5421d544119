import document from "@keywright/vault/openapi.json" with { type: "json" };
import { documentedResponses, expectDocumented, expectRejected, jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { operations } from "../../src/generated/operations.ts";
import { type ListItemsInput, rawFilter } from "../../src/index.ts";
import { badIdsAs, expectIdRejected } from "./bad-ids.ts";
import { baseUrl, clientOn } from "../support.ts";

const input: ListItemsInput = { vaultUUID: "iihcwjkpp63v2nsmo436sdbeuu" };

describe("listItems", () => {
  it("requests all items of the vault, with the token and without a query", async () => {
    const fetch = recordingFetch(jsonResponse(200, []));
    await clientOn(fetch).listItems(input);
    expect(fetch.requests).toEqual([
      {
        method: "GET",
        url: `${baseUrl}/v1/vaults/iihcwjkpp63v2nsmo436sdbeuu/items`,
        headers: { accept: "application/json", authorization: "Bearer token-1" },
        body: undefined,
      },
    ]);
  });

  it("sends the filter in the query, next to the vault in the path", async () => {
    const fetch = recordingFetch(jsonResponse(200, []));
    await clientOn(fetch).listItems({ ...input, filter: rawFilter('title eq "Finance portal"') });
    expect(fetch.requests).toEqual([
      {
        method: "GET",
        url: `${baseUrl}/v1/vaults/iihcwjkpp63v2nsmo436sdbeuu/items?filter=title%20eq%20%22Finance%20portal%22`,
        headers: { accept: "application/json", authorization: "Bearer token-1" },
        body: undefined,
      },
    ]);
  });

  it.each([
    ['tag eq "R&D"', "tag%20eq%20%22R%26D%22"],
    ['title co "#1"', "title%20co%20%22%231%22"],
    ['title eq "C++"', "title%20eq%20%22C%2B%2B%22"],
    ['title eq "100%"', "title%20eq%20%22100%25%22"],
    ['title eq "the \\"inner\\" ring"', "title%20eq%20%22the%20%5C%22inner%5C%22%20ring%22"],
    ['title eq "a=b?c/d;e,f"', "title%20eq%20%22a%3Db%3Fc%2Fd%3Be%2Cf%22"],
    ['title eq "Zürich 鍵🔑"', "title%20eq%20%22Z%C3%BCrich%20%E9%8D%B5%F0%9F%94%91%22"],
  ])("sends the whole filter %s and nothing else", async (filter, encoded) => {
    const fetch = recordingFetch(jsonResponse(200, []));
    await clientOn(fetch).listItems({ ...input, filter: rawFilter(filter) });
    const url = fetch.requests[0]?.url ?? "";
    expect(url).toBe(`${baseUrl}/v1/vaults/iihcwjkpp63v2nsmo436sdbeuu/items?filter=${encoded}`);
    expect([...new URL(url).searchParams]).toEqual([["filter", filter]]);
  });

  it.each(badIdsAs("vaultUUID"))("rejects $wrong as $parameter and sends nothing", async (bad) => {
    await expectIdRejected(bad, (fetch) => clientOn(fetch).listItems({ ...input, [bad.parameter]: bad.id }));
  });

  it("rejects a filter that is longer than the service allows and sends nothing", async () => {
    const filter = rawFilter(`title eq "${"a".repeat(16_384)}"`);
    const error = await expectRejected((fetch) => clientOn(fetch).listItems({ ...input, filter }));
    expect(error).toMatchObject({ argument: "filter", message: expect.stringContaining("must have at most 16384 characters") });
  });

  it.each(["filters", "tag", "itemUUID", "body"])("rejects the unknown parameter %s and lists the known ones", async (name) => {
    const error = await expectRejected((fetch) => clientOn(fetch).listItems({ ...input, [name]: "x" }));
    expect(error.argument).toBe(name);
    expect(error.message).toContain(`listItems: ${name} is not known here: use vaultUUID, filter; got `);
  });

  it.each(documentedResponses(document, operations.listItems))("handles status $status ($example) as documented", async (answer) => {
    await expectDocumented(answer, (fetch) => clientOn(fetch).listItems({ ...input, filter: rawFilter('tag eq "finance"') }));
  });
});
