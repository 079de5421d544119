import { fieldValue, findItem, findItems, findVault, itemDraft, itemRef, settleEach, type VaultClient } from "@keywright/vault";
import { secretCache, type SecretChange } from "@keywright/vault/cache";
import { fileBytes, findFile } from "@keywright/vault/files";
import { changeItem, diffItem, findField, oneTimeCode } from "@keywright/vault/items";
import { parseSecretReference, resolveSecrets, secretReference } from "@keywright/vault/references";
import { NEW_ITEM_CATEGORY_VALUES } from "@keywright/vault/values";
import { expectSame } from "../program.ts";

/**
 * Creates an item, changes a field by its label and its tags by a comparison, resolves references to it, keeps one of them in a cache, rotates its password in a dry run, and deletes it.
 *
 * @param rehearsing A client in a dry run, which prints its writes to `printed`.
 */
export async function keepSecrets(vault: VaultClient, rehearsing: VaultClient, printed: readonly string[]): Promise<string> {
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
    await cacheSecret(vault, reference, () => changeItem(vault, at, (patch) => patch.set({ label: "PIN", section: "a/b" }, "value", "4712")));
    const rotate = (ref: { readonly vaultUUID: string; readonly itemUUID: string }) =>
      changeItem(rehearsing, ref, (patch) => void patch.generate({ purpose: "PASSWORD" }));
    for await (const { outcome } of settleEach((await findItems(vault, { tag: "matrix", title })).map(itemRef), rotate))
      expectSame("the outcome of a dry run", outcome, "dry-run");
    expectSame("the write of a dry run", printed.join("\n").split("would send PATCH ").length, 2);
    expectSame(
      "a secret in a dry run",
      printed.some((line) => line.includes("example")),
      false,
    );
    expectSame("the password", fieldValue(await findItem(vault, { vaultUUID, title }), { purpose: "PASSWORD" }), "example");
  } finally {
    await vault.deleteItem(at);
  }
  return "an item drafted, changed, compared, resolved, rotated in a dry run and deleted";
}

/** Keeps a secret in a cache while it changes. */
async function cacheSecret(vault: VaultClient, reference: string, change: () => Promise<unknown>): Promise<void> {
  const changes: SecretChange[] = [];
  const secrets = await secretCache(vault, { references: [reference], onChange: (all) => void changes.push(...all) });
  expectSame("a cached secret", secrets.get(reference), "4711");
  await change();
  await secrets.refresh();
  expectSame("a cached secret that changed", secrets.get(reference), "4712");
  expectSame("the changes of a cached secret", changes.map(({ kind }) => kind).join(), "changed");
  secrets.close();
}

/** Reads a file and a one-time code of an existing item. */
export async function readItem(vault: VaultClient, at: { readonly vaultUUID: string; readonly itemUUID: string }): Promise<string> {
  const item = await vault.getItem(at);
  const code = oneTimeCode(item);
  if (!/^\d{6}$/.test(code)) throw new Error(`a one-time code: expected six digits, got ${code.length} characters`);
  const { id: fileUUID, size } = findFile(item, "every-byte.bin");
  expectSame("bytes of a file", (await fileBytes(vault, { ...at, fileUUID })).length, size);
  return "a one-time code";
}
