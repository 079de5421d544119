import type { Services } from "../core/emulated.ts";
import { type ControlRoutes, withBody } from "./route.ts";

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
