import { checkOptions, isNumber, type Rules } from "../check-options.ts";
import { backoff, platformClock, wait } from "../clock.ts";
import { CheckpointError } from "../errors.ts";
import { type Checkpoint, type CheckpointStore, isPosition, type OwnedCheckpoint } from "../feed/checkpoint.ts";
import { CLOCK } from "../option-rules.ts";
import type { Clock } from "../clock.ts";

/**
 * Runs one statement on any connection and returns its rows: your own client does it.
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
  /** The table that {@link checkpointTable} makes. It may begin with a schema. @default "keywright_checkpoints" */
  readonly table?: string | undefined;
  /**
   * The lease, in milliseconds: how long after its last renewal an owner counts as ended, and another feed may take over. It is renewed three times as often, and no statement is waited for longer.
   *
   * @default 15000
   */
  readonly leaseMs?: number | undefined;
  /** Time and chance, for tests. @default the platform's */
  readonly clock?: Clock | undefined;
}

const TABLE = "keywright_checkpoints";

const TABLE_RULES: Rules = {
  // The name becomes part of a statement, which takes no parameter for it.
  table: [
    (value) => typeof value === "string" && /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)?$/.test(value),
    "a plain name, with a schema before it or not, such as feeds.checkpoints",
  ],
};

const RULES: Rules = {
  query: [(value) => typeof value === "function", "a function that runs a statement and gives its rows", { isNeeded: true }],
  ...TABLE_RULES,
  leaseMs: [(value) => isNumber(value, 100, 86_400_000), "a time in milliseconds from 100 to 86400000"],
  clock: CLOCK,
};

/** The statement that makes the table, for your migrations. It may run again, and several times at once. */
export function checkpointTable(table: string = TABLE): string {
  checkOptions("checkpointTable", { table }, TABLE_RULES);
  // Of two that make a table at once, one fails although it says IF NOT EXISTS: the names are compared before either is there.
  return `DO $$ BEGIN ${createTable(table)}; EXCEPTION WHEN unique_violation OR duplicate_table OR duplicate_object THEN NULL; END $$`;
}

function createTable(table: string): string {
  return `CREATE TABLE IF NOT EXISTS ${table} (stream text PRIMARY KEY, version bigint NOT NULL DEFAULT 0, position text, owner text, lease_until timestamptz NOT NULL)`;
}

/**
 * Keeps checkpoints in Postgres, so that several machines can stand by for one feed (`standByMs`).
 *
 * The owner has a lease, by the database's own time, and renews it; if its process ends, another may take over once the lease has expired. An owner that was only slow cannot write any more,
 * because its name and version are compared: its next save is `checkpoint-lost`.
 *
 * @throws ConfigurationError if an option cannot work. Without its table each use fails with `checkpoint-unavailable`.
 */
export function postgresCheckpoints(options: PostgresCheckpointOptions): CheckpointStore {
  checkOptions("postgresCheckpoints", options, RULES, { such: " with at least query" });
  const { query, table = TABLE, leaseMs = 15_000, clock = platformClock } = options;

  /** A database that hangs must not hold the feed, nor its stop. */
  async function inTime<Result>(work: Promise<Result>): Promise<Result> {
    let timer: unknown;
    const late = new Promise<never>((_resolve, reject) => {
      timer = clock.after(leaseMs, () => reject(Object.assign(new Error(`the database gave no answer within ${leaseMs} ms`), { code: "TIMEOUT" })));
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
      advice: isMissing ? `there is no table ${table}, make it by the statement of checkpointTable()` : undefined,
      cause,
    });
  };

  return {
    async acquire(stream) {
      const owner = crypto.randomUUID();
      const taken = await run(
        "cannot be taken",
        stream,
        `INSERT INTO ${table} AS kept (stream, owner, lease_until) VALUES ($1, $2, clock_timestamp() + $3::double precision * interval '1 millisecond') ` +
          "ON CONFLICT (stream) DO UPDATE SET owner = excluded.owner, lease_until = excluded.lease_until WHERE kept.owner IS NULL OR kept.lease_until <= now() RETURNING version",
        owner,
        leaseMs,
      );
      if (taken.length === 0)
        throw new CheckpointError("checkpoint-owned", `the checkpoint of ${stream} is in use by another feed`, {
          option: "standByMs",
          advice: "stop that one first, or stand by for it (a feed's standByMs)",
        });
      return ownedCheckpoint(stream, owner);
    },
  };

  function ownedCheckpoint(stream: string, owner: string): OwnedCheckpoint {
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

    const lost = (why: string): CheckpointError => new CheckpointError("checkpoint-lost", `the checkpoint of ${stream} ${why}: nothing was written over`);

    return {
      async load() {
        const [row] = await run("cannot be read", stream, `SELECT version::text, position FROM ${table} WHERE stream = $1 AND owner = $2`, owner);
        if (row === undefined) throw lost("was taken over by another feed, as this one had not renewed its lease in time");
        return read(stream, row);
      },
      async save(position, version) {
        if (signal.aborted) throw lost("was released before this save");
        const saved = await run(
          "cannot be written",
          stream,
          `UPDATE ${table} SET position = $3, version = version + 1, lease_until = clock_timestamp() + $5::double precision * interval '1 millisecond' ` +
            "WHERE stream = $1 AND owner = $2 AND version = $4::bigint RETURNING version",
          owner,
          JSON.stringify(position),
          version,
          leaseMs,
        );
        if (saved.length === 0) throw lost("was taken over or changed by somebody else");
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

// How often a statement is repeated that met a concurrent one, such as a save that meets a renewal.
const MAX_TRIES = 6;
const MAX_CONFLICT_DELAY_MS = 100;

/** serialization_failure and deadlock_detected of PostgreSQL: the statement did nothing, and can be repeated. */
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
  throw new CheckpointError("checkpoint-damaged", `the checkpoint of ${stream} has no position that a feed can go on from`, {
    option: "since",
    advice: "restore its row, or remove it and start at a time with since",
  });
}
