import { createEventsClient, eventMatches, isApiError, PaginationError } from "@keywright/events";
import { auditEventFeed, itemUsageFeed, signInAttemptFeed } from "@keywright/events/feeds";
import { AUDIT_ACTION_VALUES } from "@keywright/events/values";
import { errorOf, expectSame, type Services } from "../program.ts";
import { followFeed } from "../uses/follow-feed.ts";

const idOf = ({ uuid }: { readonly uuid: string }): string => uuid;

/** Reads a stream to its end, resumes in the middle, follows each stream as a feed, and fails with a wrong token. */
export async function run({ events: { baseUrl, token } }: Services): Promise<string> {
  const events = createEventsClient({ baseUrl, token });
  expectSame("features", (await events.introspect()).features.length, 3);

  const start = { limit: 1000, start_time: "2020-01-01T00:00:00Z" };
  const positions: string[] = [];
  const read: string[] = [];
  for await (const page of events.listAuditEvents(start).pages()) {
    positions.push(page.resumeAt);
    read.push(...page.items.map(({ uuid }) => uuid));
  }
  expectSame("events", read.length, 4000);
  expectSame("different events", new Set(read).size, 4000);
  const rest = await events.listAuditEvents({ cursor: positions[0] ?? "" }).toArray({ max: 5000 });
  expectSame("the first event after a saved position", rest[0]?.uuid, read[1000]);

  const [action] = AUDIT_ACTION_VALUES;
  expectSame(
    "an action that is known",
    rest.some((event) => eventMatches(event, { action })),
    true,
  );

  const max = 10_000;
  const [audits, usages, attempts] = [events.listAuditEvents(start), events.listItemUsages(start), events.listSignInAttempts(start)];
  const feeds = [
    await followFeed("audit events", (options) => auditEventFeed(events, { ...options, limit: 1000 }), await audits.toArray({ max }), idOf),
    await followFeed("item usages", (options) => itemUsageFeed(events, { ...options, limit: 1000 }), await usages.toArray({ max }), idOf),
    await followFeed("sign-in attempts", (options) => signInAttemptFeed(events, { ...options, limit: 1000 }), await attempts.toArray({ max }), idOf),
  ];

  const tooMany = await errorOf("more than toArray may take", () => events.listItemUsages(start).toArray({ max: 10 }));
  expectSame("more than toArray may take", tooMany instanceof PaginationError, true);
  const refused = await errorOf("a wrong token", () => createEventsClient({ baseUrl, token: "wrong" }).introspect());
  expectSame("status of a wrong token", isApiError(refused, 401), true);
  return [`${read.length} events on ${positions.length} pages, a 401 caught`, ...feeds].join(", ");
}
