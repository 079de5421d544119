import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { runCommand } from "../command/run-command.ts";
import { ROOT } from "../services/index.ts";
import type { Part, Lane } from "./part.ts";

const PATH = [join(ROOT, "node_modules/.bin"), process.env["PATH"]].join(delimiter);

/** Runs the programs of a part until one fails, with their output. Returns its exit code. */
export async function showPart({ run }: Part, words: readonly string[]): Promise<number> {
  for (const [program, ...parameters] of programsOf(run, words)) {
    const code = await show(program, parameters);
    if (code !== 0) return code;
  }
  return 0;
}

/** Runs a part to its end. Returns whether it succeeded, and its output. */
export async function recordPart({ run }: Part): Promise<Outcome> {
  const outputs: string[] = [];
  for (const [program, ...parameters] of programsOf(run, [])) {
    const { ok, output } = await runCommand(program, parameters, { folder: ROOT, environment: { PATH }, timeoutMs: 1_800_000 });
    outputs.push(output);
    if (!ok) return { ok, output: outputs.join("\n") };
  }
  return { ok: true, output: outputs.join("\n") };
}

/** The programs of a part: the last one takes the words of the command line. */
function programsOf(run: string, words: readonly string[]): readonly (readonly [string, ...string[]])[] {
  const lines = run.split(" && ");
  return lines.map((line, index) => {
    const [program = "", ...parameters] = line.split(" ");
    return [program, ...parameters, ...(index === lines.length - 1 ? words : [])];
  });
}

/** A terminal interrupts the program itself, whose end is awaited. */
function wait(): void {}

function show(program: string, parameters: readonly string[]): Promise<number> {
  const child = spawn(program, parameters, { cwd: ROOT, env: { ...process.env, PATH }, stdio: "inherit" });
  const end = (): unknown => child.kill();
  process.on("SIGTERM", end).on("SIGINT", wait);
  return new Promise((resolve, reject) => {
    child.once("error", reject).once("close", (code) => {
      process.off("SIGTERM", end).off("SIGINT", wait);
      resolve(code ?? 1);
    });
  });
}

type Outcome = Awaited<ReturnType<typeof runCommand>>;

/**
 * Runs all parts, whatever fails: the lanes side by side, the parts of a lane one after the other.
 *
 * @param run Runs one part to its end.
 * @param ended Called with the name of each part when it ends.
 * @returns The names of the parts that failed, in the order of the lanes.
 */
export async function runParts(
  lanes: readonly Lane[],
  run: (part: Part) => Promise<Outcome>,
  ended: (name: string, outcome: Outcome, ms: number) => void,
): Promise<readonly string[]> {
  const runLane = async (parts: Lane): Promise<readonly string[]> => {
    const failed: string[] = [];
    for (const [name, part] of parts) {
      const start = performance.now();
      const outcome = await run(part);
      if (!outcome.ok) failed.push(name);
      ended(name, outcome, performance.now() - start);
    }
    return failed;
  };
  return (await Promise.all(lanes.map(runLane))).flat();
}
