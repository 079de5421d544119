import type { Clock } from "@keywright/core";
import type { BatchHandler, CheckpointStore } from "@keywright/core/feeds";
import type { Environment } from "@keywright/core/node";
import type { SinkError, SinkEvent } from "@keywright/sinks";
import type { Sender } from "../connections/sender.ts";
import type { Job } from "../settings/settings.ts";
import type { LineOutput } from "../output/line-output.ts";
import type { StreamEvent } from "../events/streams.ts";

/** Where the events of a job go. */
export interface Sink {
  /** Writes a page. Resolves when the sink has it for good. */
  readonly handle: BatchHandler<StreamEvent>;
  /** The store of the feed. */
  readonly store: CheckpointStore;
  close(): Promise<void>;
}

/** What sinks need of the command. */
export interface SinkContext {
  readonly env: Environment;
  readonly clock: Clock;
  readonly sender: Sender;
  /** The store of positions that the user has chosen. */
  readonly store: CheckpointStore;
  /** Writes an event as JSON on one line. */
  toJson(event: StreamEvent): string;
  /** Returns the output to a file, or to standard output, which jobs can share. */
  lines(path: string | undefined, mode: number | undefined): LineOutput;
  /** Takes events that the sink rejects. Absent: they fail the page. */
  readonly deadLetter: ((event: StreamEvent, reason: SinkError) => Promise<void>) | undefined;
  onEvent(event: SinkEvent): void;
}

/** Opens a sink. Nothing is sent yet. */
export type OpenSink<Address> = (job: Job, address: Address, context: SinkContext) => Promise<Sink>;
