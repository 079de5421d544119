import eventsContract from "@keywright/events/openapi.json" with { type: "json" };
import { describe, expect, test } from "vitest";
import { clientOf, page, type PageBody, poll, send, SMALL_SEED, testEmulator } from "./support.ts";

const ids = ({ items }: PageBody) => items.map(({ uuid }) => uuid);

describe("a reset cursor", () => {
  const emulator = testEmulator({ seed: SMALL_SEED });

  test("without properties reads the last hour, from its first nanosecond on", async () => {
    expect(ids(await page(emulator, "auditevents", {}))).toEqual(["A2", "A3"]);
    expect(ids(await page(emulator, "auditevents", { start_time: "2026-03-02T11:00:00.000000002Z" }))).toEqual(["A3"]);
  });

  test("starts an hour before end_time where that is given, and stops at it", async () => {
    expect(ids(await page(emulator, "auditevents", { end_time: "2026-03-02T11:00:00Z" }))).toEqual(["A1"]);
    expect(ids(await page(emulator, "auditevents", { end_time: "2026-03-02T11:00:00.000000002Z" }))).toEqual(["A2"]);
  });

  test("leaves out an event of that very time: it is in the window that begins there", async () => {
    const at = "2026-03-02T11:00:00.000000001Z";
    expect(ids(await page(emulator, "auditevents", { start_time: "2026-03-02T00:00:00Z", end_time: at }))).toEqual(["A1"]);
    expect(ids(await page(emulator, "auditevents", { start_time: at, end_time: "2026-03-02T11:30:00Z" }))).toEqual(["A2"]);
  });

  test("takes times of any offset", async () => {
    expect(ids(await page(emulator, "auditevents", { start_time: "2026-03-02T12:30:00+01:30", end_time: "2026-03-02T06:30:00-05:00" }))).toEqual(["A2"]);
  });

  test("starts at the end where nothing is as late", async () => {
    expect(await page(emulator, "auditevents", { start_time: "2030-01-01T00:00:00Z" })).toMatchObject({ items: [], has_more: false });
  });
});

describe("a position that is rejected", () => {
  const emulator = testEmulator({ seed: SMALL_SEED });

  test.each([
    [{ limit: 0 }, "limit must be between 1 and 1000"],
    [{ limit: 1001 }, "limit must be between 1 and 1000"],
    [{ limit: 1.5 }, "limit must be integer"],
    [{ limit: "10" }, "limit must be integer"],
    [{ limit: null }, "limit must be integer"],
    [{ start_time: "yesterday" }, 'start_time must match format "date-time"'],
    [{ start_time: "2026-03-02" }, 'start_time must match format "date-time"'],
    [{ start_time: "2026-03-02T12:00:00Z", end_time: "2026-03-02T11:00:00Z" }, "start_time must not be after end_time"],
    [{ cursor: "x", limit: 5 }, "cursor is not valid"],
    [{ cursor: "", limit: 3 }, "cursor must NOT have fewer than 1 characters"],
    [{ cursor: null, start_time: "2026-03-02T12:00:00Z" }, "cursor must be string"],
    [{ cursor: 5 }, "cursor must be string"],
    [{ cursor: "nonsense" }, "cursor is not valid"],
    [[], "the body must be object"],
    ["text", "the body must be object"],
    [null, "the body must be object"],
  ])("%j: %s", async (position, message) => {
    expect(await poll(emulator, "auditevents", position)).toMatchObject({ status: 400, body: { status: 400, message } });
  });

  test("a body that is no JSON, is too long or of another type", async () => {
    const post = (init: RequestInit) => send(emulator, "/api/v2/auditevents", { method: "POST", ...init });
    expect(await post({ body: "{" })).toMatchObject({ status: 400, body: { message: "the body is not valid JSON" } });
    expect(await post({})).toMatchObject({ status: 400, body: { message: "the body is required" } });
    expect(await post({ body: JSON.stringify({ more: "x".repeat(1_100_000) }) })).toMatchObject({ status: 413, body: { status: 413 } });
    expect(await post({ body: "{}", headers: { authorization: "Bearer small-token" } })).toMatchObject({
      status: 415,
      body: { message: "The request body must be application/json" },
    });
  });

  test("properties that are not known are passed over", async () => {
    expect((await poll(emulator, "auditevents", { limit: 1, more: true })).status).toBe(200);
  });
});

describe("a cursor", () => {
  test("and the other property examples of the contract are a body together, for tools that build one out of them", async () => {
    const { EventsRequest } = eventsContract.components.schemas;
    const body = Object.fromEntries(Object.entries(EventsRequest.properties).map(([name, { example }]) => [name, example]));
    expect(Object.keys(body)).toContain("limit");
    expect(await poll(testEmulator(), "auditevents", body)).toMatchObject({ status: 200, body: { has_more: true } });
  });

  test("remembers end_time: later events are not given, nor promised", async () => {
    const emulator = testEmulator({ seed: SMALL_SEED });
    const first = await page(emulator, "auditevents", { limit: 1, start_time: "2026-03-02T00:00:00Z", end_time: "2026-03-02T11:30:00Z" });
    const second = await page(emulator, "auditevents", { cursor: first.cursor });
    expect([ids(first), first.has_more, ids(second), second.has_more]).toEqual([["A1"], true, ["A2"], false]);
    emulator.appendEvents("auditevents", { uuid: "A4", timestamp: "2026-03-02T12:00:00Z" }, { uuid: "A5", timestamp: "2026-03-02T11:29:59Z" });
    expect(ids(await page(emulator, "auditevents", { cursor: second.cursor }))).toEqual(["A5"]);
  });

  test("of another account, from a longer history, or changed anywhere, is rejected [source: listAuditEvents.cursor-account]", async () => {
    const emulator = testEmulator({ seed: SMALL_SEED });
    const foreign = testEmulator({ randomSeed: "other" });
    const { cursor } = await page(emulator, "auditevents", { limit: 1 });
    expect((await poll(emulator, "auditevents", { cursor: (await page(foreign, "auditevents", { limit: 1 })).cursor })).status).toBe(400);
    // As long a history, so that the place itself would be there.
    const { accountUuid } = foreign.store;
    const other = testEmulator({ seed: { ...SMALL_SEED, accountUuid } });
    expect(accountUuid).not.toBe(emulator.store.accountUuid);
    expect((await poll(emulator, "auditevents", { cursor: (await page(other, "auditevents", { limit: 1 })).cursor })).status).toBe(400);
    const grown = testEmulator({ seed: SMALL_SEED });
    grown.appendEvents("auditevents", {}, {});
    expect((await poll(emulator, "auditevents", { cursor: (await page(grown, "auditevents", { limit: 100 })).cursor })).status).toBe(400);
    for (let at = 0; at < cursor.length; at += 1) {
      const changed = `${cursor.slice(0, at)}${cursor[at] === "A" ? "B" : "A"}${cursor.slice(at + 1)}`;
      expect(await poll(emulator, "auditevents", { cursor: changed })).toMatchObject({ status: 400 });
    }
    for (const odd of [`${cursor}=`, ` ${cursor}`, `${cursor}\n`, `${cursor}.`, cursor.slice(0, -1), cursor + cursor])
      expect((await poll(emulator, "auditevents", { cursor: odd })).status).toBe(400);
  });

  test("survives a restart with the same state [source: listAuditEvents.sessions]", async () => {
    const before = testEmulator({ seed: SMALL_SEED });
    const { cursor } = await page(before, "auditevents", { limit: 2, start_time: "2026-03-02T00:00:00Z" });
    const after = testEmulator();
    after.restore(JSON.parse(JSON.stringify(before.snapshot())));
    expect(ids(await page(after, "auditevents", { cursor }))).toEqual(["A3"]);
  });
});

describe("events that happen while a client polls", () => {
  test("come under the cursor that had reached the end", async () => {
    const emulator = testEmulator({ seed: SMALL_SEED });
    const { cursor } = await page(emulator, "auditevents", {});
    expect(await page(emulator, "auditevents", { cursor })).toEqual({ items: [], cursor, has_more: false });
    const [event] = emulator.appendEvents("auditevents", { action: "create", object_type: "vault" });
    expect(event).toMatchObject({ uuid: expect.stringMatching(/^[A-Z2-7]{26}$/), timestamp: "2026-03-02T12:00:00.000Z" });
    expect(await page(emulator, "auditevents", { cursor })).toMatchObject({ items: [event], has_more: false });
  });

  test("come though their time is older than what was read: the order is the stream's [source: listAuditEvents.late]", async () => {
    const emulator = testEmulator({ seed: SMALL_SEED });
    const { cursor } = await page(emulator, "auditevents", {});
    emulator.appendEvents("auditevents", { uuid: "LATE", timestamp: "2026-03-01T00:00:00Z" }, { uuid: "NEW", timestamp: "2026-03-02T12:00:00Z" });
    expect(ids(await page(emulator, "auditevents", { cursor }))).toEqual(["LATE", "NEW"]);
  });

  test("do not move the place of a time: what comes late does not hide what came before", async () => {
    const emulator = testEmulator({ seed: SMALL_SEED });
    const late = ["L1", "L2", "L3", "L4"].map((uuid) => ({ uuid, timestamp: "2026-03-01T00:00:00Z" }));
    emulator.appendEvents("auditevents", ...late, { uuid: "NEW", timestamp: "2026-03-02T12:00:00Z" });
    expect(ids(await page(emulator, "auditevents", { start_time: "2026-03-02T11:30:00Z" }))).toEqual(["A3", "L1", "L2", "L3", "L4", "NEW"]);
    expect(ids(await page(emulator, "auditevents", { start_time: "2026-03-02T10:30:00Z" }))).toEqual(["A2", "A3", "L1", "L2", "L3", "L4", "NEW"]);
  });

  test("reach a client that walks, in the middle of its walk", async () => {
    const emulator = testEmulator({ seed: SMALL_SEED });
    const seen: string[] = [];
    for await (const event of clientOf(emulator).listAuditEvents({ limit: 1, start_time: "2026-03-02T00:00:00Z" }, { readAhead: false })) {
      seen.push(event.uuid);
      if (event.uuid === "A2") emulator.appendEvents("auditevents", { uuid: "A4" });
    }
    expect(seen).toEqual(["A1", "A2", "A3", "A4"]);
  });

  test("are rejected where they are not what the contract says", () => {
    const emulator = testEmulator({ seed: SMALL_SEED });
    expect(() => emulator.appendEvents("auditevents", { timestamp: "now" })).toThrow(
      'an event of auditevents cannot be appended: timestamp must match format "date-time"',
    );
    expect(() => emulator.appendEvents("itemusages", { used_version: "3" as never })).toThrow("used_version must be integer");
    expect(emulator.store.stream("auditevents").events).toHaveLength(3);
  });
});

describe("a client of the package", () => {
  test.each([
    ["auditevents", "listAuditEvents"],
    ["itemusages", "listItemUsages"],
    ["signinattempts", "listSignInAttempts"],
  ] as const)("walks %s to its end with %s, nothing lost or doubled", async (stream, method) => {
    const emulator = testEmulator();
    const events = clientOf(emulator);
    const seen = await events[method]({ start_time: "2026-01-01T00:00:00Z", limit: 700 }).toArray({ max: 10_000 });
    expect(seen).toEqual(emulator.store.stream(stream).events);
    expect(seen).toHaveLength(4000);
  });
});
