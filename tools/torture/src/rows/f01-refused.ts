import { countAttempts, expectWhole } from "../trials.ts";
import type { Row } from "../row.ts";
import { findClosedPort } from "../server/ports.ts";
import type { FaultServer } from "../server/fault-server.ts";
import { answersJson } from "../server/whole.ts";
import { READS, type Subject, WRITES } from "../subjects.ts";
import type { Trial } from "../bench.ts";

const TIMES = 50;

/** Nobody listens, then somebody does: nothing was sent, so that writes may be repeated too. */
export const refused: Row = {
  id: "F1",
  fault: "connect refused, then up",
  async run(bench) {
    let succeeded = 0;
    for (const subject of [...READS, ...WRITES]) {
      await bench.repeat(TIMES, subject.name, async (trial) => {
        if (await recovers(trial, subject)) succeeded += 1;
      });
    }
    for (const subject of [...READS, ...WRITES]) {
      await bench.run(`${subject.name}, never up`, async (trial) => {
        const clients = trial.clients(`http://127.0.0.1:${await findClosedPort()}`);
        const { error } = await trial.attempt(() => subject.call(clients, { signal: trial.signal }));
        const { code, outcome, attempts } = error as { readonly code?: unknown; readonly outcome?: unknown; readonly attempts?: unknown };
        trial.that(
          code === "connection-failed" && outcome === "not-sent" && attempts === 3,
          `expected connection-failed, not-sent, 3 attempts; got ${String(code)}, ${String(outcome)}, ${String(attempts)}`,
        );
      });
    }
    return `${succeeded} of ${TIMES * 4} succeeded (reads and writes), attempts = 2 each`;
  },
};

async function recovers(trial: Trial, subject: Subject): Promise<boolean> {
  const port = await findClosedPort();
  let server: FaultServer | undefined;
  const clock = trial.quickClock({
    beforeWake: async () => {
      server = await trial.serve([answersJson(subject.answer)], { port });
    },
  });
  const { onEvent, attempts } = countAttempts();
  const clients = trial.clients(`http://127.0.0.1:${port}`, { clock, onEvent });
  const outcome = await trial.attempt(() => subject.call(clients, { signal: trial.signal }));
  expectWhole(trial, subject, outcome);
  trial.that(attempts() === 2, `expected 2 attempts; there were ${attempts()}`);
  trial.that(server?.requests.length === 1, `expected 1 request; got ${String(server?.requests.length)}`);
  return outcome.ok;
}
