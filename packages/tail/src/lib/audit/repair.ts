import { type CheckpointStore, type Feed, memoryCheckpoints } from "@keywright/core/feeds";
import type { SinkEvent } from "@keywright/sinks";
import { idOf, type StreamEvent } from "../events/streams.ts";
import type { Job } from "../settings/settings.ts";
import type { Sink } from "../sinks/sink.ts";
import { readEntry, writeEntry } from "./entry.ts";

/** What a repair needs of an audit. */
export interface RepairContext {
  readonly signal: AbortSignal;
  feedAt(store: CheckpointStore, name: string): Feed<StreamEvent>;
  toJson(event: StreamEvent): string;
  openSink(store: CheckpointStore, onEvent: (event: SinkEvent) => void): Promise<Sink>;
}

// More keys at once would need more memory; each round reads the service again.
const ROUND_KEYS = 100_000;

/**
 * Writes missing events with the job's own sink, which replaces and removes nothing.
 *
 * @returns How many events the target has now and had not before.
 */
export async function repair(job: Job, missing: Iterable<string>, { feedAt, openSink, toJson, signal }: RepairContext): Promise<number> {
  let written = 0;
  const sink = await openSink(memoryCheckpoints(), (event) => {
    if (event.type === "written") written += event.events - event.repeated;
  });
  // S3 makes keys of the name: no run replaces an object of another. Postgres keeps a row for each.
  const feed = feedAt(sink.store, job.sink.address.kind === "postgres" ? "repair" : `repair:${crypto.randomUUID()}`);
  const isMissing = (keys: Set<string>, event: StreamEvent): boolean => keys.delete(readEntry(writeEntry(idOf(job.stream, event), toJson(event))).key);
  try {
    for (const keys of roundsOf(missing)) {
      const found = new AbortController();
      await feed.reset({ since: String(job.since), signal });
      await feed.run(
        async (batch, call) => {
          const events = batch.events.filter((event) => isMissing(keys, event));
          if (events.length > 0) await sink.handle({ ...batch, events }, call);
          if (keys.size === 0) found.abort();
        },
        { until: "caught-up", signal: AbortSignal.any([signal, found.signal]) },
      );
      signal.throwIfAborted();
    }
  } finally {
    await sink.close();
  }
  return written;
}

function* roundsOf(missing: Iterable<string>): Generator<Set<string>, void, undefined> {
  let keys = new Set<string>();
  for (const key of missing) {
    if (keys.add(key).size < ROUND_KEYS) continue;
    yield keys;
    keys = new Set();
  }
  if (keys.size > 0) yield keys;
}
