import type { components } from "@keywright/events/schema";
import { createCollection, type Collection } from "../core/collection.ts";
import { lazily } from "../core/lazily.ts";
import type { Snapshots } from "../core/service.ts";
import type { BearerToken } from "../core/tokens.ts";
import { sortableTime } from "../core/timestamp.ts";

type Schemas = components["schemas"];

/** The event of each stream; a stream is named by its feature. */
export interface StreamEvents {
  readonly auditevents: Schemas["AuditEventV2"];
  readonly itemusages: Schemas["ItemUsageV2"];
  readonly signinattempts: Schemas["SignInAttemptV2"];
}

/** A stream, by the feature that opens it. */
export type StreamName = keyof StreamEvents;

/** The streams, in the order of the source. */
export const STREAM_NAMES = ["auditevents", "itemusages", "signinattempts"] as const satisfies readonly StreamName[];

/** A token of the events service: `scopes` are its features. */
export interface EventsToken extends BearerToken {
  /** Id of the reporting integration, which introspection gives. */
  readonly integrationUuid: string;
}

/** The state of the events service, as plain data. */
export interface EventsSeed {
  readonly accountUuid: string;
  readonly tokens: readonly EventsToken[];
  /** In the order in which they are delivered. */
  readonly auditevents: readonly StreamEvents["auditevents"][];
  readonly itemusages: readonly StreamEvents["itemusages"][];
  readonly signinattempts: readonly StreamEvents["signinattempts"][];
}

/** One stream: append-only, read by place. */
export interface Stream<Event> {
  readonly events: readonly Event[];
  append(events: readonly Event[]): void;
  /** The first place whose event is of a time or later; the end where there is none. */
  placeOf(time: string): number;
}

type Streams = { readonly [Name in StreamName]: Stream<StreamEvents[Name]> };

/** The state of the events service, alive. */
export interface EventsStore extends Snapshots<EventsSeed> {
  readonly accountUuid: string;
  readonly tokens: Collection<EventsToken>;
  stream<Name extends StreamName>(name: Name): Stream<StreamEvents[Name]>;
}

/** Makes the store of the events service. */
export function createEventsStore(seed: EventsSeed): EventsStore {
  let state = open(seed);
  return {
    get accountUuid() {
      return state.accountUuid;
    },
    get tokens() {
      return state.tokens;
    },
    stream: (name) => state.streams[name],
    snapshot: () => ({
      accountUuid: state.accountUuid,
      tokens: state.tokens.list(),
      auditevents: [...state.streams.auditevents.events],
      itemusages: [...state.streams.itemusages.events],
      signinattempts: [...state.streams.signinattempts.events],
    }),
    restore(other) {
      state = open(other);
    },
  };
}

function open(seed: EventsSeed) {
  return {
    accountUuid: seed.accountUuid,
    tokens: createCollection(seed.tokens, ({ value }) => value),
    // A seed may make its events when they are asked for: a stream that nobody reads costs nothing.
    streams: lazily<Streams>({
      auditevents: () => createStream(seed.auditevents),
      itemusages: () => createStream(seed.itemusages),
      signinattempts: () => createStream(seed.signinattempts),
    }),
  };
}

function createStream<Event extends { readonly timestamp: string }>(start: readonly Event[]): Stream<Event> {
  const events = [...start];
  // The latest time up to each place. It never falls, though late events do, so that a time's place is found by halving.
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
