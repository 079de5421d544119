import { createFeed, type FeedSource } from "@keywright/core/feeds";
import { respondWith } from "./respond-with.ts";
import { auditEvent } from "./canned-data.ts";
import { deliveryTargets, type SentEvent } from "./delivery-targets.ts";

/** The time of a batch from its page to the target, and the most memory of the process. */
export interface Delivered {
  readonly batchMs: number;
  readonly megabytes: number;
}

const EVENTS_EACH = 1000;

const [name = "", how = "", address = ""] = process.argv.slice(2);

respondWith(async (batches: number): Promise<Delivered> => {
  const { handle, store, write, end } = await deliveryTargets[name as keyof typeof deliveryTargets](address);
  let most = 0;
  async function* pagesFrom(begin: number) {
    for (let number = begin; number < batches; number += 1) {
      most = Math.max(most, process.memoryUsage.rss());
      const items: SentEvent[] = Array.from({ length: EVENTS_EACH }, (_unused, index) => auditEvent(number * EVENTS_EACH + index));
      yield { items, resumeAt: String(number + 1) };
    }
  }
  const began = performance.now();
  if (how === "theirs") {
    for await (const { items } of pagesFrom(0)) await write(items);
  } else {
    const source: FeedSource<SentEvent> = {
      stream: "auditevents",
      pages: (position) => pagesFrom("cursor" in position ? Number(position.cursor) : 0),
    };
    await createFeed(source, { store, since: "2026-03-02T08:00:00Z" }).run(handle, { until: "caught-up" });
  }
  const batchMs = (performance.now() - began) / batches;
  await end();
  return { batchMs, megabytes: most / 1_000_000 };
});
