import { inspect } from "node:util";
import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import type { Item } from "../../src/index.ts";
import { copyItem, itemRef } from "../../src/items.ts";
import { baseUrl, caught, clientOn } from "../support.ts";

const from = "iihcwjkpp63v2nsmo436sdbeuu";
const to = { vaultUUID: "rewrcj5xs2ovy42qpnspw2zgjf" };
const item: Item = {
  id: "u32zhgb7j43k2omdbw7g2jcgsk",
  title: "Finance portal",
  vault: { id: from },
  category: "LOGIN",
  urls: [{ href: "https://portal.example.com", primary: true, label: "website" }],
  favorite: true,
  tags: ["finance"],
  version: 8,
  createdAt: "2026-03-02T07:00:00Z",
  updatedAt: "2026-03-02T07:00:00Z",
  lastEditedBy: "a",
  sections: [{ id: "security", label: "Security" }],
  fields: [
    { id: "password", purpose: "PASSWORD", type: "CONCEALED", label: "password", value: "sentinel", entropy: 80, passwordDetails: { history: ["sentinel-0"] } },
    { id: "code", type: "OTP", label: "code", value: "otpauth://totp/a?secret=sentinel", totp: "123456", section: { id: "security" } },
    { id: "empty", type: "STRING", label: "empty" },
    { id: "odd", type: "STRING", purpose: "", value: "", section: { id: "unlisted" } },
  ],
};
const written = {
  title: "Finance portal",
  vault: { id: to.vaultUUID },
  category: "LOGIN",
  urls: [{ href: "https://portal.example.com", primary: true, label: "website" }],
  favorite: true,
  tags: ["finance"],
  fields: [
    { id: "password", purpose: "PASSWORD", type: "CONCEALED", label: "password", value: "sentinel" },
    { id: "code", type: "OTP", label: "code", value: "otpauth://totp/a?secret=sentinel", section: { id: "security" } },
    { id: "empty", type: "STRING", label: "empty" },
    { id: "odd", type: "STRING", purpose: "", value: "", section: { id: "unlisted" } },
  ],
  sections: [{ id: "security", label: "Security" }, { id: "unlisted" }],
};
const file = { id: "orpr6rjgurmv3bna34n5hdvlgb", name: "runbook.txt", size: 5 };
const responses = (read: object = item) => recordingFetch(jsonResponse(200, read), jsonResponse(200, { ...item, id: file.id }));

describe("copyItem", () => {
  it("reads the item once, and creates one with all that a new item can have", async () => {
    const fetch = responses();
    expect((await copyItem(clientOn(fetch), itemRef(item), to)).id).toBe(file.id);
    expect(fetch.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET ${baseUrl}/v1/vaults/${from}/items/${item.id}`,
      `POST ${baseUrl}/v1/vaults/${to.vaultUUID}/items`,
    ]);
    expect(JSON.parse(fetch.requests[1]?.body ?? "")).toEqual(written);
  });

  it("does not read an item again, but reads an entry of a list, which has no fields", async () => {
    const read = recordingFetch(jsonResponse(200, item));
    await copyItem(clientOn(read), item, to);
    expect(read.requests.map(({ method }) => method)).toEqual(["POST"]);
    const { fields: _fields, sections: _sections, ...entry } = item;
    const listed = responses();
    await copyItem(clientOn(listed), entry, to);
    expect(listed.requests.map(({ method }) => method)).toEqual(["GET", "POST"]);
    expect(JSON.parse(listed.requests[1]?.body ?? "")).toEqual(written);
  });

  it("creates the copy with another title", async () => {
    const fetch = responses();
    await copyItem(clientOn(fetch), itemRef(item), { ...to, title: "Copy" });
    expect(JSON.parse(fetch.requests[1]?.body ?? "")).toEqual({ ...written, title: "Copy" });
  });

  it("treats null as missing", async () => {
    const fields = [{ id: "a", value: null, passkey: null }];
    const fetch = recordingFetch(jsonResponse(200, item));
    await copyItem(clientOn(fetch), { ...item, fields, sections: null, files: null, favorite: null, passkey: null } as never, to);
    expect(JSON.parse(fetch.requests[0]?.body ?? "")).toMatchObject({ fields: [{ id: "a" }] });
  });

  it("shows no value if the request body is printed", async () => {
    let body: unknown;
    await copyItem({ getItem: async () => item, createItem: async (input) => ((body = input.body), item) }, itemRef(item), to);
    expect(inspect(body, { depth: 9 })).not.toContain("sentinel");
  });

  it.each<[string, Item, string]>([
    ["has files", { ...item, files: [file] }, 'files, "runbook.txt": the service cannot create files; copy the rest with { withoutFiles: true }'],
    [
      "has a field that is a file",
      { ...item, fields: [{ id: "f", label: "runbook", type: "FILE", value: "x" }] },
      'files, "runbook": the service cannot create files; copy the rest with { withoutFiles: true }',
    ],
    ["is a document", { ...item, category: "DOCUMENT" }, "the category DOCUMENT, which cannot be created: choose one by to.category"],
    [
      "has a property that is not in the contract",
      { ...item, passkey: { key: "sentinel" } } as Item,
      "passkey, which a new item cannot have: to copy the rest, pass the item without that property",
    ],
    [
      "has a field with one",
      { ...item, fields: [{ id: "a" }, { id: "b", passkey: "sentinel" } as never] },
      "fields[1].passkey, which a new item cannot have: to copy the rest, pass the item without that property",
    ],
  ])("writes nothing if the item %s, and names it", async (_what, read, what) => {
    const fetch = responses(read);
    const error = await caught(copyItem(clientOn(fetch), itemRef(item), to));
    expect(error).toMatchObject({ name: "ArgumentError", argument: "from", message: `copyItem: item ${item.id} has ${what}` });
    expect(inspect(error)).not.toContain("sentinel");
    expect(fetch.requests).toHaveLength(1);
  });

  it("leaves out files if the caller says so", async () => {
    const fetch = responses({ ...item, files: [file], fields: [...(item.fields ?? []), { id: "f", type: "FILE", value: "x" }] });
    await copyItem(clientOn(fetch), itemRef(item), to, { withoutFiles: true });
    expect(JSON.parse(fetch.requests[1]?.body ?? "")).toEqual(written);
  });

  it("copies a document with the category that the caller chooses", async () => {
    const fetch = responses({ ...item, category: "DOCUMENT" });
    await copyItem(clientOn(fetch), itemRef(item), { ...to, category: "SECURE_NOTE" });
    expect(JSON.parse(fetch.requests[1]?.body ?? "")).toEqual({ ...written, category: "SECURE_NOTE" });
  });

  it.each<[object, object, object, string]>([
    [{ itemUUID: item.id }, to, {}, "copyItem: from must be an object { vaultUUID, itemUUID }, which itemRef(item) returns for an item; got an object"],
    [
      { ...itemRef(item), itemUUID: "Finance portal" },
      to,
      {},
      "copyItem: itemUUID must match ^[\\da-z]{26}$; got a string of 14 characters: if this is the title of an item, get its id with findItem",
    ],
    [
      item,
      { vaultUUID: "Archive" },
      {},
      "copyItem: to.vaultUUID must match ^[\\da-z]{26}$; got a string of 7 characters: if this is the name of a vault, get its id with findVault",
    ],
    [item, { ...to, name: "a" }, {}, "copyItem: to.name is not known here: use vaultUUID, title, category; got a string of 1 character"],
    [item, { ...to, title: 5 }, {}, "copyItem: to.title must be a string; got 5"],
    [
      item,
      { ...to, category: "CUSTOM" },
      {},
      expect.stringMatching(/^copyItem: to.category must be one of LOGIN, .*; got a string of 6 characters$/) as string,
    ],
    [item, to, { withoutFile: true }, "withoutFile is not an option of copyItem; did you mean withoutFiles?"],
    [item, to, { withoutFiles: "no" }, "copyItem: withoutFiles must be true or false; got a string of 2 characters"],
  ])("rejects %j to %j with %j, and sends nothing", async (at, target, options, message) => {
    const fetch = recordingFetch();
    expect((await caught(copyItem(clientOn(fetch), at as never, target as never, options))).message).toEqual(message);
    expect(fetch.requests).toEqual([]);
  });
});
