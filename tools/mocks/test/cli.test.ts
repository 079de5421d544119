import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { findServices, ROOT } from "@keywright/tool-test-kit/services";
import { PATIENCE_MS } from "@keywright/tool-test-kit/testing/limits";
import { describe, expect, it, onTestFinished, vi } from "vitest";

const { scripts } = JSON.parse(readFileSync(`${ROOT}/package.json`, "utf8")) as { readonly scripts: { readonly mocks: string } };

interface Command {
  readonly child: ChildProcess;
  /** Every line so far, of both streams. */
  readonly lines: readonly string[];
  /** The exit code; comes once the process has ended and its streams are closed. */
  readonly ended: Promise<unknown>;
}

/** Starts the command as `pnpm mocks` does, as the leader of a process group of its own, and ends the whole group behind the test. */
function startCommand(...args: readonly string[]): Command {
  const child = spawn(process.execPath, [...scripts.mocks.split(" ").slice(1), ...args], { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"], detached: true });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on("line", (line) => lines.push(line));
  onTestFinished(() => void (isAlive(child) && process.kill(-(child.pid as number), "SIGKILL")));
  return { child, lines, ended: once(child, "close").then(([code]) => code as unknown) };
}

/** Whether a process of a command's group lives: the command itself, or a Prism that it started. In a container, what has ended may stay as a zombie, which does not count. */
function isAlive({ pid }: ChildProcess): boolean {
  if (process.platform === "linux") return readdirSync("/proc").some((id) => /^\d+$/.test(id) && isOfGroup(id, Number(pid)));
  try {
    return process.kill(-Number(pid), 0);
  } catch {
    return false;
  }
}

function isOfGroup(id: string, leader: number): boolean {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, "utf8");
    const [state, , group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(group) === leader && state !== "Z";
  } catch {
    // It has ended meanwhile.
    return false;
  }
}

/** Expects that a moment after the command, all of its group has ended: the compiler of tsx sees it a little later. */
const expectNone = (child: ChildProcess): Promise<void> => vi.waitFor(() => expect(isAlive(child)).toBe(false), { timeout: PATIENCE_MS, interval: 20 });

const waitFor = ({ lines }: Command, text: string): Promise<void> =>
  vi.waitFor(() => expect(lines.join("\n")).toContain(text), { timeout: PATIENCE_MS, interval: 20 });

describe("pnpm mocks", () => {
  it("prints three addresses with an example call each that works, and ends on SIGTERM with no process left", async () => {
    const command = startCommand("--port", "0");
    await waitFor(command, "Ctrl+C");
    const { child, lines, ended } = command;
    const examples = lines.flatMap((line, index) => {
      const [, name, value, address] = /^ {2}curl -H "([^":]+): ([^"]+)" (\S+)$/.exec(line) ?? [];
      const [service, url] = (lines[index - 1] ?? "").split(/\s+/);
      return name === undefined || value === undefined || address === undefined ? [] : [{ service, url, headers: { [name]: value }, address }];
    });
    expect(examples.map(({ service }) => service)).toEqual(findServices());
    for (const { url, headers, address } of examples) {
      expect(address.startsWith(`${url}/`), address).toBe(true);
      const response = await fetch(address, { headers });
      expect(response.status, `${address}: ${await response.text()}`).toBe(200);
      expect(response.headers.get("sl-violations"), address).toBeNull();
    }
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    await expectNone(child);
  });

  it("ends on SIGTERM while it starts too, with no process left", async () => {
    const command = startCommand("--port", "0");
    await waitFor(command, "Starting Prism");
    command.child.kill("SIGTERM");
    expect(await command.ended).toBe(0);
    await expectNone(command.child);
  });

  it("says which port is taken, and leaves no process behind", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    onTestFinished(() => void taken.close());
    const { port } = taken.address() as { readonly port: number };
    const { child, lines, ended } = startCommand("--port", String(port));
    expect(await ended).toBe(1);
    expect(lines.join("\n")).toMatch(new RegExp(`EADDRINUSE.*:${port}: give another --port`));
    await expectNone(child);
  });
});
