import { runCommand } from "@keywright/tool-test-kit/command/run-command";

/** Lines that pnpm and npm print around a command. */
const AROUND = /^\s*$|^\$ |^npm (warn|notice) |^(Scope:|✓|Lockfile|Already|Done in|\[ELIFECYCLE\])/;

/** Runs a function, and prints how long it took and the last line of the text that it returns. */
export async function work(what: string, doIt: () => Promise<string>): Promise<string> {
  const start = performance.now();
  const said = await doIt();
  const lines = said.split("\n").filter((line) => !AROUND.test(line));
  console.log(`ok ${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s  ${what.padEnd(44)} ${lines.at(-1)?.slice(0, 120) ?? ""}`);
  return said;
}

/**
 * Runs a command and returns its output.
 *
 * @param mustFail Whether the command must fail.
 * @throws Error with the output if it does not end as expected.
 */
export function run(
  what: string,
  folder: string,
  [command = "", ...parameters]: readonly string[],
  { mustFail = false, environment = {} }: { readonly mustFail?: boolean; readonly environment?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  return work(what, async () => {
    const { ok, output } = await runCommand(command, parameters, { folder, environment, timeoutMs: 600_000 });
    if (ok === mustFail) throw new Error(`${what}: ${[command, ...parameters].join(" ")} ${ok ? "did not fail" : "failed"}\n${output}`);
    return output;
  });
}
