import { execFile } from "node:child_process";
import { chmod, chown, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { checkSequence } from "../check-sequence.ts";
import { type End, start } from "../life.ts";
import type { Bench, Found, Row } from "../row.ts";
import { serveStream } from "../stream.ts";

const run = promisify(execFile);
const EVENTS = 2000;
const PAGE = 100;
const NOBODY = 65_534;

/** A way for a save to fail. */
interface Failure {
  readonly id: string;
  readonly what: string;
  readonly reason: string;
  readonly needs: readonly string[];
  /** Prepares the folder of the checkpoint; gives what takes it away. */
  readonly prepare?: (folder: string) => Promise<() => Promise<unknown>>;
  /** Breaks what was whole so far. */
  readonly begin?: (folder: string) => Promise<unknown>;
  readonly end?: (folder: string) => Promise<unknown>;
  /** What stands before the program while it fails. */
  readonly before?: (log: string) => readonly string[];
  readonly user?: number;
}

const tmpfs = async (folder: string): Promise<() => Promise<unknown>> => {
  await run("mount", ["-t", "tmpfs", "-o", "size=64k", "none", folder]);
  return () => run("umount", [folder]);
};
const remount = (how: "ro" | "rw") => (folder: string) => run("mount", ["-o", `remount,${how}`, folder]);
// The sixth of its kind: after some pages were saved.
const inject = (call: string, error: string) => (log: string) => [
  "strace",
  "-f",
  "-qq",
  "-o",
  log,
  "-e",
  `trace=${call}`,
  "-e",
  `inject=${call}:error=${error}:when=7+`,
];

const FAILURES: readonly Failure[] = [
  {
    id: "F29-full",
    what: "the disk is full (64 KiB tmpfs)",
    reason: "ENOSPC",
    needs: ["root"],
    prepare: tmpfs,
    begin: (folder) => writeFile(join(folder, "filler"), "x".repeat(80_000)).catch(() => {}),
    end: (folder) => rm(join(folder, "filler")),
  },
  { id: "F29-ro", what: "the file system is read-only", reason: "EROFS", needs: ["root"], prepare: tmpfs, begin: remount("ro"), end: remount("rw") },
  {
    id: "F29-denied",
    what: "the user may not write in the folder",
    reason: "EACCES",
    needs: ["root"],
    user: NOBODY,
    prepare: async (folder) => {
      await chown(folder, NOBODY, NOBODY);
      return async () => {};
    },
    begin: (folder) => chmod(folder, 0o500),
    end: (folder) => chmod(folder, 0o700),
  },
  { id: "F29-sync", what: "fsync fails after some pages", reason: "EIO", needs: ["root", "strace"], before: inject("fsync", "EIO") },
  { id: "F29-name", what: "rename fails after some pages", reason: "EIO", needs: ["root", "strace"], before: inject("rename", "EIO") },
];

/** Rows of a save that fails: a typed error, and nothing acknowledged that was not kept. */
export const failingDisk: readonly Row[] = FAILURES.map((failure) => ({
  id: failure.id,
  what: `${failure.what}: ${failure.reason}, a typed error, all events in the end`,
  needs: failure.needs,
  run: (bench) => tryFailure(failure, bench),
}));

async function tryFailure({ reason, prepare, begin, end, before, user }: Failure, { folder, program }: Bench): Promise<Found> {
  const own = join(folder, "own");
  await mkdir(own);
  // Whoever may not write here must be able to come here.
  for (const path of [join(folder, ".."), folder, own]) await chmod(path, 0o755);
  const stream = await serveStream(EVENTS);
  const clean = await prepare?.(own);
  const wrong: string[] = [];
  const came: string[] = [];
  const log = join(folder, "strace.log");
  const live = async (prefix: readonly string[], pages: string): Promise<End> => {
    const command = [...prefix, process.execPath, program("follow"), stream.url, stream.token, join(own, "position"), String(PAGE), pages];
    const ended = await start(command, { env: { ...process.env, UV_THREADPOOL_SIZE: "1" }, ...(user === undefined ? {} : { uid: user, gid: user }) }).end;
    came.push(...ended.printed.split("\n").slice(0, -1));
    return ended;
  };
  try {
    const whole = await live([], "5");
    if (whole.code !== 0) wrong.push(`before anything failed: ${whole.said}`);
    await begin?.(own);
    const failed = await live(before?.(log) ?? [], "once");
    if (failed.code !== 1 || !failed.said.startsWith("checkpoint-unavailable ") || !failed.said.includes(`(${reason})`))
      wrong.push(`it ended with ${failed.code ?? failed.signal} and said: ${failed.said || "nothing"}`);
    if (before !== undefined && !(await readFile(log, "utf8")).includes("(INJECTED)")) wrong.push("nothing was injected");
    await end?.(own);
    const healed = await live([], "once");
    if (healed.code !== 0) wrong.push(`after it was mended: ${healed.said}`);
    const sequence = checkSequence(stream.sent, came, PAGE);
    return {
      lost: sequence.lost,
      wrong: [...wrong, ...sequence.wrong],
      figure: `${sequence.repeated} repeated; ${failed.said.trim().slice(0, 60)}`,
    };
  } finally {
    await clean?.();
    await stream.close();
  }
}
