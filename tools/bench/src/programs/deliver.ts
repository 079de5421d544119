import { createFeed, type FeedSource } from "@keywright/core/feeds";
import { answering } from "./answering.ts";
import { auditEvent } from "./canned-data.ts";
import { deliveryTargets, type SentEvent } from "./delivery-targets.ts";

/** The time from the first page to the last batch in the target, and the most memory of the process. */
export interface Delivered {
  readonly wallMs: number;
  readonly megabytes: number;
}

const EVENTS_EACH = 1000;

const [name = "", how = "", address = ""] = process.argv.slice(2);
const target = deliveryTargets[name as keyof typeof deliveryTargets](address);

answering(async (batches: number): Promise<Delivered> => {
  await target.clear();
  let most = 0;
  async function* pagesFrom(begin: number) {
    for (let number = begin; number < batches; number += 1) {
      most = Math.max(most, process.memoryUsage.rss());
      const items: SentEvent[] = Array.from({ length: EVENTS_EACH }, (_unused, index) => auditEvent(number * EVENTS_EACH + index));
      yield { items, resumeAt: String(number + 1) };
    }
  }
  const { end, ...way } = how === "ours" ? await target.ours() : await target.theirs();
  const began = performance.now();
  if ("write" in way) {
    for await (const { items } of pagesFrom(0)) await way.write(items);
  } else {
    const source: FeedSource<SentEvent> = {
      stream: "auditevents",
      pages: (position) => pagesFrom("cursor" in position ? Number(position.cursor) : 0),
    };
    await createFeed(source, { store: way.store, since: "2026-03-02T08:00:00Z" }).run(way.handle, { until: "caught-up" });
  }
  const wallMs = performance.now() - began;
  await end();
  return { wallMs, megabytes: most / 1_000_000 };
});
