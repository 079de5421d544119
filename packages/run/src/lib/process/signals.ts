import inspector from "node:inspector";
import { constants } from "node:os";
import { hasTerminal, isInForeground } from "./terminal.ts";

const FORWARDED = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGWINCH"] as const;

/** Sent by a terminal to all processes of its foreground group. */
const OF_TERMINAL: readonly NodeJS.Signals[] = ["SIGINT", "SIGQUIT", "SIGWINCH"];

/** A core dump of this process would contain secrets. */
const DUMPING: readonly NodeJS.Signals[] = ["SIGQUIT", "SIGILL", "SIGTRAP", "SIGABRT", "SIGBUS", "SIGFPE", "SIGSEGV", "SIGXCPU", "SIGXFSZ", "SIGSYS"];

/** The receiver of the signals of this process. */
export interface Signals {
  /** Sets the receiver. Without one, a signal ends the process. */
  sendTo(receiver: ((signal: NodeJS.Signals, isFromTerminal: boolean) => void) | undefined): void;
  /** Sets what is done before a signal ends the process. */
  beforeEnd(action: () => void): void;
}

/** Listens to signals, also as PID 1, for which the kernel ignores signals without a listener. */
export function receiveSignals(): Signals {
  let receiver: Parameters<Signals["sendTo"]>[0];
  let cleanUp: (() => void) | undefined;
  for (const signal of FORWARDED) {
    process.on(signal, () => {
      if (receiver !== undefined) receiver(signal, OF_TERMINAL.includes(signal) && isInForeground());
      else if (signal !== "SIGWINCH") {
        cleanUp?.();
        endBy(signal);
      }
    });
  }
  // The command has its own process group, so a stop must also be sent on.
  if (!hasTerminal()) {
    process.on("SIGTSTP", () => {
      receiver?.("SIGSTOP", false);
      process.kill(process.pid, "SIGSTOP");
    });
    process.on("SIGCONT", () => receiver?.("SIGCONT", false));
  }
  // NODE_OPTIONS or an early SIGUSR1 opens a debugger, which shows secrets to other users.
  inspector.close();
  return { sendTo: (next) => void (receiver = next), beforeEnd: (action) => void (cleanUp = action) };
}

/** Ends this process by a signal, so that its parent gets the same status as from the command. */
export function endBy(signal: NodeJS.Signals): never {
  process.removeAllListeners(signal);
  if (!DUMPING.includes(signal)) process.kill(process.pid, signal);
  // The kernel ignores a signal for PID 1 without a listener, and Node ignores SIGPIPE.
  process.exit(128 + constants.signals[signal]);
}
