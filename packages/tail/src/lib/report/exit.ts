import { UsageError } from "@keywright/cli-kit";
import { isApiError, isKeywrightError } from "@keywright/core";
import { isTemporary } from "@keywright/core/client";
import { adviceOnConnection, NO_PASSWORD, reasonOf, reasonText } from "./error-message.ts";
import type { Log } from "./log.ts";
import { placeOf } from "../connections/place.ts";
import { variable } from "../connections/secrets.ts";
import { type Job, sinkLabel } from "../settings/settings.ts";
import { SINK_KIND_LIST } from "../settings/sink-kinds.ts";
import type { ServiceName } from "../events/streams.ts";

/**
 * 0 ended as requested, 1 failed, 2 invalid usage, 3 checkpoint or output in use, 4 position
 * rejected, 5 ended as requested with dead letters, 6 credentials rejected, 7 differences found.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** Why the command failed. */
export interface Failure {
  readonly error: unknown;
  /** The job that failed; absent if none had started. */
  readonly job?: Job | undefined;
  /** Whether it had succeeded before. Then its credentials were right. */
  readonly hadSuccess?: boolean;
  /** Whether the sink failed, and not the service. */
  readonly isOfSink?: boolean;
}

/** Logs why the command ends and returns its exit code. */
export function exitWith({ error, job, hadSuccess = false, isOfSink = false }: Failure, services: readonly ServiceName[], log: Log): ExitCode {
  // The reader has closed the pipe, such as head after its lines: not a failure.
  if (error instanceof Error && "code" in error && error.code === "EPIPE") return 0;
  const [exitCode, general] =
    isRejected(error) && !hadSuccess ? rejected(placeOf(error)?.variables ?? (isOfSink ? credentialsOf(job) : tokensOf(services))) : meaningOf(error, isOfSink);
  // The message can say more exactly what to check: a policy, while the credentials are right.
  const advice = exitCode === 6 && adviceOnConnection(error) !== "" ? undefined : general;
  const reason = reasonOf(error, isOfSink ? [] : services);
  const event = exitCode === 2 ? "refused" : "failed";
  // In text, the message already names the stream's operation.
  log.write({ level: "error", event, message: reasonText(reason), advice, details: { stream: job?.stream, sink: job?.sink.name, exitCode, error: reason } });
  return exitCode;
}

/** Logs the dead letters and returns the exit code. */
export function exitWithDeadLetters({ pages, events, files }: DeadLetterCounts, log: Log): ExitCode {
  const [what, whose] = pages > 0 ? [counted(pages, "page"), "their events"] : [counted(events, "event"), "they"];
  const message = `${what} in ${files.join(", ")}: ${whose} are not in the output`;
  log.write({ level: "error", event: "dead-letter", message, details: { pages, ...(events > 0 ? { events } : {}), exitCode: 5 } });
  return 5;
}

/** How many dead letters there are, and where. */
export interface DeadLetterCounts {
  readonly pages: number;
  readonly events: number;
  readonly files: readonly string[];
}

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what} became a dead letter` : `${count} ${what}s became dead letters`;
}

// A restart with the same credentials fails again, so a supervisor must not try.
function rejected(variables: readonly string[]): readonly [ExitCode, advice: string] {
  return [6, `Correct ${variables.join(" or ") || "the credentials of the environment"}`];
}

function tokensOf(services: readonly ServiceName[]): readonly string[] {
  const tokens = services.map((service) => `KEYWRIGHT_${service.toUpperCase()}_TOKEN`);
  return tokens.length === 0 ? [] : [...tokens, "the other credentials of the environment"];
}

/** Returns the variables with the credentials of a job's sink. */
function credentialsOf(job: Job | undefined): readonly string[] {
  const [, traits] = SINK_KIND_LIST.find(([kind]) => kind === job?.sink.address.kind) ?? [];
  if (job === undefined || traits === undefined) return [];
  return [...traits.secrets.map((secret) => variable(sinkLabel(job), secret)), ...(traits.variables ?? [])];
}

/** Whether a service or sink rejects the credentials, or the token lacks a permission. */
function isRejected(error: unknown): boolean {
  if (isApiError(error)) return error.status === 401 || error.status === 403;
  if (isRejectedBySink(error)) return true;
  return isKeywrightError(error, "missing-feature") || (isKeywrightError(error) && error.name === "TokenError" && !isTemporary(error));
}

// Postgres, "PostgreSQL Error Codes", class 28, and the error of NATS's client.
const REJECTED_BY_SINK: readonly unknown[] = ["28000", "28P01", "AuthorizationError"];

/** Whether a sink rejects the credentials, by its library's error or the AWS SDK's status. */
function isRejectedBySink(error: unknown): boolean {
  const { code, name, message, cause, $metadata }: { readonly [property: string]: unknown } = Object(error);
  const status: unknown = Reflect.get(Object($metadata), "httpStatusCode");
  if (REJECTED_BY_SINK.includes(code) || REJECTED_BY_SINK.includes(name) || status === 401 || status === 403) return true;
  return NO_PASSWORD.test(String(message)) || (cause !== undefined && isRejectedBySink(cause));
}

function meaningOf(error: unknown, isOfSink: boolean): readonly [ExitCode, advice?: string] {
  // Not a mistake in the arguments: a restart works when the tables are there.
  if (isKeywrightError(error) && error.option === "table" && error.cause !== undefined) return [1];
  if (error instanceof UsageError || isKeywrightError(error, "invalid-configuration")) return [2, "Try keywright-tail --help"];
  if (isKeywrightError(error, "checkpoint-owned")) return [3, "Use --stand-by to wait until the other process ends, and take over"];
  if (isKeywrightError(error, "cursor-refused"))
    return [4, "Use --reset --since TIME with a time before the last event that you have: some events come twice, and none is skipped"];
  if (isOfSink && isApiError(error)) return [1, "This is a response of the sink, not of the service: check the address and the settings of the sink"];
  if (isApiError(error, 400)) return [1, "If this is about the start time, the checkpoint now contains it: use --reset --since TIME to set another one"];
  return [1];
}
