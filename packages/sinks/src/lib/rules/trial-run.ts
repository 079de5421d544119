import { type CheckpointStore, createFeed, type FeedPosition, type FeedSummary, memoryCheckpoints } from "@keywright/core/feeds";
import type { Sink, SinkEvent } from "../sink.ts";
import type { SinkError } from "../sink-error.ts";
import type { SinkTrial, TrialEvent, TrialOptions } from "./sink-trial.ts";

const STREAM = "trialEvents";
const PAGE = 25;

/** How a feed runs in a trial. */
export interface RunOptions {
  /** Dead letters go here. Default: there is no `deadLetter`. */
  readonly deadLetters?: { readonly event: TrialEvent; readonly reason: SinkError }[];
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: SinkEvent) => void;
  /** Longest wait before the next attempt in milliseconds. Default: 5. */
  readonly maxBackoffMs?: number;
}

/** A stream of events, and the feeds that write it to one target. */
export interface TrialStream {
  readonly events: readonly TrialEvent[];
  /** The largest number of events that were requested beyond those that were committed. */
  readonly mostAhead: () => number;
  /** Runs the stream from its checkpoint to its end, as a new process would. */
  run(options?: RunOptions): Promise<FeedSummary & { readonly sink: Sink<TrialEvent> }>;
}

/** Creates a stream of events. */
export function streamInto(trial: SinkTrial, events: readonly TrialEvent[]): TrialStream {
  const kept = memoryCheckpoints();
  let mostAhead = 0;
  let committed = 0;
  async function* pages(position: FeedPosition) {
    const begin = "cursor" in position ? Number(position.cursor) : 0;
    for (let from = begin; from < events.length; from += PAGE) {
      mostAhead = Math.max(mostAhead, from + PAGE - committed);
      const items = events.slice(from, from + PAGE);
      yield { items, resumeAt: String(from + items.length) };
    }
  }
  return {
    events,
    mostAhead: () => mostAhead,
    async run({ deadLetters, signal, onEvent, maxBackoffMs = 5 } = {}) {
      const options: TrialOptions = {
        stream: STREAM,
        idOf: ({ id }) => id,
        timeOf: ({ at }) => at,
        typeOf: ({ action }) => action,
        maxEvents: 10,
        timeoutMs: 200,
        maxBackoffMs,
        onEvent,
        deadLetter: deadLetters && ((event, reason) => void deadLetters.push({ event, reason })),
      };
      const { sink, store = kept } = trial.open(options);
      const source = { stream: STREAM, pages };
      const feed = createFeed<TrialEvent>(source, { store: counting(store), since: "2026-03-02T08:00:00Z", graceMs: 0, maxHandlerAttempts: 1, standByMs: 20 });
      try {
        return { ...(await feed.run(sink.handle, { until: "caught-up", signal })), sink };
      } finally {
        await sink.close();
      }
    },
  };

  /** Counts the committed events. */
  function counting(store: CheckpointStore): CheckpointStore {
    return {
      async acquire(stream) {
        const owned = await store.acquire(stream);
        return {
          load: () => owned.load(),
          async save(position, version) {
            const saved = await owned.save(position, version);
            if ("cursor" in position) committed = Number(position.cursor);
            return saved;
          },
          release: () => owned.release(),
        };
      },
    };
  }
}

/** Returns so many events, with texts that are hard to store. */
export function trialEvents(count: number): TrialEvent[] {
  const begin = Date.UTC(2026, 2, 2, 8);
  return Array.from({ length: count }, (_unused, number) => ({
    id: `event-${number}`,
    at: new Date(begin + number * 1000).toISOString(),
    action: number % 3 === 0 ? "sign-in" : "item.use",
    number,
    text: `${number} "quoted" \\ {braces} $1 'single' é 😀 \u2028 </script> \t`,
  }));
}
