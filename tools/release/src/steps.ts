import { runCommand } from "@keywright/tool-test-kit/command/run-command";

/** Runs the commands of a rehearsal one after the other, and prints a line for each. */
export interface Steps {
  /**
   * Runs a command and gives what it printed.
   *
   * @param fails Whether it has to end with an error.
   * @throws Error with the output where it ends otherwise.
   */
  run(what: string, folder: string, command: readonly string[], fails?: "fails"): Promise<string>;
  /** Does work of the rehearsal itself: what it gives is printed. */
  work(what: string, work: () => Promise<string>): Promise<void>;
}

/** What pnpm and npm say of themselves around a command. */
const AROUND = /^\s*$|^\$ |^npm (warn|notice) |^(Scope:|✓|Lockfile|Already|Done in|\[ELIFECYCLE\])/;

/** The last line that a command said for people. */
function lastWord(output: string): string {
  const lines = output.split("\n").filter((line) => !AROUND.test(line));
  return lines.at(-1)?.slice(0, 120) ?? "";
}

/**
 * Begins a rehearsal.
 *
 * @param environment Variables for every command, beside those of this process.
 */
export function beginSteps(environment: NodeJS.ProcessEnv, print: (line: string) => void): Steps {
  const timed = async <Result>(what: string, work: () => Promise<Result>, lastLine: (result: Result) => string): Promise<Result> => {
    const start = performance.now();
    const result = await work();
    print(`ok ${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s  ${what.padEnd(44)} ${lastLine(result)}`);
    return result;
  };
  return {
    run: (what, folder, [command = "", ...parameters], fails) =>
      timed(
        what,
        async () => {
          const { ok, output } = await runCommand(command, parameters, { folder, environment, timeoutMs: 600_000 });
          if (ok === (fails === "fails")) throw new Error(`${what}: ${[command, ...parameters].join(" ")} ${ok ? "did not fail" : "failed"}\n${output}`);
          return output;
        },
        lastWord,
      ),
    work: async (what, work) => void (await timed(what, work, (said) => said)),
  };
}
