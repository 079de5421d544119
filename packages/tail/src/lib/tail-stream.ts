import type { Feed } from "@keywright/core/feeds";
import type { Settings } from "./arguments.ts";
import { eventLine } from "./event-line.ts";
import { textOf } from "./event-text.ts";
import type { Sink } from "./sink.ts";
import type { StreamEvent, StreamName } from "./streams.ts";

/** Thrown by the handler so that a page that `--max-events` cuts is not committed. */
const LIMIT_REACHED = Symbol("limit reached");

/** Options of {@link tailStream}. */
export interface TailContext {
  readonly sink: Sink;
  readonly settings: Pick<Settings, "maxEvents" | "once">;
  readonly signal: AbortSignal;
}

/** Writes a stream's events. Each page is committed after the sink has written it. */
export async function tailStream(stream: StreamName, feed: Feed<StreamEvent>, { sink, settings, signal }: TailContext): Promise<void> {
  const enough = new AbortController();
  let left = settings.maxEvents ?? Infinity;
  try {
    await feed.run(
      async ({ events }) => {
        const wanted = events.slice(0, left);
        await sink.write(wanted.map((event) => `${eventLine(stream, event, textOf(event))}\n`).join(""));
        left -= wanted.length;
        if (wanted.length < events.length) throw LIMIT_REACHED;
        if (left === 0) enough.abort();
      },
      { signal: AbortSignal.any([signal, enough.signal]), ...(settings.once ? { until: "caught-up" } : {}) },
    );
  } catch (error) {
    if (error !== LIMIT_REACHED) throw error;
  }
}
