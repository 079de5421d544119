import { isKeywrightError, isNumber, platformClock, type Rules } from "@keywright/core/client";
import type { CheckpointStore, FeedPosition, OwnedCheckpoint } from "@keywright/core/feeds";
import type { OwnerProcesses, PostgresCheckpoint } from "@keywright/core/postgres";
import { checkSinkOptions, sinkOf } from "../create-sink.ts";
import { type Delivery, TIMEOUT_MS, type Write, type Written } from "../delivery.ts";
import { notTheStore, oneFeedAtATime } from "../own-store.ts";
import { isSinkError, SinkError } from "../sink-error.ts";
import type { Sink, SinkOptions } from "../sink.ts";
import { EVENT_TABLE, TABLE_RULES } from "./event-table.ts";
import { postgresError } from "./postgres-errors.ts";
import { inSavepoint, inTransaction, type PgPool } from "./transaction.ts";
import { insertInto } from "./insert.ts";
import { sharedStore } from "./shared-stores.ts";

/** The options of {@link postgresSink}. */
export interface PostgresSinkOptions<Event> extends SinkOptions<Event> {
  /**
   * A `Pool` of `pg`, which you end after the sink. Set `connectionTimeoutMillis`, listen to its
   * `error` event, and connect with `sslmode=verify-full` to another machine.
   */
  readonly pool: PgPool;
  /** The table that {@link eventTable} creates. @default "keywright_events" */
  readonly table?: string | undefined;
  /** The table of core's function `checkpointTable`. @default "keywright_checkpoints" */
  readonly checkpointTable?: string | undefined;
  /** How long after its last renewal another feed may take over, in milliseconds. @default 15000 */
  readonly leaseMs?: number | undefined;
  /** Finds ended owners of leases: `localProcesses()` of `@keywright/core/node`. @default none */
  readonly processes?: OwnerProcesses | undefined;
}

/** A sink that is also its feed's checkpoint store: one transaction writes events and position. */
export interface PostgresSink<Event> extends Sink<Event>, CheckpointStore {}

const LEASE_MS = 15_000;

const RULES: Rules = {
  pool: [(value) => ["query", "connect"].every((name) => typeof Reflect.get(Object(value), name) === "function"), "a Pool of pg", { isNeeded: true }],
  ...TABLE_RULES,
  checkpointTable: TABLE_RULES["table"],
  processes: [(value) => typeof value === "object" && value !== null, "localProcesses() of @keywright/core/node"],
  leaseMs: [(value) => isNumber(value, 100, 86_400_000), "a time in milliseconds from 100 to 86400000"],
};

/**
 * Returns a sink that writes each event exactly once, with its position in one transaction. It is
 * handler and store of the same feed: `feed({ store: sink }).run(sink.handle)`.
 *
 * Of two owners, only the one with the last position can commit; the other fails with
 * `checkpoint-lost`.
 *
 * @throws ConfigurationError if an option is invalid.
 */
export function postgresSink<Event>(options: PostgresSinkOptions<Event>): PostgresSink<Event> {
  checkSinkOptions("postgresSink", options, RULES, "stream, idOf and pool");
  const { pool, checkpointTable: table, clock, leaseMs = LEASE_MS, processes } = options;
  const store = sharedStore(pool, { table, leaseMs, clock, processes });
  let current: Current | undefined;

  const sink = sinkOf<Event>(options, async (delivery) => {
    if (current === undefined) throw notTheStore();
    const owned = current;
    if (isSame(owned.committed, delivery.batch.position)) return;
    const written: Sum = { events: 0, bytes: 0, repeated: 0, differing: [] };
    let part = withoutSavepoint;
    await delivery.attempt(async (signal) => {
      try {
        await transaction(options, delivery, { owned, all: written, part, signal });
      } catch (error) {
        if (error !== NEEDS_SAVEPOINTS) throw error;
        part = inSavepoint;
        await transaction(options, delivery, { owned, all: written, part, signal });
      }
    });
    delivery.report(written);
    owned.committed = delivery.batch.position;
  });

  return {
    ...sink,
    acquire: oneFeedAtATime(async (name) => {
      const checkpoint = await store.acquire(name);
      const owned: Current = { checkpoint, version: 0, committed: undefined };
      current = owned;
      return ownedBySink(owned, () => {
        if (current === owned) current = undefined;
      });
    }),
  };
}

/** What a transaction runs with. */
interface TransactionContext {
  readonly owned: Current;
  /** The sum of what the last transaction wrote that had the lock. */
  readonly all: Sum;
  readonly part: InPart;
  readonly signal: AbortSignal;
}

/** Writes a batch and its position. */
async function transaction<Event>(
  { pool, stream, table = EVENT_TABLE, leaseMs = LEASE_MS, timeoutMs = TIMEOUT_MS, clock = platformClock }: PostgresSinkOptions<Event>,
  { batch, write }: Delivery<Event>,
  { owned, all, part, signal }: TransactionContext,
): Promise<void> {
  const onWritten = ({ events, bytes, repeated, differing = [] }: Written): void => {
    all.events += events;
    all.bytes += bytes;
    all.repeated += repeated;
    all.differing = [...(all.differing ?? []), ...differing];
  };
  try {
    await inTransaction(pool, async (query) => {
      // A late connection of the pool would keep the lock from the next attempt.
      signal.throwIfAborted();
      // The server ends a transaction of a stopped client, whose lock keeps the next owner waiting.
      await query("SELECT set_config('idle_in_transaction_session_timeout', $1, true), set_config('statement_timeout', $2, true)", [
        String(Math.ceil(leaseMs / 2)),
        String(timeoutMs),
      ]);
      // First, because it locks the position: a second owner waits, and then finds another version.
      await owned.checkpoint.save(batch.position, owned.version, query);
      const lockedAt = clock.now();
      Object.assign(all, { events: 0, bytes: 0, repeated: 0, differing: [] } satisfies Sum);
      const insert: Write<Event> = async (records) => {
        try {
          return await part(query, () => insertInto({ table, stream }, records, query));
        } catch (error) {
          const known = postgresError(error, table);
          throw part === withoutSavepoint && isSinkError(known, "rejected") ? NEEDS_SAVEPOINTS : known;
        }
      };
      await write(insert, { attempt: (work) => work(signal), onWritten });
      if (clock.now() - lockedAt >= leaseMs / 3) await owned.checkpoint.renew(query);
      signal.throwIfAborted();
    });
  } catch (error) {
    if (!isKeywrightError(error, "checkpoint-lost")) throw postgresError(error, table);
    if (!(await wasCommitted(owned, batch.position))) throw error;
  }
}

/** Runs a part of a transaction. */
type InPart = typeof inSavepoint;

/** Savepoints take a tenth of an insert's time, so they are only used after a rejected event. */
const withoutSavepoint: InPart = (_query, work) => work();

/** Thrown to undo a transaction whose savepoints are missing. */
const NEEDS_SAVEPOINTS = Symbol("needs savepoints");

type Sum = { -readonly [Name in keyof Written]: Written[Name] };

/** The checkpoint that the feed of a sink has. */
interface Current {
  readonly checkpoint: PostgresCheckpoint;
  version: number;
  /** The position that was committed with its events, and not yet saved by the feed. */
  committed: FeedPosition | undefined;
}

/** A checkpoint without work after a batch, because the position was committed with the batch. */
function ownedBySink(owned: Current, forget: () => void): OwnedCheckpoint {
  const { checkpoint } = owned;
  return {
    async load() {
      const loaded = await checkpoint.load();
      owned.version = loaded?.version ?? 0;
      return loaded;
    },
    async save(position, version) {
      if (version === owned.version && isSame(owned.committed, position)) owned.version = version + 1;
      else owned.version = await checkpoint.save(position, version);
      owned.committed = undefined;
      return owned.version;
    },
    async release() {
      forget();
      await checkpoint.release();
    },
  };
}

/** Whether an earlier attempt has committed, whose response was lost. */
async function wasCommitted({ checkpoint, version }: Current, position: FeedPosition): Promise<boolean> {
  const loaded = await checkpoint.load().catch((error: unknown) => {
    throw isKeywrightError(error, "checkpoint-unavailable") ? new SinkError("unavailable", "the connection to Postgres is lost", { cause: error }) : error;
  });
  return loaded?.version === version + 1 && isSame(loaded.position, position);
}

function isSame(one: FeedPosition | undefined, other: FeedPosition): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
