import type { Clock } from "@keywright/core";
import { backoff, wait } from "@keywright/core/client";
import type { Feed } from "@keywright/core/feeds";
import type { Sink } from "./sinks/sink.ts";
import type { Failure } from "./report/exit.ts";
import { logCut, logRestart } from "./report/job-log.ts";
import { type JobState, recordFailure, recordPage } from "./report/job-state.ts";
import type { Log } from "./report/log.ts";
import type { Settings } from "./settings/settings.ts";
import type { StreamEvent } from "./events/streams.ts";
import { tailStream } from "./tail-stream.ts";

/** A job that can run. */
export interface Tail {
  readonly state: JobState;
  readonly feed: Feed<StreamEvent>;
  readonly sink: Sink;
}

/** What jobs run in. */
export interface RunContext {
  readonly settings: Settings;
  /** Stops all jobs. */
  readonly signal: AbortSignal;
  /** Ends the program with a failure. */
  fail(failure: Failure): void;
  readonly clock: Clock;
  readonly log: Log;
}

const MAX_DELAY_MS = 60_000;

/**
 * Runs the jobs to their end. Without a configuration file, the first failure ends the program, so
 * that a supervisor restarts it as a whole.
 *
 * With one, a failed job restarts after a wait, so that the others continue. If all have failed
 * since their last success, the program ends; with `--once`, after the others.
 */
export async function runJobs(tails: readonly Tail[], context: RunContext): Promise<void> {
  const { settings, signal, fail, clock, log } = context;
  const failing = new Map<JobState, number | undefined>();
  let first: Failure | undefined;

  async function runJob({ state, feed, sink }: Tail): Promise<void> {
    const { job } = state;
    let sinkError: unknown;
    const watched: Pick<Sink, "handle"> = {
      async handle(batch, call) {
        try {
          await sink.handle(batch, call);
        } catch (error) {
          sinkError = error;
          throw error;
        }
      },
    };
    for (let failures = 1; ; failures += 1) {
      try {
        return await tailStream(job, feed, {
          sink: watched,
          settings,
          signal,
          onPage: (events, filtered) => recordPage(state, events, filtered),
          onCut: (events) => logCut(job, events, settings, log),
        });
      } catch (error) {
        recordFailure(state, error);
        const isOfSink = error === sinkError;
        const failure: Failure = { error, job, hadSuccess: state.succeededAt !== undefined, isOfSink };
        if (job.sink.name === undefined) return fail(failure);
        if (settings.once) {
          first ??= failure;
          return;
        }
        if (failing.get(state) !== state.succeededAt) failures = 1;
        failing.set(state, state.succeededAt);
        const isLast = tails.every(({ state: each }) => failing.has(each) && failing.get(each) === each.succeededAt);
        if (isLast) return fail(failure);
        const delayMs = backoff(clock, failures, MAX_DELAY_MS);
        logRestart(failure, job, delayMs, log);
        await wait(clock, delayMs, signal);
        if (signal.aborted) return;
      }
    }
  }

  await Promise.all(tails.map(runJob));
  if (first !== undefined) fail(first);
}
