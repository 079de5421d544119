import { type Clock, onAbort } from "../clock.ts";
import { CheckpointError, isKeywrightError } from "../errors.ts";
import { type CheckpointStore, type FeedPosition } from "../feed/checkpoint.ts";
import type { Batch, FeedEvent, HandlerContext } from "../feed/feed.ts";
import { codeOf, postgresFailure } from "./postgres-errors.ts";
import type { PostgresQuery } from "./postgres-query.ts";
import { inTime, retryConflicts } from "./statements.ts";
import type { FleetOptions, FleetTurn } from "./fleet.ts";
import { completeUntil, fromNow, readFleetPosition } from "./fleet-table.ts";
import type { TurnEnd } from "./fleet-schedule.ts";

/** A row that a worker has claimed. */
export interface ClaimedRow {
  readonly turn: FleetTurn;
  /** Identifies the claim: the lease, and each write, belong to this owner. */
  readonly owner: string;
  readonly position: string;
  readonly version: number;
  readonly idle: number;
}

/** What turns run with. */
export interface TurnContext<Event> {
  readonly options: Pick<FleetOptions<Event>, "open" | "handle" | "transaction">;
  readonly table: string;
  readonly leaseMs: number;
  readonly timeoutMs: number;
  readonly maxTurnEvents: number;
  readonly maxTurnMs: number;
  readonly clock: Clock;
  /** Runs a statement outside of transactions. */
  readonly run: PostgresQuery;
  readonly signal: AbortSignal;
}

/** The end of a turn. */
export interface TurnResult {
  /** How many events it has committed. */
  readonly events: number;
  /** Whether the stream has another owner, or none. */
  readonly isLost: boolean;
  readonly end: TurnEnd;
}

const SPARSE_DELAY_MS = 1000;

/** Reads a stream until it has caught up, or its turn is over. It never throws. */
export async function takeTurn<Event>(row: ClaimedRow, context: TurnContext<Event>): Promise<TurnResult> {
  const { options, clock, signal, leaseMs, maxTurnEvents, maxTurnMs } = context;
  const began = clock.now();
  const ending = new AbortController();
  const forget = onAbort(signal, () => ending.abort(signal.reason));
  const progress = { events: 0, caughtUp: false, problem: undefined as unknown };
  const stream = ownedStream(row, context);

  const onEvent = (event: FeedEvent): void => {
    if (event.type === "idle") progress.caughtUp = true;
    // It would wait here, and keep other streams from their turns.
    if (event.type === "no-progress") {
      progress.problem = event.error;
      ending.abort();
    }
    if (event.type === "committed" && (progress.events >= maxTurnEvents || clock.now() - began >= maxTurnMs)) ending.abort();
  };

  const handle = async (batch: Batch<Event>, call: HandlerContext): Promise<void> => {
    try {
      await stream.commit(batch.position, async (query) => {
        call.signal.throwIfAborted();
        const lockedAt = clock.now();
        await options.handle(batch, { ...call, query, turn: row.turn });
        // The handler may have caught an error, after which Postgres commits nothing.
        await (clock.now() - lockedAt >= leaseMs / 3 ? stream.renew(query) : query("SELECT 1", []));
        call.signal.throwIfAborted();
      });
    } catch (error) {
      // Another attempt cannot succeed, and its wait would keep the turn.
      if (error instanceof CheckpointError) {
        progress.problem = error;
        ending.abort();
      }
      throw error;
    }
    progress.events += batch.events.length;
  };

  try {
    const feed = await options.open(row.turn, { store: stream.store, onEvent, clock, giveUpAfterMs: 0, maxHandlerAttempts: 2 });
    await feed.run(handle, { signal: ending.signal, until: "caught-up" });
  } catch (error) {
    progress.problem ??= error;
  } finally {
    forget();
  }
  const { events, caughtUp, problem } = progress;
  if (isKeywrightError(problem, "checkpoint-lost")) return { events, isLost: true, end: { type: "more" } };
  return { events, isLost: false, end: endOf() };

  function endOf(): TurnEnd {
    const hasMoved = stream.hasMoved();
    if (problem !== undefined && signal.aborted) return { type: "stopped" };
    // Many empty pages, after which there may be events.
    if (isKeywrightError(problem, "no-progress") && hasMoved) return { type: "more", delayMs: SPARSE_DELAY_MS };
    if (problem !== undefined) return { type: "failed", events, error: problem };
    if (caughtUp) return { type: "caught-up", events };
    return { type: signal.aborted && !hasMoved ? "stopped" : "more" };
  }
}

/** Returns the checkpoint of a row. Each save is compared with the owner and the version. */
function ownedStream<Event>({ turn, owner, position, version: claimed }: ClaimedRow, { options, table, leaseMs, timeoutMs, clock, run }: TurnContext<Event>) {
  const { account, stream, target } = turn;
  const key = [account, stream, target, owner] as const;
  const isOwn = "account = $1 AND stream = $2 AND target = $3 AND owner = $4";
  let version = claimed;
  let committed: FeedPosition | undefined;

  async function save(next: FeedPosition, query: PostgresQuery): Promise<void> {
    // The server ends the transaction of a stopped client, whose lock keeps the next owner waiting.
    const saved = await query(
      `UPDATE ${table} SET position = $6, version = version + 1, complete_until = GREATEST(complete_until, NULLIF($7, '')::timestamptz) ` +
        `WHERE ${isOwn} AND version = $5 RETURNING set_config('idle_in_transaction_session_timeout', $8, true)`,
      [...key, version, JSON.stringify(next), completeUntil(next), String(leaseMs)],
    );
    if (saved.length > 0) return;
    throw new CheckpointError("checkpoint-lost", `${stream} of ${account} was paused, reset or acquired by another worker: nothing was overwritten`);
  }

  const store: CheckpointStore = {
    acquire: async () => ({
      async load() {
        return { position: readFleetPosition(turn, position), version: claimed };
      },
      async save(next, given) {
        if (committed !== next) {
          await available(save(next, run));
          version += 1;
        }
        return given + 1;
      },
      release: async () => {},
    }),
  };

  return {
    store,
    /** Whether a position was saved. */
    hasMoved: () => version > claimed,
    /** Saves a position with work in one transaction. */
    async commit(next: FeedPosition, work: (query: PostgresQuery) => Promise<void>): Promise<void> {
      const ofPostgres = new Set<unknown>();
      let ofHandler: unknown;
      const attempt = () =>
        options.transaction(async (query) => {
          // First, because it locks the row: a second owner waits, and then finds another version.
          await save(next, query);
          const noting: PostgresQuery = (text, values) =>
            query(text, values).catch((error: unknown) => {
              ofPostgres.add(error);
              throw error;
            });
          try {
            await work(noting);
          } catch (error) {
            if (!ofPostgres.has(error)) ofHandler = error;
            throw error;
          }
        });
      await available(
        retryConflicts(clock, () => inTime(attempt(), timeoutMs, clock)),
        (error) => error === ofHandler,
      );
      version += 1;
      committed = next;
    },
    /** Renews the lease at the end of a long transaction, whose lock other renewals skip. */
    renew: (query: PostgresQuery) => query(`UPDATE ${table} SET due = ${fromNow("$5")} WHERE ${isOwn}`, [...key, leaseMs]),
  };
}

/** Names failures of Postgres, because they are not those of the handler, which may call others. */
async function available(work: Promise<unknown>, isOwn: (error: unknown) => boolean = () => false): Promise<void> {
  try {
    await work;
  } catch (cause) {
    const failure = isKeywrightError(cause) || isOwn(cause) ? undefined : postgresFailure(cause);
    if (failure === undefined) throw cause;
    const problem = failure === "lost" ? "the connection to Postgres is lost" : "Postgres cannot take events now";
    throw new CheckpointError("checkpoint-unavailable", `${problem} (${codeOf(cause) ?? "no code"})`, { cause });
  }
}
