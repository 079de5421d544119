import { require, requireStatus, Untested } from "../../session/outcome.ts";
import { rule, type Rule } from "../../rules/rule.ts";
import { disposableVault, type Item, type ItemOverview, makeItem, newItem, placeOf, readMade, type Vault, type VaultWorld } from "./world.ts";

const RECIPE_LENGTH = 24;

/** The rules of created, replaced and deleted items, in the disposable vault. */
export const ITEM_RULES: readonly Rule<VaultWorld>[] = [
  rule("createItem.stored", "write", async (world) => {
    const { session } = world;
    const body = newItem(world, disposableVault(world)) as { readonly title: string };
    const made = await makeItem(world, body);
    require(made.version === undefined || made.version === 1, `a new item must have version 1; got ${made.version}`);
    require(made.title === body.title && made.category === "LOGIN", "the new item must have the title and category of the request");
    require(valueOf(made, "note") === "first", "the new item must have the fields of the request");
    const read = await readMade(world, made);
    require(read.title === made.title && read.version === made.version && valueOf(read, "note") === "first", "a read must return the item as createItem did");
    const isListed = await session.eventually(async () => (await listOf(world)).some(({ id }) => id === made.id), Boolean);
    require(isListed, "the list must have the new item");
  }),
  rule("createItem.category", "write", async (world) => {
    for (const category of ["CUSTOM", "DOCUMENT"]) await rejectItem(world, { category }, `the category ${category}`);
  }),
  rule("createItem.required", "write", "an item without title, vault or category is 400", async (world) => {
    for (const name of ["title", "vault", "category"]) await rejectItem(world, { [name]: undefined }, `an item without ${name}`);
  }),
  rule("createItem.sections", "write", async (world) => {
    const section = { id: "access", label: "Access" };
    const fields = [{ id: "key", type: "STRING", label: "key", value: "one", section: { id: "access" } }];
    const made = await makeItem(world, { sections: [section], fields });
    require(made.sections?.some(({ id }) => id === "access") === true, "the item must have the section of the request");
    require(fieldOf(made, "key")?.section?.id === "access", "the field must be in its section");
    await rejectItem(world, { fields }, "a field in a section that the item does not have");
  }),
  rule("createItem.generate", "write", async (world) => {
    const recipe = { length: RECIPE_LENGTH, characterSets: ["LETTERS", "DIGITS"] };
    const made = await makeItem(world, { fields: [{ id: "password", purpose: "PASSWORD", generate: true, recipe }] });
    const value = made.fields?.find(({ purpose }) => purpose === "PASSWORD")?.value ?? "";
    require(value.length === RECIPE_LENGTH, `expected a value of ${RECIPE_LENGTH} characters; got ${value.length}`);
    require(/^[A-Za-z\d]+$/.test(value), "the value must have letters and digits only");
  }),
  rule("getVault.versions", "write", async (world) => {
    const { session } = world;
    const path = { vaultUUID: disposableVault(world) };
    const before = await session.call<Vault>("getVault", { path });
    await makeItem(world);
    const after = await session.eventually(
      () => session.call<Vault>("getVault", { path }),
      ({ contentVersion }) => contentVersion !== before.contentVersion,
    );
    const { contentVersion = 0 } = before;
    if (before.contentVersion === undefined || after.contentVersion === undefined) throw new Untested("the vault has no versions");
    require(after.contentVersion > contentVersion, `contentVersion must grow after a write; it was ${contentVersion} and is ${after.contentVersion}`);
    require(after.attributeVersion === before.attributeVersion, "attributeVersion must not change after a write of an item");
  }),
  rule("replaceItem.whole", "write", async (world) => {
    const { session } = world;
    const made = await readMade(world, await makeItem(world, { favorite: true }));
    const body = newItem(world, disposableVault(world), { fields: [{ id: "note", type: "STRING", label: "note", value: "second" }], tags: [] }) as Item;
    const replaced = await session.call<Item>("replaceItem", { ...placeOf(made), body });
    require(replaced.id === made.id, "the replaced item must keep its id");
    require(replaced.title === body.title && valueOf(replaced, "note") === "second", "the item must have the title and fields of the request");
    require(fieldOf(replaced, "username") === undefined, "a field that the request does not have must be gone");
    require((replaced.tags ?? []).length === 0, "tags that the request does not have must be gone");
    await requireWritten(world, made, replaced);
  }),
  rule("replaceItem.read", "write", async (world) => {
    const read = await readMade(world, await makeItem(world));
    const replaced = await world.session.call<Item>("replaceItem", { ...placeOf(read), body: read });
    require(replaced.title === read.title && valueOf(replaced, "note") === "first", "an item that is written as it was read must not change");
  }),
  rule("deleteItem.files", "write", async (world) => {
    const { session } = world;
    const made = await readMade(world, await makeItem(world));
    await session.succeed("deleteItem", placeOf(made));
    const { response } = await session.eventually(
      () => session.attempt("getItem", placeOf(made)),
      (exchange) => exchange.response.status === 404,
    );
    require(response.status === 404, `expected 404 for a deleted item; got ${response.status}`);
    const isGone = await session.eventually(async () => !(await listOf(world)).some(({ id }) => id === made.id), Boolean);
    require(isGone, "the list must not have a deleted item");
    world.made.delete(made.id);
  }),
];

/** Sends an item that must be rejected. If the server stores it, the end of the run removes it. */
async function rejectItem(world: VaultWorld, change: object, what: string): Promise<void> {
  const vaultUUID = disposableVault(world);
  const exchange = await world.session.attempt("createItem", { path: { vaultUUID }, body: newItem(world, vaultUUID, change) });
  const stored = exchange.response.json?.value as { readonly id?: unknown } | undefined;
  if (exchange.response.status < 300 && typeof stored?.id === "string" && !world.before.has(stored.id)) world.made.add(stored.id);
  requireStatus(exchange, [400], what);
}

function listOf(world: VaultWorld): Promise<readonly ItemOverview[]> {
  return world.session.call<readonly ItemOverview[]>("listItems", { path: { vaultUUID: disposableVault(world) } });
}

/** Returns a field by its label, because a server can assign other ids. */
export function fieldOf({ fields = [] }: Item, label: string) {
  return fields.find((field) => field.label === label);
}

/** Returns the value of a field by its label. */
export function valueOf(item: Item, label: string): string | undefined {
  return fieldOf(item, label)?.value;
}

/** Requires that a read returns what was written, with the next version; the write may not. */
export async function requireWritten(world: VaultWorld, before: Item, written: Item): Promise<Item> {
  const next = before.version === undefined ? undefined : before.version + 1;
  const isWritten = (item: Item): boolean => item.title === written.title && valueOf(item, "note") === valueOf(written, "note");
  const read = await world.session.eventually(
    () => world.session.call<Item>("getItem", placeOf(written)),
    (item) => isWritten(item) && (next === undefined || item.version === next),
  );
  require(isWritten(read), "a read must return the item as the write did");
  require(next === undefined || read.version === next, `expected version ${next} after the write; a read returned ${read.version}`);
  return read;
}
