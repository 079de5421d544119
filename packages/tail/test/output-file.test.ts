import { mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { lockFile } from "@keywright/core/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { eventsIn, folderForTest, services, tail, untimed, values } from "./support.ts";

const SINCE = ["--since", "2020-01-01T00:00:00Z"];

/** The command at work in this process, on a service whose answers a test can wait for. */
async function following(args: (folder: string) => readonly string[], { eventsPerStream = 25, beforePage = async (_page: number) => {} } = {}) {
  const { events, env, fetch } = services({ eventsPerStream });
  const folder = await folderForTest();
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  let said = "";
  let hangup = (): void => {
    throw new Error("nothing listens");
  };
  let pages = 0;
  const ended = tail(["--checkpoint", join(folder, "{stream}.position"), ...SINCE, "--interval", "1", ...args(folder)], {
    env,
    async fetch(url, init) {
      if (!url.includes("introspect")) await beforePage((pages += 1));
      return fetch(url, init);
    },
    stderr: { write: (text) => void (said += text) },
    signal: stopping.signal,
    onHangup: (listener) => (hangup = listener),
  });
  return {
    events,
    folder,
    ended,
    said: () => untimed(said),
    hangup: () => hangup(),
    stop: () => stopping.abort(),
  };
}

const read = (...path: readonly string[]): Promise<string> => readFile(join(...path), "utf8");

describe("SIGHUP with an output file", () => {
  it("opens the file anew in the middle of a stream, as often as it comes: no line is lost, torn or written twice", async () => {
    let rotations = 0;
    const rotate = async (page: number): Promise<void> => {
      // The next page is asked for while the one before is written, and the file may not be there again yet.
      if (page === 1 || !(await readdir(run.folder)).includes("out")) return;
      rotations += 1;
      await rename(join(run.folder, "out"), join(run.folder, `out.${rotations}`));
      run.hangup();
    };
    const run = await following((folder) => ["auditevents", "--output", join(folder, "out"), "--page-size", "10", "--once"], {
      eventsPerStream: 300,
      beforePage: rotate,
    });
    expect((await run.ended).code).toBe(0);
    expect(rotations).toBeGreaterThan(10);
    const files = [...Array.from({ length: rotations }, (_unused, index) => `out.${index + 1}`), "out"];
    const texts = await Promise.all(files.map((file) => read(run.folder, file)));
    expect(eventsIn(texts.join(""))).toEqual(run.events.store.stream("auditevents").events);
    expect(texts.filter((text) => text !== "").length).toBeGreaterThan(10);
  });

  it("is needed once after a removal: what comes next is in a new file", async () => {
    const run = await following((folder) => ["auditevents", "--output", join(folder, "out")]);
    await expect.poll(run.said).toContain("caught up");
    await rm(join(run.folder, "out"));
    run.hangup();
    await expect.poll(run.said).toContain(`keywright-tail: reopened the output ${join(run.folder, "out")}\n`);
    run.events.appendEvents("auditevents", { uuid: "LATER" });
    await expect.poll(() => read(run.folder, "out")).toContain("LATER");
    run.stop();
    expect((await run.ended).code).toBe(0);
    expect(values(await read(run.folder, "out")).map(({ uuid }) => uuid)).toEqual(["LATER"]);
  });

  it("opens the files of all streams anew, and keeps the lock of each", async () => {
    const streams = ["auditevents", "itemusages"];
    const run = await following((folder) => [...streams, "--output", join(folder, "{stream}.jsonl")]);
    await expect.poll(() => run.said().match(/caught up/g)?.length).toBe(2);
    for (const stream of streams) await rename(join(run.folder, `${stream}.jsonl`), join(run.folder, `${stream}.1`));
    run.hangup();
    await expect.poll(() => run.said().match(/reopened/g)?.length).toBe(2);
    for (const stream of streams) {
      expect(await read(run.folder, `${stream}.jsonl`)).toBe("");
      await expect(lockFile(join(run.folder, `${stream}.jsonl`), "output")).rejects.toMatchObject({ code: "checkpoint-owned" });
    }
    run.stop();
    expect((await run.ended).code).toBe(0);
    for (const stream of streams) await (await lockFile(join(run.folder, `${stream}.jsonl`), "output")).release();
  });

  it("follows a link that leads to another file now, which has a lock of its own", async () => {
    const run = await following((folder) => ["auditevents", "--output", join(folder, "link")]);
    await expect.poll(run.said).toContain("caught up");
    const [first, second] = [join(run.folder, "link"), join(run.folder, "second")];
    await rm(first);
    await symlink("second", first);
    run.hangup();
    await expect.poll(run.said).toContain("reopened");
    await expect(lockFile(second, "output")).rejects.toMatchObject({ code: "checkpoint-owned" });
    // Without the link, its own name has the lock of before, which is free.
    await rm(first);
    await (await lockFile(first, "output")).release();
    run.stop();
    expect((await run.ended).code).toBe(0);
  });

  it("after the removal of its folder takes the lock anew, so that no other process can have the file", async () => {
    const run = await following((folder) => ["auditevents", "--output", join(folder, "sub", "out")]);
    await expect.poll(run.said).toContain("caught up");
    const file = join(run.folder, "sub", "out");
    await rm(join(run.folder, "sub"), { recursive: true });
    run.hangup();
    await expect.poll(run.said).toContain(`keywright-tail: reopened the output ${file}\n`);
    await expect(lockFile(file, "output")).rejects.toMatchObject({ code: "checkpoint-owned" });
    run.stop();
    expect((await run.ended).code).toBe(0);
    await (await lockFile(file, "output")).release();
  });

  it("ends the command with exit code 3 if another process has the file of the folder that was made anew", async () => {
    const run = await following((folder) => ["auditevents", "--output", join(folder, "sub", "out")]);
    await expect.poll(run.said).toContain("caught up");
    await rm(join(run.folder, "sub"), { recursive: true });
    const other = await lockFile(join(run.folder, "sub", "out"), "output");
    run.hangup();
    expect((await run.ended).code).toBe(3);
    await other.release();
  });

  it("that cannot open the file ends the command at once, with exit code 1 and all that it wrote committed", async () => {
    const run = await following((folder) => ["auditevents", "--output", join(folder, "out")]);
    await expect.poll(run.said).toContain("caught up");
    await rename(join(run.folder, "out"), join(run.folder, "out.1"));
    await mkdir(join(run.folder, "out"));
    run.hangup();
    expect((await run.ended).code).toBe(1);
    expect(run.said()).toContain(`\nkeywright-tail: the output ${join(run.folder, "out")} cannot be written: EISDIR`);
    expect(await read(run.folder, "auditevents.position")).toContain('"version":2');
  });

  it("while the command waits for the file changes nothing", async () => {
    const folder = await folderForTest();
    const taken = await lockFile(join(folder, "out"), "output");
    const run = await following(() => ["auditevents", "--output", join(folder, "out"), "--stand-by", "--once"]);
    await expect.poll(run.said).toContain("standing by");
    run.hangup();
    await taken.release();
    expect((await run.ended).code).toBe(0);
    expect(run.said()).not.toContain("reopened");
    expect(values(await read(folder, "out")).length).toBe(25);
  });
});

describe("--mode", () => {
  const modeOf = async (...path: readonly string[]): Promise<string> => ((await stat(join(...path))).mode & 0o777).toString(8);

  it.each(["0640", "664", "0600"])("%s is the mode of the files that are made, also after a rotation, whatever the umask", async (mode) => {
    const before = process.umask(0o077);
    onTestFinished(() => void process.umask(before));
    const run = await following((folder) => ["auditevents", "--output", join(folder, "out"), "--mode", mode]);
    await expect.poll(run.said).toContain("caught up");
    await rename(join(run.folder, "out"), join(run.folder, "out.1"));
    run.hangup();
    await expect.poll(run.said).toContain("reopened");
    run.stop();
    await run.ended;
    const expected = mode.replace(/^0/, "");
    expect([await modeOf(run.folder, "out.1"), await modeOf(run.folder, "out")]).toEqual([expected, expected]);
    expect(await modeOf(run.folder, "out.lock")).toBe("600");
  });

  it("leaves a file that is there as it is", async () => {
    const folder = await folderForTest();
    await writeFile(join(folder, "out"), "", { mode: 0o644 });
    const run = await following(() => ["auditevents", "--output", join(folder, "out"), "--mode", "0640", "--once"]);
    expect((await run.ended).code).toBe(0);
    expect(await modeOf(folder, "out")).toBe("644");
    expect((await readdir(folder)).sort()).toEqual(["out", "out.lock"]);
  });
});
