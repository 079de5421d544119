import { backoff, type Clock, wait } from "../clock.ts";
import { isNumber, type Rule } from "../options/check-options.ts";
import { isConflict } from "./postgres-errors.ts";
import type { PostgresQuery } from "./postgres-query.ts";

/** The rule of the option `query`. */
export const QUERY: Rule = [(value) => typeof value === "function", "a function that runs a statement and returns its rows", { isNeeded: true }];

/** The rule of a table, whose name becomes part of statements: it cannot be a parameter. */
export const TABLE_NAME: Rule = [
  (value) => typeof value === "string" && /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)?$/.test(value),
  "a plain name, with a schema before it or not, such as feeds.checkpoints",
];

/** The rule of the time of a lease. */
export const LEASE: Rule = [(value) => isNumber(value, 100, 86_400_000), "a time in milliseconds from 100 to 86400000"];

/** Returns one statement that creates what is missing. It can run several times at once. */
export function onceAtATime(statements: readonly string[]): string {
  // Of two statements at once, one fails in spite of IF NOT EXISTS: names are compared first.
  return `DO $$ BEGIN ${statements.join("; ")}; EXCEPTION WHEN unique_violation OR duplicate_table OR duplicate_object THEN NULL; END $$;\n`;
}

// How often a statement is retried that conflicts with another one, such as a save with a renewal.
const MAX_TRIES = 6;
const MAX_CONFLICT_DELAY_MS = 100;

/** Repeats work that conflicts with a concurrent transaction, which has undone it. */
export async function retryConflicts<Result>(clock: Clock, work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error) || tries === MAX_TRIES) throw error;
      await wait(clock, backoff(clock, tries, MAX_CONFLICT_DELAY_MS), undefined);
    }
  }
}

/**
 * Returns a query that retries conflicts, and whose statements have a time limit: a database that
 * hangs must not block the feed or its stop.
 */
export function retryingQuery(query: PostgresQuery, limitMs: number, clock: Clock): PostgresQuery {
  return (text, values) => retryConflicts(clock, () => inTime(query(text, values), limitMs, clock));
}

/** Rejects if work takes longer. */
export async function inTime<Result>(work: Promise<Result>, limitMs: number, clock: Clock): Promise<Result> {
  let timer: unknown;
  const late = new Promise<never>((_resolve, reject) => {
    timer = clock.after(limitMs, () => reject(Object.assign(new Error(`the database did not respond within ${limitMs} ms`), { code: "TIMEOUT" })));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clock.clear(timer);
  }
}
