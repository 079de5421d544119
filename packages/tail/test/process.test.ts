import { type ChildProcess, spawn } from "node:child_process";
import { readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { createEventsEmulator, serveEmulator } from "@keywright/emulator";
import { bundledProgram } from "@keywright/tool-test-kit/testing/bundled-program";
import { describe, expect, it, onTestFinished } from "vitest";
import { eventsIn, folderForTest, values } from "./support.ts";

const command = bundledProgram(join(import.meta.dirname, ".."));

async function setUp(eventsPerStream: number) {
  const emulator = createEventsEmulator({ seed: { eventsPerStream } });
  const server = await serveEmulator(emulator, { port: 0 });
  onTestFinished(() => server.close());
  const folder = await folderForTest();
  const start = (...args: readonly string[]): ChildProcess => {
    const child = spawn(process.execPath, [command, ...args, "--since", "2020-01-01T00:00:00Z"], {
      env: { ...process.env, KEYWRIGHT_EVENTS_URL: server.url, KEYWRIGHT_EVENTS_TOKEN: emulator.token },
      stdio: ["ignore", "pipe", "pipe"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    return child;
  };
  return { emulator, folder, server, start };
}

const ended = (child: ChildProcess): Promise<readonly [number | null, NodeJS.Signals | null]> =>
  new Promise((resolve) => child.once("exit", (code, signal) => resolve([code, signal])));

const saying = (child: ChildProcess, words: string): Promise<void> =>
  new Promise((resolve) => child.stderr?.on("data", (text: Buffer) => text.includes(words) && resolve()));

describe("the process", () => {
  it.each(["SIGTERM", "SIGINT"] as const)("ends with 0 on %s, with all that it wrote committed", async (signal) => {
    const { emulator, folder, start } = await setUp(50);
    const [output, checkpoint] = [join(folder, "out"), join(folder, "position")];
    const child = start("auditevents", "--checkpoint", checkpoint, "--output", output);
    await saying(child, "caught up");
    const exit = ended(child);
    child.kill(signal);
    expect(await exit).toEqual([0, null]);
    expect(eventsIn(await readFile(output, "utf8"))).toEqual(emulator.store.stream("auditevents").events);
    expect(await readFile(checkpoint, "utf8")).toContain('"version":2');
  });

  it("goes on in a new file after a rotation and SIGHUP, once it has one, and ends with 0 on SIGTERM", async () => {
    const { emulator, folder, start } = await setUp(50);
    const output = join(folder, "out.jsonl");
    const child = start("auditevents", "--checkpoint", join(folder, "position"), "--output", output, "--interval", "1");
    await saying(child, "caught up");
    for (const rotation of ["1", "2"]) {
      await rename(output, `${output}.${rotation}`);
      const reopened = saying(child, "reopened");
      child.kill("SIGHUP");
      await reopened;
      emulator.appendEvents("auditevents", { uuid: `AFTER-${rotation}` });
      await expect.poll(() => readFile(output, "utf8")).toContain(`AFTER-${rotation}`);
    }
    const exit = ended(child);
    child.kill("SIGTERM");
    expect(await exit).toEqual([0, null]);
    const files = await Promise.all([`${output}.1`, `${output}.2`, output].map((file) => readFile(file, "utf8")));
    expect(eventsIn(files.join(""))).toEqual(emulator.store.stream("auditevents").events);
    expect(files.map((text) => values(text).length)).toEqual([50, 1, 1]);
  });

  it("ends with 0 on SIGHUP without an output file", async () => {
    const { folder, start } = await setUp(50);
    const checkpoint = join(folder, "position");
    const child = start("auditevents", "--checkpoint", checkpoint);
    child.stdout?.resume();
    await saying(child, "caught up");
    const exit = ended(child);
    child.kill("SIGHUP");
    expect(await exit).toEqual([0, null]);
    expect(await readFile(checkpoint, "utf8")).toContain('"version":2');
  });

  it("has its output alone until it is killed: another one with a checkpoint of its own is rejected, or waits and takes over", async () => {
    const { emulator, folder, start } = await setUp(50);
    const output = join(folder, "out.jsonl");
    const follow = (checkpoint: string, ...args: readonly string[]): ChildProcess =>
      start("auditevents", "--checkpoint", join(folder, checkpoint), "--output", output, ...args);
    const first = follow("first");
    await saying(first, "caught up");
    expect(await ended(follow("second"))).toEqual([3, null]);
    const standing = follow("third", "--stand-by", "--once");
    await saying(standing, "standing by");
    const { events } = emulator.store.stream("auditevents");
    expect(eventsIn(await readFile(output, "utf8"))).toEqual(events);
    const exit = ended(standing);
    first.kill("SIGKILL");
    expect(await exit).toEqual([0, null]);
    expect(eventsIn(await readFile(output, "utf8"))).toEqual([...events, ...events]);
  });

  it("loses nothing where the shell leads its output to a file and the disk takes a page in part", async () => {
    const { emulator, folder, server } = await setUp(300);
    const [output, checkpoint] = [join(folder, "out.jsonl"), join(folder, "position")];
    // A limit on the size of files takes a part of a write and refuses the next one, as a full disk does.
    const follow = (limit: string): Promise<readonly [number | null, NodeJS.Signals | null]> => {
      const line = `ulimit -f ${limit}; exec "$@" >> "${output}"`;
      const args = ["auditevents", "--checkpoint", checkpoint, "--since", "2020-01-01T00:00:00Z", "--page-size", "100", "--once", "--quiet"];
      const env = { ...process.env, KEYWRIGHT_EVENTS_URL: server.url, KEYWRIGHT_EVENTS_TOKEN: emulator.token };
      return ended(spawn("sh", ["-c", line, "sh", process.execPath, command, ...args], { env, stdio: "ignore" }));
    };
    expect(await follow("200")).toEqual([1, null]);
    expect(await follow("unlimited")).toEqual([0, null]);
    const lines = (await readFile(output, "utf8")).trimEnd().split("\n");
    const whole = lines.filter((line) => line.endsWith("}")).map((line) => (JSON.parse(line) as { readonly uuid: string }).uuid);
    expect([...new Set(whole)]).toEqual(emulator.store.stream("auditevents").events.map(({ uuid }) => uuid));
    expect(lines.length - whole.length).toBe(1);
  });

  it("ends with 1 when the file that the shell led its output to is removed, and what went into it comes again", async () => {
    const { emulator, folder, server } = await setUp(50);
    const [output, checkpoint] = [join(folder, "out.jsonl"), join(folder, "position")];
    const follow = (...more: readonly string[]): ChildProcess => {
      const args = ["auditevents", "--checkpoint", checkpoint, "--since", "2020-01-01T00:00:00Z", "--interval", "1", ...more];
      const env = { ...process.env, KEYWRIGHT_EVENTS_URL: server.url, KEYWRIGHT_EVENTS_TOKEN: emulator.token };
      const child = spawn("sh", ["-c", `exec "$@" >> "${output}"`, "sh", process.execPath, command, ...args], { env, stdio: ["ignore", "ignore", "pipe"] });
      onTestFinished(() => void child.kill("SIGKILL"));
      return child;
    };
    const first = follow();
    let said = "";
    first.stderr?.on("data", (text: Buffer) => (said += String(text)));
    await expect.poll(() => said).toContain("caught up");
    const exit = ended(first);
    await rm(output);
    emulator.appendEvents("auditevents", { uuid: "LATER" });
    expect(await exit).toEqual([1, null]);
    expect(said).toContain("keywright-tail: standard output was removed during a write. Start again: the last page is written again\n");
    expect(await ended(follow("--once"))).toEqual([0, null]);
    expect(values(await readFile(output, "utf8")).map(({ uuid }) => uuid)).toEqual(["LATER"]);
  });

  it("ends with 0 when its pipe is closed", async () => {
    const { start } = await setUp(5000);
    const child = start("auditevents", "--no-checkpoint", "--page-size", "1000");
    const exit = ended(child);
    child.stdout?.once("data", () => child.stdout?.destroy());
    expect(await exit).toEqual([0, null]);
  });

  it("goes on when no one reads its log any more", async () => {
    const { start, emulator } = await setUp(100);
    const child = start("auditevents", "--no-checkpoint", "--once", "--page-size", "1");
    const exit = ended(child);
    child.stderr?.destroy();
    let printed = "";
    child.stdout?.on("data", (text: Buffer) => (printed += text.toString()));
    expect(await exit).toEqual([0, null]);
    expect(values(printed)).toHaveLength(emulator.store.stream("auditevents").events.length);
  });

  it("ends at once by a second SIGINT while its reader does not read", async () => {
    const { start, folder } = await setUp(5000);
    const checkpoint = join(folder, "position");
    const child = start("auditevents", "--checkpoint", checkpoint, "--page-size", "1000");
    await expect.poll(() => readFile(checkpoint, "utf8").catch(() => "")).toContain("since");
    const exit = ended(child);
    // Two signals that arrive together count as one.
    const again = setInterval(() => child.kill("SIGINT"), 20);
    onTestFinished(() => clearInterval(again));
    expect(await exit).toEqual([null, "SIGINT"]);
  });

  it("leaves a reader that does not read within its grace time, and commits nothing of what it did not take", async () => {
    const { start, folder } = await setUp(5000);
    const checkpoint = join(folder, "position");
    const child = start("auditevents", "--checkpoint", checkpoint, "--page-size", "1000");
    // Nobody reads: the pipe is full after the first kilobytes.
    await expect.poll(() => readFile(checkpoint, "utf8").catch(() => "")).toContain("since");
    const exit = ended(child);
    child.kill("SIGTERM");
    expect(await exit).toEqual([0, null]);
    expect(await readFile(checkpoint, "utf8")).toContain('"since"');
  });
});
