import { type Clock, platformClock } from "../clock.ts";
import { checkOptions, isNumber, optionError, type Rule, type Rules } from "../options/check-options.ts";
import { CLOCK } from "../options/option-rules.ts";
import { describe } from "../errors.ts";
import type { Checkpoint } from "../feed/checkpoint.ts";
import { SINCE } from "../feed/feed-rules.ts";
import type { PostgresQuery } from "./postgres-query.ts";
import { QUERY, TABLE_NAME } from "./statements.ts";
import type { FleetStream } from "./fleet.ts";
import { completeUntil, FLEET_TABLE, fleetQuery, readFleetPosition } from "./fleet-table.ts";

/** The options of {@link fleetStreams}. */
export interface FleetStreamsOptions {
  readonly query: PostgresQuery;
  /** The table of `fleetTable`, also with a schema. @default "keywright_fleet" */
  readonly table?: string | undefined;
  /** Time and randomness, for tests. @default the platform's */
  readonly clock?: Clock | undefined;
}

/** Some streams of a fleet: those of an account, or all. */
export interface FleetSelection {
  /** @default all accounts */
  readonly account?: string | undefined;
  /** @default all streams of the account */
  readonly stream?: string | undefined;
}

/** How a fleet is. Times are those of the database. */
export interface FleetStatus {
  readonly streams: number;
  /** Streams whose turn it is. `stuck`: for more than a minute, because no worker takes them. */
  readonly due: number;
  readonly stuck: number;
  /** Streams that have a turn now. */
  readonly running: number;
  /** Streams paused by `pause`, and those that are not in the list of the last `sync`. */
  readonly paused: number;
  readonly removed: number;
  /** Seconds since the time until which a stream is complete, without paused streams. */
  readonly lagSeconds: { readonly p50: number; readonly p99: number; readonly max: number };
  /** Streams whose last turn failed. */
  readonly failing: number;
  /** The reasons of at most 100 of them, those with most failures first. */
  readonly reasons: readonly FleetFailure[];
}

/** Why the last turn of a stream failed. */
export interface FleetFailure extends FleetStream {
  readonly failures: number;
  /** The code of the error; `rejected` if the service rejects the credentials. */
  readonly code: string;
  readonly message: string;
}

/** What {@link FleetStreams.sync} has changed. */
export interface FleetChanges {
  readonly added: number;
  readonly removed: number;
  /** Streams that had been removed, and continue where they ended. */
  readonly restored: number;
}

/** The streams of a fleet. Each function is one statement, or a few, and says what it changed. */
export interface FleetStreams {
  /**
   * Makes the table have exactly these streams. A stream that is not in the list is no longer read,
   * and keeps its position, from which it continues when it is in the list again.
   *
   * @param options `since`: where new streams start, as in the options of their feed. @default now,
   * by the time of the database
   */
  sync(streams: readonly FleetStream[], options?: { readonly since?: string | undefined }): Promise<FleetChanges>;
  /** Stops reading streams, also within a turn. Returns how many. */
  pause(selection?: FleetSelection): Promise<number>;
  /** Continues paused streams where they ended. Returns how many. */
  resume(selection?: FleetSelection): Promise<number>;
  /**
   * Makes streams due now that wait after a failure. Returns how many.
   *
   * @param selection `code`: only those with this code of their last error, such as `rejected`.
   */
  retry(selection?: FleetSelection & { readonly code?: string | undefined }): Promise<number>;
  /** Starts streams again at a time. Events of that time or later come again. Returns how many. */
  reset(selection: FleetSelection & { readonly since: string }): Promise<number>;
  /**
   * Returns the position of a stream, which may have a turn now; `undefined` if there is none.
   *
   * @throws CheckpointError if it is damaged.
   */
  peek(stream: FleetStream): Promise<Checkpoint | undefined>;
  /** Returns how the selected streams are. */
  status(selection?: FleetSelection): Promise<FleetStatus>;
  /**
   * Returns the lag of the accounts that are most behind, in seconds.
   *
   * @param options `limit`: how many. @default 20
   */
  lags(options?: { readonly limit?: number | undefined }): Promise<readonly { readonly account: string; readonly lagSeconds: number }[]>;
}

const RULES: Rules = { query: QUERY, table: TABLE_NAME, clock: CLOCK };
const isName = (value: unknown): boolean => typeof value === "string" && /^[ -~]{1,200}$/.test(value);
const NAME: Rule = [isName, "1 to 200 characters of ASCII"];
const NEEDED_NAME: Rule = [isName, "1 to 200 characters of ASCII", { isNeeded: true }];
const STREAM_RULES: Rules = { account: NEEDED_NAME, stream: NEEDED_NAME, target: NEEDED_NAME };
const CODE: Rule = [(value) => typeof value === "string", "the code of an error, such as rejected"];
const SELECTION_RULES: Rules = { account: NAME, stream: NAME };
const LAGS_RULES: Rules = { limit: [(value) => isNumber(value, 1, 10_000) && Number.isInteger(value), "a whole number from 1 to 10000"] };

const STATEMENT_MS = 60_000;
const NOW = `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS now`;
const IS_FAILING = "error_code IS NOT NULL AND paused IS NULL";
const IS_SELECTED = "($1 = '' OR account = $1) AND ($2 = '' OR stream = $2)";

/**
 * Returns functions that add, remove, pause and reset the streams of a fleet, and report how it is.
 * They work while workers run.
 *
 * @throws ConfigurationError if an option is invalid.
 */
export function fleetStreams(options: FleetStreamsOptions): FleetStreams {
  checkOptions("fleetStreams", options, RULES, { such: " with at least query" });
  const { table = FLEET_TABLE, clock = platformClock } = options;
  const run = fleetQuery(options.query, table, STATEMENT_MS, clock);

  /** Changes the selected rows, and returns how many. */
  async function change(by: string, selection: FleetSelection, changes: string, where: string): Promise<number> {
    checkOptions(by, selection, SELECTION_RULES, { such: " such as { account }" });
    const { account = "", stream = "" } = selection;
    return (await run(`UPDATE ${table} SET ${changes} WHERE ${IS_SELECTED} AND ${where} RETURNING account`, [account, stream])).length;
  }

  return {
    async sync(streams, given = {}) {
      checkOptions("sync", given, { since: SINCE }, { such: " such as { since }" });
      if (!Array.isArray(streams)) throw optionError("the streams", "an array of objects with account, stream and target", describe(streams), "sync");
      for (const stream of streams) checkOptions("sync", stream, STREAM_RULES, { such: " with account, stream and target" });
      const { since = String((await run(NOW, []))[0]?.["now"]) } = given;
      const list = JSON.stringify(streams.map(({ account, stream, target }) => [account, stream, target]));
      const wanted = `SELECT value ->> 0 AS account, value ->> 1 AS stream, value ->> 2 AS target FROM json_array_elements($1::text::json) AS wanted (value)`;
      const isWanted = `EXISTS (SELECT FROM (${wanted}) AS wanted WHERE wanted.account = kept.account AND wanted.stream = kept.stream AND wanted.target = kept.target)`;
      const added = await run(
        `INSERT INTO ${table} (account, stream, target, due, position, complete_until) ` +
          `SELECT account, stream, target, clock_timestamp(), $2::text, NULLIF($3::text, '')::timestamptz FROM (${wanted}) AS wanted ON CONFLICT DO NOTHING RETURNING account`,
        [list, JSON.stringify({ since }), completeUntil({ since })],
      );
      const removed = await run(
        `UPDATE ${table} AS kept SET paused = 'removed', due = NULL, owner = NULL WHERE paused IS NULL AND NOT ${isWanted} RETURNING account`,
        [list],
      );
      const restored = await run(
        `UPDATE ${table} AS kept SET paused = NULL, due = clock_timestamp() WHERE paused = 'removed' AND ${isWanted} RETURNING account`,
        [list],
      );
      return { added: added.length, removed: removed.length, restored: restored.length };
    },
    pause: async (selection = {}) => change("pause", selection, "paused = 'paused', due = NULL, owner = NULL", "paused IS NULL"),
    resume: async (selection = {}) => change("resume", selection, "paused = NULL, due = clock_timestamp(), failures = 0", "paused = 'paused'"),
    async retry(given = {}) {
      checkOptions("retry", given, { ...SELECTION_RULES, code: CODE }, { such: " such as { account }" });
      const { account = "", stream = "", code = "" } = given;
      const where = `${IS_SELECTED} AND error_code IS NOT NULL AND ($3 = '' OR error_code = $3) AND owner IS NULL AND paused IS NULL`;
      return (await run(`UPDATE ${table} SET due = clock_timestamp(), failures = 0 WHERE ${where} RETURNING account`, [account, stream, code])).length;
    },
    async reset(given) {
      checkOptions("reset", given, { ...SELECTION_RULES, since: [SINCE[0], SINCE[1], { isNeeded: true }] }, { such: " with since" });
      const { account = "", stream = "", since } = given;
      // The position keeps its account, which the feed compares. A damaged one is no JSON to cast.
      const own = `substring(position from '"account"\\s*:\\s*("([^"\\\\]|\\\\.)*")')`;
      const rows = await run(
        `UPDATE ${table} SET position = $3 || COALESCE(',"account":' || ${own}, '') || '}', version = version + 1, owner = NULL, due = CASE WHEN paused IS NULL THEN clock_timestamp() END, ` +
          `idle = 0, failures = 0, error_code = NULL, error = NULL, complete_until = NULLIF($4::text, '')::timestamptz WHERE ${IS_SELECTED} RETURNING account`,
        [account, stream, JSON.stringify({ since }).slice(0, -1), completeUntil({ since })],
      );
      return rows.length;
    },
    async peek(given) {
      checkOptions("peek", given, STREAM_RULES, { such: " with account, stream and target" });
      const { account, stream, target } = given;
      const [row] = await run(`SELECT position, version FROM ${table} WHERE account = $1 AND stream = $2 AND target = $3`, [account, stream, target]);
      return row && { position: readFleetPosition(given, row["position"]), version: Number(row["version"]) };
    },
    async status(selection = {}) {
      checkOptions("status", selection, SELECTION_RULES, { such: " such as { account }" });
      const { account = "", stream = "" } = selection;
      const selected = [account, stream];
      const [counts = {}] = await run(
        "SELECT count(*) AS streams, count(*) FILTER (WHERE due <= now()) AS due, count(*) FILTER (WHERE due <= now() - interval '1 minute') AS stuck, " +
          "count(*) FILTER (WHERE owner IS NOT NULL AND due > now()) AS running, count(*) FILTER (WHERE paused = 'paused') AS paused, " +
          `count(*) FILTER (WHERE paused = 'removed') AS removed, ${lagAt(0.5)} AS p50, ${lagAt(0.99)} AS p99, ${lagAt(1)} AS max, count(*) FILTER (WHERE ${IS_FAILING}) AS failing FROM ${table} WHERE ${IS_SELECTED}`,
        selected,
      );
      const reasons = await run(
        `SELECT account, stream, target, failures, error_code, error FROM ${table} WHERE ${IS_FAILING} AND ${IS_SELECTED} ` +
          "ORDER BY failures DESC, account, stream, target LIMIT 100",
        selected,
      );
      const count = (name: string): number => Number(counts[name] ?? 0);
      return {
        streams: count("streams"),
        due: count("due"),
        stuck: count("stuck"),
        running: count("running"),
        paused: count("paused"),
        removed: count("removed"),
        lagSeconds: { p50: count("p50"), p99: count("p99"), max: count("max") },
        failing: count("failing"),
        reasons: reasons.map((row) => ({
          account: String(row["account"]),
          stream: String(row["stream"]),
          target: String(row["target"]),
          failures: Number(row["failures"]),
          code: String(row["error_code"]),
          message: String(row["error"] ?? ""),
        })),
      };
    },
    async lags(given = {}) {
      checkOptions("lags", given, LAGS_RULES, { such: " such as { limit }" });
      const rows = await run(
        `SELECT account, max(${LAG}) AS lag FROM ${table} WHERE paused IS NULL GROUP BY account ORDER BY lag DESC NULLS LAST, account LIMIT $1`,
        [given.limit ?? 20],
      );
      return rows.map(({ account, lag }) => ({ account: String(account), lagSeconds: Number(lag ?? 0) }));
    },
  };
}

const LAG = "GREATEST(0, extract(epoch FROM now() - complete_until))::double precision";

function lagAt(share: number): string {
  return `percentile_disc(${share}) WITHIN GROUP (ORDER BY ${LAG}) FILTER (WHERE paused IS NULL)`;
}
