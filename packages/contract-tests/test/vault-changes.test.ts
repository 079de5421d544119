import type { VaultSeedOptions } from "@keywright/emulator/vault";
import { createVaultClient, fieldValue, findItem, itemDraft, itemPatch, type VaultClient } from "@keywright/vault";
import { changeItem, diffItem, findField, oneTimeCode } from "@keywright/vault/items";
import { describe, expect, it } from "vitest";
import { OTP, session, messageOf } from "./vault-session.ts";

describe("creating on the emulator", () => {
  it("stores a draft as it says, and makes up values by the recipes", async () => {
    const { vault, vaultUUID } = await session();
    const draft = itemDraft({
      vaultUUID,
      category: "LOGIN",
      title: "Payroll portal",
      username: "finance-lead",
      password: { generate: { length: 24, characterSets: ["LETTERS"] } },
      notes: "Quarterly.",
      urls: ["https://payroll.example.com"],
      tags: ["finance"],
      sections: [
        {
          label: "Security",
          fields: [
            { label: "PIN", type: "CONCEALED", generate: { length: 6, characterSets: ["DIGITS"], excludeCharacters: "01234" } },
            { label: "code", type: "OTP", value: OTP },
            { label: "any", generate: true },
          ],
        },
      ],
    });
    const item = await vault.getItem({ vaultUUID, itemUUID: (await vault.createItem(draft)).id });
    expect(fieldValue(item, { purpose: "USERNAME" })).toBe("finance-lead");
    expect(fieldValue(item, { purpose: "PASSWORD" })).toMatch(/^[A-Za-z]{24}$/);
    expect(fieldValue(item, { purpose: "NOTES" })).toBe("Quarterly.");
    expect(fieldValue(item, { label: "PIN", section: "Security" })).toMatch(/^[5-9]{6}$/);
    expect(fieldValue(item, "any")).toHaveLength(32);
    expect(oneTimeCode(item)).toMatch(/^\d{6}$/);
    expect(item).toMatchObject({ title: "Payroll portal", tags: ["finance"], urls: [{ href: "https://payroll.example.com", primary: true }] });
  });

  it.each<[string, object, object]>([
    ["a category that cannot be created", { category: "DOCUMENT" }, { category: "DOCUMENT" }],
    ["two fields with the same id", { fields: [{ id: "a" }, { id: "a" }] }, { fields: [{ id: "a" }, { id: "a" }] }],
    ["a value of 65 characters", { fields: [{ generate: { length: 65 } }] }, { fields: [{ generate: true, recipe: { length: 65 } }] }],
    ["a recipe without a set", { fields: [{ generate: { characterSets: [] } }] }, { fields: [{ generate: true, recipe: { characterSets: [] } }] }],
    [
      "a recipe without a character",
      { fields: [{ generate: { characterSets: ["DIGITS"], excludeCharacters: "0123456789" } }] },
      { fields: [{ generate: true, recipe: { characterSets: ["DIGITS"], excludeCharacters: "0123456789" } }] },
    ],
    [
      "two sections of one id",
      { sections: ["s", "t"].map((label) => ({ id: "a", label, fields: [] })) },
      { sections: ["s", "t"].map((label) => ({ id: "a", label })) },
    ],
    ["a title that is a number", { title: 5 }, { title: 5 }],
    ["tags that are no list", { tags: "a" }, { tags: "a" }],
  ])("rejects %s in a draft, as the server does when it is sent by hand", async (_what, draft, wire) => {
    const { emulator, vaultUUID, sent } = await session();
    const base = { category: "LOGIN", title: "a" };
    expect(() => itemDraft({ vaultUUID, ...base, ...draft } as never)).toThrow(expect.objectContaining({ name: "ArgumentError" }));
    expect(sent).toEqual([]);
    const answer = await emulator.fetch(`https://vault.example.com/v1/vaults/${vaultUUID}/items`, {
      method: "POST",
      headers: { authorization: `Bearer ${emulator.token}`, "content-type": "application/json" },
      body: JSON.stringify({ vault: { id: vaultUUID }, ...base, ...wire }),
    });
    expect(answer.status).toBe(400);
  });
});

describe.each<[string, VaultSeedOptions]>([
  ["the emulator", {}],
  ["an emulator whose responses to writes have the version before", { writesReturnOldVersion: true }],
])("changing on %s", (_what, seed) => {
  it("sets, renames, adds and removes by label, in one write between two reads", async () => {
    const { vault, vaultUUID, sent } = await session(seed);
    const { id: itemUUID, version } = await findItem(vault, { vaultUUID, title: "Database" });
    sent.length = 0;
    const item = await changeItem(
      vault,
      { vaultUUID, itemUUID },
      (patch) =>
        patch
          .set({ label: "password", section: "Admin" }, "value", "next")
          .set("blank", "value", "filled")
          .rename("odd", "even/~")
          .remove("digits")
          .generate({ label: "password", section: "App" }, { length: 12, characterSets: ["DIGITS"] })
          .addSection({ id: "backup", label: "Backup" })
          .add({ label: "host", value: "db-2", section: "Backup" })
          .setTitle("Database, Europe")
          .setFavorite(true)
          .addTag("europe")
          .addUrl({ href: "https://db.example.com" }),
      { ifVersion: version },
    );
    expect(sent).toEqual(["GET", "PATCH", "GET"].map((method) => `${method} /v1/vaults/${vaultUUID}/items/${itemUUID}`));
    expect(fieldValue(item, { label: "password", section: "Admin" })).toBe("next");
    expect(fieldValue(item, "blank")).toBe("filled");
    expect(findField(item, "even/~").id).toBe("a/b~c");
    expect(item.fields?.map(({ id }) => id)).not.toContain("0");
    expect(fieldValue(item, { label: "password", section: "App" })).toMatch(/^\d{12}$/);
    expect(fieldValue(item, { label: "host", section: "Backup" })).toBe("db-2");
    expect(item).toMatchObject({
      title: "Database, Europe",
      favorite: true,
      tags: ["infrastructure", "europe"],
      urls: [{ href: "https://db.example.com" }],
      version: (version ?? 0) + 1,
    });
  });

  it.each(["a/b~c", "0", "__proto__", "-"])("reaches the field with the id %j, and no other", async (id) => {
    const { vault, vaultUUID } = await session(seed);
    const { id: itemUUID } = await findItem(vault, { vaultUUID, title: "Database" });
    const at = { vaultUUID, itemUUID };
    const before = await vault.getItem(at);
    const after = await vault.patchItem({ ...at, body: itemPatch().set(id, "value", "next").body });
    expect(after.fields?.map((field) => field.value)).toEqual(before.fields?.map((field) => (field.id === id ? "next" : field.value)));
    const without = await vault.patchItem({ ...at, body: itemPatch().remove(id).body });
    expect(without.fields?.map((field) => field.id)).toEqual(before.fields?.map((field) => field.id).filter((other) => other !== id));
    expect(({} as { readonly value?: unknown }).value).toBeUndefined();
  });

  it("changes nothing of an item of another version, and reports a write in between", async () => {
    const { emulator, vault, vaultUUID } = await session(seed);
    const created = await vault.createItem(itemDraft({ vaultUUID, category: "LOGIN", title: "Database 1", fields: [{ id: "user" }] }));
    const at = { vaultUUID, itemUUID: created.id };
    await changeItem(vault, at, (patch) => patch.setTitle("Database 2"), { ifVersion: 1 });
    expect(await messageOf(changeItem(vault, at, (patch) => patch.setTitle("Database 3"), { ifVersion: 1 }))).toMatch(
      /^changeItem: item [\da-z]{26} was expected at version 1 and has version 2 now; nothing was written: read it again$/,
    );
    expect((await vault.getItem(at)).title).toBe("Database 2");
    const rival = createVaultClient({ baseUrl: "https://vault.example.com", token: emulator.token, fetch: emulator.fetch });
    const racing = {
      getItem: async (...input: Parameters<VaultClient["getItem"]>) => {
        const item = await vault.getItem(...input);
        await rival.patchItem({ ...at, body: itemPatch().set("user", "value", "rival").body });
        return item;
      },
      patchItem: vault.patchItem,
    };
    expect(await messageOf(changeItem(racing, at, (patch) => patch.setTitle("Database 3"), { ifVersion: 2 }))).toMatch(
      /^changeItem: item [\da-z]{26} was changed by this patch and by another program after version 2 was read: it has version 4 now; read it again$/,
    );
    // Neither write undid the other.
    const item = await vault.getItem(at);
    expect([item.title, fieldValue(item, "user")]).toEqual(["Database 3", "rival"]);
  });

  it("fails with the server's own message if a field is gone", async () => {
    const { vault, vaultUUID } = await session(seed);
    const at = { vaultUUID, itemUUID: (await findItem(vault, { vaultUUID, title: "Database" })).id };
    expect(await messageOf(vault.patchItem({ ...at, body: itemPatch().set("gone", "value", "v").body }))).toBe(
      "patchItem failed with status 400: Invalid patch: /fields/gone does not exist",
    );
  });
});

describe("writes at once, and reads just after them, on the emulator", () => {
  const conflict = { status: 409, body: { status: 409, message: "another write to the vault is under way" } };
  const unknown = { status: 404, body: { status: 404, message: "item not found" } };

  it.each<["patchItem" | "getItem", object, number]>([
    ["patchItem", conflict, 409],
    ["getItem", unknown, 404],
  ])("%s is final after %j unless the caller says otherwise", async (operationId, answer, status) => {
    const { emulator, vault, vaultUUID, sent } = await session();
    const created = await vault.createItem(itemDraft({ vaultUUID, category: "SECURE_NOTE", title: "New" }));
    const at = { vaultUUID, itemUUID: created.id };
    const change = (retry?: { readonly statuses: readonly number[] }) => changeItem(vault, at, (patch) => patch.addTag("a"), { retry });
    emulator.inject({ operationId, times: 2, response: answer as { readonly status: number } });
    sent.length = 0;
    expect(await messageOf(change())).toContain(`${operationId} failed with status ${status}: `);
    expect(await messageOf(change())).toContain(`${operationId} failed with status ${status}: `);
    emulator.inject({ operationId, times: 2, response: answer as { readonly status: number } });
    sent.length = 0;
    expect((await change({ statuses: [status] })).tags).toEqual(["a"]);
    expect(sent).toHaveLength(4);
  });
});

describe("diffItem on the emulator", () => {
  it("makes of what was read what the program wants", async () => {
    const { vault, vaultUUID } = await session();
    const item = await findItem(vault, { vaultUUID, title: "Database" });
    const at = { vaultUUID, itemUUID: item.id };
    const wanted = {
      ...item,
      title: "Database 2",
      sections: [{ id: "admin", label: "Administrators" }],
      fields: (item.fields ?? []).filter(({ section }) => section?.id !== "app").map((field) => (field.id === "user" ? { ...field, value: "admin" } : field)),
    };
    await vault.patchItem({ ...at, body: diffItem(item, wanted) });
    const { version: _v1, updatedAt: _u1, ...stored } = await vault.getItem(at);
    const { version: _v2, updatedAt: _u2, ...expected } = wanted;
    expect(stored).toEqual(expected);
    expect(diffItem(await vault.getItem(at), wanted)).toEqual([]);
  });
});
