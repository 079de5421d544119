import { createVaultClient, dryRun, findItems, itemDraft, type ItemRef, itemRef, settleEach, type VaultClient } from "@keywright/vault";
import { changeItem, fieldValue } from "@keywright/vault/items";
import { expectSame, type Services } from "../program.ts";

/** Has the server make up a new password for each item with a tag; counts how each ended. */
async function rotatePasswords(vault: VaultClient, tag: string): Promise<{ readonly [outcome: string]: number }> {
  const counts: { [outcome: string]: number } = {};
  const rotate = (ref: ItemRef) => changeItem(vault, ref, (patch) => void patch.generate({ purpose: "PASSWORD" }));
  for await (const { outcome } of settleEach((await findItems(vault, { tag })).map(itemRef), rotate)) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

/** Rotates the passwords of all items with a tag: first in a dry run, which changes nothing and prints no secret, then in earnest. */
export async function rotateAfterDryRun({ vault: { baseUrl, token } }: Services): Promise<string> {
  const vault = createVaultClient({ baseUrl, token });
  const printed: string[] = [];
  const rehearsing = createVaultClient({ baseUrl, token, middleware: [dryRun({ print: (line) => printed.push(line) })] });
  // Other programs of the same emulator have tags of their own.
  const tag = `rotate ${crypto.randomUUID()}`;
  const vaults = (await vault.listVaults()).slice(0, 2);
  const refs: ItemRef[] = [];
  for (const { id } of [...vaults, ...vaults, ...vaults]) {
    const draft = itemDraft({
      vaultUUID: id,
      category: "LOGIN",
      title: "Batch account",
      tags: [tag, "automation"],
      username: "batch",
      password: "example-password",
    });
    refs.push(itemRef(await vault.createItem(draft)));
  }
  const passwords = async (): Promise<(string | undefined)[]> =>
    Promise.all(refs.map(async (ref) => fieldValue(await vault.getItem(ref), { purpose: "PASSWORD" })));
  try {
    const before = await passwords();
    expectSame("outcomes of the dry run", JSON.stringify(await rotatePasswords(rehearsing, tag)), `{"dry-run":${refs.length}}`);
    expectSame("writes that the dry run shows", printed.filter((line) => line.startsWith("would send PATCH ")).length, refs.length);
    expectSame("passwords after the dry run", JSON.stringify(await passwords()), JSON.stringify(before));
    expectSame("outcomes", JSON.stringify(await rotatePasswords(vault, tag)), `{"done":${refs.length}}`);
    const after = await passwords();
    expectSame("passwords that are new", after.filter((password, index) => password?.length === 32 && password !== before[index]).length, refs.length);
    expectSame("different passwords", new Set(after).size, refs.length);
    if (printed.some((line) => line.includes("example-password"))) throw new Error("the dry run printed a password");
  } finally {
    for (const ref of refs) await vault.deleteItem(ref);
  }
  return `${refs.length} passwords in ${vaults.length} vaults rotated after a dry run`;
}
