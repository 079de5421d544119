import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { findVault, type Item } from "../src/index.ts";
import { findFile } from "../src/files.ts";
import { changeItem, copyItem, fieldValue, findField, findItem, findItems } from "../src/items.ts";
import { resolveSecret } from "../src/references.ts";
import { caught, clientOn, thrown } from "./support.ts";

const vaultUUID = "iihcwjkpp63v2nsmo436sdbeuu";
const itemUUID = "u32zhgb7j43k2omdbw7g2jcgsk";
const entry = { id: itemUUID, title: "Finance portal", vault: { id: vaultUUID } };
const notLists = [null, {}, "text", 7];
const notEntries = [[null], [7], [[]], [{}], [{ id: 5 }], [entry, null]];
const notItems = [null, [], "text", 7];

type Client = ReturnType<typeof clientOn>;

describe("a response of another shape is an InvalidResponseError, and no bare TypeError", () => {
  it.each<[string, string, (client: Client) => Promise<unknown>, readonly unknown[]]>([
    ["findVault", "listVaults", (client) => findVault(client, { name: "Production" }), []],
    ["findVault, of the second list", "listVaults", (client) => findVault(client, { name: "Production" }), [[]]],
    ["findItems", "listVaults", (client) => findItems(client), []],
    ["findItems, of one vault", "listItems", (client) => findItems(client, { vaultUUID, tag: "a" }), []],
    ["findItem", "listItems", (client) => findItem(client, { vaultUUID, title: "Finance portal" }), []],
    ["resolveSecret, of vaults", "listVaults", (client) => resolveSecret(client, "Production/Finance portal/password"), []],
    ["resolveSecret, of items", "listItems", (client) => resolveSecret(client, `${vaultUUID}/Finance portal/password`), []],
  ])("from %s", async (_what, operationId, call, before) => {
    for (const body of [...notLists, ...notEntries]) {
      const error = await caught(call(clientOn(recordingFetch(...[...before, body].map((answer) => jsonResponse(200, answer))))));
      expect(error, JSON.stringify(body)).toMatchObject({ name: "InvalidResponseError", code: "unexpected-content", operationId, status: 200 });
    }
  });

  it.each<[string, (client: Client) => Promise<unknown>, readonly unknown[]]>([
    ["findItem", (client) => findItem(client, { vaultUUID, title: "Finance portal" }), [[entry]]],
    ["changeItem", (client) => changeItem(client, { vaultUUID, itemUUID }, () => {}), []],
    ["copyItem", (client) => copyItem(client, { vaultUUID, itemUUID }, { vaultUUID }), []],
    ["resolveSecret", (client) => resolveSecret(client, `${vaultUUID}/${itemUUID}/Security/password`), []],
  ])("from %s that reads an item", async (_what, call, before) => {
    for (const body of notItems) {
      const error = await caught(call(clientOn(recordingFetch(...[...before, body].map((answer) => jsonResponse(200, answer))))));
      expect(error, JSON.stringify(body)).toMatchObject({ name: "InvalidResponseError", code: "unexpected-content", operationId: "getItem", status: 200 });
    }
  });

  it("treats tags that are not a list as unknown", async () => {
    const odd = { ...entry, tags: 5 };
    expect(await findItems(clientOn(recordingFetch(jsonResponse(200, [odd]))), { vaultUUID, tag: "a" })).toEqual([odd]);
  });
});

describe("an item of another shape is an ArgumentError", () => {
  it.each([{}, 7, [null], ["text"]])("whose lists are %j", (list) => {
    const item = (name: string): Item => ({ ...entry, [name]: list }) as unknown as Item;
    const rejected = (action: () => unknown, argument: string): void => expect(thrown(action)).toMatchObject({ name: "ArgumentError", argument });
    rejected(() => findField(item("fields"), "password"), "item.fields");
    rejected(() => findField(item("sections"), { label: "PIN", section: "Security" }), "item.sections");
    rejected(() => fieldValue(item("fields"), { label: "PIN", section: null }), "item.fields");
    rejected(() => findFile(item("files"), "a.txt"), "item.files");
  });
});
