import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { findServices } from "@keywright/tool-test-kit/services";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const { scripts } = JSON.parse(await readFile(`${root}/package.json`, "utf8")) as { readonly scripts: { readonly mocks: string } };

/** The longest that the command may take to start or to end on a busy machine. */
const DEADLINE_MS = 60_000;

interface Command {
  readonly child: ChildProcess;
  /** Every line so far, of both streams. */
  readonly lines: readonly string[];
  /** The exit code; comes once the process has ended and its streams are closed. */
  readonly ended: Promise<unknown>;
  /** Comes with the first line that holds a text, or when the process has ended. */
  waitFor(text: string): Promise<void>;
}

/** Starts the command as `pnpm mocks` does, as the leader of a process group of its own, and ends the whole group behind the test. */
async function withCommand(args: readonly string[], test: (command: Command) => Promise<void>): Promise<void> {
  const [program, ...words] = scripts.mocks.split(" ");
  const child = spawn(program === "node" ? process.execPath : (program as string), [...words, ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const lines: string[] = [];
  const readers = [child.stdout, child.stderr].map((stream) =>
    createInterface({ input: stream as NonNullable<typeof stream> }).on("line", (line) => lines.push(line)),
  );
  const ended = once(child, "close", { signal: AbortSignal.timeout(DEADLINE_MS) }).then(([code]) => code as unknown);
  const waitFor = (text: string) =>
    Promise.race([
      ended.then(() => {}),
      ...readers.map(async (reader) => {
        while (!lines.some((line) => line.includes(text))) await once(reader, "line", { signal: AbortSignal.timeout(DEADLINE_MS) });
      }),
    ]);
  try {
    await test({ child, lines, ended, waitFor });
  } finally {
    if ((await livingOf(child)).length > 0) process.kill(-(child.pid as number), "SIGKILL");
  }
}

/** The ids of the processes in a command's group that live: the command itself, or a Prism that it started. What has ended and is not collected yet does not count. */
async function livingOf({ pid: leader }: ChildProcess): Promise<number[]> {
  const processes = process.platform === "linux" ? await processesInProc() : await processesByPs();
  return processes.filter(({ group, state }) => group === leader && !state.startsWith("Z")).map(({ pid }) => pid);
}

interface SystemProcess {
  readonly pid: number;
  readonly group: number;
  readonly state: string;
}

/** A machine with nothing but Node on it may have no `ps`. */
async function processesInProc(): Promise<SystemProcess[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(ids.map((id) => readFile(`/proc/${id}/stat`, "utf8").catch(() => ""))); // One that has ended meanwhile has no file.
  return stats
    .filter((stat) => stat !== "")
    .map((stat) => {
      const [state, , group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return { pid: Number.parseInt(stat, 10), group: Number(group), state: state as string };
    });
}

async function processesByPs(): Promise<SystemProcess[]> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,pgid=,stat="]);
  return stdout
    .trim()
    .split("\n")
    .map((line) => {
      const [pid, group, state] = line.trim().split(/\s+/) as [string, string, string];
      return { pid: Number(pid), group: Number(group), state };
    });
}

describe("pnpm mocks", { timeout: 1.5 * DEADLINE_MS }, () => {
  it("prints three addresses with an example call each that works, and ends on SIGTERM with no process left", async () => {
    await withCommand(["--port", "0"], async ({ child, lines, ended, waitFor }) => {
      await waitFor("Ctrl+C");
      const examples = lines.flatMap((line, index) => {
        const [, header, address] = /^ {2}curl -H "([^"]+)" (\S+)$/.exec(line) ?? [];
        const [service, url] = (lines[index - 1] ?? "").split(/\s+/);
        return header === undefined || address === undefined ? [] : [{ service, url, header, address }];
      });
      expect(examples.map(({ service }) => service)).toEqual(findServices());
      for (const { url, header, address } of examples) {
        const [name, value] = header.split(": ") as [string, string];
        expect(address.startsWith(`${url}/`), address).toBe(true);
        const response = await fetch(address, { headers: { [name]: value } });
        expect(response.status, `${address}: ${await response.text()}`).toBe(200);
        expect(response.headers.get("sl-violations"), address).toBeNull();
      }
      expect((await livingOf(child)).length, "the command and three Prisms").toBeGreaterThanOrEqual(4);
      child.kill("SIGTERM");
      expect(await ended).toBe(0);
      expect(await livingOf(child)).toEqual([]);
    });
  });

  it("ends on SIGTERM while it starts too, with no process left", async () => {
    await withCommand(["--port", "0"], async ({ child, ended, waitFor }) => {
      await waitFor("Starting Prism");
      child.kill("SIGTERM");
      expect(await ended).toBe(0);
      expect(await livingOf(child)).toEqual([]);
    });
  });

  it("says which port is taken, and leaves no process behind", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as { readonly port: number };
    try {
      await withCommand(["--port", String(port)], async ({ child, lines, ended }) => {
        expect(await ended).toBe(1);
        expect(lines.join("\n")).toMatch(new RegExp(`EADDRINUSE.*:${port}: give another --port`));
        expect(await livingOf(child)).toEqual([]);
      });
    } finally {
      taken.close();
    }
  });

  it("says what it takes where the port is none", async () => {
    await withCommand(["--port", "http"], async ({ lines, ended }) => {
      expect(await ended).toBe(2);
      expect(lines[0]).toBe("--port must be a whole number of 0 to 65533; got http");
    });
  });
});
