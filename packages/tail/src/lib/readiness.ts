import type { JobState } from "./job-state.ts";
import { sinkLabel } from "./settings.ts";

const POLLS = 3;
const LEAST_MS = 30_000;
const POLL_MS = 30_000;

/** Whether a job works, and if not, why. */
export interface Readiness {
  readonly stream: string;
  readonly sink: string;
  readonly ready: boolean;
  /** Contains no text of a service, so that it contains no secret. */
  readonly reason?: string;
}

/** A job is ready if it has its checkpoint, and stored a page or had no more events within three intervals. */
export function readinessOf(state: JobState, now: number): Readiness {
  const { job } = state;
  const reason = problemOf(state, now);
  return { stream: job.stream, sink: sinkLabel(job), ready: reason === undefined, ...(reason === undefined ? {} : { reason }) };
}

function problemOf({ job, isOwner, doing, lastFailure, succeededAt }: JobState, now: number): string | undefined {
  if (doing === "standing by") return "another process has the checkpoint or the output file";
  const failure = lastFailure === undefined ? "" : `; last failure: ${lastFailure.code}${lastFailure.status === undefined ? "" : ` (${lastFailure.status})`}`;
  if (!isOwner) return `it is ${doing}${failure}`;
  if (succeededAt === undefined) return `no request has succeeded${failure}`;
  const sinceMs = now - succeededAt;
  if (sinceMs <= Math.max(LEAST_MS, POLLS * (job.pollIntervalMs ?? POLL_MS))) return undefined;
  return `nothing has succeeded for ${Math.floor(sinceMs / 1000)} s${failure}`;
}
