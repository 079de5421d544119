import { CALL_RULES, checkOptions, expectClient, InvalidResponseError, LookupError } from "@keywright/core/client";
import type { CallOptions } from "@keywright/core";
import type { GetWorkflowRunInput, ManagementClient, WorkflowRun } from "../generated/client.ts";

/**
 * Gets one workflow run: the one that `getWorkflowRun` gives inside a page.
 *
 * @param input `workflowId`, `runId`, `variables?`.
 * @param call For this call: signal, deadlines, when to repeat, headers.
 * @throws ArgumentError before any request, where an argument cannot work.
 * @throws LookupError `not-found` where no run has that id.
 * @throws InvalidResponseError where the page holds several runs.
 * @throws ApiError as `getWorkflowRun` does.
 * @see specs/management `getWorkflowRun`
 */
export async function getRun(client: Pick<ManagementClient, "raw">, input: GetWorkflowRunInput, call?: CallOptions): Promise<WorkflowRun> {
  expectClient("getRun", client, "raw");
  if (call !== undefined) checkOptions("getRun", call, CALL_RULES);
  const { status, body: data } = await client.raw.getWorkflowRun(input, call);
  const operationId = "getWorkflowRun";
  const results = data?.results;
  const unexpected = (what: string): InvalidResponseError =>
    new InvalidResponseError("unexpected-content", `getWorkflowRun was answered with ${what}`, { operationId, status });
  if (!Array.isArray(results)) throw unexpected("a page without results");
  const [run, ...others] = results;
  if (run === undefined) {
    throw new LookupError("not-found", `getRun: workflow ${input.workflowId} has no run ${input.runId}, or not for this token`, { operationId });
  }
  if (typeof run !== "object" || run === null) throw unexpected("a run that is not an object");
  if (others.length > 0) throw unexpected(`${results.length} runs where one was asked for`);
  return run;
}
