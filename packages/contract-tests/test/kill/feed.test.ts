import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type End, start } from "@keywright/tool-torture";
import { expectAll, expectGoodEnd, KILLS, linesOf, random, usePrograms, useStream } from "./support.ts";

const PAGE = 1000;
/** As long as 200 kills take: fewer kills follow a shorter stream. */
const EVENTS = 500 * Math.max(KILLS, 10);
const PAGES = EVENTS / PAGE;

const { command, folder } = usePrograms("follow", "tail");

describe("F27 kill -9 at random instants", () => {
  it("of a feed loses no event", async (context) => {
    const stream = await useStream(EVENTS);
    const checkpoint = join(await folder(), "position");
    const lives = await killAtRandom(
      (last) => [...command("follow"), stream.url, stream.token, checkpoint, String(PAGE), last ? "once" : "on"],
      {},
      checkpoint,
    );
    expectAll(
      context,
      stream,
      lives.flatMap(({ printed }) => linesOf(printed)),
      PAGE,
    );
  });

  it("of keywright-tail into a file loses no event", async (context) => {
    const stream = await useStream(EVENTS);
    const own = await folder();
    const [checkpoint, output] = [join(own, "position"), join(own, "events.jsonl")];
    const args = ["auditevents", "--checkpoint", checkpoint, "--output", output, "--since", "2020-01-01T00:00:00Z", "--page-size", String(PAGE), "--quiet"];
    const env = { KEYWRIGHT_EVENTS_URL: stream.url, KEYWRIGHT_EVENTS_TOKEN: stream.token };
    await killAtRandom((last) => [...command("tail"), ...args, ...(last ? ["--once"] : [])], env, checkpoint);
    const came = linesOf(await readFile(output, "utf8")).map((line) => (JSON.parse(line) as { readonly uuid: string }).uuid);
    expectAll(context, stream, came, PAGE);
  });
});

/** Starts a program again and again, kills it at a random instant of its life, and lets the last one end by itself. */
async function killAtRandom(commandOf: (last: boolean) => readonly string[], env: { readonly [name: string]: string }, checkpoint: string): Promise<End[]> {
  const options = { env: { ...process.env, ...env } };
  const lives: End[] = [];
  // From the start of a process to its first pages, and on for as long as makes the stream last for all kills.
  let spanMs = 400;
  // Kills that all come before the first page show nothing; on a busy machine, more of them do.
  for (let kills = 0; kills < KILLS || (kills < 5 * KILLS && (await pagesBehind(checkpoint)) === 0); kills += 1) {
    const life = start(commandOf(false), options);
    await Promise.race([life.end, setTimeout(random() * spanMs, undefined, { ref: false })]);
    life.child.kill("SIGKILL");
    lives.push(await life.end);
    expect(lives.at(-1)?.signal, lives.at(-1)?.said).toBe("SIGKILL");
    const ahead = (await pagesBehind(checkpoint)) / PAGES - kills / KILLS;
    spanMs = kills < KILLS ? Math.min(3000, Math.max(50, spanMs * (ahead > 0 ? 0.8 : 1.25))) : Math.min(60_000, 2 * spanMs);
  }
  expect(await pagesBehind(checkpoint)).toBeGreaterThan(0);
  const last = await start(commandOf(true), options).end;
  expectGoodEnd(last);
  return [...lives, last];
}

/** How many pages a checkpoint file has behind it. Its first version is the begin. */
async function pagesBehind(checkpoint: string): Promise<number> {
  const text = await readFile(checkpoint, "utf8").catch(() => "");
  return text === "" ? 0 : (JSON.parse(text) as { readonly version: number }).version - 1;
}
