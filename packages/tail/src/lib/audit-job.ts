import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UsageError } from "@keywright/cli-kit";
import type { BatchHandler, Checkpoint, CheckpointStore, Feed } from "@keywright/core/feeds";
import type { Sink } from "./sinks/sink.ts";
import type { Job } from "./settings/settings.ts";
import type { SinkEvent } from "@keywright/sinks";
import { idOf, type StreamEvent, timeOf } from "./events/streams.ts";
import { compare, type Counts, type Difference } from "./audit/compare.ts";
import { writeEntry } from "./audit/entry.ts";
import { openRepair, type Repair } from "./audit/repair.ts";
import { createSorter, type Sorter } from "./audit/sorter.ts";
import { openTarget } from "./audit/open-target.ts";
import type { TargetContext } from "./audit/target.ts";

/** What the audit of a job needs. */
export interface AuditContext extends Omit<TargetContext, "folder"> {
  /** The store of the live feed, which is only looked at. */
  readonly store: CheckpointStore;
  /** Opens the feed of the job with another store, and a name for its positions. */
  feedAt(store: CheckpointStore, name?: string): Feed<StreamEvent>;
  toJson(event: StreamEvent): string;
  /** Opens the sink of the job for a repair. Absent: nothing is written. */
  readonly openSink: ((onEvent: (event: SinkEvent) => void) => Promise<Sink>) | undefined;
  onDifference(difference: Difference): void;
}

/** The result of an audit. */
export interface Audited {
  readonly counts: Counts;
  /** Missing events that were written. Absent: none were to be written. */
  readonly written: number | undefined;
}

/** Compares the service with the target of a job, and writes what is missing if asked to. */
export async function auditJob(job: Job, context: AuditContext): Promise<Audited> {
  const { signal, openSink } = context;
  // With mode 0700. The ids of events are in its files, and of their content only digests.
  const folder = await mkdtemp(join(tmpdir(), "keywright-audit-"));
  try {
    const target = await openTarget(job, { ...context, folder });
    let repair: Repair | undefined;
    try {
      // First, so that no one else writes what is missing after the comparison.
      if (openSink !== undefined) repair = await openRepair(job, { ...context, openSink });
      const [service, late] = [createSorter(folder, "service"), createSorter(folder, "late")];
      const missing = createSorter(folder, "missing");
      const keep =
        (sorters: readonly Sorter[]): BatchHandler<StreamEvent> =>
        ({ events }) => {
          for (const event of events) {
            const time = timeOf(job.stream, event);
            if (!isInWindow(job, time)) continue;
            const entry = writeEntry(idOf(job.stream, event), context.toJson(event), time);
            for (const sorter of sorters) sorter.add(entry);
          }
        };
      let committed: Checkpoint | undefined;
      const window = readOnly(async (name) => {
        committed = await (target.peek ?? context.store.peek)?.(name);
        if (committed === undefined && job.checkpoint !== undefined)
          throw new UsageError(`--checkpoint has no position of ${job.stream}: name that of the running keywright-tail, or use --no-checkpoint`);
        return undefined;
      });
      // In this order, nothing that the feed still delivers can count as missing.
      await readAll(context.feedAt(window), keep([service]), signal);
      if (committed !== undefined) await readAll(context.feedAt(readOnly(async () => committed)), keep([service, late]), signal);
      const counts = await compare(service.sorted(), late.sorted(), await target.read(), (difference) => {
        if (difference.kind === "missing" && repair !== undefined) missing.add(difference.key);
        context.onDifference(difference);
      });
      return { counts, written: counts.missing === 0 ? undefined : await repair?.write(missing.sorted()) };
    } finally {
      await repair?.close();
      await target.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readAll(feed: Feed<StreamEvent>, handler: BatchHandler<StreamEvent>, signal: AbortSignal): Promise<void> {
  await feed.run(handler, { signal, until: "caught-up" });
  signal.throwIfAborted();
}

/** An event without a time is kept, because no window can exclude it. */
function isInWindow({ since, until }: Job, time: string | undefined): boolean {
  const at = Date.parse(time ?? "");
  return Number.isNaN(at) || (at >= Date.parse(since ?? "") && at <= Date.parse(until ?? ""));
}

/** A store whose positions are never saved. */
function readOnly(load: (name: string) => Promise<Checkpoint | undefined>): CheckpointStore {
  return {
    acquire: async (name) => ({ load: () => load(name), save: async (_position, version) => version + 1, release: async () => {} }),
  };
}
