import { type Clock, backoff, onAbort, platformClock, wait } from "../clock.ts";
import { checkOptions, isNumber, isSignal, type Rule, type Rules } from "../options/check-options.ts";
import { CLOCK, COUNT, FUNCTION } from "../options/option-rules.ts";
import { notify } from "../observe/notify.ts";
import { describeError } from "../helpers/describe-error.ts";
import { codeOf, isConflict, postgresFailure } from "./postgres-errors.ts";
import type { PostgresQuery } from "./postgres-query.ts";
import { createRenewals, type Renewals } from "./renewals.ts";
import { LEASE, QUERY, TABLE_NAME } from "./statements.ts";
import type { Fleet, FleetEvent, FleetOptions } from "./fleet.ts";
import { FLEET_TABLE, fleetQuery, fromNow } from "./fleet-table.ts";
import { isRejected, nextTurn } from "./fleet-schedule.ts";
import { type ClaimedRow, takeTurn, type TurnContext, type TurnResult } from "./fleet-turn.ts";

const isFunction = (value: unknown): boolean => typeof value === "function";
const TIME: Rule = [(value) => isNumber(value, 1, 86_400_000), "a time in milliseconds from 1 to 86400000"];

const RULES: Rules = {
  query: QUERY,
  transaction: [isFunction, "a function that runs work in a transaction", { isNeeded: true }],
  open: [isFunction, "a function that returns the feed of a stream", { isNeeded: true }],
  handle: [isFunction, "a function that writes a batch", { isNeeded: true }],
  table: TABLE_NAME,
  concurrency: [(value) => isNumber(value, 1, 1000) && Number.isInteger(value), "a whole number from 1 to 1000"],
  maxTurnEvents: COUNT,
  maxTurnMs: TIME,
  intervalMs: TIME,
  maxIntervalMs: TIME,
  leaseMs: LEASE,
  timeoutMs: TIME,
  onEvent: FUNCTION,
  clock: CLOCK,
};

const RUN_RULES: Rules = { signal: [isSignal, "an AbortSignal"] };

// Long enough that idle workers cost nothing, and short enough that a takeover is soon.
const POLL_MS = 1000;
// Looking for expired leases is a tenth of a claim's cost. Less than POLL_MS, because a timer may
// fire a little early.
const LOOK_MS = 500;
const MAX_TROUBLE_MS = 5000;
const MAX_ERROR_LENGTH = 500;

/**
 * Returns a worker of a fleet, which reads the streams of many accounts into Postgres, each event
 * exactly once. Any number of workers on any machines divide the streams of a table.
 *
 * A worker claims streams that are due. Each has a turn: the worker reads pages until it has caught
 * up or the turn is over, and commits the events of each page together with its position. Only the
 * owner with the last version can commit. A failure of one stream does not touch the others.
 *
 * @throws ConfigurationError if an option is invalid.
 */
export function createFleet<Event>(options: FleetOptions<Event>): Fleet {
  checkOptions("createFleet", options, RULES, { such: " with at least query, transaction, open and handle" });
  const { table = FLEET_TABLE, concurrency = 8, leaseMs = 15_000, timeoutMs = 60_000, clock = platformClock } = options;
  const { maxTurnEvents = 5000, maxTurnMs = 10_000 } = options;
  const run = fleetQuery(options.query, table, leaseMs, clock);
  const renewals = createRenewals(renewalText(table), leaseMs, options.query, clock);
  const emit = (event: FleetEvent): void => notify(options.onEvent, event);
  return {
    async run(given = {}) {
      checkOptions("run", given, RUN_RULES, { such: " such as { signal }" });
      const { signal = new AbortController().signal } = given;
      const total = { turns: 0, events: 0 };
      const context = { options, table, leaseMs, timeoutMs, maxTurnEvents, maxTurnMs, clock, run, signal };
      const worker = { claim: claims(run, table, leaseMs, clock), renewals, emit, concurrency };
      await work(worker, context, async (row) => {
        const { events, end } = await oneTurn(row, context, { ...options, emit });
        total.turns += 1;
        total.events += events;
        return end.type === "more";
      });
      return total;
    },
  };
}

/** How many streams to claim, and of those, how many whose last turn failed. */
interface Counts {
  readonly all: number;
  readonly failing: number;
}

/** What claims streams. */
interface Worker {
  claim(counts: Counts): Promise<readonly ClaimedRow[]>;
  readonly renewals: Renewals;
  readonly emit: (event: FleetEvent) => void;
  readonly concurrency: number;
}

/**
 * Claims streams while there is room for turns, until the signal fires. Resolves after the last
 * turn.
 *
 * @param take Resolves when a turn has ended, to whether the stream has another one at once.
 */
async function work(
  { claim: claimRows, renewals, emit, concurrency }: Worker,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
  take: (row: ClaimedRow) => Promise<boolean>,
): Promise<void> {
  const turns = new Set<Promise<void>>();
  let failing = 0;
  let failures = 0;
  let poll = new AbortController();
  const forget = onAbort(signal, () => poll.abort());

  function start(row: ClaimedRow): void {
    const key = JSON.stringify([row.turn.account, row.turn.stream, row.turn.target]);
    const isFailing = row.turn.failures > 0 ? 1 : 0;
    renewals.add(key, row.owner);
    failing += isFailing;
    const turn = take(row).then((hasMore) => {
      failing -= isFailing;
      renewals.remove(key, row.owner);
      turns.delete(turn);
      // It is due again at once.
      if (hasMore) poll.abort();
    });
    turns.add(turn);
  }

  // One statement for several rows: it is as expensive as one for a single row.
  const hasRoom = (): boolean => turns.size === 0 || concurrency - turns.size >= concurrency / 4;

  try {
    while (!signal.aborted) {
      while (!hasRoom() && !signal.aborted) await Promise.race(turns);
      if (signal.aborted) break;
      try {
        const room = concurrency - turns.size;
        poll = new AbortController();
        // A service that hangs keeps its turns for long: the streams of others have half of them.
        const rows = await claimRows({ all: room, failing: Math.min(room, Math.max(0, Math.ceil(concurrency / 2) - failing)) });
        failures = 0;
        for (const row of rows) start(row);
        if (rows.length < room) await wait(clock, POLL_MS, poll.signal);
      } catch (error) {
        if (postgresFailure(error) === undefined && !isConflict(error)) throw error;
        failures += 1;
        const delayMs = backoff(clock, failures, MAX_TROUBLE_MS);
        emit({ type: "trouble", error, failures, delayMs });
        await wait(clock, delayMs, signal);
      }
    }
  } finally {
    forget();
    await Promise.all(turns);
  }
}

/** Returns a function that claims streams that are due, and returns their rows. */
function claims(run: PostgresQuery, table: string, leaseMs: number, clock: Clock): Worker["claim"] {
  const [all, most] = [claimText(table, DUE), claimText(table, DUE.slice(1))];
  let nextLook = -Infinity;
  return async (counts) => {
    const looks = clock.now() >= nextLook;
    const owner = crypto.randomUUID();
    const rows = await run(looks ? all : most, [owner, leaseMs, counts.all, counts.failing]);
    // Where one lease has expired, there may be more. A claim of one counts as the first failure.
    if (looks && !rows.some(({ failures }) => Number(failures) === 1)) nextLook = clock.now() + LOOK_MS;
    return rows.map(({ account, stream, target, position, version, idle, failures }) => ({
      turn: { account: String(account), stream: String(stream), target: String(target), failures: Number(failures) },
      owner,
      position: String(position),
      version: Number(version),
      idle: Number(idle),
    }));
  };
}

/**
 * The leases of workers that ended come first: under full load, a long queue was due before them.
 * They count as failed turns, so that a stream that ends its worker comes first only once.
 */
const DUE = [
  ["expired", "failures = 0 AND owner IS NOT NULL", "$3"],
  ["failing", "failures > 0", "$4"],
  ["others", "failures = 0 AND owner IS NULL", "$3"],
] as const;

function claimText(table: string, parts: readonly (readonly [name: string, where: string, limit: string])[]): string {
  const due = parts.map(
    ([name, where, limit]) =>
      `${name} AS (SELECT account, stream, target FROM ${table} WHERE due <= now() AND ${where} ORDER BY due LIMIT ${limit} FOR UPDATE SKIP LOCKED)`,
  );
  // As table expressions, because the planner could repeat a subquery, and claim too many.
  return (
    `WITH ${due.join(", ")}, mine AS (${parts.map(([name]) => `SELECT * FROM ${name}`).join(" UNION ALL ")} LIMIT $3) ` +
    `UPDATE ${table} AS kept SET owner = $1, due = ${fromNow("$2")}, failures = kept.failures + (kept.owner IS NOT NULL)::int FROM mine ` +
    "WHERE kept.account = mine.account AND kept.stream = mine.stream AND kept.target = mine.target " +
    "RETURNING kept.account, kept.stream, kept.target, kept.position, kept.version::text AS version, kept.idle, kept.failures"
  );
}

function renewalText(table: string): string {
  // The lock of a long transaction must not hold up the other leases.
  return (
    `WITH mine AS (SELECT account, stream, target FROM ${table} AS own JOIN (SELECT key::json ->> 0 AS account, key::json ->> 1 AS stream, ` +
    "key::json ->> 2 AS target, owner FROM json_each_text($1::text::json) AS held (key, owner)) AS held USING (account, stream, target, owner) " +
    `FOR UPDATE OF own SKIP LOCKED) UPDATE ${table} AS kept SET due = ${fromNow("$2")} FROM mine ` +
    "WHERE kept.account = mine.account AND kept.stream = mine.stream AND kept.target = mine.target"
  );
}

/** Reads a stream for one turn, and releases it. */
async function oneTurn<Event>(
  row: ClaimedRow,
  context: TurnContext<Event>,
  {
    intervalMs = 30_000,
    maxIntervalMs = 300_000,
    emit,
  }: Pick<FleetOptions<Event>, "intervalMs" | "maxIntervalMs"> & { readonly emit: (event: FleetEvent) => void },
): Promise<TurnResult> {
  const { turn, owner, idle } = row;
  const { clock, run, table } = context;
  const began = clock.now();
  const result = await takeTurn(row, context);
  const { events, isLost, end } = result;
  const next = nextTurn({ idle, failures: turn.failures }, end, { clock, intervalMs, maxIntervalMs });
  const error = end.type === "failed" ? end.error : undefined;
  if (isLost) emit({ type: "lost", turn, events });
  else if (end.type === "failed") emit({ type: "failed", turn, events, error, rejected: isRejected(error), delayMs: next.delayMs });
  else emit({ type: "turn", turn, events, caughtUp: end.type === "caught-up", durationMs: clock.now() - began });
  try {
    await run(
      `UPDATE ${table} SET owner = NULL, due = ${fromNow("$5")}, idle = $6, failures = $7, error_code = ${unlessStopped("error_code", "$8")}, error = ${unlessStopped("error", "$9")}, ` +
        "complete_until = CASE WHEN $10 = 'caught-up' THEN clock_timestamp() ELSE complete_until END " +
        "WHERE account = $1 AND stream = $2 AND target = $3 AND owner = $4",
      [turn.account, turn.stream, turn.target, owner, next.delayMs, next.idle, next.failures, ...errorOf(error), end.type],
    );
    if (next.accountDelayMs > 0)
      await run(`UPDATE ${table} SET due = ${fromNow("$2")} WHERE account = $1 AND owner IS NULL AND due < ${fromNow("$2")}`, [
        turn.account,
        next.accountDelayMs,
      ]);
  } catch {
    // The lease expires, and the stream has its next turn then.
  }
  return result;
}

/** A column of an error. A stop changes nothing. */
function unlessStopped(column: string, value: string): string {
  return `CASE WHEN $10 = 'stopped' THEN ${column} ELSE NULLIF(${value}, '') END`;
}

/** The columns of an error. */
function errorOf(error: unknown): readonly [code: string, message: string] {
  if (error === undefined) return ["", ""];
  return [isRejected(error) ? "rejected" : (codeOf(error) ?? "failed"), describeError(error).slice(0, MAX_ERROR_LENGTH)];
}
