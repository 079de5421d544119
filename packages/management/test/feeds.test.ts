import { memoryCheckpoints } from "@keywright/core/feeds";
import { jsonResponse, recordingFetch } from "@keywright/tool-testing";
import { expect, it } from "vitest";
import { auditLogFeed } from "../src/generated/feeds.ts";
import { listAuditLogsFilter } from "../src/generated/filters.ts";
import { clientOn } from "./support.ts";

const page = (after: string, ...ids: readonly number[]): Response =>
  jsonResponse(200, {
    results: ids.map((id) => ({ id, published: "2026-03-02T08:00:00Z" })),
    next: `https://management.example.com/api/audit/v1/logs?after=${after}`,
  });

it("auditLogFeed begins at a time, repeats its input beside each position, and has caught up with an empty page", async () => {
  const fetch = recordingFetch(page("a", 1, 2), page("b", 3), page("b"), page("b"));
  const store = memoryCheckpoints();
  const make = () =>
    auditLogFeed(clientOn(fetch), { store, since: "2026-03-02T07:00:00Z", limit: 2, filter: listAuditLogsFilter.sw("eventType", "integration_") });
  const seen: unknown[] = [];
  const run = () => make().run((batch) => seen.push(...batch.events.map(({ id }) => id)), { until: "caught-up" });
  expect(await run()).toEqual({ batches: 2, events: 3, abandoned: false });
  expect(await run()).toEqual({ batches: 0, events: 0, abandoned: false });
  expect(seen).toEqual([1, 2, 3]);
  const filter = 'eventType sw "integration_"';
  expect(fetch.requests.map(({ method, url }) => [method, Object.fromEntries(new URL(url).searchParams)])).toEqual([
    ["GET", { filter, limit: "2", since: "2026-03-02T07:00:00Z" }],
    ["GET", { filter, limit: "2", since: "2026-03-02T07:00:00Z", after: "a" }],
    ["GET", { filter, limit: "2", since: "2026-03-02T07:00:00Z", after: "b" }],
    ["GET", { filter, limit: "2", after: "b" }],
  ]);
  expect(await (await store.acquire("listAuditLogs")).load()).toEqual({ position: { cursor: "b", lastEventAt: "2026-03-02T08:00:00Z" }, version: 3 });
});

it.each(["start_time", "startTime"])("auditLogFeed says by which name it takes %s", (name) => {
  expect(() => auditLogFeed(clientOn(recordingFetch()), { store: memoryCheckpoints(), [name]: "2026-03-02T07:00:00Z" })).toThrow(
    `${name} is not an option of auditLogFeed; did you mean since?`,
  );
});
