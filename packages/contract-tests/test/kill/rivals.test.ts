import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { checkpointTable } from "@keywright/core/postgres";
import { startPostgres } from "@keywright/tool-test-kit/testing";
import postgres from "postgres";
import { describe, expect, it, onTestFinished } from "vitest";
import { type End, type Life, start } from "@keywright/tool-torture";
import { expectAll, expectGoodEnd, KILLS, linesOf, random, type ServedStream, usePrograms, useStream } from "./support.ts";

const ROUNDS = Math.ceil(KILLS / 20);
const STARTS = 10;
const PAGE = 200;
// Each take-over of the command waits for its lease of 15 seconds.
const TAKE_OVERS = { feed: Math.ceil(KILLS / 20), tail: Math.ceil(KILLS / 50) };
/** Longer than a start, a lease, and the interval of a stand-by together. */
const PATIENCE_MS = 45_000;

const { command, folder } = usePrograms("take", "stand-by", "tail");
/** Starts a Postgres for the length of a test; returns its URL. */
async function usePostgres(): Promise<string> {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  return server.url;
}

/** Returns when the output of a process matches a pattern. */
async function expectOutput({ child, end }: Life, stream: "stdout" | "stderr", pattern: RegExp): Promise<void> {
  let text = "";
  const matched = new Promise<void>((resolve) => child[stream]?.on("data", (more: Buffer) => pattern.test((text += String(more))) && resolve()));
  expect(await Promise.race([matched, end, setTimeout(PATIENCE_MS, `it only printed: ${text}`, { ref: false })])).toBeUndefined();
}

/** Kills each owner when the next machine is ready. Returns how all ended. */
async function killOwners(takeOvers: number, machine: () => Life, owns: (life: Life) => Promise<void>, isReady = async (_life: Life) => {}): Promise<End[]> {
  const lives: End[] = [];
  let owner = machine();
  await owns(owner);
  for (let kills = 0; kills < takeOvers; kills += 1) {
    const next = machine();
    const owned = owns(next);
    await isReady(next);
    await setTimeout(random() * 150);
    owner.child.kill("SIGKILL");
    lives.push(await owner.end);
    expect(lives.at(-1)).toMatchObject({ signal: "SIGKILL" });
    await owned;
    owner = next;
  }
  lives.push(await owner.end);
  expectGoodEnd(lives.at(-1) as End);
  return lives;
}

/** Kills owners of keywright-tail, each while the next one stands by. */
function killTails(machine: () => Life): Promise<End[]> {
  const owns = (life: Life): Promise<void> => expectOutput(life, "stderr", /starting at|continuing from/);
  return killOwners(TAKE_OVERS.tail, machine, owns, (life) => expectOutput(life, "stderr", /standing by/));
}

/** keywright-tail on one of several machines. */
function tailFor(stream: ServedStream, ...place: readonly string[]) {
  const env = { ...process.env, KEYWRIGHT_EVENTS_URL: stream.url, KEYWRIGHT_EVENTS_TOKEN: stream.token };
  const args = ["auditevents", ...place, "--since", "2020-01-01T00:00:00Z", "--page-size", String(PAGE), "--stand-by", "--once"];
  return (...more: readonly string[]): Life => start([...command("tail"), ...args, ...more], { env });
}

const linesOfAll = (lives: readonly End[]): string[] => lives.flatMap(({ printed }) => linesOf(printed));

describe("F31 rivals for one checkpoint", () => {
  it("in a file: one of ten has it, until it is killed", async ({ task }) => {
    const path = join(await folder(), "position");
    for (let round = 0; round < ROUNDS; round += 1) {
      const lives = Array.from({ length: STARTS }, () => {
        let print: (text: string) => void;
        const printed = new Promise<string>((resolve) => (print = resolve));
        const life = start([...command("take"), path], { onText: (text) => print(text.trim()) });
        return { ...life, first: Promise.race([printed, life.end.then(() => "ended without a word")]) };
      });
      const first = await Promise.all(lives.map((life) => life.first));
      expect(first.sort()).toEqual([...Array.from({ length: STARTS - 1 }, () => "checkpoint-owned"), "held"]);
      for (const { child } of lives) child.kill("SIGKILL");
      await Promise.all(lives.map(({ end }) => end));
    }
    task.meta.figure = `${ROUNDS} owners in ${ROUNDS} rounds of ${STARTS}`;
  });

  it("in Postgres: the other machine takes over when the owner is killed, and loses no event", async (context) => {
    const stream = await useStream(5000 * (TAKE_OVERS.feed + 1));
    const url = await usePostgres();
    const sql = postgres(url, { onnotice: () => {} });
    await sql.unsafe(checkpointTable());
    await sql.end();
    const machine = (): Life => start([...command("stand-by"), stream.url, stream.token, url, String(PAGE)]);
    const lives = await killOwners(TAKE_OVERS.feed, machine, (life) => expectOutput(life, "stdout", /./));
    expectAll(context, stream, linesOfAll(lives), PAGE);
  });
});

describe("F31 rivals of keywright-tail", () => {
  it("for a position in Postgres: the stand-by takes over when the owner is killed, and loses no event", async (context) => {
    const stream = await useStream(20_000 * (TAKE_OVERS.tail + 1));
    const machine = tailFor(stream, "--checkpoint", await usePostgres());
    expectGoodEnd(await machine("--create-tables").end);
    const ids = linesOfAll(await killTails(machine)).map((line) => (JSON.parse(line) as { readonly uuid: string }).uuid);
    expectAll(context, stream, ids, PAGE);
  });

  it("for a table in Postgres: the stand-by takes over when the owner is killed, and each event is there once", async (context) => {
    const stream = await useStream(10_000 * (TAKE_OVERS.tail + 1));
    const url = await usePostgres();
    const machine = tailFor(stream, "--to", url, "--table", "audit_events");
    expectGoodEnd(await machine("--create-tables").end);
    await killTails(machine);
    const sql = postgres(url, { onnotice: () => {} });
    const rows = await sql<{ readonly id: string }[]>`SELECT id FROM audit_events ORDER BY stored_at, ctid`;
    await sql.end();
    const { repeated } = expectAll(
      context,
      stream,
      rows.map(({ id }) => id),
      PAGE,
    );
    expect(repeated).toBe(0);
  });
});
