import { backoff, expectClient, expectObject, isTemporary, platformClock, refuseArgument, TimeoutError, wait } from "@keywright/core/client";
import type { CallOptions, Clock, KeywrightError } from "@keywright/core";
import type { GetWorkflowRunInput, ManagementClient, WorkflowRun, WorkflowRunStatus } from "../generated/client.ts";
import { getRun } from "./get-run.ts";

/** How to wait for a run. */
export interface WaitOptions {
  /**
   * Statuses at which to come back besides the final ones, such as `["Waiting"]` to fire a signal then.
   *
   * @default none
   */
  readonly stopAt?: readonly WorkflowRunStatus[];
  /**
   * How long to wait, in milliseconds; `Infinity` for as long as it takes. A look that has begun by then is waited for.
   *
   * @default 600000 (10 minutes)
   */
  readonly timeoutMs?: number;
  /**
   * The longest pause between two looks, in milliseconds. Pauses begin at about a second and double.
   *
   * @default 30000
   */
  readonly maxDelayMs?: number;
  /** Ends the wait; it then rejects with the signal's own reason. */
  readonly signal?: AbortSignal | undefined;
  /** For each look: deadlines, when to repeat, headers. */
  readonly call?: Omit<CallOptions, "signal">;
  /** Time and chance, for tests. @default the platform's */
  readonly clock?: Clock;
}

// The source lists the statuses and no transitions: these are the ones that nothing can follow by their meaning.
const FINAL: readonly WorkflowRunStatus[] = ["Completed", "Failed", "Terminated"];

/**
 * Waits for a run to end: looks at it again and again, ever more slowly, until its status is `Completed`, `Failed` or `Terminated`, or one of `stopAt`.
 *
 * Statuses that are not known, as later servers may add, are waited through. A failure that may pass, such as an outage of the service, does not end the wait, nor does a gateway's page or redirect once the run was seen; any other is thrown.
 * That a run failed is no error here: see `status` of what comes back.
 *
 * @param input `workflowId`, `runId`, `variables?`.
 * @returns The run as it was at the last look.
 * @throws ArgumentError before any request, where an argument cannot work.
 * @throws TimeoutError where the run has not ended in time; its `cause` is the failure of the last look, where that failed.
 * @throws LookupError `not-found` where no run has that id.
 * @throws ApiError as `getWorkflowRun` does.
 */
export async function waitForRun(client: Pick<ManagementClient, "raw">, input: GetWorkflowRunInput, options: WaitOptions = {}): Promise<WorkflowRun> {
  expectObject("waitForRun", "options", options);
  const { stopAt = [], timeoutMs = 600_000, maxDelayMs = 30_000, signal = new AbortController().signal, call, clock = platformClock } = options;
  checkOptions(timeoutMs, maxDelayMs, stopAt);
  expectClient("waitForRun", client, "raw");
  if (typeof signal?.throwIfAborted !== "function") refuseArgument("waitForRun", "signal", "must be an AbortSignal", signal);
  const endsAt = clock.now() + timeoutMs;
  let answered = false;
  for (let tries = 1; ; tries += 1) {
    signal.throwIfAborted();
    const { run, failure } = await look(client, input, { ...call, signal }, answered);
    answered ||= run !== undefined;
    if (run?.status !== undefined && [...FINAL, ...stopAt].includes(run.status)) return run;
    const remainingMs = endsAt - clock.now();
    if (remainingMs <= 0) throw timeoutError(timeoutMs, run, failure);
    const askedMs = (failure as { readonly retryAfterMs?: number } | undefined)?.retryAfterMs ?? 0;
    await wait(clock, Math.min(Math.max(backoff(clock, tries, maxDelayMs), askedMs), remainingMs, TIMER_END), signal);
  }
}

interface Look {
  readonly run?: WorkflowRun;
  readonly failure?: KeywrightError;
}

async function look(client: Pick<ManagementClient, "raw">, input: GetWorkflowRunInput, call: CallOptions, answered: boolean): Promise<Look> {
  try {
    return { run: await getRun(client, input, call) };
  } catch (error) {
    if (isTemporary(error, answered)) return { failure: error };
    throw error;
  }
}

// Timers of the platform end at 2^31 - 1 milliseconds and fire at once beyond.
const TIMER_END = 2 ** 31 - 1;

function checkOptions(timeoutMs: number, maxDelayMs: number, stopAt: readonly string[]): void {
  if (!(typeof timeoutMs === "number" && timeoutMs >= 1))
    refuseArgument("waitForRun", "timeoutMs", "must be a time in milliseconds of at least 1, or Infinity", timeoutMs);
  if (!(typeof maxDelayMs === "number" && maxDelayMs >= 1 && maxDelayMs <= TIMER_END))
    refuseArgument("waitForRun", "maxDelayMs", `must be a time in milliseconds from 1 to ${TIMER_END}`, maxDelayMs);
  if (!Array.isArray(stopAt)) refuseArgument("waitForRun", "stopAt", "must be a list of statuses", stopAt);
}

function timeoutError(timeoutMs: number, run: WorkflowRun | undefined, cause: KeywrightError | undefined): TimeoutError {
  const seen = run === undefined ? "could not be looked at" : `has the status ${run.status ?? "unknown"}`;
  return new TimeoutError("timeout", `waitForRun: the run has not ended within ${timeoutMs} ms and ${seen}: raise timeoutMs if it may take longer`, {
    timeoutMs,
    outcome: "unknown",
    operationId: "getWorkflowRun",
    cause,
  });
}
