import { printable } from "@keywright/core/client";
import { renameProperty } from "./json-text.ts";
import type { StreamEvent, StreamName } from "./streams.ts";

/** The shapes of an event: as the service wrote it, Elastic Common Schema, or Open Cybersecurity Schema Framework. */
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
 * Returns an event as a line of JSON: `stream` first, then the event's properties with the service's exact text.
 *
 * A property `stream` of the event becomes `stream_`, with more underscores if that exists too, because most JSON parsers keep only one of two equal names.
 *
 * @param text The event's text on one line.
 */
export function eventLine(stream: StreamName, event: StreamEvent, text: string): string {
  const own = Object.hasOwn(event, "stream") ? renameProperty(text, "stream", freeName(event)) : text;
  const line = `{"stream":${JSON.stringify(stream)}${own === "{}" ? "" : ","}${own.slice(1)}`;
  return SPECIAL.test(line) ? printable(line) : line;
}

// A search for this range takes a sixth of the time that `printable` needs to look at a line.
const SPECIAL = /[^ -~]/;

function freeName(event: StreamEvent): string {
  let free = "stream_";
  while (Object.hasOwn(event, free)) free += "_";
  return free;
}
