import { type PostgresServer, startPostgres } from "@keywright/tool-test-kit/testing";
import { Client } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eventTable, postgresTransaction, postgresWriter } from "../../../sinks/src/postgres.ts";
import type { Clock } from "../../src/index.ts";
import { createFeed, type FeedPosition } from "../../src/feeds.ts";
import { createFleet, fleetStreams, fleetTable } from "../../src/postgres.ts";
import { fakeClock } from "../fake-clock.ts";
import { createPostgres, type Session } from "../../../../tools/simulate/src/fleet/create-postgres.ts";
import type { Row } from "../../../../tools/simulate/src/fleet/statements.ts";

/** A statement as the model ran it. `done`: the entry at which it had ended. */
interface Statement {
  readonly session: number;
  readonly now: number;
  readonly text: string;
  readonly values: readonly unknown[];
  result?: readonly Row[] | Error;
}

/** What happened in the model, in its order: statements that come and end, and sessions that end. */
type Entry = { readonly sent: Statement } | { readonly done: Statement } | { readonly ended: number };

// The functions of Postgres that a world decides, so that both have the same time.
const WORLD = `CREATE SCHEMA world; CREATE SEQUENCE world.ms;
  CREATE FUNCTION world.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS 'SELECT to_timestamp((SELECT last_value FROM world.ms) / 1000.0)';
  CREATE FUNCTION world.now() RETURNS timestamptz LANGUAGE sql AS 'SELECT world.clock_timestamp()';
  CREATE FUNCTION world.set_config(text, text, boolean) RETURNS text LANGUAGE sql AS 'SELECT $2';
  ALTER DATABASE postgres SET search_path = world, pg_catalog, public;`;

const SHORT = { leaseMs: 1000, concurrency: 2, maxTurnEvents: 6, maxTurnMs: 2000, intervalMs: 500, maxIntervalMs: 2000, timeoutMs: 5000 };
const SINCE = { since: "2026-01-01T00:00:00Z" };

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
});

afterAll(() => server?.stop());

/** Randomness of a seed: the generator of Park and Miller. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** Runs three workers and an operator on the model, whose connections are cut at times. */
async function historyOf(seed: number) {
  const random = randomOf(seed);
  const time = fakeClock({ random: 0.5 });
  const clock: Clock = { ...time, random };
  const entries: Entry[] = [];
  let sessions = 0;
  const model = createPostgres(
    () => Math.round(time.wallNow()),
    () => {},
  );
  const pass = (ms: number): Promise<void> => new Promise((resolve) => void time.after(Math.round(random() * ms), resolve));

  /** Runs a statement in the model, which comes and ends after a while. */
  async function run(id: number, session: Session, text: string, values: readonly unknown[]) {
    await pass(20);
    if (random() < 0.01) session.end();
    const sent: Statement = { session: id, now: Math.round(time.wallNow()), text, values };
    entries.push(session.state.isOpen ? { sent } : { ended: id });
    if (!session.state.isOpen) throw new Error("the connection is lost");
    sent.result = await session.run(text, values).catch((error: Error) => error);
    entries.push({ done: sent });
    await pass(20);
    if (sent.result instanceof Error) throw sent.result;
    return { rows: sent.result };
  }

  function connect() {
    const [session, id] = [model.connect(), (sessions += 1)];
    const release = (): void => {
      session.end();
      entries.push({ ended: id });
    };
    return { on: () => {}, off: () => {}, release, query: (text: string, values: readonly unknown[]) => run(id, session, text, values) };
  }

  const pool = {
    connect: async () => connect(),
    async query(text: string, values: readonly unknown[]) {
      const { query, release } = connect();
      return query(text, values).finally(release);
    },
  };
  const query = async (text: string, values: readonly (string | number)[]) => (await pool.query(text, values)).rows;
  const streams = fleetStreams({ query, clock });
  const all = Array.from({ length: 6 }, (_unused, index) => ({ account: `account ${index >> 1}`, stream: `stream ${index & 1}`, target: "table" }));
  const act = (work: Promise<unknown>): Promise<unknown> => time.finish(work.catch(() => {}));
  // One after the other, because Postgres takes rows that are due at the same time in any order.
  for (let count = 1; count <= all.length; count += 1) await act(streams.sync(all.slice(0, count), SINCE));
  const stopping = new AbortController();
  const running = [1, 2, 3].map(() =>
    createFleet<string>({
      query,
      transaction: postgresTransaction(pool),
      clock,
      ...SHORT,
      open({ account, stream }, given) {
        async function* pages(position: FeedPosition) {
          const from = "cursor" in position ? Number(position.cursor) : 0;
          await pass(random() < 0.1 ? 2000 : 100);
          if (random() < 0.1) throw new Error("the service fails");
          const items = random() < 0.4 ? [] : [0, 1, 2].map((index) => `${account} ${stream} ${from + index}`);
          if (items.length > 0) yield { items, resumeAt: String(from + items.length) };
        }
        return createFeed({ stream, pages }, given);
      },
      async handle(batch, call) {
        const { account, stream } = call.turn;
        if (random() < 0.1) await pass(1500);
        if (random() < 0.1) return void (await call.query("SELECT 1/0", []).catch(() => {}));
        return postgresWriter<string>({ account, stream, idOf: (id) => id })(batch, call);
      },
    }).run({ signal: stopping.signal }),
  );
  for (let step = 0; step < 15; step += 1) {
    const index = Math.floor(random() * all.length);
    const { account = "", stream = "" } = all[index] ?? {};
    const action = [
      () => streams.pause({ account, stream }),
      () => streams.resume({ account, stream }),
      () => streams.retry({ account, stream }),
      () =>
        streams.sync(
          all.filter((_unused, place) => place !== index),
          SINCE,
        ),
      () => streams.sync(all, SINCE),
    ][Math.floor(random() * 5)];
    await act(Promise.resolve(action?.()));
    await time.advance(Math.round(random() * 1500));
  }
  stopping.abort();
  await time.finish(Promise.all(running));
  return { entries, rows: model.rows(), stored: model.stored.length };
}

const connected = async (): Promise<Client> => {
  const client = new Client({ connectionString: server.url });
  client.on("error", () => {});
  await client.connect();
  return client;
};

/** What both return: an error by its code, or rows in any order. */
const comparable = (result: readonly Row[] | Error | undefined): unknown =>
  result instanceof Error ? Reflect.get(result, "code") : result?.map((row) => Object.values(row).map(String).join()).sort();

it.each([1])("runs the statements of fleets as Postgres does, in history %i", async (seed) => {
  const { entries, rows, stored } = await historyOf(seed);
  const control = await connected();
  await control.query(seed === 1 ? WORLD : "DROP TABLE public.keywright_fleet, public.keywright_events");
  await control.query(fleetTable("public.keywright_fleet") + eventTable({ table: "public.keywright_events", accounts: true }));
  await control.query("ALTER TABLE public.keywright_events DROP CONSTRAINT keywright_events_pkey");
  const clients = new Map<number, Client>();
  const pids = new Map<number, number>();
  const results = new Map<Statement, Promise<unknown>>();

  for (const entry of entries) {
    if ("ended" in entry) {
      // It may wait for a lock, and an end of its client would wait for it.
      await control.query("SELECT pg_terminate_backend($1, 10000)", [pids.get(entry.ended) ?? null]);
      clients.delete(entry.ended);
    } else if ("sent" in entry) {
      const { session, now, text, values } = entry.sent;
      const client = clients.get(session) ?? (await connected());
      if (!clients.has(session)) pids.set(session, (await client.query("SELECT pg_backend_pid() AS pid")).rows[0].pid);
      clients.set(session, client);
      await control.query("SELECT setval('world.ms', $1)", [now]);
      results.set(
        entry.sent,
        client.query(text, [...values]).then(
          ({ rows: found }) => found,
          (error: unknown) => error,
        ),
      );
    } else expect([entry.done.text, comparable((await results.get(entry.done)) as readonly Row[])]).toEqual([entry.done.text, comparable(entry.done.result)]);
  }
  for (const client of clients.values()) await client.end();
  const columns = "account, stream, (extract(epoch FROM due) * 1000)::float AS due, owner, position, version::int, idle, failures, paused, error_code, error";
  const { rows: kept } = await control.query<Row>(`SELECT ${columns} FROM public.keywright_fleet ORDER BY account, stream`);
  const sorted = [...rows].sort((a, b) => (`${String(a["account"])} ${String(a["stream"])}` < `${String(b["account"])} ${String(b["stream"])}` ? -1 : 1));
  expect(kept).toEqual(sorted.map(({ target: _target, due, ...row }) => ({ ...row, due: due === null ? null : expect.closeTo(Number(due), 1) })));
  expect(Number((await control.query("SELECT count(*) FROM public.keywright_events")).rows[0].count)).toBe(stored);
  expect(entries.length).toBeGreaterThan(300);
  await control.end();
});
