import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process";

/** A process, from its start to its end. */
export interface Life {
  readonly child: ChildProcess;
  /** Resolves with what it printed and how it ended. */
  readonly end: Promise<End>;
}

/** How a process ended. */
export interface End {
  readonly printed: string;
  readonly said: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Longer than any life takes that is not stuck. */
const PATIENCE_MS = 60_000;

/** Starts a program of one file by Node, or by what stands before it. */
export function start(command: readonly string[], options: SpawnOptions & { readonly onText?: (text: string) => void } = {}): Life {
  const [program = process.execPath, ...args] = command;
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"], ...options });
  let printed = "";
  let said = "";
  child.stdout?.on("data", (text: Buffer) => {
    printed += text.toString();
    options.onText?.(text.toString());
  });
  child.stderr?.on("data", (text: Buffer) => (said += text.toString()));
  const killing = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
  const end = new Promise<End>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      clearTimeout(killing);
      resolve({ printed, said, code, signal });
    });
  });
  return { child, end };
}
