import type { SettableClock } from "../core/time/clock.ts";
import type { Services } from "../core/emulated.ts";
import type { EmulatorSnapshot } from "../core/service/snapshot.ts";
import { type ControlRoutes, withBody } from "./route.ts";

/** The state of all services, and the time. It is also a seed file. */
export interface Snapshot {
  /** RFC 3339. */
  readonly time: string;
  readonly [service: string]: string | EmulatorSnapshot<unknown>;
}

/** Returns the state of all services. */
export function takeSnapshot(services: Services, clock: SettableClock): Snapshot {
  const parts = [...services].map(([name, { emulator }]) => [name, emulator.snapshot()] as const);
  return { time: new Date(clock.wallNow()).toISOString(), ...Object.fromEntries(parts) };
}

/** The routes of snapshots. Services that a snapshot does not have stay as they are. */
export function snapshotRoutes(services: Services, clock: SettableClock): ControlRoutes {
  const part = { type: "object", required: ["state", "random"] };
  const schema = {
    type: "object",
    additionalProperties: false,
    properties: { time: { type: "string", format: "date-time" }, ...Object.fromEntries([...services.keys()].map((name) => [name, part])) },
  };
  return {
    "GET /snapshot": () => ({ status: 200, body: takeSnapshot(services, clock) }),
    "PUT /snapshot": withBody<Partial<Snapshot>>(schema, ({ time, ...parts }) => {
      const before = takeSnapshot(services, clock);
      try {
        restore(services, parts);
      } catch (error) {
        // All services or none.
        restore(services, before);
        throw error;
      }
      if (time !== undefined) clock.set(time);
      return { status: 204 };
    }),
  };
}

function restore(services: Services, parts: Partial<Snapshot>): void {
  for (const [name, { emulator }] of services) {
    const part = parts[name];
    if (typeof part === "object") emulator.restore(part);
  }
}
