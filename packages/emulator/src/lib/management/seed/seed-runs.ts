import type { components } from "@keywright/management/schema";
import type { Random } from "../../core/values/random.ts";
import { defined } from "../../core/values/json.ts";
import { cyclic, sized } from "../../core/values/lists.ts";
import type { RunDraft } from "../../../generated/seed.ts";
import type { PersonRecord, RunRecord, Signal, WaitPlan, WorkflowRecord } from "../state/records.ts";
import { ownRuns } from "./seed-own-runs.ts";
import { EXAMPLE_IDS } from "./seed-people.ts";

type Schemas = components["schemas"];
type Step = Schemas["WorkflowRunStep"];
type FlowPerson = Schemas["FlowPerson"] & { readonly name: string; readonly email: string };

/** Workflows and their runs. */
export interface SeedRuns {
  readonly workflows: readonly WorkflowRecord[];
  readonly runs: readonly RunRecord[];
}

// The ids of the contract's examples, so that requests of the documentation work.
const OFFBOARD = "5b0e6a5c-3f0e-4a53-9d2a-0c6f6d2c1a01";
const REVIEW = "5b0e6a5c-3f0e-4a53-9d2a-0c6f6d2c1a02";
const runId = (last: number): string => `c2f4b1de-7a04-4a0b-8f35-1d9f3f0b7a${last}`;

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

const LEDGER = { id: "91b3d6e4-2c58-4e7f-a6d0-7c1f0b9e0001", name: "Example Ledger" };
const TRAVEL = { id: "91b3d6e4-2c58-4e7f-a6d0-7c1f0b9e0002", name: "Example Travel" };

/** Returns workflows (one is deleted) with runs in each status, or the runs of a seed. */
export function seedRuns(random: Random, nowMs: number, contractor: PersonRecord, wanted?: number | readonly RunDraft[]): SeedRuns {
  const examples = exampleRuns(random, nowMs, contractor);
  if (wanted === undefined) return examples;
  if (typeof wanted === "object") return ownRuns(wanted, examples.workflows, random, nowMs);
  const there = examples.runs.filter(({ run }) => run.deleted !== true);
  return { ...examples, runs: sized(there, wanted, (index) => copyOf(cyclic(there, index), random)) };
}

function copyOf(record: RunRecord, random: Random): RunRecord {
  const id = random.uuid();
  return { ...record, id, run: { ...record.run, id }, signals: record.signals.map((signal) => ({ ...signal, id: random.id() })) };
}

function exampleRuns(random: Random, nowMs: number, contractor: PersonRecord): SeedRuns {
  const at = (hoursAgo: number): string => new Date(nowMs - hoursAgo * HOUR_MS).toISOString();
  const flowPerson = flowPersonOf(contractor);
  const lead = { id: EXAMPLE_IDS.financeLeadPerson, personType: "User", name: "Finance Lead", email: "finance.lead@example.com" };
  const person = { ...flowPerson, location: "Berlin", team: "Finance Systems", lineManager: lead };
  const values = { handoverNote: "The ledger import runs on Fridays.", lastWorkingDay: "2026-03-06", recoveryPassword: `example-password-${random.id()}` };
  const done = (id: string, type: string, name: string, hoursAgo: number, ...nextStepIds: readonly string[]): Step => ({
    id,
    type,
    name,
    status: "Completed",
    completed: { dtm: at(hoursAgo), nextStepIds: [...nextStepIds] },
  });
  const leaves = (hoursAgo: number): Step => done("trigger", "PersonLeaves", "A person leaves", hoursAgo, "step-1");
  const run = (id: string, name: string, status: string, hoursAgo: number, rest: Partial<Schemas["WorkflowRun"]>): Schemas["WorkflowRun"] => ({
    id,
    name,
    status,
    createdBy: { userId: EXAMPLE_IDS.admin, name: "Platform Admin", email: "platform.admin@example.com" },
    createdDtm: at(hoursAgo),
    deleted: false,
    lastModifiedDtm: at(Math.max(1, hoursAgo - 1)),
    ...rest,
  });
  const record = (workflowId: string, value: Schemas["WorkflowRun"], waits: { readonly [stepId: string]: WaitPlan } = {}): RunRecord => ({
    id: value.id,
    workflowId,
    run: value,
    waits,
    signals: (value.steps ?? []).flatMap(({ id, status }): readonly Signal[] =>
      status === "Waiting" ? (waits[id]?.signals ?? []).map((name) => ({ id: random.id(), stepId: id, name })) : [],
    ),
  });
  const approval = { signals: ["Approve", "Reject"], timerMs: WEEK_MS };
  const until = new Date(nowMs + WEEK_MS - 2 * HOUR_MS).toISOString();

  const completedRun = run(runId(11), "Offboard Contractor Twelve", "Completed", 72, {
    context: { person, appUsers: [appUser(person)], variables: values },
    trigger: leaves(72),
    steps: [
      done("step-1", "SendEmail", "Tell the line manager", 72, "step-2"),
      {
        ...done("step-2", "OffboardPersonApps", "Remove access to applications", 71),
        completed: { dtm: at(71), nextStepIds: [], newContext: { person: { id: person.id, name: person.name }, appUsers: [], variables: values } },
      },
    ],
  });
  const waitingRun = run(runId(12), "Review Example Ledger", "Waiting", 3, {
    context: { app: LEDGER, people: [{ id: lead.id, name: lead.name, email: lead.email }, flowPerson], task: reviewTask(lead, at(-160).slice(0, 10)) },
    waitingUntilDtm: until,
    trigger: { id: "trigger", name: "Started by a user", status: "Completed", completed: { dtm: at(3), nextStepIds: ["step-1"] } },
    steps: [
      { ...step("step-1", "Wait", "Wait for the review", "Waiting"), waiting: { dtm: at(2), until } },
      step("step-2", "SetAppStatus", "Mark the application as reviewed", "NotStarted"),
      step("step-3", "Wait", "Wait for the archive", "NotStarted"),
      step("step-4", "SendEmail", "Tell the owner", "NotStarted"),
    ],
  });
  const failedRun = run(runId(13), "Offboard Contractor Thirteen", "Failed", 30, {
    context: {
      person: { id: random.uuid(), name: "Contractor Thirteen" },
      apps: [LEDGER, TRAVEL],
      appUser: { ...appUser(person), appId: TRAVEL.id, appName: TRAVEL.name },
    },
    trigger: leaves(30),
    steps: [
      {
        ...step("step-1", "OffboardPersonApps", "Remove access to applications", "Failed"),
        failed: { dtm: at(29), message: "Example Travel did not respond." },
      },
      step("step-2", "SendEmail", "Tell the line manager", "Skipped"),
    ],
  });
  const runningRun = run(runId(14), "Offboard Finance Trainee", "InProgress", 2, {
    context: { person, variables: { handoverNote: "Nothing is open." } },
    trigger: leaves(2),
    steps: [
      { ...step("step-1", "SendEmail", "Tell the line manager", "SkippedWithError") },
      step("step-2", "OffboardPersonApps", "Remove access to applications", "InProgress"),
      step("step-3", "SendEmail", "Say good-bye", "NotStarted"),
    ],
  });
  const terminatedRun = run(runId(15), "Offboard Sales Planner", "Terminated", 100, {
    context: { person },
    trigger: leaves(100),
    steps: [done("step-1", "SendEmail", "Tell the line manager", 100, "step-2"), step("step-2", "OffboardPersonApps", "Remove access", "NotStarted")],
  });
  return {
    workflows: [
      { id: OFFBOARD, name: "Offboard a person", variables: [{ id: "handoverNote" }, { id: "lastWorkingDay" }, { id: "recoveryPassword", secret: true }] },
      { id: REVIEW, name: "Review an application", variables: [{ id: "reviewer" }] },
      { id: random.uuid(), name: "Former workflow", variables: [], deleted: true },
    ],
    runs: [
      record(OFFBOARD, completedRun),
      record(REVIEW, waitingRun, { "step-1": approval, "step-3": { signals: ["Archived"], timerMs: WEEK_MS } }),
      record(OFFBOARD, failedRun),
      record(OFFBOARD, runningRun),
      record(OFFBOARD, terminatedRun),
      record(OFFBOARD, { ...completedRun, id: runId(16), name: "A deleted run", deleted: true }),
    ],
  };
}

function step(id: string, type: string, name: string, status: string): Step {
  return { id, type, name, status };
}

function flowPersonOf({ id, fields }: PersonRecord): FlowPerson {
  const { firstName = "", lastName = "", email = "", employeeId = "", jobTitle = "", startDate, leavingDate } = fields;
  const customFields = { "Badge number": "4412", "Parking space": null };
  return defined({ id, name: `${firstName} ${lastName}`, firstName, lastName, email, employeeId, jobTitle, startDate, leavingDate, customFields });
}

function appUser(person: FlowPerson): Schemas["FlowAppUser"] {
  return {
    id: "a4c8e2b6-1f70-4d39-b5e4-8d0a6c2f0001",
    appId: LEDGER.id,
    appName: LEDGER.name,
    appInstanceName: "Europe",
    userId: person.id,
    userName: person.name,
    userEmail: person.email,
    primaryExternalId: "ledger-1207",
    primaryExternalEmail: person.email,
  };
}

function reviewTask(owner: Schemas["PersonInfoFlow"], dueDate: string): Schemas["FlowTask"] {
  return {
    id: "b7d9f1c3-5e42-4a86-9c0d-3f2b8a6e0001",
    taskTypeId: "b7d9f1c3-5e42-4a86-9c0d-3f2b8a6e1001",
    appliesToType: "Application",
    appliesToItemId: LEDGER.id,
    appliesToItemName: LEDGER.name,
    status: "Open",
    title: "Review who has access",
    description: "Compare the users of the application with the team list.",
    owner,
    assignedTo: { id: EXAMPLE_IDS.contractor, personType: "Contact", name: "Contractor Twelve", email: "contractor.twelve@example.com" },
    dueDate,
  };
}
