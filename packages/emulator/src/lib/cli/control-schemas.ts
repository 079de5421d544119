import { STREAM_NAMES } from "../events/store.ts";

/** What a fault answers instead of a reply. */
export const NAMED_ANSWERS: readonly unknown[] = ["drop", "reset", "truncate", "malformed-body", "stall", "repeat", "expired-token", "expired-cursor"];

/** A fault, as `inject` takes it, and the service that it is for. */
export const FAULT = {
  type: "object",
  additionalProperties: false,
  required: ["service", "operationId"],
  properties: {
    service: { type: "string", enum: ["management", "vault", "events"] },
    operationId: { type: "string" },
    times: {
      anyOf: [
        { type: "integer", minimum: 1 },
        { type: "string", enum: ["always"] },
      ],
    },
    probability: { type: "number" },
    delayMs: { type: "number", minimum: 0, maximum: 3_600_000 },
    when: { type: "string", enum: ["before", "after"] },
    // The rules of an object; what a text may be is asked beside it, so that the answer can name the known ones.
    answer: {
      type: ["string", "object"],
      additionalProperties: false,
      required: ["status"],
      properties: { status: { type: "integer" }, headers: { type: "object", additionalProperties: { type: "string" } }, body: {} },
    },
  },
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
