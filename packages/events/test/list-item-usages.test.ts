import document from "@keywright/events/openapi.json" with { type: "json" };
import { documentedResponses, expectDocumented, jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { operations } from "../src/generated/operations.ts";
import type { EventsRequest } from "../src/index.ts";
import { itWalksByCursor } from "./cursor-list.ts";
import { clientOn } from "./support.ts";

const page = (...items: readonly object[]) => jsonResponse(200, { items, cursor: "ZXhhbXBsZQ", has_more: false });

describe("listItemUsages", () => {
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
    for await (const event of client.listItemUsages(start)) expect.fail(`an event came of an empty page: ${event.uuid}`);
    await client.raw.listItemUsages(start);
    expect(fetch.requests).toEqual(
      Array(2).fill({
        method: "POST",
        url: "https://events.example.com/api/v2/itemusages",
        headers: { accept: "application/json", authorization: "Bearer token-1", "content-type": "application/json" },
        body,
      }),
    );
  });

  it.each(documentedResponses(document, operations.listItemUsages))("handles status $status ($example) as documented", async (answer) => {
    await expectDocumented(answer, async (fetch) => (await clientOn(fetch).raw.listItemUsages()).body);
  });

  it("passes on unknown values and properties, and leaves whole numbers and times unchanged", async () => {
    const usage = {
      uuid: "TNG4JOHXEC5HHWY4VFNVZCCTJ2",
      timestamp: "2026-03-02T08:05:00.000000001Z",
      action: "teleport",
      used_version: 4294967296,
      location: { latitude: -48.8566, longitude: 0 },
      client: { app_name: "Later App", later: null },
      later: [{}],
    };
    const usages = await clientOn(recordingFetch(page(usage)))
      .listItemUsages()
      .toArray({ max: 1 });
    expect(usages).toEqual([usage]);
    expect(Number.isSafeInteger(usages[0]?.used_version)).toBe(true);
  });

  itWalksByCursor("listItemUsages");
});
