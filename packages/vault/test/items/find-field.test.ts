import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import type { FieldName, Item } from "../../src/index.ts";
import { fieldValue, findField, oneTimeCode } from "../../src/items.ts";
import { thrown } from "../support.ts";

const item: Item = {
  id: "u32zhgb7j43k2omdbw7g2jcgsk",
  vault: { id: "iihcwjkpp63v2nsmo436sdbeuu" },
  category: "LOGIN",
  sections: [{ id: "security", label: "Security" }, { id: "spare", label: "Spare" }, { id: "untitled" }],
  fields: [
    { id: "username", purpose: "USERNAME", label: "username", value: "sentinel-1" },
    { id: "password", purpose: "PASSWORD", label: "password", value: "sentinel-2" },
    { id: "a", label: "PIN", value: "sentinel-3" },
    { id: "b", label: "PIN", section: { id: "security" }, value: "sentinel-4" },
    { id: "c", label: "PIN", section: { id: "spare" }, value: "" },
    { id: "d", label: "empty", section: { id: "untitled" } },
    { id: "e", type: "OTP", label: "code", section: { id: "security" }, value: "otpauth://totp/sentinel-5", totp: "492039" },
    { id: "token", label: "b", value: "sentinel-6" },
  ],
};

describe("findField", () => {
  it.each<[FieldName, string]>([
    ["username", "username"],
    ["a", "a"],
    ["code", "e"],
    [{ id: "b" }, "b"],
    [{ label: "b" }, "token"],
    [{ purpose: "PASSWORD" }, "password"],
    [{ label: "PIN", section: "Security" }, "b"],
    [{ label: "PIN", section: "spare" }, "c"],
    [{ label: "PIN", section: null }, "a"],
    [{ label: "empty", section: "untitled" }, "d"],
  ])("finds by %j the field %j", (name, id) => {
    expect(findField(item, name).id).toBe(id);
  });

  it("treats null as a missing section", () => {
    const listed = { ...item, fields: item.fields?.map((field) => ({ ...field, section: field.section ?? null })) } as unknown as Item;
    expect(findField(listed, { label: "PIN", section: null }).id).toBe("a");
    expect(findField(listed, { label: "PIN", section: "Security" }).id).toBe("b");
  });

  it.each<[FieldName, string]>([
    ["Username", 'no field with the id or label "Username"; there are "username", "password", "PIN" (id "a"), "PIN" in section "Security" (id "b"), '],
    [{ id: "PIN" }, 'no field with the id "PIN"; there are '],
    [{ purpose: "NOTES" }, 'no field with the purpose "NOTES"; there are '],
    [
      { label: "code", section: null },
      'no field with the label "code" outside of sections; there are "username", "password", "PIN" (id "a"), "b" (id "token")',
    ],
    [{ label: "code", section: "Spare" }, 'no field with the label "code" in section "Spare"; there are "PIN" in section "Spare" (id "c")'],
    [{ label: "PIN", section: "Old" }, 'no section with the id or label "Old"; there are "Security", "Spare", "untitled"'],
  ])("says of %j that there is none, and lists the fields", (name, message) => {
    const error = thrown(() => findField(item, name));
    expect(error).toMatchObject({ name: "LookupError", code: "not-found", candidates: [] });
    expect(error.message).toContain(`findField: item ${item.id} has ${message}`);
  });

  it.each<[FieldName, string[], string]>([
    [
      { label: "PIN" },
      ["a", "b", "c"],
      'more than one field with the label "PIN": "PIN" (id "a"), "PIN" in section "Security" (id "b"), "PIN" in section "Spare" (id "c")',
    ],
    // What is one field's id and another one's label could mean either.
    ["b", ["b", "token"], 'more than one field with the id or label "b": "PIN" in section "Security" (id "b"), "b" (id "token")'],
  ])("names the choices if %j matches several", (name, candidates, message) => {
    const error = thrown(() => findField(item, name));
    expect(error).toMatchObject({ code: "ambiguous", candidates });
    expect(error.message).toBe(`findField: item ${item.id} has ${message}; say which by its id`);
  });

  it("says that an item without fields has none", () => {
    const empty = { id: item.id, fields: [] };
    expect(thrown(() => findField(empty, "a")).message).toBe(`findField: item ${item.id} has no field with the id or label "a"; there are no fields`);
    expect(thrown(() => findField({ id: item.id }, "a")).message).toContain("; entries of a list have no fields: read the item with getItem");
    expect(thrown(() => findField(empty, { label: "a", section: "s" })).message).toContain("; there are no sections");
  });

  it("finds a section by the fields that name it if the item has no list of sections", () => {
    const { sections: _without, ...unlisted } = item;
    expect(findField(unlisted, { label: "PIN", section: "spare" }).id).toBe("c");
  });

  it("treats names of JavaScript's own properties as plain names", () => {
    const odd = { id: item.id, fields: [{ id: "__proto__", label: "constructor", value: "v" }] };
    expect(findField(odd, "__proto__").value).toBe("v");
    expect(findField(odd, { label: "constructor" }).value).toBe("v");
    expect(thrown(() => findField(odd, "toString"))).toMatchObject({ code: "not-found" });
  });

  it.each([undefined, null, 5, {}, { label: 5 }, { section: "Security" }, []])("rejects %j as a name", (name) => {
    const error = thrown(() => findField(item, name as never));
    expect(error).toMatchObject({ name: "ArgumentError", argument: "name" });
    expect(error.message).toMatch(/^findField: name must be a string, or an object with id, label or purpose; got /);
  });

  it("rejects a value that is not a section", () => {
    expect(thrown(() => findField(item, { label: "PIN", section: 5 as never })).message).toBe(
      "findField: section must be the id or label of a section, or null; got 5",
    );
  });

  it("has no value in any of its errors", () => {
    for (const name of ["x", { label: "PIN" }, { label: "x", section: "Security" }, { label: "x", section: "x" }, 5 as never]) {
      const error = thrown(() => findField(item, name));
      expect(`${inspect(error, { depth: 9 })}${JSON.stringify(error)}`).not.toContain("sentinel");
    }
  });
});

describe("fieldValue", () => {
  it("returns the value, also an empty one", () => {
    expect(fieldValue(item, { purpose: "PASSWORD" })).toBe("sentinel-2");
    expect(fieldValue(item, "c")).toBe("");
  });

  it("says that the field has none", () => {
    expect(thrown(() => fieldValue(item, "empty"))).toMatchObject({
      code: "not-found",
      candidates: ["d"],
      message: `fieldValue: the field "d" of item ${item.id} has no value`,
    });
  });

  it("says that there is no field", () => {
    expect(thrown(() => fieldValue(item, "none")).message).toContain(`fieldValue: item ${item.id} has no field with the id or label "none"; `);
  });
});

describe("oneTimeCode", () => {
  it("throws an ArgumentError if fields is not a list of objects, and treats null as a missing code", () => {
    for (const fields of [7, {}, [null], [{}]])
      expect(thrown(() => oneTimeCode({ id: "a", fields: fields as never }))).toMatchObject({ code: "invalid-argument", argument: "item.fields" });
    expect(thrown(() => oneTimeCode({ id: "a", fields: [{ id: "code", type: "OTP", totp: null as never }] }))).toMatchObject({ code: "not-found" });
  });

  it("returns the code of the only field that has one, or of the named field", () => {
    expect(oneTimeCode(item)).toBe("492039");
    expect(oneTimeCode(item, { label: "code", section: "Security" })).toBe("492039");
  });

  it("says that there is none", () => {
    expect(thrown(() => oneTimeCode({ id: item.id, fields: [] }))).toMatchObject({
      code: "not-found",
      message: `oneTimeCode: item ${item.id} has no field of type OTP; it has no one-time codes`,
    });
  });

  it("says that an entry of a list has no fields", () => {
    expect(thrown(() => oneTimeCode({ id: item.id })).message).toBe(
      `oneTimeCode: item ${item.id} has no field of type OTP; entries of a list have no fields: read the item with getItem`,
    );
  });

  it("names the choices if there are several", () => {
    const two = { id: item.id, fields: [...(item.fields ?? []), { id: "f", type: "OTP", label: "spare code", totp: "111111" }, { id: "g", type: "OTP" }] };
    expect(thrown(() => oneTimeCode(two))).toMatchObject({
      code: "ambiguous",
      candidates: ["e", "f", "g"],
      message: `oneTimeCode: item ${item.id} has more than one field of type OTP: "code" (id "e"), "spare code" (id "f"), "g"; say which by its id`,
    });
  });

  it("says why a field has no code", () => {
    expect(thrown(() => oneTimeCode(item, "username")).message).toBe(`oneTimeCode: the field "username" of item ${item.id} is not of type OTP`);
    const broken = { id: item.id, fields: [{ id: "e", type: "OTP", value: "sentinel" }] };
    expect(thrown(() => oneTimeCode(broken)).message).toBe(
      `oneTimeCode: the field "e" of item ${item.id} is of type OTP, but the server sent no code: check that its value is an otpauth:// address`,
    );
  });
});
