import type { Batch, Feed } from "@keywright/core/feeds";
import type { Sink } from "./sinks/sink.ts";
import type { Job, Settings } from "./settings/settings.ts";
import { type StreamEvent, timeOf } from "./events/streams.ts";

/** Thrown by the handler so that a page that is cut is not committed. */
const LIMIT_REACHED = Symbol("limit reached");

/** Options of {@link tailStream}. */
export interface TailContext {
  readonly sink: Pick<Sink, "handle">;
  readonly settings: Pick<Settings, "maxEvents" | "once">;
  readonly signal: AbortSignal;
  /** Counts the events of a page, and those of it that the sink does not get. */
  onPage(events: number, filtered: number): void;
  /** Reports that `maxEvents` cut a page: these events are written, and not committed. */
  onCut(events: number): void;
}

/** Writes a stream's events. Each page is committed after the sink has written it. */
export async function tailStream(
  { stream, until }: Pick<Job, "stream" | "until">,
  feed: Feed<StreamEvent>,
  { sink, settings, signal, onPage, onCut }: TailContext,
): Promise<void> {
  const enough = new AbortController();
  let left = settings.maxEvents ?? Infinity;
  try {
    await feed.run(
      async (batch, context) => {
        // An event can come after one that happened later, so a later one does not end the stream.
        const events = until === undefined ? batch.events : batch.events.filter((event) => happenedBy(until, timeOf(stream, event)));
        const wanted = events.slice(0, left);
        onPage(batch.events.length - (events.length - wanted.length), batch.events.length - events.length);
        if (wanted.length > 0) await sink.handle({ ...batch, events: wanted } satisfies Batch<StreamEvent>, context);
        left -= wanted.length;
        if (wanted.length < events.length) {
          onCut(wanted.length);
          throw LIMIT_REACHED;
        }
        if (left === 0) enough.abort();
      },
      { signal: AbortSignal.any([signal, enough.signal]), ...(settings.once ? { until: "caught-up" } : {}) },
    );
  } catch (error) {
    if (error !== LIMIT_REACHED) throw error;
  }
}

/** An event without a time is kept, because losing it is worse than one too many. */
function happenedBy(until: string, time: string | undefined): boolean {
  const at = Date.parse(time ?? "");
  return Number.isNaN(at) || at <= Date.parse(until);
}
