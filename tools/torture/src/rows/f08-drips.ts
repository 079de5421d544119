import { expectFailure } from "../bench.ts";
import type { Row } from "../row.ts";
import { JSON_TYPE, message } from "../server/message.ts";
import { drips } from "../server/slow.ts";
import { READS, WRITES } from "../subjects.ts";
import { startStopwatch, TOLERANCE_MS } from "./stopwatch.ts";

const TIMES = 10;
const DEADLINE_MS = 350;

/** The answer comes byte by byte, never late enough to look stalled. */
export const dripping: Row = {
  id: "F8",
  fault: "drip of 1 byte each 100 ms",
  async run(bench) {
    const stopwatch = startStopwatch();
    for (const subject of [...READS, ...WRITES]) {
      const bytes = message({ headers: [JSON_TYPE], body: JSON.stringify(subject.answer) });
      for (const [place, from] of [
        ["from the first byte", 0],
        ["in the headers", 30],
        ["in the body", bytes.indexOf("\r\n\r\n") + 10],
      ] as const) {
        for (const options of [{ totalTimeoutMs: DEADLINE_MS }, { timeoutMs: DEADLINE_MS, retry: false }] as const) {
          await bench.repeat(TIMES, `${subject.name}, ${place}`, async (trial) => {
            const server = await trial.serve([drips(bytes, 100, from)]);
            const clients = trial.clients(server.url);
            const deadline = stopwatch.start(DEADLINE_MS);
            const outcome = await trial.attempt(() => subject.call(clients, { signal: trial.signal, ...options }));
            deadline.expect(trial, outcome);
            expectFailure(trial, outcome, "timeout", 1);
          });
        }
      }
    }
    stopwatch.stop();
    return `all ended within their deadline + ${TOLERANCE_MS} ms; the latest ${stopwatch.worstLateMs} ms behind it`;
  },
};
