import { startPostgres } from "@keywright/tool-test-kit/testing";
import { compare, median } from "../measure/rounds.ts";
import type { Row } from "../measure/row.ts";
import { withWorkers } from "../measure/workers.ts";
import type { Delivered } from "../programs/deliver.ts";

/** What the streams of many accounts in one Postgres cost. */
export const fleets: readonly Row[] = [
  {
    name: "fleet-catch-up",
    what: "events a CPU second of a fleet's worker with 4 streams of 10,000 / of one feed with postgresSink",
    unit: "×",
    goal: { atLeast: 0.8 },
    async measure({ stage, quick }) {
      const { url, stop } = await startPostgres();
      const measured = withWorkers(stage, (ask) =>
        // The less CPU time a page takes, the more events a second.
        compare(["sink", "fleet"], { rounds: quick ? 5 : 15, unit: "ms of CPU time a page" }, async (how) =>
          how === "fleet" ? ask<number>("fleet", [url], 4) : (await ask<Delivered>("deliver", ["postgres", "ours", url], 40)).cpuMs,
        ),
      );
      return measured.finally(stop);
    },
  },
  {
    name: "fleet-claim",
    what: "claim of 8 of 100,000 streams, of which some are due / update of one by primary key; time of a statement",
    unit: "×",
    goal: { atMost: 3 },
    async measure({ stage, quick }) {
      const { url, stop } = await startPostgres();
      const rounds = quick ? 5 : 15;
      return withWorkers(stage, (ask) =>
        compare(["claim", "update", "look"], { rounds, unit: "ms" }, async (how) => median(await ask<number[]>("claim", [url], how))),
      ).finally(stop);
    },
  },
];
