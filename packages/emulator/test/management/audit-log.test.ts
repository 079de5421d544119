import { describe, expect, test } from "vitest";
import { type Answer, clientOf, IDS, listLogs, send, START, testEmulator, updatePerson } from "./support.ts";

/** Events of ten minutes, a minute apart, with members that filters and `q` look at. */
const EVENTS = [
  {
    eventType: "employee_login_success",
    target: [{ id: "u1", type: "User", displayName: "Finance Lead", alternateId: "finance.lead@example.com" }],
    details: { method: "sso" },
  },
  { eventType: "integration_sync_started", target: [{ id: "a1", type: "CustomerApp", displayName: "Example Ledger" }] },
  { eventType: "integration_sync_completed", target: [{ id: "a1", type: "CustomerApp", displayName: "Example Ledger" }], details: { users: 42 } },
  {
    eventType: "user_updated",
    target: [
      { id: "u2", type: "User", displayName: "Sales Planner", alternateId: "sales.planner@example.com" },
      { id: "a2", type: "CustomerApp", displayName: "Example Travel" },
    ],
  },
  {
    eventType: "nothing_special",
    actor: { id: "x9", type: "User", displayName: "Night Shift", alternateId: "night@example.com", detail: "Example Browser" },
    client: { ipAddress: "192.0.2.7" },
  },
];

function small(): ReturnType<typeof testEmulator> {
  const emulator = testEmulator({ seed: { auditEvents: 0 } });
  emulator.appendAuditEvents(...EVENTS.map((event, index) => ({ ...event, id: index + 1, uuid: 1000 + index, published: `2026-03-02T11:0${index}:00Z` })));
  return emulator;
}
const ids = ({ body }: Answer): number[] => body.results.map(({ id }: { id: number }) => id);

describe("listAuditLogs", () => {
  test("has next in the link header, too, with the relation next", async () => {
    const { body, headers } = await listLogs(testEmulator(), { q: "ledger", limit: "3" });
    expect(headers.get("link")).toBe(`<${body.next}>; rel="next"`);
  });

  test("returns the newest first where sortOrder is DESCENDING, the oldest where it is ASCENDING", async () => {
    const emulator = small();
    expect(ids(await listLogs(emulator, { sortOrder: "DESCENDING" }))).toEqual([5, 4, 3, 2, 1]);
    expect(ids(await listLogs(emulator, { sortOrder: "ASCENDING" }))).toEqual([1, 2, 3, 4, 5]);
    const page = await listLogs(emulator, { sortOrder: "DESCENDING", limit: "2" });
    expect(ids(await send(emulator, page.body.next))).toEqual([3, 2]);
  });

  test.each([
    ["1", 1],
    ["1000", 1000],
  ])("takes a limit of %s", async (limit, count) => {
    expect((await listLogs(testEmulator(), { limit })).body.results).toHaveLength(count);
  });

  test.each([
    { limit: "0" },
    { limit: "1001" },
    { limit: "1.5" },
    { limit: "ten" },
    { sortOrder: "descending" },
    { since: "yesterday" },
    { since: "31.12.2026" },
    { until: "2026-02-30" },
  ])("rejects %j with 400", async (parameters) => {
    const { status, body } = await listLogs(testEmulator(), parameters);
    expect([status, Object.keys(body.errors)]).toEqual([400, Object.keys(parameters)]);
  });
});

describe("the time window", () => {
  test("is the last seven days unless it is given", async () => {
    const emulator = testEmulator({ seed: { auditEvents: 0 } });
    emulator.appendAuditEvents({ published: "2026-02-23T11:59:59.999Z" }, { published: "2026-02-23T12:00:00Z" }, { published: "2026-03-02T11:00:00Z" });
    expect((await listLogs(emulator)).body.results.map(({ published }: { published: string }) => published)).toEqual([
      "2026-02-23T12:00:00Z",
      "2026-03-02T11:00:00Z",
    ]);
    expect((await listLogs(emulator, { since: "2026-01-01T00:00:00Z" })).body.results).toHaveLength(3);
  });

  test("goes from since to until, both included, in any offset", async () => {
    const emulator = small();
    expect(ids(await listLogs(emulator, { since: "2026-03-02T11:01:00Z", until: "2026-03-02T12:03:00+01:00" }))).toEqual([2, 3, 4]);
    expect(ids(await listLogs(emulator, { since: "2026-03-02T11:01:00.000001Z", until: "2026-03-02T11:02:59.999Z" }))).toEqual([3]);
    expect(ids(await listLogs(emulator, { since: "2026-03-02T11:03:00Z", until: "2026-03-02T11:02:00Z" }))).toEqual([]);
  });

  test.each([
    ["2026-03-02T11:02Z", [3, 4, 5]],
    ["2026-03-02T11:02", [3, 4, 5]],
    ["20260302T110200Z", [3, 4, 5]],
    ["2026-03-02T12:02+01", [3, 4, 5]],
    ["20260302T12", []],
    ["2026-03-02", [1, 2, 3, 4, 5]],
    ["20260303", []],
  ])("begins at %s, as ISO 8601 writes it", async (since, found) => {
    expect(ids(await listLogs(small(), { since }))).toEqual(found);
  });

  test("ends at the start of a day that is given alone, in UTC", async () => {
    expect(ids(await listLogs(small(), { until: "2026-03-03" }))).toEqual([1, 2, 3, 4, 5]);
    expect(ids(await listLogs(small(), { until: "2026-03-02" }))).toEqual([]);
  });

  test("by default does not hide what a slow reader has not read yet", async () => {
    const emulator = small();
    const { body } = await listLogs(emulator, { limit: "1" });
    emulator.clock.advance(30 * 86_400_000);
    expect(ids(await send(emulator, body.next, { headers: { authorization: `Bearer ${emulator.token}` } }))).toEqual([2]);
  });
});

describe("the position", () => {
  test("is always in next, on the last page with events and on the empty one, which returns the same once more", async () => {
    const emulator = small();
    const page = await listLogs(emulator, { limit: "5" });
    const empty = await send(emulator, page.body.next);
    expect([empty.body.results, empty.body.next, empty.headers.get("link")]).toEqual([[], page.body.next, `<${page.body.next}>; rel="next"`]);
  });

  test("returns events that have happened since, under the same next", async () => {
    const emulator = small();
    const { next } = (await listLogs(emulator)).body;
    expect((await send(emulator, next)).body.results).toEqual([]);
    emulator.appendAuditEvents({ eventType: "late", published: "2026-03-01T00:00:00Z" }, { eventType: "new" });
    const { results } = (await send(emulator, next)).body;
    expect(results.map(({ eventType }: { eventType: string }) => eventType)).toEqual(["late", "new"]);
    expect(results[1]).toMatchObject({ id: 7, published: START, uuid: 700_000_007 });
  });

  test("returns what callers do through the service", async () => {
    const emulator = small();
    const { next } = (await listLogs(emulator)).body;
    await updatePerson(emulator, { jobTitle: "a" });
    expect((await send(emulator, next)).body.results).toMatchObject([{ eventType: "person_updated", target: [{ id: IDS.contractor }] }]);
  });

  test("is given to an empty log, too", async () => {
    const emulator = testEmulator({ seed: { auditEvents: 0 } });
    const { next, results } = (await listLogs(emulator)).body;
    emulator.appendAuditEvents({ eventType: "first" });
    expect([results, (await send(emulator, next)).body.results.length]).toEqual([[], 1]);
  });

  test("keeps filter, q, window and limit in next, and goes with other ones as well", async () => {
    const emulator = small();
    const { next } = (await listLogs(emulator, { filter: 'target.type eq "CustomerApp"', limit: "1" })).body;
    expect(ids(await send(emulator, next))).toEqual([3]);
    const after = new URL(next).searchParams.get("after") ?? "";
    expect(ids(await listLogs(emulator, { after }))).toEqual([3, 4, 5]);
    expect(ids(await listLogs(emulator, { after, filter: 'eventType sw "user"' }))).toEqual([4]);
  });

  test("survives a restart with the same state", async () => {
    const emulator = small();
    const { next } = (await listLogs(emulator, { limit: "3" })).body;
    const restarted = testEmulator();
    restarted.restore(JSON.parse(JSON.stringify(emulator.snapshot())));
    expect(ids(await send(restarted, next))).toEqual([4, 5]);
  });

  test("is rejected where it was never given: changed, of another organization, behind the end, of the other order", async () => {
    const emulator = small();
    const given = new URL((await listLogs(emulator)).body.next).searchParams.get("after") ?? "";
    const rejected = async (after: string, more = {}) => {
      const { status, body } = await listLogs(emulator, { after, ...more });
      return [status, Object.keys(body.errors ?? {})];
    };
    for (let at = 0; at < given.length; at += 1)
      expect(await rejected(`${given.slice(0, at)}${given[at] === "A" ? "B" : "A"}${given.slice(at + 1)}`)).toEqual([400, ["after"]]);
    for (const odd of [`${given}=`, ` ${given}`, `${given}\n`, "", "nonsense", given + given]) expect(await rejected(odd)).toEqual([400, ["after"]]);
    expect(await rejected(given, { sortOrder: "DESCENDING" })).toEqual([400, ["after"]]);
    const other = testEmulator({ randomSeed: 2 });
    expect((await listLogs(other, { after: given })).status).toBe(400);
    const more = testEmulator();
    const { next } = (await listLogs(more, { limit: "1000" })).body;
    more.restore({ ...more.snapshot(), state: { ...more.snapshot().state, auditEvents: [] } });
    expect((await send(more, next)).status).toBe(400);
  });

  test("that has expired is rejected where a fault says so", async () => {
    const emulator = small();
    emulator.inject({ operationId: "listAuditLogs", response: "expired-cursor" });
    expect(await listLogs(emulator)).toMatchObject({ status: 400, body: { errors: { after: ["This position is not known."] } } });
  });

  test("leads a client through the whole log, nothing lost or doubled, in both orders", async () => {
    const emulator = testEmulator();
    const all = emulator.store.audit.events.map(({ id }) => String(id));
    const client = clientOf(emulator);
    const since = "2026-01-01T00:00:00Z";
    const walk = async (sortOrder: "ASCENDING" | "DESCENDING") =>
      (await client.listAuditLogs({ since, limit: 700, sortOrder }).toArray({ max: 10_000 })).map(({ id }) => id);
    expect(await walk("ASCENDING")).toEqual(all);
    expect(await walk("DESCENDING")).toEqual([...all].reverse());
  });
});

describe("q", () => {
  test.each([
    ["a part of an actor's name", "night sh", [5]],
    ["a part of a target's name", "LEDGER", [2, 3]],
    ["a part of a target's email address", "planner@", [4]],
    ["the id of an event", "3", [3]],
    ["the type of an event", "integration_sync_started", [2]],
    ["the id of a target", "a2", [4]],
    ["the type of a target", "User", [1, 4]],
    ["a part of an event's type: no match", "integration", []],
    ["a part of a target's id: no match", "a", [1, 2, 3, 4]],
    ["an actor's email address: no match", "night@example.com", []],
    ["nothing: everything", "", [1, 2, 3, 4, 5]],
  ])("matches %s", async (_what, q, expected) => {
    expect(ids(await listLogs(small(), { q }))).toEqual(expected);
  });
});

describe("the filter", () => {
  test.each([
    ['eventType eq "user_updated"', [4]],
    ['eventType ne "user_updated"', [1, 2, 3, 5]],
    ['eventType sw "integration_"', [2, 3]],
    ['eventType ew "_started"', [2]],
    ['eventType co "sync"', [2, 3]],
    ['EventType EQ "USER_updated"', [4]],
    ["target pr or actor pr", undefined],
    ["target.id pr", [1, 2, 3, 4]],
    ["not (target.id pr)", [5]],
    ["actor.detail pr", [5]],
    ['actor.detail eq "Example Browser"', [5]],
    ['actor.alternateId eq "night@example.com" and actor.displayName sw "Night" and actor.id eq "x9" and actor.type eq "User"', [5]],
    ['client.ipAddress eq "192.0.2.7"', [5]],
    ['details co "sso"', [1]],
    ["details pr", [1, 3]],
    ['target.type eq "User" and target.type eq "CustomerApp"', [4]],
    ['target.displayName co "travel" or target.alternateId ew "lead@example.com"', [1, 4]],
    ['target.type ne "User"', [2, 3, 4, 5]],
    ["id eq 3", [3]],
    ["id gt 3", [4, 5]],
    ["id ge 3 and id le 4", [3, 4]],
    ["id lt 2", [1]],
    ["uuid eq 1003", [4]],
    ["id co 3", [3]],
    ['published gt "2026-03-02T11:03:00Z"', [5]],
    ['published ge "2026-03-02T12:03:00+01:00"', [4, 5]],
    ['published lt "2026-03-02T11:01:00.000Z"', [1]],
    ['published eq "2026-03-02T11:02:00.0Z"', [3]],
    ['published gt "2026-03-02"', [1, 2, 3, 4, 5]],
    ['published sw "2026-03-02T11:04"', [5]],
    ['eventType gt "integration_sync_started" and eventType lt "user_updated"', [5]],
    ['id eq 1 or id eq 2 and eventType eq "nothing"', [1]],
    ['(id eq 1 or id eq 2) and eventType sw "integration"', [2]],
    ["not (id eq 1 or id eq 2) and not (id eq 5)", [3, 4]],
  ])("%s", async (filter, expected) => {
    const answer = await listLogs(small(), { filter });
    if (expected === undefined) expect(answer.status).toBe(400);
    else expect([answer.status, ids(answer)]).toEqual([200, expected]);
  });

  test.each([
    'target[type eq "User"]',
    'client.name eq "a"',
    "deleted eq true",
    'target eq "a"',
    'target.type.name eq "a"',
    "eventType eq 5",
    "eventType eq true",
    "eventType eq null",
    'id eq "3"',
    "id eq 1.5",
    "id eq 1e400",
    "id gt true",
    'published gt "yesterday"',
    'published gt "2026-02-30"',
    "published gt 5",
    'eventType eq "a" and',
    'eventType like "a"',
    "(",
    "__proto__ pr",
    "constructor pr",
    "toString pr",
  ])("%s is rejected with 400 and errors", async (filter) => {
    const { status, body } = await listLogs(small(), { filter });
    expect([status, body.errors.filter.length]).toEqual([400, 1]);
  });

  // A parser that backtracks on these texts would not end.
  test("that is hostile is rejected without backtracking", async () => {
    const emulator = small();
    await listLogs(emulator, { filter: "(" });
    const hostile = [
      `${"(".repeat(10_000)}id pr${")".repeat(10_000)}`,
      `eventType eq "${"a".repeat(1_000_000)}"`,
      `${"not (".repeat(1500)}id pr`,
      `eventType eq "${"\\\\".repeat(4000)}`,
    ];
    for (const filter of hostile) {
      const path = `/api/audit/v1/logs?filter=${encodeURIComponent(filter)}`;
      for (let attempt = 0; attempt < 25; attempt += 1) expect((await send(emulator, path)).status).toBe(400);
    }
  });
});

describe("events that a test appends", () => {
  test("are rejected where they are not what the contract says", () => {
    const emulator = small();
    expect(() => emulator.appendAuditEvents({ published: "now" })).toThrow('an audit event cannot be appended: published must match format "date-time"');
    expect(emulator.store.audit.events).toHaveLength(5);
  });
});
