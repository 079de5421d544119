import { fieldValue, findItem, findVault, itemDraft, type VaultClient } from "@keywright/vault";
import { fileBytes, findFile } from "@keywright/vault/files";
import { changeItem, diffItem, findField, oneTimeCode } from "@keywright/vault/items";
import { parseSecretReference, resolveSecrets, secretReference } from "@keywright/vault/references";
import { NEW_ITEM_CATEGORY_VALUES } from "@keywright/vault/values";
import { expectSame } from "../program.ts";

/** Makes an item, changes a field of it by its label and its title by a comparison, resolves references to it, and takes it away. */
export async function keepSecrets(vault: VaultClient): Promise<string> {
  const [category = "LOGIN"] = NEW_ITEM_CATEGORY_VALUES;
  expectSame("the first category", category, "LOGIN");
  const { id: vaultUUID, name = "" } = await findVault(vault, { name: (await vault.listVaults())[0]?.name ?? "" });
  const title = `Matrix ${crypto.randomUUID()}`;
  const fields = [{ label: "PIN", type: "CONCEALED" as const, generate: { length: 6, characterSets: ["DIGITS" as const] } }];
  const made = await vault.createItem(
    itemDraft({ vaultUUID, category: "LOGIN", title, username: "lead", password: "example", sections: [{ label: "a/b", fields }] }),
  );
  const at = { vaultUUID, itemUUID: made.id };
  try {
    const changed = await changeItem(vault, at, (patch) => patch.set({ label: "PIN", section: "a/b" }, "value", "4711").addTag("matrix"));
    expectSame("the field that was changed", findField(changed, { label: "PIN", section: "a/b" }).value, "4711");
    const body = diffItem(changed, { ...changed, tags: ["matrix", "compared"] });
    expectSame("the tags", (await vault.patchItem({ ...at, body })).tags?.join(), "matrix,compared");
    const reference = secretReference({ vault: name, item: title, section: "a/b", field: "PIN" });
    expectSame("the section of a reference", parseSecretReference(reference).section, "a/b");
    const { pin, user } = await resolveSecrets(vault, { pin: reference, user: secretReference({ vault: name, item: title, field: "username" }) });
    expectSame("the secrets", `${user} ${pin}`, "lead 4711");
    expectSame("the password", fieldValue(await findItem(vault, { vaultUUID, title }), { purpose: "PASSWORD" }), "example");
  } finally {
    await vault.deleteItem(at);
  }
  return "an item drafted, changed, compared, resolved and deleted";
}

/** Reads a file and a one-time code of an item that is there. */
export async function readItem(vault: VaultClient, at: { readonly vaultUUID: string; readonly itemUUID: string }): Promise<string> {
  const item = await vault.getItem(at);
  const code = oneTimeCode(item);
  if (!/^\d{6}$/.test(code)) throw new Error(`a one-time code: expected six digits, got ${code.length} characters`);
  const { id: fileUUID, size } = findFile(item, "every-byte.bin");
  expectSame("bytes of a file", (await fileBytes(vault, { ...at, fileUUID })).length, size);
  return "a one-time code";
}
