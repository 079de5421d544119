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

/** A route for each action of the services, such as `POST /files`. */
export function actionRoutes(services: Services): ControlRoutes {
  const actions = [...services.values()].flatMap((service) => Object.entries(service.actions ?? {}));
  const routes = actions.map(([name, act]): [string, ControlRoutes[string]] => {
    const handle = withBody<never>({ type: "object" }, (body) => {
      const made = act(body);
      return made === undefined ? { status: 204 } : { status: 201, body: made };
    });
    return [`POST /${name}`, handle];
  });
  return Object.fromEntries(routes);
}
