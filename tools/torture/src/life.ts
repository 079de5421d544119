import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process";

/** A process that was started. */
export interface Life {
  readonly child: ChildProcess;
  /** Resolves when it ends. */
  readonly end: Promise<End>;
}

/** The output and the exit of a process. */
export interface End {
  readonly printed: string;
  readonly said: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Maximum time of a process. */
const PATIENCE_MS = 60_000;

/** Starts a program with Node, or with the command before it. */
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
