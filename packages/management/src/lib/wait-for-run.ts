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

/** Options of {@link waitForRun}. */
export interface WaitOptions {
  /**
   * Statuses that also end the wait, such as `["Waiting"]`.
   *
   * @default none
   */
  readonly stopAt?: readonly WorkflowRunStatus[];
  /**
   * Maximum wait in milliseconds; `Infinity` for no limit. A request that is running is completed.
   *
   * @default 600000 (10 minutes)
   */
  readonly timeoutMs?: number;
  /**
   * Longest delay between two requests, in milliseconds. Delays start at about a second and double.
   *
   * @default 30000
   */
  readonly maxDelayMs?: number;
  /** Aborts the wait, which rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Options of each request: timeouts, retries, headers. */
  readonly call?: Omit<CallOptions, "signal">;
  /** Clock and random numbers, for tests. @default the platform's */
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

// The contract lists no transitions; no status can follow these by their meaning.
const FINAL: readonly WorkflowRunStatus[] = ["Completed", "Failed", "Terminated"];

/**
 * Waits for a run to end and returns it. Polls, with increasing delays, until its status is
 * `Completed`, `Failed`, `Terminated` or one of `stopAt`. See `status`: a failed
 * run does not throw.
 *
 * Neither an unknown status, which a later server can add, nor a temporary failure ends the wait:
 * an outage, or a gateway's page or redirect after the first successful request. Others are thrown.
 *
 * @param input `workflowId`, `runId`, `variables?`.
 * @returns The run as the last request returned it.
 * @throws ArgumentError before any request, if an argument is invalid.
 * @throws ConfigurationError before any request, if an option is invalid.
 * @throws TimeoutError if the run has not ended in time; `cause` is the last request's error.
 * @throws LookupError `not-found` if no run has the id.
 * @throws ApiError as `getWorkflowRun` does.
 */
export async function waitForRun(client: Pick<ManagementClient, "raw">, input: GetWorkflowRunInput, options: WaitOptions = {}): Promise<WorkflowRun> {
  checkOptions("waitForRun", options, rules());
  const { stopAt = [], timeoutMs = 600_000, maxDelayMs = 30_000, signal = new AbortController().signal, call, clock = platformClock } = options;
  expectClient("waitForRun", client, "raw.getWorkflowRun");
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
  const seen = run === undefined ? "could not be read" : `has the status ${run.status ?? "unknown"}`;
  return new TimeoutError("timeout", `waitForRun: the run has not ended within ${timeoutMs} ms and ${seen}: raise timeoutMs if it may take longer`, {
    timeoutMs,
    outcome: "unknown",
    operationId: "getWorkflowRun",
    cause,
  });
}
