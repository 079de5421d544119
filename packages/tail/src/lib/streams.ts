import type { ClientOptions } from "@keywright/core";
import type { Feed, FeedOptions } from "@keywright/core/feeds";
import type { ServiceEnvironment } from "@keywright/core/node";
import { createEventsClient, type EventsClient } from "@keywright/events";
import { auditEventFeed, itemUsageFeed, signInAttemptFeed } from "@keywright/events/feeds";
import { operations as events } from "@keywright/events/operations";
import { createManagementClient } from "@keywright/management";
import { auditLogFeed } from "@keywright/management/feeds";
import { operations as management } from "@keywright/management/operations";
import { pageParser } from "./event-text.ts";

/** The streams, by the names of their services. */
export const STREAM_NAMES = ["auditevents", "itemusages", "signinattempts", "auditlog"] as const;

/** A stream that can be followed. */
export type StreamName = (typeof STREAM_NAMES)[number];

/** The service of a stream. */
export type ServiceName = "events" | "management";

/** The address and credentials of a service. */
export interface Connection extends ServiceEnvironment {
  readonly fetch?: ClientOptions["fetch"];
  readonly transport?: ClientOptions["transport"];
  readonly clock?: ClientOptions["clock"];
  readonly maxResponseBytes?: ClientOptions["maxResponseBytes"];
}

/** An event of a service. Only its text is written. */
export type StreamEvent = object;

/** Options of a feed. */
export type StreamOptions = FeedOptions<StreamEvent> & { readonly limit?: number };

/** The properties of an event that sinks need. The first two are those of the contract's feeds. */
export interface EventFacts {
  readonly id: string;
  readonly time: string;
  readonly type: string;
}

/** Returns where an event of a stream has its id, time and type. */
export function factsOf(stream: StreamName): EventFacts {
  if (stream === "auditlog") return { id: "id", time: "published", type: "eventType" };
  return { id: "uuid", time: "timestamp", type: stream === "signinattempts" ? "category" : "action" };
}

/** Returns the service of a stream. */
export function serviceOf(stream: StreamName): ServiceName {
  return stream === "auditlog" ? "management" : "events";
}

/** Returns a client of the events service, for requests before the first poll. */
export function eventsClient(connection: Connection): EventsClient {
  return createEventsClient(connection);
}

/** Creates the feed of a stream. */
export function openFeed(stream: StreamName, connection: Connection, options: StreamOptions): Feed<StreamEvent> {
  switch (stream) {
    case "auditevents":
      return auditEventFeed(createEventsClient({ ...connection, parseJson: parserOf(events.listAuditEvents) }), options);
    case "itemusages":
      return itemUsageFeed(createEventsClient({ ...connection, parseJson: parserOf(events.listItemUsages) }), options);
    case "signinattempts":
      return signInAttemptFeed(createEventsClient({ ...connection, parseJson: parserOf(events.listSignInAttempts) }), options);
    case "auditlog":
      return auditLogFeed(createManagementClient({ ...connection, parseJson: parserOf(management.listAuditLogs) }), options);
  }
}

function parserOf({ pagination }: { readonly pagination: { readonly items: string } }): (text: string) => unknown {
  return pageParser(pagination.items);
}
