import type { Clock } from "../clock.ts";
import type { Page } from "../paginate.ts";
import type { CheckpointStore, FeedPosition } from "./checkpoint.ts";
import type { FeedEvent } from "./feed-event.ts";

/** The events of one page, handed over together and acknowledged together. Never empty. */
export interface Batch<Event> {
  /** In the order of the stream, never sorted. */
  readonly events: readonly Event[];
  /** What is committed once the batch is handled. */
  readonly position: FeedPosition;
  /** How long ago the last of its events happened, in milliseconds by this machine's time; `undefined` where events tell no time. */
  readonly lagMs: number | undefined;
}

/** What a handler is told beside its batch. */
export interface HandlerContext {
  /** 1 at first; more where the handler failed on this batch before. */
  readonly attempt: number;
  /** Fires when the handler has had its grace time: what it does from then on is not acknowledged. */
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
  /** `"caught-up"` ends the feed once there is nothing more for now. @default undefined, on and on */
  readonly until?: "caught-up" | undefined;
}

/** How a feed ended. */
export interface FeedSummary {
  /** Batches and events that were handled and committed. */
  readonly batches: number;
  readonly events: number;
  /** Whether a batch was left unacknowledged because its handler took longer than the grace time, or was waiting to try again. It comes again next time. */
  readonly abandoned: boolean;
}

/**
 * Follows one stream without losing an event: a page is handed over, and its position kept only when it is handled. After a crash at any instant the page that was not committed comes again,
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
   * @param handler Tried again after a wait where it throws or rejects; then `onPoison` decides.
   * @throws What the handler threw last, with `onPoison` `"stop"`.
   */
  run(handler: BatchHandler<Event>, options?: FollowOptions): Promise<FeedSummary>;
  /**
   * Starts again at a time: the way on where the service refuses the cursor. What happened at that time or later comes, again too; what happened before and was not handled does not.
   *
   * @param options `since`: RFC 3339, best some time before the checkpoint's `lastEventAt`.
   */
  reset(options: { readonly since: string }): Promise<void>;
}

/** A stream that a feed can follow. The generated feeds of the services make it from the contract. */
export interface FeedSource<Event> {
  /** Names the stream in its checkpoint and in messages, such as `listAuditEvents`. */
  readonly stream: string;
  /** Walks from a position until there is nothing more for now, as `client.list…().pages()` does. */
  pages(position: FeedPosition, call: { readonly signal: AbortSignal }): AsyncIterable<Page<Event, string>>;
  /** The id of an event, for `repeatedIds`. */
  idOf?(event: Event): unknown;
  /** When an event happened, RFC 3339. */
  timeOf?(event: Event): string | undefined;
}

/** What a feed needs to know. */
export interface FeedOptions<Event> {
  /** Where the position is kept. */
  readonly store: CheckpointStore;
  /** Sets this feed apart from another of the same stream in the same store, such as that of another account. @default none */
  readonly name?: string | undefined;
  /** Where to begin where the store has no checkpoint yet, RFC 3339. Of no effect once there is one. @default now */
  readonly since?: string | undefined;
  /** How long to wait when there is nothing more for now, in milliseconds; up to a fifth less by chance. @default 30000 */
  readonly pollIntervalMs?: number | undefined;
  /** The longest wait before asking a failing service again, in milliseconds; the first is about a second. @default 60000 */
  readonly maxBackoffMs?: number | undefined;
  /**
   * How long the service may fail before the feed throws its error, in milliseconds. A page of another program with status 200 (`unexpected-content`) and a redirect (`redirect-refused`) are such
   * failures too, once the stream has answered in this run; before that they are thrown at once.
   *
   * @default Infinity
   */
  readonly giveUpAfterMs?: number | undefined;
  /** How many pages in a row may bring neither an event nor the end, before the feed throws. @default 20 */
  readonly maxEmptyPages?: number | undefined;
  /** How many of the last ids are remembered, to leave out events that the service sends twice. Kept by the feed while the program runs, over `reset` too. @default 0 */
  readonly repeatedIds?: number | undefined;
  /** How often a handler may try one batch. @default 3 */
  readonly maxHandlerAttempts?: number | undefined;
  /**
   * What happens to a batch that its handler keeps refusing: `"stop"` throws the handler's last error and leaves the batch uncommitted; a function takes the batch away, such as into a file
   * for later, and it is committed when that resolves.
   *
   * @default "stop"
   */
  readonly onPoison?: "stop" | ((batch: Batch<Event>, error: unknown) => unknown) | undefined;
  /** How long a handler may go on once the feed was asked to stop, in milliseconds. @default 5000 */
  readonly graceMs?: number | undefined;
  /** How often to try to take over a checkpoint that another process holds, in milliseconds; without it that is an error. @default none */
  readonly standByMs?: number | undefined;
  /** Told what the feed does. What it throws is ignored. @default none */
  readonly onEvent?: ((event: FeedEvent) => void) | undefined;
  /** Time and chance, for tests. @default the platform's */
  readonly clock?: Clock | undefined;
}
