import { require, requireStatus, Untested } from "../../session/outcome.ts";
import { rule, type Rule } from "../../rules/rule.ts";
import { type EventsWorld, firstPage, idsOf, type Page, read, STREAMS } from "./world.ts";

const PAGE = 100;
const HOUR_MS = 3_600_000;
const TOLERANCE_MS = 10 * 60_000;
const MOST_PAGES = 20;

async function reject({ session }: EventsWorld, stream: string, body: object, what: string): Promise<void> {
  requireStatus(await session.attempt(stream, { body }), [400], what);
}

async function toEnd(world: EventsWorld, stream: string): Promise<Page> {
  let page = await read(world, stream, { limit: 1000, start_time: new Date(world.session.now() - HOUR_MS).toISOString() });
  for (let pages = 1; page.has_more; pages += 1) {
    if (pages === MOST_PAGES) throw new Untested("the end of the stream was not reached");
    page = await read(world, stream, { cursor: page.cursor });
  }
  return page;
}

/** Returns the rules of a stream. */
export const rulesOfStream = (stream: string): readonly Rule<EventsWorld>[] => [
  rule(`${stream}.last-hour`, "read", async (world) => {
    const { items } = await read(world, stream, {});
    const from = world.session.now() - HOUR_MS - TOLERANCE_MS;
    require(items.every(({ timestamp }) => Date.parse(timestamp) >= from), "an event is older than one hour");
  }),
  rule(`${stream}.page-size`, "read", async (world) => {
    const { items: known } = await read(world, stream, { limit: PAGE + 1, start_time: world.longAgo });
    for (const limit of [1, 2, PAGE, undefined]) {
      const { items } = await read(world, stream, { ...(limit === undefined ? {} : { limit }), start_time: world.longAgo });
      const [least, most] = [Math.min(known.length, limit ?? PAGE), limit ?? PAGE];
      require(items.length >= least && items.length <= most, `expected ${least} events for limit ${limit ?? "none"}; got ${items.length}`);
    }
  }),
  rule(`${stream}.end-time`, "read", async (world) => {
    const { items } = await firstPage(world, stream, 10);
    const times = items.map(({ timestamp }) => Date.parse(timestamp)).sort((a, b) => a - b);
    const end = new Date((times[Math.floor(times.length / 2)] ?? 0) + 1).toISOString();
    let page = await read(world, stream, { limit: 1, start_time: world.longAgo, end_time: end });
    for (let pages = 0; pages < items.length; pages += 1) {
      require(page.items.every(({ timestamp }) => Date.parse(timestamp) <= Date.parse(end)), "an event is after end_time");
      if (!page.has_more) return;
      page = await read(world, stream, { cursor: page.cursor });
    }
    throw new Untested("the events are not in the order of their times");
  }),
  rule(`${stream}.cursor-next`, "read", async (world) => {
    const first = await firstPage(world, stream, 2);
    const second = await read(world, stream, { cursor: first.cursor });
    const third = await read(world, stream, { cursor: second.cursor });
    const walked = [first, second, third];
    const whole = await read(world, stream, { limit: 6, start_time: world.longAgo });
    const expected = idsOf([whole])
      .split(" ")
      .slice(0, walked.flatMap(({ items }) => items).length);
    require(idsOf(walked) === expected.join(" "), `expected the events ${expected.join(" ")}; got ${idsOf(walked)}`);
    require(second.items.length === Math.min(2, whole.items.length - 2), `the limit applies to all pages; the second has ${second.items.length} events`);
  }),
  rule(`${stream}.cursor-again`, "read", async (world) => {
    const { cursor } = await firstPage(world, stream, 2);
    const [once, again] = [await read(world, stream, { cursor }), await read(world, stream, { cursor })];
    // The last page can have grown.
    const isSame = once.has_more ? idsOf([again]) === idsOf([once]) : idsOf([again]).startsWith(idsOf([once]));
    require(isSame, "a cursor that is sent twice must return the same page twice");
  }),
  rule(`${stream}.cursor-wins`, "read", async (world) => {
    const { cursor, has_more: hasMore } = await firstPage(world, stream, 2);
    if (!hasMore) throw new Untested("the stream has too few events of the last 60 days");
    const exchange = await world.session.attempt(stream, { body: { cursor, limit: 1, start_time: world.longAgo, end_time: world.longAgo } });
    if (exchange.response.status === 400) throw new Untested("the server rejects a cursor with a limit and a time");
    requireStatus(exchange, [200], "a cursor with a limit and a time");
    const both = exchange.response.json?.value as Page;
    const alone = await read(world, stream, { cursor });
    require(idsOf([both]) === idsOf([alone]), "a cursor with a limit and a time must return the page of the cursor alone");
  }),
  rule(`${stream}.more`, "read", async (world) => {
    const { items } = await read(world, stream, { limit: 10, start_time: world.longAgo });
    const page = await read(world, stream, { limit: 2, start_time: world.longAgo });
    if (items.length <= page.items.length) throw new Untested("the stream has too few events of the last 60 days");
    require(page.has_more, "has_more must be true before the last event");
    const last = await toEnd(world, stream);
    require(!last.has_more, "has_more must be false at the last event");
    const whole = await read(world, stream, { limit: 1000, start_time: world.longAgo });
    if (whole.has_more || whole.items.length === 0) return;
    // An event may have arrived since, and is then on the page after it.
    const full = await read(world, stream, { limit: whole.items.length, start_time: world.longAgo });
    const hasArrived = full.has_more && (await read(world, stream, { cursor: full.cursor })).items.length > 0;
    require(!full.has_more || hasArrived, "has_more must be false on a full page with the last event");
  }),
  rule(`${stream}.poll`, "read", async (world) => {
    // Read first, because the first page of a short stream also has its new events.
    const { items: oldest } = await read(world, stream, { start_time: world.longAgo });
    const last = await toEnd(world, stream);
    const polled = await read(world, stream, { cursor: last.cursor });
    const isNew = polled.items.every(({ uuid }) => ![...last.items, ...oldest].some((item) => item.uuid === uuid));
    require(isNew, "the last cursor must return only what happened since");
  }),
  rule(`${stream}.cursor-stream`, "faults", async (world) => {
    const { cursor } = await firstPage(world, stream, 2);
    for (const other of Object.keys(STREAMS)) {
      const isOther = other !== stream && world.features.includes(STREAMS[other] ?? "");
      if (isOther) await reject(world, other, { cursor }, `a cursor of ${stream} in ${other}`);
    }
  }),
  rule(`${stream}.cursor`, "faults", "a cursor that is not valid is 400", (world) =>
    reject(world, stream, { cursor: "keywright-conformance" }, "an unknown cursor"),
  ),
  rule(`${stream}.body`, "faults", "a body that does not match its schema is 400", async (world) => {
    await reject(world, stream, { limit: 0 }, "limit 0");
    await reject(world, stream, { limit: 1001 }, "limit 1001");
    const start = new Date(world.session.now());
    const end = new Date(start.getTime() - HOUR_MS);
    await reject(world, stream, { start_time: start.toISOString(), end_time: end.toISOString() }, "start_time after end_time");
  }),
  rule(`${stream}.feature`, "faults", async ({ session, features }) => {
    const feature = STREAMS[stream] ?? "";
    if (!features.includes(feature)) return requireStatus(await session.attempt(stream, { body: {} }), [401], `a token without the feature ${feature}`);
    const { limitedToken } = session.credentials;
    if (limitedToken === undefined) throw new Untested("set KEYWRIGHT_EVENTS_LIMITED_TOKEN to a token without features");
    const authorization = `Bearer ${limitedToken}`;
    const own = await session.call<{ readonly features: readonly string[] }>("introspect", { authorization });
    if (own.features.includes(feature)) throw new Untested(`the token of KEYWRIGHT_EVENTS_LIMITED_TOKEN has the feature ${feature}`);
    requireStatus(await session.attempt(stream, { body: {}, authorization }), [401], `a token without the feature ${feature}`);
  }),
];
