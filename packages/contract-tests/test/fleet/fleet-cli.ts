import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readCommandLine, rejectCommandLine } from "@keywright/tool-test-kit/command";
import { startServer } from "@keywright/tool-test-kit/command/start-server";
import { bundlePrograms } from "@keywright/tool-test-kit/testing/bundle-programs";
import { startPostgres } from "@keywright/tool-test-kit/testing";
import { Pool } from "pg";

const USAGE = `Usage: npx pnpm test fleet [--accounts N] [--events N] [--seconds N] [--full]
  Three workers of keywright-tail read the streams of many accounts into Postgres, while one is killed every 5 seconds, and Postgres twice.
  --accounts  how many accounts, with three streams each. Default: 100
  --events    how many events a stream has at the start. Default: 60
  --seconds   how long workers and Postgres are killed. Default: 35
  --full      1000 accounts, and 10 minutes, with Postgres killed every minute`;

const STREAMS = 3;
const WORKERS = 3;
const KILL_EVERY_MS = 5000;
const LEASE_MS = 15_000;
const RENEWAL_MS = LEASE_MS / 3;
const PAGE = 25;
const SERVICE_DELAY_MS = 20;
// After the last kill: its leases, and what is left.
const END_WITHIN_MS = 180_000;

const { values } = readCommandLine(USAGE, {
  accounts: { type: "string" },
  events: { type: "string" },
  seconds: { type: "string" },
  full: { type: "boolean" },
});
const numberOf = (text: string | undefined, standard: number): number => {
  const number = Number(text ?? standard);
  return Number.isSafeInteger(number) && number > 0 ? number : rejectCommandLine(USAGE, `${text} is no whole number from 1 on.`);
};
const accounts = numberOf(values.accounts, values.full ? 1000 : 100);
const eventsPerStream = numberOf(values.events, 60);
const forMs = numberOf(values.seconds, values.full ? 600 : 35) * 1000;
const serverKillsAt = values.full ? Array.from({ length: 9 }, (_unused, index) => (index + 1) * 60_000) : [forMs * 0.35, forMs * 0.8];

const home = fileURLToPath(new URL("../../../tail", import.meta.url));
const folder = join(home, `.program-fleet-${process.pid}`);
await bundlePrograms([join(home, "src/cli.ts"), fileURLToPath(new URL("service.ts", import.meta.url))], folder);
const programOf = (name: string): string => join(folder, name);

const postgres = await startPostgres();
const pool = new Pool({ connectionString: postgres.url, max: 2 });
pool.on("error", () => {});
const rowsOf = async (text: string) => (await pool.query<{ readonly [column: string]: unknown }>(text)).rows;
// The bundler keeps the folders of its programs.
const service = await startServer(
  process.execPath,
  [programOf("contract-tests/test/fleet/service.js"), ...[accounts, eventsPerStream, SERVICE_DELAY_MS].map(String)],
  /ready (\{.*\})/,
);
const { url, control } = JSON.parse(service.ready) as { readonly url: string; readonly control: string };
const config = join(folder, "fleet.json");
const workers: ChildProcess[] = [];
let isEnding = false;
const unexpected: string[] = [];
const serversKilledAt: number[] = [];

async function main(): Promise<number> {
  await writeFile(
    config,
    JSON.stringify({
      accounts: Array.from({ length: accounts }, (_unused, index) => String(index)),
      streams: ["auditevents", "itemusages", "signinattempts"],
      since: "2020-01-01",
      interval: 1,
      "page-size": PAGE,
      events: { url, token: "env:TOKEN_{account}" },
    }),
  );
  await run("--create-tables");
  // Without it, the table itself could hide that an event was written twice.
  await rowsOf("ALTER TABLE keywright_events DROP CONSTRAINT keywright_events_pkey");
  for (let index = 0; index < WORKERS; index += 1) workers.push(startWorker());
  const begun = performance.now();
  const hits = await killFor(begun);
  const killedFor = performance.now() - begun;
  const expected = await expectedIds();
  await waitFor(expected.size);
  isEnding = true;
  const ends = workers.map(async (worker) => (worker.kill("SIGTERM"), once(worker, "exit")));
  const codes = (await Promise.all(ends)).map(([code, signal]) => (code as number | null) ?? String(signal));
  const { lost, doubled } = await compare(expected);
  const held = Number((await rowsOf("SELECT count(*) FROM keywright_fleet WHERE owner IS NOT NULL AND due > now()"))[0]?.["count"]);
  const problems = [
    ...unexpected,
    ...(hits.turns === 0 ? ["no kill hit a turn under way"] : []),
    ...(codes.some((code) => code !== 0) ? [`workers ended with ${codes.join(", ")} after SIGTERM`] : []),
    ...(held > 0 ? [`${held} streams were not released`] : []),
  ];
  for (const problem of problems) console.log(`FAILED  ${problem}`);
  console.log(`${hits.workers} workers killed in ${hits.turns} turns under way, Postgres killed ${hits.servers} times, in ${(killedFor / 1000).toFixed(0)} s`);
  console.log(
    `complete after ${((performance.now() - begun) / 1000).toFixed(0)} s; with what was due before, the longest takeover took ${(hits.takeoverMs / 1000).toFixed(1)} s`,
  );
  console.log(`${expected.size} events, lost ${lost}, doubled ${doubled}`);
  return lost + doubled + problems.length > 0 ? 1 : 0;
}

const words = ["worker", "--config", config, "--database", postgres.url];
const environment = { ...process.env, ...Object.fromEntries(Array.from({ length: accounts }, (_unused, index) => [`TOKEN_${index}`, `token-of-${index}`])) };

async function run(...more: readonly string[]): Promise<void> {
  const [code] = await once(spawn(process.execPath, [programOf("tail/src/cli.js"), ...words, ...more], { env: environment, stdio: "inherit" }), "exit");
  if (code !== 0) throw new Error(`keywright-tail ended with ${String(code)}`);
}

function startWorker(): ChildProcess {
  const worker = spawn(process.execPath, [programOf("tail/src/cli.js"), ...words], { env: environment, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  worker.stderr.on("data", (text: Buffer) => (said = (said + text.toString()).slice(-2000)));
  worker.once("exit", (code, signal) => {
    if (!isEnding && signal !== "SIGKILL") unexpected.push(`a worker ended with ${code ?? signal}: ${said.slice(-500)}`);
  });
  return worker;
}

/** What the kills hit. */
interface Hits {
  workers: number;
  /** Turns that were under way, of the kills that can be told from a kill of Postgres. */
  turns: number;
  servers: number;
  takeoverMs: number;
}

/** Kills workers and Postgres, and adds events meanwhile. */
async function killFor(begun: number): Promise<Hits> {
  const hits: Hits = { workers: 0, turns: 0, servers: 0, takeoverMs: 0 };
  const watches: Promise<void>[] = [];
  const left = [...serverKillsAt];
  let next = KILL_EVERY_MS;
  while (performance.now() - begun < forMs) {
    await wait(250);
    await fetch(`${control}/append/${Math.floor(Math.random() * accounts)}`);
    const now = performance.now() - begun;
    if (left[0] !== undefined && now >= left[0]) {
      left.shift();
      serversKilledAt.push(performance.now());
      await postgres.killAndRestart();
      hits.servers += 1;
    } else if (now >= next) {
      next += KILL_EVERY_MS;
      const index = hits.workers % WORKERS;
      const [killed] = workers.splice(index, 1, startWorker());
      if (killed === undefined) continue;
      const before = await claims(`due > now() + interval '${LEASE_MS - RENEWAL_MS - 1000} milliseconds'`);
      const ended = once(killed, "exit");
      killed.kill("SIGKILL");
      await ended;
      hits.workers += 1;
      watches.push(watchOrphans(before, performance.now(), hits));
    }
  }
  await Promise.all(watches);
  return hits;
}

const claims = async (which = "true"): Promise<ReadonlySet<string>> =>
  new Set(
    (await rowsOf(`SELECT account, stream, owner, due FROM keywright_fleet WHERE owner IS NOT NULL AND ${which}`).catch(() => [])).map((row) =>
      JSON.stringify(row),
    ),
  );

/** Counts the streams that only the killed worker had, and measures until others have them. */
async function watchOrphans(before: ReadonlySet<string>, killedAt: number, hits: Hits): Promise<void> {
  // A worker that lives has renewed its leases then, or its turns have ended.
  await wait(RENEWAL_MS + 500);
  // Turns that a kill of Postgres has ended look the same.
  if (serversKilledAt.some((at) => at > killedAt - RENEWAL_MS - 500)) return;
  let present = await claims();
  const orphans = [...before].filter((claim) => present.has(claim));
  hits.turns += orphans.length;
  while (orphans.some((claim) => present.has(claim)) && performance.now() - killedAt < 2 * LEASE_MS) {
    await wait(200);
    present = await claims();
  }
  if (orphans.length > 0) hits.takeoverMs = Math.max(hits.takeoverMs, performance.now() - killedAt);
}

const idOf = (account: unknown, stream: unknown, id: unknown): string => JSON.stringify([account, stream, id]);

async function expectedIds(): Promise<ReadonlySet<string>> {
  const all = new Set<string>();
  for (let index = 0; index < accounts; index += 1) {
    const streams = (await (await fetch(`${control}/ids/${index}`)).json()) as { readonly [stream: string]: readonly string[] };
    for (const [stream, ids] of Object.entries(streams)) for (const id of ids) all.add(idOf(String(index), stream, id));
  }
  return all;
}

/** Waits until the table has so many events. Streams that have backed off are read at once. */
async function waitFor(count: number): Promise<void> {
  const deadline = performance.now() + END_WITHIN_MS;
  for (;;) {
    const rows = await rowsOf("SELECT count(*) FROM keywright_events").catch(() => []);
    if (Number(rows[0]?.["count"]) >= count || performance.now() > deadline) return;
    await rowsOf("UPDATE keywright_fleet SET due = now() WHERE owner IS NULL AND due > now()").catch(() => []);
    await wait(1000);
  }
}

async function compare(expected: ReadonlySet<string>): Promise<{ readonly lost: number; readonly doubled: number }> {
  const rows = await rowsOf("SELECT account, stream, id FROM keywright_events");
  const stored = new Set(rows.map(({ account, stream, id }) => idOf(account, stream, id)));
  const foreign = [...stored].filter((id) => !expected.has(id)).length;
  return { lost: [...expected].filter((id) => !stored.has(id)).length, doubled: rows.length - stored.size + foreign };
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

let code = 1;
try {
  console.log(`${accounts} accounts, ${accounts * STREAMS} streams, ${WORKERS} workers`);
  code = await main();
} finally {
  isEnding = true;
  for (const worker of workers) worker.kill("SIGKILL");
  await service.stop();
  await pool.end().catch(() => {});
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit(code);
