import { inspect } from "node:util";
import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { operations } from "../../src/generated/operations.ts";
import { NEW_ITEM_CATEGORY_VALUES } from "../../src/generated/values.ts";
import { type ItemDraft, itemDraft } from "../../src/index.ts";
import { baseUrl, clientOn, thrown } from "../support.ts";

const vaultUUID = "iihcwjkpp63v2nsmo436sdbeuu";
const note = { vaultUUID, category: "SECURE_NOTE", title: "Note" } as const;

describe("itemDraft", () => {
  it("makes the input of createItem: shortcuts first, then fields, then those of the sections", async () => {
    const fetch = recordingFetch(jsonResponse(200, { id: "u32zhgb7j43k2omdbw7g2jcgsk" }));
    await clientOn(fetch).createItem(
      itemDraft({
        vaultUUID,
        category: "LOGIN",
        title: "Payroll portal",
        username: "finance-lead",
        password: { generate: { length: 24, characterSets: ["LETTERS", "DIGITS"], excludeCharacters: "0O" } },
        notes: "Changed every quarter.",
        urls: ["https://payroll.example.com", "https://status.example.com"],
        tags: ["finance"],
        favorite: true,
        fields: [{ id: "owner", label: "owner", type: "EMAIL", value: "finance@example.com" }],
        sections: [
          { label: "Security", fields: [{ label: "PIN", type: "CONCEALED", generate: true }] },
          { label: "Dates", id: "dates", fields: [{ label: "next review", type: "DATE", value: "2026-04-30" }] },
        ],
      }),
    );
    expect(fetch.requests[0]?.url).toBe(`${baseUrl}/v1/vaults/${vaultUUID}/items`);
    expect(JSON.parse(fetch.requests[0]?.body ?? "")).toEqual({
      title: "Payroll portal",
      vault: { id: vaultUUID },
      category: "LOGIN",
      urls: [
        { href: "https://payroll.example.com", primary: true },
        { href: "https://status.example.com", primary: false },
      ],
      favorite: true,
      tags: ["finance"],
      fields: [
        { purpose: "USERNAME", value: "finance-lead" },
        { purpose: "PASSWORD", generate: true, recipe: { length: 24, characterSets: ["LETTERS", "DIGITS"], excludeCharacters: "0O" } },
        { purpose: "NOTES", value: "Changed every quarter." },
        { id: "owner", type: "EMAIL", label: "owner", value: "finance@example.com" },
        { type: "CONCEALED", label: "PIN", generate: true, section: { id: "section-1" } },
        { type: "DATE", label: "next review", value: "2026-04-30", section: { id: "dates" } },
      ],
      sections: [
        { id: "section-1", label: "Security" },
        { id: "dates", label: "Dates" },
      ],
    });
  });

  it("writes no property that the draft does not have", () => {
    expect(itemDraft(note)).toEqual({ vaultUUID, body: { title: "Note", vault: { id: vaultUUID }, category: "SECURE_NOTE" } });
  });

  it.each(NEW_ITEM_CATEGORY_VALUES)("makes items of the category %s", (category) => {
    expect(itemDraft({ vaultUUID, title: "a", category, ...(category === "PASSWORD" ? { password: "p" } : {}) } as ItemDraft).body.category).toBe(category);
  });

  it("sends an address that is an object unchanged, and makes no other one the main address", () => {
    const urls = ["https://a.example.com", { href: "https://b.example.com", label: "b", primary: true }];
    expect(itemDraft({ ...note, urls }).body.urls).toEqual([{ href: "https://a.example.com", primary: false }, urls[1]]);
  });

  it("assigns sections unique ids", () => {
    const sections = ["a", "b", "c"].map((label) => ({ label, fields: [], ...(label === "b" ? { id: "section-1" } : {}) }));
    expect(itemDraft({ ...note, sections }).body.sections?.map(({ id }) => id)).toEqual(["section-2", "section-1", "section-3"]);
  });

  it("keeps labels of any kind, also duplicates", () => {
    const labels = ["a/b~c", "1", "__proto__", "-", "1", ""];
    expect(itemDraft({ ...note, fields: labels.map((label) => ({ label, value: "v" })) }).body.fields?.map(({ label }) => label)).toEqual(labels);
  });

  it("shows no value if it is printed, but code can read all", () => {
    const draft = itemDraft({ ...note, notes: "sentinel", fields: [{ label: "PIN", value: "sentinel" }] });
    expect(inspect(draft, { depth: 9 })).not.toContain("sentinel");
    expect(inspect(draft, { depth: 9 })).toContain("[secret]");
    expect(draft.body.fields?.map(({ value }) => value)).toEqual(["sentinel", "sentinel"]);
  });

  const { maximum } = operations.createItem.body.properties.fields.items.properties.recipe.properties.length;
  const field = (draft: object): object => ({ ...note, fields: [draft] });
  it.each<[string, unknown, string, string]>([
    [
      "a category that cannot be created",
      { ...note, category: "DOCUMENT" },
      "category",
      `must be one of ${NEW_ITEM_CATEGORY_VALUES.join(", ")}; got a string of 8 characters`,
    ],
    ["a category that is none", { ...note, category: undefined }, "category", `must be one of ${NEW_ITEM_CATEGORY_VALUES.join(", ")}; got nothing`],
    ["no title", { vaultUUID, category: "LOGIN" }, "title", "must be a string; got nothing"],
    ["nothing", undefined, "", "must be an object such as { vaultUUID, category, title }; got nothing"],
    [
      "a misspelt member",
      { ...note, sectoins: [] },
      "sectoins",
      "is not known here: use vaultUUID, category, title, username, password, notes, urls, tags, favorite, fields, sections; got an array of 0",
    ],
    [
      "a misspelt member of a field",
      field({ vlaue: "sentinel" }),
      "fields[0].vlaue",
      "is not known here: use label, type, purpose, id, value, generate; got a string of 8 characters",
    ],
    ["a username of a note", { ...note, username: "sentinel" }, "username", "is only for logins: use fields; got a string of 8 characters"],
    ["a password of a note", { ...note, password: "sentinel" }, "password", "is only for logins and passwords: use fields; got a string of 8 characters"],
    ["a password without one", { ...note, category: "PASSWORD" }, "password", "is needed; got nothing"],
    ["a value that is a number", field({ label: "PIN", value: 4711 }), "fields[0].value", "must be a string; got a number"],
    ["a password that is a number", { ...note, category: "LOGIN", password: 4711 }, "password", "must be a string, or an object with generate; got a number"],
    ["a password that is neither", { ...note, category: "PASSWORD", password: {} }, "password", "must be a string, or an object with generate; got an object"],
    ["a value and a recipe", field({ value: "sentinel", generate: true }), "fields[0].generate", "and value exclude each other: pass one of them; got true"],
    ["a recipe that is a number", field({ generate: 24 }), "fields[0].generate", "must be true or a recipe; got 24"],
    ["generate false", field({ generate: false }), "fields[0].generate", "must be true or a recipe; got false"],
    ["a length of none", field({ generate: { length: 0 } }), "fields[0].generate.length", `must be a whole number of 1 to ${maximum}; got 0`],
    [
      "a length above the contract's",
      field({ generate: { length: maximum + 1 } }),
      "fields[0].generate.length",
      `must be a whole number of 1 to ${maximum}; got ${maximum + 1}`,
    ],
    [
      "half a character",
      { ...note, category: "LOGIN", password: { generate: { length: 1.5 } } },
      "password.generate.length",
      `must be a whole number of 1 to ${maximum}; got 1.5`,
    ],
    [
      "no set of characters",
      field({ generate: { characterSets: [] } }),
      "fields[0].generate.characterSets",
      "must have at least one set of characters; got an array of 0",
    ],
    [
      "a recipe without a character",
      field({ generate: { characterSets: ["DIGITS"], excludeCharacters: "9876543210" } }),
      "fields[0].generate.excludeCharacters",
      "must leave at least one character; got a string of 10 characters",
    ],
    [
      "a set of characters that is none",
      field({ generate: { characterSets: ["LETTERS", "EMOJI" as never] } }),
      "fields[0].generate.characterSets[1]",
      "must be one of LETTERS, DIGITS, SYMBOLS; got a string of 5 characters",
    ],
    [
      "a recipe with a member that is misspelt",
      field({ generate: { lenght: 8 } as never }),
      "fields[0].generate.lenght",
      "is not known here: use length, characterSets, excludeCharacters; got 8",
    ],
    ["a day that is none", field({ type: "DATE", value: "30.04.2026" }), "fields[0].value", "must be a day as YYYY-MM-DD; got a string of 10 characters"],
    [
      "a month that is none",
      field({ type: "MONTH_YEAR", value: "202613" }),
      "fields[0].value",
      "must be a month as YYYYMM or YYYY/MM; got a string of 6 characters",
    ],
    [
      "a one-time password that is none",
      field({ type: "OTP", value: "sentinel" }),
      "fields[0].value",
      "must be an otpauth:// address; got a string of 8 characters",
    ],
    ["a field that is none", field(5 as never), "fields[0]", "must be an object; got 5"],
    ["fields that are no list", { ...note, fields: {} }, "fields", "must be a list; got an object"],
    ["tags that are no list", { ...note, tags: "sentinel" }, "tags", "must be a list; got a string of 8 characters"],
    [
      "two fields with the same id",
      { ...note, fields: [{ id: "a" }], sections: [{ label: "s", fields: [{ id: "a" }] }] },
      "fields",
      "must not have the same id twice; got a string of 1 character",
    ],
    [
      "two sections of one id",
      {
        ...note,
        sections: [
          { id: "a", label: "s", fields: [] },
          { id: "a", label: "t", fields: [] },
        ],
      },
      "sections",
      "must not have the same id twice; got a string of 1 character",
    ],
    ["a section without a label", { ...note, sections: [{ fields: [] }] }, "sections[0].label", "must be a string; got nothing"],
    ["a section without fields", { ...note, sections: [{ label: "s" }] }, "sections[0].fields", "must be a list; got nothing"],
    [
      "a bad field in a section",
      { ...note, sections: [{ label: "s", fields: [{ value: null }] }] },
      "sections[0].fields[0].value",
      "must be a string; got null",
    ],
  ])("rejects %s, and names the place and no value", (_what, draft, argument, message) => {
    const error = thrown(() => itemDraft(draft as ItemDraft));
    expect(error).toMatchObject({ name: "ArgumentError", argument: argument === "" ? undefined : argument, operationId: undefined });
    expect(error.message).toBe(`itemDraft: ${argument === "" ? "the argument" : argument} ${message}`);
    expect(`${inspect(error)}${JSON.stringify(error)}`).not.toContain("sentinel");
  });

  it.each(["2026-02-29", "2026-12-31"])("takes the day %s", (value) => {
    expect(() => itemDraft({ ...note, fields: [{ type: "DATE", value }] })).not.toThrow();
  });

  it.each(["202612", "2026/01"])("takes the month %s", (value) => {
    expect(() => itemDraft({ ...note, fields: [{ type: "MONTH_YEAR", value }] })).not.toThrow();
  });

  it("leaves the values of types that it does not know to the server", () => {
    expect(itemDraft({ ...note, fields: [{ type: "constructor", value: "any" }] }).body.fields).toEqual([{ type: "constructor", value: "any" }]);
  });
});
