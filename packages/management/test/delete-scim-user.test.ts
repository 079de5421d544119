import document from "@keywright/management/openapi.json" with { type: "json" };
import { documentedResponses, expectDocumented, expectRejected, jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { operations } from "../src/generated/operations.ts";
import type { DeleteScimUserInput } from "../src/index.ts";
import { baseUrl, clientOn } from "./support.ts";

const input = { userId: "7e51c0f2-0d4b-4c6a-8b21-5a9e3d7f0002" } as const satisfies DeleteScimUserInput;

const deleted = () => new Response(null, { status: 204 });

describe("deleteScimUser", () => {
  it("sends DELETE to the user's path, with the token and without a body", async () => {
    const fetch = recordingFetch(deleted());
    await clientOn(fetch).deleteScimUser(input);
    expect(fetch.requests).toEqual([
      {
        method: "DELETE",
        url: "https://management.example.com/api/scim/v2/Users/7e51c0f2-0d4b-4c6a-8b21-5a9e3d7f0002",
        headers: { accept: "application/problem+json, application/json", authorization: "Bearer token-1" },
        body: undefined,
      },
    ]);
  });

  it("returns undefined, also if the response has an undocumented body", async () => {
    const client = clientOn(recordingFetch(deleted(), jsonResponse(200, { deleted: true })));
    await expect(client.deleteScimUser(input)).resolves.toBeUndefined();
    await expect(client.deleteScimUser(input)).resolves.toBeUndefined();
  });

  it("keeps the user id within one segment of the path", async () => {
    const fetch = recordingFetch(deleted());
    await clientOn(fetch).deleteScimUser({ userId: "me/../everyone" });
    expect(fetch.requests[0]?.url).toBe(`${baseUrl}/api/scim/v2/Users/me%2F..%2Feveryone`);
  });

  it.each([
    ["an empty user id", ""],
    ["a user id that climbs the path", ".."],
    ["an encoded dot segment as user id", "%2E%2e"],
    ["a missing user id", undefined],
    ["a user id of null", null],
    ["half a surrogate pair as user id", "\ud83d"],
  ])("rejects %s before anything is sent", async (_what, userId) => {
    const error = await expectRejected((fetch) => clientOn(fetch).deleteScimUser({ userId } as DeleteScimUserInput));
    expect(error).toMatchObject({ operationId: "deleteScimUser", argument: "userId" });
  });

  it.each(documentedResponses(document, operations.deleteScimUser))("handles status $status ($example) as documented", async (answer) => {
    await expectDocumented(answer, (fetch) => clientOn(fetch).deleteScimUser(input));
  });

  it("returns status and headers with raw", async () => {
    const fetch = recordingFetch(new Response(null, { status: 204, headers: { "x-request-id": "q-1" } }));
    const { status, headers, body: data } = await clientOn(fetch).raw.deleteScimUser(input);
    expect([status, headers.get("x-request-id"), data]).toEqual([204, "q-1", undefined]);
  });
});
