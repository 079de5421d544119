import { type PostgresServer, startPostgres } from "@keywright/tool-test-kit/testing";
import { Pool } from "pg";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createFeed, type FeedPosition } from "../../src/feeds.ts";
import {
  createFleet,
  type Fleet,
  type FleetEvent,
  type FleetOptions,
  type FleetStream,
  fleetStreams,
  type FleetStreams,
  checkpointTable,
  fleetTable,
  type PostgresQuery,
  type PostgresTransaction,
} from "../../src/postgres.ts";
import { platformClock } from "../../src/client.ts";
import { caught } from "../support.ts";

type Rows = Awaited<ReturnType<PostgresQuery>>;

let server: PostgresServer;
let sql: Sql;
let query: PostgresQuery;
let transaction: PostgresTransaction;
let streams: FleetStreams;

beforeAll(async () => {
  server = await startPostgres();
  sql = postgres(server.url, { onnotice: () => {}, max: 10, backoff: false });
  query = (text, values) => sql.unsafe(text, [...values]);
  transaction = (work) => sql.begin((one) => work((text, values) => one.unsafe(text, [...values])));
  streams = fleetStreams({ query });
  for (let count = 0; count < 2; count += 1) await sql.unsafe(fleetTable() + checkpointTable());
  await sql.unsafe("CREATE TABLE numbers (account text, stream text, number int)");
});

afterAll(async () => {
  await sql?.end({ timeout: 5 });
  await server?.stop();
});

beforeEach(async () => {
  await sql.unsafe("TRUNCATE keywright_fleet, numbers");
});

function streamsOf(accounts: number, names: readonly string[] = ["one"]): readonly FleetStream[] {
  return Array.from({ length: accounts }, (_unused, index) => names.map((stream) => ({ account: `account ${index}`, stream, target: "numbers" }))).flat();
}

/** A stream of numbers up to an end. */
const numbersTo = (end: number, size = 10) => ({
  stream: "numbers",
  async *pages(position: FeedPosition) {
    let from = Number("cursor" in position ? position.cursor : 0);
    while (from < end) {
      const items = Array.from({ length: Math.min(size, end - from) }, (_unused, index) => from + index);
      from += items.length;
      yield { items, resumeAt: String(from) };
    }
  },
});

function worker(end: number, options: Partial<FleetOptions<number>> = {}): Fleet {
  return createFleet<number>({
    query,
    transaction,
    open: (_turn, given) => createFeed(numbersTo(end), given),
    async handle({ events }, { turn: { account, stream }, query: within }) {
      await within("INSERT INTO numbers SELECT $1, $2, value::text::int FROM json_array_elements($3::text::json)", [account, stream, JSON.stringify(events)]);
    },
    ...options,
  });
}

/** Runs workers until something is so. */
async function runUntil(workers: readonly Fleet[], isSo: () => Promise<boolean>): Promise<void> {
  const stopping = new AbortController();
  const running = Promise.all(workers.map((one) => one.run({ signal: stopping.signal })));
  try {
    await expect.poll(isSo, { timeout: 20_000, interval: 50 }).toBe(true);
  } finally {
    stopping.abort();
    await running;
  }
}

const countOf = async (text: string): Promise<number> => Number((await sql.unsafe(text))[0]?.["count"]);
const stored = (): Promise<number> => countOf("SELECT count(*) FROM numbers");
const isStored = (count: number) => async () => (await stored()) === count;

describe("a fleet in Postgres", () => {
  it("divides the streams of many accounts among workers, and writes each event once", async () => {
    expect(await streams.sync(streamsOf(40, ["one", "two"]))).toEqual({ added: 80, removed: 0, restored: 0 });
    const turns = [0, 0, 0];
    const workers = turns.map((_unused, index) =>
      worker(30, { maxTurnEvents: 10, onEvent: (event) => void (event.type === "turn" && (turns[index] = Number(turns[index]) + 1)) }),
    );
    await runUntil(workers, isStored(2400));
    expect(await countOf("SELECT count(DISTINCT (account, stream, number)) FROM numbers")).toBe(2400);
    for (const count of turns) expect(count).toBeGreaterThan(0);
    expect(await countOf("SELECT count(*) FROM keywright_fleet WHERE owner IS NOT NULL")).toBe(0);
  });

  it("commits nothing of a page whose handler fails, and shows why", async () => {
    await streams.sync(streamsOf(2));
    const failing = worker(20, {
      async handle({ events }, { turn: { account }, query: within }) {
        await within("INSERT INTO numbers SELECT $1, 'one', value::text::int FROM json_array_elements($2::text::json)", [account, JSON.stringify(events)]);
        if (account === "account 1") throw new Error("the handler has failed");
      },
    });
    await runUntil([failing], async () => (await stored()) === 20 && (await streams.status()).failing === 1);
    expect(await streams.status()).toMatchObject({
      streams: 2,
      due: 0,
      stuck: 0,
      running: 0,
      failing: 1,
      reasons: [{ account: "account 1", stream: "one", target: "numbers", failures: 1, code: "failed", message: "the handler has failed" }],
    });
    expect(await streams.retry()).toBe(1);
    expect(await streams.status()).toMatchObject({ due: 1 });
    await runUntil([worker(20)], isStored(40));
    expect(await streams.status()).toMatchObject({ failing: 0, reasons: [] });
  });

  it("takes the stream of a worker that has ended when its lease ends, and keeps that one from writing", async () => {
    await streams.sync(streamsOf(1));
    const events: FleetEvent[] = [];
    let goOn = (): void => {};
    let isHeld = false;
    const slow = worker(20, {
      leaseMs: 300,
      // Its renewals do not reach the database.
      query: async (text, values) => (text.includes("FOR UPDATE OF own") ? [] : query(text, values)),
      transaction: async (work) => {
        if (!isHeld) await new Promise<void>((resolve) => ([isHeld, goOn] = [true, resolve]));
        return transaction(work);
      },
      onEvent: (event) => void events.push(event),
    });
    const stopping = new AbortController();
    const running = slow.run({ signal: stopping.signal });
    await expect.poll(() => isHeld).toBe(true);
    await runUntil([worker(20)], isStored(20));
    goOn();
    await expect.poll(() => events.some(({ type }) => type === "lost")).toBe(true);
    stopping.abort();
    await running;
    expect(await stored()).toBe(20);
  });

  it("takes the stream of a worker that has ended before streams that were due earlier", async () => {
    await streams.sync(streamsOf(100));
    await sql.unsafe("UPDATE keywright_fleet SET due = now() - interval '1 hour'");
    await sql.unsafe("UPDATE keywright_fleet SET owner = 'ended', due = now() WHERE account = 'account 99'");
    const opened: string[] = [];
    const stopping = new AbortController();
    const open: FleetOptions<number>["open"] = ({ account }, given) => {
      opened.push(account);
      stopping.abort();
      return createFeed(numbersTo(10), given);
    };
    await worker(10, { concurrency: 1, open }).run({ signal: stopping.signal });
    expect(opened).toEqual(["account 99"]);
  });

  it("starts other streams too when one ends each worker that has it", async () => {
    await streams.sync(streamsOf(60));
    await sql.unsafe("UPDATE keywright_fleet SET due = now() - interval '1 hour'");
    const opened = new Set<string>();
    for (let life = 0; life < 7; life += 1) {
      const stopping = new AbortController();
      let turns = 0;
      const open: FleetOptions<number>["open"] = ({ account }, given) => {
        opened.add(account);
        if ((turns += 1) === 8) stopping.abort();
        return createFeed(numbersTo(0), given);
      };
      await worker(0, { concurrency: 8, open }).run({ signal: stopping.signal });
      // As if it had been killed, and its leases had expired.
      await sql.unsafe("UPDATE keywright_fleet SET owner = 'ended', due = now() - interval '1 minute' WHERE account = ANY($1)", [[...opened]]);
    }
    expect(opened.size).toBeGreaterThan(16);
  });

  it("takes all streams of ended workers without a pause, also if they are more than its turns", async () => {
    await streams.sync(streamsOf(60));
    await sql.unsafe("UPDATE keywright_fleet SET owner = 'ended', due = now() - interval '1 minute'");
    const opened = new Set<string>();
    const stopping = new AbortController();
    const open: FleetOptions<number>["open"] = ({ account }, given) => {
      if (opened.add(account).size === 60) stopping.abort();
      return createFeed(numbersTo(0), given);
    };
    // The time for a second look does not come. A zero point of a clock is arbitrary.
    await worker(0, { concurrency: 8, open, clock: { ...platformClock, now: () => -1000 } }).run({ signal: stopping.signal });
    expect(opened.size).toBe(60);
  });

  it("renews the leases of turns that take longer", async () => {
    await streams.sync(streamsOf(3));
    let goOn = (): void => {};
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    const slow = worker(10, { leaseMs: 300, open: async (_turn, given) => (await gate, createFeed(numbersTo(10), given)) });
    const stopping = new AbortController();
    const running = slow.run({ signal: stopping.signal });
    const dues = async () => (await sql.unsafe("SELECT due FROM keywright_fleet WHERE owner IS NOT NULL ORDER BY account")).map(({ due }) => Number(due));
    await expect.poll(async () => (await dues()).length).toBe(3);
    const before = await dues();
    await expect.poll(async () => (await dues()).every((due, index) => due > Number(before[index]) + 300)).toBe(true);
    goOn();
    await expect.poll(stored).toBe(30);
    stopping.abort();
    await running;
  });

  it("pauses and resumes, also within a turn, and resets to a time", async () => {
    await streams.sync(streamsOf(2));
    let goOn = (): void => {};
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    const { stream, pages } = numbersTo(100);
    async function* pagesToGate(position: FeedPosition) {
      for await (const page of pages(position)) {
        if (page.resumeAt === "60") await gate;
        yield page;
      }
    }
    const slow = worker(0, { open: ({ account }, given) => createFeed({ stream, pages: account === "account 0" ? pagesToGate : pages }, given) });
    const stopping = new AbortController();
    const running = slow.run({ signal: stopping.signal });
    await expect.poll(stored).toBe(150);
    expect(await streams.pause({ account: "account 0" })).toBe(1);
    goOn();
    await expect.poll(async () => (await streams.status()).running).toBe(0);
    stopping.abort();
    await running;
    expect(await stored()).toBe(150);
    expect(await streams.status()).toMatchObject({ paused: 1, streams: 2 });
    expect(await streams.resume({ account: "account 0" })).toBe(1);
    await runUntil([worker(100)], isStored(200));
    expect(await streams.reset({ account: "account 1", since: "2026-03-02T08:00:00Z" })).toBe(1);
    expect(await sql.unsafe("SELECT position, failures, due <= now() AS is_due FROM keywright_fleet WHERE account = 'account 1'")).toEqual([
      { position: '{"since":"2026-03-02T08:00:00Z"}', failures: 0, is_due: true },
    ]);
    await runUntil([worker(10)], async () => (await countOf("SELECT count(*) FROM numbers WHERE account = 'account 1'")) === 110);
  });

  it("no longer reads a stream that is not in the list, which continues when it is in the list again", async () => {
    await streams.sync(streamsOf(2), { since: "2026-03-02T08:00:00Z" });
    await runUntil([worker(10)], isStored(20));
    expect(await streams.sync(streamsOf(1))).toEqual({ added: 0, removed: 1, restored: 0 });
    expect(await streams.status()).toMatchObject({ removed: 1, paused: 0 });
    expect(await streams.resume()).toBe(0);
    expect(await streams.sync(streamsOf(3))).toEqual({ added: 1, removed: 0, restored: 1 });
    await sql.unsafe("UPDATE keywright_fleet SET due = now()");
    await runUntil([worker(20)], isStored(60));
  });

  it("has turns for others while streams that failed before hang", async () => {
    await streams.sync(streamsOf(9));
    await sql.unsafe("UPDATE keywright_fleet SET failures = 1, due = now() - interval '1 minute' WHERE account <> 'account 8'");
    await sql.unsafe("UPDATE keywright_fleet SET owner = 'ended' WHERE account < 'account 4'");
    let goOn = (): void => {};
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    const open: FleetOptions<number>["open"] = async ({ failures }, given) => {
      if (failures > 0) await gate;
      return createFeed(numbersTo(10), given);
    };
    const stopping = new AbortController();
    const running = worker(10, { concurrency: 4, open }).run({ signal: stopping.signal });
    await expect.poll(stored).toBe(10);
    expect(await streams.status()).toMatchObject({ running: 2 });
    goOn();
    await expect.poll(stored).toBe(90);
    stopping.abort();
    await running;
  });

  it("counts all failing streams, and those of an account", async () => {
    await streams.sync(streamsOf(150));
    await sql.unsafe("UPDATE keywright_fleet SET failures = 1, error_code = 'failed', error = 'no'");
    const status = await streams.status();
    expect({ failing: status.failing, reasons: status.reasons.length }).toEqual({ failing: 150, reasons: 100 });
    expect(await streams.status({ account: "account 149" })).toMatchObject({ streams: 1, failing: 1, reasons: [{ account: "account 149" }] });
  });

  it("resets a stream whose position is damaged, and keeps the account of one that is not", async () => {
    await streams.sync(streamsOf(2));
    await sql.unsafe("UPDATE keywright_fleet SET position = CASE account WHEN 'account 0' THEN '{\"cursor' ELSE $1::text END", [
      JSON.stringify({ cursor: '"account":"false"', account: 'a "b" \\' }),
    ]);
    const [damaged, kept] = streamsOf(2) as [FleetStream, FleetStream];
    expect(await caught(streams.peek(damaged))).toMatchObject({ code: "checkpoint-damaged" });
    expect(await streams.peek(kept)).toEqual({ position: { cursor: '"account":"false"', account: 'a "b" \\' }, version: 0 });
    expect(await streams.peek({ ...kept, target: "other" })).toBeUndefined();
    expect(await streams.reset({ since: "2026-03-02T08:00:00Z" })).toBe(2);
    const rows = await sql.unsafe("SELECT position FROM keywright_fleet ORDER BY account");
    expect(rows.map(({ position }) => JSON.parse(position))).toEqual([
      { since: "2026-03-02T08:00:00Z" },
      { since: "2026-03-02T08:00:00Z", account: 'a "b" \\' },
    ]);
  });

  it("starts new streams now by the time of the database", async () => {
    const wrong = fleetStreams({ query, clock: { ...platformClock, wallNow: () => Date.UTC(2001, 0, 1) } });
    await wrong.sync(streamsOf(1));
    const [row] = await sql.unsafe("SELECT position, extract(epoch FROM now()) * 1000 AS now, complete_until FROM keywright_fleet");
    const { since } = JSON.parse(row?.["position"]) as { readonly since: string };
    expect(Math.abs(Date.parse(since) - Number(row?.["now"]))).toBeLessThan(60_000);
    expect(row?.["complete_until"]).toEqual(new Date(since));
  });

  it("creates its table several times at once", async () => {
    await Promise.all(Array.from({ length: 8 }, () => sql.unsafe(fleetTable("again"))));
    expect(await countOf("SELECT count(*) FROM pg_indexes WHERE tablename = 'again'")).toBe(4);
  });

  it("continues after Postgres was killed in turns, and loses and doubles nothing", async () => {
    await streams.sync(streamsOf(20));
    const trouble: string[] = [];
    // Of the other client, a killed connection can throw outside of its queries.
    const pool = new Pool({ connectionString: server.url, max: 10 });
    pool.on("error", () => {});
    onTestFinished(() => pool.end());
    const slow = worker(100, {
      query: async (text, values) => (await pool.query(text, [...values])).rows as Rows,
      async transaction(work) {
        const client = await pool.connect();
        let failure: unknown;
        client.on("error", (error) => (failure = error));
        try {
          await client.query("BEGIN");
          await work(async (text, values) => (await client.query(text, [...values])).rows as Rows);
          await client.query("COMMIT");
        } catch (error) {
          failure = error;
          throw error;
        } finally {
          client.release(failure !== undefined);
        }
      },
      leaseMs: 1000,
      intervalMs: 200,
      onEvent: (event) => void (event.type === "failed" || event.type === "trouble" ? trouble.push(event.type) : undefined),
    });
    const stopping = new AbortController();
    const running = slow.run({ signal: stopping.signal });
    const written = async (): Promise<number> => Number((await pool.query("SELECT count(*) FROM numbers")).rows[0].count);
    await expect.poll(written).toBeGreaterThan(100);
    await server.killAndRestart();
    await expect.poll(() => written().catch(() => 0), { timeout: 30_000 }).toBe(2000);
    stopping.abort();
    await running;
    expect(await countOf("SELECT count(DISTINCT (account, number)) FROM numbers")).toBe(2000);
    expect(trouble.length).toBeGreaterThan(0);
  });

  it("retries transactions and claims that conflict, if the isolation is serializable", async () => {
    await streams.sync(streamsOf(20));
    const strict = postgres(server.url, { onnotice: () => {}, connection: { default_transaction_isolation: "serializable" } });
    const options: Partial<FleetOptions<number>> = {
      query: (text, values) => strict.unsafe(text, [...values]),
      transaction: (work) => strict.begin((one) => work((text, values) => one.unsafe(text, [...values]))),
    };
    await runUntil([worker(50, options), worker(50, options), worker(50, options)], isStored(1000));
    await strict.end();
    expect(await countOf("SELECT count(DISTINCT (account, number)) FROM numbers")).toBe(1000);
  });

  it("names a missing table", async () => {
    expect(await caught(worker(1, { table: "other" }).run())).toMatchObject({
      code: "invalid-configuration",
      message: expect.stringContaining("there is no table other"),
    });
  });

  it("reports the lag of accounts", async () => {
    await streams.sync(streamsOf(3));
    await sql.unsafe("UPDATE keywright_fleet SET complete_until = now() - CASE account WHEN 'account 1' THEN interval '1 hour' ELSE interval '1 minute' END");
    expect(await streams.status()).toMatchObject({ lagSeconds: { p50: expect.closeTo(60, 0), p99: expect.closeTo(3600, 0), max: expect.closeTo(3600, 0) } });
    expect(await streams.lags({ limit: 1 })).toEqual([{ account: "account 1", lagSeconds: expect.closeTo(3600, 0) }]);
  });
});
