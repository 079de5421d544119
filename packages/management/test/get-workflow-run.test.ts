import document from "@keywright/management/openapi.json" with { type: "json" };
import { documentedResponses, expectDocumented, expectRejected, jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { operations } from "../src/generated/operations.ts";
import type { GetWorkflowRunInput } from "../src/index.ts";
import { baseUrl, clientOn } from "./support.ts";

const input = { workflowId: "5b0e6a5c-3f0e-4a53-9d2a-0c6f6d2c1a01", runId: "c2f4b1de-7a04-4a0b-8f35-1d9f3f0b7a11" } as const satisfies GetWorkflowRunInput;
const runUrl = `${baseUrl}/api/workflows/v1/5b0e6a5c-3f0e-4a53-9d2a-0c6f6d2c1a01/runs/c2f4b1de-7a04-4a0b-8f35-1d9f3f0b7a11`;

const empty = () => jsonResponse(200, { results: [] });

async function urlOf(given: GetWorkflowRunInput): Promise<string | undefined> {
  const fetch = recordingFetch(empty());
  await clientOn(fetch).getWorkflowRun(given);
  return fetch.requests[0]?.url;
}

describe("getWorkflowRun", () => {
  it("requests the run's path and its variables as a comma list, with the token", async () => {
    const fetch = recordingFetch(empty());
    await clientOn(fetch).getWorkflowRun({ ...input, variables: ["handoverNotes", "badge"] });
    expect(fetch.requests).toEqual([
      {
        method: "GET",
        url: `${runUrl}?variables=handoverNotes,badge`,
        headers: { accept: "application/json, application/problem+json", authorization: "Bearer token-1" },
        body: undefined,
      },
    ]);
  });

  it("sends no query if no variables are requested", async () => {
    expect(await urlOf(input)).toBe(runUrl);
    expect(await urlOf({ ...input, variables: [] })).toBe(runUrl);
  });

  it("encodes each variable id, so that only the list's own commas are commas", async () => {
    expect(await urlOf({ ...input, variables: ["a&b=c d", "ü#?/+%"] })).toBe(`${runUrl}?variables=a%26b%3Dc%20d,%C3%BC%23%3F%2F%2B%25`);
  });

  it("keeps each id within its own segment of the path", async () => {
    expect(await urlOf({ workflowId: "a/b?c#d", runId: "ü %2F{workflowId}" })).toBe(
      `${baseUrl}/api/workflows/v1/a%2Fb%3Fc%23d/runs/%C3%BC%20%252F%7BworkflowId%7D`,
    );
  });

  it.each([
    ["a comma in a variable id", { variables: ["fine", "a,b"] }, "variables[1]"],
    ["an empty variable id", { variables: [""] }, "variables[0]"],
    ["variables that are one string", { variables: "handoverNotes" }, "variables"],
    ["an empty run id", { runId: "" }, "runId"],
    ["a missing run id", { runId: undefined }, "runId"],
    ["a run id that climbs the path", { runId: ".." }, "runId"],
    ["an encoded dot as workflow id", { workflowId: "%2e" }, "workflowId"],
    ["a number as workflow id", { workflowId: 7 }, "workflowId"],
    ["a parameter that does not exist", { variable: ["handoverNotes"] }, "variable"],
  ])("rejects %s before anything is sent", async (_what, wrong, argument) => {
    const error = await expectRejected((fetch) => clientOn(fetch).getWorkflowRun({ ...input, ...wrong } as GetWorkflowRunInput));
    expect(error).toMatchObject({ operationId: "getWorkflowRun", argument });
  });

  it.each(documentedResponses(document, operations.getWorkflowRun))("handles status $status ($example) as documented", async (answer) => {
    await expectDocumented(answer, (fetch) => clientOn(fetch).getWorkflowRun(input));
  });

  it("returns the empty page of an unknown run unchanged", async () => {
    await expect(clientOn(recordingFetch(empty())).getWorkflowRun(input)).resolves.toEqual({ results: [] });
  });

  it("passes on an unknown status and unknown properties", async () => {
    const page = {
      results: [
        {
          id: "r",
          status: "Paused",
          trigger: { id: "t", status: "Deferred", later: { deep: [null] } },
          context: { variables: { count: 9007199254740991, none: null } },
        },
      ],
      total: 1,
    };
    await expect(clientOn(recordingFetch(jsonResponse(200, page))).getWorkflowRun(input)).resolves.toEqual(page);
  });

  it("reads trace id and rejected fields from a validation problem", async () => {
    const problem = { title: "The request is not valid.", status: 400, errors: { variables: ["Unknown: a.", "Unknown: b."], runId: [] }, traceId: "trace-top" };
    const fetch = recordingFetch(jsonResponse(400, problem, { "content-type": "application/problem+json" }));
    await expect(clientOn(fetch).getWorkflowRun(input)).rejects.toMatchObject({
      message: "getWorkflowRun failed with status 400: The request is not valid.",
      traceId: "trace-top",
      fieldErrors: { variables: ["Unknown: a.", "Unknown: b."], runId: [] },
    });
  });

  it("reads the trace id from a problem's extensions, and has no rejected fields if there are none", async () => {
    const problem = { title: "Not found", detail: "The workflow does not exist.", extensions: { traceId: "trace-nested" } };
    const fetch = recordingFetch(jsonResponse(404, problem, { "content-type": "application/problem+json" }));
    await expect(clientOn(fetch).getWorkflowRun(input)).rejects.toMatchObject({
      message: "getWorkflowRun failed with status 404: The workflow does not exist.",
      traceId: "trace-nested",
      fieldErrors: undefined,
    });
  });

  it("has status and challenge in the error of a response without a body", async () => {
    const fetch = recordingFetch(
      new Response(null, { status: 401, headers: { "www-authenticate": 'Bearer error="invalid_token"' } }),
      new Response(null, { status: 403 }),
    );
    const client = clientOn(fetch);
    const refused: unknown = await client.getWorkflowRun(input).catch((caught: unknown) => caught);
    expect(refused).toMatchObject({ name: "ApiError", status: 401, body: undefined, traceId: undefined, fieldErrors: undefined });
    expect((refused as { headers: Headers }).headers.get("www-authenticate")).toBe('Bearer error="invalid_token"');
    await expect(client.getWorkflowRun(input)).rejects.toMatchObject({ name: "ApiError", status: 403, body: undefined });
  });

  it("returns status and headers with raw", async () => {
    const fetch = recordingFetch(jsonResponse(200, { results: [{ id: "r" }] }, { "x-request-id": "q-1" }));
    const { status, headers, body: data } = await clientOn(fetch).raw.getWorkflowRun(input);
    expect([status, headers.get("x-request-id"), data.results[0]?.id]).toEqual([200, "q-1", "r"]);
  });
});
