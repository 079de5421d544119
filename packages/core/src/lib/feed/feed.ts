import type { KeywrightError } from "../errors.ts";
import type { Clock } from "../clock.ts";
import type { Page } from "../method-types.ts";
import type { CheckpointStore, FeedPosition } from "./checkpoint.ts";

/** The events of one page, which are handled and committed together. Never empty. */
export interface Batch<Event> {
  /** In the order of the stream, never sorted. */
  readonly events: readonly Event[];
  /** The position that is saved when the batch is committed. */
  readonly position: FeedPosition;
  /** The age of its last event in milliseconds by this machine's time; `undefined` without one. */
  readonly lagMs: number | undefined;
}

/** A page that is unreadable, such as one that is no JSON, or has an entry that is no object. */
export interface BadPage {
  /** The position that was requested. */
  readonly position: FeedPosition;
  /** The next position according to the page. The feed continues there. */
  readonly next: FeedPosition;
  /** The page as the service sent it, decompressed. */
  readonly bytes: Uint8Array;
  /** Why the page cannot be read. */
  readonly error: KeywrightError;
}

/** The second argument of a handler. */
export interface HandlerContext {
  /** 1 at first; higher if the handler has failed on this batch before. */
  readonly attempt: number;
  /** Fires when the grace time of the handler is over. The batch is not committed after that. */
  readonly signal: AbortSignal;
}

/** Handles a batch. When it resolves, the batch is committed and is not delivered again. */
export type BatchHandler<Event> = (batch: Batch<Event>, context: HandlerContext) => unknown;

/** When a feed stops. */
export interface FollowOptions {
  /**
   * Stops the feed without an error. Aborts its request; a running handler may finish within
   * `graceMs`, and its batch is then committed.
   */
  readonly signal?: AbortSignal | undefined;
  /** `"caught-up"` ends the feed when there are no more events. @default undefined, without end */
  readonly until?: "caught-up" | undefined;
}

/** How a feed ended. */
export interface FeedSummary {
  /** The number of batches, and of events, that were handled and committed. */
  readonly batches: number;
  readonly events: number;
  /**
   * Whether a batch was not committed because its handler took longer than the grace time or
   * awaited its next attempt. It comes again.
   */
  readonly abandoned: boolean;
}

/**
 * Follows one stream without losing an event. It passes each page to the handler, and saves the
 * position when the handler has finished. After a crash, only the page that was not committed is
 * delivered again.
 *
 * In a loop, a batch is committed when you ask for the next one. Leaving the loop with `break`,
 * `return` or a throw does not commit the current batch.
 */
export interface Feed<Event> extends AsyncIterable<Batch<Event>> {
  /** Iterates over the batches like the feed itself, with options that stop it. */
  batches(options?: FollowOptions): AsyncIterableIterator<Batch<Event>>;
  /**
   * Calls a function with each batch, and commits the batch when the function resolves.
   *
   * @param handler If it throws or rejects, it is called again after a wait, up to
   * `maxHandlerAttempts` times; then `onPoison` decides.
   * @throws The handler's last error, if `onPoison` is `"stop"`.
   */
  run(handler: BatchHandler<Event>, options?: FollowOptions): Promise<FeedSummary>;
  /**
   * Starts again at a time, for example after the error `cursor-refused`. Events of that time or
   * later are delivered again; earlier events are not, even if they were not handled.
   *
   * Waits for the store and for another owner like a run of the feed.
   *
   * @param options `since`: the time, in the same form as the feed's option. Choose one somewhat
   * before the checkpoint's `lastEventAt`. `signal` ends the wait.
   */
  reset(options: { readonly since: string; readonly signal?: AbortSignal | undefined }): Promise<void>;
}

/** A stream that a feed can follow. The generated feeds of the services create it. */
export interface FeedSource<Event> {
  /** The name of the stream in its checkpoint and in messages, such as `listAuditEvents`. */
  readonly stream: string;
  /** Returns the pages from a position until there are no more, like `client.list…().pages()`. */
  pages(position: FeedPosition, call: { readonly signal: AbortSignal; readonly readAhead?: boolean }): AsyncIterable<Page<Event, string>>;
  /** Returns the id of an event, for `repeatedIds`. An unsafe integer counts as no id. */
  idOf?(event: Event): unknown;
  /** Returns when an event happened, RFC 3339. */
  timeOf?(event: Event): string | undefined;
  /**
   * Requests an unreadable page again, for `onBadPage`. `undefined` if it is good now, or has no
   * next position.
   */
  readBadPage?(position: FeedPosition, call: { readonly signal: AbortSignal }): Promise<{ readonly bytes: Uint8Array; readonly resumeAt: string } | undefined>;
}

/**
 * What happens in a feed, for metrics and alarms. No event, cursor or secret, unless in a handler's
 * error.
 */
export type FeedEvent =
  /** Another owner has the checkpoint; the feed waits for it. */
  | { readonly type: "standing-by"; readonly stream: string; readonly delayMs: number }
  /** Another owner has the checkpoint; without `standByMs`, the feed waits until its lease ends. */
  | { readonly type: "waiting-for-lease"; readonly stream: string; readonly delayMs: number }
  /** The feed has acquired the checkpoint and will request the first page. */
  | {
      readonly type: "started";
      readonly stream: string;
      readonly from: "checkpoint" | "since" | "now";
      /** The checkpoint has no account, and gets the feed's with the next save. */
      readonly adopts?: true;
    }
  /** A page was handled and its position was saved. */
  | {
      readonly type: "committed";
      readonly stream: string;
      /** How many events the handler received. */
      readonly events: number;
      /** How many were removed because their id had been delivered before. */
      readonly repeated: number;
      /** The age of the last of them in milliseconds; `undefined` without events or times. */
      readonly lagMs: number | undefined;
      /** The time from the page's arrival to its commit, in milliseconds. */
      readonly durationMs: number;
    }
  /** `onBadPage` took a page, and the next position was saved. `error` is what was wrong. */
  | { readonly type: "dead-letter"; readonly stream: string; readonly error: KeywrightError }
  /** There are no more events: the lag is 0. `delayMs` is absent if the feed ends here. */
  | { readonly type: "idle"; readonly stream: string; readonly delayMs: number | undefined }
  /**
   * A page was empty although there are more events, or the position did not move. The feed throws
   * `error` if this continues.
   */
  | { readonly type: "no-progress"; readonly stream: string; readonly error: KeywrightError; readonly pages: number; readonly delayMs: number }
  /** The service or the store had a temporary failure, `error`; the request will be retried. */
  | { readonly type: "trouble"; readonly stream: string; readonly error: KeywrightError; readonly failures: number; readonly delayMs: number }
  /** The handler threw `error`. `delayMs` is absent if the handler is not called again. */
  | { readonly type: "handler-failed"; readonly stream: string; readonly error: unknown; readonly attempt: number; readonly delayMs: number | undefined }
  /** The feed has ended and released its checkpoint. */
  | { readonly type: "stopped"; readonly stream: string };

/** The options of a feed. */
export interface FeedOptions<Event> {
  /** Where the position is saved. */
  readonly store: CheckpointStore;
  /**
   * Distinguishes feeds of the same stream in the same store, such as those of two accounts.
   * @default none
   */
  readonly name?: string | undefined;
  /**
   * The account whose events these are, by a name that does not change, such as the id that the
   * service returns for the token; never an address or a token. It is saved with the position, and
   * a position of another account is the error `checkpoint-foreign`, before any request. One
   * without an account becomes this account's with the next save.
   * @default none: positions of all accounts are taken
   */
  readonly account?: string | undefined;
  /**
   * Where to start if the store has no checkpoint yet: a date-time (RFC 3339), or for a feed of a
   * service any form that its contract allows. No effect if there is a checkpoint.
   * @default now
   */
  readonly since?: string | undefined;
  /**
   * The wait before the next request when there are no more events, in milliseconds; up to a fifth
   * less (jitter).
   * @default 30000
   */
  readonly pollIntervalMs?: number | undefined;
  /**
   * The longest wait between requests to a failing service or store, in milliseconds, up to
   * 2000000000; `Infinity` is an error. The first wait is about a second.
   * @default 60000
   */
  readonly maxBackoffMs?: number | undefined;
  /**
   * How long the service or the store may fail before the feed throws its error, in milliseconds;
   * `Infinity` for no limit. A page of another program with status 200 (`unexpected-content`) and a
   * redirect (`redirect-refused`) also count as failures of the service once the stream has
   * responded in this run; before that, they are thrown immediately.
   *
   * @default Infinity
   */
  readonly giveUpAfterMs?: number | undefined;
  /**
   * The maximum number of empty pages in a row, although there are more events; `Infinity` for no
   * limit. The feed throws after it.
   * @default 20
   */
  readonly maxEmptyPages?: number | undefined;
  /**
   * The number of recent ids that the feed remembers, to remove events that the service sends
   * twice. It remembers them while the program runs, also after `reset`, but not numeric ids beyond
   * 2^53, because `JSON.parse` rounds them. `Infinity` for all, which needs memory for each.
   * @default 0
   */
  readonly repeatedIds?: number | undefined;
  /**
   * The maximum number of times that a handler is called with one batch; `Infinity` for no limit.
   * @default 3
   */
  readonly maxHandlerAttempts?: number | undefined;
  /**
   * What happens to a batch on which the handler keeps failing: `"stop"` throws the handler's last
   * error and does not commit the batch. A function can save the batch, for example to a file; the
   * batch is committed when the function resolves.
   *
   * @default "stop"
   */
  readonly onPoison?: "stop" | ((batch: Batch<Event>, error: unknown) => unknown) | undefined;
  /**
   * Takes a page that stays bad, for example to save it to a file. When it resolves, the next
   * position is saved and the feed continues there, so the handler never receives the page's
   * events. An error that it throws ends the feed. Before that, the page is requested again for
   * `giveUpAfterMs`, at most for 10 minutes. A page without a next position is never taken.
   *
   * @default none: the page is requested again for `giveUpAfterMs`
   */
  readonly onBadPage?: ((page: BadPage) => unknown) | undefined;
  /**
   * How long a handler may continue after the feed's signal fires, in milliseconds; `Infinity` for
   * no limit.
   * @default 5000
   */
  readonly graceMs?: number | undefined;
  /**
   * The wait between attempts to acquire a checkpoint that another process holds, in milliseconds.
   *
   * @default none: that is the error `checkpoint-owned`, after one wait if the other one has a
   * lease and may have ended
   */
  readonly standByMs?: number | undefined;
  /** Receives the events of the feed itself. Errors that it throws are ignored. @default none */
  readonly onEvent?: ((event: FeedEvent) => void) | undefined;
  /** Time and randomness, for tests. @default the platform's */
  readonly clock?: Clock | undefined;
}
