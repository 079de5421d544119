import { type PostgresServer, startPostgres } from "@keywright/tool-test-kit/testing";
import { Client } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { services, tail, untimed } from "../support.ts";

let server: PostgresServer;
let client: Client;

beforeAll(async () => {
  server = await startPostgres();
  client = new Client(server.url);
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await server.stop();
});

it.each([
  ["raw", "repair"],
  ["ocsf", "events_ocsf"],
])("an audit finds a row that was removed, one that is doubled and one that was changed: %s in %s", async (format, table) => {
  const { env, fetch, events } = services({ eventsPerStream: 30 });
  const args = ["auditevents", "--to", server.url, "--table", table, "--format", format, "--since", "2020-01-01", "--page-size", "7"];
  await tail([...args, "--create-tables"], { env, fetch });
  // Such as a table of partitions, whose ids are unique only with their times.
  await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_pkey, ADD PRIMARY KEY (stream, id, stored_at)`);
  await tail([...args, "--once"], { env, fetch });
  const audit = async (...options: readonly string[]) => {
    const { code, said } = await tail(["audit", ...args, ...options], { env, fetch });
    return { code, said: untimed(said).split("\n").slice(0, -1) };
  };
  expect(await audit()).toEqual({ code: 0, said: ["auditevents: service 30, stored 30, missing 0, doubled 0, changed 0, late 0"] });
  const [removed, doubled, changed] = events.store.stream("auditevents").events.map(({ uuid }) => uuid);
  await client.query(`DELETE FROM ${table} WHERE id = $1`, [removed]);
  await client.query(`INSERT INTO ${table} (stream, id, type, time, event) SELECT stream, id, type, time, event FROM ${table} WHERE id = $1`, [doubled]);
  await client.query(`UPDATE ${table} SET event = event || '{"added": 1}', time = '1999-01-01' WHERE id = $1`, [changed]);
  events.appendEvents("auditevents", { uuid: "LATE", timestamp: "2026-03-01T08:00:00Z" });
  const { code, said } = await audit("--repair");
  expect([code, said.slice(0, 3).sort(), said.slice(3)]).toEqual([
    7,
    [`changed ${changed}`, `doubled ${doubled}`, `missing ${removed}`].map((text) => expect.stringContaining(text)),
    ["auditevents: wrote 1 of 1 missing events", "auditevents: service 30, stored 29, missing 1, doubled 1, changed 1, late 1"],
  ]);
  const { rows } = await client.query(`SELECT count(*)::int AS all, count(*) FILTER (WHERE id = $1)::int AS own FROM ${table}`, [removed]);
  expect(rows).toEqual([{ all: 31, own: 1 }]);
  expect((await audit()).said.at(-1)).toBe("auditevents: service 30, stored 30, missing 0, doubled 1, changed 1, late 1");
  // The live feed continues at its own position.
  await tail([...args, "--once"], { env, fetch });
  expect((await audit()).said.at(-1)).toBe("auditevents: service 31, stored 31, missing 0, doubled 1, changed 1, late 0");
  await client.query(`DELETE FROM ${table} WHERE id = $1`, [changed]);
  await audit("--repair");
  expect(await audit()).toMatchObject({ code: 7, said: { length: 2, 1: "auditevents: service 31, stored 31, missing 0, doubled 1, changed 0, late 0" } });
});
