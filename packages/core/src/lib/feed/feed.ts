import type { KeywrightError } from "../errors.ts";
import type { Clock } from "../clock.ts";
import type { Page } from "../method-types.ts";
import type { CheckpointStore, FeedPosition } from "./checkpoint.ts";

/** The events of one page, handed over together and acknowledged together. Never empty. */
export interface Batch<Event> {
  /** In the order of the stream, never sorted. */
  readonly events: readonly Event[];
  /** What is committed once the batch is handled. */
  readonly position: FeedPosition;
  /** How long ago the last of its events happened, in milliseconds by this machine's time; `undefined` if events tell no time. */
  readonly lagMs: number | undefined;
}

/** A page that cannot be handed over, such as one that is not JSON, or that has an entry which is no object. */
export interface BadPage {
  /** The position that was requested. */
  readonly position: FeedPosition;
  /** The position that the page says is the next: the feed continues there. */
  readonly next: FeedPosition;
  /** The page as the service sent it, without its compression. */
  readonly bytes: Uint8Array;
  /** Why it cannot be handed over. */
  readonly error: KeywrightError;
}

/** What a handler is told beside its batch. */
export interface HandlerContext {
  /** 1 at first; more if the handler failed on this batch before. */
  readonly attempt: number;
  /** Fires when the handler has used up its grace time: what it does from then on is not acknowledged. */
  readonly signal: AbortSignal;
}

/** Handles a batch. When it resolves, the batch is committed and does not come again. */
export type BatchHandler<Event> = (batch: Batch<Event>, context: HandlerContext) => unknown;

/** How long a feed is followed. */
export interface FollowOptions {
  /**
   * Asks the feed to stop. A request under way is abandoned; a batch that was handed over may be finished within `graceMs` and is committed; then the feed ends
   * as if its stream had, without an error.
   */
  readonly signal?: AbortSignal | undefined;
  /** `"caught-up"` ends the feed once there is nothing more for now. @default undefined, without end */
  readonly until?: "caught-up" | undefined;
}

/** How a feed ended. */
export interface FeedSummary {
  /** Batches and events that were handled and committed. */
  readonly batches: number;
  readonly events: number;
  /** Whether a batch was left unacknowledged because its handler took longer than the grace time, or was waiting for its next attempt. It comes again next time. */
  readonly abandoned: boolean;
}

/**
 * Follows one stream without losing an event: a page is handed over, and its position is saved only when it is handled. After a crash at any instant the page that was not committed comes again,
 * and nothing else.
 *
 * Iterated, a batch is committed when the next one is asked for. Leaving the loop by `break`, `return` or a throw does not commit the batch at hand.
 */
export interface Feed<Event> extends AsyncIterable<Batch<Event>> {
  /** The same as iterating the feed itself, with an end. */
  batches(options?: FollowOptions): AsyncIterableIterator<Batch<Event>>;
  /**
   * Hands each batch to a function, and commits it when that resolves.
   *
   * @param handler Called again after a wait if it throws or rejects; then `onPoison` decides.
   * @throws What the handler threw last, with `onPoison` `"stop"`.
   */
  run(handler: BatchHandler<Event>, options?: FollowOptions): Promise<FeedSummary>;
  /**
   * Starts again at a time: the remedy if the service refuses the cursor. What happened at that time or later comes, again too; what happened before and was not handled does not.
   *
   * @param options `since`: as in the feed's options, best some time before the checkpoint's `lastEventAt`.
   */
  reset(options: { readonly since: string }): Promise<void>;
}

/** A stream that a feed can follow. The generated feeds of the services make it from the contract. */
export interface FeedSource<Event> {
  /** Names the stream in its checkpoint and in messages, such as `listAuditEvents`. */
  readonly stream: string;
  /** Walks from a position until there is nothing more for now, as `client.list…().pages()` does. */
  pages(position: FeedPosition, call: { readonly signal: AbortSignal; readonly readAhead?: boolean }): AsyncIterable<Page<Event, string>>;
  /** The id of an event, for `repeatedIds`. A number that is no safe integer counts as no id. */
  idOf?(event: Event): unknown;
  /** When an event happened, RFC 3339. */
  timeOf?(event: Event): string | undefined;
  /** Requests a page again that could not be handed over, for `onBadPage`. `undefined` if it is good by now, or does not say what the next position is. */
  readBadPage?(position: FeedPosition, call: { readonly signal: AbortSignal }): Promise<{ readonly bytes: Uint8Array; readonly resumeAt: string } | undefined>;
}

/** What happens in a feed: for progress, metrics and alarms. Holds no event, cursor or secret, unless the handler's own error does. */
export type FeedEvent =
  /** Somebody else has the checkpoint; the feed waits for it. */
  | { readonly type: "standing-by"; readonly stream: string; readonly delayMs: number }
  /** The checkpoint is taken, and the first page is about to be requested. */
  | { readonly type: "started"; readonly stream: string; readonly from: "checkpoint" | "since" | "now" }
  /** A page was handled and its position saved. */
  | {
      readonly type: "committed";
      readonly stream: string;
      /** How many events were handed over. */
      readonly events: number;
      /** How many were left out because their id had come before. */
      readonly repeated: number;
      /** How long ago the last of them happened, in milliseconds; `undefined` if there was none, or events tell no time. */
      readonly lagMs: number | undefined;
      /** From the page's arrival to its commit, in milliseconds. */
      readonly durationMs: number;
    }
  /** `onBadPage` took a page, and the position behind it is saved. `error` says what is wrong with the page. */
  | { readonly type: "set-aside"; readonly stream: string; readonly error: KeywrightError }
  /** There is nothing more for now: the lag is 0. `delayMs` is absent if the feed ends here. */
  | { readonly type: "idle"; readonly stream: string; readonly delayMs: number | undefined }
  /** A page was empty although there is more, or the position did not move; it will be requested again. `error` is what the feed throws if this goes on. */
  | { readonly type: "no-progress"; readonly stream: string; readonly error: KeywrightError; readonly pages: number; readonly delayMs: number }
  /** The service had a temporary failure, `error`; it will be asked again. */
  | { readonly type: "trouble"; readonly stream: string; readonly error: KeywrightError; readonly failures: number; readonly delayMs: number }
  /** The handler failed: `error` is what it threw. `delayMs` is absent if it is not called again. */
  | { readonly type: "handler-failed"; readonly stream: string; readonly error: unknown; readonly attempt: number; readonly delayMs: number | undefined }
  /** The feed has ended and its checkpoint is released. */
  | { readonly type: "stopped"; readonly stream: string };

/** The options of a feed. */
export interface FeedOptions<Event> {
  /** Where the position is saved. */
  readonly store: CheckpointStore;
  /** Sets this feed apart from another of the same stream in the same store, such as that of another account. @default none */
  readonly name?: string | undefined;
  /** Where to begin if the store has no checkpoint yet: a date-time of RFC 3339, or for a feed of a service any form that its contract takes. It has no effect once there is one. @default now */
  readonly since?: string | undefined;
  /** How long to wait when there is nothing more for now, in milliseconds; up to a fifth less (jitter). @default 30000 */
  readonly pollIntervalMs?: number | undefined;
  /** The longest wait before asking a failing service again, in milliseconds, up to 2000000000: a wait, so that `Infinity` is an error. The first is about a second. @default 60000 */
  readonly maxBackoffMs?: number | undefined;
  /**
   * How long the service may fail before the feed throws its error, in milliseconds; `Infinity` for no limit. A page of another program with status 200 (`unexpected-content`) and a redirect (`redirect-refused`) are such
   * failures too, once the stream has responded in this run; before that they are thrown at once.
   *
   * @default Infinity
   */
  readonly giveUpAfterMs?: number | undefined;
  /** How many pages in a row may be empty without the list ending, before the feed throws; `Infinity` for no limit. @default 20 */
  readonly maxEmptyPages?: number | undefined;
  /** How many of the last ids are remembered, to leave out events that the service sends twice. The feed remembers them while the program runs, also after `reset`. A numeric id beyond 2^53 is not remembered, because `JSON.parse` rounds it. `Infinity` for all, which needs memory for each. @default 0 */
  readonly repeatedIds?: number | undefined;
  /** How often a handler is called with one batch; `Infinity` for as long as it fails. @default 3 */
  readonly maxHandlerAttempts?: number | undefined;
  /**
   * What happens to a batch that its handler keeps failing on: `"stop"` throws the handler's last error and leaves the batch uncommitted; a function takes the batch away, such as into a file
   * for later, and it is committed when that resolves.
   *
   * @default "stop"
   */
  readonly onPoison?: "stop" | ((batch: Batch<Event>, error: unknown) => unknown) | undefined;
  /**
   * Takes a page away that stays bad, such as into a file: when it resolves, the position behind the page is saved and the feed continues there, so its events are never handed over. What it throws ends
   * the feed. A page is requested again for `giveUpAfterMs` first, and for 10 minutes at most. A page that does not say what the next position is, is never taken away.
   *
   * @default none: the page is requested again for `giveUpAfterMs`
   */
  readonly onBadPage?: ((page: BadPage) => unknown) | undefined;
  /** How long a handler may go on once the feed was asked to stop, in milliseconds; `Infinity` for as long as it takes. @default 5000 */
  readonly graceMs?: number | undefined;
  /** How long to wait between attempts to take over a checkpoint that another process holds, in milliseconds; without it that is an error. @default none */
  readonly standByMs?: number | undefined;
  /** Told what the feed does. What it throws is ignored. @default none */
  readonly onEvent?: ((event: FeedEvent) => void) | undefined;
  /** Time and chance, for tests. @default the platform's */
  readonly clock?: Clock | undefined;
}
