import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { createVaultClient, type FieldName, type Item, itemPatch, type ItemPatchBuilder } from "../../src/index.ts";
import { changeItem, itemRef } from "../../src/items.ts";
import { baseUrl, caught, clientOn } from "../support.ts";

const at = { vaultUUID: "iihcwjkpp63v2nsmo436sdbeuu", itemUUID: "u32zhgb7j43k2omdbw7g2jcgsk" };
const path = `${baseUrl}/v1/vaults/${at.vaultUUID}/items/${at.itemUUID}`;
const item: Item = {
  id: at.itemUUID,
  vault: { id: at.vaultUUID },
  category: "LOGIN",
  version: 8,
  fields: [{ id: "p1", label: "PIN", value: "sentinel-1" }],
};

describe("changeItem", () => {
  it("reads the item once, sends what the names mean, and returns the item as it was stored", async () => {
    const fetch = recordingFetch(jsonResponse(200, item), jsonResponse(200, { ...item, version: 9 }));
    const changed = await changeItem(clientOn(fetch), at, (patch, read) => patch.set("PIN", "value", `${read.version}`).rename("PIN", "pin"));
    expect(changed.version).toBe(9);
    expect(fetch.requests.map(({ method, url, body }) => [method, url, body])).toEqual([
      ["GET", path, undefined],
      ["PATCH", path, '[{"op":"replace","path":"/fields/p1/value","value":"8"},{"op":"replace","path":"/fields/p1/label","value":"pin"}]'],
    ]);
  });

  it("sends nothing if the patch has no operation, and returns the item as it was read", async () => {
    const fetch = recordingFetch(jsonResponse(200, item));
    expect(await changeItem(clientOn(fetch), at, (patch) => patch)).toEqual(item);
    expect(fetch.requests).toHaveLength(1);
  });

  it.each<[string, (patch: ItemPatchBuilder<FieldName>, read: Item) => unknown]>([
    ["returns nothing", (patch) => void patch.generate("PIN").addTag("rotated")],
    ["returns the patch", (patch) => patch.generate("PIN").addTag("rotated")],
    [
      "is asynchronous",
      async (patch) => {
        await Promise.resolve();
        patch.generate("PIN");
        patch.addTag("rotated");
      },
    ],
    ["promises the patch", async (patch) => patch.generate("PIN").addTag("rotated")],
  ])("sends what the patch contains if the function %s", async (_what, change) => {
    const fetch = recordingFetch(jsonResponse(200, item), jsonResponse(200, item));
    await changeItem(clientOn(fetch), at, change as never);
    expect(fetch.requests[1]?.body).toBe('[{"op":"add","path":"/fields/p1/generate","value":true},{"op":"add","path":"/tags","value":["rotated"]}]');
  });

  it("sends nothing if the item already has the requested state", async () => {
    const tagged = { ...item, tags: ["rotated"] };
    const fetch = recordingFetch(jsonResponse(200, tagged));
    expect(await changeItem(clientOn(fetch), at, (patch) => void patch.addTag("rotated"))).toEqual(tagged);
    expect(fetch.requests).toHaveLength(1);
  });

  it.each<[string, (patch: ItemPatchBuilder<FieldName>) => unknown, string]>([
    ["a body", (patch) => patch.setTitle("a").body, "an array of 1"],
    ["another patch", () => itemPatch(item).setTitle("a"), "an object"],
    ["a promise of something else", async () => "done", "a string of 4 characters"],
  ])("writes nothing if the function returns %s, and says what it must return", async (_what, change, got) => {
    const fetch = recordingFetch(jsonResponse(200, item));
    const error = await caught(changeItem(clientOn(fetch), at, change as never));
    expect(error).toMatchObject({ name: "ArgumentError", argument: "change" });
    expect(error.message).toBe(`changeItem: change must return nothing, or the patch that it was called with; got ${got}`);
    expect(fetch.requests).toHaveLength(1);
  });

  it.each([
    ["an item", item, "at must be an object { vaultUUID, itemUUID }, which itemRef(item) returns for an item; got an object"],
    ["nothing", undefined, "at must be an object { vaultUUID, itemUUID }, which itemRef(item) returns for an item; got nothing"],
    [
      "a title",
      { ...at, itemUUID: "Finance portal" },
      "itemUUID must match ^[\\da-z]{26}$; got a string of 14 characters: if this is the title of an item, get its id with findItem",
    ],
  ])("rejects %s in place of the item's ids, and names itself in the error", async (_what, given, message) => {
    const fetch = recordingFetch();
    const error = await caught(changeItem(clientOn(fetch), given as never, (patch) => patch.setTitle("a")));
    expect(error).toMatchObject({ name: "ArgumentError", message: `changeItem: ${message}` });
    expect(fetch.requests).toEqual([]);
  });

  it("takes the return value of itemRef, and ignores other properties of an object with the ids", async () => {
    const fetch = recordingFetch(jsonResponse(200, item), jsonResponse(200, item));
    await changeItem(clientOn(fetch), { ...itemRef(item), title: "a" } as never, () => {});
    expect(fetch.requests.map(({ url }) => url)).toEqual([path]);
  });

  it("rejects an unknown option", async () => {
    const fetch = recordingFetch();
    const error = await caught(changeItem(clientOn(fetch), at, (patch) => patch.setTitle("a"), { ifVerison: 8 } as never));
    expect(error.message).toBe("ifVerison is not an option of changeItem; did you mean ifVersion?");
    expect(fetch.requests).toEqual([]);
  });

  it("sends nothing if a name matches no field", async () => {
    const fetch = recordingFetch(jsonResponse(200, item));
    const error = await caught(changeItem(clientOn(fetch), at, (patch) => patch.set("PIM", "value", "v")));
    expect(error).toMatchObject({ name: "LookupError", code: "not-found" });
    expect(fetch.requests).toHaveLength(1);
  });

  it.each([
    [9, "has version 9 now"],
    [undefined, "the server does not say its version"],
  ])("writes nothing if the item has version %s and not the expected one", async (version, message) => {
    const fetch = recordingFetch(jsonResponse(200, { ...item, version }));
    const error = await caught(changeItem(clientOn(fetch), at, (patch) => patch.setTitle("a"), { ifVersion: 8 }));
    expect(error).toMatchObject({ name: "VersionError", code: "version-changed", expectedVersion: 8, actualVersion: version, written: false });
    expect(error.message).toBe(`changeItem: item ${at.itemUUID} was expected at version 8 and ${message}; nothing was written: read it again`);
    expect(fetch.requests).toHaveLength(1);
  });

  it.each([
    ["", 10, 10],
    [", also if the response to the write has the version before it", 9, 10],
    [", also if the read after the write comes from a copy that is behind", 10, 8],
  ])("throws after the write if another program changes the item after the read%s", async (_also, written, read) => {
    const fetch = recordingFetch(...[8, written, read].map((version) => jsonResponse(200, { ...item, version })));
    const error = await caught(changeItem(clientOn(fetch), at, (patch) => patch.setTitle("a"), { ifVersion: 8 }));
    expect(error).toMatchObject({ code: "version-changed", expectedVersion: 8, actualVersion: 10, written: true });
    expect(error.message).toBe(
      `changeItem: item ${at.itemUUID} was changed by this patch and by another program after version 8 was read: it has version 10 now; read it again`,
    );
  });

  it.each([
    ["8", "a string of 1 character"],
    [8.5, "8.5"],
    [null, "null"],
  ])("sends nothing if ifVersion is not a version: %j", async (ifVersion, got) => {
    const fetch = recordingFetch();
    expect(await caught(changeItem(clientOn(fetch), at, (patch) => patch.setTitle("a"), { ifVersion: ifVersion as number }))).toMatchObject({
      name: "ConfigurationError",
      message: `changeItem: ifVersion must be a whole number, the version that was read; got ${got}`,
    });
    expect(fetch.requests).toEqual([]);
  });

  it.each([
    ["the next one", 9, 9],
    ["the next one in a read, and the one before in the response to the write", 8, 9],
    ["the next one in the response to the write, and the one before in a read from a copy that is behind", 9, 8],
    ["the one before in the response to the write, and in a read from a copy that is behind", 8, 8],
  ])("returns the item with the next version if it is %s", async (_what, written, read) => {
    const fetch = recordingFetch(...[8, written, read].map((version) => jsonResponse(200, { ...item, version })));
    expect((await changeItem(clientOn(fetch), at, (patch) => patch.setTitle("a"), { ifVersion: 8 })).version).toBe(9);
    expect(fetch.requests.map(({ method }) => method)).toEqual(["GET", "PATCH", "GET"]);
  });

  it("does not compare versions without ifVersion", async () => {
    const other = recordingFetch(jsonResponse(200, item), jsonResponse(200, { ...item, version: 20 }));
    expect((await changeItem(clientOn(other), at, (patch) => patch.setTitle("a"))).version).toBe(20);
  });

  it("retries 404 and 409 only if the caller says so", async () => {
    const responses = () => recordingFetch(jsonResponse(404, {}), jsonResponse(200, item), jsonResponse(409, {}), jsonResponse(200, item));
    const never = responses();
    expect(await caught(changeItem(createVaultClient({ baseUrl, token: "token-1", fetch: never }), at, (patch) => patch.setTitle("a")))).toMatchObject({
      status: 404,
    });
    expect(never.requests).toHaveLength(1);
    const asked = responses();
    await changeItem(createVaultClient({ baseUrl, token: "token-1", fetch: asked }), at, (patch) => patch.setTitle("a"), { retry: { statuses: [404, 409] } });
    expect(asked.requests.map(({ method }) => method)).toEqual(["GET", "GET", "PATCH", "PATCH"]);
  });
});
