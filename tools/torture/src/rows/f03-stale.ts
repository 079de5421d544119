import { setTimeout } from "node:timers/promises";
import { describe, expectFailure, type Trial } from "../bench.ts";
import { expectUnknownOutcome, expectWhole, readRecovers, writeStops } from "../trials.ts";
import type { Row } from "../row.ts";
import type { Behaviour } from "../server/exchange.ts";
import { answersJson, hangsUp } from "../server/whole.ts";
import { type Clients, READS, type Subject, WRITES } from "../subjects.ts";

const TIMES = 25;

/** The server ends the connection in order: on its first request, or on a later one that a kept connection carries. */
export const stale: Row = {
  id: "F3",
  fault: "FIN before the response, stale keep-alive",
  async run(bench) {
    let free = 0;
    for (const read of READS) await bench.repeat(TIMES, `${read.name}, FIN`, (trial) => readRecovers(trial, read, hangsUp("finish")));
    for (const write of WRITES) await bench.repeat(TIMES, `${write.name}, FIN`, (trial) => writeStops(trial, write, hangsUp("finish"), "connection-failed"));
    for (const how of ["finish", "reset"] as const) {
      for (const read of READS) await bench.repeat(TIMES, `${read.name}, stale (${how})`, (trial) => readOnStale(trial, read, hangsUp(how)));
      for (const write of WRITES) await bench.repeat(TIMES, `${write.name}, stale (${how})`, (trial) => writeOnStale(trial, write, hangsUp(how)));
      for (const read of READS) {
        await bench.repeat(TIMES, `${read.name}, stale (${how}) and then unavailable`, async (trial) => {
          if (await isReconnectFree(trial, read, hangsUp(how))) free += 1;
        });
      }
    }
    for (const subject of [...READS, ...WRITES]) await bench.repeat(TIMES, `${subject.name}, closed while idle`, (trial) => closedWhileIdle(trial, subject));
    return `0 double writes; each read reconnected, by one of its repetitions (by none of them: ${free} of ${4 * TIMES})`;
  },
};

async function readOnStale(trial: Trial, read: Subject, hangUp: Behaviour): Promise<void> {
  const good = answersJson(read.answer);
  const server = await trial.serve([good, hangUp, good]);
  const clients = trial.clients(server.url);
  await warmUp(trial, read, clients);
  expectWhole(trial, read, await trial.attempt(() => read.call(clients, { signal: trial.signal })));
  trial.that(
    server.requests.map(({ connection }) => connection).join() === "1,1,2",
    "the second request was to meet the connection of the first, the third a new one",
  );
}

/** Whether a stale connection leaves a read all the repetitions that it has: either way, it ends as it should. */
async function isReconnectFree(trial: Trial, read: Subject, hangUp: Behaviour): Promise<boolean> {
  const good = answersJson(read.answer);
  const server = await trial.serve([good, hangUp, answersJson({}, 503), answersJson({}, 503), good]);
  const clients = trial.clients(server.url);
  await warmUp(trial, read, clients);
  const outcome = await trial.attempt(() => read.call(clients, { signal: trial.signal }));
  if (outcome.ok) expectWhole(trial, read, outcome);
  else expectFailure(trial, outcome, "api-error", 3);
  return outcome.ok;
}

/** Makes a first call, and waits until its connection can carry another. */
async function warmUp(trial: Trial, subject: Subject, clients: Clients): Promise<void> {
  expectWhole(trial, subject, await trial.attempt(() => subject.call(clients, { signal: trial.signal })));
  await setTimeout(10);
}

async function writeOnStale(trial: Trial, write: Subject, hangUp: Behaviour): Promise<void> {
  const server = await trial.serve([answersJson(write.answer), hangUp, answersJson(write.answer)]);
  const clients = trial.clients(server.url);
  await warmUp(trial, write, clients);
  const outcome = await trial.attempt(() => write.call(clients, { signal: trial.signal }));
  expectFailure(trial, outcome, "connection-failed", 1);
  expectUnknownOutcome(trial, outcome);
  trial.that(server.requests.length === 2 && server.doubleWrites === 0, `expected 2 requests; got ${server.requests.length}`);
}

/** The server ends a connection that carries nothing: the next call must not even notice. */
async function closedWhileIdle(trial: Trial, subject: Subject): Promise<void> {
  const closing: Behaviour = async (exchange) => {
    await answersJson(subject.answer)(exchange);
    exchange.finish();
    await exchange.gone();
  };
  const server = await trial.serve([closing, answersJson(subject.answer)]);
  const clients = trial.clients(server.url, { retry: false });
  expectWhole(trial, subject, await trial.attempt(() => subject.call(clients, { signal: trial.signal })));
  await server.settle(500);
  const outcome = await trial.attempt(() => subject.call(clients, { signal: trial.signal }));
  trial.that(outcome.ok, `the call behind an idle end was to succeed; ${describe(outcome)}`);
  trial.that(server.doubleWrites === 0, "a write was sent twice");
}
