import type { components } from "@keywright/management/schema";
import type { Random } from "../../core/values/random.ts";
import type { RunRecord, Signal } from "../state/records.ts";
import type { ManagementStore } from "../state/store.ts";

type Schemas = components["schemas"];
type Step = Schemas["WorkflowRunStep"];

/** Completes the waiting step of a run, and the steps up to the next one that waits. */
export function moveOn({ run, waits, ...record }: RunRecord, at: string, random: Random): RunRecord {
  const steps = [...(run.steps ?? [])];
  const signals: Signal[] = [];
  let place = steps.findIndex(({ status }) => status === "Waiting");
  const waiting = steps[place];
  if (waiting === undefined) throw new Error(`the run ${run.id} has no step that waits`);
  steps[place] = completed(waiting, steps.slice(place + 1), at);
  for (place += 1; place < steps.length; place += 1) {
    const step = steps[place];
    if (step?.status !== "NotStarted") continue;
    const plan = waits[step.id];
    if (plan === undefined) {
      steps[place] = completed(step, steps.slice(place + 1), at);
      continue;
    }
    const until = new Date(new Date(at).getTime() + plan.timerMs).toISOString();
    steps[place] = { ...step, status: "Waiting", waiting: { dtm: at, until } };
    signals.push(...plan.signals.map((name) => ({ id: random.id(), stepId: step.id, name })));
    break;
  }
  const { waitingUntilDtm: _passed, ...rest } = run;
  const until = steps[place]?.waiting?.until;
  const status = place < steps.length ? "Waiting" : "Completed";
  return {
    ...record,
    waits,
    signals,
    run: { ...rest, status, lastModifiedDtm: at, ...(until === undefined ? {} : { waitingUntilDtm: until }), steps },
  };
}

function completed({ waiting: _over, ...step }: Step, later: readonly Step[], at: string): Step {
  const next = later.find(({ status }) => status === "NotStarted");
  return { ...step, status: "Completed", completed: { dtm: at, nextStepIds: next === undefined ? [] : [next.id] } };
}

/** Returns the state of a run, which advances at the times when its timers have ended. */
export function settledRun(store: ManagementStore, record: RunRecord, now: Date, random: Random): RunRecord {
  let settled = record;
  for (;;) {
    const until = settled.run.status === "Waiting" ? settled.run.waitingUntilDtm : undefined;
    if (until === undefined || new Date(until).getTime() > now.getTime()) break;
    settled = moveOn(settled, until, random);
  }
  return settled === record ? record : store.runs.replace(settled);
}
