import { testEventsService, testManagementService, testVaultService } from "@keywright/contract-tests";
import { serveEmulator } from "@keywright/emulator";
import { startPrismOf } from "@keywright/tool-mocks";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { data, type Emulated, emulators, resetEmulators } from "./emulators.ts";

/** Where a service's emulator listens, and Prism in front of it. */
interface Behind {
  readonly upstream: string;
  readonly proxy: string;
  close(): Promise<void>;
}

const behind: { [service in Emulated]?: Behind } = {};

beforeAll(async () => {
  for (const service of Object.keys(emulators) as Emulated[]) {
    const server = await serveEmulator(emulators[service]);
    const prism = await startPrismOf(service, server.url);
    behind[service] = {
      upstream: server.url,
      proxy: prism.url,
      async close() {
        await prism.close();
        await server.close();
      },
    };
  }
});
afterAll(async () => {
  for (const pair of Object.values(behind)) await pair.close();
});
beforeEach(resetEmulators);

/** Sends through Prism. The emulator gives out its own address, for Prism asks it by that; a client of Prism needs Prism's. */
async function throughPrism(service: Emulated, url: string, init: RequestInit): Promise<Response> {
  const { upstream, proxy } = behind[service] as Behind;
  const response = await fetch(url, init);
  const headers = new Headers([...response.headers].map(([name, value]): [string, string] => [name, value.replaceAll(upstream, proxy)]));
  const body = response.status === 204 ? null : (await response.text()).replaceAll(upstream, proxy);
  if (body !== null) headers.set("content-length", String(Buffer.byteLength(body)));
  return new Response(body, { status: response.status, headers });
}

const target = (service: Emulated) => ({
  name: "the emulator",
  stateful: true,
  baseUrl: () => (behind[service] as Behind).proxy,
  token: () => emulators[service].token,
  fetch: (url: string, init: RequestInit) => throughPrism(service, url, init),
});

// Each test of a suite sees that no answer names a violation.
describe("behind Prism, which checks requests and responses against the contract", () => {
  testManagementService({ ...target("management"), data: data.management });
  testVaultService({ ...target("vault"), data: data.vault });
  testEventsService({ ...target("events"), data: data.events });
});

describe("Prism in front of the emulator", () => {
  const ask = async (service: Emulated, path: string, method = "GET"): Promise<unknown> => {
    const response = await fetch(`${(behind[service] as Behind).proxy}${path}`, { method, headers: { authorization: `Bearer ${emulators[service].token}` } });
    return JSON.parse(response.headers.get("sl-violations") ?? "null");
  };

  it("sees a response that breaks the contract", async () => {
    expect(await ask("vault", "/health")).toBeNull();
    emulators.vault.inject({ operationId: "getHealth", response: { status: 200, body: { name: 7 } } });
    expect(await ask("vault", "/health")).toEqual(expect.arrayContaining([expect.objectContaining({ location: ["response", "body"] })]));
    emulators.vault.inject({ operationId: "getHealth", response: { status: 418, body: {} } });
    expect(await ask("vault", "/health")).toEqual(expect.arrayContaining([expect.objectContaining({ location: ["response"] })]));
  });

  it("sees a request that breaks it, which the emulator rejects", async () => {
    expect(await ask("vault", "/v1/activity?limit=0")).toEqual(expect.arrayContaining([expect.objectContaining({ location: ["request", "query", "limit"] })]));
  });
});
