import { createVaultEmulator } from "@keywright/emulator";
import { createVaultClient, type Field, type Item, itemPatch, type NewItem } from "@keywright/vault";
import { changeItem, diffItem } from "@keywright/vault/items";
import { array, assert, asyncProperty, boolean, constantFrom, nat, oneof, record, string, uniqueArray } from "fast-check";
import { describe, expect, it } from "vitest";

const emulator = createVaultEmulator({ seed: { vaults: [{ name: "Production" }], activityRecords: 0 } });
const vaultUUID = emulator.store.vaults.list()[0]?.id ?? "";

let answered = "";
/** A client that keeps the text of the last answer. */
const vault = createVaultClient({
  baseUrl: "https://vault.example.com",
  token: emulator.token,
  fetch: async (url, init) => {
    const answer = await emulator.fetch(url, init);
    answered = await answer.clone().text();
    return answer;
  },
});

const SECTION = { id: "s/1", label: "Section" };
const text = oneof(string({ unit: "grapheme", maxLength: 20 }), constantFrom("/", "~", "~1", "a/b", "0", "01", "-", "__proto__", "constructor", "", "value"));
const id = text.filter((value) => value !== "");
const field = record({
  id,
  label: text,
  type: constantFrom("STRING", "CONCEALED", "URL", "EMAIL", "MENU"),
  value: text,
  section: constantFrom(undefined, { id: SECTION.id }),
}).map(({ section, ...rest }): Field => (section === undefined ? rest : { ...rest, section }));
const password = record({ id, label: text, value: text }).map((made): Field => ({ ...made, purpose: "PASSWORD", type: "CONCEALED" }));

/** Items with a password among fields of any kind, whose names are anything that a pointer may stumble over. */
const newItem = record({
  title: text,
  favorite: boolean(),
  tags: array(text, { maxLength: 4 }),
  urls: array(record({ href: text, label: text, primary: boolean() }), { maxLength: 3 }),
  fields: uniqueArray(oneof({ arbitrary: field, weight: 5 }, password), { selector: (made) => made.id, minLength: 1, maxLength: 8 }),
}).map((made): NewItem => ({ ...made, vault: { id: vaultUUID }, category: "LOGIN", sections: [SECTION] }) as NewItem);

/** What a change of a field brings along by itself: the item's version and time, and what the server knows of a password. */
function withServersOwn(expected: Item, stored: Item, changedId: string): unknown {
  const { version, updatedAt } = stored;
  const fields = expected.fields?.map((made) => {
    if (made.id !== changedId) return made;
    const { entropy: _entropy, passwordDetails: _details, ...own } = made;
    const { entropy, passwordDetails } = stored.fields?.find((other) => other.id === changedId) ?? {};
    return { ...own, ...(entropy === undefined ? {} : { entropy }), ...(passwordDetails === undefined ? {} : { passwordDetails }) };
  });
  return { ...expected, version, updatedAt, fields };
}

describe("a patch of one field", () => {
  it("leaves every other byte of the item as it was", async () => {
    let runs = 0;
    await assert(
      asyncProperty(newItem, nat(), constantFrom("value", "label", "type"), text, boolean(), async (body, place, attribute, value, readsFirst) => {
        const { id: itemUUID } = await vault.createItem({ vaultUUID, body });
        const at = { vaultUUID, itemUUID };
        const before = await vault.getItem(at);
        const changed = before.fields?.[place % (before.fields?.length ?? 1)] as Field;
        // An empty type counts as left out.
        const set = attribute === "type" && value === "" ? "MENU" : value;
        if (readsFirst) await changeItem(vault, at, (patch) => patch.set({ id: changed.id }, attribute as "value", set));
        else await vault.patchItem({ ...at, body: itemPatch().set(changed.id, attribute as "value", set).body });
        const after = await vault.getItem(at);
        const expected = { ...before, fields: before.fields?.map((made) => (made.id === changed.id ? { ...made, [attribute]: set } : made)) } as Item;
        expect(answered).toBe(JSON.stringify(withServersOwn(expected, after, changed.id)));
        expect(after.version).toBe((before.version ?? 0) + 1);
        await vault.deleteItem(at);
        runs += 1;
      }),
      { numRuns: 300 },
    );
    expect(runs).toBeGreaterThanOrEqual(300);
  });
});

describe("the difference of two items", () => {
  it("makes one of the other, and leaves nothing to change", async () => {
    await assert(
      asyncProperty(newItem, newItem, boolean(), async (one, other, keepsIds) => {
        const { id: itemUUID } = await vault.createItem({ vaultUUID, body: one });
        const at = { vaultUUID, itemUUID };
        const before = await vault.getItem(at);
        const fields = (other.fields ?? []).map(
          (made, index) => ({ ...made, id: keepsIds ? (before.fields?.[index]?.id ?? `new ${index}`) : made.id }) as Field,
        );
        const wanted = { ...before, ...other, fields } as Item;
        await vault.patchItem({ ...at, body: diffItem(before, wanted) });
        const after = await vault.getItem(at);
        expect(diffItem(after, wanted)).toEqual([]);
        expect(written(after)).toEqual(written(wanted));
        await vault.deleteItem(at);
      }),
      { numRuns: 200 },
    );
  });
});

/** What clients write of an item, its fields in the order of their ids. */
function written({ title, category, favorite, tags, urls = [], sections, fields = [] }: Item): unknown {
  const plain = fields.map(({ entropy: _entropy, passwordDetails: _details, totp: _totp, ...made }) => made);
  return { title, category, favorite, tags, urls, sections, fields: plain.sort((a, b) => (a.id < b.id ? -1 : 1)) };
}
