import { join } from "node:path";
import { startPostgres } from "@keywright/tool-test-kit/testing";
import { startNats } from "../measure/servers.ts";
import { withWorkers } from "../measure/workers.ts";
import type { Delivered, Delivery } from "../programs/deliver.ts";
import type { Group, Measurement, Surroundings } from "../row.ts";
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
  async measure(surroundings) {
    const measurements: { [row: string]: Measurement } = {};
    const megabytes: { [name: string]: number } = {};
    for (const name of Object.keys(TARGETS)) {
      if (!surroundings.wants(`sink-${name}`) && !surroundings.wants("sink-memory")) continue;
      const { ours, theirs, events } = await measureTarget(name, surroundings);
      const perSecond = (all: readonly Delivered[]): string => Math.round(events / (median(times(all)) / 1000)).toLocaleString("en-US");
      const beside = [`${perSecond(ours)} events a second; ${TARGETS[name]?.client} ${perSecond(theirs)}`];
      measurements[`sink-${name}`] = summary(pairedRatios(times(ours), times(theirs)), beside);
      megabytes[name] = Math.max(...ours.map((each) => each.megabytes));
    }
    const beside = [
      Object.entries(megabytes)
        .map(([name, most]) => `${name} ${Math.round(most)} MB`)
        .join(", "),
    ];
    measurements["sink-memory"] = { figure: Math.max(...Object.values(megabytes)), beside };
    return measurements;
  },
};

async function measureTarget(name: string, { stage, quick }: Surroundings) {
  const target = await TARGETS[name]?.begin(stage);
  if (target === undefined) throw new Error(`there is no target ${name}`);
  try {
    const delivery: Delivery = { batches: quick ? 20 : 50, eventsEach: 1000 };
    const rounds = await withWorkers(
      stage,
      async (start) => {
        const workers = { ours: await start("deliver", name, "ours", target.url), theirs: await start("deliver", name, "theirs", target.url) };
        return interleave(["ours", "theirs"], { rounds: quick ? 5 : 15 }, (who) => workers[who].ask<Delivered>(delivery));
      },
      [HEAP],
    );
    return { ...rounds, events: delivery.batches * delivery.eventsEach };
  } finally {
    await target.stop();
  }
}

function times(delivered: readonly Delivered[]): number[] {
  return delivered.map(({ wallMs }) => wallMs);
}
