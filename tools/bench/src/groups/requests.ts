import { withClients } from "../measure/workers.ts";
import type { Row } from "../measure/row.ts";
import { compare } from "../measure/rounds.ts";

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

/** The cost of a request. */
export const requests: readonly Row[] = LOADS.flatMap((load) =>
  COMPARISONS.map(({ name, what, atMost, client, base }) => ({
    name: `${name}-${load.name}`,
    what: `${what}; ${load.what}`,
    unit: "×",
    goal: { atMost: atMost[load.answer] },
    measure: ({ stage, quick }) =>
      withClients(stage, (ask) => {
        const round = { ...load, calls: quick ? load.calls / 4 : load.calls };
        return compare(
          [client, base, "openapi-fetch"],
          { rounds: quick ? 5 : 15, unit: "µs a call" },
          async (by) => ((await ask<number>(by, round)) * 1000) / round.calls,
        );
      }),
  })),
);
