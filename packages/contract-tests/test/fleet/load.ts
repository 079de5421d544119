import type { ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import { waitFor } from "./kills.ts";
import { type Fleet, STREAMS, wait } from "./set-up.ts";

const MAX_MEGABYTES = 250;
const MAX_CONNECTIONS = 10;
const MAX_IDLE_SHARE = 0.05;
const MAX_LAG_RATIO = 2;

const IDLE_FOR_MS = 60_000;
const LAG_FOR_MS = 20_000;
const APPEND_EVERY_MS = 100;
const BUSY_ACCOUNTS = 20;
const BACKLOG = 300_000;
const BACKLOG_PART = 10_000;
// Linux, proc(5): the times of a process are in ticks, nearly always of 10 ms.
const TICK_MS = 10;

/** Measures one worker with all streams, and returns which of its limits it exceeds. */
export async function measureLoad(fleet: Fleet, eventsPerStream: number): Promise<readonly string[]> {
  const { accounts, rowsOf } = fleet;
  const total = accounts * STREAMS.length * eventsPerStream;
  const own = Number((await rowsOf(`SELECT count(*) ${CONNECTIONS}`))[0]?.["count"]);
  const worker = fleet.startWorker();
  let connections = 0;
  const watch = setInterval(() => {
    void rowsOf(`SELECT count(*) ${CONNECTIONS}`).then(
      ([row]) => (connections = Math.max(connections, Number(row?.["count"]) - own)),
      () => {},
    );
  }, 500);
  const begun = performance.now();
  await waitFor(fleet, total);
  console.log(
    `${accounts * STREAMS.length} streams, ${total} events in ${seconds(performance.now() - begun)}, of them ${seconds(await cpuOf(worker))} of a core`,
  );

  // As after hours without events, spread over the longest interval.
  await rowsOf("UPDATE keywright_fleet SET idle = 20, due = now() + random() * interval '300 seconds' WHERE owner IS NULL");
  await wait(5000);
  const before = await cpuOf(worker);
  await wait(IDLE_FOR_MS);
  const share = ((await cpuOf(worker)) - before) / IDLE_FOR_MS;

  await rowsOf(`UPDATE keywright_fleet SET idle = 0, due = now() WHERE account::int < ${BUSY_ACCOUNTS}`);
  const alone = await lagWith(fleet);
  for (let made = 0; made < BACKLOG; made += BACKLOG_PART) await fleet.append(BUSY_ACCOUNTS, BACKLOG_PART);
  await rowsOf(`UPDATE keywright_fleet SET due = now() WHERE account = '${BUSY_ACCOUNTS}'`);
  const lag = await lagWith(fleet);
  const left = STREAMS.length * BACKLOG - Number((await rowsOf(`SELECT count(*) FROM keywright_events WHERE account = '${BUSY_ACCOUNTS}'`))[0]?.["count"]);
  clearInterval(watch);
  const megabytes = await mostMemoryOf(worker);
  const codes = await fleet.endWorkers();

  console.log(`at most ${megabytes.toFixed(0)} MiB and ${connections} connections; ${(share * 100).toFixed(1)} % of a core when all have backed off`);
  console.log(`p99 of the lag of ${BUSY_ACCOUNTS} accounts: ${seconds(alone)}, and ${seconds(lag)} next to ${BACKLOG * STREAMS.length} events of another`);
  return [
    ...fleet.unexpected,
    ...codes.filter((code) => code !== 0).map((code) => `the worker ended with ${code}`),
    ...(left <= 0 ? ["the backlog ended before the lag was measured"] : []),
    ...above("MiB", megabytes, MAX_MEGABYTES),
    ...above("connections", connections, MAX_CONNECTIONS),
    ...above("of a core", share, MAX_IDLE_SHARE),
    ...above("times the lag", lag / alone, MAX_LAG_RATIO),
  ];
}

const CONNECTIONS = "FROM pg_stat_activity WHERE backend_type = 'client backend'";

const above = (what: string, figure: number, most: number): readonly string[] =>
  figure <= most ? [] : [`${figure.toFixed(2)} ${what}, at most ${most} expected`];

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Returns the p99 of the times between an event of some accounts and its row. */
async function lagWith({ append, rowsOf }: Fleet): Promise<number> {
  const [start] = await rowsOf("SELECT clock_timestamp()::text AS at");
  const end = performance.now() + LAG_FOR_MS;
  for (let account = 0; performance.now() < end; account = (account + 1) % BUSY_ACCOUNTS) {
    await append(account);
    await wait(APPEND_EVERY_MS);
  }
  const of = `FROM keywright_events WHERE account::int < ${BUSY_ACCOUNTS} AND time > '${String(start?.["at"])}'`;
  const [row] = await rowsOf(`SELECT percentile_disc(0.99) WITHIN GROUP (ORDER BY extract(epoch FROM stored_at - time)) * 1000 AS p99 ${of}`);
  return Number(row?.["p99"]);
}

async function cpuOf({ pid }: ChildProcess): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).replace(/^.*\) /s, "").split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

async function mostMemoryOf({ pid }: ChildProcess): Promise<number> {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}
