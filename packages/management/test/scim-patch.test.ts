import document from "@keywright/management/openapi.json" with { type: "json" };
import { expectRejected, jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { type ScimPatchBuilder, scimPatch } from "../src/index.ts";
import { FIXED_SCIM_ATTRIBUTES, SCIM_KINDS } from "../src/lib/scim-attributes.ts";
import { clientOn } from "./support.ts";

const PATCH_OP = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
const userId = "7e51c0f2-0d4b-4c6a-8b21-5a9e3d7f0002";
const patched = () => jsonResponse(200, { schemas: [], id: userId, userName: "a@example.com" }, { "content-type": "application/scim+json" });

/** For what the compiler refuses: programs without types call it all the same. */
interface Untyped {
  add(path: unknown, value?: unknown): ScimPatchBuilder;
  replace(path: unknown, value?: unknown): ScimPatchBuilder;
  remove(path: unknown): ScimPatchBuilder;
}
const untyped = (): Untyped => scimPatch() as unknown as Untyped;

describe("scimPatch", () => {
  it("is the body of patchScimUser, with its operations in their order", async () => {
    const fetch = recordingFetch(patched());
    const patch = scimPatch()
      .replace("active", false)
      .replace("name.familyName", 'O"Neil')
      .replace(["emails", { type: "work" }, "value"], "new@example.com")
      .add("roles", [{ value: "Auditor" }])
      .remove(["roles", { value: "Member" }])
      .remove("title");
    await clientOn(fetch).patchScimUser({ userId, body: patch.body });
    expect(JSON.parse(fetch.requests[0]?.body ?? "")).toEqual({
      schemas: [PATCH_OP],
      Operations: [
        { op: "replace", path: "active", value: false },
        { op: "replace", path: "name.familyName", value: 'O"Neil' },
        { op: "replace", path: 'emails[type eq "work"].value', value: "new@example.com" },
        { op: "add", path: "roles", value: [{ value: "Auditor" }] },
        { op: "remove", path: 'roles[value eq "Member"]' },
        { op: "remove", path: "title" },
      ],
    });
  });

  it("changes itself, whether the result of a method is used or not", () => {
    const patch = scimPatch();
    patch.replace("active", false);
    expect(patch.remove("title")).toBe(patch);
    expect(patch.body).toEqual({
      schemas: [PATCH_OP],
      Operations: [
        { op: "replace", path: "active", value: false },
        { op: "remove", path: "title" },
      ],
    });
  });

  it("has a body that later calls do not change", () => {
    const patch = scimPatch().replace("active", false);
    const { body } = patch;
    patch.remove("title");
    expect([body.Operations.length, patch.body.Operations.length]).toEqual([1, 2]);
  });

  it("is rejected in place of its body, before anything is sent", async () => {
    const patch = scimPatch().replace("active", false);
    const error = await expectRejected((fetch) => clientOn(fetch).patchScimUser({ userId, body: patch as never }));
    expect(error.message).toBe("patchScimUser: body must be a request body and not its builder; got an object: pass its .body");
  });

  it("is rejected before anything is sent if it is empty", async () => {
    const error = await expectRejected((fetch) => clientOn(fetch).patchScimUser({ userId, body: scimPatch().body }));
    expect(error).toMatchObject({ argument: "body.Operations" });
  });

  it.each([
    [["emails", { type: 'a"b' }], 'emails[type eq "a\\"b"]'],
    [["emails", { type: "a\\" }, "value"], 'emails[type eq "a\\\\"].value'],
    [["emails", { value: '"] or type pr or emails[type eq "' }], 'emails[value eq "\\"] or type pr or emails[type eq \\""]'],
    [["emails", { type: "line\nbreak\u0000" }], 'emails[type eq "line\\nbreak\\u0000"]'],
    [["emails", { type: "" }], 'emails[type eq ""]'],
    [["emails", { type: "büro 🗝" }], 'emails[type eq "büro 🗝"]'],
    [["emails", { primary: true }, "value"], "emails[primary eq true].value"],
    [["emails", { type: "work", primary: false }], 'emails[type eq "work" and primary eq false]'],
    [["emails", { type: "work", primary: undefined }], 'emails[type eq "work"]'],
    [["roles", { display: "Auditor" }, "primary"], 'roles[display eq "Auditor"].primary'],
    [["phoneNumbers", { value: "+49 30 2" }], 'phoneNumbers[value eq "+49 30 2"]'],
  ])("writes %j as %s", (path, written) => {
    expect(untyped().remove(path).body.Operations).toEqual([{ op: "remove", path: written }]);
  });

  it.each([
    ["userName", "must not be userName, which never changes once it is set"],
    ["id", "must not be id, which is set by the service"],
    ["meta", "must not be meta, which is set by the service"],
    ["meta.created", "must not be meta, which is set by the service"],
    ["schemas", "must not be schemas, which is set by the service"],
    ["displayName", "must not be displayName, which is derived from name: change name.givenName and name.familyName"],
    ["preferredLanguage", "must not be preferredLanguage, which follows locale: change locale"],
  ])("rejects %s and says why", (path, reason) => {
    const value = "secret-1";
    for (const [method, run] of [
      ["add", () => untyped().add(path, value)],
      ["replace", () => untyped().replace(path, value)],
      ["remove", () => untyped().remove(path)],
    ] as const) {
      expect(run).toThrow(
        expect.objectContaining({
          name: "ArgumentError",
          argument: "path",
          message: `scimPatch.${method}: path ${reason}; got a string of ${path.split(".")[0]?.length} characters`,
        }),
      );
    }
  });

  const known = "must begin with one of externalId, name, title, locale, timezone, active, emails, phoneNumbers, roles";
  it.each([
    ["nickName", `path ${known}; got a string of 8 characters`],
    ["", `path ${known}; got an empty string`],
    ["__proto__", `path ${known}; got a string of 9 characters`],
    ["constructor.name", `path ${known}; got a string of 11 characters`],
    ["urn:ietf:params:scim:schemas:core:2.0:User:userName", `path ${known}; got a string of 35 characters`],
    ["name.middleName", "path is not a property of name; it has formatted, familyName, givenName; got a string of 15 characters"],
    ["name.__proto__", "path is not a property of name; it has formatted, familyName, givenName; got a string of 14 characters"],
    ["name.givenName.x", "path is not a property of name; it has formatted, familyName, givenName; got a string of 16 characters"],
    ["active.value", "path is not a property of active, which has none; got a string of 12 characters"],
    ["emails.value", 'path is not a property of emails: a list takes a path such as ["emails", { … }, "value"]; got a string of 12 characters'],
    ['emails[type eq "work"]', `path ${known}; got a string of 22 characters`],
    [undefined, 'path must be an attribute, or a list such as ["emails", { type: "work" }]; got nothing'],
    [["active", { type: "work" }], "path[0] must be an attribute that is a list; got a string of 6 characters"],
    [["userName", { type: "work" }], "path must not be userName, which never changes once it is set; got a string of 8 characters"],
    [["emails"], 'path[1] must select values, such as { type: "work" }; got nothing'],
    [["emails", {}], 'path[1] must select values, such as { type: "work" }; got an object'],
    [["emails", "type pr"], 'path[1] must select values, such as { type: "work" }; got a string of 7 characters'],
    [["emails", { "type pr or type": "x" }], "path[1] must only have the properties primary, type, value; got a string of 15 characters"],
    [["emails", { type: null }], "path[1].type must be a string; got null"],
    [["emails", { primary: "true" }], "path[1].primary must be true or false; got a string of 4 characters"],
    [["emails", { type: "\ud800" }], "path[1].type must be well-formed Unicode; got a string of 1 character"],
    [["emails", { type: "work" }, "display"], "path[2] must be one of primary, type, value; got a string of 7 characters"],
    [["emails", { type: "work" }, 0], "path[2] must be one of primary, type, value; got 0"],
    [["emails", { type: "work" }, "value", "more"], "path[2] must be one of primary, type, value; got a string of 5 characters"],
  ])("rejects the path %j", (path, message) => {
    expect(() => untyped().remove(path)).toThrow(expect.objectContaining({ name: "ArgumentError", message: `scimPatch.remove: ${message}` }));
  });

  it.each([
    ["active", "false", "value must be true or false; got a string of 5 characters"],
    ["active", undefined, "value must be true or false; got nothing"],
    ["title", null, "value must be a string; got null"],
    ["title", 7, "value must be a string; got 7"],
    ["title", "\udfff", "value must be well-formed Unicode; got a string of 1 character"],
    ["name", "Lee", "value must be an object; got a string of 3 characters"],
    ["name", {}, "value must have at least one property; got an object"],
    ["name", { givenName: 7 }, "value.givenName must be a string; got 7"],
    ["emails", { value: "a@example.com" }, "value must be a list; got an object"],
    ["emails", ["a@example.com"], "value[0] must be an object; got a string of 13 characters"],
    ["emails", [{ value: "a@example.com" }, { primary: "yes" }], "value[1].primary must be true or false; got a string of 3 characters"],
    [["emails", { type: "work" }], "a@example.com", "value must be an object; got a string of 13 characters"],
    [["emails", { type: "work" }, "value"], { value: "a@example.com" }, "value must be a string; got an object"],
  ])("rejects for %j the value %j, without showing it", (path, value, message) => {
    expect(() => untyped().replace(path, value)).toThrow(
      expect.objectContaining({ name: "ArgumentError", argument: message.split(" ")[0], message: `scimPatch.replace: ${message}` }),
    );
    expect(() => untyped().add(path, value)).toThrow(`scimPatch.add: ${message}`);
  });

  it("accepts properties of a value that the contract does not have", () => {
    const emails = [{ value: "a@example.com", display: "A", verified: { at: 7 } }];
    expect(untyped().add("emails", emails).body.Operations).toEqual([{ op: "add", path: "emails", value: emails }]);
  });

  it("knows every attribute of the contract's user: those that can be changed, and those that the service keeps for itself", () => {
    const { properties } = document.components.schemas.ScimUser;
    const fixed = Object.keys(FIXED_SCIM_ATTRIBUTES);
    expect([...Object.keys(SCIM_KINDS), ...fixed].sort()).toEqual(Object.keys(properties).sort());
    const readOnly = Object.entries(properties).flatMap(([name, property]) => ("readOnly" in property && property.readOnly ? [name] : []));
    expect(fixed).toEqual(expect.arrayContaining(readOnly));
    // The contract says in words what is fixed besides.
    expect(fixed.filter((name) => !readOnly.includes(name))).toEqual(["schemas", "userName"]);
  });
});
