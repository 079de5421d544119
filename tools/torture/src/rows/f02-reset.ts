import { readGivesUp, readRecovers, writeStops } from "../trials.ts";
import type { Row } from "../row.ts";
import { hangsUp } from "../server/whole.ts";
import { READS, WRITES } from "../subjects.ts";

const TIMES = 50;

/** The connection is torn down when the request has arrived. */
export const reset: Row = {
  id: "F2",
  fault: "RST before the response",
  async run(bench) {
    for (const read of READS) await bench.repeat(TIMES, read.name, (trial) => readRecovers(trial, read, hangsUp("reset")));
    for (const write of WRITES) await bench.repeat(TIMES, write.name, (trial) => writeStops(trial, write, hangsUp("reset"), "connection-failed"));
    for (const read of READS) {
      await bench.run(`${read.name}, always`, async (trial) => void (await readGivesUp(trial, read, hangsUp("reset"), "connection-failed")));
    }
    return `${2 * TIMES} reads repeated, ${2 * TIMES} writes sent once and said to be unknown; 0 double writes`;
  },
};
