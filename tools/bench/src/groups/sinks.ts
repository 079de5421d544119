import { join } from "node:path";
import { startPostgres } from "@keywright/tool-test-kit/testing";
import { startNats } from "../measure/servers.ts";
import { type StartWorker, withWorkers } from "../measure/workers.ts";
import type { Delivered } from "../programs/deliver.ts";
import type { Group, Measurement } from "../row.ts";
import { interleave, median, pairedRatios, summary } from "../rounds.ts";

/** Starts a target, and returns its address. */
type Begin = (stage: string) => Promise<{ readonly url: string; readonly stop: () => Promise<unknown> }>;

const TARGETS: { readonly [name: string]: { readonly client: string; readonly begin: Begin } } = {
  postgres: { client: "COPY of pg-copy-streams", begin: startPostgres },
  nats: { client: "publish of @nats-io/jetstream, with acknowledgement", begin: startNats },
  file: { client: "appendFile and datasync of Node", begin: async (stage) => ({ url: join(stage, "events.jsonl"), stop: async () => {} }) },
};

/** V8 lets garbage grow with the memory of the machine, unless it has a limit. */
const HEAP = "--max-old-space-size=64";

/** Measures how long events take from the page of a feed to a target. */
export const sinks: Group = {
  name: "sinks",
  rows: [
    ...Object.entries(TARGETS).map(([name, { client }]) => ({
      name: `sink-${name}`,
      what: `page to target by a feed / ${client}; batches of 1,000 events`,
      unit: "×",
      goal: { atMost: 1.25 },
    })),
    { name: "sink-memory", what: "most memory of these feeds, with a heap of 64 MB", unit: "MB", goal: { atMost: 160 } },
  ],
  async measure({ stage, quick, wants }) {
    const measurements: { [row: string]: Measurement } = {};
    const megabytes: { [name: string]: number } = {};
    const batches = quick ? 20 : 50;
    for (const [name, { client, begin }] of Object.entries(TARGETS)) {
      if (!wants(`sink-${name}`) && !wants("sink-memory")) continue;
      const target = await begin(stage);
      const measure = (start: StartWorker) => {
        const workers = { ours: start("deliver", name, "ours", target.url), theirs: start("deliver", name, "theirs", target.url) };
        return interleave(["ours", "theirs"], { rounds: quick ? 5 : 15 }, (who) => workers[who].ask<Delivered>(batches));
      };
      const { ours, theirs } = await withWorkers(stage, measure, [HEAP]).finally(() => target.stop());
      const perSecond = (all: readonly Delivered[]): string => Math.round((batches * 1_000_000) / median(times(all))).toLocaleString("en-US");
      const beside = [`${perSecond(ours)} events a second; ${client} ${perSecond(theirs)}`];
      measurements[`sink-${name}`] = summary(pairedRatios(times(ours), times(theirs)), beside);
      megabytes[name] = Math.max(...ours.map((each) => each.megabytes));
    }
    const beside = Object.entries(megabytes).map(([name, most]) => `${name} ${Math.round(most)} MB`);
    measurements["sink-memory"] = { figure: Math.max(...Object.values(megabytes)), beside };
    return measurements;
  },
};

function times(delivered: readonly Delivered[]): number[] {
  return delivered.map(({ wallMs }) => wallMs);
}
