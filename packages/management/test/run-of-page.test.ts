import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { getRun } from "../src/runs.ts";
import { clientOn } from "./support.ts";

const input = { workflowId: "w-1", runId: "r-1" };
const run = { id: "r-1", status: "Waiting" };
const responded = (body: unknown) => clientOn(recordingFetch(jsonResponse(200, body)));

describe("getRun", () => {
  it("returns the run from its page", async () => {
    const fetch = recordingFetch(jsonResponse(200, { results: [run] }));
    await expect(getRun(clientOn(fetch), { ...input, variables: ["a", "b"] }, { headers: { "x-request-id": "q-1" } })).resolves.toEqual(run);
    expect(fetch.requests).toEqual([
      {
        method: "GET",
        url: "https://management.example.com/api/workflows/v1/w-1/runs/r-1?variables=a,b",
        headers: { accept: "application/json, application/problem+json", authorization: "Bearer token-1", "x-request-id": "q-1" },
        body: undefined,
      },
    ]);
  });

  it("says that no run has the id", async () => {
    await expect(getRun(responded({ results: [] }), input)).rejects.toMatchObject({
      name: "LookupError",
      code: "not-found",
      operationId: "getWorkflowRun",
      message: "getRun: workflow w-1 has no run r-1 that this token can read",
    });
  });

  it.each([
    [{ results: [run, run] }, "getWorkflowRun: the response has 2 runs instead of one"],
    [{}, "getWorkflowRun: the response has a page without results"],
    [{ results: { 0: run } }, "getWorkflowRun: the response has a page without results"],
    [null, "getWorkflowRun: the response has a page without results"],
    [{ results: [null] }, "getWorkflowRun: the response has a run that is not an object"],
    [{ results: [7] }, "getWorkflowRun: the response has a run that is not an object"],
  ])("rejects %j as a response of the service", async (body, message) => {
    await expect(getRun(responded(body), input)).rejects.toMatchObject({ name: "InvalidResponseError", code: "unexpected-content", status: 200, message });
  });

  it("passes on the error of a missing workflow", async () => {
    const client = clientOn(recordingFetch(jsonResponse(404, { title: "Not Found" })));
    await expect(getRun(client, input)).rejects.toMatchObject({ name: "ApiError", status: 404 });
  });
});
