import type { ClientEvent } from "@keywright/core";
import type { Trial } from "../bench.ts";
import type { Row } from "../row.ts";
import { answersJson } from "../server/whole.ts";
import { IDS, ITEM } from "../subjects.ts";

const USERS = 50;
const OUTAGE_MS = 600_000;
const PAUSE_MS = 4000;
const CALL = { vaultUUID: IDS.vaultUUID, itemUUID: IDS.itemUUID };

/** What the calls of all users have cost. */
interface Counts {
  failed: number;
  requestsOfFailed: number;
  failedWithoutQuota: number;
  requestsWithoutQuota: number;
  recovered: number;
}

/** The service is gone for ten minutes, and many go on calling it. Ten minutes pass in moments: the clock moves when all are waiting for it, and nobody for the wire. */
export const outage: Row = {
  id: "F19",
  fault: "outage of 10 min, 50 clients",
  async run(bench) {
    let figure = "";
    await bench.run("an outage", async (trial) => {
      const counts: Counts = { failed: 0, requestsOfFailed: 0, failedWithoutQuota: 0, requestsWithoutQuota: 0, recovered: 0 };
      const outcome = await trial.attempt(() => playOutage(trial, counts));
      const perFailed = counts.requestsWithoutQuota / counts.failedWithoutQuota;
      trial.that(outcome.ok, "the outage was to be played to its end");
      trial.that(perFailed <= 1.1, `${perFailed.toFixed(3)} requests per failed call`);
      trial.that(counts.failedWithoutQuota > counts.failed / 2, "the quota was to be gone for most of the outage");
      trial.that(counts.recovered === USERS, `${counts.recovered} of ${USERS} clients recovered`);
      figure = `${perFailed.toFixed(2)} requests per failed call once the quota is gone (${counts.failedWithoutQuota} calls; ${(counts.requestsOfFailed / counts.failed).toFixed(2)} over all ${counts.failed}); ${counts.recovered} of ${USERS} recover`;
    });
    return figure;
  },
};

async function playOutage(trial: Trial, counts: Counts): Promise<void> {
  const clock = trial.fakeClock({ chance: 0.5 });
  const server = await trial.serve(() => (clock.now() < OUTAGE_MS ? answersJson({ message: "down" }, 503) : answersJson(ITEM)));
  let awake = USERS;
  const sleeping = (): void => {
    awake -= 1;
    if (awake === 0) setImmediate(wakeNext);
  };
  const wakeNext = (): void => {
    const asleep = clock.pending;
    clock.advance();
    awake = asleep - clock.pending;
  };
  const pause = (delayMs: number): Promise<void> =>
    new Promise((resolve) => {
      clock.after(delayMs, resolve);
      sleeping();
    });
  const user = async (number: number): Promise<void> => {
    const count = countCalls(counts);
    const onEvent = (event: ClientEvent): void => {
      count(event);
      // Behind the event, the client begins to wait.
      if (event.type === "retry") queueMicrotask(sleeping);
    };
    const { vault } = trial.clients(server.url, { clock, onEvent });
    await pause((number * PAUSE_MS) / USERS);
    while (clock.now() < OUTAGE_MS) {
      await trial.attempt(() => vault.getItem(CALL));
      await pause(PAUSE_MS);
    }
    if ((await trial.attempt(() => vault.getItem(CALL))).ok) counts.recovered += 1;
    sleeping();
  };
  await Promise.all(Array.from({ length: USERS }, (_, number) => user(number)));
}

/** Counts the failed calls of one client; apart, those from the first on that its quota stops. */
function countCalls(counts: Counts): (event: ClientEvent) => void {
  let quotaGone = false;
  return (event) => {
    if (event.type !== "call" || event.errorCode === undefined) return;
    counts.failed += 1;
    counts.requestsOfFailed += event.attempts;
    quotaGone ||= event.stopReason === "quota-used";
    if (!quotaGone) return;
    counts.failedWithoutQuota += 1;
    counts.requestsWithoutQuota += event.attempts;
  };
}
