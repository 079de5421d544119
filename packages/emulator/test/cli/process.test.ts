import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { ask, type Ready } from "./support.ts";

const BIN = resolve(import.meta.dirname, "../../bin/keywright-emulator.js");
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

function launch(...args: readonly string[]) {
  const child = spawn(process.execPath, [BIN, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  let complained = "";
  child.stderr.on("data", (chunk) => (complained += String(chunk)));
  const exited = new Promise<number | string | null>((done) => child.once("exit", (code, signal) => done(code ?? signal)));
  const line = new Promise<string>((done) => child.stdout.once("data", (chunk) => done(String(chunk))));
  return { child, exited, line, complained: () => complained };
}

describe("the program", () => {
  test.each(["SIGTERM", "SIGINT"] as const)("ends cleanly on %s, also with a connection that is open and a request that is stalled", async (signal) => {
    const { child, exited, line, complained } = launch("--port", "0", "--json", "--control-port", "0");
    const { vault, control } = JSON.parse(await line) as Ready;
    await (await ask(`${vault.baseUrl}/v1/vaults`, vault.token)).text();
    await fetch(`${control?.baseUrl}/faults`, { method: "POST", body: '{"service":"vault","operationId":"getHealth","answer":"stall"}' });
    const stalled = ask(`${vault.baseUrl}/health`, "").catch((error: unknown) => error);
    await ask(`${vault.baseUrl}/heartbeat`, "");
    child.kill(signal);
    expect([await exited, complained()]).toEqual([0, ""]);
    expect(await stalled).toBeInstanceOf(Error);
  });

  test("exits with 2 where it is not understood, and says nothing on standard output", async () => {
    const { exited, complained } = launch("--prot", "1");
    expect(await exited).toBe(2);
    expect(complained()).toContain("--prot");
  });
}, 20_000);
