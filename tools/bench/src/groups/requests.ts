import { interleave } from "../measure/interleave.ts";
import { startWorker, type Worker } from "../measure/worker.ts";
import { type ClientName, clients } from "../programs/clients/clients.ts";
import type { Effort } from "../programs/effort.ts";
import type { RequestRound } from "../programs/request-client.ts";
import type { Group, Measurement, Row } from "../row.ts";
import { median, pairedRatios, summary } from "../statistics.ts";

/** What is asked for, and how much of it at once. */
interface Load {
  readonly name: string;
  readonly what: string;
  readonly round: RequestRound;
}

const LOADS: readonly Load[] = [
  { name: "2kb-50", what: "2 KB, 50 in flight", round: { answer: "small", calls: 2000, inFlight: 50 } },
  { name: "2kb-1", what: "2 KB, 1 in flight", round: { answer: "small", calls: 1000, inFlight: 1 } },
  { name: "page-50", what: "1,000 events, 50 in flight", round: { answer: "page", calls: 200, inFlight: 50 } },
  { name: "page-1", what: "1,000 events, 1 in flight", round: { answer: "page", calls: 100, inFlight: 1 } },
];

/** One client of ours against one of the peers. */
interface Comparison {
  readonly name: string;
  readonly what: string;
  readonly client: ClientName;
  readonly base: ClientName;
  /** The goal, by what is asked for. */
  readonly atMost: { readonly [answer in RequestRound["answer"]]: number };
}

const COMPARISONS: readonly Comparison[] = [
  { name: "overhead", what: "CPU of token, retry and observation / bare fetch", client: "keywright without deadlines", base: "fetch", atMost: both(1) },
  {
    name: "deadlines",
    what: "CPU of all that, with deadlines / fetch with a timer and a signal",
    client: "keywright",
    base: "fetch with a timer and a signal",
    atMost: both(1),
  },
  {
    name: "node-transport",
    what: "CPU of all that on the Node transport / undici.request",
    client: "keywright on the Node transport",
    base: "undici.request",
    atMost: { small: 0.9, page: 1.1 },
  },
];

const pairs = LOADS.flatMap((load) =>
  COMPARISONS.map((comparison) => {
    const { name, what, atMost } = comparison;
    const row: Row = { name: `${name}-${load.name}`, what: `${what}; ${load.what}`, unit: "×", goal: { atMost: atMost[load.round.answer] } };
    return { load, comparison, row };
  }),
);

/** What a request costs: our clients and their peers, each in its own process, all asking the same server. */
export const requests: Group = {
  name: "requests",
  rows: pairs.map(({ row }) => row),
  async measure({ stage, quick, wants }) {
    const server = await startWorker(stage, "canned-server");
    const url = await server.ask<string>({});
    const names = Object.keys(clients) as ClientName[];
    const workers = new Map<ClientName, Worker>();
    const measurements: { [row: string]: Measurement } = {};
    try {
      for (const name of names) workers.set(name, await startWorker(stage, "request-client", name, url));
      for (const load of LOADS) {
        const asked = pairs.filter((pair) => pair.load === load && wants(pair.row.name));
        if (asked.length === 0) continue;
        const round = { ...load.round, calls: quick ? load.round.calls / 4 : load.round.calls };
        const efforts = await interleave(names, { rounds: quick ? 5 : 15, warmUps: quick ? 1 : 2 }, (name) => (workers.get(name) as Worker).ask<Effort>(round));
        const cpu = (name: ClientName): number[] => efforts[name].map(({ cpuMs }) => cpuMs);
        const wall = (name: ClientName): number[] => efforts[name].map(({ wallMs }) => wallMs);
        asked.forEach(({ row, comparison: { client, base } }, index) => {
          const wallRatio = median(pairedRatios(wall(client), wall(base))).toFixed(2);
          const peers = names.map((name) => `${name} ${median(pairedRatios(cpu(name), cpu("fetch"))).toFixed(2)}`);
          const micros = ((median(cpu("fetch")) * 1000) / round.calls).toFixed(0);
          // What all took stands once, below the first row of a load.
          const beside = index === 0 ? [`wall ${wallRatio} ×`, `CPU over bare fetch (${micros} µs a call): ${peers.join(", ")}`] : [`wall ${wallRatio} ×`];
          measurements[row.name] = { ...summary(pairedRatios(cpu(client), cpu(base))), beside };
        });
      }
    } finally {
      await Promise.all([server, ...workers.values()].map((worker) => worker.stop()));
    }
    return measurements;
  },
};

function both(goal: number): Comparison["atMost"] {
  return { small: goal, page: goal };
}
