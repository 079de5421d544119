import { CALL_RULES, checkOptions, expectClient, InvalidResponseError } from "@keywright/core/client";
import type { CallOptions } from "@keywright/core";
import type { GetWorkflowRunInput, ManagementClient, WorkflowRun } from "../generated/client.ts";
import { LookupError } from "./errors.ts";

/**
 * Returns one workflow run. `getWorkflowRun` returns it inside a page.
 *
 * @param input `workflowId`, `runId`, `variables?`.
 * @param call Options of the call: signal, timeouts, retries, headers.
 * @throws ArgumentError before any request, if an argument is invalid.
 * @throws LookupError `not-found` if no run has the id.
 * @throws InvalidResponseError if the page has several runs.
 * @throws ApiError as `getWorkflowRun` does.
 */
export async function getRun(client: Pick<ManagementClient, "raw">, input: GetWorkflowRunInput, call?: CallOptions): Promise<WorkflowRun> {
  expectClient("getRun", client, "raw.getWorkflowRun");
  if (call !== undefined) checkOptions("getRun", call, CALL_RULES);
  const { status, body: data } = await client.raw.getWorkflowRun(input, call);
  const operationId = "getWorkflowRun";
  const results = data?.results;
  const unexpected = (what: string): InvalidResponseError =>
    new InvalidResponseError("unexpected-content", `getWorkflowRun: the response has ${what}`, { operationId, status });
  if (!Array.isArray(results)) throw unexpected("a page without results");
  const [run, ...others] = results;
  if (run === undefined) {
    throw new LookupError("not-found", `getRun: workflow ${input.workflowId} has no run ${input.runId} that this token can read`, { operationId });
  }
  if (typeof run !== "object" || run === null) throw unexpected("a run that is not an object");
  if (others.length > 0) throw unexpected(`${results.length} runs instead of one`);
  return run;
}
