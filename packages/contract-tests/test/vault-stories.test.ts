import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createVaultClient, dryRun, fieldValue, findItem, findItems, findVault, itemDraft, itemRef, settleEach, type VaultClient } from "@keywright/vault";
import { fileBytes, fileStream, findFile } from "@keywright/vault/files";
import { changeItem, copyItem, findField, oneTimeCode } from "@keywright/vault/items";
import { saveFile } from "@keywright/vault/node";
import { resolveSecrets, secretReference } from "@keywright/vault/references";
import { describe, expect, it } from "vitest";
import { session, messageOf } from "./vault-session.ts";

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
    expect(await messageOf(findItem(vault, { vaultUUID, title: "Old" }))).toMatch(/; 1 archived or deleted items match$/);
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

  it("that cannot be resolved are named in one error, also those that the token may not read", async () => {
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
      "resolveSecrets: 5 of 6 references cannot be resolved:",
      expect.stringMatching(/^ {2}FIELD: item [\da-z]{26} has no field with/),
      expect.stringMatching(/^ {2}ITEM: vault [\da-z]{26} has no item with/),
      expect.stringMatching(/^ {2}VAULT: the token has no vault with the name in the /),
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

  it("that are cut off are an error, and leave nothing on the disk", async () => {
    const { emulator, vault, vaultUUID } = await session();
    const { id: itemUUID } = await findItem(vault, { vaultUUID, title: "Database" });
    const at = {
      vaultUUID,
      itemUUID,
      fileUUID: emulator.attachFile(itemUUID, { name: "dump.bin", contentBase64: Buffer.alloc(200_000, 7).toString("base64") }),
    };
    const folder = await mkdtemp(join(tmpdir(), "vault-stories-"));
    try {
      emulator.inject({ operationId: "getFileContent", times: "always", response: "truncate" });
      for (const get of [() => fileBytes(vault, at), () => saveFile(vault, at, join(folder, "dump.bin"))])
        await expect(get()).rejects.toMatchObject({ name: "InvalidResponseError", code: "truncated-response" });
      expect(await readdir(folder)).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
