import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileCheckpoint } from "@keywright/core/node";
import { describe, expect, it } from "vitest";
import { start } from "@keywright/tool-torture";
import { expectGoodEnd, KILLS, need, random, usePrograms, useStream } from "./support.ts";
import { readTrace, strace, subjectOf, type TracedCall, TRACED_ENV } from "./trace.ts";

const SAVES = 40;
const PAGE = 100;
const PAGES = 10;
const KILLS_A_POINT = Math.ceil(KILLS / 10);

const { command, folder } = usePrograms("save", "tail");

/** The calls of one save, in the order that survives a power cut (fsync(2): a new name is only kept once its folder is synced). */
const SAVE = [
  "open temporary",
  "write temporary",
  "sync temporary",
  "close temporary",
  "rename temporary",
  "open folder",
  "sync folder",
  "close folder",
] as const;

const CALLS = "openat,write,pwrite64,writev,fsync,fdatasync,close,rename";
const NAMES: { readonly [call: string]: string } = { openat: "open", pwrite64: "write", writev: "write", fsync: "sync", fdatasync: "sync" };

describe("F28 the system calls", () => {
  it("of a save are in the order that survives a power cut", async () => {
    const own = await folder();
    const calls = await traced(own, [...command("save"), await pathIn(own), "10"]);
    expect(fromFirstSave(calls)).toEqual(Array.from({ length: 10 }, () => SAVE).flat());
  });

  it("keep the folder of a checkpoint before the first save, and once", async () => {
    const own = await folder();
    const calls = await traced(own, [...command("save"), await pathIn(own), "2"]);
    const places = calls.flatMap((call, place) => (call === "sync above" ? [place] : []));
    expect(places.length).toBe(1);
    expect(places[0]).toBeLessThan(calls.indexOf(SAVE[0]));
  });

  it("of keywright-tail keep a page before its position", async () => {
    const stream = await useStream(PAGE * PAGES);
    const own = await folder();
    const args = ["auditevents", "--checkpoint", await pathIn(own), "--output", join(own, "output"), "--since", "2020-01-01T00:00:00Z"];
    const env = { KEYWRIGHT_EVENTS_URL: stream.url, KEYWRIGHT_EVENTS_TOKEN: stream.token };
    const calls = await traced(own, [...command("tail"), ...args, "--page-size", String(PAGE), "--once", "--quiet"], env);
    // The time to begin at is saved before the first page.
    expect(fromFirstSave(calls)).toEqual([...SAVE, ...Array.from({ length: PAGES }, () => ["write output", "sync output", ...SAVE]).flat()]);
  });
});

describe("F28 kill at each system call of a save", () => {
  it("leaves the old position or the new one", async ({ task }) => {
    const own = await folder();
    await runTraced(own, [...command("save"), await pathIn(own), String(SAVES)]);
    const calls = readTrace(await readFile(join(own, "strace.log"), "utf8"));
    // A call that another thread makes just as often would be struck there first.
    const most = (name: string, thread: string): number =>
      Math.max(0, ...calls.filter((call) => call.name === name && call.thread !== thread).map(({ count }) => count));
    const points = new Map<string, TracedCall[]>();
    for (const call of calls.filter((each) => isOfSave(each, own) && each.count > most(each.name, each.thread) + 5)) {
      const point = `${NAMES[call.name] ?? call.name} ${subjectOf(call.line, own)}`;
      points.set(point, [...(points.get(point) ?? []), call]);
    }
    expect([...points.keys()]).toEqual(expect.arrayContaining([...SAVE]));
    const left = [...points.values()];
    const work = async (): Promise<void> => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) await strike(own, next);
    };
    await Promise.all([work(), work()]);
    task.meta.figure = `${points.size} calls, ${KILLS_A_POINT} kills at each`;
  });
});

function isOfSave({ line }: TracedCall, own: string): boolean {
  return ["temporary", "checkpoint", "folder"].includes(subjectOf(line, own) ?? "");
}

/** Kills at one of the calls of a point, until it was struck as often as it is to be. */
async function strike(own: string, calls: readonly TracedCall[]): Promise<void> {
  let struck = 0;
  for (let attempt = 0; struck < KILLS_A_POINT && attempt < KILLS_A_POINT * 6 + 10; attempt += 1) {
    const { name, count, line } = calls[Math.floor(random() * calls.length)] as TracedCall;
    const run = join(own, `${name}-${subjectOf(line, own)}-${attempt}`);
    await mkdir(run);
    const path = await pathIn(run);
    const { printed } = await runTraced(run, [...command("save"), path, String(SAVES)], {}, name, "-e", `inject=${name}:signal=KILL:when=${count}`);
    // What was struck has no result. A call of another thread may have been struck first: such a run does not count.
    const hit = readTrace(await readFile(join(run, "strace.log"), "utf8")).find((call) => call.count === count && / = \?|<unfinished/.test(call.line));
    if (hit === undefined || subjectOf(hit.line, run) !== subjectOf(line, own)) continue;
    struck += 1;
    const told = Number(printed.trim().split("\n").at(-1));
    const owned = await fileCheckpoint(path).acquire("listAuditEvents");
    expect([told, told + 1]).toContain((await owned.load())?.version ?? 0);
    await owned.release();
  }
  expect(struck).toBe(KILLS_A_POINT);
}

/** The path of a checkpoint in a folder for it alone, so that nothing else opens that. */
async function pathIn(own: string): Promise<string> {
  await mkdir(join(own, "state"));
  return join(own, "state", "position");
}

function runTraced(own: string, program: readonly string[], env: { readonly [name: string]: string } = {}, calls = CALLS, ...more: readonly string[]) {
  need("strace", "root");
  return start([...strace(join(own, "strace.log"), calls, ...more), ...program], { env: { ...process.env, ...env, ...TRACED_ENV } }).end;
}

/** Runs a program to its end, and gives its calls on the temporary file of the checkpoint, its folder, the folder above, and the output. */
async function traced(own: string, program: readonly string[], env: { readonly [name: string]: string } = {}): Promise<string[]> {
  expectGoodEnd(await runTraced(own, program, env));
  const calls: string[] = [];
  for (const { name, line } of readTrace(await readFile(join(own, "strace.log"), "utf8"))) {
    const subject = subjectOf(line, own);
    const call = `${NAMES[name] ?? name} ${subject}`;
    // A long text may take several writes.
    if (subject !== undefined && subject !== "checkpoint" && !(name.includes("write") && calls.at(-1) === call)) calls.push(call);
  }
  return calls;
}

/** What comes before the first save makes the files ready. */
function fromFirstSave(calls: readonly string[]): readonly string[] {
  return calls.slice(calls.indexOf(SAVE[0])).filter((call) => call !== "close output");
}
