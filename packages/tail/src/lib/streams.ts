import type { Feed, FeedOptions } from "@keywright/core/feeds";
import { createEventsClient, type EventsClient } from "@keywright/events";
import { auditEventFeed, itemUsageFeed, signInAttemptFeed } from "@keywright/events/feeds";
import { createManagementClient } from "@keywright/management";
import { auditLogFeed } from "@keywright/management/feeds";
import type { Connection } from "./credentials.ts";

/** The streams, by the names that their services give them. */
export const STREAM_NAMES = ["auditevents", "itemusages", "signinattempts", "auditlog"] as const;

/** A stream that can be followed. */
export type StreamName = (typeof STREAM_NAMES)[number];

/** The service that a stream is read from. */
export type ServiceName = "events" | "management";

/** An event as the service gave it. */
export interface StreamEvent {
  readonly [member: string]: unknown;
}

/** What a feed is made with, besides its client. */
export type StreamOptions = FeedOptions<StreamEvent> & { readonly limit?: number };

/** Which service a stream belongs to. */
export function serviceOf(stream: StreamName): ServiceName {
  return stream === "auditlog" ? "management" : "events";
}

/** The client of the events service, for what is asked before the first poll. */
export function eventsClient(connection: Connection): EventsClient {
  return createEventsClient(connection);
}

/** Makes the feed of a stream. */
export function openFeed(stream: StreamName, connection: Connection, options: StreamOptions): Feed<StreamEvent> {
  // What is written is what came: no member is looked at here.
  const any = options as never;
  switch (stream) {
    case "auditevents":
      return auditEventFeed(createEventsClient(connection), any) as never;
    case "itemusages":
      return itemUsageFeed(createEventsClient(connection), any) as never;
    case "signinattempts":
      return signInAttemptFeed(createEventsClient(connection), any) as never;
    case "auditlog":
      return auditLogFeed(createManagementClient(connection), any) as never;
  }
}
