import { type ChildProcessByStdio, spawn } from "node:child_process";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { bundledProgram } from "@keywright/tool-test-kit/testing/bundled-program";
import { describe, expect, test } from "vitest";
import { readCassette } from "../../src/lib/record/cassette/cassette.ts";
import { afterThisTest, ask, type Ready, shortSeed, start, temporaryFolder } from "./support.ts";

const PACKAGE = resolve(import.meta.dirname, "../..");
const COMMAND = bundledProgram(PACKAGE);

function launch(...args: readonly string[]) {
  return watch(spawn(process.execPath, [COMMAND, ...args], { stdio: ["ignore", "pipe", "pipe"], detached: true }));
}

/** Starts the package by npx in a project that has it installed. */
async function launchByNpx(...args: readonly string[]) {
  const project = await temporaryFolder();
  await mkdir(join(project, "node_modules/.bin"), { recursive: true });
  await mkdir(join(project, "node_modules/@keywright"));
  await symlink(PACKAGE, join(project, "node_modules/@keywright/emulator"));
  await symlink(COMMAND, join(project, "node_modules/.bin/keywright-emulator"));
  await writeFile(join(project, "package.json"), '{ "name": "project", "version": "1.0.0" }');
  const env = { ...process.env, npm_config_offline: "true" };
  return watch(spawn("npx", args, { cwd: project, env, stdio: ["ignore", "pipe", "pipe"], detached: true }));
}

/** Watches a command that has a process group of its own, of which nothing outlives the test. */
function watch(child: ChildProcessByStdio<null, Readable, Readable>) {
  afterThisTest(async () => {
    try {
      process.kill(-(child.pid ?? 0), "SIGKILL");
    } catch {
      // It has ended.
    }
  });
  let complained = "";
  child.stderr.on("data", (chunk) => (complained += String(chunk)));
  const exited = new Promise<number | string | null>((done) => child.once("exit", (code, signal) => done(code ?? signal)));
  // Standard output closes when the last process that holds it has ended.
  const closed = new Promise<void>((done) => child.once("close", () => done()));
  const line = new Promise<string>((done) => child.stdout.once("data", (chunk) => done(String(chunk))));
  return { child, exited, closed, line, complained: () => complained };
}

describe("the program", () => {
  test.each(["SIGTERM", "SIGINT"] as const)("ends cleanly on %s, also with a connection that is open and a request that is stalled", async (signal) => {
    const { child, exited, line, complained } = launch("--port", "0", "--json", "--control-port", "0");
    const { vault, control } = JSON.parse(await line) as Ready;
    await (await ask(`${vault.baseUrl}/v1/vaults`, vault.token)).text();
    await fetch(`${control?.baseUrl}/faults`, { method: "POST", body: '{"service":"vault","operationId":"getHealth","response":"stall"}' });
    const stalled = ask(`${vault.baseUrl}/health`, "").catch((error: unknown) => error);
    await ask(`${vault.baseUrl}/heartbeat`, "");
    child.kill(signal);
    expect([await exited, complained()]).toEqual([0, ""]);
    expect(await stalled).toBeInstanceOf(Error);
  });

  test("that is killed has its last state in the next run", async () => {
    const folder = await temporaryFolder();
    const first = launch("--port", "0", "--json", "--state", folder, "--seed", await shortSeed());
    const { vault } = JSON.parse(await first.line) as Ready;
    const headers = { authorization: `Bearer ${vault.token}` };
    const [{ id } = { id: "" }] = (await (await ask(`${vault.baseUrl}/v1/vaults`, vault.token)).json()) as { id: string }[];
    const item = `/v1/vaults/${id}/items/${vault.fileItemUUID}`;
    await fetch(`${vault.baseUrl}${item}`, { method: "DELETE", headers });
    const saved = async () => {
      const text = await readFile(join(folder, "state.json"), "utf8").catch(() => undefined);
      return text === undefined ? undefined : (JSON.parse(text) as { vault: { state: { items: { id: string }[] } } }).vault.state.items.map((each) => each.id);
    };
    // Each request is a change, so that one of the next writes has the deletion.
    while ((await saved())?.includes(vault.fileItemUUID ?? "") !== false) await ask(`${vault.baseUrl}/heartbeat`, "");
    first.child.kill("SIGKILL");
    await first.exited;
    const second = launch("--port", "0", "--json", "--state", folder);
    const again = JSON.parse(await second.line) as Ready;
    expect(again.vault.token).toBe(vault.token);
    expect((await ask(`${again.vault.baseUrl}${item}`, vault.token)).status).toBe(404);
  });

  test("records without a loss: a kill leaves each exchange that a client has seen", async () => {
    const { ready } = await start();
    const out = join(await temporaryFolder(), "cassette.json");
    const { child, exited, line } = launch("record", "--upstream", ready.vault.baseUrl, "--out", out, "--port", "0");
    const [url = ""] = /http:\S+$/m.exec(await line) ?? [];
    for (let sent = 0; sent < 20; sent += 1) await (await ask(`${url}/v1/vaults?filter=${sent}`, ready.vault.token)).text();
    child.kill("SIGKILL");
    await exited;
    const { exchanges, isCut } = readCassette(await readFile(out, "utf8"));
    expect([exchanges.length, exchanges.at(-1)?.request.query, isCut]).toEqual([20, "filter=19", false]);
  });

  test("exits with 2 where it is not understood, and says nothing on standard output", async () => {
    const { exited, complained } = launch("--prot", "1");
    expect(await exited).toBe(2);
    expect(complained()).toContain("--prot");
  });
});

describe("started by npx", () => {
  test("it ends when npx must end, and its ports are free again", async () => {
    const { child, closed, line } = await launchByNpx("--yes", "--package", "@keywright/emulator", "keywright-emulator", "--port", "0", "--json");
    const { vault } = JSON.parse(await line) as Ready;
    child.kill("SIGTERM");
    await closed;
    await expect(fetch(vault.baseUrl)).rejects.toThrow("fetch failed");
  });
});
