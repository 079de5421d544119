import { checkOptions, COUNT, refuseArgument, type Rules } from "@keywright/core/client";
import type { APIRequest } from "../generated/client.ts";

/** How repeated records are found. */
export interface DistinctActivityOptions {
  /**
   * How many records are remembered: at least as many as the server records between two pages. `Infinity` for all.
   *
   * @default 10000
   */
  readonly remember?: number;
}

const RULES: Rules = { remember: COUNT };

/**
 * Takes repeated records out of a walk over the activity, by their id: `distinctActivity(vault.listActivity())`.
 *
 * The activity is walked by offset, and the server records requests all the time, the reading of the activity among them. As the newest come first, each new one moves all others on by one, so that the
 * last ones of a page come again on the next: those are taken out here, and the order is kept. What cannot be promised:
 *
 * - A walk comes to its end only where a page (`limit`) holds more than the server records meanwhile.
 * - Records that are made while a walk is under way are not in it; the next walk begins with them.
 * - The server does not document its order. Where the oldest came first, nothing would come twice, and where it removed records at the front of the list, as many would be missed.
 * - An offset is no position to go on from later: a walk that is begun at one may repeat or miss as many records as were made meanwhile. To follow the activity, begin anew and stop at the first
 *   record that is known.
 *
 * @param records What `listActivity` gives, or its pages one after the other. A record without an id is never taken for a repetition.
 * @throws ArgumentError where `records` is no list that can be walked.
 * @throws ConfigurationError if an option is not known, or `remember` is not a whole number of at least 1.
 */
export function distinctActivity(records: AsyncIterable<APIRequest>, options: DistinctActivityOptions = {}): AsyncIterable<APIRequest> {
  if (typeof records?.[Symbol.asyncIterator] !== "function") refuseArgument("distinctActivity", "records", "must be what listActivity gives", records);
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
