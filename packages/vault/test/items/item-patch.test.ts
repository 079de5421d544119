import { inspect } from "node:util";
import { expectRejected, jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { type Item, itemPatch } from "../../src/index.ts";
import { baseUrl, clientOn, thrown } from "../support.ts";

const vaultUUID = "iihcwjkpp63v2nsmo436sdbeuu";
const itemUUID = "u32zhgb7j43k2omdbw7g2jcgsk";
const item: Item = {
  id: itemUUID,
  vault: { id: vaultUUID },
  category: "LOGIN",
  tags: ["finance"],
  sections: [{ id: "security", label: "Security" }],
  fields: [
    { id: "password", purpose: "PASSWORD", type: "CONCEALED", label: "password", value: "sentinel" },
    { id: "p1", label: "PIN", type: "STRING", section: { id: "security" } },
    { id: "p2", label: "PIN", type: "STRING", value: "1" },
    { id: "day", label: "review", type: "DATE", value: "2026-01-31" },
  ],
};

describe("itemPatch by ids", () => {
  it("is the body of patchItem", async () => {
    const fetch = recordingFetch(jsonResponse(200, { id: itemUUID }));
    await clientOn(fetch).patchItem({ vaultUUID, itemUUID, body: itemPatch().set("password", "value", "example-password-2").body });
    expect(fetch.requests[0]).toMatchObject({
      method: "PATCH",
      url: `${baseUrl}/v1/vaults/${vaultUUID}/items/${itemUUID}`,
      body: '[{"op":"add","path":"/fields/password/value","value":"example-password-2"}]',
    });
  });

  it("has no operation at first", () => {
    expect(itemPatch().body).toEqual([]);
  });

  it("changes itself, whether the result of a method is used or not", () => {
    const patch = itemPatch();
    patch.setTitle("a");
    expect(patch.addTag("b")).toBe(patch);
    patch.generate("p1");
    expect(patch.body).toEqual([
      { op: "add", path: "/title", value: "a" },
      { op: "add", path: "/tags/-", value: "b" },
      { op: "add", path: "/fields/p1/generate", value: true },
    ]);
  });

  it("has a body that later calls do not change", () => {
    const patch = itemPatch().setTitle("a");
    const { body } = patch;
    patch.addTag("b");
    expect([body.length, patch.body.length]).toEqual([1, 2]);
  });

  it("is unchanged after a rejected change", () => {
    const patch = itemPatch(item).setTitle("a");
    expect(() => patch.set("PIM", "value", "v")).toThrow("PIM");
    expect(patch.body).toEqual([{ op: "add", path: "/title", value: "a" }]);
  });

  it("is rejected in place of its body, before anything is sent", async () => {
    const error = await expectRejected((fetch) => clientOn(fetch).patchItem({ vaultUUID, itemUUID, body: itemPatch().setTitle("sentinel") as never }));
    expect(error.message).toBe("patchItem: body must be a request body and not its builder; got an object: pass its .body");
  });

  it("has each operation in the order of the calls", () => {
    const patch = itemPatch()
      .set("password", "value", "a")
      .set("p1", "section", { id: "security" })
      .rename("p1", "one / two")
      .generate("p2")
      .generate("p2", { length: 6, characterSets: ["DIGITS"] })
      .add({ label: "PIN", type: "CONCEALED", value: "4711", section: "security" })
      .add({ label: "made", generate: { length: 8 } })
      .remove("p1")
      .remove("p2", "label")
      .setTitle("Finance portal, Europe")
      .setFavorite(true)
      .setTags(["finance"])
      .addTag("europe")
      .setUrls([{ href: "https://a.example.com" }])
      .addUrl({ href: "https://b.example.com" })
      .addSection({ id: "spare", label: "Spare" });
    expect(patch.body).toEqual([
      { op: "add", path: "/fields/password/value", value: "a" },
      { op: "add", path: "/fields/p1/section", value: { id: "security" } },
      { op: "add", path: "/fields/p1/label", value: "one / two" },
      { op: "add", path: "/fields/p2/generate", value: true },
      { op: "add", path: "/fields/p2/generate", value: true },
      { op: "add", path: "/fields/p2/recipe", value: { length: 6, characterSets: ["DIGITS"] } },
      { op: "add", path: "/fields", value: { type: "CONCEALED", label: "PIN", value: "4711", section: { id: "security" } } },
      { op: "add", path: "/fields", value: { label: "made", generate: true, recipe: { length: 8 } } },
      { op: "remove", path: "/fields/p1" },
      { op: "remove", path: "/fields/p2/label" },
      { op: "add", path: "/title", value: "Finance portal, Europe" },
      { op: "add", path: "/favorite", value: true },
      { op: "add", path: "/tags", value: ["finance"] },
      { op: "add", path: "/tags/-", value: "europe" },
      { op: "add", path: "/urls", value: [{ href: "https://a.example.com" }] },
      { op: "add", path: "/urls/-", value: { href: "https://b.example.com" } },
      { op: "add", path: "/sections/-", value: { id: "spare", label: "Spare" } },
    ]);
  });

  // RFC 6901 §3.
  it.each([
    ["a/b", "a~1b"],
    ["a~b", "a~0b"],
    ["~1", "~01"],
    ["~0", "~00"],
    ["0", "0"],
    ["01", "01"],
    ["-", "-"],
    ["__proto__", "__proto__"],
    ["constructor", "constructor"],
    ["..", ".."],
    [' ü🔑"\\', ' ü🔑"\\'],
  ])("writes the id %j as %j in a pointer", (id, written) => {
    expect(itemPatch().set(id, "value", "v").remove(id).body).toEqual([
      { op: "add", path: `/fields/${written}/value`, value: "v" },
      { op: "remove", path: `/fields/${written}` },
    ]);
    expect(({} as { readonly value?: unknown }).value).toBeUndefined();
  });

  it("shows no value if it is printed, but code can read all", () => {
    const patch = itemPatch().set("password", "value", "sentinel").add({ label: "PIN", value: "sentinel" }).setTitle("sentinel");
    expect(inspect([patch, patch.body], { depth: 9 })).not.toContain("sentinel");
    expect(JSON.stringify(patch.body).match(/sentinel/g)).toHaveLength(3);
  });

  it.each<[string, (patch: ReturnType<typeof itemPatch>) => unknown, string]>([
    [
      "a label where no item was read",
      (patch) => patch.set({ label: "PIN" } as never, "value", "v"),
      "itemPatch.set: field must be the id of a field; labels and purposes need the item, as in itemPatch(item); got an object",
    ],
    [
      "an empty id",
      (patch) => patch.remove(""),
      "itemPatch.remove: field must be the id of a field; labels and purposes need the item, as in itemPatch(item); got an empty string",
    ],
    ["a value that is a number", (patch) => patch.set("a", "value", 4711 as never), "itemPatch.set: value must be a string; got a number"],
    ["no value", (patch) => patch.set("a", "value", undefined as never), "itemPatch.set: value must be a string; got nothing"],
    [
      "a section that is a text",
      (patch) => patch.set("a", "section", "security" as never),
      "itemPatch.set: value must be an object with the id of a section; got a string of 8 characters",
    ],
    [
      "an attribute that the server assigns",
      (patch) => patch.set("a", "entropy" as never, "1" as never),
      "itemPatch.set: attribute must be one of value, label, type, purpose, section; got a string of 7 characters",
    ],
    [
      "an attribute that leads elsewhere",
      (patch) => patch.remove("a", "value/x" as never),
      "itemPatch.remove: attribute must be one of value, label, type, purpose, section; got a string of 7 characters",
    ],
    [
      "a recipe that gives no value",
      (patch) => patch.generate("a", { length: 65 }),
      "itemPatch.generate: recipe.length must be a whole number of 1 to 64; got 65",
    ],
    [
      "a value that the patch generates",
      (patch) => patch.generate("a").set("a", "value", "sentinel"),
      "itemPatch.set: value and generate exclude each other in a patch: pass one of them; got a string of 8 characters",
    ],
    [
      "a value that is to be generated after it was set",
      (patch) => patch.set("a", "value", "sentinel").generate("a", { length: 8 }),
      "itemPatch.generate: recipe and value exclude each other in a patch: pass one of them; got an object",
    ],
    [
      "a field with a value and a recipe",
      (patch) => patch.add({ value: "a", generate: true } as never),
      "itemPatch.add: field.generate and value exclude each other: pass one of them; got true",
    ],
    [
      "a day that is none",
      (patch) => patch.add({ type: "DATE", value: "tomorrow" }),
      "itemPatch.add: field.value must be a day as YYYY-MM-DD; got a string of 8 characters",
    ],
    ["a title that is none", (patch) => patch.setTitle(null as never), "itemPatch.setTitle: title must be a string; got null"],
    ["tags that are none", (patch) => patch.setTags("finance" as never), "itemPatch.setTags: tags must be a list; got a string of 7 characters"],
    ["a tag that is none", (patch) => patch.setTags(["a", 5 as never]), "itemPatch.setTags: tags[1] must be a string; got 5"],
    ["an address that is a text", (patch) => patch.addUrl("https://a" as never), "itemPatch.addUrl: url must be an object; got a string of 9 characters"],
    [
      "favourite that is a word",
      (patch) => patch.setFavorite("yes" as never),
      "itemPatch.setFavorite: favorite must be true or false; got a string of 3 characters",
    ],
    ["a section that is none", (patch) => patch.addSection([] as never), "itemPatch.addSection: section must be an object; got an array of 0"],
  ])("rejects %s", (_what, change, message) => {
    expect(thrown(() => change(itemPatch()))).toMatchObject({ name: "ArgumentError", message });
  });
});

describe("itemPatch of an item that was read", () => {
  it("finds fields by label, purpose and id", () => {
    const patch = itemPatch(item)
      .set({ label: "PIN", section: "Security" }, "value", "4711")
      .rename({ purpose: "PASSWORD" }, "pass phrase")
      .remove("review")
      .generate({ label: "PIN", section: null });
    expect(patch.body).toEqual([
      { op: "add", path: "/fields/p1/value", value: "4711" },
      { op: "replace", path: "/fields/password/label", value: "pass phrase" },
      { op: "remove", path: "/fields/day" },
      { op: "add", path: "/fields/p2/generate", value: true },
    ]);
  });

  it("adds fields to a section by its label, also to one that the patch adds", () => {
    const patch = itemPatch(item)
      .add({ label: "a", value: "1", section: "Security" })
      .addSection({ id: "s2", label: "Spare" })
      .add({ label: "b", value: "2", section: "Spare" });
    expect(patch.body.map((operation) => (operation.op === "remove" ? undefined : operation.value))).toEqual([
      { label: "a", value: "1", section: { id: "security" } },
      { id: "s2", label: "Spare" },
      { label: "b", value: "2", section: { id: "s2" } },
    ]);
  });

  it("adds no tag that the item has or that the patch has added", () => {
    expect(
      itemPatch({ ...item, tags: ["a"] })
        .addTag("a")
        .addTag("b")
        .addTag("b").body,
    ).toEqual([{ op: "add", path: "/tags/-", value: "b" }]);
    expect(
      itemPatch({ ...item, tags: ["a"] })
        .setTags(["b"])
        .addTag("b")
        .addTag("a").body,
    ).toEqual([
      { op: "add", path: "/tags", value: ["b"] },
      { op: "add", path: "/tags/-", value: "a" },
    ]);
  });

  it("begins a list that the item does not have", () => {
    expect(itemPatch(item).addTag("a").addUrl({ href: "https://a" }).addUrl({ href: "https://b" }).body).toEqual([
      { op: "add", path: "/tags/-", value: "a" },
      { op: "add", path: "/urls", value: [{ href: "https://a" }] },
      { op: "add", path: "/urls/-", value: { href: "https://b" } },
    ]);
  });

  it("begins a list that the item has as null", () => {
    const bare = { ...item, tags: null, urls: null, sections: null } as unknown as Item;
    expect(itemPatch(bare).addTag("a").addTag("a").addUrl({ href: "https://a" }).addSection({ id: "s" }).set("password", "label", "b").body).toEqual([
      { op: "add", path: "/tags", value: ["a"] },
      { op: "add", path: "/urls", value: [{ href: "https://a" }] },
      { op: "add", path: "/sections", value: [{ id: "s" }] },
      { op: "replace", path: "/fields/password/label", value: "b" },
    ]);
    expect(thrown(() => itemPatch(bare).remove("PIN")).message).toContain('"PIN" in section "security" (id "p1")');
  });

  it("keeps the tags and URLs that were set, whatever their array becomes", () => {
    const tags = ["a"];
    const urls = [{ href: "https://a" }];
    const patch = itemPatch().setTags(tags).setUrls(urls);
    tags.push("b");
    urls.pop();
    expect(patch.body).toMatchObject([{ value: ["a"] }, { value: [{ href: "https://a" }] }]);
  });

  it.each<[string, (patch: ReturnType<typeof itemPatch>) => unknown, string]>([
    [
      "a label that no field has",
      (patch) => patch.set("PIM", "value", "v"),
      `itemPatch.set: item ${itemUUID} has no field with the id or label "PIM"; there are `,
    ],
    [
      "a label that two fields have",
      (patch) => patch.remove("PIN"),
      `itemPatch.remove: item ${itemUUID} has more than one field with the id or label "PIN": "PIN" in section "Security" (id "p1"), "PIN" (id "p2"); say which by its id`,
    ],
    [
      "a section that it does not have",
      (patch) => patch.add({ label: "a", section: "Spare" }),
      `itemPatch.add: item ${itemUUID} has no section with the id or label "Spare"; there are "Security"`,
    ],
  ])("lists for %s what there is, before anything is sent", (_what, change, message) => {
    const error = thrown(() => change(itemPatch(item)));
    expect(error.name).toBe("LookupError");
    expect(error.message).toContain(message);
    expect(inspect(error)).not.toContain("sentinel");
  });

  it("rejects a value that the field's type does not allow", () => {
    expect(thrown(() => itemPatch(item).set("review", "value", "tomorrow")).message).toBe(
      "itemPatch.set: value must be a day as YYYY-MM-DD; got a string of 8 characters",
    );
  });

  it.each([null, "u32zhgb7j43k2omdbw7g2jcgsk"])("rejects %j as an item", (value) => {
    expect(thrown(() => itemPatch(value as never)).message).toMatch(/^itemPatch: item must be an item or undefined; got /);
  });
});
