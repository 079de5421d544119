import type { SettableClock } from "../core/clock.ts";
import type { AnyReply } from "../core/http.ts";
import { type ControlRoutes, withBody } from "./route.ts";

const SCHEMA = {
  type: "object",
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
  properties: { now: { type: "string", format: "date-time" }, advanceMs: { type: "number", minimum: -1e12, maximum: 1e12 } },
};

/** The routes of the clock. */
export function clockRoutes(clock: SettableClock): ControlRoutes {
  const now = (): AnyReply => ({ status: 200, body: { now: new Date(clock.wallNow()).toISOString() } });
  return {
    "GET /clock": now,
    "POST /clock": withBody<{ readonly now?: string; readonly advanceMs?: number }>(SCHEMA, (to) => {
      if (to.now !== undefined) clock.set(to.now);
      if (to.advanceMs !== undefined) clock.advance(to.advanceMs);
      return now();
    }),
  };
}
