import { withClients } from "../measure/workers.ts";
import { type ClientName, clients } from "../programs/clients.ts";
import type { Group, Measurement, Row } from "../row.ts";
import { interleave, median, pairedRatios, summary } from "../rounds.ts";

/** The responses to request, the number of calls, and how many are in flight at once. */
const LOADS = [
  { name: "2kb-50", what: "2 KB, 50 in flight", answer: "small", calls: 2000, inFlight: 50 },
  { name: "2kb-1", what: "2 KB, 1 in flight", answer: "small", calls: 1000, inFlight: 1 },
  { name: "page-50", what: "1,000 events, 50 in flight", answer: "page", calls: 200, inFlight: 50 },
  { name: "page-1", what: "1,000 events, 1 in flight", answer: "page", calls: 100, inFlight: 1 },
] as const;

/** A Keywright client and the client that it is compared with, with goals by response. */
const COMPARISONS = [
  {
    name: "overhead",
    what: "CPU of token, retry and observation / bare fetch",
    client: "keywright without deadlines",
    base: "fetch",
    atMost: { small: 1, page: 1 },
  },
  {
    name: "deadlines",
    what: "CPU of all that, with deadlines / fetch with a timer and a signal",
    client: "keywright",
    base: "fetch with a timer and a signal",
    atMost: { small: 1, page: 1 },
  },
  {
    name: "node-transport",
    what: "CPU of all that on the Node transport / undici.request",
    client: "keywright on the Node transport",
    base: "undici.request",
    atMost: { small: 0.9, page: 1.1 },
  },
] as const;

const pairs = LOADS.flatMap((load) =>
  COMPARISONS.map(({ name, what, atMost, client, base }) => {
    const row: Row = { name: `${name}-${load.name}`, what: `${what}; ${load.what}`, unit: "×", goal: { atMost: atMost[load.answer] } };
    return { load, client, base, row };
  }),
);

/** Measures the cost of a request. */
export const requests: Group = {
  name: "requests",
  rows: pairs.map(({ row }) => row),
  measure: ({ stage, quick, wants }) =>
    withClients(stage, async (ask) => {
      const names = Object.keys(clients) as ClientName[];
      const measurements: { [row: string]: Measurement } = {};
      for (const load of LOADS) {
        const asked = pairs.filter((pair) => pair.load === load && wants(pair.row.name));
        if (asked.length === 0) continue;
        const round = { ...load, calls: quick ? load.calls / 4 : load.calls };
        const cpu = await interleave(names, { rounds: quick ? 5 : 15, warmUps: quick ? 1 : 2 }, (name) => ask<number>(name, round));
        const peers = names.map((name) => `${name} ${median(pairedRatios(cpu[name], cpu.fetch)).toFixed(2)}`);
        const micros = ((median(cpu.fetch) * 1000) / round.calls).toFixed(0);
        // The times of all clients are printed once, below the first row of a load.
        const all = [`CPU over bare fetch (${micros} µs a call): ${peers.join(", ")}`];
        for (const [index, { row, client, base }] of asked.entries())
          measurements[row.name] = summary(pairedRatios(cpu[client], cpu[base]), index === 0 ? all : []);
      }
      return measurements;
    }),
};
