import { createManagementClient } from "@keywright/management";
import { describe, expect, onTestFinished, test } from "vitest";
import { serveEmulator } from "../../src/index.ts";
import { clientOf, hasNull, IDS, listLogs, patch, patchUser, testEmulator } from "./support.ts";

const PATCH_OP = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
const user = async (emulator: ReturnType<typeof testEmulator>, id: string = IDS.leadUser) =>
  (await patchUser(emulator, [{ op: "remove", path: "externalId" }], id)).body;

describe("patchScimUser", () => {
  test("applies the operations in their order and returns the user as it is then", async () => {
    const emulator = testEmulator();
    emulator.clock.advance(5000);
    const changed = await clientOf(emulator).patchScimUser({
      userId: IDS.leadUser,
      body: {
        schemas: [PATCH_OP],
        Operations: [
          { op: "replace", path: "name.familyName", value: "Director" },
          { op: "add", path: "roles", value: [{ value: "Member" }] },
          { op: "remove", path: "title" },
          { op: "replace", path: "active", value: false },
        ],
      },
    });
    expect(changed).toMatchObject({ id: IDS.leadUser, active: false, name: { givenName: "Finance", familyName: "Director" } });
    expect(changed.roles?.map(({ value }) => value)).toEqual(["Auditor", "Member"]);
    expect("title" in changed).toBe(false);
    expect(changed.meta).toMatchObject({
      resourceType: "User",
      lastModified: "2026-03-02T12:00:05.000Z",
      location: `https://management.example.com/api/scim/v2/Users/${IDS.leadUser}`,
    });
  });

  test("finds a user whose id has characters that a path does not", async () => {
    const { state } = testEmulator().snapshot();
    const id = "directory/7 é%2F";
    const emulator = testEmulator({ seed: { ...state, users: state.users.map((record) => (record.id === IDS.leadUser ? { ...record, id } : record)) } });
    const body = { schemas: [PATCH_OP], Operations: [{ op: "remove" as const, path: "title" }] };
    const patched = await clientOf(emulator).patchScimUser({ userId: id, body });
    expect([patched.id, patched.meta?.location]).toEqual([id, "https://management.example.com/api/scim/v2/Users/directory%2F7%20%C3%A9%252F"]);
    const server = await serveEmulator(emulator);
    onTestFinished(() => server.close());
    await createManagementClient({ baseUrl: server.url, token: emulator.token }).deleteScimUser({ userId: id });
    expect(emulator.store.users.get(id)?.deleted).toBe(true);
  });

  test("returns 404 for an unknown user and for one that was deleted", async () => {
    const emulator = testEmulator();
    const deleted = emulator.store.users.list((record) => record.deleted === true)[0]?.id ?? "";
    for (const id of ["nobody", deleted])
      expect(await patchUser(emulator, [{ op: "remove", path: "title" }], id)).toMatchObject({ status: 404, body: { title: "Not found" } });
  });

  test.each(["epm", "system"] as const)("returns 403 for a user who is %s-managed, whatever the patch [source: patchScimUser.managed]", async (managedBy) => {
    const emulator = testEmulator();
    const managed = emulator.store.users.list((record) => record.managedBy === managedBy)[0];
    const { status, body } = await patchUser(emulator, [{ op: "replace", path: "nothing", value: 1 }], managed?.id);
    expect([status, body.detail]).toEqual([
      403,
      `The user is managed by ${managedBy === "epm" ? "an endpoint management integration" : "the system"} and cannot be changed.`,
    ]);
    expect(emulator.store.users.get(managed?.id ?? "")).toBe(managed);
  });

  test("happens whole or not at all: one bad operation, and nothing is changed", async () => {
    const emulator = testEmulator();
    const before = emulator.store.users.get(IDS.leadUser);
    const { status, body } = await patchUser(emulator, [
      { op: "replace", path: "title", value: "changed" },
      { op: "replace", path: 'emails[type eq "fax"].value', value: "a" },
    ]);
    expect([status, Object.keys(body.errors)]).toEqual([400, ["Operations.1"]]);
    expect(emulator.store.users.get(IDS.leadUser)).toBe(before);
  });
});

describe("the value of an attribute", () => {
  test.each([
    ["a path in another case", { op: "replace", path: "NAME.FamilyName", value: "X" }, { name: { familyName: "X" } }],
    ["a time zone", { op: "replace", path: "timezone", value: "America/Argentina/Buenos_Aires" }, { timezone: "America/Argentina/Buenos_Aires" }],
    ["the time zone UTC", { op: "replace", path: "timezone", value: "UTC" }, { timezone: "UTC" }],
    ["the schema's URN before it", { op: "replace", path: "urn:ietf:params:scim:schemas:core:2.0:User:title", value: "X" }, { title: "X" }],
    [
      "a complex value, merged into what is there",
      { op: "replace", path: "name", value: { familyName: "X" } },
      { name: { givenName: "Finance", familyName: "X" } },
    ],
    ["a complex value in another case", { op: "add", path: "name", value: { FAMILYNAME: "X" } }, { name: { givenName: "Finance", familyName: "X" } }],
    [
      "a selected value's member",
      { op: "replace", path: 'emails[type eq "work"].value', value: "x@example.com" },
      { emails: [{ value: "x@example.com", type: "work" }, { type: "home" }] },
    ],
    [
      "a selected value, merged",
      { op: "replace", path: 'emails[type eq "home"]', value: { value: "x@example.com" } },
      { emails: [{ type: "work" }, { value: "x@example.com", type: "home" }] },
    ],
    ["a member of every value", { op: "replace", path: "emails.type", value: "other" }, { emails: [{ type: "other" }, { type: "other" }] }],
    ["a list", { op: "replace", path: "emails", value: [{ value: "x@example.com" }] }, { emails: [{ value: "x@example.com" }] }],
    ["a single value for a list", { op: "replace", path: "emails", value: { value: "x@example.com" } }, { emails: [{ value: "x@example.com" }] }],
    [
      "add to a list",
      { op: "add", path: "emails", value: { value: "x@example.com" } },
      { emails: [{ type: "work" }, { type: "home" }, { value: "x@example.com" }] },
    ],
    [
      "a filter with and, or, not",
      { op: "replace", path: 'emails[not (type eq "work") and (value co "home" or primary eq true)].type', value: "x" },
      { emails: [{ type: "work" }, { type: "x" }] },
    ],
  ])("is changed by %s", async (_what, operation, expected) => {
    const { status, body } = await patchUser(testEmulator(), [operation]);
    expect([status, body]).toMatchObject([200, expected]);
    for (const [name, value] of Object.entries(expected)) if (Array.isArray(value)) expect(body[name]).toHaveLength(value.length);
  });

  test.each([
    ["remove", { op: "remove", path: "title" }, "title"],
    ["remove of a whole list", { op: "remove", path: "emails" }, "emails"],
    ["remove of all its values", { op: "remove", path: "emails[value pr]" }, "emails"],
    ["remove of the last sub-attribute's holder", { op: "remove", path: "name" }, "name"],
    ["null", { op: "replace", path: "locale", value: null }, "locale"],
  ])("is absent, not null, after %s", async (_what, operation, name) => {
    const { status, body } = await patchUser(testEmulator(), [operation]);
    expect([status, name in body, hasNull(body)]).toEqual([200, false, false]);
  });

  test("is removed from a list where a filter selects it, or where it is given", async () => {
    const emulator = testEmulator();
    const selected = await patchUser(emulator, [{ op: "remove", path: 'emails[type eq "home"]' }]);
    expect(selected.body.emails.map(({ type }: { type: string }) => type)).toEqual(["work"]);
    await patchUser(emulator, [{ op: "add", path: "roles", value: [{ value: "Member" }] }]);
    const given = await patchUser(emulator, [{ op: "remove", path: "roles", value: [{ value: "Member" }] }]);
    expect(given.body.roles.map(({ value }: { value: string }) => value)).toEqual(["Auditor"]);
  });

  test("is not added to a list once more, and a role is there once", async () => {
    const emulator = testEmulator();
    const { emails, roles } = await user(emulator);
    const { body } = await patchUser(emulator, [
      { op: "add", path: "emails", value: emails[0] },
      { op: "add", path: "roles", value: { value: "Auditor" } },
    ]);
    expect([body.emails, body.roles]).toEqual([emails, roles]);
  });

  test("that becomes the primary one takes that from the others", async () => {
    const { body } = await patchUser(testEmulator(), [{ op: "replace", path: 'emails[type eq "home"].primary', value: true }]);
    expect(body.emails.map(({ type, primary }: { type: string; primary: boolean }) => [type, primary])).toEqual([
      ["work", false],
      ["home", true],
    ]);
  });
});

describe("what the service decides", () => {
  test.each([
    { op: "replace", path: "id", value: "another" },
    { op: "remove", path: "id" },
    { op: "replace", path: "meta.created", value: "2020-01-01T00:00:00Z" },
    { op: "remove", path: "meta" },
    { op: "replace", path: "displayName", value: "Somebody" },
    { op: "replace", path: "preferredLanguage", value: "fr-FR" },
  ])("is ignored on requests: %j", async (operation) => {
    const emulator = testEmulator();
    const before = await user(emulator);
    expect(await patchUser(emulator, [operation])).toMatchObject({ status: 200, body: before });
  });

  test("displayName follows the name, preferredLanguage the locale", async () => {
    const emulator = testEmulator();
    const { body } = await patchUser(emulator, [
      { op: "replace", path: "name.givenName", value: "Money" },
      { op: "replace", path: "locale", value: "fr-FR" },
    ]);
    expect([body.displayName, body.preferredLanguage]).toEqual(["Money Lead", "fr-FR"]);
    const without = (
      await patchUser(emulator, [
        { op: "remove", path: "name" },
        { op: "remove", path: "locale" },
      ])
    ).body;
    expect(["displayName" in without, "preferredLanguage" in without]).toEqual([false, false]);
    expect((await patchUser(emulator, [{ op: "add", path: "name.formatted", value: "The Lead" }])).body.displayName).toBe("The Lead");
  });

  test("only the first phone number is stored", async () => {
    const emulator = testEmulator();
    const { body } = await patchUser(emulator, [{ op: "replace", path: "phoneNumbers", value: [{ value: "1" }, { value: "2" }] }]);
    expect(body.phoneNumbers).toEqual([{ value: "1" }]);
    expect((await patchUser(emulator, [{ op: "add", path: "phoneNumbers", value: [{ value: "3" }] }])).body.phoneNumbers).toEqual([{ value: "1" }]);
    expect((await patchUser(emulator, [{ op: "replace", path: "phoneNumbers", value: [] }])).body.phoneNumbers ?? []).toEqual([]);
  });
});

describe("userName", () => {
  test.each([
    { op: "replace", path: "userName", value: "another@example.com" },
    { op: "add", path: "username", value: "another@example.com" },
    { op: "remove", path: "userName" },
  ])("cannot be changed: %j", async (operation) => {
    const { status, body } = await patchUser(testEmulator(), [operation]);
    expect([status, body.errors["Operations.0"][0]]).toEqual([400, expect.stringContaining("userName cannot be changed")]);
  });

  test("can be given as it is", async () => {
    expect((await patchUser(testEmulator(), [{ op: "replace", path: "userName", value: "finance.lead@example.com" }])).status).toBe(200);
  });

  test("must be in a domain that is verified: a patch says so, and a state with another is rejected [source: patchScimUser.domain]", async () => {
    const emulator = testEmulator();
    const { body } = await patchUser(emulator, [{ op: "replace", path: "userName", value: "lead@foreign.example" }]);
    expect(body.errors["Operations.0"][0]).toContain("the domain is not verified");
    const { state } = emulator.snapshot();
    const users = state.users.map((record) => ({
      ...record,
      user: { ...record.user, userName: record.user.userName.replace("example.com", "foreign.example") },
    }));
    expect(() => testEmulator({ seed: { ...state, users } })).toThrow("is not in a verified domain");
  });
});

describe("a patch that is rejected with 400", () => {
  test.each([
    ["no path", { op: "replace", value: { active: false } }],
    ["an empty path", { op: "replace", path: "", value: 1 }],
    ["another operation", { op: "move", path: "title", value: 1 }],
    ["an operation in capitals", { op: "Replace", path: "title", value: "a" }],
    ["no value", { op: "replace", path: "title" }],
    ["an unknown attribute", { op: "add", path: "nickName", value: "a" }],
    ["an unknown sub-attribute", { op: "add", path: "name.middleName", value: "a" }],
    ["an unknown sub-attribute in its value", { op: "add", path: "name", value: { middleName: "a" } }],
    ["an attribute of another schema", { op: "add", path: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department", value: "a" }],
    ["a value of another type", { op: "replace", path: "active", value: "False" }],
    ["a value of another type below", { op: "replace", path: 'emails[type eq "work"].primary', value: "yes" }],
    ["a simple value for a complex attribute", { op: "replace", path: "name", value: "a" }],
    ["a simple value in a list of complex ones", { op: "add", path: "roles", value: "Auditor" }],
    ["a filter that selects nothing", { op: "replace", path: 'emails[type eq "fax"].value', value: "a" }],
    ["a filter that selects nothing to remove", { op: "remove", path: 'emails[type eq "fax"]' }],
    ["a filter on a single value", { op: "replace", path: 'title[value eq "a"]', value: "a" }],
    ["a filter that is not closed", { op: "replace", path: 'emails[type eq "work"', value: "a" }],
    ["a filter without a value", { op: "replace", path: "emails[type eq].value", value: "a" }],
    ["an empty filter", { op: "replace", path: "emails[].value", value: "a" }],
    ["two filters", { op: "replace", path: 'emails[type eq "work"][type eq "work"]', value: "a" }],
    ["something behind its filter", { op: "replace", path: 'emails[type eq "work"]value', value: "a" }],
    ["a path of three parts", { op: "replace", path: "name.family.name", value: "a" }],
    ["a path that ends in a dot", { op: "replace", path: "name.", value: "a" }],
    ["a space in the path", { op: "replace", path: "name .familyName", value: "a" }],
    ["a change of the schemas", { op: "add", path: "schemas", value: ["urn:x"] }],
    ["a role that does not exist", { op: "add", path: "roles", value: [{ value: "Emperor" }] }],
    ["a role without its name", { op: "add", path: "roles", value: [{ display: "Auditor" }] }],
    ["a part of a single value to remove", { op: "remove", path: "title", value: ["Lead"] }],
    [
      "more values than anybody has",
      { op: "add", path: "emails", value: Array.from({ length: 101 }, (_unused, index) => ({ value: `${index}@example.com` })) },
    ],
    ["a path to the prototype", { op: "add", path: "__proto__.polluted", value: true }],
    ["a time zone that does not exist", { op: "replace", path: "timezone", value: "Europe/Nowhere" }],
    ["an offset for a time zone", { op: "replace", path: "timezone", value: "+01:00" }],
    ["an empty time zone", { op: "add", path: "timezone", value: "" }],
    ["a path to the constructor", { op: "add", path: "constructor.prototype", value: { polluted: true } }],
    ["a filter and then the prototype", { op: "add", path: 'emails[type eq "work"].__proto__', value: { polluted: true } }],
  ])("has %s", async (_what, operation) => {
    const emulator = testEmulator();
    const before = emulator.store.users.get(IDS.leadUser);
    const { status, body } = await patchUser(emulator, [operation]);
    expect([status, Object.keys(body.errors).length > 0, typeof body.traceId]).toEqual([400, true, "string"]);
    expect(emulator.store.users.get(IDS.leadUser)).toBe(before);
    expect("polluted" in {}).toBe(false);
  });

  test("has a property named __proto__ in a value, and pollutes nothing", async () => {
    const body = `{"schemas":["${PATCH_OP}"],"Operations":[{"op":"add","path":"name","value":{"__proto__":{"polluted":true}}}]}`;
    const emulator = testEmulator();
    expect((await patch(emulator, `/api/scim/v2/Users/${IDS.leadUser}`, body, emulator.token, "application/scim+json")).status).toBe(400);
    expect("polluted" in {}).toBe(false);
  });

  test.each([
    ["no operations", { schemas: [PATCH_OP], Operations: [] }],
    ["no schemas", { Operations: [{ op: "remove", path: "title" }] }],
    ["another schema", { schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"], Operations: [{ op: "remove", path: "title" }] }],
    ["another member", { schemas: [PATCH_OP], Operations: [{ op: "remove", path: "title" }], other: 1 }],
    ["more operations than make sense", { schemas: [PATCH_OP], Operations: Array.from({ length: 1001 }, () => ({ op: "remove", path: "title" })) }],
  ])("has %s", async (_what, body) => {
    const emulator = testEmulator();
    expect((await patch(emulator, `/api/scim/v2/Users/${IDS.leadUser}`, body, emulator.token, "application/scim+json")).status).toBe(400);
  });
});

test("a patch as application/json is rejected with 415, one that is too long with 413", async () => {
  const emulator = testEmulator({ bodyLimitBytes: 200 });
  const path = `/api/scim/v2/Users/${IDS.leadUser}`;
  expect((await patch(emulator, path, { schemas: [PATCH_OP], Operations: [] })).status).toBe(415);
  expect((await patchUser(emulator, [{ op: "replace", path: "title", value: "a".repeat(200) }])).status).toBe(413);
});

describe("deleteScimUser", () => {
  test.each(["epm", "system"] as const)("returns 400 for a user who is %s-managed [source: deleteScimUser.managed]", async (managedBy) => {
    const emulator = testEmulator();
    const managed = emulator.store.users.list((record) => record.managedBy === managedBy)[0]?.id ?? "";
    await expect(clientOf(emulator).deleteScimUser({ userId: managed })).rejects.toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("cannot be deleted") },
    });
    expect(emulator.store.users.get(managed)?.deleted).toBeUndefined();
  });

  test("returns 404 for an unknown user", async () => {
    await expect(clientOf(testEmulator()).deleteScimUser({ userId: "nobody" })).rejects.toMatchObject({ status: 404 });
  });

  test("and patches are found in the audit log", async () => {
    const emulator = testEmulator();
    await patchUser(emulator, [{ op: "remove", path: "title" }]);
    await clientOf(emulator).deleteScimUser({ userId: IDS.leadUser });
    const { body } = await listLogs(emulator, { filter: 'actor.type eq "ApiClient"' });
    const target = [{ id: IDS.leadUser, type: "User", displayName: "Finance Lead", alternateId: "finance.lead@example.com" }];
    expect(body.results).toMatchObject([
      { eventType: "user_updated", target, details: { attributes: "title" } },
      { eventType: "user_deleted", target },
    ]);
  });
});
