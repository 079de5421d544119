import { createEventsClient } from "@keywright/events";
import { eventsEnvironment } from "@keywright/events/node";
import { expectSame, type Services } from "../run-packages.ts";

/** Creates a client from the environment. */
export async function run(services: Services): Promise<string> {
  const { baseUrl, token } = services.events;
  const events = createEventsClient(eventsEnvironment({ env: { KEYWRIGHT_EVENTS_URL: baseUrl, KEYWRIGHT_EVENTS_TOKEN: token } }));
  expectSame("features", (await events.introspect()).features.includes("auditevents"), true);
  return "a client from the environment";
}
