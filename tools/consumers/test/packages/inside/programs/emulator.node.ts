import { createVaultEmulator } from "@keywright/emulator";
import { useEmulators } from "@keywright/emulator/testing";
import { createVaultClient } from "@keywright/vault";
import { expectSame } from "../run-packages.ts";

/** Changes an item in this process after a fault, and reads the vault of a seed. */
export async function run(): Promise<string> {
  const { token, fetch, inject, fileItemUUID: itemUUID = "" } = createVaultEmulator();
  const vault = createVaultClient({ baseUrl: "https://vault.example.com", token, fetch });
  const [first] = await vault.listVaults();
  const place = { vaultUUID: first?.id ?? "", itemUUID };
  inject({ operationId: "getItem", response: { status: 503 } });
  const before = await vault.getItem(place);
  const after = await vault.patchItem({ ...place, body: [{ op: "replace", path: "/title", value: "Another title" }] });
  expectSame("the version", after.version, (before.version ?? 0) + 1);
  const { clients, clock } = useEmulators({ beforeEach: (hook) => hook() }, { vault: { vaults: [{ name: "Mine" }] } });
  const [mine] = await clock.runUntil(createVaultClient(clients.vault).listVaults());
  expectSame("a vault of a seed", mine?.name, "Mine");
  return "an item changed, a fault survived";
}
