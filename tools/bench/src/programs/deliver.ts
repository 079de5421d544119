import { createFeed, type FeedSource } from "@keywright/core/feeds";
import { respondWith } from "./respond-with.ts";
import { auditPages } from "./canned-data.ts";
import { deliveryTargets, type SentEvent } from "./delivery-targets.ts";

/** The times of a batch from its page to the target, and the most memory of the process. */
export interface Delivered {
  readonly batchMs: number;
  readonly cpuMs: number;
  readonly megabytes: number;
}

const [name = "", how = "", address = ""] = process.argv.slice(2);

respondWith(async (batches: number): Promise<Delivered> => {
  const { handle, store, write, end } = await deliveryTargets[name as keyof typeof deliveryTargets](address);
  let most = 0;
  async function* pagesFrom(begin: number) {
    for await (const page of auditPages(begin, batches)) {
      most = Math.max(most, process.memoryUsage.rss());
      yield page;
    }
  }
  const began = performance.now();
  const beganCpu = process.cpuUsage();
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
  const { user, system } = process.cpuUsage(beganCpu);
  await end();
  return { batchMs, cpuMs: (user + system) / 1000 / batches, megabytes: most / 1_000_000 };
});
