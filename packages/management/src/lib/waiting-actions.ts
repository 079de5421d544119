import { checkOptions, expectObject, LookupError, refuseArgument, type Rules } from "@keywright/core/client";
import type { WorkflowRun, WorkflowRunStep } from "../generated/client.ts";

/** What can be done to let a waiting run go on. */
export interface WaitingAction {
  /** Its name, such as that of a signal; absent where the service gives none. */
  readonly name?: string;
  /** The address of its signal: the input of `fireSignal`, as `{ href }`. */
  readonly href: string;
  /** The step that waits. */
  readonly stepId: string;
  /** That step's name, for people. */
  readonly stepName?: string;
  /** When a timer lets the run go on by itself (RFC 3339); absent where none runs. */
  readonly until?: string;
}

/**
 * What can be done to let a run go on, in the order of its steps: an entry for each action of each step that waits, under whichever names the server writes its members.
 *
 * @returns A list; empty where the run waits for nothing that can be fired.
 */
export function waitingActions(run: WorkflowRun): WaitingAction[] {
  if (typeof run !== "object" || run === null) refuseArgument("waitingActions", "run", "must be a run, such as getRun gives", run);
  return [run.trigger, ...listOf(run.steps)].flatMap((step) => (step ? actionsOf(step) : []));
}

/** Which action is meant. */
export interface ActionQuery {
  /** Its name. */
  readonly name: string;
  /** The step that waits, by its id: needed only where several steps wait for an action of that name. */
  readonly stepId?: string;
}

const QUERY_RULES: Rules = { name: undefined, stepId: undefined };

/**
 * The one action of a name that lets a run go on.
 *
 * @throws LookupError `not-found`, with the names that there are in the message, and `ambiguous`, with the ids of the steps in `candidates`.
 * @example
 * ```ts
 * const run = await getRun(management, { workflowId, runId });
 * const { href } = waitingAction(run, { name: "Approve" });
 * await management.fireSignal({ href });
 * ```
 */
export function waitingAction(run: WorkflowRun, query: ActionQuery): WaitingAction {
  expectObject("waitingAction", "query", query);
  checkOptions("waitingAction", query, QUERY_RULES);
  const { name, stepId } = query;
  if (typeof name !== "string" || name === "") refuseArgument("waitingAction", "name", "must be a string that is not empty", name);
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

// What is missing, and what is no list, holds nothing.
function listOf<Element>(list: readonly Element[] | undefined): readonly Element[] {
  return Array.isArray(list) ? list : [];
}

function quoted(name: string | undefined): string {
  return name === undefined ? "one without a name" : JSON.stringify(name.slice(0, 80));
}
