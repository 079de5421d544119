import type { EventsTokenOptions } from "../../generated/seed.ts";
import type { Random } from "../core/values/random.ts";
import { expiryOf } from "../core/service/tokens.ts";
import { type EventsToken, STREAM_NAMES } from "./store.ts";

/** A new event. The default `uuid` is generated; the default `timestamp` is the current time. */
export type NewEvent<Event> = Omit<Event, "uuid" | "timestamp"> & { readonly uuid?: string; readonly timestamp?: string };

/** Returns an event with the properties that the service generates. */
export function newEvent(event: object, random: Random, nowMs: number): object {
  return { uuid: random.id().toUpperCase(), timestamp: new Date(nowMs).toISOString(), ...event };
}

/** Returns a token. */
export function newEventsToken({ value, features = STREAM_NAMES, expiresInSeconds }: EventsTokenOptions, random: Random, nowMs: number): EventsToken {
  return {
    value: value ?? `events-token-${random.id()}`,
    integrationUuid: random.id().toUpperCase(),
    scopes: features,
    issuedAt: new Date(nowMs).toISOString(),
    ...expiryOf(expiresInSeconds, nowMs),
  };
}
