import { describe, expect, it } from "vitest";
import { createVaultClient, findVault } from "../src/index.ts";
import { fileBytes, findFile } from "../src/files.ts";
import { changeItem, copyItem, diffItem, fieldValue, findItem, findItems, itemDraft, itemPatch, itemRef, oneTimeCode } from "../src/items.ts";
import { resolveSecrets, secretReference } from "../src/references.ts";
import { rotateSecret } from "../src/rotation.ts";
import { baseUrl, caught, clientOn } from "./support.ts";

const client = clientOn(() => Promise.reject(new Error("nothing must be sent")));
const vaultUUID = "iihcwjkpp63v2nsmo436sdbeuu";
const promised = Promise.resolve({ id: "u32zhgb7j43k2omdbw7g2jcgsk", vault: { id: vaultUUID } }) as never;
const today = new Date() as never;

describe("a forgotten await is named as one", () => {
  it.each<[string, () => unknown]>([
    ["fieldValue: item", () => fieldValue(promised, "username")],
    ["oneTimeCode: item", () => oneTimeCode(promised)],
    ["findFile: item", () => findFile(promised, "runbook.txt")],
    ["itemRef: item", () => itemRef(promised)],
    ["itemPatch: item", () => itemPatch(promised)],
    ["diffItem: before", () => diffItem(promised, promised)],
    ["itemDraft: the argument", () => itemDraft(promised)],
    ["secretReference: the argument", () => secretReference(promised)],
    ["changeItem: at", () => changeItem(client, promised, () => {})],
    ["copyItem: from", () => copyItem(client, promised, { vaultUUID })],
    ["copyItem: to", () => copyItem(client, { vaultUUID, itemUUID: vaultUUID }, promised)],
    ["findVault: query", () => findVault(client, promised)],
    ["findVault: name", () => findVault(client, { name: promised })],
    ["findItem: query", () => findItem(client, promised)],
    ["findItem: vaultUUID", () => findItem(client, { vaultUUID: promised, title: "Finance portal" })],
    ["findItems: query", () => findItems(client, promised)],
    ["fileBytes: file", () => fileBytes(client, promised)],
    ["resolveSecrets: references", () => resolveSecrets(client, promised)],
    ["rotateSecret: options", () => rotateSecret(client, promised)],
    ["getItem: the input", () => client.getItem(promised)],
    ["getItem: vaultUUID", () => client.getItem({ vaultUUID: promised, itemUUID: vaultUUID })],
    ["createItem: body", () => client.createItem({ vaultUUID, body: promised })],
    ["the options of getItem", () => client.getItem({ vaultUUID, itemUUID: vaultUUID }, promised)],
    ["the options of the client", () => createVaultClient(promised)],
    ["the client: transport", () => createVaultClient({ baseUrl, token: "a", transport: promised })],
  ])("%s", async (at, call) => {
    const { message } = (await caught((async () => call())())) as Error;
    expect(message.startsWith(at), message).toBe(true);
    expect(message).toContain("a promise (await it)");
  });
});

it("a Date in place of a text says what to pass", async () => {
  expect(await caught(client.getItem({ vaultUUID: today, itemUUID: vaultUUID }))).toMatchObject({
    message: expect.stringMatching(/^getItem: vaultUUID must .*; got a Date \(pass date\.toISOString\(\)\)/),
  });
});
