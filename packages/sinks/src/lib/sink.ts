import type { Clock } from "@keywright/core";
import type { BatchHandler, FeedPosition } from "@keywright/core/feeds";
import type { SinkError } from "./sink-error.ts";

/** Writes the batches of a feed to a target: `feed.run(sink.handle)`. */
export interface Sink<Event> {
  /** Writes a batch; resolves when the target has all of it, before the position is saved. */
  readonly handle: BatchHandler<Event>;
  /** Returns what the sink has written so far. */
  counters(): SinkCounters;
  /** Waits for the batches that are being written. A batch that comes after that is an error. */
  close(): Promise<void>;
}

/** What a sink has written since it was created. */
export interface SinkCounters {
  /** Batches that the target has for good. */
  readonly batches: number;
  /** Events that were written, and their size as JSON in bytes. */
  readonly events: number;
  readonly bytes: number;
  /** How many of these events the target had before, as far as it says so. */
  readonly repeated: number;
  /** How many repeated events the target keeps with other content. Only Postgres reports it. */
  readonly differing: number;
  /** Events that became dead letters. */
  readonly deadLetters: number;
  /** Attempts that failed and were repeated. */
  readonly retries: number;
  /** Milliseconds since the last event of the last batch happened; `undefined` if not known. */
  readonly lagMs: number | undefined;
}

/** What happens in a sink, for alarms. Only an error's `cause` can have events or secrets. */
export type SinkEvent =
  /** The target has these events for good. */
  | {
      readonly type: "written";
      readonly stream: string;
      readonly events: number;
      readonly bytes: number;
      readonly repeated: number;
      readonly durationMs: number;
    }
  /** The target has events with these ids, but with other content, which it keeps. */
  | { readonly type: "differing"; readonly stream: string; readonly ids: readonly string[] }
  /** The target is not available; the write is repeated. `failures` counts those in a row. */
  | { readonly type: "retry"; readonly stream: string; readonly error: SinkError; readonly failures: number; readonly delayMs: number }
  /** The target has events and does not acknowledge them. At `until`, they are written again. */
  | { readonly type: "waiting"; readonly stream: string; readonly events: number; readonly until: string }
  /** An event became a dead letter. */
  | { readonly type: "dead-letter"; readonly stream: string; readonly reason: SinkError };

/** An event as a target writes it. */
export interface SinkRecord<Event> {
  /** The id of the event, as text. */
  readonly id: string;
  /** When it happened, RFC 3339; `undefined` if it has no time. */
  readonly time: string | undefined;
  readonly type: string | undefined;
  /** The whole event as JSON, on one line. */
  readonly json: string;
  /** The size of the JSON in UTF-8. */
  readonly bytes: number;
  readonly event: Event;
}

/** Events of one batch that are written together, in the order of the stream. Never empty. */
export interface Part<Event> {
  readonly stream: string;
  /** The position after the whole batch. */
  readonly position: FeedPosition;
  readonly records: readonly SinkRecord<Event>[];
}

/** What a target did with a part. Records that are in neither list were taken. */
export interface PartResult<Event> {
  /** Records that the target could not take now. They alone are written again. */
  readonly again?: readonly SinkRecord<Event>[];
  /** Records whose content the target rejects. They become dead letters. */
  readonly rejected?: readonly { readonly record: SinkRecord<Event>; readonly reason: SinkError }[];
  /** How many records the target had before. @default 0 */
  readonly repeated?: number;
  /** The ids of repeated records that the target has with other content. @default none */
  readonly differing?: readonly string[];
}

/** Where a sink writes. */
export interface Target<Event> {
  /**
   * Writes a part. Resolves when the target has it for good.
   *
   * @param call `signal` fires when the time limit of the attempt is over, or the feed stops.
   * @throws SinkError `unavailable`: written again after a wait; `rejected`: divided until the
   * rejected event is alone. Any other error ends the batch.
   */
  write(part: Part<Event>, call: { readonly signal: AbortSignal }): Promise<PartResult<Event> | void>;
  /** Called once, after the last part. */
  close?(): unknown;
}

/** The options of every sink. */
export interface SinkOptions<Event> {
  /** The name of the stream, such as `auditevents`. Ids are unique in it. */
  readonly stream: string;
  /** Returns an event's id: a text or an exact whole number. Without one, it is a dead letter. */
  readonly idOf: (event: Event) => unknown;
  /** Returns when an event happened, RFC 3339. @default events have no time */
  readonly timeOf?: ((event: Event) => string | undefined) | undefined;
  /** Returns the type of an event, such as its action. @default events have no type */
  readonly typeOf?: ((event: Event) => string | undefined) | undefined;
  /** Returns the event as JSON on one line, such as the service's own. @default JSON.stringify */
  readonly toJson?: ((event: Event) => string) | undefined;
  /** The largest number of events that are written at once. @default 1000 */
  readonly maxEvents?: number | undefined;
  /** Bytes of events, as JSON, that are written at once; a larger one is alone. @default 1000000 */
  readonly maxBytes?: number | undefined;
  /** The time limit of one attempt to write, in milliseconds. @default 30000 */
  readonly timeoutMs?: number | undefined;
  /** The longest wait between attempts in milliseconds; the first is a second. @default 60000 */
  readonly maxBackoffMs?: number | undefined;
  /** Milliseconds that a target may be unavailable before the batch fails. @default Infinity */
  readonly giveUpAfterMs?: number | undefined;
  /**
   * Takes a rejected event, for example to append it to a file; after a crash, maybe again. The
   * batch continues when it resolves.
   *
   * @default none: the batch fails with the reason
   */
  readonly deadLetter?: ((event: Event, reason: SinkError) => unknown) | undefined;
  /** Receives the events of the sink itself. Errors that it throws are ignored. @default none */
  readonly onEvent?: ((event: SinkEvent) => void) | undefined;
  /** Time and randomness, for tests. @default the platform's */
  readonly clock?: Clock | undefined;
}
