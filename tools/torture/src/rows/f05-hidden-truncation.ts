import { expectFailure } from "../bench.ts";
import type { Row } from "../row.ts";
import { type Cut, cuts } from "../server/cut.ts";
import { runCutWalks } from "./cut-walks.ts";

const CUTS: readonly Cut[] = ["close-delimited", "length and close", "gzip"];

const TIMES = 20;
const METRICS = Buffer.from(Array.from({ length: 50 }, (_, index) => `requests_total{path="/${index}"} ${index * 7}\n`).join(""));

/** The body breaks off, and Node's fetch takes it for whole. */
export const hiddenTruncation: Row = {
  id: "F5",
  fault: "close-delimited truncation, short content-length, truncated gzip",
  async run(bench) {
    const figure = await runCutWalks(bench, CUTS);
    let short = 0;
    for (const cut of CUTS) {
      await bench.repeat(TIMES, `getMetrics, ${cut}`, async (trial, index) => {
        const behaviour = cuts(cut, METRICS, 1 + Math.floor((index * METRICS.length) / TIMES), "text/plain");
        const server = await trial.serve(() => behaviour);
        const outcome = await trial.attempt(() => trial.clients(server.url).vault.getMetrics({ signal: trial.signal }));
        // A text has no end of its own: only where the transport sees the cut can a client.
        if (outcome.ok) short += 1;
        else expectFailure(trial, outcome, "truncated-response", 3);
      });
    }
    return `${figure}; of ${CUTS.length * TIMES} short texts (metrics), which have no end of their own, ${short} were not seen`;
  },
};
