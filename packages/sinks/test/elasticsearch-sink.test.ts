import { Client } from "@elastic/elasticsearch";
import mockModule from "@elastic/elasticsearch-mock";
import { describe, expect, it } from "vitest";
import { elasticsearchSink, type ElasticsearchSinkOptions } from "../src/elasticsearch.ts";
import { sinkRules, type TrialEvent } from "../src/sink-rules.ts";
import { elasticsearchTrial } from "./elasticsearch-trial.ts";
import { caught, eventsFrom, OPTIONS, runPage } from "./support.ts";

// Its types describe an ES module, and it is a CommonJS one.
const Mock = mockModule as unknown as typeof mockModule.default;

interface Item {
  readonly status: number;
  readonly type?: string;
  readonly reason?: string;
  /** The id of the item. Default: that of the operation in its place. */
  readonly _id?: string | undefined;
}

/** A sink whose bulk requests get these statuses, one list for each request. */
function sinkWith(responses: readonly (readonly Item[] | Error)[], own: Partial<ElasticsearchSinkOptions<TrialEvent>> = {}) {
  const requests: string[][] = [];
  const left = [...responses];
  const idsOf = (operations: readonly string[] = []): string[] =>
    operations.filter((_line, place) => place % 2 === 0).map((line) => Reflect.get(JSON.parse(line).create, "_id"));
  const sink = elasticsearchSink<TrialEvent>({
    ...OPTIONS,
    index: "audit",
    maxBackoffMs: 1,
    async bulk(operations) {
      requests.push(operations);
      const next = left.shift() ?? [];
      if (next instanceof Error) throw next;
      return {
        errors: true,
        items: next.map(({ type, reason = "text 1 is not a date", ...item }, place) => ({
          create: { _id: idsOf(operations)[place], error: type && { type, reason }, ...item },
        })),
      };
    },
    ...own,
  });
  return {
    sink,
    requests,
    idsOf: (request: number) => idsOf(requests[request]),
  };
}

const CREATED = { status: 201 };

describe("events in Elasticsearch", () => {
  for (const { rule, check } of sinkRules({ once: true, ordered: false }))
    it(rule, async () => {
      expect(await check(elasticsearchTrial)).toMatchObject({ lost: 0, doubled: 0 });
    });

  it("are created by Elastic's client with their ids, against its own mock", async () => {
    const mock = new Mock();
    const bodies: unknown[] = [];
    mock.add({ method: "POST", path: "/_bulk" }, ({ body }: { readonly body?: unknown }) => {
      bodies.push(body);
      return { errors: false, items: ["event-0", "event-1"].map((id) => ({ create: { _id: `trialEvents:${id}`, ...CREATED } })) };
    });
    const client = new Client({ node: "http://127.0.0.1:9200", Connection: mock.getConnection() });
    await runPage(
      elasticsearchSink({ ...OPTIONS, index: "audit", bulk: (operations, { signal }) => client.bulk({ operations }, { signal }) }),
      eventsFrom(0, 2),
    );
    const [first, second] = eventsFrom(0, 2);
    expect(bodies).toEqual([
      [{ create: { _index: "audit", _id: "trialEvents:event-0" } }, first, { create: { _index: "audit", _id: "trialEvents:event-1" } }, second],
    ]);
  });

  it("have different ids in one index if they have the same id in streams with similar names", async () => {
    const first = sinkWith([[CREATED]], { stream: "a", idOf: () => "b:c" });
    const second = sinkWith([[CREATED]], { stream: "a:b", idOf: () => "c" });
    for (const { sink } of [first, second]) await runPage(sink, eventsFrom(0, 1));
    expect([first.idsOf(0), second.idsOf(0)]).toEqual([["a:b%3Ac"], ["a:b:c"]]);
  });

  it("that the index cannot take now are written again by themselves, the others not", async () => {
    const busy = { status: 429, type: "es_rejected_execution_exception" };
    const { sink, idsOf, requests } = sinkWith([
      [CREATED, busy, CREATED, { status: 503, type: "unavailable_shards_exception" }],
      [CREATED, busy],
      [{ status: 409 }],
    ]);
    await runPage(sink, eventsFrom(0, 4));
    expect(requests.length).toBe(3);
    expect([idsOf(1), idsOf(2)]).toEqual([["trialEvents:event-1", "trialEvents:event-3"], ["trialEvents:event-3"]]);
    expect(sink.counters()).toMatchObject({ events: 4, repeated: 1, retries: 2 });
  });

  it("that do not match the mapping become dead letters, with a reason that does not quote them", async () => {
    const deadLetters: unknown[] = [];
    const { sink } = sinkWith([[CREATED, { status: 400, type: "document_parsing_exception" }, CREATED]], {
      deadLetter: (event, { message }) => deadLetters.push([event.number, message]),
    });
    await runPage(sink, eventsFrom(0, 3));
    expect(deadLetters).toEqual([[1, "Elasticsearch rejects the document (400 document_parsing_exception)"]]);
  });

  it.each([
    [{ status: 403, type: "security_exception" }, "403 security_exception"],
    [{ status: 404, type: "index_not_found_exception" }, "404 index_not_found_exception"],
    [{ status: 400, type: "index_closed_exception" }, "400 index_closed_exception"],
    [{ status: 400, type: "illegal_argument_exception", reason: "pipeline with id [audit] does not exist" }, "400 illegal_argument_exception"],
    [{ status: 400, type: "illegal_argument_exception", reason: "no write index is defined for alias [audit]." }, "400 illegal_argument_exception"],
  ])("end the feed if the index fails with %o", async (item, name) => {
    const deadLetters: unknown[] = [];
    const { sink } = sinkWith([[item]], { deadLetter: (event) => deadLetters.push(event) });
    expect(await caught(runPage(sink, eventsFrom(0, 1)))).toMatchObject({ message: `expected Elasticsearch to create the documents; got status ${name}` });
    expect(deadLetters).toEqual([]);
  });

  it("are divided if a request is too large, and a dead letter if one alone is", async () => {
    const tooLarge = Object.assign(new Error("too large"), { statusCode: 413 });
    const deadLetters: number[] = [];
    const { sink, requests } = sinkWith([tooLarge, tooLarge, [CREATED], [CREATED], [CREATED]], { deadLetter: ({ number }) => deadLetters.push(number) });
    await runPage(sink, eventsFrom(0, 3));
    expect(requests.map(({ length }) => length / 2)).toEqual([3, 2, 1, 1, 1]);
    expect(deadLetters).toEqual([]);
    const other = sinkWith([tooLarge, tooLarge, [CREATED]], { deadLetter: ({ number }) => deadLetters.push(number) });
    await runPage(other.sink, eventsFrom(0, 2));
    expect(deadLetters).toEqual([0]);
  });

  it("are written again after the response of a proxy", async () => {
    const { sink, requests } = sinkWith([[], [CREATED]]);
    await runPage(sink, eventsFrom(0, 1));
    expect(requests.length).toBe(2);
  });

  it("are matched by id if a proxy changes the order of the items", async () => {
    const [busy, refused] = [
      { status: 429, type: "es_rejected_execution_exception", _id: "trialEvents:event-0" },
      { status: 400, type: "document_parsing_exception", _id: "trialEvents:event-1" },
    ];
    const deadLetters: number[] = [];
    const responses = [[{ ...CREATED, _id: "trialEvents:event-2" }, refused, busy], [CREATED]];
    const { sink, idsOf } = sinkWith(responses, { deadLetter: ({ number }) => deadLetters.push(number) });
    await runPage(sink, eventsFrom(0, 3));
    expect([idsOf(1), deadLetters]).toEqual([["trialEvents:event-0"], [1]]);
  });

  it("are each matched with an item if a page has one twice", async () => {
    const { sink, requests } = sinkWith([[CREATED, { status: 429 }], [{ status: 409 }]], { idOf: () => "same" });
    await runPage(sink, eventsFrom(0, 2));
    expect(requests.length).toBe(2);
    expect(sink.counters()).toMatchObject({ events: 2, repeated: 1 });
  });

  it.each([
    ["of another document", [CREATED, { ...CREATED, _id: "trialEvents:event-2" }]],
    ["of one document twice", [CREATED, { ...CREATED, _id: "trialEvents:event-0" }]],
    ["without an id", [CREATED, { ...CREATED, _id: undefined }]],
    ["that was not sent", [CREATED, CREATED, { ...CREATED, _id: "trialEvents:event-2" }]],
  ])("are written again after a response with an item %s", async (_what, items) => {
    const { sink, requests } = sinkWith([items, [CREATED, CREATED]]);
    await runPage(sink, eventsFrom(0, 2));
    expect(requests.length).toBe(2);
  });

  it.each(["ConnectionError", "TimeoutError", "NoLivingConnectionsError"])("are written again after the %s of a client", async (name) => {
    const { sink, requests } = sinkWith([Object.assign(new Error("no response"), { name }), [CREATED]]);
    await runPage(sink, eventsFrom(0, 1));
    expect([requests.length, sink.counters().retries]).toEqual([2, 1]);
  });

  it("end the feed if the client has no access", async () => {
    const denied = Object.assign(new Error("security_exception"), { statusCode: 401 });
    expect(await caught(runPage(sinkWith([denied]).sink, eventsFrom(0, 1)))).toBe(denied);
  });
});
