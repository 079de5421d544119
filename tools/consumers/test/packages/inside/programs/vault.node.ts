import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createVaultClient } from "@keywright/vault";
import { saveFile, vaultEnvironment } from "@keywright/vault/node";
import { expectSame, type Services } from "../run-packages.ts";

/** Saves a file of an item to disk, with a client from the environment. */
export async function run(services: Services): Promise<string> {
  const { baseUrl, token, fileItemUUID: itemUUID, fileUUID } = services.vault;
  const vault = createVaultClient(vaultEnvironment({ env: { KEYWRIGHT_VAULT_URL: baseUrl, KEYWRIGHT_VAULT_TOKEN: token } }));
  const vaultUUID = (await vault.listVaults())[0]?.id ?? "";
  const folder = await mkdtemp(join(tmpdir(), "keywright-matrix-"));
  try {
    const path = join(folder, "saved");
    await saveFile(vault, { vaultUUID, itemUUID, fileUUID }, path);
    const { size } = await vault.getFile({ vaultUUID, itemUUID, fileUUID });
    expectSame("bytes on disk", (await readFile(path)).length, size);
  } finally {
    await rm(folder, { recursive: true });
  }
  return "a file saved, a client from the environment";
}
