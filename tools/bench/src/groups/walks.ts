import { interleave } from "../measure/interleave.ts";
import { startWorker, type Worker } from "../measure/worker.ts";
import type { ItemEffort, ItemWalk } from "../programs/item-cost.ts";
import type { Walk, Walked } from "../programs/walk-client.ts";
import type { Group, Measurement, Row, Surroundings } from "../row.ts";
import { median, pairedRatios, summary } from "../statistics.ts";

const consumers = (["waiting", "busy"] as const).flatMap((how) =>
  [5, 20].map((latencyMs) => {
    const what = `walk with a ${how} consumer / max(fetch, consume); latency and work of ${latencyMs} ms a page`;
    const row: Row = { name: `walk-${how}-${latencyMs}`, what, unit: "×", goal: { atMost: 1.1 } };
    return { how, latencyMs, row };
  }),
);

const BY_PAGE: Row = { name: "item-by-page", what: "what walking adds to an item, page by page", unit: "ns", goal: { atMost: 10 } };
const BY_ITEM: Row = { name: "item-by-item", what: "what walking adds to an item, item by item", unit: "ns", goal: { atMost: 120 } };
const PER_SECOND: Row = {
  name: "node-items-per-second",
  what: "items a second on the Node transport / openapi-fetch's on fetch; pages of 1,000, no latency",
  unit: "×",
  goal: { atLeast: 1.5 },
};

const ON_NODE = "keywright on the Node transport";

/** What walking a list costs. */
export const walks: Group = {
  name: "walks",
  rows: [...consumers.map(({ row }) => row), BY_PAGE, BY_ITEM, PER_SECOND],
  async measure(surroundings) {
    const { wants } = surroundings;
    const measurements: { [row: string]: Measurement } = {};
    const walking = [...consumers.map(({ row }) => row), PER_SECOND].some(({ name }) => wants(name));
    if (walking) Object.assign(measurements, await measureWalks(surroundings));
    if (wants(BY_PAGE.name) || wants(BY_ITEM.name)) Object.assign(measurements, await measureItems(surroundings));
    return measurements;
  },
};

async function measureWalks({ stage, quick, wants, random }: Surroundings): Promise<{ [row: string]: Measurement }> {
  const server = await startWorker(stage, "canned-server");
  const url = await server.ask<string>({});
  const walkers = new Map<string, Worker>();
  const walk = async (by: Walk["by"], plan: Omit<Walk, "by">): Promise<Walked> => {
    const worker = walkers.get(by) ?? (await startWorker(stage, "walk-client", url));
    walkers.set(by, worker);
    const walked = await worker.ask<Walked>({ by, ...plan });
    if (walked.items !== plan.pages * plan.itemsPerPage) throw new Error(`${by} walked over ${walked.items} items of ${plan.pages * plan.itemsPerPage}`);
    return walked;
  };
  const measurements: { [row: string]: Measurement } = {};
  try {
    for (const { how, latencyMs, row } of consumers.filter((consumer) => wants(consumer.row.name))) {
      const plan = { pages: Math.round((quick ? 300 : 600) / latencyMs), itemsPerPage: 100, latencyMs };
      const work = { how, ms: latencyMs };
      const rounds = await interleave(["fetch", "keywright", "one after the other"], { rounds: quick ? 3 : 9, random }, (name) => {
        if (name === "fetch") return walk("fetch", plan);
        return walk(name === "keywright" ? "keywright" : "fetch", { ...plan, work });
      });
      const floors = rounds.fetch.map(({ wallMs }, round) => Math.max(wallMs, rounds.keywright[round]?.workMs ?? 0));
      const sequential = median(pairedRatios(times(rounds["one after the other"]), floors)).toFixed(2);
      measurements[row.name] = { ...summary(pairedRatios(times(rounds.keywright), floors)), beside: [`bare fetch, one after the other: ${sequential} ×`] };
    }
    if (wants(PER_SECOND.name)) {
      const plan = { pages: quick ? 50 : 100, itemsPerPage: 1000, latencyMs: 0 };
      const rounds = await interleave(["openapi-fetch", "keywright", ON_NODE], { rounds: quick ? 5 : 15, random }, (by) => walk(by, plan));
      const [ours, onFetch, theirs] = [perSecond(rounds[ON_NODE]), perSecond(rounds.keywright), perSecond(rounds["openapi-fetch"])];
      const beside = [`${Math.round(median(ours)).toLocaleString("en-US")} items a second; on fetch ${median(pairedRatios(onFetch, theirs)).toFixed(2)} ×`];
      measurements[PER_SECOND.name] = { ...summary(pairedRatios(ours, theirs)), beside };
    }
  } finally {
    await Promise.all([server, ...walkers.values()].map((worker) => worker.stop()));
  }
  return measurements;
}

/** All in one process, without a socket. By page, the loop over the items is timed; by item, what is left when the pages themselves are taken off is the walking. */
async function measureItems({ stage, quick, random }: Surroundings): Promise<{ [row: string]: Measurement }> {
  const worker = await startWorker(stage, "item-cost");
  try {
    const hows: readonly ItemWalk[] = ["pages alone", "by page", "by item"];
    const rounds = await interleave(hows, { rounds: quick ? 9 : 25, warmUps: 3, random }, (how) => worker.ask<ItemEffort>({ how }));
    const added = rounds["by item"].map(({ nsAnItem }, round) => nsAnItem - (rounds["pages alone"][round]?.nsAnItem ?? 0));
    return { [BY_PAGE.name]: summary(rounds["by page"].map(({ loopNsAnItem }) => loopNsAnItem)), [BY_ITEM.name]: summary(added) };
  } finally {
    await worker.stop();
  }
}

function times(walked: readonly Walked[]): number[] {
  return walked.map(({ wallMs }) => wallMs);
}

function perSecond(walked: readonly Walked[]): number[] {
  return walked.map(({ items, wallMs }) => (items * 1000) / wallMs);
}
