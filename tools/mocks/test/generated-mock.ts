import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ClientOptions } from "@keywright/core";
import type { OperationTable } from "@keywright/core/client";
import { generate } from "@keywright/generate";
import { expect } from "vitest";
import type { RunningMock } from "../src/prism.ts";
import { startMockOf } from "../src/start-mock.ts";

/** A mock of a contract, and a client that is generated from the same contract. */
export interface GeneratedMock<Client> extends RunningMock {
  readonly client: Client;
  /** The requests of the client: what follows the address of the mock, and a body. */
  readonly requests: string[];
}

/**
 * Generates the client of a contract and mocks the contract. The mock must take each request of the client.
 *
 * @param folder Gets the generated files.
 * @param factory The name of the function that makes the client.
 */
export async function mockGenerated<Client>(name: string, contract: string, folder: string, factory: string): Promise<GeneratedMock<Client>> {
  const files = await generate(contract);
  // No package is installed where the folder is.
  const core = createRequire(import.meta.url).resolve("@keywright/core/client");
  for (const file of ["openapi.json", "operations.ts", "client.ts"] as const)
    await writeFile(join(folder, file), files[file].replaceAll('"@keywright/core/client"', JSON.stringify(core)));
  const load = async (file: string) => (await import(/* @vite-ignore */ pathToFileURL(join(folder, file)).href)) as { readonly [name: string]: unknown };
  const table = (await load("operations.ts"))["operations"] as OperationTable;
  const createClient = (await load("client.ts"))[factory] as (options: ClientOptions) => Client;
  const mock = await startMockOf({ name, documentPath: join(folder, "openapi.json"), table });
  const requests: string[] = [];
  const fetch = async (address: string, init: RequestInit): Promise<Response> => {
    requests.push(address.slice(mock.url.length) + (typeof init.body === "string" ? ` ${init.body}` : ""));
    const response = await globalThis.fetch(address, init);
    expect(response.headers.get("sl-violations")).toBeNull();
    return response;
  };
  return { ...mock, requests, client: createClient({ baseUrl: mock.url, token: "example-token", fetch }) };
}
