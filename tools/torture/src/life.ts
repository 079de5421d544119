import { type ChildProcess, spawn, type SpawnOptionsWithoutStdio } from "node:child_process";
import { once } from "node:events";

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

const PATIENCE_MS = 60_000;

/** Starts a program with Node, or with the command before it. */
export function start(command: readonly string[], { onText, ...options }: SpawnOptionsWithoutStdio & { readonly onText?: (text: string) => void } = {}): Life {
  const [program = process.execPath, ...args] = command;
  const child = spawn(program, args, { timeout: PATIENCE_MS, killSignal: "SIGKILL", ...options });
  let printed = "";
  let said = "";
  child.stdout.on("data", (text: Buffer) => {
    printed += text.toString();
    onText?.(text.toString());
  });
  child.stderr.on("data", (text: Buffer) => (said += text.toString()));
  const end = once(child, "close").then(([code, signal]) => ({ printed, said, code: code as End["code"], signal: signal as End["signal"] }));
  return { child, end };
}
