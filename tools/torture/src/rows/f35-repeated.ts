import { type FeedEvent, memoryCheckpoints } from "@keywright/core/feeds";
import type { Row } from "../row.ts";
import { answering, BEGIN, idsOf, streamOf, catchUp } from "./feed-setting.ts";
import { eventPage } from "../subjects.ts";

const PAGES = 10;
const PAGE_SIZE = 10;

type Page = readonly { readonly uuid: string }[];

/** Ways to send events again with the page at a place; each gives the pages and how many events were injected. */
const WAYS: readonly (readonly [way: string, inject: (pages: Page[], at: number) => number])[] = [
  [
    "a page twice",
    (pages, at) => {
      pages.splice(at + 1, 0, pages[at] ?? []);
      return PAGE_SIZE;
    },
  ],
  [
    "overlapping pages",
    (pages, at) => {
      const again = (pages[at] ?? []).slice(-1 - at);
      pages[at + 1] = [...again, ...(pages[at + 1] ?? [])];
      return again.length;
    },
  ],
  [
    "an id twice in a page",
    (pages, at) => {
      pages[at] = (pages[at] ?? []).flatMap((event, index) => (index === at ? [event, event] : [event]));
      return 1;
    },
  ],
];

/** Sent twice is given twice, unless the feed is asked to remember ids: then it leaves out exactly that, and says how much. */
export const repeated: Row = {
  id: "F35",
  fault: "a page twice, pages that overlap, an id twice in a page",
  async run(bench) {
    const totals = { injected: 0, removed: 0, asSent: 0 };
    for (const [way, inject] of WAYS) {
      await bench.repeat(PAGES - 1, way, async (trial, at) => {
        const pages: Page[] = Array.from({ length: PAGES }, (_unused, page) => eventPage(page * PAGE_SIZE, PAGE_SIZE, "", true).items);
        const once = idsOf(pages.flat());
        const injected = inject(pages, at);
        totals.injected += injected;
        for (const repeatedIds of [0, 1000]) {
          const clock = trial.fakeClock();
          const fetch = answering((count) => ({ items: pages[count - 1] ?? [], cursor: `c${count}`, has_more: count < pages.length }));
          const got: string[] = [];
          let removed = 0;
          const onEvent = (event: FeedEvent): void => {
            if (event.type === "committed") removed += event.repeated;
          };
          const feed = streamOf(trial, "listAuditEvents", { clock, fetch }).feed({ store: memoryCheckpoints(), since: BEGIN, repeatedIds, onEvent });
          const outcome = await catchUp(trial, clock, feed, got);
          const expected = repeatedIds === 0 ? idsOf(pages.flat()) : once;
          trial.that(outcome.ok && got.join() === expected.join(), `expected ${expected.length} events, got ${got.length}, or in another order`);
          trial.that(removed === (repeatedIds === 0 ? 0 : injected), `${injected} were injected, ${removed} counted as left out`);
          totals.removed += removed;
          if (repeatedIds === 0) totals.asSent += got.length - once.length;
        }
      });
    }
    return `${totals.injected} injected: ${totals.asSent} delivered as sent by default, ${totals.removed} left out where ids are remembered`;
  },
};
