import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startPostgres } from "@keywright/tool-test-kit/testing";
import { Client } from "pg";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { createAuthority } from "../../../core/test/node/network/certificates.ts";
import { folderForTest, tail } from "../support.ts";

/** An address that the system connects to itself, and that is not one of loopback by its form. */
const REMOTE = "0.0.0.0";
const PASSWORD = "hidden-value";
const authority = createAuthority("An authority for databases");

/** Starts a server that asks for the password itself, for some host, and creates the tables with an authority. */
async function createTables(host: string, trusted: string, rest = "") {
  const server = await startPostgres({ identity: authority.issue({ commonName: "database", host }), password: PASSWORD });
  onTestFinished(() => server.stop());
  const { port } = new URL(server.url);
  const ca = join(await folderForTest(), "authority.pem");
  await writeFile(ca, trusted);
  const to = `postgres://postgres@${REMOTE}:${port}/postgres${rest}`;
  const { code, said } = await tail(["auditevents", "--to", to, "--create-tables", "--ca", ca], { env: { KEYWRIGHT_TAIL_POSTGRES_PASSWORD: PASSWORD } });
  expect(said).not.toContain(PASSWORD);
  return { code, said, port: Number(port) };
}

/** Whether the tables exist, as a client with TLS sees it. */
async function hasTables(port: number): Promise<boolean> {
  const client = new Client({ host: "127.0.0.1", port, user: "postgres", password: PASSWORD, database: "postgres", ssl: { rejectUnauthorized: false } });
  await client.connect();
  const { rows } = await client.query("SELECT to_regclass('keywright_events') IS NOT NULL AS found");
  await client.end();
  return rows[0]?.found === true;
}

beforeAll(() => {
  // A variable of the environment must not make it weaker.
  process.env["PGSSLMODE"] = "no-verify";
  return () => void delete process.env["PGSSLMODE"];
});

it.each(["", "?sslmode=verify-full", "?sslmode=require"])("a real server with a certificate for its host is used, with %j", async (rest) => {
  const { code, port } = await createTables(REMOTE, authority.cert, rest);
  expect([code, await hasTables(port)]).toEqual([0, true]);
});

it.each([
  ["of another authority", REMOTE, createAuthority("Another authority").cert, /certificate.*--ca/s],
  // Such as the one before, of the same name.
  ["of another key of the authority", REMOTE, createAuthority("An authority for databases").cert, /certificate.*--ca/s],
  ["for another host", "db.example.com", authority.cert, /not in the cert/],
])("a real server with a certificate %s is not used", async (_what, host, trusted, message) => {
  const { code, said, port } = await createTables(host, trusted);
  expect([code, said, await hasTables(port)]).toEqual([1, expect.stringMatching(message), false]);
});

it("a real server without TLS gets nothing, and one that requires TLS nothing in clear text", async () => {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  const { port } = new URL(server.url);
  const to = `postgres://postgres@${REMOTE}:${port}/postgres`;
  const env = { KEYWRIGHT_TAIL_POSTGRES_PASSWORD: PASSWORD };
  expect(await tail(["auditevents", "--to", to, "--create-tables"], { env })).toMatchObject({
    code: 1,
    said: expect.stringContaining("its server has no TLS"),
  });
  const { code, port: requiring } = await createTables(REMOTE, authority.cert, "?sslmode=disable");
  expect([code, await hasTables(requiring)]).toEqual([6, false]);
});
