import { isApiError, isKeywrightError } from "@keywright/core";
import type { Settings } from "./arguments.ts";
import { reasonOf, reasonText } from "./error-message.ts";
import type { Log } from "./log.ts";
import type { ServiceName, StreamName } from "./streams.ts";
import { UsageError } from "./usage-error.ts";

/** 0 ended as asked, 1 failed, 2 not understood, 3 checkpoint or output in use, 4 position refused, 5 ended as asked and pages were set aside. */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5;

/** Why the command ends before it was asked to. */
export interface Failure {
  readonly error: unknown;
  /** The stream that failed; absent if none had begun. */
  readonly stream?: StreamName;
}

/** Says why the command ends, and gives its exit code. */
export function exitWith({ error, stream }: Failure, services: readonly ServiceName[], log: Log): ExitCode {
  // Whoever reads has gone, such as head after its lines: that is no failure.
  if (error instanceof Error && "code" in error && error.code === "EPIPE") return 0;
  const [exitCode, advice] = meaningOf(error);
  const reason = reasonOf(error, services);
  const event = exitCode === 2 ? "refused" : "failed";
  // In text the line is the command's: the message has the stream's operation.
  log.say({ level: "error", event, message: reasonText(reason), advice, details: { stream, exitCode, error: reason } });
  return exitCode;
}

/** Says that pages were set aside, and gives the exit code of that. */
export function exitSetAside(pages: number, { setAside }: Pick<Settings, "setAside">, log: Log): ExitCode {
  const message = `${pages} ${pages === 1 ? "page was" : "pages were"} set aside in ${setAside}: their events are not in the output`;
  log.say({ level: "error", event: "set-aside", message, details: { pages, exitCode: 5 } });
  return 5;
}

function meaningOf(error: unknown): readonly [ExitCode, advice?: string] {
  if (error instanceof UsageError || isKeywrightError(error, "invalid-configuration")) return [2, "Try keywright-tail --help"];
  if (isKeywrightError(error, "checkpoint-owned")) return [3, "With --stand-by it waits until the other one has ended, and takes over"];
  if (isKeywrightError(error, "cursor-refused"))
    return [
      4,
      "With --reset --since TIME it begins at a time, some time before the last event that you have: events may come again, none is skipped from there on",
    ];
  if (isApiError(error, 400)) return [1, "Where that is the time to begin at, a checkpoint keeps it from now on: --reset --since TIME sets another one"];
  return [1];
}
