import { describe, expect, it } from "vitest";
import type { WorkflowRun } from "../src/index.ts";
import { waitingAction, waitingActions } from "../src/runs.ts";

const href = (name: string) => `https://management.example.com/signals/${name}`;
const run: WorkflowRun = {
  id: "run-1",
  status: "Waiting",
  trigger: { id: "trigger", status: "Completed", completed: { nextStepIds: ["step-1"] } },
  steps: [
    { id: "step-1", status: "Completed" },
    {
      id: "step-2",
      name: "Ask the line manager",
      status: "Waiting",
      waiting: {
        dtm: "2026-03-02T09:00:00Z",
        until: "2026-03-04T09:00:00Z",
        actions: [
          { name: "Approve", href: href("a") },
          { name: "Reject", href: href("b") },
        ],
      },
    },
    { id: "step-3", status: "Waiting", waiting: { untilDtm: "2026-03-05T09:00:00Z", actions: [{ label: "Approve", href: href("c") }, { name: "Broken" }] } },
    { id: "step-4", status: "Waiting", waiting: {} },
  ],
};

describe("waitingActions", () => {
  it("lists the actions of every waiting step, with the position of each, under either of the server's names", () => {
    expect(waitingActions(run)).toEqual([
      { name: "Approve", href: href("a"), stepId: "step-2", stepName: "Ask the line manager", until: "2026-03-04T09:00:00Z" },
      { name: "Reject", href: href("b"), stepId: "step-2", stepName: "Ask the line manager", until: "2026-03-04T09:00:00Z" },
      { name: "Approve", href: href("c"), stepId: "step-3", until: "2026-03-05T09:00:00Z" },
    ]);
  });

  it.each([null, {}, [null], [7], [{ waiting: null }], [{ waiting: { actions: [null, 7, { href: 5 }] } }]])(
    "takes steps of another shape for none: %j",
    (steps) => {
      expect(waitingActions({ ...run, trigger: null, steps } as unknown as WorkflowRun)).toEqual([]);
    },
  );

  it("treats a name that is not a string as missing, also in a message", () => {
    const odd = { id: "run-2", steps: [{ id: "step-1", waiting: { actions: [{ name: 5, href: href("d") }] } }] } as unknown as WorkflowRun;
    expect(waitingActions(odd)).toEqual([{ href: href("d"), stepId: "step-1" }]);
    expect(() => waitingAction(odd, { name: "Approve" })).toThrow("it waits for one without a name");
  });

  it("finds those of a trigger that waits, and those without a name", () => {
    expect(waitingActions({ id: "run-2", trigger: { id: "trigger", waiting: { actions: [{ href: href("d") }] } } })).toEqual([
      { href: href("d"), stepId: "trigger" },
    ]);
  });

  it.each([
    ["a run without steps", { id: "run-3" }],
    ["steps that are no list", { id: "run-3", steps: { "step-1": {} } }],
    ["actions that are no list", { id: "run-3", steps: [{ id: "step-1", waiting: { actions: "Approve" } }] }],
    [
      "nulls where there is nothing",
      { id: "run-3", trigger: null, steps: [null, { id: "step-1", waiting: null }, { id: "step-2", waiting: { actions: [null] } }] },
    ],
  ])("returns an empty list for %s", (_what, other) => {
    expect(waitingActions(other as unknown as WorkflowRun)).toEqual([]);
  });

  it.each([undefined, null, "run-1"])("rejects %s as a run", (other) => {
    expect(() => waitingActions(other as unknown as WorkflowRun)).toThrow("waitingActions: run must be a run, such as the return value of getRun; got");
  });
});

describe("waitingAction", () => {
  it("returns the action with a name", () => {
    expect(waitingAction(run, { name: "Reject" }).href).toBe(href("b"));
    expect(waitingAction(run, { name: "Approve", stepId: "step-3" }).href).toBe(href("c"));
  });

  it("reports several steps that wait for the same action", () => {
    expect(() => waitingAction(run, { name: "Approve" })).toThrow(
      expect.objectContaining({
        name: "LookupError",
        code: "ambiguous",
        candidates: ["step-2", "step-3"],
        message: 'waitingAction: run run-1 has 2 actions "Approve"; say which by its stepId',
      }),
    );
  });

  it.each([
    [{ name: "Cancel" }, run, 'waitingAction: run run-1 has no action "Cancel": it waits for "Approve", "Reject"'],
    [{ name: "Reject", stepId: "step-3" }, run, 'waitingAction: run run-1 has no action "Reject" at step step-3: it waits for "Approve", "Reject"'],
    [
      { name: "Approve" },
      { id: "run-4", status: "InProgress" },
      'waitingAction: run run-4 has no action "Approve": it waits for none; its status is InProgress',
    ],
    [{ name: "Approve" }, { id: "run-5" }, 'waitingAction: run run-5 has no action "Approve": it waits for none; its status is unknown'],
  ])("says of %j what there is instead", (query, of, message) => {
    expect(() => waitingAction(of, query)).toThrow(expect.objectContaining({ name: "LookupError", code: "not-found", candidates: [], message }));
  });

  it("rejects a query without a name", () => {
    expect(() => waitingAction(run, {} as { name: string })).toThrow("waitingAction: name must be a string that is not empty; got nothing");
  });
});
