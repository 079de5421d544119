import { checkOptions, isKeywrightError, type Rules } from "@keywright/core/client";
import type { CheckpointStore } from "@keywright/core/feeds";
import { sinkOf } from "../create-sink.ts";
import { SINK_RULES } from "../option-rules.ts";
import { notTheStore } from "../own-store.ts";
import { bytesOf } from "../parts.ts";
import { SinkError } from "../sink-error.ts";
import type { Sink, SinkOptions, SinkRecord } from "../sink.ts";
import { keyOf } from "./object-key.ts";
import { type Bytes, LINES, type ObjectFormat } from "./object-format.ts";
import { etagOf, type HeadObject, NOT_IMPLEMENTED, type PutObject, putObject } from "./put-object.ts";
import { type Start, startStore } from "./start-store.ts";

/** The options of {@link s3Sink}. A batch is never divided, so there is no `maxEvents` and no `maxBytes`. */
export interface S3SinkOptions<Event> extends Omit<SinkOptions<Event>, "maxEvents" | "maxBytes"> {
  /** Writes an object with your client. */
  readonly put: PutObject;
  /**
   * Reads the ETag of an object with your client. Without it, a write of a dead process that arrives late can replace the object that its successor has written at the same position, and lose its
   * last events.
   *
   * @default none
   */
  readonly head?: HeadObject | undefined;
  /** Where the position of the feed is saved. */
  readonly store: CheckpointStore;
  /** What the keys begin with, such as `audit/`. Two accounts in one bucket need two prefixes, because their streams have the same name. @default "" */
  readonly prefix?: string | undefined;
  /** Writes another format, such as Parquet, with a library of yours. @default a line of JSON for each event, compressed by gzip */
  readonly format?: ObjectFormat<Event> | undefined;
}

/** A sink that is also the checkpoint store of its feed, because the name of an object says where its batch starts. */
export interface S3Sink<Event> extends Sink<Event>, CheckpointStore {}

const { maxEvents: _maxEvents, maxBytes: _maxBytes, inFlight: _inFlight, ...WHOLE_BATCH_RULES } = SINK_RULES;

const FORMAT_RULES: Rules = {
  extension: [(value) => typeof value === "string" && /^[\w.-]{1,30}$/.test(value), "1 to 30 letters, digits and ._-", { isNeeded: true }],
  mediaType: [(value) => typeof value === "string" && value !== "", "a media type", { isNeeded: true }],
  encode: [(value) => typeof value === "function", "a function that returns bytes", { isNeeded: true }],
};

const RULES: Rules = {
  ...WHOLE_BATCH_RULES,
  put: [(value) => typeof value === "function", "a function that writes an object", { isNeeded: true }],
  head: [(value) => typeof value === "function", "a function that returns the ETag of an object"],
  store: [(value) => typeof Reflect.get(Object(value), "acquire") === "function", "a checkpoint store, such as fileCheckpoint(path)", { isNeeded: true }],
  prefix: [
    (value) => typeof value === "string" && /^([\w.:=-]+(\/|$))*$/.test(value) && value.length <= 500,
    "at most 500 letters, digits and ._:=-/, without / first",
  ],
  format: [(value) => typeof value === "object", "an object with extension, mediaType and encode", { rules: FORMAT_RULES }],
};

/**
 * Returns a sink that writes each batch as one object to S3, or a service with its API: a line of JSON for each event, compressed by gzip. Use it as the handler and as the store of the same
 * feed: `feed({ store: sink }).run(sink.handle)`.
 *
 * The key is `<prefix><stream>/<day>/<version>-<digest>.ndjson.gz`, and depends only on where the batch starts: on the saved position, its version, and the day (UTC) of the last event before
 * it. A batch that comes again after a crash therefore replaces the object of the earlier attempt, also if it has more or fewer events now. A batch is never divided into several objects, so
 * nothing of the earlier attempt remains, and an object is complete or absent. Within a day, the keys sort in the order of the stream. An event that the stream itself sends twice, at two positions,
 * is in two objects; the option `repeatedIds` of the feed prevents that.
 *
 * @throws ConfigurationError if an option is invalid.
 */
export function s3Sink<Event>(options: S3SinkOptions<Event>): S3Sink<Event> {
  checkOptions("s3Sink", options, RULES, { such: " with at least stream, idOf, put and store" });
  const { put, head, stream, prefix = "", format = LINES } = options;
  const contentEncoding = format === LINES ? { "content-encoding": LINES.contentEncoding } : {};
  const { acquire, current } = startStore(options.store);

  const sink = sinkOf<Event>({ ...options, maxEvents: Infinity, maxBytes: Infinity }, async ({ signal, attempt, write, report }) => {
    const start = current();
    if (start === undefined) throw notTheStore();
    let records: readonly SinkRecord<Event>[] = [];
    const collect = async (readable: typeof records): Promise<void> => {
      records = records.concat(readable);
    };
    await write(collect, { attempt: (work) => work(signal), onWritten: () => {} });
    if (records.length === 0) return;
    const key = `${prefix}${await keyOf(stream, format.extension, start)}`;
    const body = await format.encode(records);
    await attempt((call) => replace(key, body, start, call));
    report({ events: records.length, bytes: bytesOf(records), repeated: 0 });
  });

  /** Writes an object; over another one only after a check that this feed still owns the position. */
  async function replace(key: string, body: Bytes, start: Start, signal: AbortSignal): Promise<void> {
    const headers = { "content-type": format.mediaType, ...contentEncoding };
    if ((await putObject(put, { key, body, headers: { ...headers, "if-none-match": "*" } }, signal)) === undefined) return;
    // Before the check of the owner, so that the object of a later owner has another ETag.
    const etag = head && (await etagOf(head, key, signal));
    await start.checkOwner().catch((cause: unknown) => {
      throw isKeywrightError(cause, "checkpoint-unavailable") ? new SinkError("unavailable", "the checkpoint store is not available", { cause }) : cause;
    });
    signal.throwIfAborted();
    const refused = etag === undefined ? NOT_IMPLEMENTED : await putObject(put, { key, body, headers: { ...headers, "if-match": etag } }, signal);
    if (refused === NOT_IMPLEMENTED) await putObject(put, { key, body, headers }, signal);
    else if (refused !== undefined) throw new SinkError("unavailable", "another process has replaced the object");
  }

  return { ...sink, acquire };
}
