import { printable } from "@keywright/core/client";
import { renameProperty } from "./json-text.ts";
import type { StreamEvent, StreamName } from "./streams.ts";

/**
 * Writes an event as a line of JSON: `stream` first, then the event's own properties as the service wrote them, to the last digit.
 *
 * A property `stream` of the event itself becomes `stream_`, with one underscore more for as long as that is taken, because most readers keep only one of two properties of a name.
 *
 * @param text The event's text, on one line.
 */
export function eventLine(stream: StreamName, event: StreamEvent, text: string): string {
  const own = Object.hasOwn(event, "stream") ? renameProperty(text, "stream", freeName(event)) : text;
  return printable(`{"stream":${JSON.stringify(stream)}${own === "{}" ? "" : ","}${own.slice(1)}`);
}

function freeName(event: StreamEvent): string {
  let free = "stream_";
  while (Object.hasOwn(event, free)) free += "_";
  return free;
}
