import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type PostgresServer, startPostgres } from "@keywright/tool-test-kit/testing";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createFeed } from "../../src/feeds.ts";
import { localProcesses } from "../../src/node.ts";
import { checkpointTable, postgresCheckpoints, type PostgresQuery } from "../../src/postgres.ts";
import { storeRules } from "../../src/store-rules.ts";
import { fakeClock } from "../fake-clock.ts";
import { caught } from "../support.ts";

let server: PostgresServer;
let sql: Sql;
const query: PostgresQuery = (text, values) => sql.unsafe(text, [...values]);

beforeAll(async () => {
  server = await startPostgres();
  sql = postgres(server.url, { onnotice: () => {} });
  await sql.unsafe(checkpointTable());
});

afterAll(async () => {
  await sql?.end();
  await server?.stop();
});

beforeEach(async () => {
  await sql.unsafe("TRUNCATE keywright_checkpoints");
});

describe("the store in Postgres", () => {
  // oxlint-disable-next-line vitest/expect-expect
  it.each(storeRules)("$rule", ({ check }) => check(async () => [postgresCheckpoints({ query }), postgresCheckpoints({ query })]));

  it("keeps the streams apart, and its table may have a schema", async () => {
    await sql.unsafe("CREATE SCHEMA feeds");
    await sql.unsafe(checkpointTable("feeds.checkpoints"));
    const store = postgresCheckpoints({ query, table: "feeds.checkpoints" });
    for (const stream of ["one", "two"]) await (await store.acquire(stream)).save({ cursor: stream }, 0);
    expect(await sql.unsafe("SELECT stream, version::int, position FROM feeds.checkpoints ORDER BY stream")).toEqual([
      { stream: "one", version: 1, position: '{"cursor":"one"}' },
      { stream: "two", version: 1, position: '{"cursor":"two"}' },
    ]);
  });

  it("keeps who was only slow from writing, once another one has taken over", async () => {
    const clock = fakeClock();
    const slow = await postgresCheckpoints({ query, leaseMs: 100, clock }).acquire("listThings");
    await slow.save({ cursor: "a" }, 0);
    const next = postgresCheckpoints({ query });
    expect(await caught(next.acquire("listThings"))).toMatchObject({ code: "checkpoint-owned" });
    await expect
      .poll(() =>
        next.acquire("listThings").then(
          (owned) => owned.load(),
          () => undefined,
        ),
      )
      .toEqual({ position: { cursor: "a" }, version: 1 });
    expect(await caught(slow.save({ cursor: "b" }, 1))).toMatchObject({ name: "CheckpointError", code: "checkpoint-lost" });
    expect(await caught(slow.load())).toMatchObject({ code: "checkpoint-lost" });
    await slow.release();
    expect(await caught(postgresCheckpoints({ query }).acquire("listThings"))).toMatchObject({ code: "checkpoint-owned" });
    expect(clock.timers).toBe(0);
  });

  it("renews its lease while it lives", async () => {
    const clock = fakeClock();
    const owned = await postgresCheckpoints({ query, leaseMs: 3000, clock }).acquire("listThings");
    const until = async (): Promise<number> =>
      Number((await sql.unsafe("SELECT extract(epoch FROM lease_until) AS until FROM keywright_checkpoints"))[0]?.["until"]);
    const before = await until();
    await clock.advance(1000);
    await expect.poll(until).toBeGreaterThan(before);
    await owned.release();
  });

  it("renews the leases whose rows are free while the transaction of another one takes long, which renews its own at its end", async () => {
    const clock = fakeClock();
    const store = postgresCheckpoints({ query, leaseMs: 3000, clock });
    const [one, two] = [await store.acquire("one"), await store.acquire("two")];
    const until = async (stream: string): Promise<number> =>
      Number((await sql`SELECT extract(epoch FROM lease_until) AS until FROM keywright_checkpoints WHERE stream = ${stream}`)[0]?.["until"]);
    const before = [await until("one"), await until("two")];
    await sql.begin(async (transaction) => {
      const within: PostgresQuery = (text, values) => transaction.unsafe(text, [...values]);
      await one.save({ cursor: "a" }, 0, within);
      await clock.advance(1000);
      await expect.poll(() => until("two")).toBeGreaterThan(before[1] ?? 0);
      expect(await until("one")).toBe(before[0]);
      await one.renew(within);
    });
    expect(await until("one")).toBeGreaterThan(await until("two"));
    await one.release();
    await two.release();
  });

  it("saves once what is saved again because the response was lost", async () => {
    let isLost = true;
    const losing: PostgresQuery = async (text, values) => {
      const rows = await query(text, values);
      if (!isLost || !text.includes("SET position")) return rows;
      isLost = false;
      throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
    };
    const owned = await postgresCheckpoints({ query: losing }).acquire("listThings");
    expect(await caught(owned.save({ cursor: "a" }, 0))).toMatchObject({ code: "checkpoint-unavailable", retryAfterMs: 0 });
    expect(await owned.save({ cursor: "a" }, 0)).toBe(1);
    expect(await owned.load()).toEqual({ position: { cursor: "a" }, version: 1 });
    expect(await caught(owned.save({ cursor: "b" }, 0))).toMatchObject({ code: "checkpoint-lost" });
    await owned.release();
  });

  it("has the lease of a process of this machine that was killed at once, and no lease of one that runs", async () => {
    const processes = localProcesses();
    const text = `${await processes.own()}`;
    const owned = await postgresCheckpoints({ query, processes }).acquire("listThings");
    const next = postgresCheckpoints({ query, processes });
    expect(await caught(next.acquire("listThings"))).not.toHaveProperty("retryAfterMs");
    await sql`UPDATE keywright_checkpoints SET owner = replace(owner, ${text}, ${text.replace(/\d+$/, "1")})`;
    const taken = await next.acquire("listThings");
    expect(await caught(owned.save({ cursor: "a" }, 0))).toMatchObject({ code: "checkpoint-lost" });
    await taken.release();
    await owned.release();
  });

  it("lets a feed start before its server", async () => {
    let isUp = false;
    const starting: PostgresQuery = (text, values) =>
      isUp ? query(text, values) : Promise.reject(Object.assign(new Error("the database system is starting up"), { code: "57P03" }));
    const clock = fakeClock();
    const codes: unknown[] = [];
    const pages = async function* () {
      yield { items: [1], resumeAt: "1" };
    };
    const feed = createFeed<number>(
      { stream: "numbers", pages },
      {
        store: postgresCheckpoints({ query: starting, clock }),
        clock,
        onEvent: (event) => void (event.type === "trouble" && codes.push(event.error.code)),
      },
    );
    const run = feed.run(() => {}, { until: "caught-up" });
    await clock.advance(2000);
    isUp = true;
    await clock.advance(2000);
    expect(await run).toMatchObject({ events: 1 });
    expect(codes).toEqual(Array.from({ length: 3 }, () => "checkpoint-unavailable"));
  });

  it.each(["repeatable read", "serializable"] as const)("retries a statement that met a concurrent one, if the isolation is %s", async (isolation) => {
    const strict = postgres(server.url, { onnotice: () => {}, connection: { default_transaction_isolation: isolation } });
    onTestFinished(() => strict.end());
    const clock = fakeClock();
    const codes: unknown[] = [];
    const store = postgresCheckpoints({
      query: (text, values) =>
        strict.unsafe(text, [...values]).catch((error: unknown) => {
          codes.push(Reflect.get(Object(error), "code"));
          throw error;
        }),
      clock,
    });
    const owned = await store.acquire("listThings");
    // Another statement, such as a renewal, has the row from before the save to after it began.
    let saving: Promise<number> | undefined;
    await sql.begin(async (other) => {
      await other.unsafe("UPDATE keywright_checkpoints SET lease_until = lease_until");
      saving = owned.save({ cursor: "a" }, 0);
      await expect.poll(async () => (await sql.unsafe("SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted"))[0]?.["waiting"]).toBe(1);
    });
    await expect.poll(() => codes).toEqual(["40001"]);
    await clock.advance(100);
    expect(await saving).toBe(1);
    await owned.release();
  });

  it("ends with an error if a statement meets others each time", async () => {
    const clock = fakeClock();
    let tries = 0;
    const store = postgresCheckpoints({
      query() {
        tries += 1;
        return Promise.reject(Object.assign(new Error("deadlock detected"), { code: "40P01" }));
      },
      clock,
    });
    expect(await clock.finish(caught(store.acquire("listThings")))).toMatchObject({
      code: "checkpoint-unavailable",
      message: expect.stringContaining("(40P01)"),
    });
    expect([tries, clock.timers]).toEqual([6, 0]);
  });

  it("is not waited for longer than the lease if the database hangs, and delays no stop of a feed", async () => {
    const clock = fakeClock();
    let hangs = false;
    const store = postgresCheckpoints({ query: (text, values) => (hangs ? new Promise(() => {}) : query(text, values)), leaseMs: 3000, clock });
    const owned = await store.acquire("listThings");
    hangs = true;
    const began = clock.now();
    expect(await clock.finish(caught(owned.save({ cursor: "a" }, 0)))).toMatchObject({
      code: "checkpoint-unavailable",
      message: "the checkpoint of listThings cannot be written in Postgres (TIMEOUT)",
    });
    await clock.finish(owned.release());
    expect(clock.now() - began).toBeLessThanOrEqual(6000);
    expect(clock.timers).toBe(0);
  });

  it("may be made by several at once", async () => {
    for (let round = 0; round < 10; round += 1) {
      const table = `made_at_once_${round}`;
      await Promise.all(Array.from({ length: 8 }, () => sql.unsafe(checkpointTable(table))));
      expect(await sql.unsafe(`SELECT * FROM ${table}`)).toEqual([]);
    }
  });

  it("says what to do if its table is missing, if its row is damaged, and if its server is gone", async () => {
    expect(await caught(postgresCheckpoints({ query, table: "nothing" }).acquire("listThings"))).toMatchObject({
      code: "checkpoint-unavailable",
      message: "the checkpoint of listThings cannot be acquired in Postgres: there is no table nothing: create it with the statement of checkpointTable()",
    });
    const owned = await postgresCheckpoints({ query }).acquire("listThings");
    await sql.unsafe("UPDATE keywright_checkpoints SET version = 3, position = '{'");
    expect(await caught(owned.load())).toMatchObject({ code: "checkpoint-damaged" });
    await owned.release();
    const gone = postgresCheckpoints({ query: () => Promise.reject(Object.assign(new Error("connect"), { code: "ECONNREFUSED" })) });
    expect(await caught(gone.acquire("listThings"))).toMatchObject({ code: "checkpoint-unavailable", message: expect.stringContaining("(ECONNREFUSED)") });
  });

  it("rejects options that cannot work", () => {
    expect(() => postgresCheckpoints({ query: "SELECT 1" as never })).toThrow(
      "query must be a function that runs a statement and returns its rows; got a string of 8 characters",
    );
    expect(() => postgresCheckpoints({ query, leaseMs: 1 })).toThrow("leaseMs must be a time in milliseconds from 100 to 86400000; got 1");
    for (const table of ["a b", "a;", '"a"', "a.b.c", ""]) expect(() => checkpointTable(table)).toThrow("table must be a plain name");
  });
});

describe("two machines on one checkpoint", () => {
  const program = fileURLToPath(new URL("holder.ts", import.meta.url));

  function machine(count: number): { readonly child: ChildProcess; readonly numbers: number[]; readonly end: Promise<string> } {
    const child = spawn(process.execPath, ["--import", "tsx", program, server.url, String(count)], { stdio: ["ignore", "pipe", "inherit"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    const numbers: number[] = [];
    let last = "";
    child.stdout.on("data", (text: Buffer) => {
      const lines = (last + text.toString()).split("\n");
      last = lines.pop() ?? "";
      for (const line of lines) if (/^\d+$/.test(line)) numbers.push(Number(line));
    });
    return { child, numbers, end: new Promise((resolve) => child.once("close", (code, signal) => resolve(String(code ?? signal)))) };
  }

  it("take over from each other as their owners are killed: lost 0, at most a page again for each kill", async () => {
    const count = 1000;
    const all: number[] = [];
    let standing = machine(count);
    let kills = 0;
    for (; kills < 5; kills += 1) {
      const owner = standing;
      await expect.poll(() => owner.numbers.length).toBeGreaterThan(60);
      standing = machine(count);
      owner.child.kill("SIGKILL");
      expect(await owner.end).toBe("SIGKILL");
      expect(standing.numbers).toEqual([]);
      all.push(...owner.numbers);
    }
    expect(await standing.end).toBe("0");
    all.push(...standing.numbers);
    expect(new Set(all).size).toBe(count);
    expect(all.length - count).toBeLessThanOrEqual(kills * 10);
  });
});
