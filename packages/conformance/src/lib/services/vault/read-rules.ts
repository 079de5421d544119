import { require, requireStatus, Untested } from "../../session/outcome.ts";
import { rule, type Rule } from "../../rules/rule.ts";
import { firstVault, foreignVault, type ItemOverview, someItem, type Vault, type VaultWorld } from "./world.ts";

const quoted = (value: string): string => JSON.stringify(value);
const same = (a: string | undefined, b: string): boolean => a?.toLowerCase() === b.toLowerCase();

/** The rules of vaults and lists of items. */
export const READ_RULES: readonly Rule<VaultWorld>[] = [
  rule("listVaults.filter", "read", async (world) => {
    const { session } = world;
    const vault = firstVault(world);
    const found = await session.call<VaultWorld["vaults"]>("listVaults", { query: { filter: `name eq ${quoted(vault.name)}` } });
    require(found.some(({ id }) => id === vault.id), "the filter by the name of a vault must return this vault");
    require(found.every(({ name }) => same(name, vault.name)), "the filter by the name of a vault must return no vault of another name");
  }),
  rule("listVaults.scope", "read", async (world) => {
    const foreign = foreignVault(world);
    const vaults = await world.session.call<VaultWorld["vaults"]>("listVaults");
    require(vaults.every(({ id }) => id !== foreign), `the list must not have the vault ${foreign}, which is outside of the token's scope`);
  }),
  rule("getVault.scope", "faults", async (world) => {
    const vaultUUID = foreignVault(world);
    const path = { vaultUUID, itemUUID: vaultUUID, fileUUID: vaultUUID };
    for (const operation of ["getVault", "listItems", "getItem", "listFiles", "getFile", "getFileContent"]) {
      const exchange = await world.session.attempt(operation, { path });
      requireStatus(exchange, [403], `${operation} in a vault outside of the token`);
      require(exchange.response.text.includes(vaultUUID), `the message of ${operation} must name the vault`);
    }
  }),
  rule("getVault.archived", "read", async (world) => {
    const { session } = world;
    const path = { vaultUUID: firstVault(world).id };
    const count = await session.eventually(
      async () => {
        const { items } = await session.call<Vault>("getVault", { path });
        const active = (await session.call<readonly ItemOverview[]>("listItems", { path })).filter(({ state }) => state === undefined).length;
        return { items, active };
      },
      ({ items, active }) => items === active,
    );
    if (count.items === undefined) throw new Untested("the vault has no number of items");
    require(count.items === count.active, `expected items to be the ${count.active} active items of listItems; got ${count.items}`);
  }),
  rule("listItems.overview", "read", async (world) => {
    const { vaultUUID } = someItem(world);
    const items = await world.session.call<readonly object[]>("listItems", { path: { vaultUUID } });
    for (const name of ["fields", "sections"]) require(items.every((item) => !(name in item)), `an item of a list must not have ${name}`);
  }),
  rule("listItems.filter", "read", async (world) => {
    const { session, home } = world;
    const { vaultUUID } = someItem(world);
    const find = (filter: string) => session.call<readonly ItemOverview[]>("listItems", { path: { vaultUUID }, query: { filter } });
    const titled = home?.items.find(({ title = "" }) => title !== "");
    const tagged = home?.items.find(({ tags = [] }) => tags.length > 0);
    if (titled?.title === undefined && tagged === undefined) throw new Untested("no item has a title or a tag");
    if (titled?.title !== undefined) {
      const { id, title } = titled;
      const found = await find(`title eq ${quoted(title)}`);
      require(found.some((item) => item.id === id), "the filter by the title of an item must return this item");
      require(found.every((item) => same(item.title, title)), "the filter by a title must return no item with another title");
    }
    const [tag] = tagged?.tags ?? [];
    if (tagged === undefined || tag === undefined) return;
    const found = await find(`tag eq ${quoted(tag)}`);
    require(found.some(({ id }) => id === tagged.id), "the filter by a tag of an item must return this item");
    require(found.every(({ tags = [] }) => tags.some((one) => same(one, tag))), "the filter by a tag must return no item without it");
  }),
  rule("getItem.same", "read", "returns the item of the list, with the same version", async (world) => {
    const { session } = world;
    const { vaultUUID, itemUUID } = someItem(world);
    const pair = await session.eventually(
      async () => {
        const item = await session.call<ItemOverview>("getItem", { path: { vaultUUID, itemUUID } });
        const listed = (await session.call<readonly ItemOverview[]>("listItems", { path: { vaultUUID } })).find(({ id }) => id === itemUUID);
        return { item, listed };
      },
      ({ item, listed }) => item.version === listed?.version,
    );
    require(pair.item.id === itemUUID && pair.item.vault.id === vaultUUID, "the item must have the ids of the path");
    require(pair.item.version === pair.listed?.version, "the item must have the version that listItems has");
  }),
];
