import { createFeed, memoryCheckpoints } from "@keywright/core/feeds";
import type { Sink, SinkOptions } from "../src/index.ts";
import type { TrialEvent } from "../src/sink-rules.ts";

/** The options that every sink needs. */
export const OPTIONS = {
  stream: "trialEvents",
  idOf: ({ id }) => id,
  timeOf: ({ at }) => at,
  typeOf: ({ action }) => action,
} satisfies SinkOptions<TrialEvent>;

/** So many events. */
export function eventsFrom(first: number, count: number): TrialEvent[] {
  return Array.from({ length: count }, (_unused, index) => {
    const number = first + index;
    return { id: `event-${number}`, at: "2026-03-02T08:00:00Z", action: "item.use", number, text: `text ${number}` };
  });
}

/** Runs one page through a feed into a sink. */
export async function runPage<Event>(sink: Sink<Event>, items: readonly Event[], signal?: AbortSignal): Promise<void> {
  const pages = async function* () {
    yield { items, resumeAt: "1" };
  };
  const options = { store: memoryCheckpoints(), since: "2026-03-02T08:00:00Z", maxHandlerAttempts: 1, graceMs: 0 };
  await createFeed<Event>({ stream: "trialEvents", pages }, options).run(sink.handle, { until: "caught-up", signal });
}

/** The error of a promise that rejects. */
export async function caught(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}
