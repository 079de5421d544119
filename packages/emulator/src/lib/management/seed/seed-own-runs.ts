import type { components } from "@keywright/management/schema";
import type { Random } from "../../core/values/random.ts";
import type { RunDraft } from "../../../generated/seed.ts";
import { sameText } from "../state/people-lookup.ts";
import type { RunRecord, WorkflowRecord } from "../state/records.ts";

type Step = components["schemas"]["WorkflowRunStep"];

const WEEK_MS = 7 * 86_400_000;

/** Returns the runs of a seed, and the workflows with those that they add. */
export function ownRuns(
  drafts: readonly RunDraft[],
  known: readonly WorkflowRecord[],
  random: Random,
  nowMs: number,
): { readonly workflows: readonly WorkflowRecord[]; readonly runs: readonly RunRecord[] } {
  const workflows = [...known];
  const runs = drafts.map(({ workflow: name, signals = ["Approve", "Reject"], id = random.uuid(), ...draft }): RunRecord => {
    const workflow = workflowOf(name, Object.keys(draft.context?.variables ?? {}), workflows, random);
    const wait = { dtm: new Date(nowMs).toISOString(), until: draft.waitingUntilDtm ?? new Date(nowMs + WEEK_MS).toISOString() };
    const given = draft.steps ?? (draft.status === "Waiting" ? [{ id: "step-1", type: "Wait", name: "Wait for a signal", status: "Waiting" }] : []);
    const steps = given.map((step): Step => (step.status === "Waiting" ? { waiting: wait, ...step } : step));
    const waiting = steps.filter(({ status }) => status === "Waiting");
    if (draft.status === "Waiting" && waiting.length === 0) throw new TypeError(`the waiting run ${id} must have a step with the status Waiting`);
    return {
      id,
      workflowId: workflow.id,
      run: {
        id,
        name: workflow.name,
        status: waiting.length === 0 ? "Completed" : "Waiting",
        createdDtm: wait.dtm,
        deleted: false,
        ...(waiting.length === 0 ? {} : { waitingUntilDtm: wait.until }),
        ...draft,
        ...(steps.length === 0 ? {} : { steps }),
      },
      waits: {},
      signals: waiting.flatMap((step) => signals.map((signal) => ({ id: random.id(), stepId: step.id, name: signal }))),
    };
  });
  return { workflows, runs };
}

/** Returns the workflow with a name, which is added if it is new; the first one without a name. */
function workflowOf(name: string | undefined, variables: readonly string[], workflows: WorkflowRecord[], random: Random): WorkflowRecord {
  const found = workflows.find((each) => each.deleted !== true && (name === undefined || sameText(each.name, name)));
  if (found !== undefined) return found;
  const added = { id: random.uuid(), name: name ?? "", variables: variables.map((id) => ({ id })) };
  workflows.push(added);
  return added;
}
