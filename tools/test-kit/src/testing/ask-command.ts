import { vi } from "vitest";

export interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

let asked = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command that ends at once, in this process because starting one for each is slow.
 *
 * One at a time: a command of a test that was late would end the process of the next one.
 *
 * @param file The absolute path of the command's source.
 */
export function askCommand(file: string, ...args: readonly string[]): Promise<Answer> {
  const result = last.then(() => resultOf(file, args));
  last = result.catch(() => {});
  return result;
}

async function resultOf(file: string, args: readonly string[]): Promise<Answer> {
  const said = { stdout: "", stderr: "" };
  let exit: number | undefined;
  const { argv } = process;
  const mocks = [
    vi.spyOn(console, "log").mockImplementation((text) => void (said.stdout += `${text}\n`)),
    vi.spyOn(console, "error").mockImplementation((text) => void (said.stderr += `${text}\n`)),
    vi.spyOn(process, "exit").mockImplementation((code) => {
      exit = Number(code ?? 0);
      throw new Error(`ended with ${exit}`);
    }),
  ];
  process.argv = [process.execPath, file, ...args];
  try {
    asked += 1;
    // A new query loads the command's module again, but not its imports.
    await import(/* @vite-ignore */ `${file}?asked=${asked}`);
    return { code: Number(process.exitCode ?? 0), ...said };
  } catch (error) {
    if (exit === undefined) throw error;
    return { code: exit, ...said };
  } finally {
    process.argv = argv;
    process.exitCode = undefined;
    for (const mock of mocks) mock.mockRestore();
  }
}
