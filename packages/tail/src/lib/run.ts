import { createRequire } from "node:module";
import type { ClientOptions } from "@keywright/core";
import { isApiError, isKeywrightError } from "@keywright/core";
import { type CheckpointStore, type Feed, memoryCheckpoints } from "@keywright/core/feeds";
import { type Environment, fileCheckpoint } from "@keywright/core/node";
import { requireFeatures } from "@keywright/events";
import { pathFor, readArguments, type Settings, USAGE } from "./arguments.ts";
import { now } from "./clock.ts";
import { readConnection } from "./credentials.ts";
import { errorMessage } from "./error-message.ts";
import { createProgress, type Progress, type Screen } from "./progress.ts";
import { fileSink, type Sink, streamSink, type Writable } from "./sink.ts";
import { type Connection, eventsClient, openFeed, type ServiceName, serviceOf, type StreamEvent, type StreamName, type StreamOptions } from "./streams.ts";
import { tailStream } from "./tail-stream.ts";
import { UsageError } from "./usage-error.ts";
import { withOutput } from "./with-output.ts";

/** What the command needs of its process. */
export interface Surroundings {
  readonly env: Environment;
  readonly stdout: Writable;
  readonly stderr: Screen;
  /** Asks to stop. */
  readonly signal: AbortSignal;
  /** Sends the requests in place of the platform's. */
  readonly fetch?: NonNullable<ClientOptions["fetch"]>;
}

/** 0 ended as asked, 1 failed, 2 not understood, 3 checkpoint or output in use, 4 position refused. */
export type ExitCode = 0 | 1 | 2 | 3 | 4;

const STAND_BY_MS = 2000;

/** Runs the command until its end, and says why it ended. Nothing is thrown that a user can bring about. */
export async function run(args: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const { stderr, stdout } = surroundings;
  let services: readonly ServiceName[] = [];
  try {
    const settings = readArguments(args);
    if (typeof settings === "object") services = [...new Set(settings.streams.map(serviceOf))];
    if (settings === "help") await streamSink(stdout).write(USAGE);
    else if (settings === "version") await streamSink(stdout).write(`${ownVersion()}\n`);
    else await follow(settings, surroundings);
    return 0;
  } catch (error) {
    // Whoever reads has gone, such as head after its lines: that is no failure.
    if (error instanceof Error && "code" in error && error.code === "EPIPE") return 0;
    stderr.write(`keywright-tail: ${errorMessage(error, services)}\n`);
    if (error instanceof UsageError || isKeywrightError(error, "invalid-configuration")) {
      stderr.write("Try keywright-tail --help\n");
      return 2;
    }
    if (isKeywrightError(error, "checkpoint-owned")) {
      stderr.write("With --stand-by it waits until the other one has ended, and takes over\n");
      return 3;
    }
    if (isKeywrightError(error, "cursor-refused")) {
      stderr.write(
        "With --reset --since TIME it begins at a time, some time before the last event that you have: events may come again, none is skipped from there on\n",
      );
      return 4;
    }
    if (isApiError(error, 400)) stderr.write("Where that is the time to begin at, a checkpoint keeps it from now on: --reset --since TIME sets another one\n");
    return 1;
  }
}

async function follow(settings: Settings, { env, stdout, stderr, signal, fetch }: Surroundings): Promise<void> {
  const { streams, since } = settings;
  const services = new Set(streams.map(serviceOf));
  const connections = new Map<ServiceName, Connection>([...services].map((service) => [service, readConnection(service, env, fetch)]));
  const connectionOf = (stream: StreamName): Connection => entryOf(connections, serviceOf(stream));
  const progress = settings.quiet ? undefined : createProgress(streams, stderr, now);

  const sinks = createSinks(settings, stdout);
  const tails = streams.map((stream): Tail => {
    const sink = entryOf(sinks, pathFor(settings.output, stream));
    return { stream, sink, feed: openFeed(stream, connectionOf(stream), feedOptions(stream, sink, settings, progress)) };
  });
  await checkFeatures(streams, connections.get("events"), signal);
  if (signal.aborted) return;
  if (settings.reset && since !== undefined) for (const { feed } of tails) await feed.reset({ since });
  await tailAll(tails, settings, signal).finally(() => progress?.end());
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
function createSinks({ streams, output }: Settings, stdout: Writable): ReadonlyMap<string | undefined, Sink> {
  const paths = new Set(streams.map((stream) => pathFor(output, stream)));
  return new Map([...paths].map((path) => [path, path === undefined ? streamSink(stdout) : fileSink(path)]));
}

async function tailAll(tails: readonly Tail[], settings: Settings, signal: AbortSignal): Promise<void> {
  const named = tails.length > 1 && !(settings.output?.includes("{stream}") ?? false);
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  const results = await Promise.allSettled(
    tails.map(async ({ stream, feed, sink }) => {
      try {
        await tailStream(stream, feed, { sink, settings, named, signal: stop });
      } catch (error) {
        // One that fails ends the others, so that whoever watches the program starts it again as a whole.
        failed.abort();
        throw error;
      }
    }),
  );
  for (const result of results) if (result.status === "rejected") throw result.reason;
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

function feedOptions(stream: StreamName, sink: Sink, settings: Settings, progress: Progress | undefined): StreamOptions {
  const { since, pageSize, pollIntervalMs, standBy } = settings;
  return {
    store: withOutput(storeFor(stream, settings), sink),
    // An output that fails once is not tried again: what it took of a page is not known.
    maxHandlerAttempts: 1,
    ...(since === undefined ? {} : { since }),
    ...(pageSize === undefined ? {} : { limit: pageSize }),
    ...(pollIntervalMs === undefined ? {} : { pollIntervalMs }),
    ...(standBy ? { standByMs: STAND_BY_MS } : {}),
    ...(progress === undefined ? {} : { onEvent: (event) => progress.note(stream, event) }),
  };
}

function storeFor(stream: StreamName, { checkpoint }: Settings): CheckpointStore {
  const path = pathFor(checkpoint, stream);
  return path === undefined ? memoryCheckpoints() : fileCheckpoint(path);
}

/** Found by the package's name, for the built code stands at another depth than the source. */
function ownVersion(): string {
  const { version }: { readonly version: string } = createRequire(import.meta.url)("@keywright/tail/package.json");
  return version;
}
