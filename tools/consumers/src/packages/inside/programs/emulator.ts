import { createVaultEmulator } from "@keywright/emulator";
import { useEmulators } from "@keywright/emulator/testing";
import { createVaultClient, isApiError } from "@keywright/vault";
import { errorOf, expectSame } from "../program.ts";

/** Changes an item in this process despite a lost response, and reads the unused fault. */
export async function run(): Promise<string> {
  const { token, fetch, inject, unusedFaults, fileItemUUID: itemUUID = "" } = createVaultEmulator();
  const vault = createVaultClient({ baseUrl: "https://vault.example.com", token, fetch });
  const [first] = await vault.listVaults();
  const place = { vaultUUID: first?.id ?? "", itemUUID };
  inject({ operationId: "getItem", answer: { status: 503 } });
  const before = await vault.getItem(place);
  const after = await vault.patchItem({ ...place, body: [{ op: "replace", path: "/title", value: "Another title" }] });
  expectSame("the title", after.title, "Another title");
  expectSame("the version", after.version, (before.version ?? 0) + 1);
  inject({ operationId: "deleteItem", answer: { status: 403, body: { status: 403, message: "not today" } } });
  expectSame("faults that wait", unusedFaults().length, 1);
  const refused = await errorOf("a fault", () => vault.deleteItem(place));
  expectSame("status of a fault", isApiError(refused, 403), true);
  const { clients, clock } = useEmulators({ beforeEach: (hook) => hook() }, { vault: { vaults: [{ name: "Mine" }] } });
  const [mine] = await clock.runUntil(createVaultClient(clients.vault).listVaults());
  expectSame("a vault of a seed", mine?.name, "Mine");
  return "an item changed, 2 faults survived";
}
