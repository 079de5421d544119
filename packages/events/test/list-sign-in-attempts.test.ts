import document from "@keywright/events/openapi.json" with { type: "json" };
import { documentedResponses, expectDocumented, jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { operations } from "../src/generated/operations.ts";
import type { EventsRequest } from "../src/index.ts";
import { itWalksByCursor } from "./cursor-list.ts";
import { clientOn } from "./support.ts";

const page = (...items: readonly object[]) => jsonResponse(200, { items, cursor: "ZXhhbXBsZQ", has_more: false });

describe("listSignInAttempts", () => {
  it.each([
    [
      "everything of a reset cursor",
      { limit: 50, start_time: "2026-03-02T08:00:00+01:00", end_time: "2026-03-02T18:00:00Z" },
      '{"limit":50,"start_time":"2026-03-02T08:00:00+01:00","end_time":"2026-03-02T18:00:00Z"}',
    ],
    ["an empty reset cursor", {}, "{}"],
    ["an empty reset cursor where nothing is given", undefined, "{}"],
    ["a cursor", { cursor: "ZXhhbXBsZTo=" }, '{"cursor":"ZXhhbXBsZTo="}'],
  ] satisfies [string, EventsRequest | undefined, string][])("sends %s as JSON, with the token", async (_what, start, body) => {
    const fetch = recordingFetch(page(), page());
    const client = clientOn(fetch);
    for await (const event of client.listSignInAttempts(start)) expect.fail(`an event came of an empty page: ${event.uuid}`);
    await client.raw.listSignInAttempts(start);
    expect(fetch.requests).toEqual(
      Array(2).fill({
        method: "POST",
        url: "https://events.example.com/api/v2/signinattempts",
        headers: { accept: "application/json", authorization: "Bearer token-1", "content-type": "application/json" },
        body,
      }),
    );
  });

  it.each(documentedResponses(document, operations.listSignInAttempts))("handles status $status ($example) as documented", async (answer) => {
    await expectDocumented(answer, async (fetch) => (await clientOn(fetch).raw.listSignInAttempts()).body);
  });

  it("passes on unknown values and properties, and details that are null", async () => {
    const attempts = [
      { uuid: "SIU7W44IADFACNHWSWA74EAMBH", timestamp: "2026-03-02T07:58:03.987654321Z", category: "later_failed", type: "retina_bad", details: null },
      {
        uuid: "FVBHR46I3GSARYOEONK5BKOIYB",
        timestamp: "2026-03-02T07:58:04Z",
        details: { value: { later: [1] } },
        target_user: { user_type: "robot" },
        later: 2,
      },
    ];
    expect(
      await clientOn(recordingFetch(page(...attempts)))
        .listSignInAttempts()
        .toArray({ max: 2 }),
    ).toEqual(attempts);
  });

  itWalksByCursor("listSignInAttempts");
});
