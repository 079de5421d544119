import type { Clock } from "@keywright/core";
import type { BatchHandler, CheckpointStore } from "@keywright/core/feeds";
import type { Environment } from "@keywright/core/node";
import type { SinkError, SinkEvent } from "@keywright/sinks";
import type { Sender } from "../sender.ts";
import type { Job } from "../settings.ts";
import type { Sink } from "../sink.ts";
import type { StreamEvent } from "../streams.ts";

/** Where the events of a job go. */
export interface Destination {
  /** Writes a page. Resolves when the destination has it for good. */
  readonly handle: BatchHandler<StreamEvent>;
  /** The store of the feed. */
  readonly store: CheckpointStore;
  close(): Promise<void>;
}

/** What destinations need of the command. */
export interface DestinationContext {
  readonly env: Environment;
  readonly clock: Clock;
  readonly sender: Sender;
  /** The store of positions that the user has chosen. */
  readonly store: CheckpointStore;
  /** Writes an event as JSON on one line. */
  toJson(event: StreamEvent): string;
  /** Returns the sink of a file, or of standard output, which jobs can share. */
  lines(path: string | undefined, mode: number | undefined): Sink;
  /** Takes events that the target rejects. Absent: they fail the page. */
  readonly setAside: ((event: StreamEvent, reason: SinkError) => Promise<void>) | undefined;
  onEvent(event: SinkEvent): void;
}

/** Opens a destination. Nothing is sent yet. */
export type Open<Target> = (job: Job, target: Target, context: DestinationContext) => Promise<Destination>;
