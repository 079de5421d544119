import { memoryCheckpoints } from "@keywright/core/feeds";
import { createEventsEmulator } from "@keywright/emulator";
import type { Row } from "../row.ts";
import { BEGIN, catchUp, idsOf, pass, streamOf, whileTimePasses } from "./feed-setting.ts";

const EVENTS = 200;
const HOUR_MS = 3_600_000;
const MAX_PAGES = 2;

const WAYS: readonly (readonly [way: string, fail: () => unknown])[] = [
  [
    "throws",
    () => {
      throw new Error("not now");
    },
  ],
  ["rejects", () => Promise.reject(new Error("not now"))],
  ["never returns", () => new Promise(() => {})],
];

/** What is not handled is not acknowledged, and little is read ahead of it. */
export const handlers: Row = {
  id: "F32",
  fault: "handler throws, rejects or never returns, at each page of 20",
  async run(bench) {
    const totals = { lost: 0, doubled: 0, mostPages: 0 };
    for (const [way, fail] of WAYS) {
      await bench.repeat(EVENTS / 10, way, async (trial, index) => {
        const emulator = createEventsEmulator({ seed: { eventsPerStream: EVENTS } });
        const clock = trial.fakeClock();
        const followed = streamOf(trial, "listAuditEvents", { clock, fetch: emulator.fetch, token: emulator.token });
        const store = memoryCheckpoints();
        const handled: string[] = [];
        let pages = 0;
        let most = 0;
        let refused: readonly string[] = [];
        let reach: (() => void) | undefined;
        const reached = new Promise<void>((resolve) => (reach = resolve));
        const stop = new AbortController();
        const broken = followed.feed({ store, since: BEGIN }).run(
          ({ events }) => {
            most = Math.max(most, followed.asked.length - pages);
            if (pages === index) {
              refused = idsOf(events);
              reach?.();
              return fail();
            }
            pages += 1;
            return handled.push(...idsOf(events));
          },
          { signal: stop.signal },
        );
        const outcome = trial.attempt(() => broken);
        await reached;
        await pass(clock, HOUR_MS);
        most = Math.max(most, followed.asked.length - pages);
        stop.abort();
        const ended = await whileTimePasses(clock, outcome);
        trial.that(way === "never returns" ? ended.value?.abandoned === true : !ended.ok, "the feed was to end by its handler");
        const before = handled.length;
        const resumed = await catchUp(trial, clock, followed.feed({ store, since: BEGIN }), handled);
        trial.that(resumed.ok && handled.slice(before, before + refused.length).join() === refused.join(), "the page was to come again first");
        const sent = emulator.store.stream("auditevents").events.map(({ uuid }) => uuid);
        totals.lost += sent.filter((id) => !handled.includes(id)).length;
        totals.doubled += handled.length - new Set(handled).size;
        totals.mostPages = Math.max(totals.mostPages, most);
        trial.that(handled.join() === sent.join(), "each event was to be handled once, in its order");
        trial.that(most <= MAX_PAGES, `${most} pages were in memory`);
      });
    }
    return `${totals.lost} lost, ${totals.doubled} doubled, at most ${totals.mostPages} pages in memory`;
  },
};
