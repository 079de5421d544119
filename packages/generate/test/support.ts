import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { run } from "../src/lib/run.ts";

/** What a run of the command ended with. */
export interface Outcome {
  readonly exitCode: number;
  readonly out: readonly string[];
  readonly errors: readonly string[];
}

/** Runs the command in this process. */
export async function keywrightGenerate(...words: readonly string[]): Promise<Outcome> {
  const out: string[] = [];
  const errors: string[] = [];
  const exitCode = await run(words, { log: (line) => out.push(line), error: (line) => errors.push(line) });
  return { exitCode, out, errors };
}

/** An empty project of a user, which is removed after the test. It has core, as `npm install` would lay it out. */
export async function projectForTest(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-generate-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, "node_modules/@keywright"), { recursive: true });
  await symlink(fileURLToPath(new URL("../../core", import.meta.url)), join(folder, "node_modules/@keywright/core"), "dir");
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  return folder;
}
