import { UsageError } from "@keywright/cli-kit";
import { backoff, platformClock, wait } from "@keywright/core/client";
import type { BadPage } from "@keywright/core/feeds";
import { createFleet, type FleetEvent, fleetStreams, postgresFailure, type PostgresQuery } from "@keywright/core/postgres";
import type { Command } from "./command/arguments.ts";
import { fileOf } from "./command/plan.ts";
import { ownVersion } from "./command/usage.ts";
import { type Database, openFleetPool, queryOf } from "./connections/postgres-pool.ts";
import { createSender } from "./connections/sender.ts";
import { openFeed, type StreamEvent } from "./events/streams.ts";
import { createAccounts } from "./fleet/accounts.ts";
import { createFleetConnections, type FleetConnections } from "./fleet/connections.ts";
import { createReferences } from "./fleet/references.ts";
import { createFleetReport } from "./fleet/report.ts";
import { createEventWriter } from "./output/event-writer.ts";
import { createLocalFiles } from "./output/local-files.ts";
import { reasonOf } from "./report/error-message.ts";
import type { ExitCode } from "./report/exit.ts";
import { logSinkEvent } from "./report/job-log.ts";
import type { Log } from "./report/log.ts";
import type { CommandContext } from "./settings/command-context.ts";
import type { Job, Settings } from "./settings/settings.ts";
import { sinkOptions } from "./sinks/sink-options.ts";

const REFRESH_MS = 30_000;
const MAX_REFRESH_DELAY_MS = 10_000;
// A page that a service repairs within these turns is not a dead letter.
const BAD_TURNS = 5;

/** The file of a fleet, and where streams begin that are new at a time. */
type Worker = Pick<Extract<Command, { readonly does: "worker" }>, "config" | "sinceAt">;

/** Reads the streams of a fleet until the signal fires. */
export async function runWorker(settings: Settings, { config, sinceAt }: Worker, context: CommandContext, log: Log): Promise<ExitCode> {
  const { env, signal, clock = platformClock } = context;
  const [{ sink }] = settings.jobs as readonly [Job];
  const { table: target = "keywright_events" } = sink;
  const sender = await createSender(settings, context);
  const pool = await openFleetPool(settings, { env, sender });
  const query = queryOf(pool);
  const references = createReferences(env, sender, clock);
  const warn = (message: string): void => log.write({ level: "warn", event: "accounts", message });
  const accounts = createAccounts(config, target, query, warn);
  const ending = new AbortController();
  const stopping = AbortSignal.any([signal, ending.signal]);
  const connections = createFleetConnections({ accounts, references, sender, clock, maxResponseBytes: settings.maxPageBytes, signal: stopping });
  const streams = fleetStreams({ query, clock });
  const report = createFleetReport(clock, log, settings, ownVersion());

  /** The accounts of the last refresh. */
  let known: string | undefined;

  async function refresh(): Promise<void> {
    const listed = await accounts.refresh();
    // An empty table of the user is more often a mistake than the end of all accounts.
    if (listed.length === 0 && (await streams.status()).streams > 0)
      throw new UsageError("the accounts' query returns no account, although there are streams: they remain. Use fleet pause to stop them");
    await checkOnlyFleet(query, target);
    const changes = await streams.sync(listed, { since: sinceAt?.(clock.wallNow()) });
    const list = JSON.stringify(listed);
    if (changes.restored > 0 && list === known) warn("other workers have other accounts: use one file for all workers of a database, which has one fleet");
    known = list;
    const changed = Object.entries(changes).flatMap(([what, count]) => (count === 0 ? [] : `${count} ${what}`));
    if (changed.length > 0 && !settings.quiet) log.write({ level: "info", event: "accounts", message: `streams: ${changed.join(", ")}`, details: changes });
    report.refreshed(await streams.status(), await streams.lags());
  }

  /** Reads the accounts until it succeeds. At the start, only Postgres may fail. */
  async function refreshed(mayFail: (error: unknown) => boolean): Promise<void> {
    for (let failures = 1; !stopping.aborted; failures += 1) {
      try {
        return await refresh();
      } catch (error) {
        if (!mayFail(error)) throw error;
        const delayMs = backoff(clock, failures, MAX_REFRESH_DELAY_MS);
        log.write({ level: "warn", event: "accounts", message: `the accounts cannot be read: ${reasonOf(error, []).message}`, details: { delayMs } });
        await wait(clock, delayMs, stopping);
      }
    }
  }

  async function untilStopped(work: () => Promise<unknown>): Promise<void> {
    while (!stopping.aborted) {
      await wait(clock, REFRESH_MS, stopping);
      await work();
    }
  }

  const listen = settings.listen && (await import("./report/listen.ts")).listenAndLog(settings.listen, report, settings, log);
  const listener = await listen;
  try {
    const fleet = await openFleet(settings, { pool, connections, context, log, onEvent: report.record });
    await refreshed((error) => postgresFailure(error) !== undefined);
    // Their tokens may have been replaced while no worker ran.
    await streams.retry({ code: "rejected" }).catch(() => {});
    const run = fleet.run({ signal: stopping }).finally(() => ending.abort());
    // After an error of Postgres, the rest of the streams is retried the next time.
    const rotations = untilStopped(() => connections.retryRotated(streams.retry).catch(() => {}));
    await Promise.all([run, untilStopped(() => refreshed(() => true)), rotations]);
    return 0;
  } finally {
    ending.abort();
    listener?.close();
    references.close();
    await pool.end();
  }
}

/** @throws UsageError if the streams go to another table, because workers take those of any. */
async function checkOnlyFleet(query: PostgresQuery, table: string): Promise<void> {
  // What is wrong with the database, the synchronization says.
  const [other] = await query("SELECT target FROM keywright_fleet WHERE target <> $1 LIMIT 1", [table]).catch(() => []);
  if (other === undefined) return;
  const name = String(other["target"]);
  throw new UsageError(
    `the database has a fleet that writes the table ${name}, and not ${table}: use another database, or remove the rows of the former from keywright_fleet`,
  );
}

/** What a fleet is opened with. */
interface FleetParts {
  readonly pool: Database;
  readonly connections: FleetConnections;
  readonly context: CommandContext;
  readonly log: Log;
  onEvent(event: FleetEvent): void;
}

/** Creates the worker, whose streams go to a table of Postgres. */
async function openFleet(settings: Settings, { pool, connections, context, log, onEvent }: FleetParts) {
  const { clock = platformClock } = context;
  const { postgresTransaction, postgresWriter } = await import("@keywright/sinks/postgres");
  const files = createLocalFiles(context);
  const jobs = new Map(settings.jobs.map((job) => [`${job.stream}`, job]));
  const writers = new Map(await Promise.all(settings.jobs.map(async (job) => [job.stream, await createEventWriter(job, () => {})] as const)));

  /** The job of a stream, with the dead letters of its account. */
  function jobOf({ account, stream }: { readonly account: string; readonly stream: string }): Job {
    const job = jobs.get(stream);
    if (job === undefined) throw new UsageError(`the configuration of this worker has no stream ${stream}`);
    return { ...job, deadLetter: job.deadLetter && fileOf(job.deadLetter, account) };
  }

  return createFleet<StreamEvent>({
    query: queryOf(pool),
    transaction: postgresTransaction(pool),
    clock,
    intervalMs: settings.jobs[0]?.pollIntervalMs,
    onEvent(event) {
      // Without its token, the rejection ends with its hour.
      if (event.type === "failed" && event.rejected) connections.reject(event.turn.account, jobOf(event.turn).stream);
      onEvent(event);
    },
    async open(turn, options) {
      const { stream, deadLetter, pageSize } = jobOf(turn);
      const connection = await connections.of(turn.account, stream);
      const account = await connections.accountOf(turn.account, stream, connection);
      const onBadPage = (page: BadPage) => files.deadLetter(deadLetter ?? "").keep(stream, page);
      return openFeed(stream, connection, {
        ...options,
        ...(account === undefined ? {} : { account }),
        ...(pageSize === undefined ? {} : { limit: pageSize }),
        ...(deadLetter === undefined || turn.failures < BAD_TURNS ? {} : { onBadPage }),
      });
    },
    async handle(batch, call) {
      const job = jobOf(call.turn);
      const { stream, deadLetter, sink } = job;
      const toJson = writers.get(stream) ?? JSON.stringify;
      const keep = (path: string) => (event: StreamEvent, reason: Error) => files.deadLetter(path).keepEvent(stream, event, reason);
      const onSinkEvent = (event: Parameters<typeof logSinkEvent>[1]) => logSinkEvent(job, event, settings, log);
      const own = { clock, toJson, deadLetter: deadLetter === undefined ? undefined : keep(deadLetter), onEvent: onSinkEvent };
      await postgresWriter<StreamEvent>({ ...sinkOptions(job, own), account: call.turn.account, table: sink.table })(batch, call);
    },
  });
}
