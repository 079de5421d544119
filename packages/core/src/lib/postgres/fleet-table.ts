import type { Clock } from "../clock.ts";
import { CheckpointError, ConfigurationError } from "../errors.ts";
import type { FeedPosition } from "../feed/checkpoint.ts";
import { checkOptions } from "../options/check-options.ts";
import { codeOf } from "./postgres-errors.ts";
import type { FleetStream } from "./fleet.ts";
import { readPosition } from "./postgres-checkpoints.ts";
import type { PostgresQuery } from "./postgres-query.ts";
import { onceAtATime, retryingQuery, TABLE_NAME } from "./statements.ts";

/** The table of a fleet, unless another one is given. */
export const FLEET_TABLE = "keywright_fleet";

/**
 * Returns the statement that creates the table of a fleet, with a row for each stream. It can run
 * again, also several times at once.
 *
 * `due` is when the stream has its next turn, or when the lease of its owner ends; it is `NULL`
 * while the stream is paused.
 */
export function fleetTable(table: string = FLEET_TABLE): string {
  checkOptions("fleetTable", { table }, { table: TABLE_NAME });
  const columns = [
    "account text NOT NULL, stream text NOT NULL, target text NOT NULL",
    "due timestamptz, owner text, position text NOT NULL, version bigint NOT NULL DEFAULT 0",
    "idle integer NOT NULL DEFAULT 0, failures integer NOT NULL DEFAULT 0",
    "paused text, error_code text, error text, complete_until timestamptz",
    "PRIMARY KEY (account, stream, target)",
  ];
  const index = (name: string, where: string) => `CREATE INDEX IF NOT EXISTS ${table.replace(".", "_")}_${name} ON ${table} (due) WHERE ${where}`;
  return onceAtATime([
    `CREATE TABLE IF NOT EXISTS ${table} (${columns.join(", ")})`,
    // A claim takes streams of each kind, without a look at the due ones of the others.
    index("due", "failures = 0 AND owner IS NULL"),
    index("due_owned", "failures = 0 AND owner IS NOT NULL"),
    index("due_failing", "failures > 0"),
  ]);
}

/** Runs the statements of a fleet: retries conflicts, and names a missing table. */
export function fleetQuery(query: PostgresQuery, table: string, leaseMs: number, clock: Clock): PostgresQuery {
  const run = retryingQuery(query, leaseMs, clock);
  return async (text, values) => {
    try {
      return await run(text, values);
    } catch (cause) {
      // The error code undefined_table of PostgreSQL.
      if (codeOf(cause) !== "42P01") throw cause;
      throw new ConfigurationError("invalid-configuration", `there is no table ${table} in Postgres`, {
        option: "table",
        advice: "create it with the statement of fleetTable()",
        cause,
      });
    }
  };
}

/** A delay in a parameter, in milliseconds from now by the time of the database. */
export function fromNow(parameter: string): string {
  return `clock_timestamp() + ${parameter}::double precision * interval '1 millisecond'`;
}

/** Returns the position of a row. */
export function readFleetPosition({ account, stream }: FleetStream, text: unknown): FeedPosition {
  const position = readPosition(text);
  if (position !== undefined) return position;
  throw new CheckpointError("checkpoint-damaged", `${stream} of ${account} has no position that a feed can continue from`, {
    option: "since",
    advice: "start it at a time with reset",
  });
}

/** The time until which a position has all events, for a parameter; empty if it is not known. */
export function completeUntil(position: FeedPosition): string {
  const at = Date.parse("since" in position ? position.since : (position.lastEventAt ?? ""));
  const text = Number.isNaN(at) ? "" : new Date(at).toISOString();
  // Postgres reads no other years in this form.
  return /^(?!0000)\d{4}-/.test(text) ? text : "";
}
