import type { components, operations } from "@keywright/management/schema";
import type { ExtraRoute, Handlers } from "../../core/service/service.ts";
import { defined } from "../../core/values/json.ts";
import type { ManagementActor } from "../state/actor.ts";
import { recordAction } from "../state/audit-record.ts";
import { invalidFields, notThere, problem } from "../problems/problem.ts";
import type { RunRecord, WorkflowRecord } from "../state/records.ts";
import { moveOn, settledRun } from "./run-progress.ts";
import type { ManagementStore } from "../state/store.ts";

type Schemas = components["schemas"];

const READ_SECRETS = "Workflows.Runs.ReadSecrets";

/** Returns a run of a workflow, in a page of one or none. */
export const workflowRunHandlers: Handlers<Pick<operations, "getWorkflowRun">, ManagementStore, ManagementActor> = {
  getWorkflowRun({ path, query: { variables = [] } }, { store, actor, random, now, request }) {
    const workflow = store.workflows.get(path.workflowId);
    if (workflow === undefined || workflow.deleted === true) return notThere(random, `The workflow ${path.workflowId}`);
    const unknown = variables.filter((id) => variableOf(workflow, id) === undefined);
    if (unknown.length > 0) return invalidFields(random, { variables: unknown.map((id) => `The workflow has no variable ${id}.`) });
    const secret = variables.find((id) => variableOf(workflow, id)?.secret === true);
    if (secret !== undefined && !actor.scopes.includes(READ_SECRETS))
      return problem(random, 403, `The variable ${secret} is secret, and the token lacks the scope ${READ_SECRETS}.`);
    const record = store.runs.get(path.runId);
    if (record === undefined || record.workflowId !== workflow.id || record.run.deleted === true) return { status: 200, body: { results: [] } };
    return { status: 200, body: { results: [viewRun(settledRun(store, record, now(), random), variables, request.origin)] } };
  },
};

function variableOf({ variables }: WorkflowRecord, id: string): WorkflowRecord["variables"][number] | undefined {
  return variables.find((variable) => variable.id === id);
}

/** Path of signals. Clients get their addresses from responses. */
const SIGNAL_PATH = "/api/workflows/v1/signals";

/** Returns a run for a response, with the requested variables and the addresses of its actions. */
function viewRun({ run, signals }: RunRecord, variables: readonly string[], origin: string): Schemas["WorkflowRun"] {
  const viewStep = ({ completed, waiting, ...step }: Schemas["WorkflowRunStep"]): Schemas["WorkflowRunStep"] => {
    const actions = signals.filter(({ stepId }) => stepId === step.id).map(({ id, name }) => ({ name, href: `${origin}${SIGNAL_PATH}/${id}` }));
    return {
      ...step,
      ...(completed === undefined ? {} : { completed: viewCompleted(completed, variables) }),
      ...(waiting === undefined ? {} : { waiting: { ...waiting, ...(actions.length === 0 ? {} : { actions }) } }),
    };
  };
  return {
    ...run,
    ...(run.context === undefined ? {} : { context: viewContext(run.context, variables) }),
    ...(run.trigger === undefined ? {} : { trigger: viewStep(run.trigger) }),
    ...(run.steps === undefined ? {} : { steps: run.steps.map(viewStep) }),
  };
}

function viewCompleted({ newContext, ...completed }: Schemas["StepCompletedResult"], variables: readonly string[]): Schemas["StepCompletedResult"] {
  return newContext === undefined ? completed : { ...completed, newContext: viewContext(newContext, variables) };
}

/** Returns a context with only the requested variables that have a value. */
function viewContext({ variables: values = {}, ...context }: Schemas["FlowItemScope"], asked: readonly string[]): Schemas["FlowItemScope"] {
  const shown = Object.fromEntries(asked.filter((id) => Object.hasOwn(values, id)).map((id) => [id, values[id]]));
  return Object.keys(shown).length === 0 ? context : { ...context, variables: shown };
}

/** Fires the signal of a waiting step. The body is ignored. */
export const fireSignal: ExtraRoute<ManagementStore, ManagementActor> = {
  id: "fireSignal",
  method: "POST",
  path: `${SIGNAL_PATH}/{signalId}`,
  scopes: ["Workflows.Runs.Execute"],
  handle({ path }, context) {
    const { store, random, now } = context;
    const known = store.runs.list(({ run, signals }) => run.deleted !== true && signals.some(({ id }) => id === path["signalId"]))[0];
    const record = known === undefined ? undefined : settledRun(store, known, now(), random);
    const signal = record?.signals.find(({ id }) => id === path["signalId"]);
    // A signal no longer exists after it was fired or its timer has ended.
    if (record === undefined || signal === undefined) return notThere(random, "The signal");
    const moved = store.runs.replace(moveOn(record, now().toISOString(), random));
    const target = defined({ id: moved.id, type: "WorkflowRun", displayName: moved.run.name });
    recordAction(context, "workflow_signal_fired", [target], { signal: signal.name, step: signal.stepId });
    return { status: 204 };
  },
};
