import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import {
  createVaultClient,
  dryRun,
  fieldValue,
  findItem,
  findItems,
  findVault,
  itemDraft,
  itemPatch,
  itemRef,
  settleEach,
  type VaultClient,
} from "@keywright/vault";
import { fileBytes, fileStream, findFile } from "@keywright/vault/files";
import { changeItem, copyItem, diffItem, findField, oneTimeCode } from "@keywright/vault/items";
import { saveFile } from "@keywright/vault/node";
import { resolveSecrets, secretReference } from "@keywright/vault/references";
import { createVaultEmulator, type VaultEmulator } from "@keywright/emulator";
import { describe, expect, it } from "vitest";

interface Session {
  readonly emulator: VaultEmulator;
  readonly vault: VaultClient;
  readonly vaultUUID: string;
  /** Each request as `METHOD /path`. */
  readonly sent: string[];
}

const OTP = "otpauth://totp/example?secret=EXAMPLEEXAMPLE22";

/** A vault server with two vaults and a few items, and a client of it. */
async function session(): Promise<Session> {
  const emulator = createVaultEmulator({
    seed: {
      vaults: [
        { name: "Production", items: ITEMS },
        { name: "Test/1", items: ITEMS.slice(0, 1) },
      ],
    },
  });
  const sent: string[] = [];
  const vault = createVaultClient({
    baseUrl: "https://vault.example.com",
    token: emulator.token,
    fetch: (url, init) => {
      const { pathname, search } = new URL(url);
      sent.push(`${init.method} ${pathname}${search}`);
      return emulator.fetch(url, init);
    },
  });
  const { id } = await findVault(vault, { name: "Production" });
  sent.length = 0;
  return { emulator, vault, vaultUUID: id, sent };
}

const ITEMS = [
  {
    title: "Database",
    category: "DATABASE",
    tags: ["infrastructure"],
    sections: [
      { id: "admin", label: "Admin" },
      { id: "app", label: "App" },
    ],
    fields: [
      { id: "user", label: "username", value: "root" },
      { id: "pw", label: "password", type: "CONCEALED", value: "sentinel-1", section: { id: "admin" } },
      { id: "pw2", label: "password", type: "CONCEALED", value: "sentinel-2", section: { id: "app" } },
      { id: "a/b~c", label: "odd", value: "sentinel-3" },
      { id: "0", label: "digits", value: "sentinel-4" },
      { id: "__proto__", label: "constructor", value: "sentinel-5" },
      { id: "-", label: "dash", value: "sentinel-6" },
      { id: "otp", label: "code", type: "OTP", value: OTP },
      { id: "blank", label: "blank" },
    ],
  },
  { title: "CI/CD 100%", category: "API_CREDENTIAL", tags: ["infrastructure"], fields: [{ id: "token", label: "token", value: "sentinel-7" }] },
  { title: "Old", category: "SECURE_NOTE", state: "ARCHIVED", fields: [] },
];

async function messageOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => "it was to fail",
    (reason: unknown) => reason,
  );
  expect(inspect(error, { depth: 9 })).not.toContain("sentinel");
  return error instanceof Error ? error.message : String(error);
}

describe("finding and reading on the emulator", () => {
  it("goes from a vault's name to a value", async () => {
    const { vault, vaultUUID, sent } = await session();
    const item = await findItem(vault, { vaultUUID, title: "Database" });
    expect(fieldValue(item, "username")).toBe("root");
    expect(fieldValue(item, { label: "password", section: "App" })).toBe("sentinel-2");
    expect(oneTimeCode(item)).toMatch(/^\d{6}$/);
    expect(sent.length).toBe(2);
  });

  it("says what is wrong with a name", async () => {
    const { vault, vaultUUID } = await session();
    expect(await messageOf(findVault(vault, { name: "production" }))).toMatch(
      /^findVault: the token has no vault with the name "production"; there are "Production", "Test\/1"$/,
    );
    expect(await messageOf(findItem(vault, { vaultUUID, title: "Databose" }))).toMatch(
      / has no item with the title "Databose"; there are "Database", "CI\/CD 100%"$/,
    );
    expect(await messageOf(findItem(vault, { vaultUUID, title: "Old" }))).toMatch(/; of those that are archived or deleted it has 1$/);
    expect(await messageOf(findItem(vault, { vaultUUID, tag: "infrastructure" }))).toMatch(
      / has more than one item with the tag "infrastructure": [\da-z]{26} \("Database"\), [\da-z]{26} \("CI\/CD 100%"\); say which by its id$/,
    );
    const item = await findItem(vault, { vaultUUID, title: "Database" });
    expect(await messageOf((async () => findField(item, "password"))())).toMatch(/ has more than one field with the id or label "password": /);
    expect(await messageOf((async () => fieldValue(item, "blank"))())).toMatch(/^fieldValue: the field "blank" of item [\da-z]{26} has no value$/);
  });

  it("finds in a vault and by a title that have every character that filters and addresses know", async () => {
    const { vault } = await session();
    const { id: vaultUUID } = await findVault(vault, { name: "Test/1" });
    const title = `a"b\\c & d=e#f?g+h%20 ü🔑 '" or title eq "`;
    const created = await vault.createItem(itemDraft({ vaultUUID, category: "SECURE_NOTE", title }));
    expect((await findItem(vault, { vaultUUID, title })).id).toBe(created.id);
  });
});

describe("many items on the emulator", () => {
  it("are found over all vaults of the token by tag, title and category", async () => {
    const { vault, vaultUUID } = await session();
    const titles = async (query: object) => (await findItems(vault, query)).map(({ title }) => title);
    expect(await titles({ tag: "infrastructure" })).toEqual(["Database", "CI/CD 100%", "Database"]);
    expect(await titles({ tag: "infrastructure", category: "DATABASE", vaultUUID })).toEqual(["Database"]);
    expect(await titles({ title: "database" })).toEqual([]);
    expect(await titles({})).toHaveLength(3);
  });

  it("are changed in a dry run that sends no write and prints no secret, and then in earnest", async () => {
    const { emulator, vault } = await session();
    const lines: string[] = [];
    const rehearsal = createVaultClient({
      baseUrl: "https://vault.example.com",
      token: emulator.token,
      fetch: emulator.fetch,
      middleware: [dryRun({ print: (line) => lines.push(line) })],
    });
    const rotate = async (client: VaultClient) => {
      const outcomes: string[] = [];
      const items = await findItems(client, { tag: "infrastructure", category: "DATABASE" });
      const change = (item: (typeof items)[number]) =>
        changeItem(client, itemRef(item), (patch) => void patch.set("pw", "value", "sentinel-9").addTag("rotated"));
      for await (const { outcome } of settleEach(items, change)) outcomes.push(outcome);
      return outcomes;
    };
    expect(await rotate(rehearsal)).toEqual(["dry-run", "dry-run"]);
    expect(lines).toHaveLength(2);
    expect(lines.join()).toMatch(
      /^would send PATCH \/v1\/vaults\/[\da-z]{26}\/items\/[\da-z]{26} \[\{"op":"replace","path":"\/fields\/pw\/value","value":"\[secret\]"\}/,
    );
    expect(lines.join()).not.toContain("sentinel");
    expect(await findItems(vault, { tag: "rotated" })).toEqual([]);
    expect(await rotate(vault)).toEqual(["done", "done"]);
    expect(await findItems(vault, { tag: "rotated" })).toHaveLength(2);
  });

  it("are copied into another vault with every field, its section and its value", async () => {
    const { vault, vaultUUID } = await session();
    const { id: other } = await findVault(vault, { name: "Test/1" });
    const item = await findItem(vault, { vaultUUID, title: "Database" });
    const copy = await copyItem(vault, itemRef(item), { vaultUUID: other, title: "Copy" });
    const plain = ({ fields = [] }: typeof item) => fields.map(({ id, label, type, value, section }) => ({ id, label, type, value, section }));
    expect(plain(copy)).toEqual(plain(item));
    expect(copy).toMatchObject({ title: "Copy", vault: { id: other }, category: item.category, tags: item.tags, sections: item.sections, version: 1 });
    expect((await vault.getItem(itemRef(item))).version).toBe(item.version);
  });
});

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
    ["two fields of one id", { fields: [{ id: "a" }, { id: "a" }] }, { fields: [{ id: "a" }, { id: "a" }] }],
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
  ])("refuses %s in a draft, as the server does when it is sent by hand", async (_what, draft, wire) => {
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

describe("changing on the emulator", () => {
  it("sets, renames, adds and removes by label, in one read and one write", async () => {
    const { vault, vaultUUID, sent } = await session();
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
    expect(sent).toEqual(["GET", "PATCH"].map((method) => `${method} /v1/vaults/${vaultUUID}/items/${itemUUID}`));
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
    const { vault, vaultUUID } = await session();
    const { id: itemUUID } = await findItem(vault, { vaultUUID, title: "Database" });
    const at = { vaultUUID, itemUUID };
    const before = await vault.getItem(at);
    const after = await vault.patchItem({ ...at, body: itemPatch().set(id, "value", "next").body });
    expect(after.fields?.map((field) => field.value)).toEqual(before.fields?.map((field) => (field.id === id ? "next" : field.value)));
    const without = await vault.patchItem({ ...at, body: itemPatch().remove(id).body });
    expect(without.fields?.map((field) => field.id)).toEqual(before.fields?.map((field) => field.id).filter((other) => other !== id));
    expect(({} as { readonly value?: unknown }).value).toBeUndefined();
  });

  it("changes nothing of an item of another version, and tells of a write in between", async () => {
    const { emulator, vault, vaultUUID } = await session();
    const created = await vault.createItem(itemDraft({ vaultUUID, category: "LOGIN", title: "Database 1", fields: [{ id: "user" }] }));
    const at = { vaultUUID, itemUUID: created.id };
    await changeItem(vault, at, (patch) => patch.setTitle("Database 2"), { ifVersion: 1 });
    expect(await messageOf(changeItem(vault, at, (patch) => patch.setTitle("Database 3"), { ifVersion: 1 }))).toMatch(
      /^changeItem: item [\da-z]{26} was to be changed at version 1 and is of version 2 now; nothing was written: read it again$/,
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
      /^changeItem: item [\da-z]{26} was changed by somebody else after version 2 was read, and then by this patch: it is of version 4 now; read it again$/,
    );
    // Neither write undid the other.
    const item = await vault.getItem(at);
    expect([item.title, fieldValue(item, "user")]).toEqual(["Database 3", "rival"]);
  });

  it("is refused by the server with its own message where a field is gone", async () => {
    const { vault, vaultUUID } = await session();
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
    emulator.inject({ operationId, times: 2, answer: answer as { readonly status: number } });
    sent.length = 0;
    expect(await messageOf(change())).toContain(`${operationId} failed with status ${status}: `);
    expect(await messageOf(change())).toContain(`${operationId} failed with status ${status}: `);
    emulator.inject({ operationId, times: 2, answer: answer as { readonly status: number } });
    sent.length = 0;
    expect((await change({ statuses: [status] })).tags).toEqual(["a"]);
    expect(sent).toHaveLength(4);
  });
});

describe("references on the emulator", () => {
  it("become values in as few requests as there are lists and items", async () => {
    const { vault, vaultUUID, sent } = await session();
    const secrets = await resolveSecrets(vault, {
      USER: "Production/Database/username",
      ADMIN: "Production/Database/Admin/password",
      APP: secretReference({ vault: vaultUUID, item: "Database", section: "app", field: "pw2" }),
      TOKEN: secretReference({ vault: "Production", item: "CI/CD 100%", field: "token" }),
      ODD: secretReference({ vault: "Test/1", item: "Database", field: "a/b~c" }),
    });
    expect(secrets).toEqual({ USER: "root", ADMIN: "sentinel-1", APP: "sentinel-2", TOKEN: "sentinel-7", ODD: "sentinel-3" });
    expect(sent.map((line) => line.replace(/[\da-z]{26}/g, "ID").replace(/\?.*/, "?")).sort()).toEqual([
      "GET /v1/vaults",
      "GET /v1/vaults/ID/items",
      "GET /v1/vaults/ID/items/ID",
      "GET /v1/vaults/ID/items/ID",
      "GET /v1/vaults/ID/items/ID",
      "GET /v1/vaults/ID/items?",
    ]);
  });

  it("that lead nowhere are named in one error, and what the token does not open is among them", async () => {
    const { emulator, vaultUUID, vault } = await session();
    const test = await findVault(vault, { name: "Test/1" });
    const narrow = createVaultClient({
      baseUrl: "https://vault.example.com",
      token: emulator.issueToken({ vaults: [vaultUUID] }),
      fetch: emulator.fetch,
    });
    const message = await messageOf(
      resolveSecrets(narrow, {
        GOOD: "Production/Database/username",
        FIELD: "Production/Database/pasword",
        ITEM: "Production/Old/username",
        VAULT: "Test%2F1/Database/username",
        CLOSED: `${test.id}/Database/username`,
        TEXT: "sentinel",
      }),
    );
    expect(message.split("\n").map((line) => line.slice(0, 60))).toEqual([
      "resolveSecrets: 5 of 6 references lead nowhere:",
      expect.stringMatching(/^ {2}FIELD: item [\da-z]{26} has no field with/),
      expect.stringMatching(/^ {2}ITEM: vault [\da-z]{26} has no item with/),
      expect.stringMatching(/^ {2}VAULT: the token opens no vault with the name/),
      expect.stringMatching(/^ {2}CLOSED: listItems failed with status 403: vault/),
      expect.stringMatching(/^ {2}TEXT: reference must be vault\/item\/field/),
    ]);
  });
});

describe("files on the emulator", () => {
  it.each([1, 100 * 1024 - 1, 100 * 1024, 100 * 1024 + 1, 3_000_000])("of %d bytes come whole as bytes, as a stream and to disk", async (size) => {
    const { emulator, vault, vaultUUID, sent } = await session();
    const { id: itemUUID } = await findItem(vault, { vaultUUID, title: "Database" });
    const content = Buffer.from(Uint8Array.from({ length: size }, (_, index) => (index * 7919) % 256));
    emulator.attachFile(itemUUID, { name: "dump.bin", contentBase64: content.toString("base64") });
    const at = { vaultUUID, itemUUID, fileUUID: findFile(await vault.getItem({ vaultUUID, itemUUID }), "dump.bin").id };
    sent.length = 0;
    expect(content.equals(await fileBytes(vault, at))).toBe(true);
    // Inline below the server's limit; the details and the content above it.
    expect(sent).toHaveLength(size < 100 * 1024 ? 1 : 3);
    const pieces: Uint8Array[] = [];
    for await (const piece of await fileStream(vault, at)) pieces.push(piece);
    expect(content.equals(Buffer.concat(pieces))).toBe(true);
    const folder = await mkdtemp(join(tmpdir(), "vault-stories-"));
    try {
      await saveFile(vault, at, join(folder, "dump.bin"));
      expect(content.equals(await readFile(join(folder, "dump.bin")))).toBe(true);
      expect(await readdir(folder)).toEqual(["dump.bin"]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("that are cut on their way are an error, and leave nothing on the disk", async () => {
    const { emulator, vault, vaultUUID } = await session();
    const { id: itemUUID } = await findItem(vault, { vaultUUID, title: "Database" });
    const at = {
      vaultUUID,
      itemUUID,
      fileUUID: emulator.attachFile(itemUUID, { name: "dump.bin", contentBase64: Buffer.alloc(200_000, 7).toString("base64") }),
    };
    const folder = await mkdtemp(join(tmpdir(), "vault-stories-"));
    try {
      emulator.inject({ operationId: "getFileContent", times: "always", answer: "truncate" });
      for (const get of [() => fileBytes(vault, at), () => saveFile(vault, at, join(folder, "dump.bin"))])
        await expect(get()).rejects.toMatchObject({ name: "InvalidResponseError", code: "truncated-response" });
      expect(await readdir(folder)).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
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
