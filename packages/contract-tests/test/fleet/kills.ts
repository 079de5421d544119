import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { type Fleet, STREAMS, wait } from "./set-up.ts";

const WORKERS = 3;
const KILL_EVERY_MS = 5000;
const LEASE_MS = 15_000;
const RENEWAL_MS = LEASE_MS / 3;
const POLL_MS = 200;
// A claim comes within 2 s, and the poll sees it after its pause and its statement.
const MAX_TAKEOVER_MS = LEASE_MS + 2000 + 2 * POLL_MS;
// After the last kill: its leases, and what is left.
const END_WITHIN_MS = 180_000;

/**
 * Runs three workers that are killed, with Postgres, and returns what was wrong.
 *
 * @param isAlone Whether nothing else runs on the machine, so that the time of a takeover counts.
 */
export async function runWithKills(fleet: Fleet, forMs: number, serverKillsAt: readonly number[], isAlone: boolean): Promise<readonly string[]> {
  const { accounts, rowsOf } = fleet;
  console.log(`${accounts} accounts, ${accounts * STREAMS.length} streams, ${WORKERS} workers`);
  // Without it, the table itself could hide that an event was written twice.
  await rowsOf("ALTER TABLE keywright_events DROP CONSTRAINT keywright_events_pkey");
  const workers = Array.from({ length: WORKERS }, () => fleet.startWorker());
  const begun = performance.now();
  const hits = await killFor(fleet, workers, forMs, serverKillsAt);
  const killedFor = performance.now() - begun;
  const expected = await expectedIds(fleet);
  await waitFor(fleet, expected.size);
  const codes = await fleet.endWorkers();
  const { lost, doubled } = await compare(fleet, expected);
  const held = Number((await rowsOf("SELECT count(*) FROM keywright_fleet WHERE owner IS NOT NULL AND due > now()"))[0]?.["count"]);
  console.log(`${hits.workers} workers killed in ${hits.turns} turns under way, Postgres killed ${hits.servers} times, in ${(killedFor / 1000).toFixed(0)} s`);
  console.log(
    `complete after ${((performance.now() - begun) / 1000).toFixed(0)} s; the longest of ${hits.takeovers} takeovers took ${(hits.takeoverMs / 1000).toFixed(1)} s`,
  );
  console.log(`${expected.size} events, lost ${lost}, doubled ${doubled}`);
  return [
    ...fleet.unexpected,
    ...(hits.turns === 0 ? ["no kill hit a turn under way"] : []),
    ...(isAlone && hits.takeoverMs > MAX_TAKEOVER_MS ? [`a takeover took ${hits.takeoverMs.toFixed(0)} ms, at most ${MAX_TAKEOVER_MS} expected`] : []),
    ...(codes.some((code) => code !== 0) ? [`workers ended with ${codes.join(", ")} after SIGTERM`] : []),
    ...(held > 0 ? [`${held} streams were not released`] : []),
    ...(lost + doubled > 0 ? ["events were lost or doubled"] : []),
  ];
}

/** What the kills hit. */
interface Hits {
  workers: number;
  /** Turns that were under way, of the kills that can be told from a kill of Postgres. */
  turns: number;
  servers: number;
  /** Kills whose streams others have taken while Postgres ran, and the longest time of them. */
  takeovers: number;
  takeoverMs: number;
}

/** Kills workers and Postgres, and adds events meanwhile. */
async function killFor(fleet: Fleet, workers: ChildProcess[], forMs: number, serverKillsAt: readonly number[]): Promise<Hits> {
  const begun = performance.now();
  const serversKilledAt: number[] = [];
  const hits: Hits = { workers: 0, turns: 0, servers: 0, takeovers: 0, takeoverMs: 0 };
  const watches: Promise<void>[] = [];
  const left = [...serverKillsAt];
  let next = KILL_EVERY_MS;
  while (performance.now() - begun < forMs) {
    await wait(250);
    await fleet.append(Math.floor(Math.random() * fleet.accounts));
    const now = performance.now() - begun;
    if (left[0] !== undefined && now >= left[0]) {
      left.shift();
      serversKilledAt.push(performance.now());
      await fleet.postgres.killAndRestart();
      hits.servers += 1;
    } else if (now >= next) {
      next += KILL_EVERY_MS;
      const index = hits.workers % WORKERS;
      const [killed] = workers.splice(index, 1, fleet.startWorker());
      if (killed === undefined) continue;
      const before = await claims(fleet, `due > now() + interval '${LEASE_MS - RENEWAL_MS - 1000} milliseconds'`);
      // One that has ended by itself is reported, and has no further event.
      const ended = killed.exitCode === null && killed.signalCode === null ? once(killed, "exit") : undefined;
      killed.kill("SIGKILL");
      await ended;
      hits.workers += 1;
      watches.push(watchOrphans(fleet, before, hits, serversKilledAt));
    }
  }
  await Promise.all(watches);
  return hits;
}

const claims = async ({ rowsOf }: Fleet, which = "true"): Promise<ReadonlySet<string>> =>
  new Set(
    (await rowsOf(`SELECT account, stream, owner, due FROM keywright_fleet WHERE owner IS NOT NULL AND ${which}`).catch(() => [])).map((row) =>
      JSON.stringify(row),
    ),
  );

/** Counts the streams that only the killed worker had, and measures until others have them. */
async function watchOrphans(fleet: Fleet, before: ReadonlySet<string>, hits: Hits, serversKilledAt: readonly number[]): Promise<void> {
  const killedAt = performance.now();
  // A worker that lives has renewed its leases then, or its turns have ended.
  await wait(RENEWAL_MS + 500);
  const serverWasKilled = (): boolean => serversKilledAt.some((at) => at > killedAt - RENEWAL_MS - 500);
  // Turns that a kill of Postgres has ended look the same.
  if (serverWasKilled()) return;
  let present = await claims(fleet);
  const orphans = [...before].filter((claim) => present.has(claim));
  hits.turns += orphans.length;
  while (orphans.some((claim) => present.has(claim)) && performance.now() - killedAt < 2 * LEASE_MS) {
    await wait(POLL_MS);
    present = await claims(fleet);
  }
  if (orphans.length === 0 || serverWasKilled()) return;
  hits.takeovers += 1;
  hits.takeoverMs = Math.max(hits.takeoverMs, performance.now() - killedAt);
}

const idOf = (account: unknown, stream: unknown, id: unknown): string => JSON.stringify([account, stream, id]);

async function expectedIds({ accounts, idsOf }: Fleet): Promise<ReadonlySet<string>> {
  const all = new Set<string>();
  for (let index = 0; index < accounts; index += 1) {
    const streams = await idsOf(String(index));
    for (const [stream, ids] of Object.entries(streams)) for (const id of ids) all.add(idOf(String(index), stream, id));
  }
  return all;
}

/** Waits until the table has so many events. Streams that have backed off are read at once. */
export async function waitFor({ rowsOf }: Fleet, count: number): Promise<void> {
  const deadline = performance.now() + END_WITHIN_MS;
  for (;;) {
    const rows = await rowsOf("SELECT count(*) FROM keywright_events").catch(() => []);
    if (Number(rows[0]?.["count"]) >= count || performance.now() > deadline) return;
    await rowsOf("UPDATE keywright_fleet SET due = now() WHERE owner IS NULL AND due > now()").catch(() => []);
    await wait(1000);
  }
}

async function compare({ rowsOf }: Fleet, expected: ReadonlySet<string>): Promise<{ readonly lost: number; readonly doubled: number }> {
  const rows = await rowsOf("SELECT account, stream, id FROM keywright_events");
  const stored = new Set(rows.map(({ account, stream, id }) => idOf(account, stream, id)));
  const foreign = [...stored].filter((id) => !expected.has(id)).length;
  return { lost: [...expected].filter((id) => !stored.has(id)).length, doubled: rows.length - stored.size + foreign };
}
