import type { components, operations } from "@keywright/events/schema";
import type { Actor, Context, Handlers } from "../core/service/service.ts";
import { decodeCursor, DEFAULT_LIMIT, encodeCursor, type Position } from "./cursor.ts";
import { reject } from "./error-responses.ts";
import type { EventsStore, EventsToken, StreamEvents, StreamName } from "./store.ts";
import { sortableTime } from "../core/time/timestamp.ts";
import { serializedOnce } from "../core/values/written.ts";

type Schemas = components["schemas"];

/** The caller of the events service: a token. */
export interface EventsActor extends Actor {
  readonly token: EventsToken | undefined;
}

/** The operations of the events service. */
export const handlers: Handlers<operations, EventsStore, EventsActor> = {
  introspect(_input, { actor: { token }, store }) {
    if (token === undefined) throw new Error("introspection needs a token");
    const { integrationUuid, issuedAt, scopes } = token;
    return { status: 200, body: { uuid: integrationUuid, issued_at: issuedAt, features: [...scopes], account_uuid: store.accountUuid } };
  },
  listAuditEvents: ({ body }, context) => readPage("auditevents", body, context),
  listItemUsages: ({ body }, context) => readPage("itemusages", body, context),
  listSignInAttempts: ({ body }, context) => readPage("signinattempts", body, context),
};

type Page<Event> = { readonly status: 200; readonly body: { items: Event[]; cursor: string; has_more: boolean } };

/** Returns a page: the events after a position in the stream's order, and the next position. */
function readPage<Name extends StreamName>(
  name: Name,
  asked: Schemas["EventsRequest"],
  context: Context<EventsStore>,
): Page<StreamEvents[Name]> | ReturnType<typeof reject<400>> {
  const { store } = context;
  const { events } = store.stream(name);
  const position = positionOf(name, asked, context);
  if (typeof position === "string") return reject(400, position);
  const { limit, endTime } = position;
  const end = endTime === undefined ? undefined : sortableTime(endTime);
  // `end_time` is exclusive, wherever an event is in the stream.
  const wanted = (event: StreamEvents[Name] | undefined): event is StreamEvents[Name] =>
    event !== undefined && (end === undefined || sortableTime(event.timestamp) < end);
  const items: StreamEvents[Name][] = [];
  let index = position.index;
  for (; index < events.length && items.length < limit; index += 1) {
    const event = events[index];
    if (wanted(event)) items.push(serializedOnce(event));
  }
  // Skips events outside the time range now, so that `has_more` means another event.
  while (index < events.length && !wanted(events[index])) index += 1;
  return { status: 200, body: { items, cursor: encodeCursor({ ...position, index }, store.accountUuid), has_more: index < events.length } };
}

const HOUR_MS = 3_600_000;

/** Returns the position to read from, or an error response. */
function positionOf(stream: StreamName, asked: Schemas["EventsRequest"], { store, now }: Context<EventsStore>): Position | string {
  if (asked.cursor !== undefined) {
    const position = decodeCursor(asked.cursor, store.accountUuid);
    // A position beyond this state is as invalid as a foreign one.
    const known = position?.stream === stream && position.index <= store.stream(stream).events.length;
    return known ? position : "cursor is not valid";
  }
  const { limit = DEFAULT_LIMIT, start_time: startTime, end_time: endTime } = asked;
  const start = startTime ?? hourBefore(endTime ?? now().toISOString());
  if (endTime !== undefined && sortableTime(endTime) < sortableTime(start)) return "start_time must not be after end_time";
  const position = { stream, index: store.stream(stream).placeOf(sortableTime(start)), limit };
  return endTime === undefined ? position : { ...position, endTime };
}

/** Keeps the fraction, because nanoseconds matter here. */
function hourBefore(time: string): string {
  const exact = sortableTime(time);
  return `${new Date(new Date(`${exact.slice(0, 19)}Z`).getTime() - HOUR_MS).toISOString().slice(0, 19)}${exact.slice(19)}`;
}
