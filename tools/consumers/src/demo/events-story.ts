import type { EventsClient } from "@keywright/events";
import type { Report } from "./report.ts";

/** A security engineer: asks what the token may read, and follows the three streams page by page. */
export async function eventsStory(events: EventsClient, { title, call }: Report): Promise<void> {
  title("Events: a security engineer streams events into a SIEM");
  await call(
    "events.introspect()",
    () => events.introspect(),
    ({ features }) => `the token reads ${features.join(", ")}`,
  );
  const since = "2026-03-02T08:00:00Z";
  await call(
    "for await (const page of events.listAuditEvents({ start_time }).pages()) …",
    () => follow(events.listAuditEvents({ start_time: since }).pages()),
    ({ pages, items, position }) => `${items.length} events on ${pages} pages, resume at ${position}; first: ${items[0]?.action} ${items[0]?.object_type}`,
  );
  await call(
    "for await (const page of events.listItemUsages({ start_time }).pages()) …",
    () => follow(events.listItemUsages({ start_time: since }).pages()),
    ({ pages, items, position }) => `${items.length} usages on ${pages} pages, resume at ${position}; first: ${items[0]?.action}`,
  );
  await call(
    "for await (const page of events.listSignInAttempts({ start_time }).pages()) …",
    () => follow(events.listSignInAttempts({ start_time: since }).pages()),
    ({ pages, items, position }) => `${items.length} attempts on ${pages} pages, resume at ${position}; first: ${items[0]?.category} ${items[0]?.type}`,
  );
}

async function follow<Item>(
  pages: AsyncIterable<{ readonly items: readonly Item[]; readonly resumeAt: string }>,
): Promise<{ pages: number; items: Item[]; position: string }> {
  const seen = { pages: 0, items: [] as Item[], position: "" };
  for await (const page of pages) {
    seen.pages += 1;
    seen.items.push(...page.items);
    seen.position = page.resumeAt;
  }
  return seen;
}
