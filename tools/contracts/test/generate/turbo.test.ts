import { execFile } from "node:child_process";
import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { PATIENCE_MS } from "@keywright/tool-test-kit/testing/limits";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const COPIED = ["package.json", "pnpm-workspace.yaml", "pnpm-lock.yaml", "turbo.json", ".gitignore", "specs", "packages", "tools"];
/** What is installed or built, and folders such as `.program-1`, which other tests make and remove meanwhile. */
const LEFT_OUT = /^(node_modules|dist|\.turbo|\.[a-z]+-[^.]+)$/;

/** The hash of each package's generate task, as turbo works it out without running anything. */
async function generateHashes(folder: string): Promise<{ readonly [packageName: string]: string }> {
  const { stdout } = await promisify(execFile)(join(root, "node_modules/.bin/turbo"), ["run", "generate", "--dry=json", "--no-update-notifier"], {
    cwd: folder,
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" },
    timeout: PATIENCE_MS,
    maxBuffer: 64 * 2 ** 20,
  });
  const { tasks } = JSON.parse(stdout) as { readonly tasks: readonly { readonly package: string; readonly hash: string }[] };
  return Object.fromEntries(tasks.map((task) => [task.package, task.hash]));
}

let folder: string;
let before: { readonly [packageName: string]: string };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "keywright-turbo-"));
  for (const name of COPIED) await cp(join(root, name), join(folder, name), { recursive: true, filter: (source) => !LEFT_OUT.test(basename(source)) });
  before = await generateHashes(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The services' packages whose task a change of one file brings to run again. */
async function changedBy(name: string): Promise<string[]> {
  const file = join(folder, name);
  const text = await readFile(file);
  await appendFile(file, "\n");
  const after = await generateHashes(folder);
  await writeFile(file, text);
  const packages = ["@keywright/management", "@keywright/vault", "@keywright/events"];
  expect(Object.keys(before)).toEqual(expect.arrayContaining(packages));
  return packages.filter((each) => before[each] !== after[each]);
}

describe("turbo", () => {
  it("generates one package again when one contract has changed", async () => {
    expect(await changedBy("specs/vault/item.yaml")).toEqual(["@keywright/vault"]);
  });

  it("generates every package again when the generator has changed", async () => {
    expect(await changedBy("packages/generate/src/lib/generator/text/print.ts")).toEqual(["@keywright/management", "@keywright/vault", "@keywright/events"]);
  });
});
