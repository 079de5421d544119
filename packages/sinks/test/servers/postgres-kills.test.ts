import { type PostgresServer, startPostgres } from "@keywright/tool-test-kit/testing";
import { checkpointTable } from "@keywright/core/postgres";
import { createFeed } from "@keywright/core/feeds";
import { Pool } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { eventTable } from "../../src/postgres.ts";
import { figuresOf, memoryOf, useWriters } from "./kills.ts";
import { openSink } from "./open-sink.ts";
import { expectFigures } from "./rows.ts";
import { streamOf, type WriteJob } from "./write-job.ts";

const KILLS = inject("kills");
const writers = useWriters();
let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
});

afterAll(() => server?.stop());

beforeEach(async () => {
  await ask(`DROP TABLE IF EXISTS keywright_events, keywright_checkpoints; ${eventTable()} ${checkpointTable()}`);
});

async function ask(text: string): Promise<readonly { readonly number: number }[]> {
  const pool = new Pool({ connectionString: server.url });
  // A connection that the pool has closed may still hear that the server stops.
  pool.on("error", () => {});
  try {
    return (await pool.query<{ readonly number: number }>(text)).rows;
  } finally {
    await pool.end();
  }
}

/** The numbers of the events in the order in which they were stored. */
async function stored(): Promise<number[]> {
  const rows = await ask("SELECT (event->>'number')::int AS number FROM keywright_events ORDER BY stored_at, ctid");
  return rows.map(({ number }) => number);
}

async function expectOnce(job: WriteJob) {
  const numbers = await stored();
  expect(numbers.every((number, place) => number === place)).toBe(true);
  const figures = figuresOf(job.events, numbers);
  expect(figures.doubled).toBe(0);
  return figures;
}

describe("postgres", () => {
  it("loses and doubles nothing if its process is killed", async (context) => {
    const job = await writers.job("postgres", server.url);
    await writers.killAtRandom(job);
    expectFigures(context, await expectOnce(job), { once: true, more: `${KILLS} kills` });
  });

  it("loses and doubles nothing if the server is killed", async (context) => {
    const job = await writers.job("postgres", server.url);
    const { sink, store, end } = openSink(job);
    const every = Math.ceil(job.events / job.page / (KILLS + 1));
    let requested = 0;
    let restart = Promise.resolve();
    const source = streamOf(job, async () => {
      await restart;
      requested += 1;
      if (requested % every === 0) restart = server.killAndRestart();
    });
    await createFeed(source, { store, since: "2026-03-02T08:00:00Z", maxHandlerAttempts: 1 }).run(sink.handle, { until: "caught-up" });
    await restart;
    await end();
    expectFigures(context, await expectOnce(job), { once: true, more: `${Math.floor(requested / every)} kills, ${sink.counters().retries} retries` });
  });

  it("lets no owner write that was stopped past its lease", async (context) => {
    const job = await writers.job("postgres", server.url);
    // Six lives of this length leave pages for the last one.
    const pagesEach = Math.floor(job.events / job.page / 8);
    let takeovers = 0;
    for (let round = 0; round < 3; round += 1) {
      let pages = pagesEach;
      const slow = writers.start(job, ({ child }) => {
        pages -= 1;
        if (pages === 0) child.kill("SIGSTOP");
      });
      await expect.poll(() => pages).toBeLessThanOrEqual(0);
      let next = pagesEach;
      const other = writers.start(job, ({ child }) => {
        next -= 1;
        if (next === 0) child.kill("SIGKILL");
      });
      await expect.poll(() => next).toBeLessThan(pagesEach);
      slow.child.kill("SIGCONT");
      const { code, said } = await slow.end;
      expect([code, said]).toEqual([1, expect.stringContaining("checkpoint-lost")]);
      takeovers += 1;
      await other.end;
    }
    const last = await writers.start(job).end;
    expect(last, last.said).toMatchObject({ code: 0 });
    expectFigures(context, await expectOnce(job), { once: true, more: `${takeovers} takeovers` });
  });

  it("needs at most 160 MB with a heap of 64 MB", async (context) => {
    const job = await writers.job("postgres", server.url);
    const megabytes = await memoryOf(writers, job);
    expectFigures(context, await expectOnce(job), { once: true, more: `${megabytes} MB` });
  });
});
