import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { FeedEvent } from "@keywright/core/feeds";
import type { SinkEvent } from "@keywright/sinks";
import { errorMessage, reasonOf, reasonText } from "./error-message.ts";
import type { Failure } from "./exit.ts";
import { type JobState, waitForLease } from "./job-state.ts";
import { MAX_PAGE_SIZE } from "../command/options.ts";
import { type Entry, type Log, seconds } from "./log.ts";
import type { Job, Settings } from "../settings/settings.ts";
import { serviceOf } from "../events/streams.ts";

type Quiet = Pick<Settings, "quiet">;

/** Logs events of a feed that are no progress. */
export function logFeedEvent(job: Job, event: FeedEvent, { quiet }: Quiet, log: Log): void {
  const write = logOf(job, log);
  if (event.type === "trouble" || event.type === "no-progress") {
    const { type, delayMs } = event;
    if (quiet && !isDue(type === "trouble" ? event.failures : event.pages)) return;
    const error = reasonOf(event.error, [serviceOf(job.stream)]);
    write({ level: "warn", event: type, message: `${reasonText(error)}, retrying in ${seconds(delayMs)}`, details: { delayMs, error } });
  }
  if (event.type === "dead-letter") {
    const error = reasonOf(event.error, [serviceOf(job.stream)]);
    // Also with --quiet, because a person must look at it.
    write({ level: "error", event: event.type, message: `wrote a page as a dead letter to ${job.deadLetter}: ${reasonText(error)}`, details: { error } });
  }
  // Also with --quiet, because the start can take as long as a lease.
  if (quiet && event.type === "waiting-for-lease") {
    const { type, delayMs } = event;
    write({ level: "info", event: type, message: waitForLease(delayMs), details: { delayMs } });
  }
  if (!quiet && event.type === "started" && event.adopts === true) {
    const message = "the position has no account yet: it becomes that of the account of this token with the next page";
    write({ level: "info", event: "account", message });
  }
  if (quiet || job.since === undefined || event.type !== "started" || event.from !== "checkpoint") return;
  const message = "--since has no effect because there is a checkpoint: use --reset to begin at --since";
  write({ level: "info", event: "since-ignored", message });
}

/** Whether `--quiet` logs a failure in a row: the 4th, 8th, 16th…, because outages can be long. */
const isDue = (failures: number): boolean => failures >= 4 && Number.isInteger(Math.log2(failures));

/** Logs failures of a sink, and its dead letters. */
export function logSinkEvent(job: Job, event: SinkEvent, { quiet }: Quiet, log: Log): void {
  const write = logOf(job, log);
  if (event.type === "dead-letter") {
    const { code, message } = event.reason;
    write({
      level: "error",
      event: "event-dead-letter",
      message: `wrote an event as a dead letter to ${job.deadLetter}: ${message}`,
      details: { error: { code, message } },
    });
  }
  if (event.type === "differing") {
    const [first] = event.ids;
    const others = event.ids.length === 1 ? "" : ` and ${event.ids.length - 1} more`;
    // Also with --quiet, because the sink does not have this content.
    const message = `the sink keeps other content for the id ${first}${others}: ids should be unique in a stream`;
    write({ level: "error", event: "differing", message, details: { ids: event.ids } });
  }
  if (event.type === "waiting" && !quiet) {
    const message = `the sink has not acknowledged ${event.events === 1 ? "an event" : `${event.events} events`} that it received: waiting until ${event.until}, then writing again`;
    write({ level: "warn", event: "sink-waiting", message, details: { until: event.until } });
  }
  if (event.type === "retry" && (!quiet || isDue(event.failures))) {
    const { code, message: said, cause } = event.error;
    // A sink that knows no more than its client has the client's message and options.
    const message = errorMessage(cause instanceof Error && cause.message === said ? cause : event.error, []);
    const { delayMs } = event;
    write({
      level: "warn",
      event: "sink-trouble",
      message: `${message}, writing again in ${seconds(delayMs)}`,
      details: { delayMs, error: { code, message } },
    });
  }
}

/** Logs at the end that a format does not know all values. */
export function logUnknownValues({ job, unknown }: JobState, { quiet }: Quiet, log: Log): void {
  if (quiet || unknown.size === 0) return;
  const counts = [...unknown].map(([property, count]) => `${property} (${count})`).join(", ");
  const message = `the service sent values that the format ${job.sink.format} does not know, in ${counts}: update @keywright/tail`;
  logOf(job, log)({ level: "warn", event: "unknown-values", message, details: { unknown: Object.fromEntries(unknown) } });
}

/** Logs that `--max-events` ended the job within a page. */
export function logCut(job: Job, events: number, { quiet, maxEvents }: Quiet & Pick<Settings, "maxEvents">, log: Log): void {
  if (quiet || events === 0) return;
  const size = Number(maxEvents) > MAX_PAGE_SIZE ? "that divides it" : maxEvents;
  const message = `--max-events ended within a page, so its ${events} events come again: use --page-size ${size} to commit them`;
  logOf(job, log)({ level: "info", event: "page-cut", message, details: { events } });
}

/** Logs the missing folders that outputs and checkpoints create, because a path can be mistyped. */
export async function logNewFolders({ jobs, quiet }: Pick<Settings, "jobs" | "quiet">, log: Log): Promise<void> {
  if (quiet) return;
  const places = jobs.flatMap(({ sink, checkpoint }) => [sink.address, checkpoint]);
  const folders = new Set(places.flatMap((place) => (place?.kind === "file" ? [dirname(resolve(place.path))] : [])));
  for (const folder of folders) {
    const isMissing = await stat(folder).then(
      () => false,
      (error: NodeJS.ErrnoException) => error.code === "ENOENT",
    );
    if (isMissing) log.write({ level: "info", event: "folder", message: `creates the folder ${folder}, which did not exist` });
  }
}

/** Logs that a job is started again. */
export function logRestart({ error, isOfSink }: Failure, job: Job, delayMs: number, log: Log): void {
  const reason = reasonOf(error, isOfSink ? [] : [serviceOf(job.stream)]);
  const message = `${reasonText(reason)}, starting again in ${seconds(delayMs)}`;
  logOf(job, log)({ level: "error", event: "restart", message, details: { delayMs, error: reason } });
}

function logOf({ stream, sink }: Job, log: Log): (entry: Entry) => void {
  return (entry) => log.write({ ...entry, stream, sink: sink.name });
}
