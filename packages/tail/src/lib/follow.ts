import type { Clock } from "@keywright/core";
import { platformClock } from "@keywright/core/client";
import type { BadPage, CheckpointStore, FeedEvent } from "@keywright/core/feeds";
import type { SinkEvent } from "@keywright/sinks";
import { requireFeatures } from "@keywright/events";
import { connect } from "./connect.ts";
import { openDestination } from "./destinations/open-destination.ts";
import { createEventWriter } from "./event-writer.ts";
import type { Failure, SetAsideCounts } from "./exit.ts";
import { sayOfFeed, sayOfSink, sayUnknown } from "./job-log.ts";
import { createJobState, type JobState, noteFeed, noteSink, noteUnknown } from "./job-state.ts";
import type { Listener } from "./listen.ts";
import { createLocalFiles, type LocalFiles } from "./local-files.ts";
import { canDraw } from "./live-table.ts";
import type { Log } from "./log.ts";
import { openPositions } from "./positions.ts";
import { createProgress, type Progress } from "./progress.ts";
import { runJobs, type Tail } from "./run-jobs.ts";
import { createSender } from "./sender.ts";
import type { Job, ListenAddress, Settings } from "./settings.ts";
import { type Connection, eventsClient, openFeed, type StreamOptions } from "./streams.ts";
import type { Surroundings } from "./surroundings.ts";
import { ownVersion } from "./version.ts";

const STAND_BY_MS = 2000;

/** The result of following streams. */
export interface Outcome {
  /** The first failure of a stream or of its output; `undefined` if there was none. */
  readonly failure: Failure | undefined;
  readonly setAside: SetAsideCounts;
}

/**
 * Follows the streams until they end, must stop, or one fails.
 *
 * @throws Errors before the streams start.
 */
export async function follow(settings: Settings, surroundings: Surroundings, log: Log): Promise<Outcome> {
  const { env, signal, clock = platformClock } = surroundings;
  const states = settings.jobs.map(createJobState);
  const failed = new AbortController();
  const files = createLocalFiles(surroundings);
  const progress = settings.quiet ? undefined : createProgress(states, log, clock, canDraw(settings, surroundings));
  const note = notesOf(settings, log, clock, progress);
  const opened: { close(): unknown }[] = [];
  if (settings.jobs.some(({ sink }) => sink.target.kind === "file"))
    surroundings.onHangup?.(() => void reopen(files, settings, log).catch((error: unknown) => failed.abort({ error } satisfies Failure)));
  try {
    const sender = await createSender(settings, surroundings);
    const positions = openPositions({ env, sender }, clock);
    opened.push(positions);
    const connections = connect(settings, sender, surroundings, log);
    const tails: Tail[] = [];
    for (const state of states) {
      const { job } = state;
      const { stream, setAside } = job;
      const destination = await openDestination(job, {
        env,
        clock,
        sender,
        store: await positions.storeOf(job),
        toJson: await createEventWriter(job, (properties) => noteUnknown(state, properties)),
        lines: files.lines,
        setAside: setAside === undefined ? undefined : (event, reason) => files.setAside(setAside).keepEvent(stream, event, reason),
        onEvent: (event) => note.sink(state, event),
      });
      opened.push(destination);
      const options: StreamOptions = {
        ...feedOptions(job, destination.store, settings, surroundings),
        ...(setAside === undefined ? {} : { onBadPage: (page: BadPage) => files.setAside(setAside).keep(stream, page) }),
        onEvent: (event) => note.feed(state, event),
      };
      tails.push({ state, destination, feed: openFeed(stream, connections.of(stream), options) });
    }
    if (settings.listen !== undefined) opened.push(await listenAt(settings.listen, states, clock, settings, log));
    await checkFeatures(settings.jobs, connections.events, signal);
    if (!signal.aborted) {
      if (settings.reset) for (const { feed, state } of tails) await feed.reset({ since: String(state.job.since) });
      const fail = (failure: Failure): void => failed.abort(failure);
      await runJobs(tails, {
        settings,
        fail,
        clock,
        log,
        signal: AbortSignal.any([signal, failed.signal]),
      }).finally(() => progress?.end());
      for (const state of states) sayUnknown(state, settings, log);
    }
    return { failure: failed.signal.reason as Failure | undefined, setAside: setAsideOf(states) };
  } finally {
    for (const each of opened.reverse()) await each.close();
  }
}

/** Returns functions that keep and log what happens in the feed and the sink of a job. */
function notesOf(settings: Settings, log: Log, clock: Clock, progress: Progress | undefined) {
  return {
    feed(state: JobState, given: FeedEvent): void {
      // A reset stores --since as the position, which the feed reports as a checkpoint.
      const event: FeedEvent = settings.reset && given.type === "started" ? { ...given, from: "since" } : given;
      noteFeed(state, event, clock);
      progress?.note(state, event);
      sayOfFeed(state.job, event, settings, log);
    },
    sink(state: JobState, event: SinkEvent): void {
      noteSink(state, event);
      progress?.noteSink();
      sayOfSink(state.job, event, settings, log);
    },
  };
}

async function reopen(files: LocalFiles, { quiet }: Settings, log: Log): Promise<void> {
  const paths = await files.reopen();
  if (!quiet) for (const path of paths) log.say({ level: "info", event: "reopened", message: `reopened the output ${path}` });
}

async function listenAt(address: ListenAddress, states: readonly JobState[], clock: Clock, { quiet }: Settings, log: Log): Promise<Listener> {
  const { listen } = await import("./listen.ts");
  const listener = await listen(address, states, ownVersion(), clock.now);
  if (!quiet) log.say({ level: "info", event: "listening", message: `serves /metrics, /healthz and /readyz at ${listener.url}` });
  return listener;
}

/** Checks the token's features before any stream starts. Otherwise a stream could fail after others have started. */
async function checkFeatures(jobs: readonly Job[], connection: Connection | undefined, signal: AbortSignal): Promise<void> {
  if (connection === undefined) return;
  const features = [...new Set(jobs.map(({ stream }) => stream))].filter((stream) => stream !== "auditlog");
  try {
    await requireFeatures(eventsClient(connection), features, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function feedOptions(job: Job, store: CheckpointStore, { standBy }: Settings, { clock }: Surroundings): StreamOptions {
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

function setAsideOf(states: readonly JobState[]): SetAsideCounts {
  const counted = states.filter(({ pagesSetAside, eventsSetAside }) => pagesSetAside + eventsSetAside > 0);
  return {
    pages: counted.reduce((sum, { pagesSetAside }) => sum + pagesSetAside, 0),
    events: counted.reduce((sum, { eventsSetAside }) => sum + eventsSetAside, 0),
    files: [...new Set(counted.flatMap(({ job }) => job.setAside ?? []))],
  };
}
