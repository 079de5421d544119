import { createEventsClient } from "@keywright/events";
import { answering } from "./answering.ts";
import { effortOf } from "./effort.ts";

const PAGES = 300;
const ITEMS = 1000;

/** Items that cost next to nothing to parse, so that what walking costs can be seen. */
const items = JSON.stringify(Array.from({ length: ITEMS }, (_all, index) => index));

/** What is done with the pages of a walk. */
export type ItemWalk = "pages alone" | "by page" | "by item";

/** What that took: the whole walk, and of it what was spent in the loops over the items of each page. */
export interface ItemEffort {
  readonly nsAnItem: number;
  readonly loopNsAnItem: number;
}

answering("ready", async (walk: { readonly how: ItemWalk }): Promise<ItemEffort> => {
  let served = 0;
  const client = createEventsClient({
    baseUrl: "http://127.0.0.1",
    token: "example-token",
    fetch: () => {
      served += 1;
      const text = `{"items":${items},"cursor":"${served}","has_more":${served < PAGES}}`;
      return Promise.resolve(new Response(text, { headers: { "content-type": "application/json" } }));
    },
  });
  const list = client.listAuditEvents({ limit: 1000 });
  let sum = 0;
  let loopMs = 0;
  const { cpuMs } = await effortOf(async () => {
    if (walk.how === "by item") for await (const item of list) sum += item as unknown as number;
    else if (walk.how === "by page") {
      for await (const page of list.pages()) {
        const begun = performance.now();
        for (const item of page.items) sum += item as unknown as number;
        loopMs += performance.now() - begun;
      }
    } else for await (const page of list.pages()) sum += page.items.length;
  });
  if (served !== PAGES || sum === 0) throw new Error(`the walk ended after ${served} of ${PAGES} pages`);
  return { nsAnItem: (cpuMs * 1e6) / (PAGES * ITEMS), loopNsAnItem: (loopMs * 1e6) / (PAGES * ITEMS) };
});
