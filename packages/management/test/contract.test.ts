import document from "@keywright/management/openapi.json" with { type: "json" };
import { jsonResponse, recordingFetch, testContract } from "@keywright/tool-test-kit/testing";
import { expect, it } from "vitest";
import { operations } from "../src/generated/operations.ts";
import { createManagementClient, type ManagementClient } from "../src/index.ts";
import { clientOn } from "./support.ts";

testContract({ document, operations, createClient: createManagementClient });

const calls: readonly (readonly [scope: string, call: (client: ManagementClient) => Promise<unknown>])[] = [
  ["AuditLog.Read", (client) => client.listAuditLogs().toArray({ max: 1 })],
  ["Users.Write", (client) => client.deleteScimUser({ userId: "1" })],
  ["Workflows.Runs.Read", (client) => client.getWorkflowRun({ workflowId: "1", runId: "2" })],
  ["Workflows.Runs.Execute", (client) => client.fireSignal({ href: "/signals/1" })],
];
it.each(calls)("a 403 without %s names the scope and is not retried", async (scope, call) => {
  for (const body of [{ title: "Forbidden", detail: "insufficient scope" }, {}]) {
    const fetch = recordingFetch(jsonResponse(403, body));
    await expect(call(clientOn(fetch))).rejects.toMatchObject({ status: 403, attempts: 1, message: expect.stringContaining(`(the operation needs ${scope})`) });
    expect(fetch.requests.length).toBe(1);
  }
});
