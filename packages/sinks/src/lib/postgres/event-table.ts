import { checkOptions, FLAG, isNumber, type Rules } from "@keywright/core/client";

/** The options of {@link eventTable}. */
export interface EventTableOptions {
  /** The table. It may have a schema. @default "keywright_events" */
  readonly table?: string | undefined;
  /**
   * Adds the column `account`, with which the primary key begins, for {@link postgresWriter}.
   * @default false
   */
  readonly accounts?: boolean | undefined;
  /**
   * Divides the table by the event's month (UTC): a partition for each, and one for other times. An
   * id is then unique with its time, and an event without a time is rejected.
   *
   * @default one table for all
   */
  readonly months?:
    | {
        /** The first month, such as `2026-03`. */
        readonly from: string;
        /** How many months. */
        readonly count: number;
      }
    | undefined;
}

/** The table of a sink, unless another one is given. */
export const EVENT_TABLE = "keywright_events";

/** The rule of a table's name, which cannot be a parameter and so is a part of statements. */
export const TABLE_RULES: Rules = {
  table: [
    (value) => typeof value === "string" && /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)?$/.test(value),
    "a plain name, with a schema before it or not, such as audit.events",
  ],
};

const RULES: Rules = {
  ...TABLE_RULES,
  accounts: FLAG,
  months: [
    (value) => typeof value === "object",
    'an object such as { from: "2026-03", count: 12 }',
    {
      rules: {
        from: [(value) => typeof value === "string" && /^\d{4}-(0[1-9]|1[0-2])$/.test(value), "a month such as 2026-03", { isNeeded: true }],
        count: [(value) => isNumber(value, 1, 1200) && Number.isInteger(value), "a whole number from 1 to 1200", { isNeeded: true }],
      },
    },
  ],
};

/**
 * Returns the statements that create the table of events. They can run again, with later months,
 * and several times at once.
 *
 * @throws ConfigurationError if an option is invalid.
 */
export function eventTable(options: EventTableOptions = {}): string {
  checkOptions("eventTable", options, RULES);
  const { table = EVENT_TABLE, accounts = false, months } = options;
  const key = `${accounts ? "account, " : ""}stream, id`;
  const columns = `${accounts ? "account text NOT NULL, " : ""}stream text NOT NULL, id text NOT NULL, type text, time timestamptz, event jsonb NOT NULL, stored_at timestamptz NOT NULL DEFAULT clock_timestamp()`;
  const bare = table.replace(".", "_");
  const index = `CREATE INDEX IF NOT EXISTS ${bare}_time ON ${table} (time)`;
  if (months === undefined) return guarded(`CREATE TABLE IF NOT EXISTS ${table} (${columns}, PRIMARY KEY (${key}))`, index);
  const [year = 0, month = 0] = months.from.split("-").map(Number);
  const partitions = Array.from({ length: months.count }, (_unused, offset) => {
    const [from, to] = [firstDayOf(year, month + offset), firstDayOf(year, month + offset + 1)];
    const name = `${table}_${from.slice(0, 7).replace("-", "_")}`;
    return `CREATE TABLE IF NOT EXISTS ${name} PARTITION OF ${table} FOR VALUES FROM ('${from} 00:00:00+00') TO ('${to} 00:00:00+00')`;
  });
  return guarded(
    `CREATE TABLE IF NOT EXISTS ${table} (${columns}, PRIMARY KEY (${key}, time)) PARTITION BY RANGE (time)`,
    ...partitions,
    `CREATE TABLE IF NOT EXISTS ${table}_other PARTITION OF ${table} DEFAULT`,
    index,
  );
}

/** Of two at once, one fails in spite of `IF NOT EXISTS`, and then leaves it to the other. */
function guarded(...statements: readonly string[]): string {
  const end = "EXCEPTION WHEN unique_violation OR duplicate_table OR duplicate_object THEN NULL; END $$;\n";
  return statements.map((statement) => `DO $$ BEGIN ${statement}; ${end}`).join("");
}

/** The first day of a month, which may be beyond 12. */
function firstDayOf(year: number, month: number): string {
  return new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10);
}
