import { type CheckpointStore, createFeed, type FeedPosition, memoryCheckpoints } from "@keywright/core/feeds";
import { parquetReadObjects } from "hyparquet";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, it, onTestFinished } from "vitest";
import type { SinkEvent } from "../src/index.ts";
import { type HeadObject, type ObjectFormat, type PutObject, type S3Object, s3Sink } from "../src/s3.ts";
import { sinkRules, type TrialEvent } from "../src/sink-rules.ts";
import { type MemoryBucket, memoryBucket } from "./memory-bucket.ts";
import { headOf, putTo } from "./s3-client.ts";
import { serveS3 } from "./s3-server.ts";
import { copyOf, leases, positionIn } from "./s3-stores.ts";
import { s3Trial } from "./s3-trial.ts";
import { caught, eventsFrom, OPTIONS } from "./support.ts";

async function serve() {
  const server = await serveS3();
  onTestFinished(() => server.close());
  return server;
}

/** How a sink reaches a bucket. */
interface Bucket {
  readonly put: PutObject;
  readonly head: HeadObject;
}

const bucketInMemory = (): Bucket => {
  const { put, head } = memoryBucket();
  return { put, head };
};
const bucketAt = (url: string): Bucket => ({ put: putTo(url), head: headOf(url) });

const SINCE = "2026-03-01T23:30:00-01:00";

/** How a process follows a stream: how many events its pages have, and the page at which it is killed, before or after the object is written. */
interface Life {
  readonly page: number;
  readonly killed?: { readonly at: number; readonly after: boolean };
}

/** Follows a stream of events in one process. */
async function live(events: readonly TrialEvent[], { page, killed }: Life, { put, head }: Bucket, store: CheckpointStore, own: object = {}): Promise<void> {
  const sink = s3Sink<TrialEvent>({ ...OPTIONS, put, head, store, maxBackoffMs: 1, ...own });
  const source = {
    stream: "trialEvents",
    timeOf: ({ at }: TrialEvent) => at,
    async *pages(position: FeedPosition) {
      const begin = "cursor" in position ? Number(position.cursor) : 0;
      for (let from = begin; from < events.length; from += page)
        yield { items: events.slice(from, from + page), resumeAt: String(Math.min(from + page, events.length)) };
    },
  };
  let batch = 0;
  const feed = createFeed<TrialEvent>(source, { store: sink, since: SINCE, maxHandlerAttempts: 1 });
  const run = feed.run(
    async (...given) => {
      const isLast = batch === killed?.at;
      batch += 1;
      if (!isLast || killed?.after === true) await sink.handle(...given);
      if (isLast) throw new Error("killed");
    },
    { until: "caught-up" },
  );
  await run.catch((error: Error) => expect(error.message).toBe("killed"));
}

describe("events in S3", () => {
  for (const { rule, check } of sinkRules({ once: "by-position", ordered: true }))
    it(rule, async () => {
      expect(await check(s3Trial)).toMatchObject({ lost: 0, doubled: 0 });
    });

  it("are one object for each batch, named by the position before it", async () => {
    const server = await serve();
    const events = [...eventsFrom(0, 1500), ...eventsFrom(1500, 1500).map((event) => ({ ...event, at: "2026-03-05T00:10:00+02:00" })), ...eventsFrom(3000, 5)];
    await live(events, { page: 1500 }, bucketAt(server.url), memoryCheckpoints(), { prefix: "audit/" });
    const objects = await server.objects();
    expect(objects.map(({ key, events: { length } }) => [key.replace(/[0-9a-f]{16}/, "<digest>"), length])).toEqual([
      ["audit/trialEvents/2026-03-02/000000000001-<digest>.ndjson.gz", 1500],
      ["audit/trialEvents/2026-03-02/000000000002-<digest>.ndjson.gz", 1500],
      ["audit/trialEvents/2026-03-04/000000000003-<digest>.ndjson.gz", 5],
    ]);
    expect(objects.flatMap((object) => object.events)).toEqual(events);
    expect(new Set(objects.map(({ key }) => /[0-9a-f]{16}/.exec(key)?.[0])).size).toBe(3);
    expect(await server.headersOf(objects[0]?.key ?? "")).toEqual({ type: "application/x-ndjson", encoding: "gzip" });
  });

  it("are an object of another format with a library for it", async () => {
    const objects = new Map<string, Parameters<PutObject>[0]>();
    const put: PutObject = async (object) => void objects.set(object.key, object);
    const format: ObjectFormat<TrialEvent> = {
      extension: "parquet",
      mediaType: "application/vnd.apache.parquet",
      encode: (records) =>
        new Uint8Array(
          parquetWriteBuffer({
            columnData: [
              { name: "id", data: records.map(({ id }) => id), type: "STRING" },
              { name: "event", data: records.map(({ event }) => event), type: "JSON" },
            ],
          }),
        ),
    };
    const sink = s3Sink<TrialEvent>({ ...OPTIONS, put, head: memoryBucket().head, store: memoryCheckpoints(), format });
    const owned = await sink.acquire("trialEvents");
    await owned.save({ since: SINCE }, 0);
    await sink.handle({ events: eventsFrom(0, 50), position: { cursor: "50" }, lagMs: undefined }, { attempt: 1, signal: new AbortController().signal });
    const [object] = objects.values();
    expect(object?.key).toMatch(/^trialEvents\/2026-03-02\/000000000001-[0-9a-f]{16}\.parquet$/);
    expect(object?.headers).toEqual({ "content-type": "application/vnd.apache.parquet", "x-amz-meta-keywright": expect.any(String), "if-none-match": "*" });
    const rows = await parquetReadObjects({ file: object?.body.buffer ?? new ArrayBuffer() });
    expect(rows).toEqual(eventsFrom(0, 50).map((event) => ({ id: event.id, event })));
  });

  it("are there once, whatever the size of a batch is when it comes again after a crash", async () => {
    const sizes = [1, 2, 8];
    for (const first of sizes)
      for (const second of sizes)
        for (const at of [0, 1])
          for (const after of [false, true]) {
            const bucket = memoryBucket();
            const store = memoryCheckpoints();
            const events = eventsFrom(0, 13);
            await live(events.slice(0, 8), { page: first, killed: { at, after } }, bucket, store);
            await live(events, { page: second, killed: { at, after } }, bucket, store);
            await live(events, { page: 4 }, bucket, store);
            expect(bucket.events(), JSON.stringify({ first, second, at, after })).toEqual(events);
          }
  });

  it.each<[string, number, (events: readonly TrialEvent[]) => readonly TrialEvent[]]>([
    ["ends after the first events", 5, (events) => events.slice(0, 5)],
    ["has smaller pages", 30, (events) => events],
    ["has larger pages", 200, (events) => events],
    ["finds the oldest events gone", 100, (events) => events.slice(90)],
    ["finds the oldest events gone and new ones there", 100, (events) => [...events.slice(90), ...eventsFrom(250, 90)]],
  ])("are all there after another run with the same start and no checkpoint, which %s", async (_what, page, seen) => {
    const bucket = memoryBucket();
    const events = eventsFrom(0, 250);
    await live(events, { page: 100 }, bucket, memoryCheckpoints());
    await live(seen(events), { page }, bucket, memoryCheckpoints());
    expect(idsIn(bucket)).toEqual(new Set([...events, ...seen(events)].map(({ id }) => id)));
    // The same run again writes nothing new.
    const before = bucket.events();
    await live(seen(events), { page }, bucket, memoryCheckpoints());
    expect(bucket.events()).toEqual(before);
  });

  it("are there once after the same run without a checkpoint", async () => {
    const bucket = memoryBucket();
    const events = eventsFrom(0, 250);
    for (const count of [120, 250, 250]) await live(events.slice(0, count), { page: 100 }, bucket, memoryCheckpoints());
    expect(bucket.events()).toEqual(events);
  });

  it.each([30, 99])("are all there after a checkpoint from a backup, with pages of %d events, whenever the process is killed", async (page) => {
    for (const at of [0, 1, 2]) {
      const bucket = memoryBucket();
      const events = eventsFrom(0, 300);
      const store = memoryCheckpoints();
      await live(events.slice(0, 100), { page: 100 }, bucket, store);
      const backup = copyOf(await positionIn(store));
      await live(events, { page: 100 }, bucket, store);
      await live(events, { page, killed: { at, after: true } }, bucket, backup);
      expect(idsIn(bucket).size).toBe(300);
      await live(events, { page }, bucket, backup);
      expect(idsIn(bucket).size).toBe(300);
    }
  });

  it("are all there after the checkpoint was deleted, when the next process is killed before its first write", async () => {
    const bucket = memoryBucket();
    const events = eventsFrom(0, 250);
    await live(events, { page: 100 }, bucket, memoryCheckpoints());
    const store = memoryCheckpoints();
    await live(events.slice(90), { page: 20, killed: { at: 0, after: false } }, bucket, store);
    await live(events.slice(90), { page: 20, killed: { at: 0, after: true } }, bucket, store);
    expect(idsIn(bucket).size).toBe(250);
    await live(events, { page: 20, killed: { at: 0, after: true } }, bucket, store);
    expect(idsIn(bucket).size).toBe(250);
  });

  it("are written again after a lost response, and nothing is checked for a new object", async () => {
    const server = await serve();
    server.fail("late");
    await live(eventsFrom(0, 4), { page: 2 }, bucketAt(server.url), memoryCheckpoints());
    expect(server.attempts.map(({ condition }) => condition)).toEqual(["*", "*", expect.stringMatching(/^".+"$/), "*"]);
    expect((await server.objects()).map(({ events }) => events.length)).toEqual([2, 2]);
  });

  it("replace what a store has kept of an upload that was cut off", async () => {
    const server = await serve();
    server.fail("half");
    await live(eventsFrom(0, 50), { page: 50 }, bucketAt(server.url), memoryCheckpoints());
    expect((await server.objects()).map(({ events }) => events)).toEqual([eventsFrom(0, 50)]);
    expect(server.attempts.length).toBe(3);
  });

  it("are not replaced by a process that was stopped past its lease", async () => {
    const bucket = memoryBucket();
    const store = leases();
    let isStopped = true;
    let goOn = (): void => {};
    const stopped = new Promise<void>((resolve) => (goOn = resolve));
    const slow: PutObject = async (object, call) => {
      if (isStopped) await stopped;
      return bucket.put(object, call);
    };
    const first = s3Sink({ ...OPTIONS, put: slow, head: bucket.head, store });
    const owned = await first.acquire("trialEvents");
    await owned.save({ since: SINCE }, 0);
    const batch = { events: eventsFrom(0, 1), position: { cursor: "1" }, lagMs: undefined };
    const writing = caught(Promise.resolve(first.handle(batch, { attempt: 1, signal: new AbortController().signal })));
    await live(eventsFrom(0, 3), { page: 3 }, bucket, store);
    isStopped = false;
    goOn();
    expect(await writing).toMatchObject({ code: "checkpoint-lost" });
    expect(bucket.events()).toEqual(eventsFrom(0, 3));
  });

  it("are not replaced by a write of a dead process that arrives after its successor's", async () => {
    const bucket = memoryBucket();
    const store = memoryCheckpoints();
    const late: (() => Promise<unknown>)[] = [];
    const delayed: PutObject = async (object, call) => {
      if (object.headers["if-none-match"] !== undefined) return bucket.put(object, call);
      late.push(() => bucket.put(object, call));
      throw new Error("killed");
    };
    await live(eventsFrom(0, 1), { page: 9, killed: { at: 0, after: true } }, bucket, store);
    await live(eventsFrom(0, 2), { page: 9 }, { ...bucket, put: delayed }, store);
    await live(eventsFrom(0, 3), { page: 9 }, bucket, store);
    expect(late.length).toBe(1);
    for (const arrive of late) await arrive();
    expect(bucket.events()).toEqual(eventsFrom(0, 3));
  });

  it("replace nothing with credentials that may only write, so that a batch that comes again is there twice", async () => {
    const bucket = memoryBucket();
    const store = memoryCheckpoints();
    const head = () => Promise.reject(Object.assign(new Error("Forbidden"), { $metadata: { httpStatusCode: 403 } }));
    await live(eventsFrom(0, 1), { page: 9, killed: { at: 0, after: true } }, { ...bucket, head }, store);
    await live(eventsFrom(0, 2), { page: 9 }, { ...bucket, head }, store);
    expect(bucket.events()).toEqual([...eventsFrom(0, 2), ...eventsFrom(0, 1)]);
  });

  it("are written again if another write comes between the check and the write", async () => {
    const bucket = memoryBucket();
    const store = memoryCheckpoints();
    let races = 0;
    const raced: PutObject = async (object, call) => {
      if (object.headers["if-match"] !== undefined && races++ === 0)
        await bucket.put(
          { ...object, body: object.body.slice(1), headers: { "content-type": "", "x-amz-meta-keywright": object.headers["x-amz-meta-keywright"] } },
          call,
        );
      return bucket.put(object, call);
    };
    await live(eventsFrom(0, 1), { page: 9, killed: { at: 0, after: true } }, bucket, store);
    await live(eventsFrom(0, 2), { page: 9 }, { ...bucket, put: raced }, store);
    expect([races, bucket.events()]).toEqual([2, eventsFrom(0, 2)]);
  });

  it("are written to a store that does not know the condition", async () => {
    for (const answer of [{ status: 501 }, { status: 412 }]) {
      const bucket = memoryBucket();
      const put: PutObject = async (object, call) => (object.headers["if-none-match"] === undefined ? bucket.put(object, call) : answer);
      await live(eventsFrom(0, 3), { page: 3 }, { ...bucket, put }, memoryCheckpoints());
      expect(bucket.events()).toEqual(eventsFrom(0, 3));
    }
  });

  it("of another run are all there in a store that responds to each condition with 412", async () => {
    const bucket = memoryBucket();
    const put: PutObject = async (object, call) => ("if-none-match" in object.headers ? { status: 412 } : bucket.put(object, call));
    await live(eventsFrom(0, 9), { page: 9 }, { ...bucket, put }, memoryCheckpoints());
    await live(eventsFrom(5, 9), { page: 9 }, { ...bucket, put }, memoryCheckpoints());
    expect(idsIn(bucket).size).toBe(14);
  });

  it.each([
    ["no condition", (object: S3Object) => "if-none-match" in object.headers || "if-match" in object.headers],
    ["only if-none-match", (object: S3Object) => "if-match" in object.headers],
  ])("are replaced in a store that knows %s, also with head", async (_what, isUnknown) => {
    const bucket = memoryBucket();
    const store = memoryCheckpoints();
    const put: PutObject = async (object, call) => (isUnknown(object) ? { status: 501 } : bucket.put(object, call));
    await live(eventsFrom(0, 1), { page: 9, killed: { at: 0, after: true } }, { ...bucket, put }, store);
    await live(eventsFrom(0, 2), { page: 9 }, { ...bucket, put }, store);
    expect(bucket.events()).toEqual(eventsFrom(0, 2));
  });

  it("need a feed whose store is the sink, and a sink for each feed", async () => {
    const sink = s3Sink({ ...OPTIONS, ...bucketInMemory(), store: memoryCheckpoints() });
    const batch = { events: eventsFrom(0, 1), position: { cursor: "1" }, lagMs: undefined };
    const error = await caught(Promise.resolve().then(() => sink.handle(batch, { attempt: 1, signal: new AbortController().signal })));
    expect(String(error)).toContain("expected a feed whose store is this sink");
    // Two feeds that start together, before the store has responded.
    const [one, two] = await Promise.all([sink.acquire("one"), caught(sink.acquire("two"))]);
    expect(two).toMatchObject({ code: "checkpoint-owned" });
    await one.release();
    await (await sink.acquire("two")).release();
  });

  it("have options that are checked", () => {
    const good = { ...OPTIONS, ...bucketInMemory(), store: memoryCheckpoints() };
    const withOption = (own: object) => () => s3Sink({ ...good, ...own });
    expect(withOption({ head: undefined })).toThrow("head must be a function that reads the headers of an object");
    expect(withOption({ put: undefined })).toThrow("put must be a function that writes an object");
    expect(withOption({ store: {} })).toThrow("store must be a checkpoint store, such as fileCheckpoint(path)");
    expect(withOption({ prefix: "/audit" })).toThrow("prefix must be");
    expect(withOption({ prefix: "a//b" })).toThrow("prefix must be");
    expect(withOption({ format: { extension: "parquet", mediaType: "a/b" } })).toThrow("encode");
    expect(withOption({ maxEvents: 10 })).toThrow("maxEvents is not an option of s3Sink");
    expect(() => s3Sink({} as never)).toThrow("stream");
  });
});

describe("an attempt to write to S3", () => {
  const failing = (failure: unknown): Bucket & { readonly count: () => number } => {
    let count = 0;
    const { put, head } = memoryBucket();
    return {
      count: () => count,
      head,
      async put(object, call) {
        count += 1;
        if (count > 1) return put(object, call);
        if (failure instanceof Error) throw failure;
        return failure;
      },
    };
  };
  const named = (name: string, own: object) => Object.assign(new Error(name), { name, ...own });

  it.each([
    ["a response with status 503", { status: 503 }, "the object store responds with status 503"],
    ["status 520 of a proxy", { status: 520 }, "the object store responds with status 520"],
    [
      "status 503 of the AWS SDK",
      named("SlowDown", { $fault: "server", $metadata: { httpStatusCode: 503 } }),
      "the object store responds with status 503 (SlowDown)",
    ],
    [
      "an upload that stalls",
      named("RequestTimeout", { $fault: "client", $metadata: { httpStatusCode: 400 } }),
      "the object store responds with status 400 (RequestTimeout)",
    ],
    ["two writes at the same time", named("ConditionalRequestConflict", { $metadata: { httpStatusCode: 409 } }), "the object store responds with status 409"],
    ["a lost connection", named("Error", { code: "ECONNRESET", $metadata: { attempts: 1 } }), "the connection to the object store is lost (ECONNRESET)"],
    [
      "a lost connection of fetch",
      new TypeError("fetch failed", { cause: named("Error", { code: "UND_ERR_SOCKET" }) }),
      "the connection to the object store is lost (UND_ERR_SOCKET)",
    ],
  ])("is repeated after %s, which is reported", async (_what, failure, message) => {
    const bucket = failing(failure);
    const messages: string[] = [];
    const onEvent = (event: SinkEvent): void => void (event.type === "retry" && messages.push(event.error.message));
    await live(eventsFrom(0, 1), { page: 1 }, bucket, memoryCheckpoints(), { onEvent });
    expect([bucket.count(), messages]).toEqual([2, [message]]);
  });

  it.each([
    ["a response with status 403", { status: 403 }, "expected the object store to take an object; got status 403"],
    ["a bucket that does not exist", named("NoSuchBucket", { $metadata: { httpStatusCode: 404 } }), "NoSuchBucket"],
    ["no credentials", named("CredentialsProviderError", {}), "CredentialsProviderError"],
    ["a mistake in the function", new TypeError("client.send is not a function"), "client.send is not a function"],
  ])("is not repeated after %s", async (_what, failure, message) => {
    const { put, head, count } = failing(failure);
    const sink = s3Sink({ ...OPTIONS, put, head, store: memoryCheckpoints() });
    const owned = await sink.acquire("trialEvents");
    await owned.save({ since: SINCE }, 0);
    const batch = { events: eventsFrom(0, 1), position: { cursor: "1" }, lagMs: undefined };
    const error = await caught(Promise.resolve(sink.handle(batch, { attempt: 1, signal: new AbortController().signal })));
    expect(String(error)).toContain(message);
    expect(count()).toBe(1);
  });
});

const idsIn = (bucket: MemoryBucket): ReadonlySet<string> => new Set(bucket.events().map(({ id }) => id));
