import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { expect, it } from "vitest";
import { serveAsking } from "./postgres-server.ts";
import { folderForTest, services, SINCE, tail, untimed } from "./support.ts";

const PASSWORD = "hidden-value";
const VARIABLES = "KEYWRIGHT_TAIL_POSTGRES_PASSWORD or PGPASSWORD";
const CHECK = "its server cannot be reached. Check that it runs, and the host and the port of the address";

/** A port of this machine where nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Runs `fleet status`, whose messages have no password. */
async function status(database: string) {
  const { code, said } = await tail(["fleet", "status", "--database", database], { env: { KEYWRIGHT_TAIL_POSTGRES_PASSWORD: PASSWORD } });
  expect(said).not.toContain(PASSWORD);
  return [code, untimed(said)];
}

/** Follows audit events until the log has a line, and returns that. */
async function firstLine(args: readonly string[]): Promise<string> {
  const { env, fetch } = services();
  const stop = new AbortController();
  let said = "";
  const stderr = {
    write(text: string): void {
      said += text;
      if (/retrying|writing again|starting again/.test(text)) stop.abort();
    },
  };
  await tail([...args, ...SINCE], { env: { ...env, PGPASSWORD: PASSWORD }, fetch, stderr, signal: stop.signal });
  expect(said).not.toContain(PASSWORD);
  return untimed(said).split("\n", 1)[0] ?? "";
}

it("a database of a fleet that is away is named with its option, and what to check", async () => {
  const port = await closedPort();
  expect(await status(`postgres://keywright@127.0.0.1:${port}/audit`)).toEqual([
    1,
    `keywright-tail: database audit at 127.0.0.1, port ${port} (--database): connect ECONNREFUSED 127.0.0.1:${port}: ${CHECK}\n`,
  ]);
});

it("a database of which only the host is known is named by that", async () => {
  const port = await closedPort();
  const [code, said] = await status(`postgres://127.0.0.1:${port}`);
  expect([code, said]).toEqual([1, expect.stringContaining(`keywright-tail: database at 127.0.0.1, port ${port} (--database): connect ECONNREFUSED`)]);
});

it("a host of which no address works is named, although Node's error has no message", async () => {
  const port = await closedPort();
  const [code, said] = await status(`postgres://keywright@localhost:${port}/audit`);
  expect(code).toBe(1);
  expect(said).toMatch(new RegExp(`^keywright-tail: database audit at localhost, port ${port} \\(--database\\): .*ECONNREFUSED.*: ${CHECK}\n$`));
});

it("a folder without a socket of Postgres is named", async () => {
  const folder = await folderForTest();
  expect(await status(`postgres://keywright@${encodeURIComponent(folder)}/audit`)).toEqual([
    1,
    `keywright-tail: database audit at ${folder}, port 5432 (--database): connect ENOENT ${folder}/.s.PGSQL.5432: ${CHECK}\n`,
  ]);
});

it("a password of a fleet that is wrong is exit code 6, with its variables and not those of a service", async () => {
  const { port } = await serveAsking();
  expect(await status(`postgres://keywright@127.0.0.1:${port}/audit`)).toEqual([
    6,
    `keywright-tail: database audit at 127.0.0.1, port ${port} (--database): password authentication failed: ` +
      `its server rejects the user or the password. Check the address, and ${VARIABLES}\n`,
  ]);
});

it("a server without TLS is named", async () => {
  const { port } = await serveAsking();
  const [code, said] = await status(`postgres://keywright@0.0.0.0:${port}/audit`);
  expect([code, said]).toEqual([
    1,
    expect.stringContaining(`database audit at 0.0.0.0, port ${port} (--database): The server does not support SSL connections`),
  ]);
});

it("a database of positions that is away is named at each retry", async () => {
  const port = await closedPort();
  expect(await firstLine(["auditevents", "--checkpoint", `postgres://keywright@127.0.0.1:${port}/audit`])).toBe(
    `auditevents: database audit at 127.0.0.1, port ${port} (--checkpoint): ` +
      `the checkpoint of listAuditEvents cannot be acquired in Postgres (ECONNREFUSED): ${CHECK}, retrying in 1 s`,
  );
});

it("a database of a sink of a configuration file is named as the file names it", async () => {
  const port = await closedPort();
  const config = join(await folderForTest(), "tail.json");
  const sinks = { archive: { to: `postgres://keywright@127.0.0.1:${port}/audit` } };
  await writeFile(config, JSON.stringify({ sinks, streams: { auditevents: { sinks: ["archive"] } } }));
  expect(await firstLine(["--config", config])).toContain(`database audit at 127.0.0.1, port ${port} (sinks.archive.to): `);
});
