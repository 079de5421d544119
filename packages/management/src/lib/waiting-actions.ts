import { checkOptions, expectObject, rejectArgument, type Rules } from "@keywright/core/client";
import type { WorkflowRun, WorkflowRunStep } from "../generated/client.ts";
import { LookupError } from "./errors.ts";

/** An action that continues a waiting run. */
export interface WaitingAction {
  /** Its name, such as the name of a signal; absent if the service sends none. */
  readonly name?: string;
  /** The address of its signal: pass `{ href }` to `fireSignal`. */
  readonly href: string;
  /** The id of the waiting step. */
  readonly stepId: string;
  /** The display name of the waiting step. */
  readonly stepName?: string;
  /** The time when a timer continues the run (RFC 3339); absent if there is no timer. */
  readonly until?: string;
}

/**
 * Returns the actions of all waiting steps of a run, in order, for either spelling of servers.
 *
 * @returns A list; empty if the run waits for no action.
 */
export function waitingActions(run: WorkflowRun): WaitingAction[] {
  expectObject("waitingActions", "run", run, "must be a run, such as the return value of getRun");
  return [run.trigger, ...listOf(run.steps)].flatMap((step) => (step ? actionsOf(step) : []));
}

/** Identifies an action. */
export interface ActionQuery {
  /** Its name. */
  readonly name: string;
  /** The id of the waiting step. Needed only if several steps wait for an action with this name. */
  readonly stepId?: string;
}

const QUERY_RULES: Rules = { name: undefined, stepId: undefined };

/**
 * Returns the action of a waiting run that has a name.
 *
 * @throws LookupError `not-found`, which lists the names; `ambiguous`: step ids in `candidates`.
 * @example
 * ```ts
 * const run = await getRun(management, { workflowId, runId });
 * const { href } = waitingAction(run, { name: "Approve" });
 * await management.fireSignal({ href });
 * ```
 */
export function waitingAction(run: WorkflowRun, query: ActionQuery): WaitingAction {
  expectObject("waitingAction", "query", query, 'must be an object such as { name: "Approve" }');
  checkOptions("waitingAction", query, QUERY_RULES);
  const { name, stepId } = query;
  if (typeof name !== "string" || name === "") rejectArgument("waitingAction", "name", "must be a string that is not empty", name);
  const actions = waitingActions(run);
  const found = actions.filter((action) => action.name === name && (stepId === undefined || action.stepId === stepId));
  const [first, second] = found;
  const sought = `${quoted(name)}${stepId === undefined ? "" : ` at step ${stepId}`}`;
  if (first === undefined) {
    const known = [...new Set(actions.map((action) => quoted(action.name)))].slice(0, 10);
    const reason = known.length > 0 ? `it waits for ${known.join(", ")}` : `it waits for none; its status is ${run.status ?? "unknown"}`;
    throw new LookupError("not-found", `waitingAction: run ${run.id} has no action ${sought}: ${reason}`);
  }
  if (second === undefined) return first;
  throw new LookupError("ambiguous", `waitingAction: run ${run.id} has ${found.length} actions ${sought}; say which by its stepId`, {
    candidates: found.map((action) => action.stepId),
  });
}

function actionsOf({ id: stepId, name: stepName, waiting }: WorkflowRunStep): WaitingAction[] {
  const until = waiting?.until ?? waiting?.untilDtm;
  return listOf(waiting?.actions).flatMap((action) => {
    const given: unknown = action?.name ?? action?.label;
    const name = typeof given === "string" ? given : undefined;
    const href = action?.href;
    if (typeof href !== "string") return [];
    return [
      {
        ...(name === undefined ? {} : { name }),
        href,
        stepId,
        ...(stepName === undefined ? {} : { stepName }),
        ...(until === undefined ? {} : { until }),
      },
    ];
  });
}

// A missing list counts as empty, and so does any other value.
function listOf<Element>(list: readonly Element[] | undefined): readonly Element[] {
  return Array.isArray(list) ? list : [];
}

function quoted(name: string | undefined): string {
  return name === undefined ? "one without a name" : JSON.stringify(name.slice(0, 80));
}
