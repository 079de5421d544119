import { platformClock } from "@keywright/core/client";
import type { Clock, MessageLogger } from "@keywright/core";
import { type BadPage, type CheckpointStore, type Feed, type FeedEvent, memoryCheckpoints } from "@keywright/core/feeds";
import { fileCheckpoint } from "@keywright/core/node";
import { requireFeatures } from "@keywright/events";
import { pathFor, type Settings } from "./arguments.ts";
import { readConnection } from "./credentials.ts";
import { reasonOf, reasonText } from "./error-message.ts";
import type { Failure } from "./exit.ts";
import { fileSink } from "./file-sink.ts";
import type { Entry, Log } from "./log.ts";
import { createProgress } from "./progress.ts";
import { createSender } from "./sender.ts";
import { type SetAside, setAsideFile } from "./set-aside.ts";
import { type Sink, streamSink, type Writable } from "./sink.ts";
import { type Connection, eventsClient, openFeed, type ServiceName, serviceOf, type StreamEvent, type StreamName, type StreamOptions } from "./streams.ts";
import type { Surroundings } from "./surroundings.ts";
import { tailStream } from "./tail-stream.ts";
import { withOutput } from "./with-output.ts";

const STAND_BY_MS = 2000;

/**
 * Follows the streams until they end, must stop, or one fails.
 *
 * @throws Errors before the streams start.
 */
export async function follow(settings: Settings, surroundings: Surroundings, log: Log): Promise<Outcome> {
  const { streams, since } = settings;
  const { stdout, signal, clock = platformClock } = surroundings;
  const sinks = createSinks(settings, stdout);
  const setAsides = createSetAsides(settings, clock);
  let setAside = 0;
  const failed = new AbortController();
  if (settings.output !== undefined) surroundings.onHangup?.(() => void reopenAll(sinks, settings, log).catch((error: unknown) => fail(failed, { error })));

  const connections = await connect(settings, surroundings, log);
  const progress = settings.quiet ? undefined : createProgress(streams, log, clock);
  const tails = streams.map((stream): Tail => {
    const sink = entryOf(sinks, pathFor(settings.output, stream));
    const bad = setAsides.get(pathFor(settings.setAside, stream));
    const onBadPage = bad === undefined ? {} : { onBadPage: (page: BadPage) => bad.keep(stream, page) };
    const options = { ...feedOptions(stream, sink, settings, surroundings), ...onBadPage, onEvent: (event: FeedEvent) => note(stream, event) };
    return { stream, sink, feed: openFeed(stream, entryOf(connections, serviceOf(stream)), options) };
  });
  await checkFeatures(streams, connections.get("events"), signal);
  if (signal.aborted) return { failure: undefined, setAside };
  if (settings.reset && since !== undefined) for (const { feed } of tails) await feed.reset({ since });
  await tailAll(tails, settings, signal, failed).finally(() => progress?.end());
  return { failure: failed.signal.reason as Failure | undefined, setAside };

  function note(stream: StreamName, given: FeedEvent): void {
    // A reset stores --since as the position, which the feed reports as a checkpoint.
    const event: FeedEvent = settings.reset && given.type === "started" ? { ...given, from: "since" } : given;
    progress?.note(stream, event);
    if (event.type === "set-aside") {
      setAside += 1;
      const error = reasonOf(event.error, [serviceOf(stream)]);
      const message = `set a page aside in ${pathFor(settings.setAside, stream)}: ${reasonText(error)}`;
      // Also with --quiet, because a person must look at it.
      log.say({ level: "error", stream, event: event.type, message, details: { error } });
    }
    if (settings.quiet || since === undefined || event.type !== "started" || event.from !== "checkpoint") return;
    const message = "--since has no effect because there is a checkpoint: use --reset to begin at --since";
    log.say({ level: "info", stream, event: "since-ignored", message });
  }
}

/** The result of following streams. */
export interface Outcome {
  /** The first failure of a stream or of its output; `undefined` if there was none. */
  readonly failure: Failure | undefined;
  /** Number of pages that were set aside. */
  readonly setAside: number;
}

/** Ends all streams with the first failure, so that a supervisor restarts the program as a whole. */
function fail(failed: AbortController, failure: Failure): void {
  failed.abort(failure);
}

async function connect(
  { streams, proxy, ca, quiet, maxPageBytes: maxResponseBytes }: Settings,
  { env, fetch: given, clock }: Surroundings,
  log: Log,
): Promise<ReadonlyMap<ServiceName, Connection>> {
  const { fetch, transport } = given === undefined ? await createSender({ proxy, ca }, env) : { fetch: given, transport: undefined };
  const sending = transport === undefined ? { fetch } : { fetch: undefined, transport };
  const services = new Set(streams.map(serviceOf));
  const logger = requestLogger(log, quiet);
  return new Map([...services].map((service) => [service, { ...readConnection(service, env, logger, fetch), ...sending, clock, maxResponseBytes }]));
}

/** Returns a logger that writes requests to the command's log in its format, as `KEYWRIGHT_LOG` selects. */
function requestLogger(log: Log, quiet: boolean): MessageLogger {
  const write = (level: Entry["level"]) => (message: string) => {
    if (!quiet) log.say({ level, event: "request", message });
  };
  return { debug: write("debug"), info: write("info"), warn: write("warn") };
}

/** Returns an entry. @throws Error if it is missing, which is a defect of this program. */
function entryOf<Key, Value>(entries: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = entries.get(key);
  if (value === undefined) throw new Error(`there is no entry for ${String(key)}`);
  return value;
}

/** A stream and the destination of its lines. */
interface Tail {
  readonly stream: StreamName;
  readonly feed: Feed<StreamEvent>;
  readonly sink: Sink;
}

/** Returns a sink for each path, which streams can share. Nothing is opened yet. */
function createSinks({ streams, output, mode }: Settings, stdout: Writable): ReadonlyMap<string | undefined, Sink> {
  const paths = new Set(streams.map((stream) => pathFor(output, stream)));
  return new Map([...paths].map((path) => [path, path === undefined ? streamSink(stdout) : fileSink(path, { mode })]));
}

/** Returns a file of invalid pages for each path. It is created for the first such page. */
function createSetAsides({ streams, setAside }: Settings, clock: Clock): ReadonlyMap<string | undefined, SetAside> {
  const paths = new Set(streams.flatMap((stream) => pathFor(setAside, stream) ?? []));
  return new Map([...paths].map((path) => [path, setAsideFile(path, clock)]));
}

async function reopenAll(sinks: ReadonlyMap<string | undefined, Sink>, { quiet }: Settings, log: Log): Promise<void> {
  for (const [path, sink] of sinks) {
    if ((await sink.reopen()) && !quiet) log.say({ level: "info", event: "reopened", message: `reopened the output ${path}` });
  }
}

async function tailAll(tails: readonly Tail[], settings: Settings, signal: AbortSignal, failed: AbortController): Promise<void> {
  const stop = AbortSignal.any([signal, failed.signal]);
  await Promise.all(
    tails.map(({ stream, feed, sink }) =>
      tailStream(stream, feed, { sink, settings, signal: stop }).catch((error: unknown) => fail(failed, { error, stream })),
    ),
  );
}

/** Checks the token's features before any stream starts. Otherwise a stream could fail after others have started. */
async function checkFeatures(streams: readonly StreamName[], connection: Connection | undefined, signal: AbortSignal): Promise<void> {
  if (connection === undefined) return;
  const features = streams.filter((stream) => stream !== "auditlog");
  try {
    await requireFeatures(eventsClient(connection), features, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function feedOptions(stream: StreamName, sink: Sink, settings: Settings, { clock }: Surroundings): StreamOptions {
  const { since, pageSize, pollIntervalMs, giveUpAfterMs, standBy } = settings;
  return {
    store: withOutput(storeFor(stream, settings), sink),
    // A failed output is not retried, because it may contain a part of the page.
    maxHandlerAttempts: 1,
    ...(since === undefined ? {} : { since }),
    ...(pageSize === undefined ? {} : { limit: pageSize }),
    ...(pollIntervalMs === undefined ? {} : { pollIntervalMs }),
    ...(giveUpAfterMs === undefined ? {} : { giveUpAfterMs }),
    ...(standBy ? { standByMs: STAND_BY_MS } : {}),
    ...(clock === undefined ? {} : { clock }),
  };
}

function storeFor(stream: StreamName, { checkpoint }: Settings): CheckpointStore {
  const path = pathFor(checkpoint, stream);
  return path === undefined ? memoryCheckpoints() : fileCheckpoint(path);
}
