import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundlePrograms } from "@keywright/tool-test-kit/testing/bundle-programs";
import { describe, expect, it, onTestFinished } from "vitest";
import { endProcessesIn } from "../../src/mutate/end-processes.ts";
import { runTests } from "../../src/mutate/run-tests.ts";

/** Says that it is ready, and then what it reads, until its input ends. */
const ECHO = 'process.stdout.write("ready\\n"); process.stdin.pipe(process.stdout);';

/** A vitest that starts a process in a group of its own, with its outputs, and writes its id. */
const VITEST = `
  import { spawn } from "node:child_process";
  import { writeFileSync, renameSync } from "node:fs";
  const { pid } = spawn(process.execPath, ["-e", "setInterval(() => {}, 2 ** 30)"], { cwd: process.env.TMPDIR, detached: true, stdio: "inherit" });
  writeFileSync("new", String(pid));
  renameSync("new", "left");
  if (process.argv.includes("hangs.test.ts")) setInterval(() => {}, 2 ** 30);
  else process.exit(0);
`;

async function createFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "keywright-ends-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a process in a group of its own, and waits until it runs. */
async function started(cwd: string, command: string, ...args: readonly string[]): Promise<ChildProcessWithoutNullStreams> {
  await mkdir(cwd, { recursive: true });
  const child = spawn(command, args, { cwd, detached: true });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return child;
}

const endOf = (child: ChildProcessWithoutNullStreams): Promise<unknown[]> => once(child, "exit");

function isRunning(id: number): boolean {
  try {
    return id > 0 && process.kill(id, 0);
  } catch {
    return false;
  }
}

/** Waits until a process has ended, whose end nothing reports. */
async function goneOf(id: number): Promise<void> {
  while (isRunning(id)) await new Promise((resolve) => setImmediate(resolve));
}

describe.runIf(process.platform === "linux")("the processes of a copy", () => {
  it("are those whose working folder or whose program of Node is in its folder, and no others", async () => {
    const [folder, other] = [await createFolder(), await createFolder()];
    await writeFile(join(folder, "echo.mjs"), ECHO);
    const within = [
      await started(folder, process.execPath, "-e", ECHO),
      await started(join(folder, "inside"), "sh", "-c", "echo; exec sleep 600"),
      await started(join(folder, "removed"), process.execPath, "-e", ECHO),
      await started(other, process.execPath, "--no-warnings", join(folder, "echo.mjs")),
    ];
    const outside = [
      await started(`${folder}-2`, process.execPath, "-e", ECHO),
      await started(other, process.execPath, "-e", ECHO, `${folder}-2/echo.mjs`),
      // Someone who reads a file of the copy.
      await started(other, "sh", "-c", 'echo; read line; echo "$line"', "sh", join(folder, "echo.mjs")),
    ];
    onTestFinished(() => rm(`${folder}-2`, { recursive: true, force: true }));
    await rm(join(folder, "removed"), { recursive: true });
    const ended = within.map(endOf);
    endProcessesIn(folder);
    expect(await Promise.all(ended)).toEqual(within.map(() => [null, "SIGKILL"]));
    for (const child of outside) {
      child.stdin.on("error", () => {}).write("still here\n");
      expect(String(await Promise.race([once(child.stdout, "data"), endOf(child)]))).toBe("still here\n");
    }
  });

  it("are not the one that ends them", async () => {
    const folder = await createFolder();
    await bundlePrograms([join(import.meta.dirname, "../../src/mutate/end-processes.ts")], folder);
    const script = 'import("./end-processes.js").then(({ endProcessesIn }) => { endProcessesIn(process.cwd()); console.log("done"); })';
    const child = spawn(process.execPath, ["-e", script], { cwd: folder });
    const [[said], end] = await Promise.all([once(child.stdout, "data"), endOf(child)]);
    expect([String(said), end]).toEqual(["done\n", [0, null]]);
  });

  it("end with the run of tests that left them, which does not wait for their outputs", async () => {
    const root = await copyWith(VITEST);
    expect(await runTests(root, ["leaves.test.ts"], 2 ** 30)).toMatchObject({ outcome: "passed" });
    await goneOf(await leftIn(root));
  });

  it("end with this process while tests run", async () => {
    const root = await copyWith(VITEST);
    await bundlePrograms([join(import.meta.dirname, "../../src/mutate/run-tests.ts")], root);
    const script =
      'process.once("SIGTERM", () => process.exit(1)); import("./run-tests.js").then(({ runTests }) => runTests(process.argv[1], ["hangs.test.ts"], 2 ** 30))';
    const child = spawn(process.execPath, ["-e", script, root], { cwd: root });
    onTestFinished(() => void child.kill("SIGKILL"));
    await expect.poll(() => leftIn(root)).not.toBe(0);
    const end = endOf(child);
    child.kill("SIGTERM");
    expect(await end).toEqual([1, null]);
    await goneOf(await leftIn(root));
  });
});

/** The root of a copy whose `vitest` is this script. */
async function copyWith(script: string): Promise<string> {
  const root = join(await createFolder(), "repository");
  await mkdir(join(root, "node_modules/vitest"), { recursive: true });
  await writeFile(join(root, "node_modules/vitest/vitest.mjs"), script);
  onTestFinished(async () => {
    const id = await leftIn(root);
    if (isRunning(id)) process.kill(id, "SIGKILL");
  });
  return root;
}

/** The id of the process that the script left; 0 if it has left none. */
async function leftIn(root: string): Promise<number> {
  return Number(await readFile(join(root, "left"), "utf8").catch(() => 0));
}
