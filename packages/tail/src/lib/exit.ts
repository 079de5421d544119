import { isApiError, isKeywrightError } from "@keywright/core";
import type { Settings } from "./arguments.ts";
import { reasonOf, reasonText } from "./error-message.ts";
import type { Log } from "./log.ts";
import type { ServiceName, StreamName } from "./streams.ts";
import { UsageError } from "./usage-error.ts";

/** 0 ended as requested, 1 failed, 2 invalid usage, 3 checkpoint or output in use, 4 position rejected, 5 ended as requested and pages were set aside. */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5;

/** Why the command failed. */
export interface Failure {
  readonly error: unknown;
  /** The stream that failed; absent if none had started. */
  readonly stream?: StreamName;
}

/** Logs why the command ends and returns its exit code. */
export function exitWith({ error, stream }: Failure, services: readonly ServiceName[], log: Log): ExitCode {
  // The reader has closed the pipe, such as head after its lines: not a failure.
  if (error instanceof Error && "code" in error && error.code === "EPIPE") return 0;
  const [exitCode, advice] = meaningOf(error);
  const reason = reasonOf(error, services);
  const event = exitCode === 2 ? "refused" : "failed";
  // In text, the message already names the stream's operation.
  log.say({ level: "error", event, message: reasonText(reason), advice, details: { stream, exitCode, error: reason } });
  return exitCode;
}

/** Logs that pages were set aside and returns the exit code. */
export function exitSetAside(pages: number, { setAside }: Pick<Settings, "setAside">, log: Log): ExitCode {
  const message = `${pages} ${pages === 1 ? "page was" : "pages were"} set aside in ${setAside}: their events are not in the output`;
  log.say({ level: "error", event: "set-aside", message, details: { pages, exitCode: 5 } });
  return 5;
}

function meaningOf(error: unknown): readonly [ExitCode, advice?: string] {
  if (error instanceof UsageError || isKeywrightError(error, "invalid-configuration")) return [2, "Try keywright-tail --help"];
  if (isKeywrightError(error, "checkpoint-owned")) return [3, "Use --stand-by to wait until the other process ends, and take over"];
  if (isKeywrightError(error, "cursor-refused"))
    return [4, "Use --reset --since TIME with a time before the last event that you have: some events come twice, and none is skipped"];
  if (isApiError(error, 400)) return [1, "If this is about the start time, the checkpoint now contains it: use --reset --since TIME to set another one"];
  return [1];
}
