import type { Services } from "../core/emulated.ts";
import { type ControlRoutes, withBody } from "./route.ts";

/** The route that appends events. The service checks each event by its contract. */
export function eventRoutes(services: Services): ControlRoutes {
  const streams = new Map([...services.values()].flatMap((service) => Object.entries(service.streams ?? {})).sort(([one], [other]) => (one < other ? -1 : 1)));
  const schema = {
    type: "object",
    additionalProperties: false,
    required: ["stream", "events"],
    properties: { stream: { type: "string", enum: [...streams.keys()] }, events: { type: "array", items: { type: "object" } } },
  };
  return {
    "POST /events": withBody<{ readonly stream: string; readonly events: readonly object[] }>(schema, ({ stream, events }) => ({
      status: 201,
      body: streams.get(stream)?.(events),
    })),
  };
}
