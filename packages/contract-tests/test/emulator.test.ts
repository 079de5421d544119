import { type NodeTransport, nodeTransport } from "@keywright/core/node";
import { testEventsService, testManagementService, testVaultService } from "@keywright/contract-tests";
import { type EmulatorServer, serveEmulator } from "@keywright/emulator";
import { afterAll, beforeAll, beforeEach, describe } from "vitest";
import { data, type Emulated, emulators, resetEmulators } from "./emulators.ts";

const { management, vault, events } = emulators;

beforeEach(resetEmulators);

describe("in process", () => {
  const target = { name: "the emulator", stateful: true };
  testManagementService({
    ...target,
    baseUrl: "https://management.example.com",
    token: () => management.token,
    fetch: management.fetch,
    data: data.management,
  });
  testVaultService({ ...target, baseUrl: "https://vault.example.com", token: () => vault.token, fetch: vault.fetch, data: data.vault });
  testEventsService({ ...target, baseUrl: "https://events.example.com", token: () => events.token, fetch: events.fetch, data: data.events });
});

describe.each(["fetch", "the Node transport"] as const)("over sockets, by %s", (by) => {
  const servers: { [service: string]: EmulatorServer } = {};
  let transport: NodeTransport;
  beforeAll(async () => {
    transport = await nodeTransport();
    for (const [service, emulator] of Object.entries(emulators)) servers[service] = await serveEmulator(emulator);
  });
  afterAll(async () => {
    await transport.close();
    for (const server of Object.values(servers)) await server.close();
  });

  const at = (service: Emulated) => ({
    name: "the emulator",
    stateful: true,
    baseUrl: () => servers[service]?.url ?? "",
    ...(by === "fetch" ? {} : { transport: () => transport }),
  });
  testManagementService({ ...at("management"), token: () => management.token, data: data.management });
  testVaultService({ ...at("vault"), token: () => vault.token, data: data.vault });
  testEventsService({ ...at("events"), token: () => events.token, data: data.events });
});
