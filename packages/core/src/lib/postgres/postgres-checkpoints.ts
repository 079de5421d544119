import { checkOptions, isNumber, type Rules } from "../check-options.ts";
import { backoff, platformClock, wait } from "../clock.ts";
import { CheckpointError } from "../errors.ts";
import { type Checkpoint, type CheckpointStore, type FeedPosition, isPosition, type OwnedCheckpoint } from "../feed/checkpoint.ts";
import { CLOCK } from "../option-rules.ts";
import type { Clock } from "../clock.ts";

/**
 * Runs one statement on any connection of your own client and returns its rows.
 *
 * @example
 * ```ts
 * const byPg: PostgresQuery = async (text, values) => (await pool.query(text, [...values])).rows;
 * const byPostgresJs: PostgresQuery = (text, values) => sql.unsafe(text, [...values]);
 * ```
 */
export type PostgresQuery = (text: string, values: readonly (string | number)[]) => Promise<readonly { readonly [column: string]: unknown }[]>;

/** The options of {@link postgresCheckpoints}. */
export interface PostgresCheckpointOptions {
  readonly query: PostgresQuery;
  /** The table that {@link checkpointTable} creates. It may have a schema. @default "keywright_checkpoints" */
  readonly table?: string | undefined;
  /**
   * The lease, in milliseconds: how long after its last renewal another feed may take over. It is renewed three times as often. It is also the time limit of a statement.
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
   * @param inTransaction Runs the statement in a transaction of the caller, so that the position is saved with the caller's own rows or not at all. It throws its errors as they are, and retries nothing.
   */
  save(position: FeedPosition, version: number, inTransaction?: PostgresQuery): Promise<number>;
}

/** A {@link CheckpointStore} in Postgres. */
export interface PostgresCheckpointStore extends CheckpointStore {
  acquire(stream: string): Promise<PostgresCheckpoint>;
}

const TABLE = "keywright_checkpoints";

const TABLE_RULES: Rules = {
  // The name becomes part of the statement, because it cannot be a parameter.
  table: [
    (value) => typeof value === "string" && /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)?$/.test(value),
    "a plain name, with a schema before it or not, such as feeds.checkpoints",
  ],
};

const RULES: Rules = {
  query: [(value) => typeof value === "function", "a function that runs a statement and returns its rows", { isNeeded: true }],
  ...TABLE_RULES,
  leaseMs: [(value) => isNumber(value, 100, 86_400_000), "a time in milliseconds from 100 to 86400000"],
  clock: CLOCK,
};

/** Returns the statement that creates the table, for your migrations. It can run again, also several times at once. */
export function checkpointTable(table: string = TABLE): string {
  checkOptions("checkpointTable", { table }, TABLE_RULES);
  // If two statements create the table at once, one fails in spite of IF NOT EXISTS, because the names are compared before either exists.
  return `DO $$ BEGIN ${createTable(table)}; EXCEPTION WHEN unique_violation OR duplicate_table OR duplicate_object THEN NULL; END $$`;
}

function createTable(table: string): string {
  return `CREATE TABLE IF NOT EXISTS ${table} (stream text PRIMARY KEY, version bigint NOT NULL DEFAULT 0, position text, owner text, lease_until timestamptz NOT NULL)`;
}

/**
 * Returns a store that keeps checkpoints in Postgres, so that several machines can stand by for one feed (`standByMs`).
 *
 * The owner has a lease by the database's time and renews it. If its process ends, another may take over when the lease has expired. An owner that was only slow cannot write after that,
 * because its name and version are compared: its next save throws `checkpoint-lost`.
 *
 * @throws ConfigurationError if an option is invalid. Without the table, each use fails with `checkpoint-unavailable`.
 */
export function postgresCheckpoints(options: PostgresCheckpointOptions): PostgresCheckpointStore {
  checkOptions("postgresCheckpoints", options, RULES, { such: " with at least query" });
  const { query, table = TABLE, leaseMs = 15_000, clock = platformClock } = options;

  /** Limits the time of a statement, because a database that hangs must not block the feed or its stop. */
  async function inTime<Result>(work: Promise<Result>): Promise<Result> {
    let timer: unknown;
    const late = new Promise<never>((_resolve, reject) => {
      timer = clock.after(leaseMs, () => reject(Object.assign(new Error(`the database did not respond within ${leaseMs} ms`), { code: "TIMEOUT" })));
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      clock.clear(timer);
    }
  }

  const run = async (what: string, stream: string, text: string, ...values: readonly (string | number)[]) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await inTime(query(text, [stream, ...values]));
      } catch (cause) {
        if (!isConflict(cause) || tries === MAX_TRIES) throw unavailable(what, stream, cause);
        await wait(clock, backoff(clock, tries, MAX_CONFLICT_DELAY_MS), undefined);
      }
    }
  };

  const unavailable = (what: string, stream: string, cause: unknown): CheckpointError => {
    const code = codeOf(cause);
    const problem = `the checkpoint of ${stream} ${what} in Postgres`;
    // The error code undefined_table of PostgreSQL.
    const isMissing = code === "42P01";
    return new CheckpointError("checkpoint-unavailable", code !== undefined && !isMissing ? `${problem} (${code})` : problem, {
      option: isMissing ? "table" : undefined,
      advice: isMissing ? `there is no table ${table}, create it with the statement of checkpointTable()` : undefined,
      cause,
    });
  };

  return {
    async acquire(stream) {
      const owner = crypto.randomUUID();
      const taken = await run(
        "cannot be acquired",
        stream,
        `INSERT INTO ${table} AS kept (stream, owner, lease_until) VALUES ($1, $2, clock_timestamp() + $3::double precision * interval '1 millisecond') ` +
          "ON CONFLICT (stream) DO UPDATE SET owner = excluded.owner, lease_until = excluded.lease_until WHERE kept.owner IS NULL OR kept.lease_until <= now() RETURNING version",
        owner,
        leaseMs,
      );
      if (taken.length === 0)
        throw new CheckpointError("checkpoint-owned", `the checkpoint of ${stream} is in use by another feed`, {
          option: "standByMs",
          advice: "stop that process, or wait for it with standByMs",
        });
      return ownedCheckpoint(stream, owner);
    },
  };

  function ownedCheckpoint(stream: string, owner: string): PostgresCheckpoint {
    const released = new AbortController();
    const { signal } = released;
    void renew();

    async function renew(): Promise<void> {
      for (;;) {
        await wait(clock, leaseMs / 3, signal);
        if (signal.aborted) return;
        const text = `UPDATE ${table} SET lease_until = clock_timestamp() + $3::double precision * interval '1 millisecond' WHERE stream = $1 AND owner = $2`;
        try {
          await Promise.race([query(text, [stream, owner, leaseMs]), wait(clock, leaseMs, signal)]);
        } catch {
          // Ignored until the next renewal; if the lease has expired, the next save fails.
        }
      }
    }

    const lost = (why: string): CheckpointError => new CheckpointError("checkpoint-lost", `the checkpoint of ${stream} ${why}: nothing was overwritten`);

    return {
      async load() {
        const [row] = await run("cannot be read", stream, `SELECT version::text, position FROM ${table} WHERE stream = $1 AND owner = $2`, owner);
        if (row === undefined) throw lost("was acquired by another feed, because this one did not renew its lease in time");
        return read(stream, row);
      },
      async save(position, version, inTransaction) {
        if (signal.aborted) throw lost("was released before this save");
        const text =
          `UPDATE ${table} SET position = $3, version = version + 1, lease_until = clock_timestamp() + $5::double precision * interval '1 millisecond' ` +
          "WHERE stream = $1 AND owner = $2 AND version = $4::bigint RETURNING version";
        const values = [owner, JSON.stringify(position), version, leaseMs];
        const saved = await (inTransaction?.(text, [stream, ...values]) ?? run("cannot be written", stream, text, ...values));
        if (saved.length === 0) throw lost("was acquired or changed by another owner");
        return version + 1;
      },
      async release() {
        if (signal.aborted) return;
        released.abort();
        // If that fails, the lease expires by itself; an error here would hide the one that ended the feed.
        await run("cannot be released", stream, `UPDATE ${table} SET owner = NULL WHERE stream = $1 AND owner = $2`, owner).catch(() => {});
      },
    };
  }
}

// How often a statement is retried that conflicts with another one, such as a save with a renewal.
const MAX_TRIES = 6;
const MAX_CONFLICT_DELAY_MS = 100;

/** serialization_failure and deadlock_detected of PostgreSQL: the statement did nothing and can be retried. */
function isConflict(error: unknown): boolean {
  return /^(40001|40P01)$/.test(`${codeOf(error)}`);
}

function codeOf(error: unknown): string | undefined {
  const { code }: { readonly code?: unknown } = Object(error);
  return typeof code === "string" ? code : undefined;
}

function read(stream: string, { version, position }: { readonly [column: string]: unknown }): Checkpoint | undefined {
  if (Number(version) === 0) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(String(position));
  } catch {}
  if (isPosition(value)) return { position: value, version: Number(version) };
  throw new CheckpointError("checkpoint-damaged", `the checkpoint of ${stream} has no position that a feed can continue from`, {
    option: "since",
    advice: "restore its row, or remove it and start at a time with since",
  });
}
