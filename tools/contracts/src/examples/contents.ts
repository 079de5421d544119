import type { Json } from "@keywright/generate/contract";
import { descend, entriesOf, type Place } from "./places.ts";

/** The body of a request or a response in one media type. */
export interface Content {
  readonly mediaType: string;
  readonly place: Place;
  /** Its owner, for messages: `request`, or `response 404`. */
  readonly of: string;
}

/** Every body of an operation's request and responses. */
export function contentsOf(document: Json, operation: Place): Content[] {
  const holders = [
    ["request", descend(document, operation, "requestBody")] as const,
    ...entriesOf(document, descend(document, operation, "responses")).map(([status, place]) => [`response ${status}`, place] as const),
  ];
  return holders.flatMap(([of, holder]) => entriesOf(document, descend(document, holder, "content")).map(([mediaType, place]) => ({ mediaType, place, of })));
}
