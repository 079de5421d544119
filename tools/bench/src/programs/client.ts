import { setTimeout as wait } from "node:timers/promises";
import { respondWith } from "./respond-with.ts";
import { clients, type ClientName, type MakeClient, type MeasuredClient, type PageRequest } from "./clients.ts";

/** A number of calls, several in flight at once. */
export interface Calls {
  /** 2 KB of JSON, or a page of 1,000 events. */
  readonly answer: "small" | "page";
  readonly calls: number;
  readonly inFlight: number;
}

/** One walk over a list. */
export interface Walk {
  readonly pages: number;
  readonly itemsPerPage: number;
  readonly latencyMs: number;
  /** Work on each page: waiting, as for a database, or computing, and for how long. */
  readonly work?: { readonly how: "waiting" | "busy"; readonly ms: number };
}

export interface Walked {
  readonly wallMs: number;
  /** Part of this time that the work on pages took. */
  readonly workMs: number;
  readonly items: number;
}

/** First segment of the base address of a list whose pages are all full and never end. */
const ENDLESS = "1000000000-1000-0";

const [name = "", serverUrl = ""] = process.argv.slice(2);
const make: MakeClient = clients[name as ClientName];
const [small, endless] = [await make(serverUrl), await make(`${serverUrl}/${ENDLESS}`)];
const answers = { small: () => small.small(), page: () => endless.page({ limit: 1000 }) };

respondWith((asked: Calls | Walk): Promise<number | Walked> => ("calls" in asked ? call(asked) : walk(asked)));

/** Returns the CPU milliseconds of the calls, of all threads and the garbage collector. */
async function call({ answer, calls, inFlight }: Calls): Promise<number> {
  const cpu = process.cpuUsage();
  let left = calls;
  const loop = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await answers[answer]();
    }
  };
  await Promise.all(Array.from({ length: inFlight }, loop));
  const { user, system } = process.cpuUsage(cpu);
  return (user + system) / 1000;
}

async function walk({ pages, itemsPerPage, latencyMs, work }: Walk): Promise<Walked> {
  const begun = performance.now();
  let workMs = 0;
  let items = 0;
  const client = await make(`${serverUrl}/${pages}-${itemsPerPage}-${latencyMs}`);
  for await (const page of (client.walk?.() ?? pagesOf(client)) as AsyncIterable<Page>) {
    for (const item of page.items) if (item !== undefined) items += 1;
    if (work === undefined) continue;
    const started = performance.now();
    if (work.how === "waiting") await wait(work.ms);
    else while (performance.now() - started < work.ms);
    workMs += performance.now() - started;
  }
  return { wallMs: performance.now() - begun, workMs, items };
}

interface Page {
  readonly items: readonly unknown[];
  readonly cursor: string;
  readonly has_more: boolean;
}

/** Reads one page after the other, in the usual loop. */
async function* pagesOf(client: MeasuredClient): AsyncGenerator<Page> {
  let asked: PageRequest = { limit: 1000 };
  for (;;) {
    const page = (await client.page(asked)) as Page;
    yield page;
    if (!page.has_more) return;
    asked = { cursor: page.cursor };
  }
}
