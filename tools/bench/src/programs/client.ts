import { setTimeout as wait } from "node:timers/promises";
import { answering } from "./answering.ts";
import { clients, type ClientName, type MakeClient, type MeasuredClient, type PageRequest } from "./clients.ts";

/** Many calls, some of them at once. */
export interface Calls {
  /** 2 KB of JSON, or a page of 1,000 events. */
  readonly answer: "small" | "page";
  readonly calls: number;
  readonly inFlight: number;
}

/** What they took, of this process, its garbage collector and all other threads included. */
export interface Effort {
  readonly cpuMs: number;
  readonly wallMs: number;
}

/** One walk over a list. */
export interface Walk {
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

/** A segment of the base address under which every page is full and never the last. */
const ENDLESS = "1000000000-1000-0";

const [name = "", serverUrl = ""] = process.argv.slice(2);
const make: MakeClient = clients[name as ClientName];
const [small, endless] = [await make(serverUrl), await make(`${serverUrl}/${ENDLESS}`)];
const answers = { small: () => small.small(), page: () => endless.page({ limit: 1000 }) };

answering((asked: Calls | Walk) => {
  // A round begins without the garbage of the one before.
  (globalThis as { gc?: () => void }).gc?.();
  return "calls" in asked ? call(asked) : walk(asked);
});

async function call({ answer, calls, inFlight }: Calls): Promise<Effort> {
  const cpu = process.cpuUsage();
  const begun = performance.now();
  let left = calls;
  const loop = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await answers[answer]();
    }
  };
  await Promise.all(Array.from({ length: inFlight }, loop));
  const wallMs = performance.now() - begun;
  const { user, system } = process.cpuUsage(cpu);
  return { cpuMs: (user + system) / 1000, wallMs };
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

/** One page after the other, as everybody writes it. */
async function* pagesOf(client: MeasuredClient): AsyncGenerator<Page> {
  let asked: PageRequest = { limit: 1000 };
  for (;;) {
    const page = (await client.page(asked)) as Page;
    yield page;
    if (!page.has_more) return;
    asked = { cursor: page.cursor };
  }
}
