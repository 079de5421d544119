import { memoryCheckpoints } from "@keywright/core/feeds";
import { createEventsEmulator } from "@keywright/emulator";
import type { Row } from "../row.ts";
import { BEGIN, idsOf, pass, streamOf, whileTimePasses } from "./feed-setting.ts";

const EVENTS = 100;
const GRACE_MS = 5000;

/** What is under way when the feed is asked to stop: a handler that takes so long, or a request that is never answered. */
const WAYS: readonly (readonly [way: string, handlerMs: number | undefined, abandons: boolean])[] = [
  ["a handler that takes 3 s more", 3000, false],
  ["a handler that takes a minute more", 60_000, true],
  ["a request without an answer", undefined, false],
];

/** Asked to stop, a feed ends within its grace time, and a later one goes on exactly behind what was handled. */
export const stopped: Row = {
  id: "F47",
  fault: "stop during page k, each k of 1..10: handling it, or asking for it",
  async run(bench) {
    const totals = { worstMs: 0, lost: 0, doubled: 0 };
    for (const [way, handlerMs, abandons] of WAYS) {
      await bench.repeat(EVENTS / 10, way, async (trial, k) => {
        const emulator = createEventsEmulator({ seed: { eventsPerStream: EVENTS } });
        const clock = trial.fakeClock();
        let reach: (() => void) | undefined;
        const reached = new Promise<void>((resolve) => (reach = resolve));
        const stop = new AbortController();
        let stalled = handlerMs === undefined;
        const followed = streamOf(trial, "listAuditEvents", {
          clock,
          token: emulator.token,
          fetch(url, init) {
            if (!stalled || followed.asked.length !== k + 1) return emulator.fetch(url, init);
            reach?.();
            return new Promise((_resolve, reject) => init.signal?.addEventListener("abort", () => reject(init.signal?.reason)));
          },
        });
        const store = memoryCheckpoints();
        const committed: string[] = [];
        let pages = 0;
        const run = followed.feed({ store, since: BEGIN, graceMs: GRACE_MS }).run(
          async ({ events }) => {
            if (pages === k && handlerMs !== undefined) {
              reach?.();
              await new Promise<void>((resolve) => void clock.after(handlerMs, resolve));
            }
            pages += 1;
            committed.push(...idsOf(events));
          },
          { signal: stop.signal },
        );
        const outcome = trial.attempt(() => run);
        await reached;
        await pass(clock, 100);
        const askedAt = clock.now();
        stop.abort();
        const ended = await whileTimePasses(clock, outcome);
        totals.worstMs = Math.max(totals.worstMs, clock.now() - askedAt);
        trial.that(ended.ok && ended.value.abandoned === abandons, `it was to end without an error, ${abandons ? "the page abandoned" : "the page kept"}`);
        trial.that(clock.now() - askedAt <= GRACE_MS, `it took ${clock.now() - askedAt} ms`);
        // The handler that was left alone may end as it likes; nothing of it counts.
        const handled = [...committed];
        while (clock.pending > 0) clock.advance();
        stalled = false;
        await whileTimePasses(
          clock,
          followed.feed({ store, since: BEGIN }).run(({ events }) => handled.push(...idsOf(events)), { until: "caught-up" }),
        );
        const sent = idsOf(emulator.store.stream("auditevents").events);
        totals.lost += sent.filter((id) => !handled.includes(id)).length;
        totals.doubled += handled.length - new Set(handled).size;
        trial.that(handled.join() === sent.join(), "each event was to be handled once, in its order");
      });
    }
    return `ended at most ${totals.worstMs / 1000} s after it was asked (grace ${GRACE_MS / 1000} s); ${totals.lost} lost, ${totals.doubled} doubled on the next start`;
  },
};
