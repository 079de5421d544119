import document from "@keywright/events/openapi.json" with { type: "json" };
import { jsonResponse, recordingFetch, testContract } from "@keywright/tool-test-kit/testing";
import { expect, it } from "vitest";
import { operations } from "../src/generated/operations.ts";
import { createEventsClient } from "../src/index.ts";
import { clientOn } from "./support.ts";

testContract({ document, operations, createClient: createEventsClient });

it.each([
  ["listAuditEvents", "auditevents"],
  ["listItemUsages", "itemusages"],
  ["listSignInAttempts", "signinattempts"],
] as const)("%s without its feature is sent once, and its error names the feature once: %s", async (name, feature) => {
  // The service has no 403: a token without the feature is a 401.
  const fetch = recordingFetch(jsonResponse(401, { status: 401, message: "no" }));
  const list: { readonly toArray: (options: { readonly max: number }) => Promise<unknown> } = clientOn(fetch)[name]();
  await expect(list.toArray({ max: 1 })).rejects.toMatchObject({
    status: 401,
    attempts: 1,
    message: expect.stringContaining(`(the operation needs ${feature})`),
  });
  expect(fetch.requests.length).toBe(1);
});
