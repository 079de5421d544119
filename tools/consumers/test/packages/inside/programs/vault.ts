import { createVaultClient, fieldValue, findVault, isApiError, itemDraft } from "@keywright/vault";
import { secretCache } from "@keywright/vault/cache";
import { fileBytes, findFile } from "@keywright/vault/files";
import { changeItem, oneTimeCode } from "@keywright/vault/items";
import { secretReference } from "@keywright/vault/references";
import { generateSecret, rotateSecret } from "@keywright/vault/rotation";
import { expectSame, type Services } from "../run-packages.ts";

/** Reads a file and a one-time code; creates an item, changes it, caches and rotates its password, and deletes it. */
export async function run({ vault: { baseUrl, token, fileItemUUID } }: Services): Promise<string> {
  const vault = createVaultClient({ baseUrl, token });
  const { id: vaultUUID, name = "" } = await findVault(vault, { name: (await vault.listVaults())[0]?.name ?? "" });
  const item = await vault.getItem({ vaultUUID, itemUUID: fileItemUUID });
  expectSame("a one-time code of six digits", /^\d{6}$/.test(oneTimeCode(item)), true);
  const { id: fileUUID, size } = findFile(item, "every-byte.bin");
  expectSame("bytes of a file", (await fileBytes(vault, { vaultUUID, itemUUID: fileItemUUID, fileUUID })).length, size);

  const title = `Matrix ${crypto.randomUUID()}`;
  let used = generateSecret({ words: 5 });
  const created = await vault.createItem(itemDraft({ vaultUUID, category: "LOGIN", title, password: used }));
  const at = { vaultUUID, itemUUID: created.id };
  try {
    expectSame("the tags", (await changeItem(vault, at, (patch) => patch.addTag("matrix"))).tags?.join(), "matrix");
    const reference = secretReference({ vault: name, item: title, field: "password" });
    const secrets = await secretCache(vault, { references: [reference] });
    expectSame("a cached secret", secrets.get(reference), used);
    const apply = ({ next }: { readonly next: string }): void => void (used = next);
    const rotation = { item: at, field: "password", generate: { length: 24 }, apply, verify: (value: string) => value === used };
    expectSame("the outcome of a rotation", (await rotateSecret(vault, rotation)).outcome, "rotated");
    expectSame("the password of the item", fieldValue(await vault.getItem(at), "password"), used);
    await secrets.refresh();
    expectSame("a cached secret that changed", secrets.get(reference), used);
    secrets.close();
  } finally {
    await vault.deleteItem(at);
  }
  const missing: unknown = await vault.getItem(at).catch((error: unknown) => error);
  expectSame("status of an item that is not there", isApiError(missing, 404), true);
  return `an item created, changed, cached, rotated and deleted, ${size} bytes, a 404 caught`;
}
