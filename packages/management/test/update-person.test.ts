import document from "@keywright/management/openapi.json" with { type: "json" };
import { documentedResponses, expectDocumented, expectRejected, jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { operations } from "../src/generated/operations.ts";
import type { PersonUpdate, UpdatePersonInput } from "../src/index.ts";
import { baseUrl, clientOn } from "./support.ts";

const id = "3d2c7a10-6b1e-4f0c-9a55-2f7d8e4c1012";
const input = { id, body: { jobTitle: "Ledger Consultant" } } as const satisfies UpdatePersonInput;

const updated = () => jsonResponse(200, { id });

async function bodyOf(body: PersonUpdate): Promise<string | undefined> {
  const fetch = recordingFetch(updated());
  await clientOn(fetch).updatePerson({ id, body });
  return fetch.requests[0]?.body;
}

describe("updatePerson", () => {
  it("sends every property that can be set as JSON, with the token", async () => {
    const fetch = recordingFetch(updated());
    await clientOn(fetch).updatePerson({
      id,
      body: {
        aliases: ["c12@example.com"],
        costCenter: "Größe & Co",
        email: "contractor.twelve@example.com",
        employeeId: "C-0012",
        employeeType: "Day rate",
        firstName: "Contractor",
        jobTitle: 'Ledger "Consultant"',
        lastName: "Twelve",
        leavingDate: "2026-03-06T00:00:00Z",
        location: "Berlin",
        loginName: "EXAMPLE\\c12",
        personType: "Contractor",
        startDate: "2025-09-01",
        teams: ["Finance Systems", "e1f5a3c7-8b24-4d60-a9f3-6c7e2d1b0002"],
        lineManager: { email: "finance.lead@example.com" },
      },
    });
    expect(fetch.requests).toEqual([
      {
        method: "PATCH",
        url: "https://management.example.com/api/people/v1/3d2c7a10-6b1e-4f0c-9a55-2f7d8e4c1012",
        headers: { accept: "application/json, application/problem+json", authorization: "Bearer token-1", "content-type": "application/json" },
        body:
          '{"aliases":["c12@example.com"],"costCenter":"Größe & Co","email":"contractor.twelve@example.com","employeeId":"C-0012","employeeType":"Day rate",' +
          '"firstName":"Contractor","jobTitle":"Ledger \\"Consultant\\"","lastName":"Twelve","leavingDate":"2026-03-06T00:00:00Z","location":"Berlin",' +
          '"loginName":"EXAMPLE\\\\c12","personType":"Contractor","startDate":"2025-09-01","teams":["Finance Systems","e1f5a3c7-8b24-4d60-a9f3-6c7e2d1b0002"],' +
          '"lineManager":{"email":"finance.lead@example.com"}}',
      },
    ]);
  });

  it.each([
    [{ teamIds: [] }, '{"teamIds":[]}'],
    [{ teamIds: ["t-1"], lineManagerId: "p-1" }, '{"teamIds":["t-1"],"lineManagerId":"p-1"}'],
    [{ lineManagerEmail: "lead@example.com" }, '{"lineManagerEmail":"lead@example.com"}'],
    [{ lineManager: { id: "p-1" } }, '{"lineManager":{"id":"p-1"}}'],
  ] as const satisfies readonly (readonly [PersonUpdate, string])[])("sends the change %j", async (body, text) => {
    expect(await bodyOf(body as PersonUpdate)).toBe(text);
  });

  it("sends null, which clears, and leaves out what is undefined", async () => {
    expect(await bodyOf({ jobTitle: null, teams: null, lineManager: null, leavingDate: null, firstName: undefined as unknown as string })).toBe(
      '{"jobTitle":null,"teams":null,"lineManager":null,"leavingDate":null}',
    );
  });

  it("does not count an undefined property as the other form", async () => {
    const body = { teams: ["Contractors"], teamIds: undefined, lineManagerId: undefined, lineManagerEmail: "lead@example.com" } as unknown as PersonUpdate;
    expect(await bodyOf(body)).toBe('{"teams":["Contractors"],"lineManagerEmail":"lead@example.com"}');
  });

  it.each([
    ["contractor.twelve@example.com", "contractor.twelve%40example.com"],
    ["o'neil+audit@example.com", "o'neil%2Baudit%40example.com"],
    ["50%?#&=@example.com", "50%25%3F%23%26%3D%40example.com"],
    ["jörg@bücher.example", "j%C3%B6rg%40b%C3%BCcher.example"],
    ["3D2C7A10-6B1E-4F0C-9A55-2F7D8E4C1012", "3D2C7A10-6B1E-4F0C-9A55-2F7D8E4C1012"],
    ["3d2c7a106b1e4f0c9a552f7d8e4c1012", "3d2c7a106b1e4f0c9a552f7d8e4c1012"],
    ["o'neil+x/y@example.com", "o'neil%2Bx%2Fy%40example.com"],
    ["/a//b./.c/...@example.com", "%2Fa%2F%2Fb.%2F.c%2F...%40example.com"],
  ])("puts the id %j into one segment of the path", async (given, segment) => {
    const fetch = recordingFetch(updated());
    await clientOn(fetch).updatePerson({ ...input, id: given });
    expect(fetch.requests.map(({ url }) => url)).toEqual([`${baseUrl}/api/people/v1/${segment}`]);
  });

  it.each([
    ["an id that is neither a UUID nor an e-mail address", { id: "contractor-twelve" }, "id"],
    ["an id of 31 hexadecimal digits", { id: "3d2c7a106b1e4f0c9a552f7d8e4c101" }, "id"],
    ["an e-mail address with a slash in its domain", { id: "a@b/example.com" }, "id"],
    ["an e-mail address with a backslash", { id: "a\\b@example.com" }, "id"],
    ["an e-mail address with a space", { id: "a b@example.com" }, "id"],
    ["an e-mail address with a line break behind it", { id: "a@example.com\n" }, "id"],
    ["an id that climbs the path", { id: ".." }, "id"],
    ["an id that stays in the path", { id: "." }, "id"],
    ["an id that climbs to another one", { id: "../3d2c7a10-6b1e-4f0c-9a55-2f7d8e4c1012" }, "id"],
    ["an e-mail address that climbs", { id: "../a@example.com" }, "id"],
    ["an e-mail address that climbs in its middle", { id: "a/../../b@example.com" }, "id"],
    ["an e-mail address with a dot segment", { id: "a/./b@example.com" }, "id"],
    ["a date as Germans write it", { body: { leavingDate: "31.12.2026" } }, "body.leavingDate"],
    ["a day that does not exist", { body: { leavingDate: "2026-02-30" } }, "body.leavingDate"],
    ["the 29th of February of another year", { body: { startDate: "20270229" } }, "body.startDate"],
    ["an hour that does not exist", { body: { startDate: "2026-11-20T25:00" } }, "body.startDate"],
    ["an object for a date, whose day depends on the time zone", { body: { leavingDate: new Date(0) } }, "body.leavingDate"],
    ["an empty id", { id: "" }, "id"],
    ["a missing id", { id: undefined }, "id"],
    ["an empty body", { body: {} }, "body"],
    ["a body of undefined members only", { body: { jobTitle: undefined, teams: undefined } }, "body"],
    ["a missing body", { body: undefined }, "body"],
    ["a body of null", { body: null }, "body"],
    ["teams and teamIds", { body: { teams: ["Contractors"], teamIds: ["t-1"] } }, "body.teamIds"],
    ["teams and teamIds where one is null", { body: { teams: null, teamIds: ["t-1"] } }, "body.teamIds"],
    ["lineManagerId and lineManagerEmail", { body: { lineManagerId: "p-1", lineManagerEmail: "lead@example.com" } }, "body.lineManagerEmail"],
    ["lineManagerId and lineManager", { body: { lineManagerId: "p-1", lineManager: { id: "p-1" } } }, "body.lineManager"],
    ["lineManagerEmail and lineManager", { body: { lineManagerEmail: null, lineManager: { id: "p-1" } } }, "body.lineManager"],
    ["all three line manager forms", { body: { lineManagerId: "p-1", lineManagerEmail: "lead@example.com", lineManager: null } }, "body.lineManagerEmail"],
    ["a line manager with e-mail and id", { body: { lineManager: { email: "lead@example.com", id: "p-1" } } }, "body.lineManager.id"],
    ["a line manager without either", { body: { lineManager: {} } }, "body.lineManager"],
  ])("rejects %s before anything is sent", async (_what, wrong, argument) => {
    const error = await expectRejected((fetch) => clientOn(fetch).updatePerson({ ...input, ...wrong } as UpdatePersonInput));
    expect(error).toMatchObject({ operationId: "updatePerson", argument });
  });

  it.each([
    ["2026-02-30", "a string of 10 characters"],
    [new Date(0), "a Date (pass date.toISOString())"],
  ])("says what a date looks like if it is %j", async (leavingDate, got) => {
    await expect(bodyOf({ leavingDate } as unknown as PersonUpdate)).rejects.toThrow(
      `updatePerson: body.leavingDate must be a date or time of ISO 8601 that exists, such as 2026-11-20 or 2026-11-20T08:00:00Z; got ${got}`,
    );
  });

  it.each(["2026-11-20", "20261120", "2028-02-29", "2026-11-20T08:30", "20261120T080000Z", "2026-11-20T08:30:15.5+01:00"])(
    "sends the date %s as it is",
    async (leavingDate) => {
      expect(await bodyOf({ startDate: leavingDate, leavingDate })).toBe(JSON.stringify({ startDate: leavingDate, leavingDate }));
    },
  );

  it("says what an id is", async () => {
    const fetch = recordingFetch();
    await expect(clientOn(fetch).updatePerson({ ...input, id: "contractor-twelve" })).rejects.toThrow(
      "updatePerson: id must be a UUID, with or without dashes, or an email address; got a string of 17 characters",
    );
  });

  it("says which two properties exclude each other", async () => {
    const body = { lineManagerId: "p-1", lineManagerEmail: "lead@example.com" } as unknown as PersonUpdate;
    await expect(bodyOf(body)).rejects.toThrow("updatePerson: body.lineManagerEmail and lineManagerId exclude each other: give one of them");
  });

  it.each(documentedResponses(document, operations.updatePerson))("handles status $status ($example) as documented", async (answer) => {
    await expectDocumented(answer, (fetch) => clientOn(fetch).updatePerson(input));
  });

  it("reads trace id and rejected fields from a validation problem", async () => {
    const problem = {
      detail: "Two fields are invalid.",
      errors: { email: ["This is not an email address."], teams: ["No team A.", "No team B."] },
      traceId: "trace-top",
    };
    const fetch = recordingFetch(jsonResponse(400, problem, { "content-type": "application/problem+json" }));
    await expect(clientOn(fetch).updatePerson(input)).rejects.toMatchObject({
      message: "updatePerson failed with status 400: Two fields are invalid.",
      traceId: "trace-top",
      fieldErrors: problem.errors,
    });
  });

  it("reads the trace id from a problem's extensions", async () => {
    const fetch = recordingFetch(
      jsonResponse(409, { title: "Conflict", extensions: { traceId: "trace-nested" } }, { "content-type": "application/problem+json" }),
    );
    await expect(clientOn(fetch).updatePerson(input)).rejects.toMatchObject({
      message: "updatePerson failed with status 409: Conflict",
      traceId: "trace-nested",
      fieldErrors: undefined,
    });
  });

  it("passes on unknown values and properties", async () => {
    const person = { id, personType: "Robot", status: "OnLeave", customFields: { "Badge number": 4412, none: null }, later: [{ deep: true }] };
    await expect(clientOn(recordingFetch(jsonResponse(200, person))).updatePerson(input)).resolves.toEqual(person);
  });

  it("returns status and headers with raw", async () => {
    const { status, headers, body: data } = await clientOn(recordingFetch(jsonResponse(200, { id }, { etag: '"7"' }))).raw.updatePerson(input);
    expect([status, headers.get("etag"), data]).toEqual([200, '"7"', { id }]);
  });
});
