import type { ChildProcess } from "node:child_process";
import { platformClock } from "@keywright/core/client";

/** Signals for the command's children, too. Others, such as HUP, mean something to it alone. */
export const OF_ALL: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGQUIT", "SIGKILL", "SIGSTOP", "SIGCONT"];

const POLL_MS = 50;

/** The processes that a command started. */
export interface Group {
  /** Whether this process is not in the group. */
  readonly isOwn: boolean;
  /** Whether a terminal of its own sends its keys to it. */
  readonly hasTerminal?: boolean;
  send(signal: NodeJS.Signals): void;
  /** Resolves after the exit, when no process of the group is left or they got SIGKILL. */
  readonly gone: Promise<void>;
}

/** Returns the command alone, if it shares its group with this process. */
export function commandAlone(command: ChildProcess): Group {
  return { isOwn: false, send: (signal) => void command.kill(signal), gone: new Promise((resolve) => command.once("exit", () => resolve())) };
}

/** Returns the process group that a command leads. */
export function groupOf(command: ChildProcess): Group {
  const { pid } = command;
  let isGone = pid === undefined;
  let isKilled = false;

  function sendToAll(signal: NodeJS.Signals | 0): void {
    if (isGone || pid === undefined) return;
    try {
      process.kill(-pid, signal);
    } catch (error) {
      // Another group can get the number later. Deno may permit signals only to the command.
      isGone = (error as NodeJS.ErrnoException).code === "ESRCH" || !command.kill(signal);
    }
  }

  return {
    isOwn: true,
    send(signal) {
      isKilled ||= signal === "SIGKILL";
      if (OF_ALL.includes(signal)) sendToAll(signal);
      else command.kill(signal);
    },
    gone: new Promise((resolve) => {
      command.once("exit", function look() {
        sendToAll(0);
        if (isGone || isKilled) resolve();
        else platformClock.after(POLL_MS, look);
      });
    }),
  };
}
