import { checkOptions, type Rules } from "../options/check-options.ts";
import { platformClock } from "../clock.ts";
import { CheckpointError, isKeywrightError } from "../errors.ts";
import { type Checkpoint, type CheckpointStore, type FeedPosition, isPosition, type OwnedCheckpoint } from "../feed/checkpoint.ts";
import { CLOCK } from "../options/option-rules.ts";
import type { Clock } from "../clock.ts";
import { codeOf, postgresFailure } from "./postgres-errors.ts";
import type { OwnerProcesses } from "./owner-processes.ts";
import type { PostgresQuery } from "./postgres-query.ts";
import { createRenewals } from "./renewals.ts";
import { LEASE, onceAtATime, QUERY, retryingQuery, TABLE_NAME } from "./statements.ts";

/** The options of {@link postgresCheckpoints}. */
export interface PostgresCheckpointOptions {
  readonly query: PostgresQuery;
  /** The table of {@link checkpointTable}, also with a schema. @default "keywright_checkpoints" */
  readonly table?: string | undefined;
  /**
   * Says whether a lease's owner has ended, so that a successor on its machine need not wait:
   * `localProcesses()` of `@keywright/core/node`.
   * @default none
   */
  readonly processes?: OwnerProcesses | undefined;
  /**
   * The lease, in milliseconds: how long after its last renewal another feed may take over. It is
   * renewed three times as often, with all others of the store in one statement. It is also the
   * time limit of a statement, including its wait for a connection.
   *
   * @default 15000
   */
  readonly leaseMs?: number | undefined;
  /** Time and randomness, for tests. @default the platform's */
  readonly clock?: Clock | undefined;
}

/** A checkpoint in Postgres. */
export interface PostgresCheckpoint extends OwnedCheckpoint {
  /**
   * Saves the position like the save of every checkpoint.
   *
   * @param inTransaction Runs the statement in a transaction of the caller, so that the position is
   * saved with the caller's own rows or not at all. It throws its errors as they are, and retries
   * nothing.
   */
  save(position: FeedPosition, version: number, inTransaction?: PostgresQuery): Promise<number>;
  /** Renews the lease at the end of a long transaction, whose lock other renewals skip. */
  renew(inTransaction: PostgresQuery): Promise<void>;
}

/** A {@link CheckpointStore} in Postgres. */
export interface PostgresCheckpointStore extends CheckpointStore {
  acquire(stream: string): Promise<PostgresCheckpoint>;
}

const TABLE = "keywright_checkpoints";

const TABLE_RULES: Rules = { table: TABLE_NAME };

const RULES: Rules = {
  query: QUERY,
  ...TABLE_RULES,
  processes: [
    (value) => ["own", "stateOf"].every((name) => typeof Reflect.get(Object(value), name) === "function"),
    "localProcesses() of @keywright/core/node, or an object such as it returns",
  ],
  leaseMs: LEASE,
  clock: CLOCK,
};

/** Returns the statement that creates the table. It can run again, also several times at once. */
export function checkpointTable(table: string = TABLE): string {
  checkOptions("checkpointTable", { table }, TABLE_RULES);
  return onceAtATime([
    `CREATE TABLE IF NOT EXISTS ${table} (stream text PRIMARY KEY, version bigint NOT NULL DEFAULT 0, position text, owner text, lease_until timestamptz NOT NULL)`,
  ]);
}

/**
 * Returns a store that keeps checkpoints in Postgres, so that several machines can stand by for one
 * feed (`standByMs`).
 *
 * The owner has a lease by the database's time and renews it. If its process ends, another may take
 * over when the lease has expired, or at once with `processes`. An owner that was only slow cannot
 * write after that, because its name and version are compared: its next save throws
 * `checkpoint-lost`. Feeds that share a store share its renewals, so create one store for all.
 *
 * @throws ConfigurationError if an option is invalid. Without the table, each use fails with
 * `checkpoint-unavailable`.
 */
export function postgresCheckpoints(options: PostgresCheckpointOptions): PostgresCheckpointStore {
  checkOptions("postgresCheckpoints", options, RULES, { such: " with at least query" });
  const { query, table = TABLE, processes, leaseMs = 15_000, clock = platformClock } = options;
  const statement = retryingQuery(query, leaseMs, clock);
  const renewals = createRenewals(renewalText(table), leaseMs, query, clock);
  /** Owners of this store that write no more, but may still have the lease. */
  const abandoned = new Map<string, readonly string[]>();

  const run = async (what: string, stream: string, text: string, ...values: readonly (string | number)[]) => {
    try {
      return await statement(text, [stream, ...values]);
    } catch (cause) {
      throw unavailable(what, stream, cause);
    }
  };

  const unavailable = (what: string, stream: string, cause: unknown): CheckpointError => {
    const code = codeOf(cause);
    const problem = `the checkpoint of ${stream} ${what} in Postgres`;
    // The error code undefined_table of PostgreSQL.
    const isMissing = code === "42P01";
    const why = isMissing ? `: there is no table ${table}` : code === undefined ? "" : ` (${code})`;
    return new CheckpointError("checkpoint-unavailable", problem + why, {
      option: isMissing ? "table" : undefined,
      advice: isMissing ? "create it with the statement of checkpointTable()" : undefined,
      cause,
      ...(postgresFailure(cause) === undefined ? {} : { retryAfterMs: 0 }),
    });
  };

  /** Acquires the lease if no one has it, or one of the former owners. */
  async function take(stream: string, owner: string, former: readonly string[]): Promise<boolean> {
    const taken = await run(
      "cannot be acquired",
      stream,
      `INSERT INTO ${table} AS kept (stream, owner, lease_until) VALUES ($1, $2, clock_timestamp() + $3::double precision * interval '1 millisecond') ` +
        "ON CONFLICT (stream) DO UPDATE SET owner = excluded.owner, lease_until = excluded.lease_until " +
        "WHERE kept.owner IS NULL OR kept.lease_until <= now() OR kept.owner IN (SELECT json_array_elements_text($4::text::json)) RETURNING version",
      owner,
      leaseMs,
      JSON.stringify(former),
    );
    return taken.length > 0;
  }

  /** Acquires the lease, also if the process of its owner has ended. */
  async function acquireAs(stream: string, owner: string): Promise<void> {
    if (await take(stream, owner, abandoned.get(stream) ?? [])) return;
    const [row] = await run(
      "cannot be acquired",
      stream,
      `SELECT owner, ceil(extract(epoch FROM lease_until - clock_timestamp()) * 1000)::text AS left_ms FROM ${table} WHERE stream = $1`,
    );
    const present = String(row?.["owner"] ?? "");
    const state = await processes?.stateOf(present.slice(UUID_LENGTH + 1));
    if (state === "ended" && (await take(stream, owner, [present]))) return;
    throw new CheckpointError("checkpoint-owned", `the checkpoint of ${stream} is in use by another feed`, {
      option: "standByMs",
      advice: "stop that process, or wait for it with standByMs",
      ...(state === "running" ? {} : { retryAfterMs: Math.max(0, Number(row?.["left_ms"] ?? 0)) + EARLY_MS }),
    });
  }

  return {
    async acquire(stream) {
      const owner = [crypto.randomUUID(), await processes?.own()].join(" ").trim();
      try {
        await acquireAs(stream, owner);
      } catch (error) {
        if (isKeywrightError(error, "checkpoint-unavailable")) abandon(stream, owner);
        throw error;
      }
      abandoned.delete(stream);
      return ownedCheckpoint(stream, owner);
    },
    async peek(stream) {
      const [row] = await run("cannot be read", stream, `SELECT version::text, position FROM ${table} WHERE stream = $1`);
      return row && read(stream, row);
    },
  };

  function abandon(stream: string, owner: string): void {
    abandoned.set(stream, [...(abandoned.get(stream) ?? []), owner]);
  }

  function ownedCheckpoint(stream: string, owner: string): PostgresCheckpoint {
    let isReleased = false;
    renewals.add(owner, stream);

    const lost = (why: string): CheckpointError => new CheckpointError("checkpoint-lost", `the checkpoint of ${stream} ${why}: nothing was overwritten`);

    return {
      async load() {
        const [row] = await run("cannot be read", stream, `SELECT version::text, position FROM ${table} WHERE stream = $1 AND owner = $2`, owner);
        if (row === undefined) throw lost("was acquired by another feed, because this one did not renew its lease in time");
        return read(stream, row);
      },
      async save(position, version, inTransaction) {
        if (isReleased) throw lost("was released before this save");
        // An attempt whose response was lost may have saved the position already.
        const isSaved = inTransaction === undefined ? " OR (version = $4::bigint + 1 AND position = $3)" : "";
        const text =
          `UPDATE ${table} SET position = $3, version = $4::bigint + 1, lease_until = clock_timestamp() + $5::double precision * interval '1 millisecond' ` +
          `WHERE stream = $1 AND owner = $2 AND (version = $4::bigint${isSaved}) RETURNING version`;
        const values = [owner, JSON.stringify(position), version, leaseMs];
        const saved = await (inTransaction?.(text, [stream, ...values]) ?? run("cannot be written", stream, text, ...values));
        if (saved.length === 0) throw lost("was acquired or changed by another owner");
        return version + 1;
      },
      async renew(inTransaction) {
        await inTransaction(
          `UPDATE ${table} SET lease_until = clock_timestamp() + $3::double precision * interval '1 millisecond' WHERE stream = $1 AND owner = $2`,
          [stream, owner, leaseMs],
        );
      },
      async release() {
        if (isReleased) return;
        isReleased = true;
        renewals.remove(owner, stream);
        // If that fails, the lease expires; an error here would hide the one that ended the feed.
        await run("cannot be released", stream, `UPDATE ${table} SET owner = NULL WHERE stream = $1 AND owner = $2`, owner).catch(() => abandon(stream, owner));
      },
    };
  }
}

function renewalText(table: string): string {
  // The lock of a long transaction, such as a sink's, must not hold up the other leases.
  return (
    `UPDATE ${table} AS kept SET lease_until = clock_timestamp() + $2::double precision * interval '1 millisecond' FROM (` +
    `SELECT stream, owner FROM ${table} AS own JOIN json_each_text($1::text::json) AS held (owner, stream) USING (stream, owner) FOR UPDATE OF own SKIP LOCKED` +
    ") AS mine WHERE kept.stream = mine.stream AND kept.owner = mine.owner"
  );
}

const UUID_LENGTH = 36;
// A timer of the platform may fire a little early.
const EARLY_MS = 50;

function read(stream: string, { version, position }: { readonly [column: string]: unknown }): Checkpoint | undefined {
  if (Number(version) === 0) return undefined;
  const value = readPosition(position);
  if (value !== undefined) return { position: value, version: Number(version) };
  throw new CheckpointError("checkpoint-damaged", `the checkpoint of ${stream} has no position that a feed can continue from`, {
    option: "since",
    advice: "restore its row, or remove it and start at a time with since",
  });
}

/** Reads the position of a row; `undefined` if a feed cannot continue from it. */
export function readPosition(position: unknown): FeedPosition | undefined {
  try {
    const value: unknown = JSON.parse(String(position));
    return isPosition(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
