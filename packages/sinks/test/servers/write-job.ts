import { setImmediate } from "node:timers/promises";
import type { FeedPosition, FeedSource } from "@keywright/core/feeds";
import type { TrialEvent } from "../../src/sink-rules.ts";

/** What a process writes, and where. */
export interface WriteJob {
  readonly sink: "postgres" | "http" | "elasticsearch" | "splunk" | "nats" | "s3" | "otlp";
  readonly url: string;
  /** The file of the position, for sinks that are no store. */
  readonly checkpoint: string;
  readonly events: number;
  readonly page: number;
  /** The time limit of a write. Default: 5 seconds. */
  readonly timeoutMs?: number;
  /** For NATS: the beginning of the subjects. */
  readonly subject?: string;
}

/** The event at a place of the stream. */
function trialEvent(number: number): TrialEvent {
  return {
    id: `event-${number}`,
    at: new Date(Date.UTC(2026, 2, 2, 8) + number * 1000).toISOString(),
    action: number % 3 === 0 ? "sign-in" : "item.use",
    number,
    text: `${number} "quoted" é 😀 ${"x".repeat(200)}`,
  };
}

/** The stream of a job. `onPage` is called before each page with the number of its first event. */
export function streamOf({ events, page }: WriteJob, onPage: (from: number) => unknown): FeedSource<TrialEvent> {
  return {
    stream: "trialEvents",
    async *pages(position: FeedPosition) {
      const begin = "cursor" in position ? Number(position.cursor) : 0;
      for (let from = begin; from < events; from += page) {
        await onPage(from);
        const items = Array.from({ length: Math.min(page, events - from) }, (_unused, index) => trialEvent(from + index));
        yield { items, resumeAt: String(from + items.length) };
        await setImmediate();
      }
    },
  };
}
