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
  readonly retry?: ClientOptions["retry"];
  readonly maxResponseBytes?: ClientOptions["maxResponseBytes"];
}

/** An event of a service. Only its text is written. */
export type StreamEvent = object;

/** Options of a feed. */
export type StreamOptions = FeedOptions<StreamEvent> & { readonly limit?: number };

/** A stream of a service. */
interface Stream {
  readonly service: ServiceName;
  /** The feed of the contract, for the id and the time of an event. */
  readonly feed: { idOf(event: StreamEvent): unknown; timeOf(event: StreamEvent): string | undefined };
  /** The property that is the type of an event. */
  readonly type: string;
  open(connection: Connection, options: StreamOptions): Feed<StreamEvent>;
}

const STREAMS: { readonly [Name in StreamName]: Stream } = {
  auditevents: {
    service: "events",
    feed: auditEventFeed,
    type: "action",
    open: (connection, options) => auditEventFeed(createEventsClient({ ...connection, parseJson: parserOf(events.listAuditEvents) }), options),
  },
  itemusages: {
    service: "events",
    feed: itemUsageFeed,
    type: "action",
    open: (connection, options) => itemUsageFeed(createEventsClient({ ...connection, parseJson: parserOf(events.listItemUsages) }), options),
  },
  signinattempts: {
    service: "events",
    feed: signInAttemptFeed,
    type: "category",
    open: (connection, options) => signInAttemptFeed(createEventsClient({ ...connection, parseJson: parserOf(events.listSignInAttempts) }), options),
  },
  auditlog: {
    service: "management",
    feed: auditLogFeed,
    type: "eventType",
    open: (connection, options) => auditLogFeed(createManagementClient({ ...connection, parseJson: parserOf(management.listAuditLogs) }), options),
  },
};

/** Returns the service of a stream. */
export function serviceOf(stream: StreamName): ServiceName {
  return STREAMS[stream].service;
}

/** Returns the id of an event. */
export function idOf(stream: StreamName, event: StreamEvent): unknown {
  return STREAMS[stream].feed.idOf(event);
}

/** Returns when an event happened. */
export function timeOf(stream: StreamName, event: StreamEvent): string | undefined {
  return STREAMS[stream].feed.timeOf(event);
}

/** Returns the type of an event. */
export function typeOf(stream: StreamName, event: StreamEvent): string | undefined {
  const type: unknown = Reflect.get(event, STREAMS[stream].type);
  return typeof type === "string" ? type : undefined;
}

/** Returns a client of the events service, for requests before the first poll. */
export function eventsClient(connection: Connection): EventsClient {
  return createEventsClient(connection);
}

/** Creates the feed of a stream. */
export function openFeed(stream: StreamName, connection: Connection, options: StreamOptions): Feed<StreamEvent> {
  return STREAMS[stream].open(connection, options);
}

function parserOf({ pagination }: { readonly pagination: { readonly items: string } }): (text: string) => unknown {
  return pageParser(pagination.items);
}
