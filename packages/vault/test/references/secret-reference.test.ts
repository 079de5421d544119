import { assert, constantFrom, oneof, option, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSecretReference, type SecretLocation, secretReference } from "../../src/references.ts";
import { thrown } from "../support.ts";

describe("a secret reference", () => {
  it.each<[SecretLocation, string]>([
    [{ vault: "Production", item: "db", field: "password" }, "Production/db/password"],
    [{ vault: "Production", item: "db", section: "Admin", field: "password" }, "Production/db/Admin/password"],
    [{ vault: "a/b", item: "100%", section: "%2F", field: "x y+ü🔑" }, "a%2Fb/100%25/%252F/x y+ü🔑"],
    [{ vault: "__proto__", item: "..", field: "." }, "__proto__/../."],
    [{ vault: "a", item: "why?", field: "code", attribute: "otp" }, "a/why%3F/code?attribute=otp"],
    [{ vault: "a", item: "b", field: "*", attribute: "fields" }, "a/b/*?attribute=fields"],
  ])("of %j is %j, and is read as it again", (location, reference) => {
    expect(secretReference(location)).toBe(reference);
    expect(parseSecretReference(reference)).toEqual(location);
  });

  it("is read as what it was made of, whatever the names are", () => {
    const name = oneof(string({ unit: "grapheme", minLength: 1 }), constantFrom("/", "%", "%2F", "%25", "a/b%", "#?&", "op:", "c?attribute=otp"));
    assert(
      property(name, name, name, option(name, { nil: undefined }), (vault, item, field, section) => {
        const location = section === undefined ? { vault, item, field } : { vault, item, section, field };
        expect(parseSecretReference(secretReference(location))).toEqual(location);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ["op://Production/db/password", {}, { vault: "Production", item: "db", field: "password" }],
    ["op://a/b/Admin/code?attribute=otp", {}, { vault: "a", item: "b", section: "Admin", field: "code", attribute: "otp" }],
    ["vault://a/b%3F/c", { scheme: "vault" }, { vault: "a", item: "b?", field: "c" }],
    ["a/what?/c?", {}, { vault: "a", item: "what?", field: "c?" }],
  ])("is read from %j with %j", (reference, options, location) => {
    expect(parseSecretReference(reference, options)).toEqual(location);
  });

  it("is written as an address with a scheme", () => {
    const location = { vault: "Production", item: "db", field: "password" };
    expect(secretReference(location, { scheme: "op" })).toBe("op://Production/db/password");
    expect(thrown(() => secretReference(location, { scheme: "op://" }))).toMatchObject({ code: "invalid-configuration" });
    expect(thrown(() => parseSecretReference("op://a/b/c", { schema: "op" } as never))).toMatchObject({ code: "invalid-configuration" });
    expect(thrown(() => secretReference({ ...location, attribute: "totp" as never }))).toMatchObject({ argument: "attribute" });
  });

  it("may have any character as an escape", () => {
    expect(parseSecretReference("Pro%64uction/%C3%BC/pass%20word")).toEqual({ vault: "Production", item: "ü", field: "pass word" });
  });

  const form = "must be vault/item/field or vault/item/section/field, with %2F for a slash and %25 for a percent sign in a name";
  it.each([
    ["sentinel", `${form}; got a string of 8 characters`],
    ["sentinel/a", `${form}; got a string of 10 characters`],
    ["a/b/c/d/e", `${form}; got a string of 9 characters`],
    ["a//c", `${form}; got a string of 4 characters`],
    ["/a/b", `${form}; got a string of 4 characters`],
    ["a/b/", `${form}; got a string of 4 characters`],
    ["", `${form}; got an empty string`],
    ["vault://Production/db/password", `${form}; got a string of 30 characters: begin it with op://, or set the option scheme`],
    ["op://a", `${form}; got a string of 6 characters`],
    ["op://a/b/c?attribute=sentinel", "has a query that is not ?attribute=otp, fields or base64: write %3F for a question mark in a name"],
    ["op://a/b/c?", "has a query that is not ?attribute=otp, fields or base64: write %3F for a question mark in a name"],
    ["a/b/c?attribute=value", "has a query that is not ?attribute=otp, fields or base64: write %3F for a question mark in a name"],
    ["a/b/sentinel?attribute=fields", "with ?attribute=fields must end with /*?attribute=fields; got a string of 29 characters"],
    [undefined, `${form}; got nothing`],
    [5, `${form}; got a number`],
    ["a/100%/b", "has a percent sign that is not part of an escape: write %25 for a percent sign in a name"],
    ["a/%FF/b", "has a percent sign that is not part of an escape: write %25 for a percent sign in a name"],
  ])("is not %j, and the error does not repeat it", (reference, message) => {
    const error = thrown(() => parseSecretReference(reference as string));
    expect(error).toMatchObject({ name: "ArgumentError", argument: "reference", message: `parseSecretReference: reference ${message}` });
  });

  it.each([
    [{ vault: "", item: "a", field: "b" }, "vault must be a string that is not empty; got an empty string"],
    [{ vault: "a", item: "b" }, "field must be a string that is not empty; got nothing"],
    [{ vault: "a", item: "b", field: "c", attribute: "fields" }, 'field must be "*" with the attribute fields; got a string of 1 character'],
    [{ vault: "a", item: "b", field: "c", attribute: "x" }, 'attribute must be "otp", "fields" or "base64"; got a string of 1 character'],
    [{ vault: "a", item: "b", section: null, field: "c" }, "section must be a string that is not empty; got null"],
  ])("is not made of %j", (location, message) => {
    expect(thrown(() => secretReference(location as SecretLocation))).toMatchObject({ name: "ArgumentError", message: `secretReference: ${message}` });
  });
});
