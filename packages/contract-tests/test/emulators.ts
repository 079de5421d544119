import { createEventsEmulator, createManagementEmulator, createVaultEmulator, manualClock, serveEmulator } from "@keywright/emulator";

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
/** The three services with small states. */
export const emulators = { management, vault, events };
/** A service that the emulator has. */
export type Emulated = keyof typeof emulators;

const BEFORE_ALL = "2026-02-20T00:00:00Z";
/** What the suites have to know of these states. */
export const data = {
  management: { since: BEFORE_ALL, pageLimit: 30 },
  vault: { ...contentsOfFirstVault(), pageLimit: 50 },
  events: { startTime: BEFORE_ALL, pageLimit: 30 },
};

/** Brings back the first state of each: what one test deletes is there again for the next. */
export function resetEmulators(): void {
  for (const emulator of Object.values(emulators)) emulator.reset();
}

/** The three services behind ports of this machine. */
export interface ServedEmulators {
  readonly urls: { readonly [service in Emulated]: string };
  close(): Promise<void>;
}

/** Puts the three services behind ports of their own, for programs that run in other processes. */
export async function serveEmulators(): Promise<ServedEmulators> {
  const servers = { management: await serveEmulator(management), vault: await serveEmulator(vault), events: await serveEmulator(events) };
  return {
    urls: { management: servers.management.url, vault: servers.vault.url, events: servers.events.url },
    async close() {
      for (const server of Object.values(servers)) await server.close();
    },
  };
}

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
    itemTitle: item.title ?? "",
    fileUUID: file.id,
    fileName: file.name,
    replaceableItemUUID: other.id,
    deletableItemUUID: other.id,
  };
}
