import type { CheckpointStore } from "@keywright/core/feeds";
import type { Sink, SinkOptions } from "../sink.ts";

/** An event of a trial. */
export interface TrialEvent {
  readonly id: string;
  /** RFC 3339, in the order of the stream. */
  readonly at: string;
  readonly action: string;
  /** 0 for the first event of the stream. */
  readonly number: number;
  readonly text: string;
}

/**
 * The next write: `error` as if busy; `hang`: no response, nothing stored; `half` stored, then an
 * error; `late`: all stored, the response lost.
 */
export type TrialFault = "error" | "hang" | "half" | "late";

/** The options of a sink in a trial. Pass them on as they are. */
export type TrialOptions = SinkOptions<TrialEvent> & Required<Pick<SinkOptions<TrialEvent>, "maxEvents" | "timeoutMs">>;

/** A new, empty target, and sinks that write to it. */
export interface SinkTrial {
  /** Returns a new sink, as another process would create it, and its store if the sink is one. */
  open(options: TrialOptions): { readonly sink: Sink<TrialEvent>; readonly store?: CheckpointStore };
  /** Makes the target fail its next writes. */
  fail(fault: TrialFault, times: number): void;
  /** Returns the events that the target has, in its order. */
  stored(): Promise<readonly TrialEvent[]>;
  /** Returns the event with a content that the target rejects. */
  poisoned(event: TrialEvent): TrialEvent;
  /** Removes the target. */
  end?(): Promise<void>;
}

/** What a sink promises. */
export interface SinkPromises {
  /**
   * Whether the target has each event once, also after a crash. `"by-position"`: except an event
   * that the stream has at two positions.
   */
  readonly once: boolean | "by-position";
  /** Whether the target has the events in the order of the stream. */
  readonly ordered: boolean;
}

/** What a rule found. */
export interface SinkFigures {
  readonly events: number;
  readonly lost: number;
  readonly doubled: number;
}
