import { createEventsClient, eventMatches, isApiError } from "@keywright/events";
import { auditEventFeed } from "@keywright/events/feeds";
import { AUDIT_ACTION_VALUES } from "@keywright/events/values";
import { errorOf, expectSame, type Services } from "../program.ts";
import { followFeed } from "../uses/follow-feed.ts";

/** Reads a stream to its end, follows it as a feed, and fails with a wrong token. */
export async function run({ events: { baseUrl, token } }: Services): Promise<string> {
  const events = createEventsClient({ baseUrl, token });
  expectSame("features", (await events.introspect()).features.length, 3);

  const listed = await events.listAuditEvents({ limit: 1000, start_time: "2020-01-01T00:00:00Z" }).toArray({ max: 10_000 });
  const [action] = AUDIT_ACTION_VALUES;
  const known = listed.filter((event) => eventMatches(event, { action }));
  expectSame("events of a known action", known.length > 0, true);
  const feed = await followFeed(
    "audit events",
    (options) => auditEventFeed(events, { ...options, limit: 1000 }),
    listed,
    ({ uuid }) => uuid,
  );

  const refused = await errorOf("a wrong token", () => createEventsClient({ baseUrl, token: "wrong" }).introspect());
  expectSame("status of a wrong token", isApiError(refused, 401), true);
  return `${feed}, a 401 caught`;
}
