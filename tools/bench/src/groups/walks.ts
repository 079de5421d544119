import { withClients } from "../measure/workers.ts";
import type { Walk, Walked } from "../programs/client.ts";
import type { ClientName } from "../programs/clients.ts";
import type { Row } from "../measure/row.ts";
import { compare, interleave, pairedRatios, summary } from "../measure/rounds.ts";

type Walks = (by: ClientName, plan: Walk) => Promise<Walked>;

function withWalks<Result>(stage: string, work: (walk: Walks) => Promise<Result>): Promise<Result> {
  return withClients(stage, (ask) =>
    work(async (by, plan) => {
      const walked = await ask<Walked>(by, plan);
      const expected = plan.pages * plan.itemsPerPage;
      if (walked.items !== expected) throw new Error(`${by} must read ${expected} items, but read ${walked.items}`);
      return walked;
    }),
  );
}

const consumer = (how: "waiting" | "busy", latencyMs: number): Row => ({
  name: `walk-${how}-${latencyMs}`,
  what: `walk with a ${how} consumer / max(fetch, consume); latency and work of ${latencyMs} ms a page`,
  unit: "×",
  goal: { atMost: 1.1 },
  measure: ({ stage, quick }) =>
    withWalks(stage, async (walk) => {
      const plan = { pages: Math.round((quick ? 300 : 600) / latencyMs), itemsPerPage: 100, latencyMs };
      const work = { how, ms: latencyMs };
      const rounds = await interleave(["fetch", "keywright"], quick ? 3 : 9, (by) => walk(by, by === "fetch" ? plan : { ...plan, work }));
      const floors = rounds.fetch.map(({ wallMs }, round) => Math.max(wallMs, rounds.keywright[round]?.workMs ?? 0));
      const times = rounds.keywright.map(({ wallMs }) => wallMs);
      return summary(pairedRatios(times, floors));
    }),
});

export const walks: readonly Row[] = [
  consumer("waiting", 5),
  consumer("waiting", 20),
  consumer("busy", 5),
  consumer("busy", 20),
  {
    name: "node-items-per-second",
    what: "items a second on the Node transport / openapi-fetch's on fetch; pages of 1,000, no latency",
    unit: "×",
    goal: { atLeast: 1.5 },
    measure: ({ stage, quick }) =>
      withWalks(stage, (walk) =>
        compare(["keywright on the Node transport", "openapi-fetch"], { rounds: quick ? 5 : 15, unit: "items a second" }, async (by) => {
          const { items, wallMs } = await walk(by, { pages: quick ? 50 : 100, itemsPerPage: 1000, latencyMs: 0 });
          return (items * 1000) / wallMs;
        }),
      ),
  },
];
