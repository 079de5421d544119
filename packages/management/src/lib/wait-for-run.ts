import {
  backoff,
  CALL_RULES,
  checkOptions,
  CLOCK,
  expectClient,
  isNumber,
  isTemporary,
  platformClock,
  type Rules,
  TIMER_END,
  TimeoutError,
  wait,
} from "@keywright/core/client";
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

// A function, because bundlers cannot remove an unused spread.
const rules = (): Rules => ({
  stopAt: [Array.isArray, "a list of statuses"],
  timeoutMs: [(value) => isNumber(value, 1), "a time in milliseconds of at least 1, or Infinity"],
  maxDelayMs: [(value) => isNumber(value, 1, TIMER_END), "a time in milliseconds from 1 to 2147483647"],
  signal: CALL_RULES["signal"],
  call: [(value) => typeof value === "object", "an object such as { timeoutMs }", { rules: { ...CALL_RULES, signal: "it is an option of waitForRun itself" } }],
  clock: CLOCK,
});

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
 * @throws ConfigurationError before any request, if an option is invalid.
 * @throws TimeoutError where the run has not ended in time; its `cause` is the failure of the last look, where that failed.
 * @throws LookupError `not-found` where no run has that id.
 * @throws ApiError as `getWorkflowRun` does.
 */
export async function waitForRun(client: Pick<ManagementClient, "raw">, input: GetWorkflowRunInput, options: WaitOptions = {}): Promise<WorkflowRun> {
  checkOptions("waitForRun", options, rules());
  const { stopAt = [], timeoutMs = 600_000, maxDelayMs = 30_000, signal = new AbortController().signal, call, clock = platformClock } = options;
  expectClient("waitForRun", client, "raw");
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

function timeoutError(timeoutMs: number, run: WorkflowRun | undefined, cause: KeywrightError | undefined): TimeoutError {
  const seen = run === undefined ? "could not be looked at" : `has the status ${run.status ?? "unknown"}`;
  return new TimeoutError("timeout", `waitForRun: the run has not ended within ${timeoutMs} ms and ${seen}: raise timeoutMs if it may take longer`, {
    timeoutMs,
    outcome: "unknown",
    operationId: "getWorkflowRun",
    cause,
  });
}
