import type { VaultClient } from "@keywright/vault";
import { firstId, type Report } from "./report.ts";

/** A platform engineer: finds a secret, rotates it, reads a file, and looks at what the server recorded. */
export async function vaultStory(vault: VaultClient, { title, call }: Report): Promise<void> {
  title("Vault: a program reads and rotates secrets");
  await call(
    "vault.getHeartbeat()",
    () => vault.getHeartbeat(),
    (beat) => `alive: "${beat}"`,
  );
  await call(
    "vault.getHealth()",
    () => vault.getHealth(),
    ({ name, version, dependencies = [] }) => `${name} ${version}; ${dependencies.map(({ service, status }) => `${service} ${status}`).join(", ")}`,
  );
  await call(
    "vault.getMetrics()",
    () => vault.getMetrics(),
    (text) => `${text.split("\n").filter((line) => line !== "" && !line.startsWith("#")).length} samples`,
  );
  const vaults = await call(
    "vault.listVaults()",
    () => vault.listVaults(),
    (list) => list.map(({ name }) => name).join(", "),
  );
  const vaultUUID = firstId(vaults);
  await call(
    "vault.getVault({ vaultUUID })",
    () => vault.getVault({ vaultUUID }),
    ({ name, items, type }) => `${name}: ${items} items, ${type}`,
  );
  const items = await call(
    "vault.listItems({ vaultUUID })",
    () => vault.listItems({ vaultUUID }),
    (list) => list.map(({ title: name }) => name).join(", "),
  );
  const itemUUID = firstId(items);
  const item = await call(
    "vault.getItem({ vaultUUID, itemUUID })",
    () => vault.getItem({ vaultUUID, itemUUID }),
    ({ title: name, category, fields = [] }) => `${name}, ${category}: ${fields.map(({ label }) => label).join(", ")}`,
  );
  await call(
    'vault.createItem({ vaultUUID, body: { title: "Build robot", category: "LOGIN", … generate: true } })',
    () =>
      vault.createItem({
        vaultUUID,
        body: { title: "Build robot", vault: { id: vaultUUID }, category: "LOGIN", fields: [{ purpose: "PASSWORD", generate: true, recipe: { length: 24 } }] },
      }),
    ({ id, version }) => `created ${id}, version ${version}`,
  );
  await call(
    'vault.patchItem({ vaultUUID, itemUUID, body: [{ op: "replace", path: "/fields/password/value", … }] })',
    () => vault.patchItem({ vaultUUID, itemUUID, body: [{ op: "replace", path: "/fields/password/value", value: "example-password-9" }] }),
    ({ version, updatedAt }) => `now version ${version}, updated ${updatedAt}`,
  );
  await call(
    "vault.replaceItem({ vaultUUID, itemUUID, body: item })",
    () => vault.replaceItem({ vaultUUID, itemUUID, body: item }),
    ({ title: name }) => `replaced ${name}`,
  );
  const files = await call(
    "vault.listFiles({ vaultUUID, itemUUID })",
    () => vault.listFiles({ vaultUUID, itemUUID }),
    (list) => list.map(({ name, size }) => `${name} (${size} bytes)`).join(", "),
  );
  const fileUUID = firstId(files);
  await call(
    "vault.getFile({ vaultUUID, itemUUID, fileUUID })",
    () => vault.getFile({ vaultUUID, itemUUID, fileUUID }),
    ({ name, content_path }) => `${name} at ${content_path}`,
  );
  await call(
    "(await vault.getFileContent({ vaultUUID, itemUUID, fileUUID })).bytes()",
    async () => (await vault.getFileContent({ vaultUUID, itemUUID, fileUUID })).bytes(),
    (bytes) => `${bytes.length} bytes`,
  );
  await call(
    "vault.deleteItem({ vaultUUID, itemUUID })",
    () => vault.deleteItem({ vaultUUID, itemUUID }),
    () => "gone",
  );
  await call(
    "vault.listActivity({ limit: 50 }).toArray({ max: 1000 })",
    () => vault.listActivity({ limit: 50 }).toArray({ max: 1000 }),
    (records) => `${records.length} records; first: ${records[0]?.action} ${records[0]?.result}`,
  );
}
