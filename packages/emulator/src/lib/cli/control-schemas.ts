import type { Json } from "../core/json.ts";

/** Returns the schema of a fault: only its service, because `inject` checks the rest. */
export function faultSchema(services: readonly string[]): Json {
  return { type: "object", required: ["service"], properties: { service: { type: "string", enum: services } } };
}

/** Schema of a change of the clock. */
export const CLOCK = {
  type: "object",
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
  properties: { now: { type: "string", format: "date-time" }, advanceMs: { type: "number", minimum: -1e12, maximum: 1e12 } },
} as const;

/** Returns the schema of events to append. The service checks each event by its contract. */
export function eventsSchema(streams: readonly string[]): Json {
  return {
    type: "object",
    additionalProperties: false,
    required: ["stream", "events"],
    properties: { stream: { type: "string", enum: streams }, events: { type: "array", items: { type: "object" } } },
  };
}
