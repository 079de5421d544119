import { execFile } from "node:child_process";
import { basename } from "node:path";

export interface CommandOptions {
  readonly folder: string;
  /** Variables in addition to those of this process. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Maximum time in milliseconds. Default: 300,000. */
  readonly timeoutMs?: number;
}

const AFTER_TERM_MS = 5000;

/** Runs a command and returns its output and whether it succeeded. Does not throw if it fails. */
export async function runCommand(
  command: string,
  parameters: readonly string[],
  { folder, environment = {}, timeoutMs = 300_000 }: CommandOptions,
): Promise<{ readonly ok: boolean; readonly output: string }> {
  const options = { cwd: folder, env: { ...process.env, ...environment }, timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve) => {
    const child = execFile(command, parameters, options, (error, stdout, stderr) => {
      clearTimeout(end);
      const late = error?.killed === true ? `ended after ${timeoutMs} ms: ` : "";
      resolve({ ok: error === null, output: `${late}${stdout}${stderr}`.trim() });
    });
    // A command can wait for ever for what it started.
    const end = setTimeout(() => child.kill("SIGKILL"), timeoutMs + AFTER_TERM_MS);
  });
}

/** Runs a command and returns its output. @throws Error with the output if the command fails. */
export async function runOrThrow(command: string, parameters: readonly string[], options: CommandOptions): Promise<string> {
  const { ok, output } = await runCommand(command, parameters, options);
  if (!ok) throw new Error(`${[basename(command), ...parameters].join(" ")} failed in ${options.folder}\n${output}`);
  return output;
}
