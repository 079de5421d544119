import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bindOperations, type OperationTable, type Parts, type Paginator } from "@keywright/core";
import { generate } from "@keywright/tool-generate";
import { addListTokens, copySpecs } from "@keywright/tool-testing";
import { describe, expect, it } from "vitest";
import { startMockOf } from "../src/start-mock.ts";

interface Operations {
  listTokens(input?: { readonly limit?: number; readonly after?: string }): Paginator<{ readonly id: string; readonly state: string }, string | undefined>;
}

/** Generates the vault contract with `listTokens` added, mocks it, and gives a test the mock's address, the generated table and its parts. */
async function withListTokens(test: (url: string, table: OperationTable, parts: Parts) => Promise<void>): Promise<void> {
  const specs = await copySpecs();
  try {
    await addListTokens(specs);
    const files = await generate(specs.contract("vault"));
    const documentPath = join(specs.folder, "openapi.json");
    const tablePath = join(specs.folder, "operations.ts");
    await writeFile(documentPath, files["openapi.json"]);
    await writeFile(tablePath, files["operations.ts"]);
    const partsPath = join(specs.folder, "parts.ts");
    // Where the copy stands, no package is installed.
    const core = createRequire(import.meta.url).resolve("@keywright/core");
    await writeFile(partsPath, files["parts.ts"].replace('"@keywright/core"', JSON.stringify(core)));
    const { parts } = (await import(/* @vite-ignore */ pathToFileURL(partsPath).href)) as { readonly parts: Parts };
    const { operations: table } = (await import(/* @vite-ignore */ pathToFileURL(tablePath).href)) as { readonly operations: OperationTable };
    const mock = await startMockOf({ service: "vault", documentPath, table });
    try {
      await test(mock.url, table, parts);
    } finally {
      await mock.close();
    }
  } finally {
    await specs.remove();
  }
}

describe("an operation that is added to a contract", { timeout: 30_000 }, () => {
  it("has a route on the mock, and a method that walks its pages there", async () => {
    await withListTokens(async (url, table, parts) => {
      const { listTokens } = table;
      const requests: string[] = [];
      const fetch = async (address: string, init: RequestInit): Promise<Response> => {
        requests.push(address.slice(url.length));
        const response = await globalThis.fetch(address, init);
        expect(response.headers.get("sl-violations")).toBeNull();
        return response;
      };
      const client = bindOperations<Operations, object>(
        { listTokens: listTokens as NonNullable<typeof listTokens> },
        { baseUrl: url, token: "example-token", fetch },
        parts,
      );
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
