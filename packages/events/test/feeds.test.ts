import { memoryCheckpoints } from "@keywright/core/feeds";
import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { auditEventFeed, itemUsageFeed, signInAttemptFeed } from "../src/generated/feeds.ts";
import { operations } from "../src/generated/operations.ts";
import { clientOn } from "./support.ts";

const page = (cursor: string, has_more: boolean, ...uuids: readonly string[]): Response =>
  jsonResponse(200, { items: uuids.map((uuid) => ({ uuid, timestamp: "2026-03-02T08:00:00Z" })), cursor, has_more });
const caughtUp = { until: "caught-up" } as const;

describe.each([
  ["auditEventFeed", auditEventFeed, operations.listAuditEvents],
  ["itemUsageFeed", itemUsageFeed, operations.listItemUsages],
  ["signInAttemptFeed", signInAttemptFeed, operations.listSignInAttempts],
] as const)("%s", (name, feed, operation) => {
  it("has the id and the time of an event", () => {
    const event = { uuid: "A", timestamp: "2026-03-02T08:00:00Z" };
    expect([feed.idOf(event as never), feed.timeOf(event as never)]).toEqual(["A", "2026-03-02T08:00:00Z"]);
    expect(feed.timeOf({ timestamp: 5 } as never)).toBeUndefined();
  });

  it("begins at a time with the page size, continues by the cursor alone, and leaves out known events", async () => {
    const fetch = recordingFetch(page("c-1", true, "A", "B"), page("c-2", false, "B", "C"), page("c-3", false, "D"));
    const store = memoryCheckpoints();
    const make = () => feed(clientOn(fetch), { store, since: "2026-03-02T07:00:00Z", limit: 2, repeatedIds: 10 });
    const seen: string[] = [];
    const add = (batch: { readonly events: readonly { readonly uuid: string }[] }): unknown => seen.push(...batch.events.map(({ uuid }) => uuid));
    expect(await make().run(add, caughtUp)).toEqual({ batches: 2, events: 3, abandoned: false });
    expect(await make().run(add, caughtUp)).toEqual({ batches: 1, events: 1, abandoned: false });
    expect(seen).toEqual(["A", "B", "C", "D"]);
    expect(fetch.requests.map(({ method, url, body }) => `${method} ${url} ${body}`)).toEqual(
      ['{"limit":2,"start_time":"2026-03-02T07:00:00Z"}', '{"cursor":"c-1"}', '{"cursor":"c-2"}'].map(
        (body) => `POST https://events.example.com${operation.path} ${body}`,
      ),
    );
    const kept = await (await store.acquire(operation.id)).load();
    expect(kept).toEqual({ position: { cursor: "c-3", lastEventAt: "2026-03-02T08:00:00Z" }, version: 4 });
  });

  it.each([
    [{ start_time: "2026-03-02T07:00:00Z" }, "start_time is not an option of FEED; did you mean since?"],
    [{ startTime: "2026-03-02T07:00:00Z" }, "startTime is not an option of FEED; did you mean since?"],
    [{ end_time: "2026-03-02T09:00:00Z" }, "end_time is not an option of FEED; a feed reads OPERATION in order, without end"],
    [{ cursor: "c-1" }, "cursor is not an option of FEED; a feed reads OPERATION in order, without end"],
    [{ pageSize: 5 }, "pageSize is not an option of FEED; its options are limit, store, name, account, since, pollIntervalMs, "],
  ])("rejects an unknown option before anything happens: %j", (options, message) => {
    const fetch = recordingFetch();
    const make = (): unknown => feed(clientOn(fetch), { store: memoryCheckpoints(), ...options });
    expect(make).toThrow(expect.objectContaining({ name: "ConfigurationError", option: Object.keys(options)[0] }));
    expect(make).toThrow(message.replace("FEED", name).replace("OPERATION", operation.id));
    expect(fetch.requests).toEqual([]);
  });

  it("rejects a page size outside the contract before anything is sent", async () => {
    const fetch = recordingFetch();
    await expect(feed(clientOn(fetch), { store: memoryCheckpoints(), limit: 1001 }).run(() => {})).rejects.toMatchObject({
      name: "ArgumentError",
      argument: "limit",
    });
    expect(fetch.requests).toEqual([]);
  });
});
