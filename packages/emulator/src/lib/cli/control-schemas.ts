import { STREAM_NAMES } from "../events/store.ts";

/** The service that a fault is for. What a fault is, `inject` checks. */
export const FAULT = {
  type: "object",
  required: ["service"],
  properties: { service: { type: "string", enum: ["management", "vault", "events"] } },
} as const;

/** Where the clock is set to, or how far it is moved. */
export const CLOCK = {
  type: "object",
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
  properties: { now: { type: "string", format: "date-time" }, advanceMs: { type: "number", minimum: -1e12, maximum: 1e12 } },
} as const;

/** Events to append: to a stream of the events service, or to the audit log of the management service. */
export const EVENTS = {
  type: "object",
  additionalProperties: false,
  required: ["stream", "events"],
  properties: {
    stream: { type: "string", enum: [...STREAM_NAMES, "auditlog"] },
    events: { type: "array", items: { type: "object" } },
  },
} as const;
