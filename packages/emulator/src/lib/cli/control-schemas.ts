import type { Json } from "../core/json.ts";

/** The service that a fault is for. What a fault is, `inject` checks. */
export function faultSchema(services: readonly string[]): Json {
  return { type: "object", required: ["service"], properties: { service: { type: "string", enum: services } } };
}

/** Where the clock is set to, or how far it is moved. */
export const CLOCK = {
  type: "object",
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
  properties: { now: { type: "string", format: "date-time" }, advanceMs: { type: "number", minimum: -1e12, maximum: 1e12 } },
} as const;

/** Events to append to a stream. What an event is, its service checks by its contract. */
export function eventsSchema(streams: readonly string[]): Json {
  return {
    type: "object",
    additionalProperties: false,
    required: ["stream", "events"],
    properties: { stream: { type: "string", enum: streams }, events: { type: "array", items: { type: "object" } } },
  };
}
