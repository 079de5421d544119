import { expect, it } from "vitest";
import { createFeed, type FeedPosition, memoryCheckpoints } from "../../src/feeds.ts";
import { ConnectionError, InvalidResponseError, type Page } from "../../src/index.ts";
import { fakeClock } from "../fake-clock.ts";
import { type Thing, things } from "./support.ts";

it("a page is not taken as bad for long because it was bad once before an outage", async () => {
  const clock = fakeClock();
  const bad = new InvalidResponseError("malformed-response", "garbled", { status: 200 });
  const down = new ConnectionError("connection-failed", "down", { outcome: "unknown" });
  const began = clock.now();
  const asked: number[] = [];
  let returned = 0;
  const source = {
    stream: "listThings",
    async *pages(_position: FeedPosition): AsyncGenerator<Page<Thing, string>, void, undefined> {
      const elapsedMs = clock.now() - began;
      asked.push(elapsedMs);
      if (asked.length === 2) throw bad;
      if (asked.length > 2 && elapsedMs < 700_000) throw down;
      // The service is back, and one response is still garbled.
      returned += 1;
      if (asked.length > 2 && returned === 2) throw bad;
      yield { items: things(1, asked.length), resumeAt: String(asked.length) };
      if (asked.length === 1) throw down;
    },
    readBadPage: async () => ({ bytes: new Uint8Array(), resumeAt: "next" }),
  };
  const taken: unknown[] = [];
  const events: Thing[] = [];
  const feed = createFeed<Thing>(source, { store: memoryCheckpoints(), clock, since: "2026-03-02T08:00:00Z", onBadPage: (page) => taken.push(page) });
  await clock.finish(feed.run((batch) => void events.push(...batch.events), { until: "caught-up" }));
  expect(taken).toEqual([]);
  expect(events).toEqual([{ id: 1 }, { id: asked.length }]);
  expect(asked.at(-1)).toBeGreaterThan(700_000);
});
