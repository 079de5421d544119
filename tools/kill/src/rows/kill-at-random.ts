import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { checkSequence } from "../check-sequence.ts";
import { type End, sleep, start } from "../life.ts";
import type { Bench, Found, Row } from "../row.ts";
import { type ServedStream, serveStream } from "../stream.ts";

const EVENTS = 100_000;
const PAGE = 1000;
const PAGES = EVENTS / PAGE;
const KILLS = 200;

export const killFeed: Row = {
  id: "F27",
  what: `kill -9 at ${KILLS} random instants while a feed follows ${EVENTS} events`,
  needs: [],
  async run(bench) {
    const stream = await serveStream(EVENTS);
    try {
      const checkpoint = join(bench.folder, "position");
      const command = (last: boolean): string[] => [
        process.execPath,
        bench.program("follow"),
        stream.url,
        stream.token,
        checkpoint,
        String(PAGE),
        last ? "once" : "on",
      ];
      const lives = await killAtRandom(bench, command, {}, () => pagesBehind(checkpoint));
      // A line that was cut by the kill belongs to a page that was not committed.
      const came = lives.flatMap(({ printed }) => printed.split("\n").slice(0, -1));
      return judge(stream, came, lives);
    } finally {
      await stream.close();
    }
  },
};

export const killTail: Row = {
  id: "F27-tail",
  what: "the same with keywright-tail into a file",
  needs: [],
  async run(bench) {
    const stream = await serveStream(EVENTS);
    try {
      const checkpoint = join(bench.folder, "position");
      const output = join(bench.folder, "events.jsonl");
      const args = ["auditevents", "--checkpoint", checkpoint, "--output", output, "--since", "2020-01-01T00:00:00Z"];
      const command = (last: boolean): string[] => [
        process.execPath,
        bench.program("tail"),
        ...args,
        "--page-size",
        String(PAGE),
        "--quiet",
        ...(last ? ["--once"] : []),
      ];
      const env = { KEYWRIGHT_EVENTS_URL: stream.url, KEYWRIGHT_EVENTS_TOKEN: stream.token };
      const lives = await killAtRandom(bench, command, env, () => pagesBehind(checkpoint));
      const lines = (await readFile(output, "utf8")).split("\n").slice(0, -1);
      const came = lines.map((line) => (JSON.parse(line) as { readonly uuid: string }).uuid);
      return judge(stream, came, lives);
    } finally {
      await stream.close();
    }
  },
};

/** Starts a program again and again, kills it at a random instant of its life, and lets the last one end by itself. */
async function killAtRandom(
  { random }: Bench,
  command: (last: boolean) => readonly string[],
  env: { readonly [name: string]: string },
  pagesDone: () => Promise<number>,
): Promise<End[]> {
  const options = { env: { ...process.env, ...env } };
  const lives: End[] = [];
  // From the start of a process to its first page, and on for as long as makes the stream last for all kills.
  let spanMs = 400;
  for (let kills = 0; kills < KILLS; kills += 1) {
    const life = start(command(false), options);
    await Promise.race([life.end, sleep(random() * spanMs)]);
    life.child.kill("SIGKILL");
    lives.push(await life.end);
    const ahead = (await pagesDone()) / PAGES - kills / KILLS;
    spanMs = Math.min(3000, Math.max(50, spanMs * (ahead > 0 ? 0.95 : 1.05)));
  }
  lives.push(await start(command(true), options).end);
  return lives;
}

/** How many pages a checkpoint file has behind it. Its first version is the begin. */
async function pagesBehind(checkpoint: string): Promise<number> {
  const text = await readFile(checkpoint, "utf8").catch(() => "");
  return text === "" ? 0 : (JSON.parse(text) as { readonly version: number }).version - 1;
}

function judge({ sent }: ServedStream, came: readonly string[], lives: readonly End[]): Found {
  const { lost, repeated, mostRepeatedAtOnce, wrong } = checkSequence(sent, came, PAGE);
  const killed = lives.filter(({ signal }) => signal === "SIGKILL").length;
  const last = lives.at(-1) as End;
  const problems = [
    ...wrong,
    ...(killed < KILLS ? [`only ${killed} of ${KILLS} lives were killed: the others had ended before`] : []),
    ...(last.code === 0 ? [] : [`the last life ended with ${last.code ?? last.signal}: ${last.said.slice(0, 300)}`]),
  ];
  const perKill = killed === 0 ? 0 : repeated / killed;
  return { lost, wrong: problems, figure: `${killed} kills, ${perKill.toFixed(0)} repeated per kill, at most ${mostRepeatedAtOnce} at once` };
}
