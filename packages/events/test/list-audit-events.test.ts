import document from "@keywright/events/openapi.json" with { type: "json" };
import { documentedResponses, expectDocumented, jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { operations } from "../src/generated/operations.ts";
import type { EventsRequest } from "../src/index.ts";
import { itWalksByCursor } from "./cursor-list.ts";
import { clientOn } from "./support.ts";

const page = (...items: readonly object[]) => jsonResponse(200, { items, cursor: "ZXhhbXBsZQ", has_more: false });

describe("listAuditEvents", () => {
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
    for await (const event of client.listAuditEvents(start)) expect.fail(`an event came of an empty page: ${event.uuid}`);
    await client.raw.listAuditEvents(start);
    expect(fetch.requests).toEqual(
      Array(2).fill({
        method: "POST",
        url: "https://events.example.com/api/v2/auditevents",
        headers: { accept: "application/json", authorization: "Bearer token-1", "content-type": "application/json" },
        body,
      }),
    );
  });

  it.each(documentedResponses(document, operations.listAuditEvents))("handles status $status ($example) as documented", async (answer) => {
    await expectDocumented(answer, async (fetch) => (await clientOn(fetch).raw.listAuditEvents()).body);
  });

  it("passes on unknown values and properties, and leaves whole numbers and times unchanged", async () => {
    const event = {
      uuid: "D5FPGXRCLJISRZPTIKGK6RDT4Q",
      timestamp: "2026-03-02T08:00:12.123456789Z",
      action: "teleport",
      object_type: "spaceship",
      actor_type: "robot",
      aux_id: 9007199254740991,
      later: { deep: [null] },
      session: { later: 1 },
    };
    const events = await clientOn(recordingFetch(page(event)))
      .listAuditEvents()
      .toArray({ max: 1 });
    expect(events).toEqual([event]);
    expect(Number.isSafeInteger(events[0]?.aux_id)).toBe(true);
  });

  itWalksByCursor("listAuditEvents");
});
