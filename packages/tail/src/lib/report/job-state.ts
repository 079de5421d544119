import type { Clock } from "@keywright/core";
import type { FeedEvent } from "@keywright/core/feeds";
import type { SinkEvent } from "@keywright/sinks";
import { seconds } from "./log.ts";
import type { Job } from "../settings/settings.ts";

/** What a job has done since the start, for the log, the metrics and the checks of readiness. */
export interface JobState {
  readonly job: Job;
  /** Whether it has its checkpoint. */
  isOwner: boolean;
  /** What it does now, in words. */
  doing: string;
  /** Events of the service: those left out, and those for the sink. */
  read: number;
  /** Events after `--until`. */
  filtered: number;
  /** Events that the sink has, also from an earlier time. */
  written: number;
  /** Written events that the sink had before. */
  repeated: number;
  /** Written events whose position is not stored yet, so that they can come again. */
  notCommitted: number;
  bytes: number;
  deadLetterPages: number;
  deadLetterEvents: number;
  /** Events that the sink has with other content. */
  eventsDiffering: number;
  retries: number;
  /** How many values a format does not know, by their properties, as JSON pointers. */
  readonly unknown: Map<string, number>;
  /** The lag of the last page; `undefined` if it is not known. */
  lagMs: number | undefined;
  /** Failures of the service, the sink and the job itself, by code and status. */
  readonly failures: Map<string, Failures>;
  lastFailure: Failures | undefined;
  /** When a page was committed or the stream was at its end: for durations, and as UNIX time. */
  succeededAt: number | undefined;
  succeededWallAt: number | undefined;
}

/** Failures of one kind. */
export interface Failures {
  readonly code: string;
  readonly status: number | undefined;
  count: number;
}

/** Returns the state of a job that has not started. */
export function createJobState(job: Job): JobState {
  return {
    job,
    isOwner: false,
    doing: "starting",
    read: 0,
    filtered: 0,
    written: 0,
    repeated: 0,
    notCommitted: 0,
    bytes: 0,
    deadLetterPages: 0,
    deadLetterEvents: 0,
    eventsDiffering: 0,
    retries: 0,
    unknown: new Map(),
    lagMs: undefined,
    failures: new Map(),
    lastFailure: undefined,
    succeededAt: undefined,
    succeededWallAt: undefined,
  };
}

/** Says how long a job waits for a lease. */
export function waitForLease(delayMs: number): string {
  return `waiting ${seconds(delayMs)} for the lease of another process, which may have ended`;
}

/** Records an event of the feed. */
export function recordFeedEvent(state: JobState, event: FeedEvent, clock: Clock): void {
  switch (event.type) {
    case "standing-by":
      state.doing = "standing by";
      break;
    case "waiting-for-lease":
      state.doing = waitForLease(event.delayMs);
      break;
    case "started":
      state.isOwner = true;
      state.doing =
        event.from === "checkpoint" ? "continuing from the checkpoint" : `starting at ${event.from === "now" ? "the current time" : "the requested time"}`;
      break;
    case "committed":
      state.notCommitted = 0;
      if (event.lagMs !== undefined) state.lagMs = event.lagMs;
      state.doing = "reading";
      recordSuccess(state, clock);
      break;
    case "dead-letter":
      state.deadLetterPages += 1;
      recordSuccess(state, clock);
      break;
    case "idle":
      state.lagMs = 0;
      state.doing = "caught up";
      recordSuccess(state, clock);
      break;
    case "trouble":
    case "no-progress":
      // The lag is unknown until the service responds again.
      state.lagMs = undefined;
      state.doing = event.error.name === "CheckpointError" ? "waiting for the checkpoint" : "waiting for the service";
      state.retries += 1;
      recordFailure(state, event.error);
      break;
    case "stopped":
      state.isOwner = false;
      state.doing = "stopped";
      break;
    // Its error ends the job, which records it.
    case "handler-failed":
      break;
  }
}

/** Records an event of the sink. */
export function recordSinkEvent(state: JobState, event: SinkEvent): void {
  switch (event.type) {
    case "written":
      state.written += event.events;
      state.repeated += event.repeated;
      state.notCommitted += event.events;
      state.bytes += event.bytes;
      break;
    case "retry":
      state.doing = "waiting for the sink";
      state.retries += 1;
      recordFailure(state, event.error);
      break;
    case "waiting":
      state.doing = "waiting for the sink";
      break;
    case "dead-letter":
      state.deadLetterEvents += 1;
      break;
    case "differing":
      state.eventsDiffering += event.ids.length;
      break;
  }
}

/** Counts the events of a page, and those of it that the sink does not get. */
export function recordPage(state: JobState, events: number, filtered: number): void {
  // The page before is committed, or this is that page again.
  state.notCommitted = 0;
  state.read += events;
  state.filtered += filtered;
}

/** Counts values that a format does not know. */
export function recordUnknown({ unknown }: JobState, properties: readonly string[]): void {
  for (const property of properties) unknown.set(property, (unknown.get(property) ?? 0) + 1);
}

/** Counts a failure. */
export function recordFailure(state: JobState, error: unknown): void {
  const { code, status }: { readonly code?: unknown; readonly status?: unknown } = Object(error);
  const failure: Failures = { code: typeof code === "string" ? code : "failed", status: typeof status === "number" ? status : undefined, count: 0 };
  const key = `${failure.code} ${failure.status}`;
  const known = state.failures.get(key) ?? failure;
  known.count += 1;
  state.failures.set(key, known);
  state.lastFailure = known;
}

function recordSuccess(state: JobState, clock: Clock): void {
  state.succeededAt = clock.now();
  state.succeededWallAt = clock.wallNow();
}
