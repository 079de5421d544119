import type { CheckpointStore, Feed, OwnedCheckpoint } from "@keywright/core/feeds";
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
  openSink(onEvent: (event: SinkEvent) => void): Promise<Sink>;
}

/** A sink that no one else repairs, nor writes if it is a file. */
export interface Repair {
  /**
   * Writes missing events.
   *
   * @returns How many events the target has now and had not before.
   */
  write(missing: Iterable<string>): Promise<number>;
  close(): Promise<void>;
}

// More keys at once would need more memory; each round reads the service again.
const ROUND_KEYS = 100_000;

/** Opens the job's own sink, which replaces and removes nothing, and acquires it until the end. */
export async function openRepair(job: Job, { feedAt, openSink, toJson, signal }: RepairContext): Promise<Repair> {
  let written = 0;
  const sink = await openSink((event) => {
    if (event.type === "written") written += event.events - event.repeated;
  });
  const store = heldStore(sink.store);
  // No name of a sink or a table has a colon. S3 makes keys of the name and the stored position:
  // without one, no run may replace an object of another.
  const isStored = job.checkpoint !== undefined || job.sink.address.kind === "postgres";
  const feed = feedAt(store, `repair:${isStored ? (job.positionName ?? "") : crypto.randomUUID()}`);
  const isMissing = (keys: Set<string>, event: StreamEvent): boolean => keys.delete(readEntry(writeEntry(idOf(job.stream, event), toJson(event))).key);
  const begin = (): Promise<void> => feed.reset({ since: String(job.since), signal });
  const close = (): Promise<void> => store.close().finally(() => sink.close());
  try {
    await begin();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    async write(missing) {
      for (const keys of roundsOf(missing)) {
        const found = new AbortController();
        await begin();
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
      return written;
    },
    close,
  };
}

/** Returns a store whose only position stays acquired between feeds. */
function heldStore(store: CheckpointStore): CheckpointStore & { close(): Promise<void> } {
  let owned: OwnedCheckpoint | undefined;
  return {
    async acquire(name) {
      owned ??= await store.acquire(name);
      return { ...owned, release: async () => {} };
    },
    close: async () => owned?.release(),
  };
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
