import { withClients } from "../measure/workers.ts";
import type { Walk, Walked } from "../programs/client.ts";
import type { ClientName } from "../programs/clients.ts";
import type { Group, Measurement, Row } from "../row.ts";
import { interleave, median, pairedRatios, summary } from "../rounds.ts";

const consumers = (["waiting", "busy"] as const).flatMap((how) =>
  [5, 20].map((latencyMs) => {
    const what = `walk with a ${how} consumer / max(fetch, consume); latency and work of ${latencyMs} ms a page`;
    const row: Row = { name: `walk-${how}-${latencyMs}`, what, unit: "×", goal: { atMost: 1.1 } };
    return { how, latencyMs, row };
  }),
);

const PER_SECOND: Row = {
  name: "node-items-per-second",
  what: "items a second on the Node transport / openapi-fetch's on fetch; pages of 1,000, no latency",
  unit: "×",
  goal: { atLeast: 1.5 },
};

const ON_NODE = "keywright on the Node transport";

/** Measures the cost of walking a list. */
export const walks: Group = {
  name: "walks",
  rows: [...consumers.map(({ row }) => row), PER_SECOND],
  measure: ({ stage, quick, wants }) =>
    withClients(stage, async (ask) => {
      const walk = async (by: ClientName, plan: Walk): Promise<Walked> => {
        const walked = await ask<Walked>(by, plan);
        if (walked.items !== plan.pages * plan.itemsPerPage)
          throw new Error(`${by} must read ${plan.pages * plan.itemsPerPage} items, but read ${walked.items}`);
        return walked;
      };
      const measurements: { [row: string]: Measurement } = {};
      for (const { how, latencyMs, row } of consumers.filter((consumer) => wants(consumer.row.name))) {
        const plan = { pages: Math.round((quick ? 300 : 600) / latencyMs), itemsPerPage: 100, latencyMs };
        const work = { how, ms: latencyMs };
        const rounds = await interleave(["fetch", "keywright"], { rounds: quick ? 3 : 9 }, (name) => walk(name, name === "fetch" ? plan : { ...plan, work }));
        const floors = rounds.fetch.map(({ wallMs }, round) => Math.max(wallMs, rounds.keywright[round]?.workMs ?? 0));
        const times = rounds.keywright.map(({ wallMs }) => wallMs);
        measurements[row.name] = summary(pairedRatios(times, floors));
      }
      if (wants(PER_SECOND.name)) {
        const plan = { pages: quick ? 50 : 100, itemsPerPage: 1000, latencyMs: 0 };
        const rounds = await interleave(["openapi-fetch", ON_NODE], { rounds: quick ? 5 : 15 }, (by) => walk(by, plan));
        const [ours, theirs] = [perSecond(rounds[ON_NODE]), perSecond(rounds["openapi-fetch"])];
        const beside = [`${Math.round(median(ours)).toLocaleString("en-US")} items a second`];
        measurements[PER_SECOND.name] = summary(pairedRatios(ours, theirs), beside);
      }
      return measurements;
    }),
};

function perSecond(walked: readonly Walked[]): number[] {
  return walked.map(({ items, wallMs }) => (items * 1000) / wallMs);
}
