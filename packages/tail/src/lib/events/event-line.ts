import { printable } from "@keywright/core/client";
import { renameProperty } from "./json-text.ts";
import type { StreamEvent, StreamName } from "./streams.ts";

/** The shapes of an event: the service's own, Elastic Common Schema, or OCSF. */
export const EVENT_FORMAT_NAMES = ["raw", "ecs", "ocsf"] as const;

/** The shape of an event. */
export type EventFormat = (typeof EVENT_FORMAT_NAMES)[number];

/** How each line of a format begins, by which a torn line of this command is recognized. */
export const LINE_BEGINS: { readonly [Format in EventFormat]: string } = {
  raw: '{"stream":"',
  ecs: '{"event":{"original":"',
  ocsf: '{"class_uid":',
};

/**
 * Returns an event as a line of JSON: `stream`, then its properties in the service's exact text.
 *
 * Its own `stream` becomes `stream_`, or more underscores, because most parsers keep one of two.
 *
 * @param text The event's text on one line.
 */
export function eventLine(stream: StreamName, event: StreamEvent, text: string): string {
  const own = Object.hasOwn(event, "stream") ? renameProperty(text, "stream", freeName(event)) : text;
  return printableLine(`{"stream":${JSON.stringify(stream)}${own === "{}" ? "" : ","}${own.slice(1)}`);
}

/** Returns a line as `printable` does. */
export function printableLine(line: string): string {
  return SPECIAL.test(line) ? printable(line) : line;
}

// A search for this range takes a sixth of the time that `printable` needs to look at a line.
const SPECIAL = /[^ -~]/;

function freeName(event: StreamEvent): string {
  let free = "stream_";
  while (Object.hasOwn(event, free)) free += "_";
  return free;
}
