import { postgresError } from "../src/lib/postgres/postgres-errors.ts";
import { createFeed } from "@keywright/core/feeds";
import { describe, expect, it } from "vitest";
import { fakeClock } from "../../core/test/fake-clock.ts";
import type { SinkEvent } from "../src/index.ts";
import { type PgPool, type PgResult, postgresSink, type PostgresSinkOptions } from "../src/postgres.ts";
import type { TrialEvent } from "../src/sink-rules.ts";
import { eventsFrom, OPTIONS } from "./support.ts";

/** A pool without a server: it takes every statement, except those that a function responds to. */
function fakePool(respond: (text: string, values: readonly unknown[]) => PgResult["rows"] | undefined = () => undefined) {
  const statements: { readonly text: string; readonly values: readonly unknown[] }[] = [];
  const query = async (text: string, values: unknown[]): Promise<PgResult> => {
    statements.push({ text, values });
    const rows = respond(text, values);
    if (rows !== undefined) return { rows };
    if (text.startsWith("WITH stored")) return { rows: [{ stored: (values[1] as unknown[]).length }] };
    return { rows: text.startsWith("SELECT DISTINCT") ? [] : [{ version: "0" }] };
  };
  const pool: PgPool = { query, connect: async () => ({ query, release: () => {}, on: () => {}, off: () => {} }) };
  return { pool, statements };
}

/** Runs one page into a sink of a pool. */
async function runPage(pool: PgPool, items: readonly TrialEvent[], own: Partial<PostgresSinkOptions<TrialEvent>> = {}) {
  const seen: SinkEvent[] = [];
  const sink = postgresSink<TrialEvent>({ ...OPTIONS, pool, onEvent: (event) => seen.push(event), ...own });
  const pages = async function* () {
    yield { items, resumeAt: "1" };
  };
  const options = { store: sink, since: "2026-03-02T08:00:00Z", maxHandlerAttempts: 1 };
  await createFeed<TrialEvent>({ stream: "trialEvents", pages }, options).run(sink.handle, { until: "caught-up" });
  return { seen, counters: sink.counters() };
}

const insertOf = ({ statements }: ReturnType<typeof fakePool>) => statements.filter(({ text }) => text.startsWith("WITH stored"));

describe("postgres", () => {
  const TIMES = ["now", "infinity", "-infinity", "today", "tomorrow", "yesterday", "epoch", "allballs", "2026-W01", "2026-03-02 BC", "J2451187"];
  const OTHER_TIMES = ["2026-03-02", "20260302T080000Z", "2026-03-02T24:00:00Z", "2026-03-02T08:00:00", "Mon Mar 2 08:00:00 2026 UTC", " 2026-03-02T08:00:00Z"];

  it.each([...TIMES, ...OTHER_TIMES])("makes a dead letter of an event whose time is %s, which is not of RFC 3339", async (at) => {
    const fake = fakePool();
    const deadLetters: unknown[] = [];
    const items = eventsFrom(0, 3).map((event) => (event.number === 1 ? { ...event, at } : event));
    const { counters } = await runPage(fake.pool, items, { deadLetter: ({ id }, { message }) => deadLetters.push([id, message]) });
    expect(deadLetters).toEqual([["event-1", "the time of the event is not a date-time of RFC 3339"]]);
    expect(insertOf(fake).map(({ values }) => values[1])).toEqual([["event-0", "event-2"]]);
    expect(counters).toMatchObject({ events: 2, deadLetters: 1 });
  });

  it.each(["2026-03-02T08:00:00Z", "2026-03-02t08:00:00.123456789z", "2026-12-31T23:59:60+14:00"])("stores the time %s", async (at) => {
    const fake = fakePool();
    await runPage(
      fake.pool,
      eventsFrom(0, 1).map((event) => ({ ...event, at })),
    );
    expect(insertOf(fake)[0]?.values[3]).toEqual([at]);
  });

  it("reports the ids of repeated events that the table has with other content, and asks for them only if there are any", async () => {
    const first = fakePool();
    const once = await runPage(first.pool, eventsFrom(0, 3));
    expect(first.statements.filter(({ text }) => text.startsWith("SELECT DISTINCT"))).toEqual([]);
    expect(once.counters).toMatchObject({ repeated: 0, differing: 0 });
    const second = fakePool((text) => {
      if (text.startsWith("WITH stored")) return [{ stored: 1 }];
      return text.startsWith("SELECT DISTINCT") ? [{ id: "event-2" }] : undefined;
    });
    const again = await runPage(second.pool, eventsFrom(0, 3));
    expect(again.counters).toMatchObject({ events: 3, repeated: 2, differing: 1 });
    expect(again.seen).toContainEqual({ type: "differing", stream: "trialEvents", ids: ["event-2"] });
  });

  it("writes nothing again after a commit whose response was lost", async () => {
    let row: { readonly version: string; readonly position: unknown } = { version: "0", position: "" };
    let before = row;
    let commits = 0;
    const fake = fakePool((text, values) => {
      if (text === "BEGIN") before = row;
      if (text === "ROLLBACK") row = before;
      if (text.startsWith("SELECT version::text")) return [row];
      if (text.startsWith("UPDATE keywright_checkpoints SET position")) {
        if (String(values[3]) !== row.version) return [];
        row = { version: String(Number(values[3]) + 1), position: values[2] };
        return [row];
      }
      if (text !== "COMMIT") return undefined;
      commits += 1;
      if (commits === 1) throw Object.assign(new Error("the connection is lost"), { code: "ECONNRESET" });
      return [];
    });
    const { counters } = await runPage(fake.pool, eventsFrom(0, 3), { maxBackoffMs: 1 });
    expect(counters).toMatchObject({ batches: 1, events: 3, retries: 1 });
    expect(insertOf(fake)).toHaveLength(1);
  });

  it("closes a connection whose state is not known, and returns others to the pool", async () => {
    const fake = fakePool();
    const released: unknown[] = [];
    let isLost = true;
    const pool: PgPool = {
      query: fake.pool.query,
      async connect() {
        const client = await fake.pool.connect();
        return {
          ...client,
          release: (isBroken) => released.push(isBroken),
          async query(text, values) {
            if (text.startsWith("WITH stored") && isLost) {
              isLost = false;
              throw Object.assign(new Error("the connection is lost"), { code: "ECONNRESET" });
            }
            return client.query(text, values);
          },
        };
      },
    };
    await runPage(pool, eventsFrom(0, 1), { maxBackoffMs: 1 });
    expect(released).toEqual([true, false]);
  });

  it("makes a dead letter of an event that is too large for a row", async () => {
    const fake = fakePool((text, values) => {
      if (text.startsWith("WITH stored") && (values[1] as unknown[]).includes("event-1")) throw Object.assign(new Error("row is too big"), { code: "54000" });
      return undefined;
    });
    const deadLetters: unknown[] = [];
    const { counters } = await runPage(fake.pool, eventsFrom(0, 3), { deadLetter: ({ id }) => deadLetters.push(id) });
    expect([deadLetters, counters.events]).toEqual([["event-1"], 2]);
  });

  it("renews the leases of all sinks of a pool in one statement", async () => {
    const clock = fakeClock();
    const fake = fakePool();
    const owned = [];
    for (let count = 0; count < 30; count += 1) owned.push(await postgresSink<TrialEvent>({ ...OPTIONS, pool: fake.pool, clock }).acquire(`stream ${count}`));
    await clock.advance(5000);
    const renewals = fake.statements.filter(({ text }) => text.includes("AS kept SET lease_until"));
    expect(renewals.map(({ values }) => Object.keys(JSON.parse(String(values[0])) as object).length)).toEqual([30]);
    for (const each of owned) await each.release();
    expect(clock.timers).toBe(0);
  });

  it("lets Postgres end the transaction of a process that is stopped in half of its lease, because the next owner waits for its lock", async () => {
    const fake = fakePool();
    await runPage(fake.pool, eventsFrom(0, 1), { leaseMs: 15_001, timeoutMs: 4000 });
    const [limits] = fake.statements.filter(({ text }) => text.includes("idle_in_transaction_session_timeout"));
    expect(limits?.values).toEqual(["7501", "4000"]);
  });

  it("renews its lease at the end of a transaction that takes longer than a renewal", async () => {
    const clock = fakeClock();
    const fake = fakePool();
    const isRenewal = (text: string): boolean => text.startsWith("UPDATE keywright_checkpoints SET lease_until");
    await runPage(fake.pool, eventsFrom(0, 1), { clock });
    expect(fake.statements.some(({ text }) => isRenewal(text))).toBe(false);
    const slow: PgPool = {
      query: fake.pool.query,
      async connect() {
        const client = await fake.pool.connect();
        return {
          ...client,
          async query(text, values) {
            if (text.startsWith("WITH stored")) await clock.advance(6000);
            return client.query(text, values);
          },
        };
      },
    };
    await runPage(slow, eventsFrom(0, 1), { clock });
    const texts = fake.statements.map(({ text }) => text);
    expect(texts.slice(texts.findIndex(isRenewal)).slice(0, 2)[1]).toBe("COMMIT");
  });
});

it.each([{ code: "23502", column: "account" }, { code: "42703" }])("a table with other columns is not the fault of an event: %o", (problem) => {
  expect(postgresError(Object.assign(new Error("no"), problem), "audit.events")).toMatchObject({
    code: "invalid-configuration",
    message: expect.stringContaining("the table audit.events has other columns"),
  });
  expect(postgresError({ code: "23502", column: "id" }, "audit.events")).toMatchObject({ code: "rejected" });
});
