import { checkOptions, isKeywrightError, type Rules } from "@keywright/core/client";
import type { Checkpoint, CheckpointStore } from "@keywright/core/feeds";
import { sinkOf } from "../create-sink.ts";
import { SINK_RULES } from "../option-rules.ts";
import { notTheStore } from "../own-store.ts";
import { bytesOf } from "../parts.ts";
import { SinkError } from "../sink-error.ts";
import type { Sink, SinkOptions, SinkRecord } from "../sink.ts";
import { keyOf } from "./object-key.ts";
import { type Bytes, LINES, type ObjectFormat } from "./object-format.ts";
import { beginsWith, type Mark, markOf, readMark, writeMark } from "./object-mark.ts";
import { type HeadObject, headOf, type PutObject, putObject } from "./put-object.ts";
import { type Start, startStore } from "./start-store.ts";

/** Options of {@link s3Sink}. No batch is divided, so there is no `maxEvents` nor `maxBytes`. */
export interface S3SinkOptions<Event> extends Omit<SinkOptions<Event>, "maxEvents" | "maxBytes"> {
  /** Writes an object with your client. */
  readonly put: PutObject;
  /**
   * Reads an object's headers with your client. With credentials that may only write (status 403),
   * no object is replaced, so a repeated batch is stored twice.
   */
  readonly head: HeadObject;
  /** Where the position of the feed is saved. */
  readonly store: CheckpointStore;
  /** The keys' beginning, such as `audit/`. Accounts in one bucket need their own. @default "" */
  readonly prefix?: string | undefined;
  /** Writes another format, such as Parquet. @default a line of JSON for each event, in gzip */
  readonly format?: ObjectFormat<Event> | undefined;
}

/** A sink that is also its feed's checkpoint store: object names say where batches start. */
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
  head: [(value) => typeof value === "function", "a function that reads the headers of an object", { isNeeded: true }],
  store: [(value) => typeof Reflect.get(Object(value), "acquire") === "function", "a checkpoint store, such as fileCheckpoint(path)", { isNeeded: true }],
  prefix: [
    (value) => typeof value === "string" && /^([\w.:=-]+(\/|$))*$/.test(value) && value.length <= 500,
    "at most 500 letters, digits and ._:=-/, without / first",
  ],
  format: [(value) => typeof value === "object", "an object with extension, mediaType and encode", { rules: FORMAT_RULES }],
};

/**
 * Returns a sink that writes each batch as one object to S3 or a service with its API: a line of
 * JSON for each event, in gzip. It is handler and store of the same feed:
 * `feed({ store: sink }).run(sink.handle)`.
 *
 * The key, `<prefix><stream>/<day>/<version>-<digest>.ndjson.gz`, depends only on where the batch
 * starts: on the saved position, its version, and the day (UTC) of the last event before it. So a
 * batch replaces the object of an attempt before a crash, also with more or fewer events. No batch
 * is divided: an object is complete or absent.
 *
 * Another run's object is only replaced by a batch that begins with all of its events. Any other
 * batch has a digest of its events at the end of its key; then some events are stored twice. In a
 * day, keys sort in the stream's order. An event that the stream sends at two positions is in two
 * objects; the feed's option `repeatedIds` prevents that.
 *
 * @throws ConfigurationError if an option is invalid.
 */
export function s3Sink<Event>(options: S3SinkOptions<Event>): S3Sink<Event> {
  checkOptions("s3Sink", options, RULES, { such: " with at least stream, idOf, put, head and store" });
  const { put, head, stream, prefix = "", format = LINES } = options;
  const contentEncoding = format === LINES ? { "content-encoding": LINES.contentEncoding } : {};
  const { acquire, current } = startStore(options.store);

  const sink = sinkOf<Event>({ ...options, maxEvents: Infinity, maxBytes: Infinity }, async ({ batch, signal, attempt, write, report }) => {
    const start = current();
    if (start === undefined) throw notTheStore();
    let records: readonly SinkRecord<Event>[] = [];
    const collect = async (readable: typeof records): Promise<void> => {
      records = records.concat(readable);
    };
    await write(collect, { attempt: (work) => work(signal), onWritten: () => {} });
    if (records.length === 0) return;
    const keyAt = async (at: Checkpoint): Promise<string> => `${prefix}${await keyOf(stream, start.name, at)}`;
    const next = await keyAt({ position: batch.position, version: start.version + 1 });
    const mark = await markOf(records, `${next}.${format.extension}`);
    const object = { key: await keyAt(start), records, mark, body: await format.encode(records) };
    await attempt((call) => writeObject(object, start, call));
    report({ events: records.length, bytes: bytesOf(records), repeated: 0 });
  });

  /** Writes an object. Before it replaces one, it checks that this feed still owns the position. */
  async function writeObject({ key, records, mark, body }: BatchObject<Event>, start: Start, signal: AbortSignal): Promise<void> {
    const headers = { "content-type": format.mediaType, ...contentEncoding, "x-amz-meta-keywright": writeMark(mark) };
    const writeAt = (place: string, condition: { readonly "if-none-match"?: string; readonly "if-match"?: string }) =>
      putObject(put, { key: `${place}.${format.extension}`, body, headers: { ...headers, ...condition } }, signal);
    if ((await writeAt(key, { "if-none-match": "*" })) === undefined) return;
    // Before the check of the owner, so that the object of a later owner has another ETag.
    const found = await headOf(head, `${key}.${format.extension}`, signal);
    await start.checkOwner().catch((cause: unknown) => {
      throw isKeywrightError(cause, "checkpoint-unavailable") ? new SinkError("unavailable", "the checkpoint store is not available", { cause }) : cause;
    });
    signal.throwIfAborted();
    if (found !== "absent" && (found === "unknown" || !(await mayReplace(readMark(found.mark), records, start, signal)))) {
      const own = `${key}-${mark.all.slice(0, 16)}`;
      const refused = await writeAt(own, { "if-none-match": "*" });
      // It has the same events, but a store that does not know the condition may have none.
      const isMissing = refused === "not-met" && (await headOf(head, `${own}.${format.extension}`, signal)) === "absent";
      if (isMissing || refused === "not-supported") await writeAt(own, {});
      return;
    }
    const { etag } = found === "absent" ? { etag: undefined } : found;
    const prevented = etag === undefined ? "not-supported" : await writeAt(key, { "if-match": etag });
    if (prevented === "not-supported") await writeAt(key, {});
    else if (prevented !== undefined) throw new SinkError("unavailable", "another process has replaced the object");
  }

  /** Whether events can replace an object's: they include them, or an earlier run repeats them. */
  async function mayReplace(old: Mark | undefined, records: BatchObject<Event>["records"], { isLoaded }: Start, signal: AbortSignal): Promise<boolean> {
    if (old === undefined) return false;
    if (await beginsWith(records, old)) return true;
    const isSameStart = isLoaded && records.length < old.count && (await beginsWith(records, { ...old, count: 1, all: old.first }));
    return isSameStart && (await headOf(head, old.next, signal)) === "absent";
  }

  return { ...sink, acquire };
}

/** A batch as an object. */
interface BatchObject<Event> {
  /** Its key without the extension. */
  readonly key: string;
  readonly records: readonly SinkRecord<Event>[];
  readonly mark: Mark;
  readonly body: Bytes;
}
