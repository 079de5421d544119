import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { checkpointTable } from "@keywright/core/postgres";
import { startPostgres } from "@keywright/tool-test-kit/testing";
import postgres from "postgres";
import { describe, expect, it, onTestFinished } from "vitest";
import { type End, type Life, start } from "../../src/life.ts";
import { expectAll, expectGoodEnd, KILLS, linesOf, random, usePrograms, useStream } from "./support.ts";

const ROUNDS = Math.ceil(KILLS / 20);
const STARTS = 10;
const PAGE = 200;
/** Longer than a stand-by takes to notice, and to read its first page. */
const PATIENCE_MS = 20_000;

const { command, folder } = usePrograms("take", "stand-by");

describe("F31 rivals for one checkpoint", () => {
  it("in a file: one of ten has it, until it is killed", async ({ task }) => {
    const path = join(await folder(), "position");
    for (let round = 0; round < ROUNDS; round += 1) {
      const lives: Life[] = [];
      const said = Array.from({ length: STARTS }, () => {
        let tell: (text: string) => void;
        const told = new Promise<string>((resolve) => (tell = resolve));
        const life = start([...command("take"), path], { onText: (text) => tell(text.trim()) });
        lives.push(life);
        return Promise.race([told, life.end.then(() => "ended without a word")]);
      });
      expect((await Promise.all(said)).sort()).toEqual([...Array.from({ length: STARTS - 1 }, () => "checkpoint-owned"), "held"]);
      for (const { child } of lives) child.kill("SIGKILL");
      await Promise.all(lives.map(({ end }) => end));
    }
    task.meta.figure = `${ROUNDS} owners in ${ROUNDS} rounds of ${STARTS}`;
  });

  it("in Postgres: the other machine takes over when the owner is killed, and loses no event", async (context) => {
    const takeOvers = Math.ceil(KILLS / 20);
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    const stream = await useStream(5000 * (takeOvers + 1));
    const sql = postgres(server.url, { onnotice: () => {} });
    await sql.unsafe(checkpointTable());
    await sql.end();
    const machine = () => {
      let tell: () => void;
      const owns = new Promise<void>((resolve) => (tell = resolve));
      const life = start([...command("stand-by"), stream.url, stream.token, server.url, String(PAGE)], { onText: () => tell() });
      return { ...life, owns };
    };
    const lives: End[] = [];
    let owner = machine();
    await owner.owns;
    for (let kills = 0; kills < takeOvers; kills += 1) {
      const next = machine();
      await setTimeout(random() * 150);
      owner.child.kill("SIGKILL");
      lives.push(await owner.end);
      expect(lives.at(-1)).toMatchObject({ signal: "SIGKILL", printed: expect.stringMatching(/./) as string });
      expect(await Promise.race([next.owns, next.end, setTimeout(PATIENCE_MS, "nobody took over", { ref: false })])).toBeUndefined();
      owner = next;
    }
    lives.push(await owner.end);
    expectGoodEnd(lives.at(-1) as End);
    expectAll(
      context,
      stream,
      lives.flatMap(({ printed }) => linesOf(printed)),
      PAGE,
    );
  });
});
