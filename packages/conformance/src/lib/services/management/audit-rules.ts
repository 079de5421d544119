import { needed, require, requireStatus, Untested } from "../../session/outcome.ts";
import { rule, type Rule } from "../../rules/rule.ts";
import type { AuditEvent, AuditPage, ManagementWorld } from "./world.ts";

type Query = { readonly [name: string]: string };

const DAY_MS = 86_400_000;
const LONG_MS = 60 * DAY_MS;
const PAGE = 100;
/** The clocks of two machines differ. */
const TOLERANCE_MS = 60 * 60_000;

const longAgo = ({ session }: ManagementWorld): string => new Date(session.now() - LONG_MS).toISOString();
const timeOf = ({ published = "" }: AuditEvent): number => Date.parse(published);
const idsOf = (events: readonly AuditEvent[]): string => events.map(({ id }) => id).join(" ");

function list({ session }: ManagementWorld, query: Query): Promise<AuditPage> {
  return session.call<AuditPage>("listAuditLogs", { query });
}

function afterOf({ next }: AuditPage): string {
  return needed(new URL(next, "https://service.example.com").searchParams.get("after") ?? undefined, "next has no position");
}

async function someEvents(world: ManagementWorld, least: number, query: Query = { since: longAgo(world) }): Promise<readonly AuditEvent[]> {
  const { results } = await list(world, query);
  if (results.length < least) throw new Untested("the audit log has too few events of the last 60 days");
  return results;
}

function requireOrder(results: readonly AuditEvent[], sign: 1 | -1, word: string): void {
  const times = results.map(timeOf);
  require(times.every((time, index) => index === 0 || sign * time >= sign * (times[index - 1] ?? 0)), `no event may be ${word} than the one before it`);
}

/** The rules of the audit log. */
export const AUDIT_RULES: readonly Rule<ManagementWorld>[] = [
  rule("listAuditLogs.oldest-first", "read", async (world) => {
    const known = await someEvents(world, 2, { since: longAgo(world), limit: String(PAGE + 1) });
    const results = await someEvents(world, 2);
    const least = Math.min(known.length, PAGE);
    require(results.length >= least && results.length <= PAGE, `expected ${least} events; got ${results.length}`);
    requireOrder(results, 1, "older");
  }),
  rule("listAuditLogs.limit", "read", "limit is the largest number of events in a page", async (world) => {
    const results = await someEvents(world, 1, { since: longAgo(world), limit: "2" });
    require(results.length <= 2, `expected at most 2 events; got ${results.length}`);
  }),
  rule("listAuditLogs.descending", "read", async (world) => {
    const oldest = await someEvents(world, 2);
    const newest = await someEvents(world, 2, { since: longAgo(world), sortOrder: "DESCENDING" });
    requireOrder(newest, -1, "newer");
    require(timeOf(newest[0] as AuditEvent) >= timeOf(oldest.at(-1) as AuditEvent), "the first event must be the newest one");
  }),
  rule("listAuditLogs.seven-days", "read", async (world) => {
    const results = await someEvents(world, 1, {});
    const from = world.session.now() - 7 * DAY_MS - TOLERANCE_MS;
    require(results.every((event) => timeOf(event) >= from), "an event is older than seven days");
  }),
  rule("listAuditLogs.window", "read", async (world) => {
    const known = await someEvents(world, 3);
    const [first, last] = [known[1] as AuditEvent, known[Math.min(5, known.length - 1)] as AuditEvent];
    const [since, until] = [first.published ?? "", last.published ?? ""];
    const { results } = await list(world, { since, until });
    require(results.every((event) => timeOf(event) >= timeOf(first) && timeOf(event) <= timeOf(last)), "an event is outside of since and until");
    for (const { id } of [first, last]) require(results.some((event) => event.id === id), "the events at since and until must be in the list");
  }),
  rule("listAuditLogs.pages", "read", "pages follow each other without an event twice or left out", async (world) => {
    const since = longAgo(world);
    const whole = (await someEvents(world, 7, { since })).slice(0, 6);
    const walked: AuditEvent[] = [];
    let page = await list(world, { since, limit: "2" });
    for (let pages = 0; pages < 3; pages += 1) {
      walked.push(...page.results);
      page = await list(world, { since, limit: "2", after: afterOf(page) });
    }
    require(idsOf(walked) === idsOf(whole.slice(0, walked.length)), `expected the events ${idsOf(whole)}; got ${idsOf(walked)}`);
  }),
  rule("listAuditLogs.next", "read", async (world) => {
    const { session } = world;
    const [newest] = await someEvents(world, 1, { since: longAgo(world), sortOrder: "DESCENDING", limit: "1" });
    let query: Query = { since: newest?.published ?? "" };
    for (let pages = 0; pages < 20; pages += 1) {
      const { response } = await session.succeed("listAuditLogs", { query });
      const page = response.json?.value as AuditPage;
      const { link } = response.headers;
      require(link?.includes(`<${page.next}>`) === true, "the header link must have the address of next");
      query = { ...query, after: afterOf(page) };
      if (page.results.length > 0) continue;
      const again = await list(world, query);
      require(again.results.length === 0 ||
        again.results.every((event) => timeOf(event) >= timeOf(newest as AuditEvent)), "the last next must return new events only");
      return;
    }
    throw new Untested("the end of the audit log was not reached");
  }),
  rule("listAuditLogs.slow-reader", "read", async (world) => {
    const since = longAgo(world);
    const [first, second] = await someEvents(world, 2, { since, limit: "2" });
    if (first === undefined || second === undefined || timeOf(second) > world.session.now() - 7 * DAY_MS)
      throw new Untested("no two events are older than seven days");
    const after = afterOf(await list(world, { since, limit: "1" }));
    const { results } = await list(world, { after, limit: "1" });
    require(results[0]?.id === second.id, "a position must continue with its next event, also if this is older than seven days");
  }),
  rule("listAuditLogs.q", "read", async (world) => {
    const named = (await someEvents(world, 1)).find(({ actor }) => (actor?.displayName ?? "").length > 3);
    const q = needed(named?.actor?.displayName, "no event has an actor with a name");
    const { results } = await list(world, { since: longAgo(world), q });
    require(results.some(({ id }) => id === named?.id), "the name of an actor must find the actor's event");
    const text = JSON.stringify(q).slice(1, -1).toLowerCase();
    require(results.every((event) => JSON.stringify(event).toLowerCase().includes(text)), "an event does not have the text of q");
  }),
  rule("listAuditLogs.filter", "read", "filters by an attribute", async (world) => {
    const [event] = await someEvents(world, 1);
    const eventType = needed(event?.eventType, "the event has no type");
    const { results } = await list(world, { since: longAgo(world), filter: `eventType eq ${JSON.stringify(eventType)}` });
    require(results.some(({ id }) => id === event?.id), "the filter by a type must find an event of it");
    require(results.every((one) => one.eventType === eventType), "the filter by a type must return no event of another type");
  }),
  rule("listAuditLogs.position", "faults", async (world) => {
    const { session } = world;
    requireStatus(await session.attempt("listAuditLogs", { query: { after: "keywright-conformance" } }), [400], "an unknown position");
    const after = afterOf(await list(world, { since: longAgo(world), limit: "1" }));
    requireStatus(await session.attempt("listAuditLogs", { query: { after, sortOrder: "DESCENDING" } }), [400], "a position of the other order");
  }),
];
