import { createVaultClient, fieldValue, findVault, isApiError, itemDraft } from "@keywright/vault";
import { secretCache } from "@keywright/vault/cache";
import { fileBytes, findFile } from "@keywright/vault/files";
import { listItemsFilter } from "@keywright/vault/filters";
import { changeItem, diffItem, oneTimeCode } from "@keywright/vault/items";
import { resolveSecrets, secretReference } from "@keywright/vault/references";
import { generateSecret, rotateSecret } from "@keywright/vault/rotation";
import { NEW_ITEM_CATEGORY_VALUES } from "@keywright/vault/values";
import { errorOf, expectSame, type Services } from "../program.ts";

/** Reads a file and a one-time code; creates an item, changes it, resolves, caches and rotates its password, and deletes it. */
export async function run({ vault: { baseUrl, token, fileItemUUID } }: Services): Promise<string> {
  const vault = createVaultClient({ baseUrl, token });
  const vaults = await vault.listVaults();
  expectSame("vaults", vaults.length, 4);
  const { id: vaultUUID, name = "" } = await findVault(vault, { name: vaults[0]?.name ?? "" });

  const item = await vault.getItem({ vaultUUID, itemUUID: fileItemUUID });
  expectSame("a one-time code of six digits", /^\d{6}$/.test(oneTimeCode(item)), true);
  const { id: fileUUID, size } = findFile(item, "every-byte.bin");
  expectSame("bytes of a file", (await fileBytes(vault, { vaultUUID, itemUUID: fileItemUUID, fileUUID })).length, size);

  const title = `Matrix ${crypto.randomUUID()}`;
  let used = generateSecret({ words: 5 });
  const [category = "LOGIN"] = NEW_ITEM_CATEGORY_VALUES;
  const created = await vault.createItem(itemDraft({ vaultUUID, category, title, password: used }));
  const at = { vaultUUID, itemUUID: created.id };
  try {
    const tagged = await changeItem(vault, at, (patch) => patch.addTag("matrix"));
    const compared = await vault.patchItem({ ...at, body: diffItem(tagged, { ...tagged, tags: ["matrix", "compared"] }) });
    expectSame("the tags", compared.tags?.join(), "matrix,compared");
    const [found] = await vault.listItems({ vaultUUID, filter: listItemsFilter.eq("title", title) });
    expectSame("the item found by its title", found?.id, at.itemUUID);

    const reference = secretReference({ vault: name, item: title, field: "password" });
    expectSame("a secret", (await resolveSecrets(vault, { reference })).reference, used);
    const secrets = await secretCache(vault, { references: [reference] });
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
  const missing = await errorOf("an item that is not there", () => vault.getItem(at));
  expectSame("status of an item that is not there", isApiError(missing, 404), true);
  return `an item created, changed, resolved, cached, rotated and deleted, ${size} bytes, a 404 caught`;
}
