import { jsonResponse, recordingFetch } from "@keywright/tool-testing";
import { describe, expect, it } from "vitest";
import { createVaultClient, type Item } from "../src/index.ts";
import { changeItem } from "../src/items.ts";
import { baseUrl, caught, clientOn } from "./support.ts";

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
  it("reads the item once, sends what the names mean, and gives the item as it was stored", async () => {
    const fetch = recordingFetch(jsonResponse(200, item), jsonResponse(200, { ...item, version: 9 }));
    const changed = await changeItem(clientOn(fetch), at, (patch, read) => patch.set("PIN", "value", `${read.version}`).rename("PIN", "pin"));
    expect(changed.version).toBe(9);
    expect(fetch.requests.map(({ method, url, body }) => [method, url, body])).toEqual([
      ["GET", path, undefined],
      ["PATCH", path, '[{"op":"replace","path":"/fields/p1/value","value":"8"},{"op":"replace","path":"/fields/p1/label","value":"pin"}]'],
    ]);
  });

  it("sends nothing where the patch has no operation, and gives the item as it was read", async () => {
    const fetch = recordingFetch(jsonResponse(200, item));
    expect(await changeItem(clientOn(fetch), at, (patch) => patch)).toEqual(item);
    expect(fetch.requests).toHaveLength(1);
  });

  it.each<[string, () => unknown, string]>([
    ["forgets to return the patch", () => undefined, "nothing"],
    ["is asynchronous", async () => [], "an object"],
  ])("sends nothing where the function %s, and says what it must give", async (_what, change, got) => {
    const fetch = recordingFetch(jsonResponse(200, item));
    const error = await caught(changeItem(clientOn(fetch), at, change as never));
    expect(error).toMatchObject({ name: "ArgumentError", argument: "change" });
    expect(error.message).toBe(`changeItem: change must return the patch, a list of operations; got ${got}`);
    expect(fetch.requests).toHaveLength(1);
  });

  it("sends nothing where a name fits no field", async () => {
    const fetch = recordingFetch(jsonResponse(200, item));
    const error = await caught(changeItem(clientOn(fetch), at, (patch) => patch.set("PIM", "value", "v")));
    expect(error).toMatchObject({ name: "LookupError", code: "not-found" });
    expect(fetch.requests).toHaveLength(1);
  });

  it.each([
    [9, "is of version 9 now"],
    [undefined, "the server does not say its version"],
  ])("writes nothing where the item is of version %s and another was to be changed", async (version, message) => {
    const fetch = recordingFetch(jsonResponse(200, { ...item, version }));
    const error = await caught(changeItem(clientOn(fetch), at, (patch) => patch.setTitle("a"), { ifVersion: 8 }));
    expect(error).toMatchObject({ name: "VersionError", code: "version-changed", expectedVersion: 8, actualVersion: version, written: false });
    expect(error.message).toBe(`changeItem: item ${at.itemUUID} was to be changed at version 8 and ${message}; nothing was written: read it again`);
    expect(fetch.requests).toHaveLength(1);
  });

  it("tells afterwards where somebody else was faster between the two requests", async () => {
    const fetch = recordingFetch(jsonResponse(200, item), jsonResponse(200, { ...item, version: 10 }));
    const error = await caught(changeItem(clientOn(fetch), at, (patch) => patch.setTitle("a"), { ifVersion: 8 }));
    expect(error).toMatchObject({ code: "version-changed", expectedVersion: 8, actualVersion: 10, written: true });
    expect(error.message).toBe(
      `changeItem: item ${at.itemUUID} was changed by somebody else after version 8 was read, and then by this patch: it is of version 10 now; read it again`,
    );
  });

  it.each([
    ["8", "a string of 1 characters"],
    [8.5, "8.5"],
    [null, "null"],
  ])("sends nothing where ifVersion is no version: %j", async (ifVersion, got) => {
    const fetch = recordingFetch();
    expect(await caught(changeItem(clientOn(fetch), at, (patch) => patch.setTitle("a"), { ifVersion: ifVersion as number }))).toMatchObject({
      name: "ArgumentError",
      message: `changeItem: ifVersion must be a whole number, the version that was read; got ${got}`,
    });
    expect(fetch.requests).toEqual([]);
  });

  it("gives the item where the version is the next one, and never asks without ifVersion", async () => {
    const next = recordingFetch(jsonResponse(200, item), jsonResponse(200, { ...item, version: 9 }));
    expect((await changeItem(clientOn(next), at, (patch) => patch.setTitle("a"), { ifVersion: 8 })).version).toBe(9);
    const other = recordingFetch(jsonResponse(200, item), jsonResponse(200, { ...item, version: 20 }));
    expect((await changeItem(clientOn(other), at, (patch) => patch.setTitle("a"))).version).toBe(20);
  });

  it("repeats 404 and 409 only where the caller says so", async () => {
    const answers = () => recordingFetch(jsonResponse(404, {}), jsonResponse(200, item), jsonResponse(409, {}), jsonResponse(200, item));
    const never = answers();
    expect(await caught(changeItem(createVaultClient({ baseUrl, token: "token-1", fetch: never }), at, (patch) => patch.setTitle("a")))).toMatchObject({
      status: 404,
    });
    expect(never.requests).toHaveLength(1);
    const asked = answers();
    await changeItem(createVaultClient({ baseUrl, token: "token-1", fetch: asked }), at, (patch) => patch.setTitle("a"), { retry: { statuses: [404, 409] } });
    expect(asked.requests.map(({ method }) => method)).toEqual(["GET", "GET", "PATCH", "PATCH"]);
  });
});
