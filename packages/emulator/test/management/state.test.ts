import { PERSON_STATUS_VALUES, PERSON_TYPE_VALUES, WORKFLOW_RUN_STATUS_VALUES, WORKFLOW_RUN_STEP_STATUS_VALUES } from "@keywright/management/values";
import { describe, expect, test } from "vitest";
import { MANAGEMENT_DOCUMENT } from "../../src/generated/management.ts";
import { createManagementEmulator, manualClock } from "../../src/index.ts";
import { objectAt } from "../../src/lib/core/values/json.ts";
import { managementContract } from "../../src/lib/management/state/contract.ts";
import { viewPerson } from "../../src/lib/management/state/person-view.ts";
import { viewUser } from "../../src/lib/management/operations/scim-users.ts";
import type { ManagementEmulator } from "../../src/management.ts";
import { askToken, getRun, hasNull, IDS, listLogs, patchUser, send, testEmulator, updatePerson } from "./support.ts";

async function transcript(emulator: ManagementEmulator): Promise<string> {
  const lines = [emulator.token, emulator.issueToken()];
  const answers = [
    await updatePerson(emulator, { location: "Nowhere yet", teams: ["Sales"] }),
    await updatePerson(emulator, { teams: ["nowhere"] }),
    await patchUser(emulator, [{ op: "replace", path: "title", value: "a" }]),
    await getRun(emulator, IDS.review, IDS.waitingRun),
    await send(emulator, "/connect/authorize?response_type=code&client_id=example-client-1&redirect_uri=https%3A%2F%2Fapp.example.com%2Fcallback"),
    await askToken(emulator, { grant_type: "refresh_token", refresh_token: "example-refresh-token-1" }),
    await listLogs(emulator, { limit: "40", sortOrder: "DESCENDING" }),
    await send(emulator, "/api/apps/v1/categories"),
  ];
  return [...lines, ...answers.map(({ status, headers, body }) => JSON.stringify([status, [...headers], body]))].join("\n");
}

describe("two runs", () => {
  test("with the same seed and time are the same to the byte, whether or not the log was read first", async () => {
    const other = testEmulator();
    await listLogs(other);
    expect(await transcript(other)).toBe(await transcript(testEmulator()));
  });

  test("with different seeds are not", async () => {
    expect(await transcript(testEmulator({ randomSeed: 2 }))).not.toBe(await transcript(testEmulator()));
  });
});

test("reset brings back the first state, ids, trace ids and tokens included", async () => {
  const emulator = testEmulator();
  const first = await transcript(emulator);
  emulator.revokeToken(emulator.token);
  emulator.reset();
  expect(await transcript(emulator)).toBe(first);
});

describe("snapshot and restore", () => {
  test("keep everything, and what is random next, through JSON", async () => {
    const emulator = testEmulator();
    await transcript(emulator);
    const saved = JSON.stringify(emulator.snapshot());
    const next = await transcript(emulator);
    const restored = createManagementEmulator({ clock: manualClock(new Date(emulator.clock.wallNow())) });
    restored.restore(JSON.parse(saved));
    expect(JSON.stringify(restored.snapshot())).toBe(saved);
    expect(await transcript(restored)).toBe(next);
  });

  test("a snapshot stays as it was while the emulator goes on", async () => {
    const emulator = testEmulator();
    const snapshot = emulator.snapshot();
    const saved = JSON.stringify(snapshot);
    await transcript(emulator);
    emulator.restore(snapshot);
    await transcript(emulator);
    expect(JSON.stringify(snapshot)).toBe(saved);
  });
});

describe("the default state", () => {
  const { store } = testEmulator();
  const missing = (known: readonly string[], values: readonly unknown[]) => known.filter((value) => !values.includes(value));

  test("has people, users and audit events that are as the contract says, none twice", () => {
    const contract = managementContract();
    const people = store.people.list().map((person) => viewPerson(person, store));
    const users = store.users.list().map((record) => viewUser(record, "https://management.example.com"));
    expect([people.length > 50, users.length > 15, store.audit.events.length]).toEqual([true, true, 4000]);
    expect(people.flatMap((person) => contract.checkSchema("Person", person))).toEqual([]);
    expect(users.flatMap((user) => contract.checkSchema("ScimUser", user))).toEqual([]);
    expect(store.audit.events.flatMap((event) => contract.checkSchema("AuditEvent", event))).toEqual([]);
    expect([...people, ...users, ...store.audit.events].filter(hasNull)).toEqual([]);
    expect(new Set(people.map(({ email }) => email)).size).toBe(people.length);
    expect(new Set(store.audit.events.map(({ id }) => id)).size).toBe(4000);
  });

  test("has each documented property of people, users, runs and the people of runs somewhere", () => {
    const runs = store.runs.list().map(({ run }) => run);
    const having = {
      Person: store.people.list().map((person) => viewPerson(person, store)),
      ScimUser: store.users.list().map((record) => viewUser(record, "https://management.example.com")),
      WorkflowRun: runs,
      FlowItemScope: runs.map(({ context = {} }) => context),
      FlowPerson: runs.flatMap(({ context }) => [context?.person ?? [], context?.people ?? []].flat()),
    };
    for (const [name, values] of Object.entries(having)) {
      const members = Object.keys(objectAt(MANAGEMENT_DOCUMENT, "components", "schemas", name, "properties"));
      expect([
        name,
        missing(
          members,
          values.flatMap((value) => Object.keys(value)),
        ),
      ]).toEqual([name, []]);
    }
  });

  test("has each kind and status of people, and of runs and their steps", () => {
    const people = store.people.list();
    expect(
      missing(
        PERSON_TYPE_VALUES,
        people.map(({ fields }) => fields.personType),
      ),
    ).toEqual([]);
    expect(
      missing(
        PERSON_STATUS_VALUES,
        people.map(({ fields }) => fields.status),
      ),
    ).toEqual([]);
    const runs = store.runs.list().map(({ run }) => run);
    expect(
      missing(
        WORKFLOW_RUN_STATUS_VALUES,
        runs.map(({ status }) => status),
      ),
    ).toEqual([]);
    expect(
      missing(
        WORKFLOW_RUN_STEP_STATUS_VALUES,
        runs.flatMap(({ steps = [] }) => steps.map(({ status }) => status)),
      ),
    ).toEqual([]);
  });

  test("has users whom someone else manages, suspended ones and deleted things", () => {
    const users = store.users.list();
    expect(
      missing(
        ["epm", "system"],
        users.map(({ managedBy }) => managedBy),
      ),
    ).toEqual([]);
    expect(users.some(({ user }) => user.active === false)).toBe(true);
    for (const things of [users, store.people.list(), store.teams.list(), store.workflows.list()])
      expect(things.some(({ deleted }) => deleted === true)).toBe(true);
  });

  test("has audit events of the last hour and none of the time to come, with and without each optional property", () => {
    const { events } = store.audit;
    const published = events.map((event) => event.published ?? "");
    expect(published.at(-1)?.slice(0, 13)).toBe("2026-03-02T11");
    expect(published).toEqual([...published].sort());
    for (const member of ["actor", "client", "details"] as const) {
      const having = events.filter((event) => event[member] !== undefined).length;
      expect([member, having > 0, having < events.length]).toEqual([member, true, true]);
    }
    expect(
      missing(
        ["User", "CustomerApp"],
        events.flatMap(({ target = [] }) => target.map(({ type }) => type)),
      ),
    ).toEqual([]);
  });

  test("can have fewer events and shorter tokens", async () => {
    const emulator = testEmulator({ seed: { auditEvents: 10, tokenSeconds: 5 } });
    expect(emulator.store.audit.events).toHaveLength(10);
    expect((await askToken(emulator, { grant_type: "client_credentials" })).body.expires_in).toBe(5);
  });
});

test("without options an emulator runs on the machine's time", async () => {
  const emulator = createManagementEmulator();
  const { body } = await listLogs(emulator);
  expect(body.results).toHaveLength(100);
});
