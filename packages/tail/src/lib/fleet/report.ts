import type { Clock } from "@keywright/core";
import type { FleetEvent, FleetStatus } from "@keywright/core/postgres";
import { reasonOf, reasonText } from "../report/error-message.ts";
import type { Pages } from "../report/listen.ts";
import { type Log, seconds } from "../report/log.ts";
import { type Sample, textOfMetrics } from "../report/metrics.ts";
import { STREAM_NAMES } from "../events/streams.ts";

/** The lag of an account. */
interface Lag {
  readonly account: string;
  readonly lagSeconds: number;
}

/** What a worker reports: its log, its metrics and whether it is ready. */
export interface FleetReport extends Pages {
  /** Records and logs an event of the fleet. */
  record(event: FleetEvent): void;
  /** Records how the whole fleet is, and logs what this worker has done since the last time. */
  refreshed(status: FleetStatus, lags: readonly Lag[]): void;
}

// Each account is a series in the user's monitoring: others count together.
const MAX_ACCOUNTS = 50;
const OTHERS = "others";
const READY_MS = 90_000;

/** Creates the report of a worker. */
export function createFleetReport({ now }: Clock, log: Log, { quiet }: { readonly quiet: boolean }, version: string): FleetReport {
  const turns = { "caught-up": 0, more: 0, failed: 0, lost: 0 };
  const failures = new Map<string, Sample & { value: number }>();
  const failingAccounts = new Set<string>();
  let events = 0;
  let troubles = 0;
  let logged = { events: 0, turns: 0 };
  let known: { readonly at: number; readonly status: FleetStatus; readonly lags: readonly Lag[] } | undefined;

  function countFailure(name: string, stream: string, error: unknown): void {
    if (failingAccounts.size < MAX_ACCOUNTS) failingAccounts.add(name);
    const account = failingAccounts.has(name) ? name : OTHERS;
    const { code = "failed", status } = reasonOf(error, []);
    const key = JSON.stringify([account, stream, code, status]);
    const counted = failures.get(key) ?? { labels: { account, stream, code, status }, value: 0 };
    counted.value += 1;
    failures.set(key, counted);
  }

  return {
    record(event) {
      if (event.type === "trouble") {
        troubles += 1;
        return log.write({ level: "warn", event: "trouble", message: `${reasonOf(event.error, []).message}, retrying in ${seconds(event.delayMs)}` });
      }
      const { account, stream: name, failures: before } = event.turn;
      const stream = STREAM_NAMES.find((one) => one === name);
      events += event.events;
      turns[event.type === "turn" ? (event.caughtUp ? "caught-up" : "more") : event.type] += 1;
      if (event.type !== "failed") return;
      countFailure(account, name, event.error);
      // The first of each outage, and a few of a long one.
      if (quiet && !event.rejected && !Number.isInteger(Math.log2(before + 1))) return;
      // Its addresses and tokens are in the file, not in the environment.
      const error = reasonOf(event.error, []);
      const message = `${account}: ${reasonText(error)}, ${event.rejected ? "stopped for" : "retrying in"} ${seconds(event.delayMs)}`;
      log.write({ level: event.rejected ? "error" : "warn", stream, event: event.rejected ? "rejected" : "failed", message, details: { account, error } });
    },
    refreshed(status, lags) {
      known = { at: now(), status, lags };
      const all = Object.values(turns).reduce((sum, count) => sum + count, 0);
      if (quiet || all === logged.turns) return;
      const message = `${events - logged.events} events in ${all - logged.turns} turns; fleet: ${statusText(status)}`;
      log.write({ level: "info", event: "progress", message, details: { events, turns: all, lagSeconds: status.lagSeconds } });
      logged = { events, turns: all };
    },
    metrics() {
      const { status, lags = [] } = known ?? {};
      const states = (["due", "stuck", "running", "paused", "removed"] as const).map((state) => ({ labels: { state }, value: status?.[state] }));
      const { p50, p99, max } = status?.lagSeconds ?? {};
      const quantiles = (["0.5", "0.99", "1"] as const).map((quantile, index) => ({ labels: { quantile }, value: [p50, p99, max][index] }));
      return textOfMetrics(
        [
          ["fleet_events_total", "counter", "Events that this worker has committed.", [{ labels: {}, value: events }]],
          ["fleet_turns_total", "counter", "Turns of this worker, by their ends.", Object.entries(turns).map(([end, value]) => ({ labels: { end }, value }))],
          ["fleet_failures_total", "counter", `Failed turns; from the account ${MAX_ACCOUNTS + 1} on, together.`, [...failures.values()]],
          ["fleet_troubles_total", "counter", "Claims that Postgres did not take.", [{ labels: {}, value: troubles }]],
          ["fleet_streams", "gauge", "Streams of the whole fleet, by state.", [...states, { labels: { state: "failing" }, value: status?.failing }]],
          ["fleet_lag_seconds", "gauge", "Time since streams of the whole fleet were complete.", quantiles],
          [
            "fleet_account_lag_seconds",
            "gauge",
            "The same, of the accounts that are most behind.",
            lags.map(({ account, lagSeconds }) => ({ labels: { account }, value: lagSeconds })),
          ],
        ],
        version,
      );
    },
    readiness() {
      const ready = known !== undefined && now() - known.at < READY_MS;
      return ready ? { ready } : { ready, reason: "the accounts or the database cannot be read" };
    },
  };
}

/** Returns how a fleet is, on one line. */
export function statusText({ streams, due, stuck, running, paused, removed, lagSeconds: { p50, p99 }, failing }: FleetStatus): string {
  const counts = Object.entries({ running, due, stuck, failing, paused, removed }).flatMap(([name, count]) => (count === 0 ? [] : `${count} ${name}`));
  return `${[`${streams} streams`, ...counts].join(", ")}; lag p50 ${seconds(p50 * 1000)}, p99 ${seconds(p99 * 1000)}`;
}
