import type { Paginator } from "@keywright/core";
import { addListTokens, copySpecs } from "@keywright/tool-test-kit/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type GeneratedMock, mockGenerated } from "./generated-mock.ts";

interface Operations {
  listTokens(input?: { readonly limit?: number; readonly after?: string }): Paginator<{ readonly id: string; readonly state: string }, string | undefined>;
}

describe("an operation that is added to a contract", () => {
  let mock: GeneratedMock<Operations>;
  let remove: () => Promise<void>;

  beforeAll(async () => {
    const specs = await copySpecs();
    ({ remove } = specs);
    await addListTokens(specs);
    mock = await mockGenerated("vault", specs.contract("vault"), specs.folder, "createVaultClient");
  }, 60_000);

  afterAll(async () => {
    await mock.close();
    await remove();
  });

  it("has a route on the mock, and a method that walks its pages there", async () => {
    expect(await mock.client.listTokens({ limit: 20 }).toArray({ max: 10 })).toEqual([
      { id: "token-1", state: "ACTIVE" },
      { id: "token-2", state: "EXPIRED" },
      { id: "token-3", state: "REVOKED" },
    ]);
    expect(mock.requests).toEqual(["/v1/tokens?limit=20", "/v1/tokens?limit=20&after=position-1", "/v1/tokens?limit=20&after=position-2"]);
  });

  it("is refused by the mock as the contract says", async () => {
    const response = await fetch(`${mock.url}/v1/tokens?limit=201`, { headers: { authorization: "Bearer any" } });
    expect(response.status).toBe(400);
    expect(response.headers.get("sl-violations")).toContain("limit");
    expect(await response.json()).toEqual({ status: 400, message: "limit must be a whole number of 1 to 200" });
  });
});
