import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { findServices, ROOT } from "@keywright/tool-test-kit/services";
import { describe, expect, it, onTestFinished } from "vitest";

const { scripts } = JSON.parse(await readFile(`${ROOT}/package.json`, "utf8")) as { readonly scripts: { readonly mocks: string } };

/** The longest that the command may take to start or to end on a busy machine. */
const DEADLINE_MS = 60_000;

/** Starts the command as `pnpm mocks` does. */
function startCommand(...args: readonly string[]) {
  const [, ...words] = scripts.mocks.split(" ");
  const child = spawn(process.execPath, [...words, ...args], { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines: string[] = [];
  const readers = [child.stdout, child.stderr].map((input) => createInterface({ input }).on("line", (line) => lines.push(line)));
  return {
    child,
    /** Every line so far, of both streams. */
    lines,
    /** The exit code, once the process has ended and its streams are closed. */
    ended: once(child, "close", { signal: AbortSignal.timeout(DEADLINE_MS) }).then(([code]) => code as unknown),
    /** Waits for the first line that contains a text. */
    async waitFor(text: string): Promise<void> {
      const signal = AbortSignal.timeout(DEADLINE_MS);
      while (!lines.some((line) => line.includes(text))) await Promise.race(readers.map((reader) => once(reader, "line", { signal })));
    },
  };
}

describe("pnpm mocks", { timeout: 1.5 * DEADLINE_MS }, () => {
  it("prints addresses with an example call each that works, logs the calls, and ends on SIGTERM", async () => {
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
      await fetch(address);
      await waitFor(`${service.padEnd(10)} GET ${new URL(address).pathname} 401 [{"location":["request"]`);
    }
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  });

  it("ends on SIGTERM while it starts, too", async () => {
    const { child, ended, waitFor } = startCommand("--port", "0");
    await waitFor("Starting Prism");
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  });

  it("says which port is taken", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void taken.close());
    await once(taken, "listening");
    const { port } = taken.address() as { readonly port: number };
    const { lines, ended } = startCommand("--port", String(port));
    expect(await ended).toBe(1);
    expect(lines.join("\n")).toMatch(new RegExp(`EADDRINUSE.*:${port}: give another --port`));
  });

  it("says what it takes where the port is none", async () => {
    const { lines, ended } = startCommand("--port", "http");
    expect(await ended).toBe(2);
    expect(lines[0]).toBe("--port must be a whole number of 0 to 65533; got http");
  });
});
