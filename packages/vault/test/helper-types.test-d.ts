// Compiled with the rest of the workspace and never run: what must compile, and in narrow places what must not.
import { expectTypeOf } from "vitest";
import {
  type Field,
  type File,
  fieldValue,
  findItem,
  findItems,
  findVault,
  type Item,
  itemDraft,
  type ItemOverview,
  itemPatch,
  type ItemPatch,
  type ItemPatchBuilder,
  itemRef,
  type NewItem,
  type VaultClient,
  type VaultOverview,
} from "../src/index.ts";
import { fileBytes, fileStream, findFile } from "../src/files.ts";
import { changeItem, copyItem, diffItem, findField, oneTimeCode } from "../src/items.ts";
import { saveFile } from "../src/node.ts";
import { resolveSecret, resolveSecrets, secretReference } from "../src/references.ts";

declare const vault: VaultClient;
declare const item: Item;
declare const signal: AbortSignal;
const vaultUUID = "iihcwjkpp63v2nsmo436sdbeuu";
const itemUUID = "u32zhgb7j43k2omdbw7g2jcgsk";
const fileUUID = "orpr6rjgurmv3bna34n5hdvlgb";
const newItem: NewItem = { title: "Note", vault: { id: vaultUUID }, category: "SECURE_NOTE" };

/** What was read: what may be absent is asked for, and what the server assigns is not written. */
export function readItems(): void {
  expectTypeOf(item.title).toEqualTypeOf<string | undefined>();
  expectTypeOf(item.fields?.[0]?.value).toEqualTypeOf<string | undefined>();
  item.title = "New title";
  // @ts-expect-error the server assigns the version
  item.version = 2;
  // @ts-expect-error a list's entry has no fields
  void (async () => (await vault.listItems({ vaultUUID }))[0]?.fields)();
  // @ts-expect-error a member that may be absent is left out, not undefined
  const cleared: NewItem = { ...newItem, tags: undefined };
  void cleared;
}

/** Finding, by one name or two. */
export async function finding(): Promise<void> {
  expectTypeOf(await findVault(vault, { name: "Production" }, { signal })).toEqualTypeOf<VaultOverview>();
  expectTypeOf(await findItem(vault, { vaultUUID, title: "Finance portal" })).toEqualTypeOf<Item>();
  expectTypeOf(await findItem(vault, { vaultUUID, tag: "finance" })).toEqualTypeOf<Item>();
  await findItem(vault, { vaultUUID, title: "Finance portal", tag: "finance" });
  // A part of a client is enough: what a test needs to give.
  await findVault({ listVaults: async () => [] }, { name: "Production" });
  // @ts-expect-error a title or a tag is needed
  await findItem(vault, { vaultUUID });
  // @ts-expect-error the vault is needed
  await findItem(vault, { title: "Finance portal" });
  // @ts-expect-error vaults have a name
  await findVault(vault, { title: "Production" });
}

/** Reading what is in an item. */
export function fieldNames(): void {
  expectTypeOf(findField(item, "password")).toEqualTypeOf<Field>();
  expectTypeOf(fieldValue(item, { label: "PIN", section: "Security" })).toEqualTypeOf<string>();
  fieldValue(item, { label: "PIN", section: null });
  fieldValue(item, { purpose: "PASSWORD" });
  expectTypeOf(oneTimeCode(item)).toEqualTypeOf<string>();
  oneTimeCode(item, { id: "a" });
  // @ts-expect-error one way to name a field excludes the others
  fieldValue(item, { label: "PIN", id: "a" });
  // @ts-expect-error a section says where a label is, not a purpose
  fieldValue(item, { purpose: "PASSWORD", section: "Security" });
  // @ts-expect-error no purpose of that name
  fieldValue(item, { purpose: "PIN" });
  // @ts-expect-error a list's entry has no fields
  fieldValue(({} as ItemOverview[])[0] ?? 5, "password");
}

/** Drafts, by category. */
export function drafts(): void {
  const base = { vaultUUID, title: "Portal" } as const;
  expectTypeOf(itemDraft).returns.toExtend<Parameters<VaultClient["createItem"]>[0]>();
  void vault.createItem(itemDraft({ ...base, category: "LOGIN", username: "finance-lead", password: { generate: true } }));
  itemDraft({ ...base, category: "PASSWORD", password: { generate: { length: 24, characterSets: ["LETTERS", "DIGITS"] } } });
  itemDraft({ ...base, category: "SERVER", fields: [{ label: "host", type: "STRING", value: "db-1" }] });
  itemDraft({ ...base, category: "LOGIN", sections: [{ label: "Security", fields: [{ label: "PIN", generate: { length: 6 } }] }] });
  // @ts-expect-error a password needs one
  itemDraft({ ...base, category: "PASSWORD" });
  // @ts-expect-error a note has no username
  itemDraft({ ...base, category: "SECURE_NOTE", username: "finance-lead" });
  // @ts-expect-error documents cannot be created
  itemDraft({ ...base, category: "DOCUMENT" });
  // @ts-expect-error a value, or the wish for one
  itemDraft({ ...base, category: "SERVER", fields: [{ label: "PIN", value: "4711", generate: true }] });
  // @ts-expect-error a misspelt member
  itemDraft({ ...base, category: "SERVER", filds: [] });
}

/** Patches: by ids alone, or of an item that was read. */
export async function changes(): Promise<void> {
  const next: string = "example-password-2";
  void vault.patchItem({ vaultUUID, itemUUID, body: itemPatch().set("password", "value", next).body });
  // @ts-expect-error a builder is not the body
  void vault.patchItem({ vaultUUID, itemUUID, body: itemPatch() });
  expectTypeOf(itemPatch().setTitle("a").addTag("b")).toEqualTypeOf<ItemPatchBuilder<string>>();
  expectTypeOf(itemPatch().body).toEqualTypeOf<ItemPatch>();
  itemPatch().set("a", "section", { id: "security" }).remove("b", "value").generate("c", { length: 20 });
  itemPatch(item).set({ label: "PIN", section: "Security" }, "value", next).rename({ purpose: "NOTES" }, "remarks");
  expectTypeOf(await changeItem(vault, { vaultUUID, itemUUID }, (patch) => patch.remove("PIN"), { ifVersion: 8, signal })).toEqualTypeOf<Item>();
  expectTypeOf(diffItem(item, { ...item, title: "a" })).toEqualTypeOf<ItemPatch>();
  // @ts-expect-error labels need the item
  itemPatch().set({ label: "PIN" }, "value", next);
  // @ts-expect-error a value is text
  itemPatch().set("a", "value", 4711);
  // @ts-expect-error the server assigns it
  itemPatch().set("a", "entropy", 5);
  await changeItem(vault, itemRef(item), (patch) => void patch.addTag("a"));
  await changeItem(vault, itemRef(item), async (patch, read) => {
    if (read.title === undefined) patch.setTitle("a");
  });
  // @ts-expect-error a change is a patch, or nothing
  await changeItem(vault, { vaultUUID, itemUUID }, () => item);
  // @ts-expect-error a body is not the patch
  await changeItem(vault, { vaultUUID, itemUUID }, (patch) => patch.body);
  // @ts-expect-error the ids are needed, as itemRef gives them
  await changeItem(vault, item, (patch) => patch.addTag("a"));
}

/** Items by what they have, and copies. */
export async function manyItems(): Promise<void> {
  const [found] = await findItems(vault, { tag: "rotate", category: "LOGIN" }, { concurrency: 2, signal });
  if (found !== undefined) expectTypeOf(found).toEqualTypeOf<ItemOverview>();
  await findItems(vault);
  expectTypeOf(await copyItem(vault, itemRef(item), { vaultUUID, title: "a", category: "SECURE_NOTE" }, { withoutFiles: true })).toEqualTypeOf<Item>();
  await copyItem(vault, item, { vaultUUID });
  if (found !== undefined) await copyItem(vault, found, { vaultUUID });
  // @ts-expect-error an attribute that items are not searched by
  await findItems(vault, { state: "ARCHIVED" });
  // @ts-expect-error documents cannot be created
  await copyItem(vault, item, { vaultUUID, category: "DOCUMENT" });
}

/** References and files. */
export async function referencesAndFiles(): Promise<void> {
  const at = { vaultUUID, itemUUID, fileUUID };
  const secrets = await resolveSecrets(vault, { user: "Production/portal/username", password: "Production/portal/password" }, { concurrency: 2 });
  expectTypeOf(secrets).toEqualTypeOf<{ user: string; password: string }>();
  expectTypeOf(await resolveSecret(vault, secretReference({ vault: "a", item: "b", field: "c" }))).toEqualTypeOf<string>();
  expectTypeOf(findFile(item, "runbook.txt")).toEqualTypeOf<File>();
  expectTypeOf(await fileBytes(vault, at, { signal })).toEqualTypeOf<Uint8Array>();
  expectTypeOf(await fileStream(vault, at)).toEqualTypeOf<ReadableStream<Uint8Array>>();
  expectTypeOf(await saveFile(vault, at, "./runbook.txt")).toEqualTypeOf<void>();
  // @ts-expect-error a reference is text
  await resolveSecrets(vault, { user: 5 });
  // @ts-expect-error there is no reference of that name
  void secrets.pasword;
  // @ts-expect-error the file's id is needed
  await fileBytes(vault, { vaultUUID, itemUUID });
}
