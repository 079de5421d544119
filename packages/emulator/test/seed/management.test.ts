import { describe, expect, test } from "vitest";
import { createManagementEmulator, type ManagementEmulatorOptions, manualClock } from "../../src/index.ts";
import { MANAGEMENT_DOCUMENT } from "../../src/generated/management.ts";
import { createContract } from "../../src/lib/core/contract/create-contract.ts";

const START = "2026-03-02T12:00:00Z";
const contract = createContract(MANAGEMENT_DOCUMENT);
const withSeed = (seed: ManagementEmulatorOptions["seed"]) => createManagementEmulator({ clock: manualClock(START), ...(seed === undefined ? {} : { seed }) });
type Emulator = ReturnType<typeof withSeed>;

async function get(
  { fetch, token }: Pick<Emulator, "fetch" | "token">,
  path: string,
  method = "GET",
  body?: unknown,
): Promise<{ status: number; body: never }> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { "content-type": `application/${path.includes("/scim/") ? "scim+" : ""}json` }),
  };
  const response = await fetch(`https://management.test${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const text = await response.text();
  return { status: response.status, body: (text === "" ? undefined : JSON.parse(text)) as never };
}

describe("a number", () => {
  test.each([0, 1, 20, 58, 75])("of people: %i, each valid by the contract, none twice", (people) => {
    const records = withSeed({ people }).store.people.list();
    expect(records).toHaveLength(people);
    expect(records.flatMap(({ id, fields }) => contract.checkSchema("Person", { id, ...fields }))).toEqual([]);
    expect(new Set(records.map(({ fields }) => fields.email)).size).toBe(people);
  });

  test("of users and runs, in place of those that are usual", () => {
    const { store } = withSeed({ users: 40, runs: 12 });
    expect([store.users.size, store.runs.size]).toEqual([40, 12]);
    expect(new Set(store.users.list().map(({ user }) => user.userName)).size).toBe(40);
    expect(store.runs.list().flatMap(({ run }) => contract.checkSchema("WorkflowRun", run))).toEqual([]);
  });
});

const SECOND = "3d2c7a10-6b1e-4f0c-9a55-2f7d8e4c2002";
const OWN = {
  people: [
    {
      firstName: "Ada",
      lastName: "Okafor",
      email: "ada.okafor@acme.test",
      teams: ["Finance", "Night shift"],
      location: "Lagos",
      locationTimezone: "Africa/Lagos",
    },
    { id: SECOND, firstName: "Ben", email: "ben@acme.test", lineManager: "ADA.okafor@acme.test", costCenter: "CC-410" },
  ],
  users: [{ userName: "ada.okafor@acme.test", name: { givenName: "Ada", familyName: "Okafor" } }],
};

describe("whole records", () => {
  test("of people have what they leave out from defaults: teams, places and line managers are found by their names", async () => {
    const emulator = withSeed(OWN);
    const { status, body } = await get(emulator, `/api/people/v1/${SECOND}`, "PATCH", { jobTitle: "Clerk" });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        firstName: "Ben",
        personType: "Employee",
        status: "Active",
        costCenter: "CC-410",
        lineManager: expect.objectContaining({ personType: "User", email: "ada.okafor@acme.test" }),
      }),
    ]);
    const { body: ada } = await get(emulator, "/api/people/v1/ada.okafor@acme.test", "PATCH", { jobTitle: "Lead" });
    expect(ada).toMatchObject({ teams: [{ name: "Finance" }, { name: "Night shift" }], location: "Lagos", locationTimezone: "Africa/Lagos" });
    expect(emulator.store.people.size).toBe(2);
    expect(emulator.store.teams.list(({ name }) => name === "Finance")).toHaveLength(1);
  });

  test("of users are the only users; their domains are verified, and the first one consents", async () => {
    const emulator = withSeed(OWN);
    const [record] = emulator.store.users.list();
    expect(emulator.store.users.size).toBe(1);
    expect(emulator.store.organization).toMatchObject({ verifiedDomains: ["example.com", "example.org", "acme.test"], consentingUserId: record?.id });
    const change = { schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"], Operations: [{ op: "replace", path: "title", value: "Lead" }] };
    const { status, body } = await get(emulator, `/api/scim/v2/Users/${record?.id}`, "PATCH", change);
    expect([status, body]).toEqual([200, expect.objectContaining({ userName: "ada.okafor@acme.test", displayName: "Ada Okafor", active: true })]);
  });

  test("of apps and tokens: they get tokens, and have the scopes that the seed says", async () => {
    const emulator = withSeed({
      apps: [{ clientId: "mine", clientSecret: "mine-secret", scopes: ["Apps.Read"] }],
      token: "first-token",
      tokens: [{ value: "audit-token", scopes: ["AuditLog.Read"], expiresInSeconds: 60 }],
    });
    const issued = await emulator.fetch("https://management.test/connect/token", {
      method: "POST",
      headers: { authorization: `Basic ${btoa("mine:mine-secret")}` },
      body: new URLSearchParams({ grant_type: "client_credentials" }),
    });
    expect([issued.status, ((await issued.json()) as { scope: string }).scope]).toEqual([200, "Apps.Read"]);
    expect(emulator.token).toBe("first-token");
    const audit = { fetch: emulator.fetch, token: "audit-token" };
    expect((await get(emulator, "/api/audit/v1/logs")).status).toBe(403);
    expect((await get(audit, "/api/audit/v1/logs")).status).toBe(200);
    emulator.clock.advance(60_000);
    expect((await get(audit, "/api/audit/v1/logs")).status).toBe(401);
  });

  test("of runs: a waiting one has the signals that the seed says, and goes on when one is sent", async () => {
    const emulator = withSeed({ runs: [{ id: SECOND, status: "Waiting", workflow: "Order a desk", signals: ["Ship"] }, { name: "Done" }] });
    const workflow = emulator.store.workflows.list().find(({ name }) => name === "Order a desk");
    const run = async () =>
      ((await get(emulator, `/api/workflows/v1/${workflow?.id}/runs/${SECOND}`)).body as { results: { status: string; steps: never[] }[] }).results[0];
    const waiting = await run();
    const [action] = (waiting?.steps ?? []).flatMap((step: { waiting: { actions: { name: string; href: string }[] } }) => step.waiting.actions);
    expect([waiting?.status, action?.name]).toEqual(["Waiting", "Ship"]);
    expect((await get(emulator, new URL(action?.href ?? "").pathname, "POST")).status).toBe(204);
    expect((await run())?.status).toBe("Completed");
    expect(emulator.store.runs.list().map(({ run: { status } }) => status)).toEqual(["Completed", "Completed"]);
  });

  test("of audit events are the whole log, in their order, with ids and times", () => {
    const { store } = withSeed({ auditEvents: [{ eventType: "a" }, { eventType: "b", id: 70 }, { eventType: "c" }] });
    expect(store.audit.events.map(({ id, eventType, published }) => [id, eventType, published])).toEqual([
      [1, "a", "2026-03-02T11:59:57.000Z"],
      [70, "b", "2026-03-02T11:59:58.000Z"],
      [71, "c", "2026-03-02T11:59:59.000Z"],
    ]);
    expect(store.audit.events.flatMap((event) => contract.checkSchema("AuditEvent", event))).toEqual([]);
  });
});

describe("rejected", () => {
  test.each<readonly [string, object, string]>([
    ["a property that the contract does not have", { people: [{ firstname: "A" }] }, "/people/0/firstname is not known; did you mean firstName?"],
    ["a wrong type deep in a record", { users: [{ userName: "a@b.test", emails: [{ value: 5 }] }] }, "/users/0/emails/0/value must be string"],
    ["a user without a name", { users: [{}] }, "/users/0/userName is required"],
    ["no users", { users: [] }, "/users must NOT have fewer than 1 items"],
    ["text for a number", { people: "20" }, "/people must be integer or array"],
    ["a lifetime beyond the years of RFC 3339", { tokens: [{ scopes: [], expiresInSeconds: 1e15 }] }, "/tokens/0/expiresInSeconds must be <= 100000000000"],
    ["an id that no path can have", { people: [{ id: "second" }] }, '/people/0/id must match format "uuid"'],
    ["a time that is none", { runs: [{ createdDtm: "noon" }] }, '/runs/0/createdDtm must match format "date-time"'],
    ["an app without its secret", { apps: [{ clientId: "a" }] }, "/apps/0/clientSecret is required"],
  ])("%s", (_what, seed, reason) => {
    expect(() => withSeed(seed as never)).toThrow(new TypeError(`the seed of createManagementEmulator: ${reason}`));
  });

  test.each<readonly [string, ManagementEmulatorOptions["seed"], string]>([
    ["two people with one address", { people: [{ email: "a@b.test" }, { aliases: ["A@b.test"] }] }, "two people have the email address a@b.test"],
    ["a line manager who is not there", { people: [{ lineManager: "no@b.test" }] }, "a person has the line manager no@b.test, who is not in the seed"],
    ["two runs with one id", { runs: [{ id: SECOND }, { id: SECOND }] }, `two runs have the id ${SECOND}`],
    [
      "a waiting run without a step that waits",
      { runs: [{ id: SECOND, status: "Waiting", steps: [] }] },
      `the waiting run ${SECOND} must have a step with the status Waiting`,
    ],
    ["two tokens, without their value", { token: "secret-1", tokens: [{ value: "secret-1" }] }, "two tokens have the same value"],
    [
      "a user outside of the domains",
      { users: [{ userName: "a@b.test" }], verifiedDomains: ["c.test"] },
      "the user name a@b.test is not in a verified domain of the organization",
    ],
  ])("%s", (_what, seed, reason) => {
    expect(() => withSeed(seed)).toThrow(new TypeError(reason));
  });
});

test("a snapshot is a seed: the state and what is random next", () => {
  const first = withSeed(OWN);
  first.issueToken();
  const saved = JSON.parse(JSON.stringify(first.snapshot())) as ReturnType<typeof first.snapshot>;
  const second = withSeed(saved);
  expect(second.snapshot()).toEqual(saved);
  expect(second.issueToken()).toBe(first.issueToken());
  second.reset();
  expect(second.snapshot()).toEqual(saved);
});
