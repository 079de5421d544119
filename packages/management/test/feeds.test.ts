import { memoryCheckpoints } from "@keywright/core/feeds";
import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { auditLogFeed } from "../src/generated/feeds.ts";
import { listAuditLogsFilter } from "../src/generated/filters.ts";
import { clientOn } from "./support.ts";

const page = (after: string, ...ids: readonly number[]): Response =>
  jsonResponse(200, {
    results: ids.map((id) => ({ id, published: "2026-03-02T08:00:00Z" })),
    next: `https://management.example.com/api/audit/v1/logs?after=${after}`,
  });

it("auditLogFeed begins at a time, repeats its input with each position, and has caught up after an empty page", async () => {
  const fetch = recordingFetch(page("a", 1, 2), page("b", 3), page("b"), page("b"));
  const store = memoryCheckpoints();
  const make = () =>
    auditLogFeed(clientOn(fetch), { store, since: "2026-03-02T07:00:00Z", limit: 2, filter: listAuditLogsFilter.sw("eventType", "integration_") });
  const seen: unknown[] = [];
  const run = () => make().run((batch) => seen.push(...batch.events.map(({ id }) => id)), { until: "caught-up" });
  expect(await run()).toEqual({ batches: 2, events: 3, abandoned: false });
  expect(await run()).toEqual({ batches: 0, events: 0, abandoned: false });
  expect(seen).toEqual(["1", "2", "3"]);
  const filter = 'eventType sw "integration_"';
  expect(fetch.requests.map(({ method, url }) => [method, Object.fromEntries(new URL(url).searchParams)])).toEqual([
    ["GET", { filter, limit: "2", since: "2026-03-02T07:00:00Z" }],
    ["GET", { filter, limit: "2", since: "2026-03-02T07:00:00Z", after: "a" }],
    ["GET", { filter, limit: "2", since: "2026-03-02T07:00:00Z", after: "b" }],
    ["GET", { filter, limit: "2", after: "b" }],
  ]);
  expect(await (await store.acquire("listAuditLogs")).load()).toEqual({ position: { cursor: "b", lastEventAt: "2026-03-02T08:00:00Z" }, version: 3 });
});

describe("since of auditLogFeed", () => {
  const noPage = (): never => {
    throw new Error("nothing is sent");
  };

  it.each(["2026-11-20", "2026-11-20T08:00Z", "20261120T080000Z", "2026-11-20 08:00:00,5", "2024-02-29"])(
    "is what listAuditLogs takes, at the start and at a reset: %s",
    async (since) => {
      const fetch = recordingFetch(page("a"), page("a"));
      const feed = auditLogFeed(clientOn(fetch), { store: memoryCheckpoints(), since });
      await feed.run(() => {}, { until: "caught-up" });
      await feed.reset({ since });
      await feed.run(() => {}, { until: "caught-up" });
      expect(fetch.requests.map(({ url }) => new URL(url).searchParams.get("since"))).toEqual([since, since]);
    },
  );

  it.each(["2026-02-30", "2026-W10", "yesterday", "2026-11-20T24:00Z"])("throws the contract's message before anything is saved: %s", async (since) => {
    const expected = "since must be a date or time of ISO 8601 that exists, such as 2026-11-20 or 2026-11-20T08:00:00Z; got a string of ";
    const store = memoryCheckpoints();
    expect(() => auditLogFeed(clientOn(noPage), { store, since })).toThrow(`auditLogFeed: ${expected}`);
    await expect(auditLogFeed(clientOn(noPage), { store }).reset({ since })).rejects.toThrow(`reset: ${expected}`);
    expect(await (await store.acquire("listAuditLogs")).load()).toBeUndefined();
  });
});

it("auditLogFeed compares ids by every digit, also beyond 2^53, to leave out repeated events", async () => {
  const ids = Array.from({ length: 500 }, (_unused, index) => String(7_201_234_567_890_123_456n + BigInt(index)));
  const text = `{"results":[${ids.map((id) => `{"id":${id}}`).join()}],"next":"?after=a"}`;
  const full = (): Response => new Response(text, { headers: { "content-type": "application/json" } });
  const seen: string[] = [];
  const feed = auditLogFeed(clientOn(recordingFetch(full(), page("b", 1), page("b"))), { store: memoryCheckpoints(), repeatedIds: 1000 });
  await feed.run((batch) => seen.push(...batch.events.map(({ id }) => id)), { until: "caught-up" });
  expect(seen).toEqual([...ids, "1"]);
});

it.each(["start_time", "startTime"])("auditLogFeed says by which name it takes %s", (name) => {
  expect(() => auditLogFeed(clientOn(recordingFetch()), { store: memoryCheckpoints(), [name]: "2026-03-02T07:00:00Z" })).toThrow(
    `${name} is not an option of auditLogFeed; did you mean since?`,
  );
});
