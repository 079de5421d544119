import { printable } from "@keywright/core/client";
import type { StreamEvent, StreamName } from "./streams.ts";

/**
 * Writes an event as a line of JSON: `stream` first, then the event's own properties as they came.
 *
 * A property `stream` of the event itself becomes `stream_`, with one underscore more for as long as that is taken, because most readers keep only one of two properties of a name.
 */
export function eventLine(stream: StreamName, event: StreamEvent): string {
  const own = JSON.stringify(Object.hasOwn(event, "stream") ? withoutStream(event) : event);
  // Not by a spread: properties whose names are numbers would come before it.
  return printable(`{"stream":${JSON.stringify(stream)}${own === "{}" ? "" : ","}${own.slice(1)}`);
}

function withoutStream(event: StreamEvent): StreamEvent {
  let free = "stream_";
  while (Object.hasOwn(event, free)) free += "_";
  return Object.fromEntries(Object.entries(event).map(([name, value]) => [name === "stream" ? free : name, value]));
}
