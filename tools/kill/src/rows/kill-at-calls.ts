import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileCheckpoint } from "@keywright/core/node";
import { start } from "../life.ts";
import type { Bench, Row } from "../row.ts";

const TIMES = 20;
const SAVES = 40;

/** What a save calls of the kernel, in its order. The last one, on the folder, is after the rename. */
const CALLS = ["openat", "write", "fsync", "close", "rename"] as const;

/** One call of a save in a trace of strace: which one of its thread's it was, and what it was made on. */
interface TracedCall {
  readonly name: string;
  readonly count: number;
  readonly on: "temporary file" | "checkpoint" | "folder";
}

export const killAtCalls: Row = {
  id: "F28",
  what: `kill at each system call of the save, ${TIMES} times each`,
  needs: ["root", "strace"],
  async run(bench) {
    const wrong: string[] = [];
    const points = new Map<string, TracedCall[]>();
    for (const call of await traceSaves(bench)) {
      const point = `${call.name} of the ${call.on}`;
      points.set(point, [...(points.get(point) ?? []), call]);
    }
    let kills = 0;
    const left = [...points];
    const work = async (): Promise<void> => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const struck = await strikeAt(bench, ...next, wrong);
        kills += struck;
      }
    };
    await Promise.all([work(), work()]);
    if (points.size < 6) wrong.push(`only ${points.size} points were found: ${[...points.keys()].join(", ")}`);
    return { lost: 0, wrong, figure: `${points.size} calls, ${kills} kills, ${wrong.length} torn or missed` };
  },
};

/** Strikes one point so many times. */
async function strikeAt(bench: Bench, point: string, calls: readonly TracedCall[], wrong: string[]): Promise<number> {
  let struck = 0;
  // A call that another thread makes just as often strikes there first: such a run does not count.
  for (let attempt = 0; struck < TIMES && attempt < TIMES * 6; attempt += 1) {
    const call = calls[Math.floor(bench.random() * calls.length)] as TracedCall;
    const result = await killAt(bench, call, `${point} ${attempt}`.replaceAll(" ", "-"));
    if (result === "elsewhere") continue;
    struck += 1;
    if (result !== "whole") wrong.push(`${point}: ${result}`);
  }
  if (struck < TIMES) wrong.push(`${point}: struck ${struck} times only`);
  return struck;
}

// One thread for files makes their calls countable.
const env = { ...process.env, UV_THREADPOOL_SIZE: "1" };
const strace = (log: string, ...filters: readonly string[]): string[] => ["strace", "-f", "-y", "-qq", "-o", log, ...filters];

/** The calls of many saves, as one run makes them when nothing strikes. */
async function traceSaves({ folder, program }: Bench): Promise<TracedCall[]> {
  const [path, log] = [join(folder, "traced"), join(folder, "traced.log")];
  await start([...strace(log, "-e", `trace=${CALLS.join(",")}`), process.execPath, program("save"), path, String(SAVES)], { env }).end;
  const calls = readTrace(await readFile(log, "utf8"));
  const own = calls.flatMap(({ thread, name, count, line }) => {
    const on = subjectOf(line, folder, path);
    return on === undefined ? [] : [{ thread, name, count, on }];
  });
  // Another thread that makes a call as often would be struck first.
  const most = (name: string, thread: string): number =>
    Math.max(0, ...calls.filter((call) => call.name === name && call.thread !== thread).map(({ count }) => count));
  return own.filter(({ name, thread, count }) => count > most(name, thread) + 5);
}

/** The calls in a log of strace, each with its number among those of its thread and name. */
function readTrace(log: string): readonly { readonly thread: string; readonly name: string; readonly count: number; readonly line: string }[] {
  const counts = new Map<string, number>();
  return log.split("\n").flatMap((line) => {
    const [, thread, name] = /^(\d+) +(\w+)\(/.exec(line) ?? [];
    if (thread === undefined || name === undefined) return [];
    const count = (counts.get(`${thread} ${name}`) ?? 0) + 1;
    counts.set(`${thread} ${name}`, count);
    return [{ thread, name, count, line }];
  });
}

function subjectOf(line: string, folder: string, path: string): TracedCall["on"] | undefined {
  if (line.includes(`${folder}/.`) && line.includes(".tmp")) return "temporary file";
  if (line.includes(`"${path}"`) || line.includes(`<${path}>`)) return "checkpoint";
  return line.includes(`"${folder}"`) || line.includes(`<${folder}>`) ? "folder" : undefined;
}

/** Kills a program at one call, and looks at what it left: the version that it told of, or the next one. */
async function killAt({ folder, program }: Bench, { name, count, on }: TracedCall, run: string): Promise<"whole" | "elsewhere" | string> {
  const [path, log] = [join(folder, run), join(folder, `${run}.log`)];
  const filters = ["-e", `trace=${name}`, "-e", `inject=${name}:signal=KILL:when=${count}`];
  const { printed } = await start([...strace(log, ...filters), process.execPath, program("save"), path, String(SAVES)], { env }).end;
  // What was struck has no result.
  const struck = readTrace(await readFile(log, "utf8")).find((call) => call.count === count && / = \?|<unfinished/.test(call.line));
  if (struck === undefined || subjectOf(struck.line, folder, path) !== on) return "elsewhere";
  const told = Number(printed.trim().split("\n").at(-1) ?? 0);
  try {
    const owned = await fileCheckpoint(path).acquire("listAuditEvents");
    const found = (await owned.load())?.version ?? 0;
    await owned.release();
    return found === told || found === told + 1 ? "whole" : `version ${found} was left, ${told} had been told of`;
  } catch (error) {
    return String(error);
  }
}
