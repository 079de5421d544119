import { platformClock, wait } from "@keywright/core/client";
import { checkpointTable } from "@keywright/core/postgres";
import { createFeed, memoryCheckpoints } from "@keywright/core/feeds";
import { type PostgresServer, startPostgres } from "@keywright/tool-test-kit/testing";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SinkEvent } from "../../src/index.ts";
import { eventTable, type PgClient, postgresSink, type PostgresSinkOptions } from "../../src/postgres.ts";
import type { TrialEvent } from "../../src/sink-rules.ts";
import { caught, eventsFrom, OPTIONS } from "../support.ts";
import { expectFigures } from "./rows.ts";

let server: PostgresServer;
let pool: Pool;

beforeAll(async () => {
  server = await startPostgres();
  pool = new Pool({ connectionString: server.url });
  // A connection that a sink has closed may still hear that the server stops.
  pool.on("error", () => {});
  await pool.query(eventTable() + checkpointTable());
});

afterAll(async () => {
  await pool?.end();
  await server?.stop();
});

const open = (own: Partial<PostgresSinkOptions<TrialEvent>> = {}) => postgresSink<TrialEvent>({ ...OPTIONS, maxBackoffMs: 5, pool, ...own });

async function ask<Row>(text: string): Promise<readonly Row[]> {
  return (await pool.query(text)).rows as Row[];
}

/** A feed of some events that ends, with the sink as its store. */
function feedOf(events: readonly TrialEvent[], store: ReturnType<typeof open>, name: string) {
  const pages = async function* () {
    yield { items: events, resumeAt: "1" };
  };
  return createFeed<TrialEvent>({ stream: "trialEvents", pages }, { store, name, since: "2026-03-02T08:00:00Z", maxHandlerAttempts: 1 });
}

/** A client whose statements pass through a function. */
function clientWith(client: PgClient, query: PgClient["query"]): PgClient {
  return {
    on: (event, listener) => client.on(event, listener),
    off: (event, listener) => client.off(event, listener),
    release: (isBroken) => client.release(isBroken),
    query,
  };
}

/** The pool, with another way to connect. */
const poolWith = (connect: () => Promise<PgClient>) => ({ query: (text: string, values: unknown[]) => pool.query(text, values), connect });

describe("postgres", () => {
  it("has the columns of an event next to it, in the month of its time", async (context) => {
    const own = { table: "audit.events", stream: "columns" };
    await ask("CREATE SCHEMA audit");
    const statements = eventTable({ table: "audit.events", months: { from: "2026-12", count: 2 } });
    await ask(statements);
    await ask(eventTable({ table: "audit.events", months: { from: "2027-02", count: 1 } }) + statements);
    const times = ["2026-12-31T23:59:59.123456Z", "2027-01-01T00:30:00+01:00", "2027-02-01T00:00:00Z", "1999-01-01T00:00:00Z"];
    const sink = open(own);
    await feedOf(
      eventsFrom(0, 4).map((event, place) => ({ ...event, at: times[place] ?? "" })),
      sink,
      "columns",
    ).run(sink.handle, { until: "caught-up" });
    expect(
      await ask(
        "SELECT tableoid::regclass::text AS part, stream, id, type, to_char(time AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') AS time, event->>'number' AS number FROM audit.events ORDER BY id",
      ),
    ).toEqual([
      { part: "audit.events_2026_12", stream: "columns", id: "event-0", type: "item.use", time: "2026-12-31 23:59:59.123456", number: "0" },
      { part: "audit.events_2026_12", stream: "columns", id: "event-1", type: "item.use", time: "2026-12-31 23:30:00.000000", number: "1" },
      { part: "audit.events_2027_02", stream: "columns", id: "event-2", type: "item.use", time: "2027-02-01 00:00:00.000000", number: "2" },
      { part: "audit.events_other", stream: "columns", id: "event-3", type: "item.use", time: "1999-01-01 00:00:00.000000", number: "3" },
    ]);
    expectFigures(context, { events: 4, lost: 0, doubled: 0 }, { once: true });
  });

  it("has neither events nor a position of a batch that fails", async (context) => {
    const events = eventsFrom(0, 6).map((event) => (event.number === 5 ? { ...event, at: "2026-02-30T08:00:00Z" } : event));
    const sink = open({ stream: "failing" });
    expect(await caught(feedOf(events, sink, "failing").run(sink.handle, { until: "caught-up" }))).toMatchObject({
      code: "no-dead-letter",
      message: expect.stringContaining("(22008)"),
    });
    expect(await ask("SELECT count(*)::int AS events FROM keywright_events WHERE stream = 'failing'")).toEqual([{ events: 0 }]);
    expect(await ask("SELECT position FROM keywright_checkpoints WHERE stream = 'trialEvents/failing'")).toEqual([
      { position: '{"since":"2026-03-02T08:00:00Z"}' },
    ]);
    expect(sink.counters()).toMatchObject({ events: 0, batches: 0 });
    const again = open({ stream: "failing", deadLetter: () => {} });
    await feedOf(events, again, "failing").run(again.handle, { until: "caught-up" });
    expect(again.counters()).toMatchObject({ events: 5, deadLetters: 1 });
    expectFigures(context, { events: 5, lost: 0, doubled: 0 }, { once: true });
  });

  it("reports the ids that it has with other content, also of one page, and keeps the first content", async (context) => {
    const sink = open({ stream: "differing" });
    const [one, two, three] = eventsFrom(0, 3) as [TrialEvent, TrialEvent, TrialEvent];
    await feedOf([one, two, { ...two, text: "other" }], sink, "differing").run(sink.handle, { until: "caught-up" });
    const seen: SinkEvent[] = [];
    const again = open({ stream: "differing", onEvent: (event) => seen.push(event) });
    await feedOf([{ ...one, text: "other" }, two, three], again, "differing-again").run(again.handle, { until: "caught-up" });
    expect(sink.counters()).toMatchObject({ events: 3, repeated: 1, differing: 1 });
    expect(again.counters()).toMatchObject({ events: 3, repeated: 2, differing: 1 });
    expect(seen).toContainEqual({ type: "differing", stream: "differing", ids: ["event-0"] });
    expect(await ask("SELECT event->>'text' AS text FROM keywright_events WHERE stream = 'differing' ORDER BY id")).toEqual([
      { text: "text 0" },
      { text: "text 1" },
      { text: "text 2" },
    ]);
    expectFigures(context, { events: 3, lost: 0, doubled: 0 }, { once: true });
  });

  it("has the events once after a server that only reads, and while deadLetter takes longer than an attempt", async (context) => {
    const events = eventsFrom(0, 6).map((event) => (event.number === 5 ? { ...event, at: "2026-02-30T08:00:00Z" } : event));
    let isStandBy = true;
    const failingOver = poolWith(async () => {
      const client = await pool.connect();
      if (isStandBy) await client.query("SET default_transaction_read_only = on");
      isStandBy = false;
      return client;
    });
    const deadLetters: number[] = [];
    const deadLetter = ({ number }: TrialEvent): Promise<void> => {
      deadLetters.push(number);
      return wait(platformClock, 400, undefined);
    };
    const sink = open({ stream: "slow", pool: failingOver, timeoutMs: 150, leaseMs: 200, deadLetter });
    await feedOf(events, sink, "slow").run(sink.handle, { until: "caught-up" });
    expect(deadLetters).toEqual([5]);
    expect(sink.counters()).toMatchObject({ events: 5, deadLetters: 1 });
    expect(sink.counters().retries).toBeGreaterThan(1);
    expect(await ask("SELECT count(*)::int AS events FROM keywright_events WHERE stream = 'slow'")).toEqual([{ events: 5 }]);
    expectFigures(context, { events: 5, lost: 0, doubled: 0 }, { once: true });
  });

  it("counts the events of a commit whose response is lost", async (context) => {
    let isLost = false;
    const losing = poolWith(async () => {
      const client = await pool.connect();
      if (isLost) return client;
      return clientWith(client, async (text, values) => {
        const result = await client.query(text, values);
        if (text !== "COMMIT") return result;
        isLost = true;
        throw Object.assign(new Error("lost"), { code: "ECONNRESET" });
      });
    });
    const sink = open({ stream: "lost", pool: losing });
    await feedOf(eventsFrom(0, 5), sink, "lost").run(sink.handle, { until: "caught-up" });
    expect(sink.counters()).toMatchObject({ events: 5, batches: 1, retries: 1 });
    expect(await ask("SELECT count(*)::int AS events FROM keywright_events WHERE stream = 'lost'")).toEqual([{ events: 5 }]);
    expectFigures(context, { events: 5, lost: 0, doubled: 0 }, { once: true });
  });

  it("writes nothing in an attempt that gets its connection after its time limit", async (context) => {
    const texts: string[] = [];
    let isLate = true;
    const slow = poolWith(async () => {
      const client = await pool.connect();
      if (!isLate) return client;
      isLate = false;
      await wait(platformClock, 100, undefined);
      return clientWith(client, (text, values) => {
        texts.push(text);
        return client.query(text, values);
      });
    });
    const sink = open({ stream: "late", pool: slow, timeoutMs: 50 });
    await feedOf(eventsFrom(0, 3), sink, "late").run(sink.handle, { until: "caught-up" });
    await expect.poll(() => texts.at(-1)).toBe("ROLLBACK");
    expect(texts).toEqual(["BEGIN", "ROLLBACK"]);
    expect(await ask("SELECT count(*)::int AS events FROM keywright_events WHERE stream = 'late'")).toEqual([{ events: 3 }]);
    expectFigures(context, { events: 3, lost: 0, doubled: 0 }, { once: true });
  });

  it("says what to do if its table is missing, or the sink is not the store of its feed", async (context) => {
    const missing = open({ table: "nothing" });
    expect(await caught(feedOf(eventsFrom(0, 1), missing, "missing").run(missing.handle, { until: "caught-up" }))).toMatchObject({
      message: "there is no table nothing in Postgres: create it with the statements of eventTable()",
    });
    const sink = open();
    const other = createFeed<TrialEvent>(
      {
        stream: "a",
        pages: async function* () {
          yield { items: eventsFrom(0, 1), resumeAt: "1" };
        },
      },
      { store: memoryCheckpoints(), maxHandlerAttempts: 1 },
    );
    expect(await caught(other.run(sink.handle, { until: "caught-up" }))).toMatchObject({
      message: "expected a feed whose store is this sink; got another store. Give the feed the option store: sink",
    });
    const [owned, second] = await Promise.all([sink.acquire("a"), caught(sink.acquire("b"))]);
    expect(second).toMatchObject({ code: "checkpoint-owned" });
    await owned.release();
    await (await sink.acquire("b")).release();
    expect(() => open({ pool: {} as never })).toThrow("pool must be a Pool of pg");
    for (const table of ["a b", "a;", '"a"', "a.b.c", ""]) expect(() => eventTable({ table })).toThrow("table must be a plain name");
    expect(() => eventTable({ months: { from: "2026-13", count: 1 } })).toThrow("months.from must be a month such as 2026-03");
    expectFigures(context, { events: 0, lost: 0, doubled: 0 }, { once: true });
  });
});
