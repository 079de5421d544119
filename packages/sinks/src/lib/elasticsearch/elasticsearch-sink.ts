import type { Rules } from "@keywright/core/client";
import { checkSinkOptions, partedSink, type PartedSinkOptions } from "../create-sink.ts";
import { uidOf } from "../parts.ts";
import { SinkError } from "../sink-error.ts";
import type { Part, PartResult, Sink, SinkRecord } from "../sink.ts";
import { type BulkItem, nameOf, outcomeOf, requestError } from "./bulk-errors.ts";

/**
 * Sends a bulk request with your own client, and returns the response's body with the `_id`s.
 *
 * @example
 * ```ts
 * const elasticsearch: BulkRequest = (operations, call) => client.bulk({ operations }, call);
 * const openSearch: BulkRequest = async (body) => (await client.bulk({ body })).body;
 * ```
 */
export type BulkRequest = (operations: string[], call: { readonly signal: AbortSignal }) => Promise<unknown>;

/** The options of {@link elasticsearchSink}. */
export interface ElasticsearchSinkOptions<Event> extends PartedSinkOptions<Event> {
  readonly bulk: BulkRequest;
  /** The index, alias or data stream. A data stream needs events with `@timestamp`. */
  readonly index: string;
}

const RULES: Rules = {
  bulk: [(value) => typeof value === "function", "a function that sends a bulk request and returns the body of its response", { isNeeded: true }],
  index: [(value) => typeof value === "string" && value !== "", "the name of an index, alias or data stream", { isNeeded: true }],
};

/**
 * Returns a sink that writes each event once to an index of Elasticsearch or OpenSearch: its id is
 * made of the stream and the event. After a rollover, the new index does not know the ids before.
 *
 * Documents that the index cannot take now are retried alone. Those that do not match its mapping
 * become dead letters.
 *
 * @throws ConfigurationError if an option is invalid.
 */
export function elasticsearchSink<Event>(options: ElasticsearchSinkOptions<Event>): Sink<Event> {
  checkSinkOptions("elasticsearchSink", options, RULES, "stream, idOf, bulk and index");
  const { bulk, index } = options;
  return partedSink(
    {
      async write({ stream, records }, call) {
        const ids = records.map((record) => uidOf(stream, record));
        const operations = records.flatMap(({ json }, place) => [JSON.stringify({ create: { _index: index, _id: ids[place] } }), json]);
        let body: unknown;
        try {
          body = await bulk(operations, call);
        } catch (error) {
          throw requestError(error);
        }
        return resultOf(records, itemsOf(body, ids));
      },
    },
    options,
  );
}

function resultOf<Event>(records: Part<Event>["records"], items: readonly BulkItem[]): PartResult<Event> {
  const again: SinkRecord<Event>[] = [];
  const rejected: { readonly record: SinkRecord<Event>; readonly reason: SinkError }[] = [];
  let repeated = 0;
  for (const [place, item] of items.entries()) {
    const record = records[place];
    const outcome = outcomeOf(item);
    if (outcome === "failed") throw new Error(`expected Elasticsearch to create the documents; got status ${nameOf(item)}`);
    if (outcome === "repeated") repeated += 1;
    if (outcome === "again" && record !== undefined) again.push(record);
    if (outcome === "rejected" && record !== undefined)
      rejected.push({ record, reason: new SinkError("rejected", `Elasticsearch rejects the document (${nameOf(item)})`) });
  }
  return { again, rejected, repeated };
}

/** Returns the items in order of the ids, which a proxy that divides requests may change. */
function itemsOf(body: unknown, ids: readonly string[]): BulkItem[] {
  const { items }: { readonly items?: unknown } = Object(body);
  const creates = Array.isArray(items) ? items.map((item: unknown) => Object(Reflect.get(Object(item), "create")) as BulkItem) : [];
  // A list for each id, because a page can contain an event twice.
  const byId = new Map<unknown, BulkItem[]>(ids.map((id) => [id, []]));
  for (const item of creates) {
    const { _id: id, status } = item;
    if (typeof status === "number") byId.get(id)?.push(item);
  }
  const known = ids.flatMap((id) => byId.get(id)?.shift() ?? []);
  if (known.length !== ids.length || creates.length !== ids.length)
    throw new SinkError("unavailable", `expected a bulk response with the items of ${ids.length} ids; got ${known.length} of them in ${creates.length} items`);
  return known;
}
