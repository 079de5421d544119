import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import type { Item, ItemReplacement } from "../../src/index.ts";
import { diffItem } from "../../src/items.ts";
import { thrown } from "../support.ts";

const before: Item = {
  id: "u32zhgb7j43k2omdbw7g2jcgsk",
  title: "Finance portal",
  vault: { id: "iihcwjkpp63v2nsmo436sdbeuu" },
  category: "LOGIN",
  favorite: false,
  tags: ["finance"],
  urls: [{ href: "https://a.example.com", primary: true }],
  version: 8,
  sections: [{ id: "security", label: "Security" }],
  fields: [
    { id: "password", purpose: "PASSWORD", type: "CONCEALED", label: "password", value: "sentinel-1", entropy: 70, passwordDetails: { entropy: 70 } },
    { id: "a/b~c", type: "STRING", label: "PIN", value: "4711", section: { id: "security" } },
  ],
};
const [password, pin] = before.fields as [NonNullable<Item["fields"]>[number], NonNullable<Item["fields"]>[number]];

describe("diffItem", () => {
  it.each<[string, Partial<ItemReplacement>, unknown[]]>([
    ["nothing", {}, []],
    ["the same with its members in another order", { urls: [{ primary: true, href: "https://a.example.com" }] }, []],
    ["what the server assigns", { version: 9, updatedAt: "2026-01-01T00:00:00Z", fields: [{ ...password, entropy: 1, passwordDetails: {} }, pin] }, []],
    ["another order of fields", { fields: [pin, password] }, []],
    ["another title", { title: "Finance" }, [{ op: "replace", path: "/title", value: "Finance" }]],
    ["another category", { category: "PASSWORD" }, [{ op: "replace", path: "/category", value: "PASSWORD" }]],
    [
      "other tags and favourite",
      { favorite: true, tags: ["finance", "a"] },
      [
        { op: "replace", path: "/favorite", value: true },
        { op: "replace", path: "/tags", value: ["finance", "a"] },
      ],
    ],
    ["another value", { fields: [{ ...password, value: "sentinel-2" }, pin] }, [{ op: "replace", path: "/fields/password/value", value: "sentinel-2" }]],
    [
      "another label of an id that is escaped",
      { fields: [password, { ...pin, label: "pin" }] },
      [{ op: "replace", path: "/fields/a~1b~0c/label", value: "pin" }],
    ],
    ["a field that is gone", { fields: [password] }, [{ op: "remove", path: "/fields/a~1b~0c" }]],
    [
      "no fields at all",
      { fields: [] },
      [
        { op: "remove", path: "/fields/password" },
        { op: "remove", path: "/fields/a~1b~0c" },
      ],
    ],
    ["a field without an id", { fields: [password, pin, { label: "n", value: "v" }] }, [{ op: "add", path: "/fields", value: { label: "n", value: "v" } }]],
    [
      "null where a member is left out",
      {
        urls: before.urls ?? null,
        fields: [
          { ...password, section: null, recipe: null },
          { ...pin, purpose: null },
        ],
        files: null,
        state: null,
      },
      [],
    ],
    [
      "null where there was something",
      { title: null, tags: null, fields: [{ ...password, value: null }, pin] },
      [
        { op: "remove", path: "/title" },
        { op: "replace", path: "/tags", value: [] },
        { op: "remove", path: "/fields/password/value" },
      ],
    ],
    [
      "fields whose id is empty or null",
      { fields: [password, pin, { id: "", label: "n", value: null }, { id: null, label: "m" }] },
      [
        { op: "add", path: "/fields", value: { id: "", label: "n" } },
        { op: "add", path: "/fields", value: { label: "m" } },
      ],
    ],
    [
      "a field of an id of its own",
      { fields: [password, pin, { id: "n", generate: true, recipe: { length: 8 }, entropy: 5 }] },
      [{ op: "add", path: "/fields", value: { id: "n", generate: true, recipe: { length: 8 } } }],
    ],
    [
      "a value that is to be made up",
      { fields: [{ ...password, value: "sentinel-2", generate: true, recipe: { length: 20 } }, pin] },
      [
        { op: "add", path: "/fields/password/generate", value: true },
        { op: "add", path: "/fields/password/recipe", value: { length: 20 } },
      ],
    ],
    ["a recipe that nothing is made by", { fields: [{ ...password, generate: false, recipe: { length: 20 } }, pin] }, []],
    [
      "a field outside of its section",
      { fields: [password, { id: "a/b~c", type: "STRING", label: "PIN", value: "4711" }] },
      [{ op: "remove", path: "/fields/a~1b~0c/section" }],
    ],
    [
      "a section with a field in it: the section comes first",
      {
        sections: [
          { id: "security", label: "Security" },
          { id: "new", label: "New" },
        ],
        fields: [password, { ...pin, section: { id: "new" } }],
      },
      [
        {
          op: "replace",
          path: "/sections",
          value: [
            { id: "security", label: "Security" },
            { id: "new", label: "New" },
          ],
        },
        { op: "replace", path: "/fields/a~1b~0c/section", value: { id: "new" } },
      ],
    ],
    [
      "another section in the place of one: the old one goes last",
      {
        sections: [{ id: "new" }],
        fields: [password, { ...pin, section: { id: "new" } }],
      },
      [
        { op: "replace", path: "/sections", value: [{ id: "new" }, { id: "security", label: "Security" }] },
        { op: "replace", path: "/fields/a~1b~0c/section", value: { id: "new" } },
        { op: "replace", path: "/sections", value: [{ id: "new" }] },
      ],
    ],
    [
      "no section at all",
      { sections: [], fields: [password] },
      [
        { op: "remove", path: "/fields/a~1b~0c" },
        { op: "replace", path: "/sections", value: [] },
      ],
    ],
  ])("of %s is what a patch has to say", (_what, change, patch) => {
    expect(diffItem(before, { ...before, ...change })).toEqual(patch);
  });

  it("adds what was not there, and takes away what is left out", () => {
    const bare: Item = { id: before.id, vault: before.vault, category: "LOGIN" };
    expect(diffItem(bare, { ...bare, title: "a", tags: ["b"] })).toEqual([
      { op: "add", path: "/title", value: "a" },
      { op: "add", path: "/tags", value: ["b"] },
    ]);
    expect(diffItem(bare, { ...bare, urls: [], tags: [], sections: [] })).toEqual([]);
    expect(diffItem(bare, { ...bare, sections: [{ id: "a" }] })).toEqual([{ op: "add", path: "/sections", value: [{ id: "a" }] }]);
    const { title: _title, urls: _urls, ...rest } = before;
    expect(diffItem(before, rest)).toEqual([
      { op: "remove", path: "/title" },
      { op: "replace", path: "/urls", value: [] },
    ]);
  });

  it.each<[string, Partial<ItemReplacement>, string]>([
    ["another item", { id: "zkapfsoyz4cdjnva3vg73dlpor" }, "diffItem: after is another item"],
    ["another vault", { vault: { id: "rewrcj5xs2ovy42qpnspw2zgjf" } }, "diffItem: after is in another vault; a patch does not move an item"],
    ["two fields with the same id", { fields: [password, password] }, "diffItem: after has two fields with the same id"],
  ])("rejects %s", (_what, change, message) => {
    expect(thrown(() => diffItem(before, { ...before, ...change }))).toMatchObject({ name: "ArgumentError", argument: "after", message });
  });

  it("rejects a value that is not an item, and says what it must be", () => {
    expect(thrown(() => diffItem(before, undefined as never)).message).toBe(
      "diffItem: after must be the whole item in its new state, with its vault; got nothing",
    );
    expect(thrown(() => diffItem(before, { title: "a" } as never))).toMatchObject({
      name: "ArgumentError",
      argument: "after",
      message: "diffItem: after must be the whole item in its new state, with its vault; got an object",
    });
  });

  it("shows no value if it is printed", () => {
    expect(inspect(diffItem(before, { ...before, fields: [{ ...password, value: "sentinel-2" }] }), { depth: 9 })).not.toContain("sentinel");
  });
});
