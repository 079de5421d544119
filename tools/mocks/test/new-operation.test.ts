import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ClientOptions, Paginator } from "@keywright/core";
import type { OperationTable } from "@keywright/core/client";
import { generate } from "@keywright/generate";
import { addListTokens, copySpecs } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { startMockOf } from "../src/start-mock.ts";

interface Operations {
  listTokens(input?: { readonly limit?: number; readonly after?: string }): Paginator<{ readonly id: string; readonly state: string }, string | undefined>;
}

type Factory = (options: ClientOptions) => Operations;

/** Generates the vault contract with `listTokens` added, mocks it, and passes the mock's address and the generated factory to a test. */
async function withListTokens(test: (url: string, createVaultClient: Factory) => Promise<void>): Promise<void> {
  const specs = await copySpecs();
  try {
    await addListTokens(specs);
    const files = await generate(specs.contract("vault"));
    const documentPath = join(specs.folder, "openapi.json");
    const tablePath = join(specs.folder, "operations.ts");
    await writeFile(documentPath, files["openapi.json"]);
    await writeFile(tablePath, files["operations.ts"]);
    const clientPath = join(specs.folder, "client.ts");
    // No package is installed where the copy stands.
    const core = createRequire(import.meta.url).resolve("@keywright/core/client");
    await writeFile(clientPath, files["client.ts"].replaceAll('"@keywright/core/client"', JSON.stringify(core)));
    const { createVaultClient } = (await import(/* @vite-ignore */ pathToFileURL(clientPath).href)) as { readonly createVaultClient: Factory };
    const { operations: table } = (await import(/* @vite-ignore */ pathToFileURL(tablePath).href)) as { readonly operations: OperationTable };
    const mock = await startMockOf({ service: "vault", documentPath, table });
    try {
      await test(mock.url, createVaultClient);
    } finally {
      await mock.close();
    }
  } finally {
    await specs.remove();
  }
}

describe("an operation that is added to a contract", { timeout: 30_000 }, () => {
  it("has a route on the mock, and a method that walks its pages there", async () => {
    await withListTokens(async (url, createVaultClient) => {
      const requests: string[] = [];
      const fetch = async (address: string, init: RequestInit): Promise<Response> => {
        requests.push(address.slice(url.length));
        const response = await globalThis.fetch(address, init);
        expect(response.headers.get("sl-violations")).toBeNull();
        return response;
      };
      const client = createVaultClient({ baseUrl: url, token: "example-token", fetch });
      const tokens = await client.listTokens({ limit: 20 }).toArray({ max: 10 });
      expect(tokens).toEqual([
        { id: "token-1", state: "ACTIVE" },
        { id: "token-2", state: "EXPIRED" },
        { id: "token-3", state: "REVOKED" },
      ]);
      expect(requests).toEqual(["/v1/tokens?limit=20", "/v1/tokens?limit=20&after=position-1", "/v1/tokens?limit=20&after=position-2"]);
    });
  });

  it("is refused by the mock as the contract says", async () => {
    await withListTokens(async (url) => {
      const response = await fetch(`${url}/v1/tokens?limit=201`, { headers: { authorization: "Bearer any" } });
      expect(response.status).toBe(400);
      expect(response.headers.get("sl-violations")).toContain("limit");
      expect(await response.json()).toEqual({ status: 400, message: "limit must be a whole number of 1 to 200" });
    });
  });
});
