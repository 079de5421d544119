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
 * Follows the streams until they end, are asked to stop, or one fails.
 *
 * @returns How it ended.
 * @throws What fails before the streams begin.
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

  function note(stream: StreamName, event: FeedEvent): void {
    progress?.note(stream, event);
    if (event.type === "set-aside") {
      setAside += 1;
      const error = reasonOf(event.error, [serviceOf(stream)]);
      const message = `set a page aside in ${pathFor(settings.setAside, stream)}: ${reasonText(error)}`;
      // Also with --quiet: somebody has to look at it.
      log.say({ level: "error", stream, event: event.type, message, details: { error } });
    }
    if (settings.quiet || settings.reset || since === undefined || event.type !== "started" || event.from !== "checkpoint") return;
    const message = "--since has no effect beside a checkpoint: --reset begins there all the same";
    log.say({ level: "info", stream, event: "since-ignored", message });
  }
}

/** How the streams ended. */
export interface Outcome {
  /** The first failure of a stream or of its output; `undefined` if there was none. */
  readonly failure: Failure | undefined;
  /** How many pages were set aside. */
  readonly setAside: number;
}

/** The first failure is what the command ends with; it ends the other streams, so that whoever watches the program starts it again as a whole. */
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

/** Writes the requests that `KEYWRIGHT_LOG` asks for into the command's own log, in its format. */
function requestLogger(log: Log, quiet: boolean): MessageLogger {
  const write = (level: Entry["level"]) => (message: string) => {
    if (!quiet) log.say({ level, event: "request", message });
  };
  return { debug: write("debug"), info: write("info"), warn: write("warn") };
}

/** @throws Error if there is none, which is a defect of this program. */
function entryOf<Key, Value>(entries: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = entries.get(key);
  if (value === undefined) throw new Error(`there is no entry for ${String(key)}`);
  return value;
}

/** A stream, and where its lines go. */
interface Tail {
  readonly stream: StreamName;
  readonly feed: Feed<StreamEvent>;
  readonly sink: Sink;
}

/** One place for each name, which several streams may share. Nothing is opened yet. */
function createSinks({ streams, output, mode }: Settings, stdout: Writable): ReadonlyMap<string | undefined, Sink> {
  const paths = new Set(streams.map((stream) => pathFor(output, stream)));
  return new Map([...paths].map((path) => [path, path === undefined ? streamSink(stdout) : fileSink(path, { mode })]));
}

/** One file for each name, as for lines. Nothing is made before a page is bad. */
function createSetAsides({ streams, setAside }: Settings, clock: Clock): ReadonlyMap<string | undefined, SetAside> {
  const paths = new Set(streams.flatMap((stream) => pathFor(setAside, stream) ?? []));
  return new Map([...paths].map((path) => [path, setAsideFile(path, clock)]));
}

async function reopenAll(sinks: ReadonlyMap<string | undefined, Sink>, { quiet }: Settings, log: Log): Promise<void> {
  for (const [path, sink] of sinks) {
    if ((await sink.reopen()) && !quiet) log.say({ level: "info", event: "reopened", message: `opened the output ${path} anew` });
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

/** Before any stream starts: one that the token does not open would otherwise fail after others have begun. */
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
    // An output that fails once is not tried again: what it took of a page is not known.
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
