import type { Random } from "../core/values/random.ts";
import { expiryOf } from "../core/service/tokens.ts";
import { type EventsToken, STREAM_NAMES } from "./store.ts";

/** A new event. The default `uuid` is generated; the default `timestamp` is the current time. */
export type NewEvent<Event> = Omit<Event, "uuid" | "timestamp"> & { readonly uuid?: string; readonly timestamp?: string };

/** Options of a token of the events service. */
export interface EventsTokenOptions {
  /** Default: generated. */
  readonly value?: string;
  /** Streams that it can read. Default: all three. */
  readonly features?: readonly string[];
  /** Seconds until it expires, by the emulator's clock. Default: never. */
  readonly expiresInSeconds?: number;
}

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
