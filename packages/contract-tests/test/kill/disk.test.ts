import { execFile } from "node:child_process";
import { chmod, chown, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { type End, start } from "@keywright/tool-torture";
import { expectAll, expectGoodEnd, linesOf, need, usePrograms, useStream } from "./support.ts";
import { strace, TRACED_ENV } from "./trace.ts";

const run = promisify(execFile);
const EVENTS = 2000;
const PAGE = 100;
const NOBODY = 65_534;

/** A way for a save to fail. */
interface Failure {
  readonly what: string;
  readonly reason: string;
  /** Prepares the folder of the checkpoint. */
  readonly prepare?: (folder: string) => Promise<unknown>;
  /** Breaks what was whole so far. */
  readonly begin?: (folder: string) => Promise<unknown>;
  readonly end?: (folder: string) => Promise<unknown>;
  /** The system call that fails after some pages. */
  readonly call?: string;
  readonly user?: number;
}

async function tmpfs(folder: string): Promise<void> {
  await run("mount", ["-t", "tmpfs", "-o", "size=64k", "none", folder]);
  onTestFinished(() => run("umount", [folder]).then(() => {}));
}

const remount = (how: "ro" | "rw") => (folder: string) => run("mount", ["-o", `remount,${how}`, folder]);

const FAILURES: readonly Failure[] = [
  {
    what: "the disk is full (64 KiB tmpfs)",
    reason: "ENOSPC",
    prepare: tmpfs,
    begin: (folder) => writeFile(join(folder, "filler"), "x".repeat(80_000)).catch(() => {}),
    end: (folder) => rm(join(folder, "filler")),
  },
  { what: "the file system is read-only", reason: "EROFS", prepare: tmpfs, begin: remount("ro"), end: remount("rw") },
  {
    what: "the user may not write in the folder",
    reason: "EACCES",
    user: NOBODY,
    prepare: (folder) => chown(folder, NOBODY, NOBODY),
    begin: (folder) => chmod(folder, 0o500),
    end: (folder) => chmod(folder, 0o700),
  },
  { what: "fsync fails after some pages", reason: "EIO", call: "fsync" },
  { what: "rename fails after some pages", reason: "EIO", call: "rename" },
];

const { command, folder } = usePrograms("follow");

describe("F29 a disk that fails", () => {
  it.for(FAILURES)("ends a feed with an error, and loses no event: $what ($reason)", async ({ reason, prepare, begin, end, call, user }, context) => {
    need("root", ...(call === undefined ? [] : (["strace"] as const)));
    const stream = await useStream(EVENTS);
    const parent = await folder();
    const own = join(parent, "own");
    await mkdir(own);
    // Whoever may not write here must be able to come here.
    for (const path of [dirname(parent), parent, own]) await chmod(path, 0o755);
    await prepare?.(own);
    const log = join(parent, "strace.log");
    const came: string[] = [];
    const live = async (ends: string, prefix: readonly string[] = []): Promise<End> => {
      const program = [...prefix, ...command("follow"), stream.url, stream.token, join(own, "position"), String(PAGE), ends];
      const ended = await start(program, { env: { ...process.env, ...TRACED_ENV }, ...(user === undefined ? {} : { uid: user, gid: user }) }).end;
      came.push(...linesOf(ended.printed));
      return ended;
    };
    expectGoodEnd(await live("5"));
    await begin?.(own);
    const failed = await live("once", call === undefined ? [] : strace(log, call, "-e", `inject=${call}:error=${reason}:when=7+`));
    expect(failed).toMatchObject({ code: 1, said: expect.stringMatching(new RegExp(`^checkpoint-unavailable .*\\(${reason}\\)`)) as string });
    if (call !== undefined) expect(await readFile(log, "utf8")).toContain("(INJECTED)");
    await end?.(own);
    expectGoodEnd(await live("once"));
    expectAll(context, stream, came, PAGE);
  });
});
