import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { findServices, ROOT } from "@keywright/tool-test-kit/services";
import { describe, expect, it, onTestFinished } from "vitest";

const { scripts } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as { readonly scripts: { readonly mocks: string } };

/** The longest that the command may take to start or to end on a busy machine. */
const DEADLINE_MS = 60_000;

interface Command {
  readonly child: ChildProcess;
  /** Every line so far, of both streams. */
  readonly lines: readonly string[];
  /** The exit code, once the process has ended and its streams are closed: a process that it left behind would hold them open. */
  readonly ended: Promise<unknown>;
  /** Resolves with the first line that has a text; rejects if the process ends before. */
  waitFor(text: string): Promise<void>;
}

/** Starts the command as `pnpm mocks` does; the end of the test ends it. */
function startCommand(...args: readonly string[]): Command {
  const child = spawn(process.execPath, [...scripts.mocks.split(" ").slice(1), ...args], { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines: string[] = [];
  const readers = [child.stdout, child.stderr].map((stream) => createInterface({ input: stream }).on("line", (line) => lines.push(line)));
  const ended = once(child, "close", { signal: AbortSignal.timeout(DEADLINE_MS) }).then(([code]) => code as unknown);
  const early = ended.then((code) => Promise.reject(new Error(`the command ended with ${String(code)}\n${lines.join("\n")}`)));
  early.catch(() => {});
  const waitFor = (text: string): Promise<void> =>
    Promise.race([
      early,
      ...readers.map(async (reader) => {
        while (!lines.some((line) => line.includes(text))) await once(reader, "line", { signal: AbortSignal.timeout(DEADLINE_MS) });
      }),
    ]);
  return { child, lines, ended, waitFor };
}

describe("pnpm mocks", { timeout: 1.5 * DEADLINE_MS }, () => {
  it("prints the address of each service with an example call that works, logs the requests, and ends on SIGTERM with nothing left", async () => {
    const { child, lines, ended, waitFor } = startCommand("--port", "0");
    await waitFor("Ctrl+C");
    const examples = lines.flatMap((line, index) => {
      const [, header, address] = /^ {2}curl -H "([^"]+)" (\S+)$/.exec(line) ?? [];
      const [service = "", url] = (lines[index - 1] ?? "").split(/\s+/);
      return header === undefined || address === undefined ? [] : [{ service, url, header, address }];
    });
    expect(examples.map(({ service }) => service)).toEqual(findServices());
    for (const { service, url, header, address } of examples) {
      const [name, value] = header.split(": ") as [string, string];
      expect(address.startsWith(`${url}/`), address).toBe(true);
      const response = await fetch(address, { headers: { [name]: value } });
      expect(response.status, `${address}: ${await response.text()}`).toBe(200);
      expect(response.headers.get("sl-violations"), address).toBeNull();
      await waitFor(`${service.padEnd(10)} [HTTP SERVER] get ${new URL(address).pathname} info: Request received`);
    }
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    for (const { address } of examples) await expect(fetch(address), address).rejects.toThrow("fetch failed");
  });

  it("ends on SIGTERM while it starts too", async () => {
    const { child, ended, waitFor } = startCommand("--port", "0");
    await waitFor("Starting Prism");
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  });

  it("says which port is taken, and ends", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void taken.close());
    await once(taken, "listening");
    const { port } = taken.address() as { readonly port: number };
    const { lines, ended } = startCommand("--port", String(port));
    expect(await ended).toBe(1);
    expect(lines.join("\n")).toMatch(new RegExp(`EADDRINUSE.*:${port}: give another --port`));
  });

  it("says what it takes if the port is none", async () => {
    const { lines, ended } = startCommand("--port", "http");
    expect(await ended).toBe(2);
    expect(lines[0]).toBe("--port must be a whole number of 0 to 65533; got http");
  });
});
