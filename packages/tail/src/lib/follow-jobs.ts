import type { Clock } from "@keywright/core";
import { platformClock } from "@keywright/core/client";
import type { BadPage, CheckpointStore, FeedEvent } from "@keywright/core/feeds";
import type { SinkEvent } from "@keywright/sinks";
import { requireFeatures } from "@keywright/events";
import { ownVersion } from "./command/usage.ts";
import { connect } from "./connect.ts";
import { openSink } from "./sinks/open-sink.ts";
import type { Sink } from "./sinks/sink.ts";
import { createEventWriter } from "./output/event-writer.ts";
import type { Failure, DeadLetterCounts } from "./report/exit.ts";
import { logFeedEvent, logNewFolders, logSinkEvent, logUnknownValues } from "./report/job-log.ts";
import { createJobState, type JobState, recordFeedEvent, recordSinkEvent, recordUnknown } from "./report/job-state.ts";
import { createLocalFiles, type LocalFiles } from "./output/local-files.ts";
import { canDraw } from "./report/live-table.ts";
import type { Log } from "./report/log.ts";
import { openCheckpoints } from "./checkpoints.ts";
import { createProgress, type Progress } from "./report/progress.ts";
import { runJobs, type Tail } from "./run-jobs.ts";
import { createSender } from "./connections/sender.ts";
import type { Job, Settings } from "./settings/settings.ts";
import { type Connection, eventsClient, openFeed, serviceOf, type StreamOptions } from "./events/streams.ts";
import type { CommandContext } from "./settings/command-context.ts";

const STAND_BY_MS = 2000;

/** The result of following streams. */
export interface Outcome {
  /** The first failure of a stream or of its output; `undefined` if there was none. */
  readonly failure: Failure | undefined;
  readonly deadLetter: DeadLetterCounts;
}

/**
 * Follows the streams until they end, must stop, or one fails.
 *
 * @throws Errors before the streams start.
 */
export async function followJobs(settings: Settings, context: CommandContext, log: Log): Promise<Outcome> {
  const { env, signal, clock = platformClock } = context;
  const states = settings.jobs.map(createJobState);
  const failed = new AbortController();
  const files = createLocalFiles(context);
  const progress = settings.quiet ? undefined : createProgress(states, log, clock, canDraw(settings, context));
  const observe = observersOf(settings, log, clock, progress);
  const opened: { close(): unknown }[] = [];
  if (settings.jobs.some(({ sink }) => sink.address.kind === "file"))
    context.onHangup?.(() => void reopen(files, settings, log).catch((error: unknown) => failed.abort({ error } satisfies Failure)));
  try {
    await logNewFolders(settings, log);
    const sender = await createSender(settings, context);
    const checkpoints = openCheckpoints({ env, sender }, clock);
    opened.push(checkpoints);
    const connections = connect(settings, sender, context, log);
    const sinks: { readonly state: JobState; readonly sink: Sink }[] = [];
    for (const state of states) {
      const { job } = state;
      const { stream, deadLetter } = job;
      const sink = await openSink(job, {
        env,
        clock,
        sender,
        store: await checkpoints.storeOf(job),
        toJson: await createEventWriter(job, (properties) => recordUnknown(state, properties)),
        lines: files.lines,
        deadLetter: deadLetter === undefined ? undefined : (event, reason) => files.deadLetter(deadLetter).keepEvent(stream, event, reason),
        onEvent: (event) => observe.sink(state, event),
      });
      opened.push(sink);
      sinks.push({ state, sink });
    }
    if (settings.listen !== undefined) {
      const { listenAndLog, pagesOf } = await import("./report/listen.ts");
      opened.push(await listenAndLog(settings.listen, pagesOf(states, ownVersion(), clock.now), settings, log));
    }
    let named: string | undefined;
    await unlessStopped(signal, async () => void (named = await checkFeatures(settings.jobs, connections.events, signal)));
    const running = sinks.map(({ state, sink }): Tail => {
      const { stream, deadLetter } = state.job;
      const account = (serviceOf(stream) === "events" ? named : undefined) ?? settings.account;
      const options: StreamOptions = {
        ...feedOptions(state.job, sink.store, settings, context),
        ...(account === undefined ? {} : { account }),
        ...(deadLetter === undefined ? {} : { onBadPage: (page: BadPage) => files.deadLetter(deadLetter).keep(stream, page) }),
        onEvent: (event) => observe.feed(state, event),
      };
      return { state, sink, feed: openFeed(stream, connections.of(stream), options) };
    });
    if (settings.reset) for (const { feed, state } of running) await unlessStopped(signal, () => feed.reset({ since: String(state.job.since), signal }));
    if (!signal.aborted) {
      const fail = (failure: Failure): void => failed.abort(failure);
      await runJobs(running, {
        settings,
        fail,
        clock,
        log,
        signal: AbortSignal.any([signal, failed.signal]),
      }).finally(() => progress?.end());
      for (const state of states) logUnknownValues(state, settings, log);
    }
    return { failure: failed.signal.reason as Failure | undefined, deadLetter: deadLettersOf(states) };
  } finally {
    for (const each of opened.reverse()) await each.close();
  }
}

/** Returns functions that record and log what happens in the feed and the sink of a job. */
function observersOf(settings: Settings, log: Log, clock: Clock, progress: Progress | undefined) {
  return {
    feed(state: JobState, given: FeedEvent): void {
      // A reset stores --since as the position, which the feed reports as a checkpoint.
      const event: FeedEvent = settings.reset && given.type === "started" ? { ...given, from: "since" } : given;
      recordFeedEvent(state, event, clock);
      progress?.update(state, event);
      logFeedEvent(state.job, event, settings, log);
    },
    sink(state: JobState, event: SinkEvent): void {
      recordSinkEvent(state, event);
      progress?.updateSink();
      logSinkEvent(state.job, event, settings, log);
    },
  };
}

async function reopen(files: LocalFiles, { quiet }: Settings, log: Log): Promise<void> {
  const paths = await files.reopen();
  if (!quiet) for (const path of paths) log.write({ level: "info", event: "reopened", message: `reopened the output ${path}` });
}

/**
 * Checks the token's features before any stream starts, so that all start or none does.
 *
 * @returns The account of the token, if the service names it.
 */
export async function checkFeatures(jobs: readonly Job[], connection: Connection | undefined, signal: AbortSignal): Promise<string | undefined> {
  if (connection === undefined) return undefined;
  const features = [...new Set(jobs.map(({ stream }) => stream))].filter((stream) => stream !== "auditlog");
  const { account_uuid: account } = await requireFeatures(eventsClient(connection), features, { signal });
  return account;
}

/** Does what a signal may end without an error. */
async function unlessStopped(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  try {
    if (!signal.aborted) await work();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Returns the options of a job's feed that its settings have. */
export function feedOptions(job: Job, store: CheckpointStore, { standBy }: Settings, { clock }: CommandContext): StreamOptions {
  const { since, pageSize, pollIntervalMs, giveUpAfterMs, positionName } = job;
  return {
    store,
    // A failed output is not retried, because it may contain a part of the page.
    maxHandlerAttempts: 1,
    ...(positionName === undefined ? {} : { name: positionName }),
    ...(since === undefined ? {} : { since }),
    ...(pageSize === undefined ? {} : { limit: pageSize }),
    ...(pollIntervalMs === undefined ? {} : { pollIntervalMs }),
    ...(giveUpAfterMs === undefined ? {} : { giveUpAfterMs }),
    ...(standBy ? { standByMs: STAND_BY_MS } : {}),
    ...(clock === undefined ? {} : { clock }),
  };
}

function deadLettersOf(states: readonly JobState[]): DeadLetterCounts {
  const counted = states.filter(({ deadLetterPages, deadLetterEvents }) => deadLetterPages + deadLetterEvents > 0);
  return {
    pages: counted.reduce((sum, { deadLetterPages }) => sum + deadLetterPages, 0),
    events: counted.reduce((sum, { deadLetterEvents }) => sum + deadLetterEvents, 0),
    files: [...new Set(counted.flatMap(({ job }) => job.deadLetter ?? []))],
  };
}
