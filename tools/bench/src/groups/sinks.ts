import { join } from "node:path";
import { startPostgres } from "@keywright/tool-test-kit/testing";
import { startNats } from "../measure/servers.ts";
import { withWorkers } from "../measure/workers.ts";
import type { Delivered } from "../programs/deliver.ts";
import type { Row, Surroundings } from "../measure/row.ts";
import { compare, interleave } from "../measure/rounds.ts";

/** Starts a target, and returns its address. */
type Begin = (stage: string) => Promise<{ readonly url: string; readonly stop: () => Promise<unknown> }>;

const TARGETS: { readonly [name: string]: { readonly client: string; readonly begin: Begin } } = {
  postgres: { client: "COPY of pg-copy-streams", begin: () => startPostgres() },
  nats: { client: "publish of @nats-io/jetstream, with acknowledgement", begin: startNats },
  file: { client: "appendFile and datasync of Node", begin: async (stage) => ({ url: join(stage, "events.jsonl"), stop: async () => {} }) },
};

/** V8 lets garbage grow with the memory of the machine, unless it has a limit. */
const HEAP = "--max-old-space-size=64";

type Deliver = (how: "ours" | "theirs") => Promise<Delivered>;

/** Runs `work` with a function that delivers batches to a target, each way in a process. */
async function withTarget<Result>(name: string, { stage, quick }: Surroundings, work: (deliver: Deliver) => Promise<Result>): Promise<Result> {
  const target = await TARGETS[name]?.begin(stage);
  const deliver = withWorkers(stage, (ask) => work((how) => ask<Delivered>("deliver", [name, how, target?.url ?? ""], quick ? 20 : 50)), [HEAP]);
  return deliver.finally(() => target?.stop());
}

/** How long events take from the page of a feed to a target. */
export const sinks: readonly Row[] = [
  ...Object.entries(TARGETS).map(([name, { client }]): Row => ({
    name: `sink-${name}`,
    what: `page to target by a feed / ${client}; batches of 1,000 events`,
    unit: "×",
    goal: { atMost: 1.25 },
    measure: (surroundings) =>
      withTarget(name, surroundings, (deliver) =>
        compare(["ours", "theirs"], { rounds: surroundings.quick ? 5 : 15, unit: "ms a batch" }, async (how) => (await deliver(how)).batchMs),
      ),
  })),
  {
    name: "sink-memory",
    what: "most memory of these feeds, with a heap of 64 MB",
    unit: "MB",
    goal: { atMost: 160 },
    async measure(surroundings) {
      const all: { [name: string]: number } = {};
      for (const name of Object.keys(TARGETS))
        all[name] = await withTarget(name, surroundings, async (deliver) => {
          const { ours } = await interleave(["ours"], surroundings.quick ? 5 : 15, deliver);
          return Math.max(...ours.map(({ megabytes }) => megabytes));
        });
      return { figure: Math.max(...Object.values(all)), beside: Object.entries(all).map(([name, most]) => `${name} ${Math.round(most)} MB`) };
    },
  },
];
