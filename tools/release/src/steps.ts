import { runCommand } from "@keywright/tool-test-kit/command/run-command";

/** Runs the steps of a rehearsal, and prints a line for each. */
export interface Steps {
  /**
   * Runs a command and returns its output.
   *
   * @param fails Whether the command must fail.
   * @throws Error with the output if it does not end as expected.
   */
  run(what: string, folder: string, command: readonly string[], fails?: "fails"): Promise<string>;
  /** Runs a function, and prints the last line of the text that it returns. */
  work(what: string, work: () => Promise<string>): Promise<string>;
}

/** Lines that pnpm and npm print around a command. */
const AROUND = /^\s*$|^\$ |^npm (warn|notice) |^(Scope:|✓|Lockfile|Already|Done in|\[ELIFECYCLE\])/;

/** Begins a rehearsal. Every command receives these variables in addition to those of this process. */
export function beginSteps(environment: NodeJS.ProcessEnv, print: (line: string) => void): Steps {
  const work: Steps["work"] = async (what, doIt) => {
    const start = performance.now();
    const said = await doIt();
    const lines = said.split("\n").filter((line) => !AROUND.test(line));
    print(`ok ${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s  ${what.padEnd(44)} ${lines.at(-1)?.slice(0, 120) ?? ""}`);
    return said;
  };
  return {
    work,
    run: (what, folder, [command = "", ...parameters], fails) =>
      work(what, async () => {
        const { ok, output } = await runCommand(command, parameters, { folder, environment, timeoutMs: 600_000 });
        if (ok === (fails === "fails")) throw new Error(`${what}: ${[command, ...parameters].join(" ")} ${ok ? "did not fail" : "failed"}\n${output}`);
        return output;
      }),
  };
}
