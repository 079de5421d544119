import { instant, moved, type OffsetClock } from "../core/time/clock.ts";
import type { AnyReply } from "../core/http/http.ts";
import { type ControlRoutes, withBody } from "./route.ts";

const SCHEMA = {
  type: "object",
  additionalProperties: false,
  minProperties: 1,
  not: { required: ["now", "advanceMs"] },
  properties: {
    now: { type: "string", format: "date-time" },
    advanceMs: { type: "number", minimum: -1e12, maximum: 1e12 },
    hold: { type: "boolean" },
  },
};

/** A change of the clock. */
interface ClockChange {
  readonly now?: string;
  readonly advanceMs?: number;
  readonly hold?: boolean;
}

/** The routes of the clock. */
export function clockRoutes(clock: OffsetClock): ControlRoutes {
  const now = (): AnyReply => ({ status: 200, body: { now: new Date(clock.wallNow()).toISOString(), hold: clock.isHeld() } });
  return {
    "GET /clock": now,
    "POST /clock": withBody<ClockChange>(SCHEMA, (to) => {
      // A rejected move changes nothing, not even whether the clock is held.
      moved(to.now === undefined ? clock.wallNow() : instant(to.now), to.advanceMs ?? 0);
      if (to.hold !== undefined) clock.hold(to.hold);
      if (to.now !== undefined) clock.set(to.now);
      if (to.advanceMs !== undefined) clock.advance(to.advanceMs);
      return now();
    }),
  };
}
