import type { Clock } from "../clock.ts";
import type { Batch, Feed, FeedOptions, HandlerContext } from "../feed/feed.ts";
import type { PostgresQuery } from "./postgres-query.ts";

/** A stream of an account, which is read into a target. */
export interface FleetStream {
  /** The account, by a name that does not change. */
  readonly account: string;
  /** The stream, such as `auditevents`. */
  readonly stream: string;
  /** Where its events go, if a stream goes to several places. */
  readonly target: string;
}

/** A stream whose turn it is. */
export interface FleetTurn extends FleetStream {
  /** How many turns have failed in a row before this one. */
  readonly failures: number;
}

/**
 * Runs work in a transaction: commits when it resolves, and undoes it when it fails. Resolves after
 * the commit.
 *
 * @example
 * ```ts
 * const byPostgresJs: PostgresTransaction = (work) =>
 *   sql.begin((transaction) => work((text, values) => transaction.unsafe(text, [...values])));
 * ```
 */
export type PostgresTransaction = (work: (query: PostgresQuery) => Promise<void>) => Promise<unknown>;

/** The options that the feed of a turn needs. */
export type FleetFeedOptions<Event> = Required<Pick<FeedOptions<Event>, "store" | "onEvent">> &
  Pick<FeedOptions<Event>, "clock" | "giveUpAfterMs" | "maxHandlerAttempts">;

/** The second argument of the handler of a fleet. */
export interface FleetContext extends HandlerContext {
  readonly turn: FleetTurn;
  /** Runs a statement in the transaction that also saves the position. */
  readonly query: PostgresQuery;
}

/** The options of `createFleet`. */
export interface FleetOptions<Event> {
  readonly query: PostgresQuery;
  readonly transaction: PostgresTransaction;
  /**
   * Returns the feed of a stream for one turn. It must have the given options, and may have others.
   * An error counts as a failure of the stream.
   */
  readonly open: (turn: FleetTurn, options: FleetFeedOptions<Event>) => Feed<Event> | Promise<Feed<Event>>;
  /**
   * Writes a batch with `query`. If it throws, nothing is committed, and it is called once more;
   * after that, the turn fails.
   */
  readonly handle: (batch: Batch<Event>, context: FleetContext) => unknown;
  /** The table of `fleetTable`, also with a schema. @default "keywright_fleet" */
  readonly table?: string | undefined;
  /** The maximum number of turns at once. Each needs a connection at times. @default 8 */
  readonly concurrency?: number | undefined;
  /** The number of events after which a turn ends, with the page. @default 5000 */
  readonly maxTurnEvents?: number | undefined;
  /** Milliseconds after which a turn ends, with the page. @default 10000 */
  readonly maxTurnMs?: number | undefined;
  /** Milliseconds between turns of a stream that has caught up. @default 30000 */
  readonly intervalMs?: number | undefined;
  /** The longest interval, which doubles while no events come, in milliseconds. @default 300000 */
  readonly maxIntervalMs?: number | undefined;
  /** Milliseconds until another worker takes the streams of one that has ended. @default 15000 */
  readonly leaseMs?: number | undefined;
  /** The time limit of a transaction with its handler, in milliseconds. @default 60000 */
  readonly timeoutMs?: number | undefined;
  /** Receives the events of the fleet. Errors that it throws are ignored. @default none */
  readonly onEvent?: ((event: FleetEvent) => void) | undefined;
  /** Time and randomness, for tests. @default the platform's */
  readonly clock?: Clock | undefined;
}

/** What happens in a worker of a fleet, for metrics and alarms. No event, cursor or secret. */
export type FleetEvent =
  /** A turn has ended without a failure. */
  | {
      readonly type: "turn";
      readonly turn: FleetTurn;
      readonly events: number;
      /** Whether there were no more events; otherwise it continues with its next turn. */
      readonly caughtUp: boolean;
      readonly durationMs: number;
    }
  /**
   * A turn has failed. What it had committed remains. `rejected`: the service rejects the
   * credentials, so the stream waits for an hour, or for `retry`.
   */
  | {
      readonly type: "failed";
      readonly turn: FleetTurn;
      readonly events: number;
      readonly error: unknown;
      readonly rejected: boolean;
      readonly delayMs: number;
    }
  /** The stream was paused, reset or acquired by another worker during its turn. */
  | { readonly type: "lost"; readonly turn: FleetTurn; readonly events: number }
  /** Postgres is not available. The worker tries again. */
  | { readonly type: "trouble"; readonly error: unknown; readonly failures: number; readonly delayMs: number };

/** How a worker ended. */
export interface FleetSummary {
  readonly turns: number;
  readonly events: number;
}

/** A worker of a fleet. */
export interface Fleet {
  /**
   * Reads the streams that are due, until the signal fires. Turns under way may then finish
   * their page within 5 seconds, and all streams are released.
   *
   * @throws An error of Postgres that a retry cannot help, such as a missing table.
   */
  run(options?: { readonly signal?: AbortSignal | undefined }): Promise<FleetSummary>;
}
