import { createManagementClient } from "@keywright/management";
import { describe, expect, onTestFinished, test } from "vitest";
import { serveEmulator } from "../../src/index.ts";
import { clientOf, hasNull, IDS, listLogs, patch, START, testEmulator, updatePerson } from "./support.ts";

const ISO_TIME = "must be a date or time of ISO 8601 that exists, such as 2026-11-20 or 2026-11-20T08:00:00Z";

describe("updatePerson", () => {
  test("changes what is given, keeps what is left out and says who changed it and when", async () => {
    const emulator = testEmulator();
    emulator.clock.advance(1000);
    const person = await clientOf(emulator).updatePerson({ id: IDS.contractor, body: { jobTitle: "Ledger Consultant" } });
    expect(person).toMatchObject({
      id: IDS.contractor,
      jobTitle: "Ledger Consultant",
      firstName: "Contractor",
      employeeType: "Day rate",
      lastModifiedDtm: "2026-03-02T12:00:01.000Z",
      lastModifiedBy: { userId: "example-client-1", name: "Example Integration" },
    });
    expect(person.createdDtm).not.toBe(person.lastModifiedDtm);
  });

  test("names the user on whose behalf the token is", async () => {
    const emulator = testEmulator();
    const person = await clientOf(emulator, emulator.issueToken({ userId: IDS.leadUser })).updatePerson({ id: IDS.contractor, body: { jobTitle: "a" } });
    expect(person.lastModifiedBy).toEqual({ userId: IDS.leadUser, name: "Finance Lead", email: "finance.lead@example.com" });
  });

  test.each([
    ["the id", IDS.contractor],
    ["the id in capitals", IDS.contractor.toUpperCase()],
    ["the id without dashes", IDS.contractor.replaceAll("-", "")],
    ["the id in capitals, without dashes", IDS.contractor.replaceAll("-", "").toUpperCase()],
    ["the email address", "contractor.twelve@example.com"],
    ["the email address in another case", "Contractor.Twelve@EXAMPLE.com"],
  ])("finds a person by %s", async (_what, id) => {
    expect((await updatePerson(testEmulator(), { jobTitle: "a" }, id)).body.id).toBe(IDS.contractor);
  });

  test("finds a person by another of their email addresses", async () => {
    const emulator = testEmulator();
    await updatePerson(emulator, { aliases: ["twelve@example.org"] });
    expect((await updatePerson(emulator, { jobTitle: "a" }, "twelve@example.org")).body.id).toBe(IDS.contractor);
  });

  test("finds a person whose id has no dashes, with and without them", async () => {
    const { state } = testEmulator().snapshot();
    const bare = IDS.contractor.replaceAll("-", "");
    const emulator = testEmulator({ seed: { ...state, people: [{ id: bare, fields: { firstName: "Recorded" }, teamIds: [] }] } });
    for (const id of [bare, IDS.contractor])
      expect((await updatePerson(emulator, { jobTitle: "a" }, id)).body).toMatchObject({ id: bare, firstName: "Recorded" });
  });

  test.each(["o'neil+x/y@example.com", "a/b/c.d@example.com", "what?#100%&=~!$*{|}`^_@example.com", "größe/ö@example.com"])(
    "finds a person by the email address %s, in process and over HTTP",
    async (email) => {
      const emulator = testEmulator();
      const person = emulator.store.people.get(IDS.contractor);
      if (person === undefined) throw new Error("the default state has the contractor");
      emulator.store.people.replace({ ...person, fields: { ...person.fields, email } });
      expect((await clientOf(emulator).updatePerson({ id: email, body: { jobTitle: "a" } })).id).toBe(IDS.contractor);
      const server = await serveEmulator(emulator);
      onTestFinished(() => server.close());
      const overHttp = createManagementClient({ baseUrl: server.url, token: emulator.token });
      expect((await overHttp.updatePerson({ id: email, body: { jobTitle: "b" } })).jobTitle).toBe("b");
      // A slash that is not encoded is the next segment of another path.
      const plain = await patch(emulator, `/api/people/v1/a/${encodeURIComponent(email)}`, { jobTitle: "c" });
      expect([plain.status, emulator.store.people.get(IDS.contractor)?.fields.jobTitle]).toEqual([404, "b"]);
    },
  );

  test("returns 404 for a person who is not there, and for one who was deleted", async () => {
    const emulator = testEmulator();
    const deleted = emulator.store.people.list((person) => person.deleted === true)[0];
    for (const id of ["3d2c7a10-0000-4f0c-9a55-2f7d8e4c1012", "nobody@example.com", deleted?.id ?? "", deleted?.fields.email ?? ""]) {
      const { status, body } = await updatePerson(emulator, { jobTitle: "a" }, id);
      expect([status, body.title, typeof body.extensions.traceId]).toEqual([404, "Not found", "string"]);
    }
  });

  test.each([
    "nobody",
    "3d2c7a10",
    "a@b@c",
    "a b@c",
    "../a@example.com",
    "a/../b@example.com",
    "a/./b@example.com",
    "a@b/c",
    "3d2c7a106b1e4f0c9a552f7d8e4c101",
  ])("returns 400 for an id such as %s", async (id) => {
    const { status, body } = await updatePerson(testEmulator(), { jobTitle: "a" }, id);
    expect([status, Object.keys(body.errors)]).toEqual([400, ["id"]]);
  });

  test("takes every field", async () => {
    const fields = {
      firstName: "A",
      lastName: "B",
      email: "a.b@example.com",
      aliases: ["b.a@example.com"],
      employeeId: "1",
      employeeType: "Intern",
      personType: "External",
      jobTitle: "C",
      location: "Berlin",
      costCenter: "CC-410",
      startDate: "2026-01-01",
      leavingDate: "2026-12-31T00:00:00Z",
      loginName: "EXAMPLE\\ab",
    } as const;
    expect(await clientOf(testEmulator()).updatePerson({ id: IDS.sparsePerson, body: fields })).toMatchObject(fields);
  });

  test("clears what is null: it is absent in the response, and stays so", async () => {
    const emulator = testEmulator();
    await updatePerson(emulator, { aliases: ["twelve@example.org"], leavingDate: "2026-03-06", loginName: "a" });
    const names = ["firstName", "lastName", "email", "aliases", "employeeId", "employeeType", "personType", "jobTitle"];
    const more = ["location", "costCenter", "startDate", "leavingDate", "loginName"];
    const clear = Object.fromEntries([...names, ...more, "teams", "lineManager"].map((name) => [name, null]));
    for (const body of [clear, { employeeType: null }]) {
      const person = (await updatePerson(emulator, body)).body;
      expect(Object.keys(person).filter((name) => name in clear || /location|costCenter/i.test(name))).toEqual([]);
      expect(hasNull(person)).toBe(false);
    }
  });

  test("takes an empty text or list as no value", async () => {
    const { body } = await updatePerson(testEmulator(), { jobTitle: "", aliases: [], teams: [], location: " " });
    expect(["jobTitle", "aliases", "teams", "location"].filter((name) => name in body)).toEqual([]);
  });
});

describe("teams of a person", () => {
  test("are replaced by names, in any case, and by ids", async () => {
    const emulator = testEmulator();
    const sales = emulator.store.teams.list(({ name }) => name === "Sales")[0]?.id ?? "";
    const { body } = await updatePerson(emulator, { teams: ["SALES", "e1f5a3c7-8b24-4d60-a9f3-6c7e2d1b0002", sales] });
    expect(body.teams).toEqual([
      { id: sales, name: "Sales" },
      { id: "e1f5a3c7-8b24-4d60-a9f3-6c7e2d1b0002", name: "Contractors" },
    ]);
  });

  test("are replaced by teamIds, which takes no names", async () => {
    const emulator = testEmulator();
    const { body } = await updatePerson(emulator, { teamIds: ["e1f5a3c7-8b24-4d60-a9f3-6c7e2d1b0002"] });
    expect(body.teams.map(({ name }: { name: string }) => name)).toEqual(["Contractors"]);
    expect((await updatePerson(emulator, { teamIds: ["Sales"] })).body.errors).toEqual({ teamIds: ["There is no team Sales."] });
  });

  test.each([{ teams: null }, { teams: [] }, { teamIds: null }, { teamIds: [] }])("are cleared by %j", async (body) => {
    expect("teams" in (await updatePerson(testEmulator(), body)).body).toBe(false);
  });

  test("that are unknown or deleted are rejected, each with a message, and nothing is changed", async () => {
    const emulator = testEmulator();
    const { status, body } = await updatePerson(emulator, { jobTitle: "changed", teams: ["Sales", "Treasury", "Former Projects"] });
    expect([status, body.errors]).toEqual([400, { teams: ["There is no team Treasury.", "There is no team Former Projects."] }]);
    expect(emulator.store.people.get(IDS.contractor)?.fields.jobTitle).not.toBe("changed");
  });

  test("by teams and teamIds at once are rejected", async () => {
    const { status, body } = await updatePerson(testEmulator(), { teams: [], teamIds: [] });
    expect([status, body.errors]).toEqual([400, { teamIds: ["cannot be combined with teams"] }]);
  });
});

describe("a date of a person", () => {
  test.each([
    ["2026-11-20", "2026-11-20"],
    ["20261120", "2026-11-20"],
    ["2028-02-29", "2028-02-29"],
    ["2026-11-20T08", "2026-11-20T08:00:00Z"],
    ["2026-11-20T08:30", "2026-11-20T08:30:00Z"],
    ["2026-11-20T08:30+01:00", "2026-11-20T08:30:00+01:00"],
    ["2026-11-20T08:30:15,25-0130", "2026-11-20T08:30:15.25-01:30"],
    ["20261120T080000Z", "2026-11-20T08:00:00Z"],
    ["20261120T0800+01", "2026-11-20T08:00:00+01:00"],
    ["2016-12-31T23:59:60Z", "2016-12-31T23:59:59Z"],
    ["2026-11-20T08:00:00.123456789Z", "2026-11-20T08:00:00.123456789Z"],
  ])("of ISO 8601, %s, is kept as RFC 3339 writes it: %s", async (given, kept) => {
    const emulator = testEmulator();
    const { status, body } = await updatePerson(emulator, { startDate: given, leavingDate: given });
    expect([status, body.startDate, body.leavingDate]).toEqual([200, kept, kept]);
  });

  test.each(["2026-02-29", "2026-04-31", "20260230", "2026-11-2", "2026-1120", "2026-11-20T24:00", "2026-11-20T08:60", "2026-W47-5", "2026-324", "now", ""])(
    "that is %j is rejected",
    async (given) => {
      const { status, body } = await updatePerson(testEmulator(), { leavingDate: given });
      expect([status, body.errors]).toEqual([400, { leavingDate: [ISO_TIME] }]);
    },
  );
});

describe("a value that may also be null", () => {
  test.each([
    ["a date in other words", { leavingDate: "31.12.2026" }, { leavingDate: [ISO_TIME] }],
    ["a day that does not exist", { startDate: "2026-02-30" }, { startDate: [ISO_TIME] }],
    ["a number in place of a date", { leavingDate: 5 }, { leavingDate: [ISO_TIME] }],
    ["an object without the member that it needs", { lineManager: {} }, { lineManager: ["must NOT have fewer than 1 properties"] }],
    ["a list in place of an object", { lineManager: [] }, { lineManager: ["must be object"] }],
  ])("is rejected with what it should be: %s", async (_what, body, errors) => {
    const answer = await updatePerson(testEmulator(), body);
    expect([answer.status, answer.body.errors]).toEqual([400, errors]);
  });
});

describe("location and cost center of a person", () => {
  test("are found by their text, whatever its case", async () => {
    const emulator = testEmulator();
    const lisbon = emulator.store.locations.list(({ name }) => name === "Lisbon")[0];
    const { body } = await updatePerson(emulator, { location: "lisbon", costCenter: "cc-430" });
    expect(body).toMatchObject({ locationId: lisbon?.id, location: "Lisbon", locationTimezone: "Europe/Lisbon", costCenter: "CC-430" });
  });

  test("are created where there is none, once [source: updatePerson.created]", async () => {
    const emulator = testEmulator();
    const first = (await updatePerson(emulator, { location: "Reykjavik", costCenter: "CC-999" })).body;
    const second = (await updatePerson(emulator, { location: "Reykjavik", costCenter: "CC-999" }, IDS.leadPerson)).body;
    expect([first.location, first.costCenter, "locationTimezone" in first]).toEqual(["Reykjavik", "CC-999", false]);
    expect([second.locationId, second.costCenterId]).toEqual([first.locationId, first.costCenterId]);
  });

  test("are not created by an update that is rejected", async () => {
    const emulator = testEmulator();
    const before = emulator.store.locations.size;
    await updatePerson(emulator, { location: "Nowhere", lineManagerId: "nobody" });
    await updatePerson(emulator, { location: "Nowhere", email: "finance.lead@example.com" });
    expect(emulator.store.locations.size).toBe(before);
  });
});

describe("the line manager of a person", () => {
  const manager = { id: IDS.leadPerson, personType: "User", name: "Finance Lead", email: "finance.lead@example.com" };

  test.each([
    { lineManagerId: IDS.leadPerson },
    { lineManagerEmail: "finance.lead@example.com" },
    { lineManager: { id: IDS.leadPerson } },
    { lineManager: { email: "Finance.Lead@example.com" } },
  ])("is set by %j", async (body) => {
    expect((await updatePerson(testEmulator(), body, IDS.sparsePerson)).body.lineManager).toEqual(manager);
  });

  test("is a Contact where that person has no access to the service", async () => {
    const { body } = await updatePerson(testEmulator(), { lineManagerId: IDS.contractor }, IDS.leadPerson);
    expect(body.lineManager).toMatchObject({ personType: "Contact", name: "Contractor Twelve" });
  });

  test.each([{ lineManagerId: null }, { lineManagerEmail: null }, { lineManager: null }])("is cleared by %j", async (body) => {
    expect("lineManager" in (await updatePerson(testEmulator(), body)).body).toBe(false);
  });

  test.each([
    [{ lineManagerId: "nobody" }, "lineManagerId", "nobody"],
    [{ lineManagerEmail: "nobody@example.com" }, "lineManagerEmail", "nobody@example.com"],
    [{ lineManager: { id: "nobody" } }, "lineManager", "nobody"],
    [{ lineManager: { email: "nobody@example.com" } }, "lineManager", "nobody@example.com"],
  ])("that is unknown is rejected: %j", async (body, field, who) => {
    expect(await updatePerson(testEmulator(), body)).toMatchObject({ status: 400, body: { errors: { [field]: [`There is no person ${who}.`] } } });
  });

  test.each([
    [{ lineManagerId: "a", lineManagerEmail: "a@example.com" }, "lineManagerEmail"],
    [{ lineManagerId: "a", lineManager: { id: "a" } }, "lineManager"],
    [{ lineManagerEmail: null, lineManager: null }, "lineManager"],
  ])("in two forms at once is rejected: %j", async (body, field) => {
    const answer = await updatePerson(testEmulator(), body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [field]]);
  });

  test.each([{ lineManager: { id: "a", email: "a@example.com" } }, { lineManager: {} }, { lineManager: { name: "a" } }])(
    "as an object has an id or an email address: %j is rejected",
    async (body) => {
      expect((await updatePerson(testEmulator(), body)).status).toBe(400);
    },
  );
});

describe("a conflict", () => {
  test.each([
    ["email", { email: "Finance.Lead@example.com" }],
    ["an alias", { aliases: ["free@example.com", "finance.lead@example.com"] }],
  ])("of %s with another person's address is 409, and nothing is changed", async (_what, body) => {
    const emulator = testEmulator();
    const { status, body: problem } = await updatePerson(emulator, { jobTitle: "changed", ...body });
    expect([status, problem.title, problem.status, typeof problem.traceId]).toEqual([409, "Conflict", 409, "string"]);
    expect(emulator.store.people.get(IDS.contractor)?.fields.jobTitle).not.toBe("changed");
  });

  test("of an email address with another person's alias is 409", async () => {
    const emulator = testEmulator();
    await updatePerson(emulator, { aliases: ["twelve@example.org"] });
    expect((await updatePerson(emulator, { email: "twelve@example.org" }, IDS.leadPerson)).status).toBe(409);
  });

  test("is none with the person's own address, nor with that of a deleted person", async () => {
    const emulator = testEmulator();
    expect((await updatePerson(emulator, { email: "CONTRACTOR.twelve@example.com" })).status).toBe(200);
    expect((await updatePerson(emulator, { email: "former.colleague@example.com" })).status).toBe(200);
  });
});

describe("an update that is not valid", () => {
  test("for a property named __proto__ is rejected as any other unknown one", async () => {
    const { status, body } = await updatePerson(testEmulator(), '{"__proto__":{"polluted":true},"jobTitle":"a"}');
    expect([status, Object.entries(body.errors)]).toEqual([400, [["__proto__", ["is not known"]]]]);
    expect("polluted" in {}).toBe(false);
  });

  test.each([
    [{ email: "not an address" }, ["email"]],
    [{ personType: "Robot" }, ["personType"]],
    [{ startDate: "yesterday" }, ["startDate"]],
    [{ aliases: ["a@example.com", 5] }, ["aliases.1"]],
    [{ firstName: 5, lastName: [] }, ["firstName", "lastName"]],
    [{ jobtitle: "misspelt" }, ["jobtitle"]],
    [{ phoneNumber: "+49" }, ["phoneNumber"]],
    [{ id: "another" }, ["id"]],
  ])("%j is rejected, with errors by field", async (body, fields) => {
    const answer = await updatePerson(testEmulator(), body);
    expect([answer.status, Object.keys(answer.body.errors), answer.body.title]).toEqual([400, fields, "The request is not valid."]);
  });

  test("without a field to change is rejected, without errors", async () => {
    const { status, body } = await updatePerson(testEmulator(), {});
    expect([status, body.detail, "errors" in body]).toEqual([400, "The body has no field to change.", false]);
  });

  test("as something else than an object, as bad JSON or of another type is rejected", async () => {
    const emulator = testEmulator();
    for (const body of ["[]", "null", '"text"', "{", ""]) expect((await updatePerson(emulator, body)).status).toBe(400);
    const { token } = emulator;
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/x-www-form-urlencoded" };
    const form = await emulator.fetch(`https://management.example.com/api/people/v1/${IDS.contractor}`, { method: "PATCH", headers, body: "jobTitle=a" });
    expect(form.status).toBe(415);
  });

  test("that is too long is rejected with 413", async () => {
    expect((await updatePerson(testEmulator({ bodyLimitBytes: 50 }), { jobTitle: "a".repeat(100) })).status).toBe(413);
  });
});

test("an update is found in the audit log, with who did it and to whom", async () => {
  const emulator = testEmulator();
  await updatePerson(emulator, { jobTitle: "a", location: null });
  const { body } = await listLogs(emulator, { filter: `target.id eq "${IDS.contractor}"` });
  expect(body.results).toMatchObject([
    {
      published: START,
      eventType: "person_updated",
      client: { ipAddress: "127.0.0.1" },
      actor: { id: "example-client-1", type: "ApiClient", displayName: "Example Integration" },
      target: [{ id: IDS.contractor, type: "Person", displayName: "Contractor Twelve", alternateId: "contractor.twelve@example.com" }],
      details: { fields: "jobTitle, location" },
    },
  ]);
  await updatePerson(emulator, { teams: ["nowhere"] });
  expect((await listLogs(emulator, { filter: `target.id eq "${IDS.contractor}"` })).body.results).toHaveLength(1);
});
