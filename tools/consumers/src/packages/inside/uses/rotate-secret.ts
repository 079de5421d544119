import { fieldValue, itemDraft, itemRef, type VaultClient } from "@keywright/vault";
import { generateSecret, rotateSecret } from "@keywright/vault/rotation";
import { expectSame } from "../program.ts";

/** Creates an item, rotates its password in a target that is a variable, and deletes it. */
export async function rotateOne(vault: VaultClient, vaultUUID: string): Promise<string> {
  let taken = generateSecret({ words: 5 });
  const created = await vault.createItem(itemDraft({ vaultUUID, category: "LOGIN", title: `Rotation ${crypto.randomUUID()}`, password: taken }));
  const item = itemRef(created);
  try {
    const { outcome } = await rotateSecret(vault, {
      item,
      field: "password",
      generate: { length: 24 },
      apply: ({ next }) => void (taken = next),
      verify: (value) => value === taken,
    });
    expectSame("the outcome of a rotation", outcome, "rotated");
    expectSame("the length of the new password", taken.length, 24);
    expectSame("the password of the item", fieldValue(await vault.getItem(item), "password"), taken);
  } finally {
    await vault.deleteItem(item);
  }
  return "a password rotated";
}
