import document from "@keywright/vault/openapi.json" with { type: "json" };
import { documentedResponses, expectDocumented, expectRejected, jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { rawFilter } from "../../src/index.ts";
import { describe, expect, it } from "vitest";
import { operations } from "../../src/generated/operations.ts";
import { baseUrl, clientOn } from "../support.ts";

describe("listVaults", () => {
  it("requests all vaults, with the token and without a query", async () => {
    const fetch = recordingFetch(jsonResponse(200, []), jsonResponse(200, []));
    await clientOn(fetch).listVaults();
    await clientOn(fetch).listVaults({});
    const request = { method: "GET", url: `${baseUrl}/v1/vaults`, headers: { accept: "application/json", authorization: "Bearer token-1" }, body: undefined };
    expect(fetch.requests).toEqual([request, request]);
  });

  it("sends the filter in the query", async () => {
    const fetch = recordingFetch(jsonResponse(200, []));
    await clientOn(fetch).listVaults({ filter: rawFilter('name eq "Production"') });
    expect(fetch.requests).toEqual([
      {
        method: "GET",
        url: `${baseUrl}/v1/vaults?filter=name%20eq%20%22Production%22`,
        headers: { accept: "application/json", authorization: "Bearer token-1" },
        body: undefined,
      },
    ]);
  });

  it.each([
    ['name eq "R&D"', "name%20eq%20%22R%26D%22"],
    ['name eq "no. #1"', "name%20eq%20%22no.%20%231%22"],
    ['name eq "C++"', "name%20eq%20%22C%2B%2B%22"],
    ['name eq "50%"', "name%20eq%20%2250%25%22"],
    ['name eq "50%25"', "name%20eq%20%2250%2525%22"],
    ['name eq "the \\"inner\\" ring"', "name%20eq%20%22the%20%5C%22inner%5C%22%20ring%22"],
    ['name eq "a=b?c/d;e,f"', "name%20eq%20%22a%3Db%3Fc%2Fd%3Be%2Cf%22"],
    ['title eq "Zürich"', "title%20eq%20%22Z%C3%BCrich%22"],
    ['title eq "鍵🔑"', "title%20eq%20%22%E9%8D%B5%F0%9F%94%91%22"],
  ])("sends the whole filter %s and nothing else", async (filter, encoded) => {
    const fetch = recordingFetch(jsonResponse(200, []));
    await clientOn(fetch).listVaults({ filter: rawFilter(filter) });
    const url = fetch.requests[0]?.url ?? "";
    expect(url).toBe(`${baseUrl}/v1/vaults?filter=${encoded}`);
    expect([...new URL(url).searchParams]).toEqual([["filter", filter]]);
  });

  it("treats an undefined filter as missing", async () => {
    const fetch = recordingFetch(jsonResponse(200, []));
    await clientOn(fetch).listVaults({ ["filter" as string]: undefined });
    expect(fetch.requests[0]?.url).toBe(`${baseUrl}/v1/vaults`);
  });

  it("rejects a filter with a lone surrogate, which no URL can contain, and does not repeat it", async () => {
    const filter = 'name eq "\ud83d"';
    const error = await expectRejected((fetch) => clientOn(fetch).listVaults({ filter: rawFilter(filter) }));
    expect(error.argument).toBe("filter");
    expect(error.message).not.toContain(filter);
  });

  it.each([5, true, {}])("rejects the filter %o, which is not a string", async (filter) => {
    const error = await expectRejected((fetch) => clientOn(fetch).listVaults({ ["filter" as string]: filter }));
    expect(error.argument).toBe("filter");
  });

  it.each(["filters", "Filter", "limit", "vaultUUID", "body"])("rejects the unknown parameter %s and lists the known ones", async (name) => {
    const error = await expectRejected((fetch) => clientOn(fetch).listVaults({ [name]: "x" }));
    expect(error.argument).toBe(name);
    expect(error.message).toContain(`listVaults: ${name} is not known here: use filter; got `);
  });

  it("rejects a filter that is passed without its name", async () => {
    const error = await expectRejected((fetch) => clientOn(fetch).listVaults('name eq "Production"' as never));
    expect(error.message).not.toContain("Production");
  });

  it.each(documentedResponses(document, operations.listVaults))("handles status $status ($example) as documented", async (answer) => {
    await expectDocumented(answer, (fetch) => clientOn(fetch).listVaults({ filter: rawFilter('name eq "Production"') }));
  });
});
