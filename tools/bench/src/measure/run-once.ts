import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A program that ran from its start to its end. */
export interface Ran<Answer> {
  readonly wallMs: number;
  /** The line of JSON that it printed. */
  readonly answer: Answer;
}

/** Runs a program of the stage in a new process. */
export async function runOnce<Answer>(stage: string, program: string, ...args: readonly string[]): Promise<Ran<Answer>> {
  const begun = performance.now();
  const { stdout } = await run(process.execPath, [join(stage, "programs", `${program}.mjs`), ...args], { timeout: 600_000 });
  return { wallMs: performance.now() - begun, answer: JSON.parse(stdout) as Answer };
}
