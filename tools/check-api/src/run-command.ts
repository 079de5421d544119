import { execFile } from "node:child_process";

/** Runs a command to its end and gives what it said, without throwing where it fails. */
export async function runCommand(command: string, parameters: readonly string[], folder: string): Promise<{ readonly ok: boolean; readonly output: string }> {
  return new Promise((resolve) => {
    execFile(command, parameters, { cwd: folder, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      resolve({ ok: error === null, output: `${stdout}${stderr}`.trim() });
    });
  });
}
