import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { commandAlone, type Group, groupOf } from "./group.ts";
import type { Masker } from "../masking/masker.ts";
import { groupInTerminal, type OwnTerminal } from "./own-terminal.ts";
import { hasTerminal } from "./terminal.ts";

/** How a command ended. */
export type Exit = { readonly code: number } | { readonly signal: NodeJS.Signals };

/** A command that runs. */
export interface Child extends Group {
  /** @throws CannotRunError if it cannot be started. */
  readonly exited: Promise<Exit>;
  /** Resolves when all masked output is written, also of processes left behind; error: a loss. */
  readonly written: Promise<Error | undefined>;
}

/** The command cannot be started: exit code 126, or 127 if it does not exist. */
export class CannotRunError extends Error {
  readonly exitCode: 126 | 127;
  constructor(command: string, { code }: { readonly code?: string | undefined }) {
    super(`${command} cannot be started: ${(code && REASONS[code]) ?? code ?? "unknown error"}`);
    this.name = "CannotRunError";
    this.exitCode = code === "ENOENT" ? 127 : 126;
  }
}

const REASONS: { readonly [code: string]: string } = {
  ENOENT: "there is no such command",
  EACCES: "it is not an executable file",
  E2BIG: "its arguments and environment are larger than the system allows",
};

/** Two outputs of this process, and their maskers. */
export interface Outputs {
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly masker: () => Masker;
  /** Awaited before bytes are masked. */
  readonly refresh: () => Promise<void>;
  /** Whose output is masked. Absent: the command writes to pipes. */
  readonly terminal?: OwnTerminal | undefined;
}

/**
 * Starts a command in this folder with this standard input, and without masking with its outputs.
 *
 * It has its own process group, except with a terminal, whose jobs are groups, and on Windows.
 */
export function startChild(command: string, args: readonly string[], env: NodeJS.ProcessEnv, outputs: Outputs | undefined): Child {
  let child: ChildProcess;
  const hasGroup = process.platform !== "win32" && !hasTerminal();
  try {
    const output = outputs === undefined ? "inherit" : "pipe";
    const started = outputs?.terminal?.around(command, args, env) ?? { command, args, env };
    child = withoutDebugLog(() => spawn(started.command, started.args, { env: started.env, stdio: ["inherit", output, output], detached: hasGroup }));
  } catch (error) {
    // The error's own message can contain the environment.
    throw new CannotRunError(command, error as NodeJS.ErrnoException);
  }
  const group = (outputs?.terminal === undefined ? (hasGroup ? groupOf : commandAlone) : groupInTerminal)(child);
  /** Its own terminal reads on without a reader, so the command gets the signal of a closed one. */
  function onUnread(): void {
    if (group.hasTerminal) group.send("SIGHUP");
  }
  return {
    ...group,
    exited: new Promise((resolve, reject) => {
      child.once("error", (error: NodeJS.ErrnoException) => {
        if (child.pid === undefined) reject(new CannotRunError(command, error));
      });
      child.once("exit", (code, signal) => resolve(signal === null ? { code: code ?? 1 } : { signal }));
    }),
    written: Promise.all(
      outputs === undefined ? [] : [pump(child.stdout, outputs, outputs.stdout, onUnread), pump(child.stderr, outputs, outputs.stderr, onUnread)],
    ).then((errors) => errors.find((error) => error !== undefined)),
  };
}

/** With NODE_DEBUG, Node prints the environment of a command before it starts. */
function withoutDebugLog<Result>(start: () => Result): Result {
  const { stderr } = process;
  const { write: original } = stderr;
  stderr.write = () => true;
  try {
    return start();
  } finally {
    stderr.write = original;
  }
}

/** Returns the error if a part of the output is lost. */
async function pump(source: Readable | null, outputs: Outputs, target: Writable, onUnread: () => void): Promise<Error | undefined> {
  if (source === null) return undefined;
  const masker = outputs.masker();
  try {
    for await (const bytes of source) {
      await outputs.refresh();
      await write(target, masker.write(bytes as Buffer));
    }
    // Calls back after all writes before it, which the end of this process would drop.
    await new Promise<void>((resolve, reject) => target.write(masker.end(), (error) => (error ? reject(error) : resolve())));
    return undefined;
  } catch (caught) {
    // The next write of the command fails, with EPIPE or ECONNRESET.
    source.destroy();
    onUnread();
    const error: NodeJS.ErrnoException = target.errored ?? (caught as Error);
    // Without its reader, the output is not lost but unwanted.
    return error.code === "EPIPE" ? undefined : error;
  }
}

async function write(target: Writable, bytes: Buffer): Promise<void> {
  if (target.errored !== null || target.destroyed) throw new Error("the output is closed");
  if (bytes.length > 0 && !target.write(bytes)) await once(target, "drain");
}
