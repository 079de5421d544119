import { createVaultClient, dryRun, isApiError, isKeywrightError } from "@keywright/vault";
import { listItemsFilter } from "@keywright/vault/filters";
import { errorOf, expectSame, type Services } from "../program.ts";
import { keepSecrets, readItem } from "../uses/keep-secrets.ts";
import { rotateOne } from "../uses/rotate-secret.ts";

/** Finds an item, reads its file and its one-time code, creates, changes and rotates an item, walks the activity, and requests an item that does not exist. */
export async function run({ vault: { baseUrl, token, fileItemUUID, fileUUID } }: Services): Promise<string> {
  const vault = createVaultClient({ baseUrl, token });
  const vaults = await vault.listVaults();
  const vaultUUID = vaults[0]?.id ?? "";
  expectSame("vaults", vaults.length, 4);

  const item = await vault.getItem({ vaultUUID, itemUUID: fileItemUUID });
  const [found] = await vault.listItems({ vaultUUID, filter: listItemsFilter.eq("title", item.title ?? "") });
  expectSame("the item found by its title", found?.title, item.title);

  const file = await vault.getFile({ vaultUUID, itemUUID: item.id, fileUUID });
  const bytes = await (await vault.getFileContent({ vaultUUID, itemUUID: item.id, fileUUID })).bytes();
  expectSame("bytes of the file", bytes.length, file.size);

  let pages = 0;
  for await (const page of vault.listActivity({ limit: 3 }).pages()) {
    expectSame("records on a page", page.items.length, 3);
    pages += 1;
    if (pages === 3) break;
  }

  const missing = await errorOf("an item that is not there", () => vault.getItem({ vaultUUID, itemUUID: "a".repeat(26) }));
  expectSame("status of an item that is not there", isApiError(missing, 404), true);
  const refused = await errorOf("an id that climbs the path", () => vault.getVault({ vaultUUID: ".." }));
  expectSame("an id that climbs the path is rejected", isKeywrightError(refused), true);
  const printed: string[] = [];
  const rehearsing = createVaultClient({ baseUrl, token, middleware: [dryRun({ print: (line) => printed.push(line) })] });
  const done = [
    await keepSecrets(vault, rehearsing, printed),
    await rotateOne(vault, vaultUUID),
    await readItem(vault, { vaultUUID, itemUUID: fileItemUUID }),
  ].join(", ");
  return `${done}, 4 vaults, ${bytes.length} bytes, ${pages} pages, a 404 caught`;
}
