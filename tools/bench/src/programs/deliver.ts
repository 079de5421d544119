import { createFeed, type FeedPosition, type FeedSource } from "@keywright/core/feeds";
import { answering } from "./answering.ts";
import { auditEvent } from "./canned-data.ts";
import { type DeliveryTarget, deliveryTargets, type SentEvent } from "./delivery-targets.ts";

/** A number of batches to write. */
export interface Delivery {
  readonly batches: number;
  readonly eventsEach: number;
}

/** The time from the first page to the last batch in the target, and the most memory of the process. */
export interface Delivered {
  readonly wallMs: number;
  readonly megabytes: number;
}

const [targetName = "", how = "", address = ""] = process.argv.slice(2);
const target = targetOf(targetName);

let most = 0;

function targetOf(name: string): DeliveryTarget {
  const open = deliveryTargets[name];
  if (open === undefined) throw new Error(`there is no target ${name}`);
  return open(address);
}

function batchAt(number: number, size: number): SentEvent[] {
  most = Math.max(most, process.memoryUsage.rss());
  return Array.from({ length: size }, (_unused, index) => auditEvent(number * size + index));
}

async function withOurs({ batches, eventsEach }: Delivery): Promise<number> {
  const { handle, store, end } = await target.ours();
  const source: FeedSource<SentEvent> = {
    stream: "auditevents",
    async *pages(position: FeedPosition) {
      const begin = "cursor" in position ? Number(position.cursor) : 0;
      for (let number = begin; number < batches; number += 1) yield { items: batchAt(number, eventsEach), resumeAt: String(number + 1) };
    },
  };
  const began = performance.now();
  await createFeed(source, { store, since: "2026-03-02T08:00:00Z" }).run(handle, { until: "caught-up" });
  const wallMs = performance.now() - began;
  await end();
  return wallMs;
}

async function withTheirs({ batches, eventsEach }: Delivery): Promise<number> {
  const { write, end } = await target.theirs();
  const began = performance.now();
  for (let number = 0; number < batches; number += 1) await write(batchAt(number, eventsEach));
  const wallMs = performance.now() - began;
  await end();
  return wallMs;
}

answering(async (delivery: Delivery): Promise<Delivered> => {
  await target.clear();
  most = 0;
  const wallMs = await (how === "ours" ? withOurs(delivery) : withTheirs(delivery));
  return { wallMs, megabytes: most / 1_000_000 };
});
