import { describe, expect, test } from "vitest";
import { BASE_URL, clientOf, getRun, IDS, listLogs, send, testEmulator } from "./support.ts";

const href = (body: { results: { steps: { waiting?: { actions: { name: string; href: string }[] } }[] }[] }, name: string): string => {
  const actions = body.results[0]?.steps.flatMap(({ waiting }) => waiting?.actions ?? []) ?? [];
  return actions.find((action) => action.name === name)?.href ?? `no action ${name}`;
};
const fire = (emulator: ReturnType<typeof testEmulator>, address: string, token = emulator.token) =>
  send(emulator, address, { method: "POST", headers: { authorization: `Bearer ${token}` } });

describe("getWorkflowRun", () => {
  test.each([
    ["an unknown run", "nothing"],
    ["a deleted run", IDS.deletedRun],
    ["a run of another workflow", IDS.waitingRun],
  ])("returns an empty page for %s", async (_what, runId) => {
    expect(await getRun(testEmulator(), IDS.offboard, runId)).toMatchObject({ status: 200, body: { results: [] } });
  });

  test("returns 404 for an unknown workflow and for a deleted one", async () => {
    const emulator = testEmulator();
    const deleted = emulator.store.workflows.list((workflow) => workflow.deleted === true)[0]?.id ?? "";
    for (const id of ["nothing", deleted]) {
      const { status, body } = await getRun(emulator, id, IDS.completedRun);
      expect([status, body.title, body.detail]).toEqual([404, "Not found", `The workflow ${id} does not exist or is not accessible.`]);
    }
  });

  test("has a run in each status, with what belongs to it", async () => {
    const emulator = testEmulator();
    const runs = [IDS.completedRun, IDS.failedRun, IDS.runningRun, IDS.terminatedRun];
    const seen = await Promise.all(runs.map(async (id) => (await getRun(emulator, IDS.offboard, id)).body.results[0]));
    expect(seen.map(({ status }) => status)).toEqual(["Completed", "Failed", "InProgress", "Terminated"]);
    expect(seen[0].steps.every((step: { completed?: unknown }) => step.completed !== undefined)).toBe(true);
    expect(seen[1].steps[0]).toMatchObject({ status: "Failed", failed: { message: "Example Travel did not respond." } });
    const waiting = (await getRun(emulator, IDS.review, IDS.waitingRun)).body.results[0];
    expect(waiting).toMatchObject({ status: "Waiting", waitingUntilDtm: waiting.steps[0].waiting.until });
    const steps = [...seen, waiting].flatMap((run) => run.steps.map(({ status }: { status: string }) => status));
    expect(["NotStarted", "InProgress", "Waiting", "Failed", "Completed", "Skipped", "SkippedWithError"].filter((status) => !steps.includes(status))).toEqual(
      [],
    );
    expect(seen.every((run) => !("waitingUntilDtm" in run))).toBe(true);
  });
});

describe("variables of a run", () => {
  test("are given where they are asked for, and no others", async () => {
    const { results } = await clientOf(testEmulator()).getWorkflowRun({
      workflowId: IDS.offboard,
      runId: IDS.completedRun,
      variables: ["handoverNote", "lastWorkingDay"],
    });
    const variables = { handoverNote: "The ledger import runs on Fridays.", lastWorkingDay: "2026-03-06" };
    expect(results[0]?.context?.variables).toEqual(variables);
    expect(results[0]?.steps?.[1]?.completed?.newContext?.variables).toEqual(variables);
  });

  test("are absent where the run has no value for them", async () => {
    const { body } = await getRun(testEmulator(), IDS.offboard, IDS.runningRun, "?variables=handoverNote,lastWorkingDay");
    expect(body.results[0].context.variables).toEqual({ handoverNote: "Nothing is open." });
  });

  test("that are secret need the scope Workflows.Runs.ReadSecrets: 403 without it [source: getWorkflowRun.secret]", async () => {
    const emulator = testEmulator();
    const lacking = emulator.issueToken({ scopes: ["Workflows.Runs.Read"] });
    const refused = clientOf(emulator, lacking).getWorkflowRun({
      workflowId: IDS.offboard,
      runId: IDS.completedRun,
      variables: ["handoverNote", "recoveryPassword"],
    });
    await expect(refused).rejects.toMatchObject({ status: 403 });
    const { body } = await getRun(emulator, IDS.offboard, IDS.completedRun, "?variables=recoveryPassword");
    expect(body.results[0].context.variables.recoveryPassword).toMatch(/^example-password-/);
  });

  test("that the workflow does not have are rejected with 400", async () => {
    const { status, body } = await getRun(testEmulator(), IDS.offboard, IDS.completedRun, "?variables=handoverNotes,handoverNote,__proto__");
    expect([status, body.errors]).toEqual([400, { variables: ["The workflow has no variable handoverNotes.", "The workflow has no variable __proto__."] }]);
    expect((await getRun(testEmulator(), IDS.offboard, IDS.completedRun, "?variables=")).status).toBe(400);
  });
});

describe("a waiting step", () => {
  test("has actions whose addresses are on the service's own origin", async () => {
    const { body } = await getRun(testEmulator(), IDS.review, IDS.waitingRun);
    expect(body.results[0].steps[0].waiting.actions.map(({ name }: { name: string }) => name)).toEqual(["Approve", "Reject"]);
    expect(new URL(href(body, "Approve")).origin).toBe(BASE_URL);
  });

  test("goes on when its signal is fired by a POST: the step is completed and the run waits at the next one [source: fireSignal.continues]", async () => {
    const emulator = testEmulator();
    const before = await getRun(emulator, IDS.review, IDS.waitingRun);
    emulator.clock.advance(60_000);
    expect((await fire(emulator, href(before.body, "Approve"))).status).toBe(204);
    const [run] = (await getRun(emulator, IDS.review, IDS.waitingRun)).body.results;
    expect(run).toMatchObject({ status: "Waiting", lastModifiedDtm: "2026-03-02T12:01:00.000Z", waitingUntilDtm: "2026-03-09T12:01:00.000Z" });
    expect(run.steps[2].waiting).toMatchObject({ dtm: "2026-03-02T12:01:00.000Z", until: run.waitingUntilDtm });
    expect(run.steps[0]).toEqual({
      id: "step-1",
      type: "Wait",
      name: "Wait for the review",
      status: "Completed",
      completed: { dtm: "2026-03-02T12:01:00.000Z", nextStepIds: ["step-2"] },
    });
    expect(run.steps.map(({ status }: { status: string }) => status)).toEqual(["Completed", "Completed", "Waiting", "NotStarted"]);
  });

  test("has an end in every state: a run that waits without one is rejected", () => {
    const { state } = testEmulator().snapshot();
    const [waiting] = state.runs.filter(({ id }) => id === IDS.waitingRun);
    if (waiting === undefined) throw new Error("the default state has a run that waits");
    const { waitingUntilDtm: _until, ...endless } = waiting.run;
    for (const broken of [
      { ...waiting, run: endless },
      { ...waiting, waits: { "step-3": { signals: ["Archived"] } } as never },
    ])
      expect(() => testEmulator({ seed: { ...state, runs: [broken] } })).toThrow(`the waiting run ${IDS.waitingRun} must have waitingUntilDtm`);
  });

  test("completes the run when nothing waits behind it", async () => {
    const emulator = testEmulator();
    await fire(emulator, href((await getRun(emulator, IDS.review, IDS.waitingRun)).body, "Reject"));
    await fire(emulator, href((await getRun(emulator, IDS.review, IDS.waitingRun)).body, "Archived"));
    const [run] = (await getRun(emulator, IDS.review, IDS.waitingRun)).body.results;
    expect([run.status, run.steps.map(({ status }: { status: string }) => status)]).toEqual([
      "Completed",
      ["Completed", "Completed", "Completed", "Completed"],
    ]);
    expect(run.steps[3].completed.nextStepIds).toEqual([]);
    expect("waitingUntilDtm" in run).toBe(false);
  });

  test("takes one of its signals once: the others are gone with it [source: fireSignal.once]", async () => {
    const emulator = testEmulator();
    const { body } = await getRun(emulator, IDS.review, IDS.waitingRun);
    expect((await fire(emulator, href(body, "Approve"))).status).toBe(204);
    for (const name of ["Approve", "Reject"]) expect((await fire(emulator, href(body, name))).status).toBe(404);
    expect((await fire(emulator, `${BASE_URL}/api/workflows/v1/signals/nothing`)).status).toBe(404);
  });

  test("needs the scope Workflows.Runs.Execute for its signal [source: fireSignal.scope]", async () => {
    const emulator = testEmulator();
    const address = href((await getRun(emulator, IDS.review, IDS.waitingRun)).body, "Approve");
    expect((await fire(emulator, address, emulator.issueToken({ scopes: ["Workflows.Runs.Read"] }))).status).toBe(403);
    expect((await fire(emulator, address, "nobody")).status).toBe(401);
    expect((await fire(emulator, address, emulator.issueToken({ scopes: ["Workflows.Runs.Execute"] }))).status).toBe(204);
  });

  test("goes on by itself when its timer runs out, at that time", async () => {
    const emulator = testEmulator();
    const { body } = await getRun(emulator, IDS.review, IDS.waitingRun);
    const { until } = body.results[0].steps[0].waiting;
    emulator.clock.set(until);
    expect((await fire(emulator, href(body, "Approve"))).status).toBe(404);
    const [run] = (await getRun(emulator, IDS.review, IDS.waitingRun)).body.results;
    expect([run.steps[0].completed.dtm, run.steps[2].status]).toEqual([until, "Waiting"]);
  });

  test("is found in the audit log after its signal was fired", async () => {
    const emulator = testEmulator();
    await fire(emulator, href((await getRun(emulator, IDS.review, IDS.waitingRun)).body, "Approve"));
    const { body } = await listLogs(emulator, { filter: 'eventType eq "workflow_signal_fired"' });
    expect(body.results).toMatchObject([{ target: [{ id: IDS.waitingRun, type: "WorkflowRun" }], details: { signal: "Approve", step: "step-1" } }]);
  });
});
