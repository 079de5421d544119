import { nodeTransport, type NodeTransport } from "@keywright/core/node";
import { createEventsClient } from "@keywright/events";
import type { paths } from "@keywright/events/schema";
import createClient from "openapi-fetch";
import { setTimeout as wait } from "node:timers/promises";
import { answering } from "./answering.ts";

/** One walk over a list. */
export interface Walk {
  readonly by: "fetch" | "openapi-fetch" | "keywright" | "keywright on the Node transport";
  readonly pages: number;
  readonly itemsPerPage: number;
  readonly latencyMs: number;
  /** What is done with each page: waited, as for a database, or computed; and for how long. */
  readonly work?: { readonly how: "waiting" | "busy"; readonly ms: number };
}

/** How it went. */
export interface Walked {
  readonly wallMs: number;
  /** How much of it the work took. */
  readonly workMs: number;
  readonly items: number;
}

type PageOfItems = { readonly items: readonly unknown[] };

const [serverUrl = ""] = process.argv.slice(2);

answering("ready", async ({ by, pages, itemsPerPage, latencyMs, work }: Walk): Promise<Walked> => {
  (globalThis as { gc?: () => void }).gc?.();
  const begun = performance.now();
  let workMs = 0;
  let items = 0;
  for await (const page of await walkers[by](`${serverUrl}/${pages}-${itemsPerPage}-${latencyMs}`)) {
    for (const item of page.items) if (item !== undefined) items += 1;
    if (work === undefined) continue;
    const started = performance.now();
    if (work.how === "waiting") await wait(work.ms);
    else while (performance.now() - started < work.ms);
    workMs += performance.now() - started;
  }
  return { wallMs: performance.now() - begun, workMs, items };
});

/** One for all walks of a process, as a program has it. */
const shared: { transport?: NodeTransport } = {};

type Walker = (baseUrl: string) => AsyncIterable<PageOfItems> | Promise<AsyncIterable<PageOfItems>>;

const walkers: { readonly [by in Walk["by"]]: Walker } = {
  keywright: (baseUrl) => createEventsClient({ baseUrl, token: "example-token" }).listAuditEvents({ limit: 1000 }).pages(),
  "keywright on the Node transport": async (baseUrl) => {
    shared.transport ??= await nodeTransport();
    return createEventsClient({ baseUrl, token: "example-token", transport: shared.transport }).listAuditEvents({ limit: 1000 }).pages();
  },
  fetch: (baseUrl) =>
    pagesOf(async (body) => {
      const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
      return (await fetch(`${baseUrl}/api/v2/auditevents`, init)).json() as Promise<PageOf>;
    }),
  "openapi-fetch": (baseUrl) => {
    const client = createClient<paths>({ baseUrl });
    return pagesOf(async (body) => (await client.POST("/api/v2/auditevents", { body })).data as PageOf);
  },
};

interface PageOf extends PageOfItems {
  readonly cursor: string;
  readonly has_more: boolean;
}

/** One page after the other, as everybody writes it. */
async function* pagesOf(ask: (body: { limit: number } | { cursor: string }) => Promise<PageOf>): AsyncGenerator<PageOfItems> {
  let page = await ask({ limit: 1000 });
  yield page;
  while (page.has_more) {
    page = await ask({ cursor: page.cursor });
    yield page;
  }
}
