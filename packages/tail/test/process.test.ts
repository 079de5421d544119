import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createEventsEmulator, serveEmulator } from "@keywright/emulator";
import { describe, expect, it, onTestFinished } from "vitest";
import { folderForTest, values } from "./support.ts";

const command = fileURLToPath(new URL("../bin/keywright-tail.js", import.meta.url));

async function setUp(eventsPerStream: number) {
  const emulator = createEventsEmulator({ seed: { eventsPerStream } });
  const server = await serveEmulator(emulator, { port: 0 });
  onTestFinished(() => server.close());
  const folder = await folderForTest();
  const start = (...args: readonly string[]): ChildProcess => {
    const child = spawn(process.execPath, [command, ...args, "--since", "2020-01-01T00:00:00Z"], {
      env: { ...process.env, EVENTS_BASE_URL: server.url, EVENTS_TOKEN: emulator.token },
      stdio: ["ignore", "pipe", "pipe"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    return child;
  };
  return { emulator, folder, start };
}

const ended = (child: ChildProcess): Promise<readonly [number | null, NodeJS.Signals | null]> =>
  new Promise((resolve) => child.once("exit", (code, signal) => resolve([code, signal])));

const saying = (child: ChildProcess, words: string): Promise<void> =>
  new Promise((resolve) => child.stderr?.on("data", (text: Buffer) => text.includes(words) && resolve()));

describe("the process", { timeout: 30_000 }, () => {
  it.each(["SIGTERM", "SIGINT"] as const)("ends with 0 on %s, with all that it wrote committed", async (signal) => {
    const { emulator, folder, start } = await setUp(50);
    const [output, checkpoint] = [join(folder, "out"), join(folder, "position")];
    const child = start("auditevents", "--checkpoint", checkpoint, "--output", output);
    await saying(child, "caught up");
    const exit = ended(child);
    child.kill(signal);
    expect(await exit).toEqual([0, null]);
    expect(values(await readFile(output, "utf8"))).toEqual(emulator.store.stream("auditevents").events);
    expect(await readFile(checkpoint, "utf8")).toContain('"version":2');
  });

  it("has its output alone until it is killed: another one with a checkpoint of its own is refused, or stands by and takes over", async () => {
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
    expect(values(await readFile(output, "utf8"))).toEqual(events);
    const exit = ended(standing);
    first.kill("SIGKILL");
    expect(await exit).toEqual([0, null]);
    expect(values(await readFile(output, "utf8"))).toEqual([...events, ...events]);
  });

  it("ends with 0 when its pipe is closed", async () => {
    const { start } = await setUp(5000);
    const child = start("auditevents", "--no-checkpoint", "--page-size", "1000");
    const exit = ended(child);
    child.stdout?.once("data", () => child.stdout?.destroy());
    expect(await exit).toEqual([0, null]);
  });

  it("leaves a reader that does not read within its grace time, and commits nothing of what it did not take", async () => {
    const { start, folder } = await setUp(5000);
    const checkpoint = join(folder, "position");
    const child = start("auditevents", "--checkpoint", checkpoint, "--page-size", "1000");
    // Nobody reads: the pipe is full after the first kilobytes.
    await expect.poll(() => readFile(checkpoint, "utf8").catch(() => ""), { timeout: 10_000 }).toContain("since");
    const exit = ended(child);
    child.kill("SIGTERM");
    expect(await exit).toEqual([0, null]);
    expect(await readFile(checkpoint, "utf8")).toContain('"since"');
  });
});
