import { platformClock } from "@keywright/core/client";
import type { Child, Exit } from "./child.ts";
import type { Log } from "./log.ts";
import type { CommandContext } from "./command-context.ts";

/** Signals after which the command is to end. */
export const ENDING: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGQUIT"];

/** The time in which outputs end after SIGKILL. */
const AFTER_KILL_MS = 1000;

/**
 * Waits for the output and, after a stop, the processes of a command.
 *
 * If a part of the output is lost, success becomes exit code 1.
 *
 * @param options.isStopped Whether a signal stopped it: the rest gets SIGKILL after the grace time.
 */
export async function afterExit(
  child: Child,
  exit: Exit,
  { signals, clock = platformClock }: CommandContext,
  { isStopped, graceMs, log }: { readonly isStopped: boolean; readonly graceMs: number; readonly log: Log },
): Promise<Exit> {
  let timer: unknown;
  let isLimited = false;
  const limit = new Promise<"late">((resolve) => {
    function kill(): void {
      clock.clear(timer);
      child.send("SIGKILL");
      timer = clock.after(AFTER_KILL_MS, () => resolve("late"));
    }
    function stop(): void {
      if (isLimited) return kill();
      isLimited = true;
      timer = clock.after(graceMs, kill);
    }
    // Without a group, nothing that is left can get a signal, so it ends this process.
    signals.sendTo(
      child.isOwn
        ? (signal) => {
            child.send(signal);
            if (ENDING.includes(signal)) stop();
          }
        : undefined,
    );
    if (isStopped) stop();
  });
  const written = isStopped ? child.gone.then(() => child.written) : child.written;
  const error = await Promise.race([written, limit]);
  clock.clear(timer);
  signals.sendTo(undefined);
  if (error === undefined) return exit;
  const reason = error === "late" ? "cannot be read to its end: a process that it left keeps it open" : `cannot be written: ${error.message}`;
  log({ level: "error", event: "output-lost", message: `the output of the command ${reason}` });
  return "code" in exit && exit.code === 0 ? { code: 1 } : exit;
}
