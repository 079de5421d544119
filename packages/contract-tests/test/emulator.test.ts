import { testEventsService, testManagementService, testVaultService } from "@keywright/contract-tests";
import { createEventsEmulator, createManagementEmulator, createVaultEmulator, manualClock, serveEmulator, type EmulatorServer } from "@keywright/emulator";
import { afterAll, beforeAll, beforeEach, describe } from "vitest";

// Two weeks of everything end at this time, and the contract's examples lie within them.
const options = {
  clock: manualClock("2026-03-10T09:00:00Z"),
  onDefect: (defect: Error) => {
    throw defect;
  },
};
const management = createManagementEmulator({ ...options, seed: { auditEvents: 100 } });
const vault = createVaultEmulator(options);
const events = createEventsEmulator({ ...options, seed: { eventsPerStream: 100 } });
const emulators = { management, vault, events };

const BEFORE_ALL = "2026-02-20T00:00:00Z";
const managementData = { since: BEFORE_ALL, pageLimit: 30 };
const eventsData = { startTime: BEFORE_ALL, pageLimit: 30 };
const vaultData = { ...contentsOfFirstVault(), pageLimit: 50 };

/** What the suite has to know of the default vaults, out of the state itself. */
function contentsOfFirstVault() {
  const item = vault.store.items.get(vault.fileItemUUID ?? "");
  const file = item?.files[0];
  const home = vault.store.vaults.get(item?.vaultId ?? "");
  const other = vault.store.items.list(({ id, vaultId }) => vaultId === home?.id && id !== item?.id)[0];
  if (item === undefined || file === undefined || home === undefined || other === undefined) throw new Error("the default vaults lack an item with a file");
  return {
    vaultUUID: home.id,
    vaultName: home.name,
    itemUUID: item.id,
    itemTitle: item.title,
    fileUUID: file.id,
    fileName: file.name,
    replaceableItemUUID: other.id,
    deletableItemUUID: other.id,
  };
}

// Each test begins with the first state: what one deletes is there again for the next.
beforeEach(() => {
  for (const emulator of Object.values(emulators)) emulator.reset();
});

describe("in process", () => {
  const target = { name: "the emulator", stateful: true };
  testManagementService({
    ...target,
    baseUrl: "https://management.example.com",
    token: () => management.token,
    fetch: management.fetch,
    data: managementData,
  });
  testVaultService({ ...target, baseUrl: "https://vault.example.com", token: () => vault.token, fetch: vault.fetch, data: vaultData });
  testEventsService({ ...target, baseUrl: "https://events.example.com", token: () => events.token, fetch: events.fetch, data: eventsData });
});

describe("over sockets", () => {
  const servers: { [service in keyof typeof emulators]?: EmulatorServer } = {};
  beforeAll(async () => {
    for (const service of ["management", "vault", "events"] as const) servers[service] = await serveEmulator(emulators[service]);
  });
  afterAll(async () => {
    for (const server of Object.values(servers)) await server.close();
  });

  const at = (service: keyof typeof emulators) => ({ name: "the emulator", stateful: true, baseUrl: () => servers[service]?.url ?? "" });
  testManagementService({ ...at("management"), token: () => management.token, data: managementData });
  testVaultService({ ...at("vault"), token: () => vault.token, data: vaultData });
  testEventsService({ ...at("events"), token: () => events.token, data: eventsData });
});
