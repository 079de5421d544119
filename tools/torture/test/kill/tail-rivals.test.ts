import { setTimeout } from "node:timers/promises";
import { type PostgresServer, startPostgres } from "@keywright/tool-test-kit/testing";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type End, type Life, start } from "../../src/life.ts";
import { expectAll, expectGoodEnd, KILLS, linesOf, random, type ServedStream, usePrograms, useStream } from "./support.ts";

// Each take-over waits for the lease of 15 seconds.
const TAKE_OVERS = Math.ceil(KILLS / 50);
const PAGE = 200;
/** Longer than a lease, and than the interval of a stand-by. */
const PATIENCE_MS = 30_000;

const { command } = usePrograms("tail");
let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
});

afterAll(() => server?.stop());

/** The command on one of several machines. */
function machineFor(stream: ServedStream, ...place: readonly string[]) {
  const env = { ...process.env, KEYWRIGHT_EVENTS_URL: stream.url, KEYWRIGHT_EVENTS_TOKEN: stream.token };
  const args = ["auditevents", ...place, "--since", "2020-01-01T00:00:00Z", "--page-size", String(PAGE), "--stand-by", "--once"];
  return (...more: readonly string[]): Life => start([...command("tail"), ...args, ...more], { env });
}

/** Kills each owner while the next one stands by. Returns how all ended. */
async function killOwners(machine: () => Life): Promise<End[]> {
  const lives: End[] = [];
  let owner = machine();
  await owns(owner);
  for (let kills = 0; kills < TAKE_OVERS; kills += 1) {
    const next = machine();
    await saying(next, /standing by/);
    await setTimeout(random() * 150);
    owner.child.kill("SIGKILL");
    lives.push(await owner.end);
    expect(lives.at(-1)).toMatchObject({ signal: "SIGKILL" });
    await owns(next);
    owner = next;
  }
  lives.push(await owner.end);
  expectGoodEnd(lives.at(-1) as End);
  return lives;
}

const owns = (life: Life): Promise<void> => saying(life, /starting at|continuing from/);

async function saying({ child, end }: Life, words: RegExp): Promise<void> {
  let said = "";
  const told = new Promise<void>((resolve) => child.stderr?.on("data", (text: Buffer) => words.test((said += String(text))) && resolve()));
  expect(await Promise.race([told, end, setTimeout(PATIENCE_MS, `it only said: ${said}`, { ref: false })])).toBeUndefined();
}

describe("F31 rivals of keywright-tail", () => {
  it("for a position in Postgres: the stand-by takes over when the owner is killed, and loses no event", async (context) => {
    const stream = await useStream(20_000 * (TAKE_OVERS + 1));
    const machine = machineFor(stream, "--checkpoint", server.url);
    expectGoodEnd(await machine("--create-tables").end);
    const lives = await killOwners(machine);
    expectAll(
      context,
      stream,
      lives.flatMap(({ printed }) => linesOf(printed)).map((line) => (JSON.parse(line) as { readonly uuid: string }).uuid),
      PAGE,
    );
  });

  it("for a table in Postgres: the stand-by takes over when the owner is killed, and each event is there once", async (context) => {
    const stream = await useStream(10_000 * (TAKE_OVERS + 1));
    const machine = machineFor(stream, "--to", server.url, "--table", "audit_events");
    expectGoodEnd(await machine("--create-tables").end);
    await killOwners(machine);
    const sql = postgres(server.url, { onnotice: () => {} });
    const rows = await sql<{ readonly id: string }[]>`SELECT id FROM audit_events ORDER BY stored_at, ctid`;
    await sql.end();
    const { repeated } = expectAll(
      context,
      stream,
      rows.map(({ id }) => id),
      PAGE,
    );
    expect(repeated).toBe(0);
  });
});
