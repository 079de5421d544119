import type { components } from "@keywright/events/schema";
import { createCollection, type Collection } from "../core/values/collection.ts";
import { lazily } from "../core/values/lazily.ts";
import type { Snapshots } from "../core/service/service.ts";
import { createStore } from "../core/service/snapshot.ts";
import type { BearerToken } from "../core/service/tokens.ts";
import { sortableTime } from "../core/time/timestamp.ts";

type Schemas = components["schemas"];

/** The type of the events of each stream, by feature. */
export interface StreamEvents {
  readonly auditevents: Schemas["AuditEventV2"];
  readonly itemusages: Schemas["ItemUsageV2"];
  readonly signinattempts: Schemas["SignInAttemptV2"];
}

/** The name of a stream, which is also its feature. */
export type StreamName = keyof StreamEvents;

/** The names of the streams. */
export const STREAM_NAMES = ["auditevents", "itemusages", "signinattempts"] as const satisfies readonly StreamName[];

/** A token of the events service: `scopes` are its features. */
export interface EventsToken extends BearerToken {
  /** Id of the reporting integration, for introspection. */
  readonly integrationUuid: string;
}

/** The state of the events service as plain data. */
export interface EventsSeed {
  readonly accountUuid: string;
  readonly tokens: readonly EventsToken[];
  /** In the order in which they are delivered. */
  readonly auditevents: readonly StreamEvents["auditevents"][];
  readonly itemusages: readonly StreamEvents["itemusages"][];
  readonly signinattempts: readonly StreamEvents["signinattempts"][];
}

/** An append-only stream, read by index. */
export interface Stream<Event> {
  readonly events: readonly Event[];
  append(events: readonly Event[]): void;
  /** Returns the index of the first event at or after a time, or the length. */
  placeOf(time: string): number;
}

type Streams = { readonly [Name in StreamName]: Stream<StreamEvents[Name]> };

/** The state of the events service. */
export interface EventsStore extends Snapshots<EventsSeed> {
  readonly accountUuid: string;
  readonly tokens: Collection<EventsToken>;
  stream<Name extends StreamName>(name: Name): Stream<StreamEvents[Name]>;
}

/** Creates the store of the events service. */
export function createEventsStore(seed: EventsSeed): EventsStore {
  const store = createStore(seed, open, ({ accountUuid, tokens, streams: { auditevents, itemusages, signinattempts } }) => ({
    accountUuid,
    tokens: tokens.list(),
    auditevents: [...auditevents.events],
    itemusages: [...itemusages.events],
    signinattempts: [...signinattempts.events],
  }));
  return Object.assign(store, { stream: <Name extends StreamName>(name: Name) => store.streams[name] });
}

function open(seed: EventsSeed) {
  return {
    accountUuid: seed.accountUuid,
    tokens: createCollection(seed.tokens, ({ value }) => value),
    // A seed can create its events lazily, when a stream is first read.
    streams: lazily<Streams>({
      auditevents: () => createStream(seed.auditevents),
      itemusages: () => createStream(seed.itemusages),
      signinattempts: () => createStream(seed.signinattempts),
    }),
  };
}

function createStream<Event extends { readonly timestamp: string }>(start: readonly Event[]): Stream<Event> {
  const events = [...start];
  // The latest time up to each index: sorted even with late events, so binary search works.
  const latest: string[] = [];
  return {
    events,
    append: (more) => void events.push(...more),
    placeOf(time) {
      for (const { timestamp } of events.slice(latest.length)) {
        const own = sortableTime(timestamp);
        const before = latest.at(-1);
        latest.push(before !== undefined && before > own ? before : own);
      }
      let [from, to] = [0, latest.length];
      while (from < to) {
        const middle = (from + to) >> 1;
        if ((latest[middle] ?? "") < time) from = middle + 1;
        else to = middle;
      }
      return from;
    },
  };
}
