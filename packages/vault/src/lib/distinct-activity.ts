import { checkOptions, COUNT, rejectArgument, type Rules } from "@keywright/core/client";
import type { APIRequest } from "../generated/client.ts";

/** Options of {@link distinctActivity}. */
export interface DistinctActivityOptions {
  /**
   * Number of records to remember, at least as many as the server adds between two pages.
   * `Infinity` remembers all.
   *
   * @default 10000
   */
  readonly remember?: number;
}

const RULES: Rules = { remember: COUNT };

/**
 * Returns an activity list without duplicates, by id: `distinctActivity(vault.listActivity())`.
 *
 * Pages are read by offset, newest records first, and the server records every request, also those
 * that read the activity. Each new record moves all others by one, so the last records of a page
 * appear again on the next one. This function removes them and keeps the order. Its limits:
 *
 * - The list ends only if a page (`limit`) has more records than the server adds while you read it.
 * - Records that the server adds while you read are not included; the next call begins with them.
 * - The order is undocumented. As many records are missed as the server removes at the front.
 * - An offset is no position to resume from: start again at 0 and stop at the first known record.
 *
 * @param records The return value of `listActivity`. Records without an id are all kept.
 * @throws ArgumentError if `records` is not an async iterable.
 * @throws ConfigurationError for an unknown option, or if `remember` is not a whole number from 1.
 */
export function distinctActivity(records: AsyncIterable<APIRequest>, options: DistinctActivityOptions = {}): AsyncIterable<APIRequest> {
  if (typeof records?.[Symbol.asyncIterator] !== "function") rejectArgument("distinctActivity", "records", "must be the return value of listActivity", records);
  checkOptions("distinctActivity", options, RULES);
  const { remember = 10_000 } = options;
  return { [Symbol.asyncIterator]: () => distinct(records, remember) };
}

async function* distinct(records: AsyncIterable<APIRequest>, remember: number): AsyncGenerator<APIRequest, void, undefined> {
  const known = new Set<string>();
  for await (const record of records) {
    const id = record?.requestID ?? record?.requestId;
    if (id === undefined) {
      yield record;
      continue;
    }
    const isNew = !known.delete(id);
    known.add(id);
    if (known.size > remember) {
      const [oldest = id] = known;
      known.delete(oldest);
    }
    if (isNew) yield record;
  }
}
