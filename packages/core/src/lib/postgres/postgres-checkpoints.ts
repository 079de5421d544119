import { checkGiven } from "../check-options.ts";
import { type Clock, platformClock } from "../clock.ts";
import { CheckpointError, ConfigurationError } from "../errors.ts";
import type { Checkpoint, CheckpointStore, OwnedCheckpoint } from "../feed/checkpoint.ts";
import { isPosition } from "../feed/is-position.ts";
import { describe } from "../refuse-input.ts";

/**
 * Runs one statement and gives its rows, on whichever connection: your own client does it.
 *
 * @example
 * ```ts
 * const byPg: PostgresQuery = async (text, values) => (await pool.query(text, [...values])).rows;
 * const byPostgresJs: PostgresQuery = (text, values) => sql.unsafe(text, [...values]);
 * ```
 */
export type PostgresQuery = (text: string, values: readonly (string | number)[]) => Promise<readonly { readonly [column: string]: unknown }[]>;

/** What a store in Postgres needs. */
export interface PostgresCheckpointOptions {
  readonly query: PostgresQuery;
  /** The table that {@link checkpointTable} makes. A schema may stand before it. @default "keywright_checkpoints" */
  readonly table?: string | undefined;
  /** How long after its last sign of life an owner counts as ended, in milliseconds: so long a stand-by waits. It is renewed three times as often. @default 15000 */
  readonly leaseMs?: number | undefined;
  /** Time and chance, for tests. @default the platform's */
  readonly clock?: Clock | undefined;
}

const TABLE = "keywright_checkpoints";

/** The statement that makes the table, for your migrations. It may run again. */
export function checkpointTable(table: string = TABLE): string {
  checkTable(table);
  return `CREATE TABLE IF NOT EXISTS ${table} (stream text PRIMARY KEY, version bigint NOT NULL DEFAULT 0, position text, owner text, lease_until timestamptz NOT NULL)`;
}

/**
 * Keeps checkpoints in Postgres, so that several machines can stand by for one feed (`standByMs`).
 *
 * Its owner has a lease, by the database's own time, and renews it while it lives; when it ends without a word, another may take over once the lease is over. An owner that was only slow is
 * kept from writing by its name and the version: its next save is `checkpoint-lost`.
 *
 * @throws ConfigurationError where an option cannot work. Without its table each use fails with `checkpoint-unavailable`.
 */
export function postgresCheckpoints(options: PostgresCheckpointOptions): CheckpointStore {
  checkGiven(options, "the options of postgresCheckpoints must be an object with at least query");
  const { query, table = TABLE, leaseMs = 15_000, clock = platformClock } = options;
  checkTable(table);
  if (typeof query !== "function") throw new ConfigurationError(`query must be a function that runs a statement and gives its rows; got ${describe(query)}`);
  if (!(leaseMs >= 100 && leaseMs <= 86_400_000))
    throw new ConfigurationError(`leaseMs must be a time in milliseconds from 100 to 86400000; got ${describe(leaseMs)}`);

  const run = async (what: string, stream: string, text: string, ...values: readonly (string | number)[]) => {
    try {
      return await query(text, [stream, ...values]);
    } catch (cause) {
      const reason = (cause as { readonly code?: unknown } | undefined)?.code;
      const advice =
        reason === "42P01" ? `: there is no table ${table}, make it by the statement of checkpointTable()` : typeof reason === "string" ? ` (${reason})` : "";
      throw new CheckpointError("checkpoint-unavailable", `the checkpoint of ${stream} ${what} in Postgres${advice}`, { cause });
    }
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
        throw new CheckpointError(
          "checkpoint-owned",
          `the checkpoint of ${stream} is in use by another feed: stop that one first, or stand by for it (a feed's standByMs)`,
        );
      return own(stream, owner);
    },
  };

  function own(stream: string, owner: string): OwnedCheckpoint {
    let mine = true;
    let timer = clock.after(leaseMs / 3, renew);

    function renew(): void {
      // One that fails is tried again; that the lease is over shows at the next save.
      void run(
        "cannot be renewed",
        stream,
        `UPDATE ${table} SET lease_until = clock_timestamp() + $3::double precision * interval '1 millisecond' WHERE stream = $1 AND owner = $2`,
        owner,
        leaseMs,
      )
        .catch(() => {})
        .then(() => {
          if (mine) timer = clock.after(leaseMs / 3, renew);
        });
    }

    const lost = (why: string): CheckpointError => new CheckpointError("checkpoint-lost", `the checkpoint of ${stream} ${why}: nothing was written over`);

    return {
      async load() {
        const [row] = await run("cannot be read", stream, `SELECT version::text, position FROM ${table} WHERE stream = $1 AND owner = $2`, owner);
        if (row === undefined) throw lost("was taken over by another feed, as this one had not renewed its lease in time");
        return read(stream, row);
      },
      async save(position, version) {
        if (!mine) throw lost("was released before this save");
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
        if (!mine) return;
        mine = false;
        clock.clear(timer);
        // Where that fails the lease ends by itself; the error that ended the feed must not be lost behind this one.
        await run("cannot be released", stream, `UPDATE ${table} SET owner = NULL WHERE stream = $1 AND owner = $2`, owner).catch(() => {});
      },
    };
  }
}

function read(stream: string, { version, position }: { readonly [column: string]: unknown }): Checkpoint | undefined {
  if (Number(version) === 0) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(String(position));
  } catch {}
  if (isPosition(value)) return { position: value, version: Number(version) };
  throw new CheckpointError(
    "checkpoint-damaged",
    `the checkpoint of ${stream} has no position that a feed can go on from: restore its row, or remove it and start at a time with since`,
  );
}

// The name becomes part of a statement, where no parameter can stand.
function checkTable(table: string): void {
  if (!/^[A-Za-z_]\w*(\.[A-Za-z_]\w*)?$/.test(table))
    throw new ConfigurationError("table must be a plain name, with a schema before it or not, such as feeds.checkpoints");
}
