import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createAuthority } from "../../core/test/node/network/certificates.ts";
import { readPostgres } from "../src/lib/connections/postgres-address.ts";
import { type AskingServer, serveAsking } from "./postgres-server.ts";
import { folderForTest, services, SINCE, tail } from "./support.ts";

/** An address that the system connects to itself, and that is not one of loopback by its form. */
const REMOTE = "0.0.0.0";
const PASSWORD = "hidden-value";
const authority = createAuthority("An authority for databases");

async function caFile(): Promise<string> {
  const path = join(await folderForTest(), "authority.pem");
  await writeFile(path, authority.cert);
  return path;
}

/** Creates the tables in a server that asks for a password. */
async function createTables({ port }: AskingServer, host: string, rest = "", ...args: readonly string[]) {
  const to = `postgres://keywright@${host}:${port}/audit${rest}`;
  const { code, said } = await tail(["auditevents", "--to", to, "--create-tables", ...args], { env: { KEYWRIGHT_TAIL_POSTGRES_PASSWORD: PASSWORD } });
  expect(said).not.toContain(PASSWORD);
  return { code, said };
}

/** Sets variables that pg reads from the process. */
function stub(variables: { readonly [name: string]: string }): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
}

describe("the password of Postgres on another machine", () => {
  it.each([
    ["by default", {}],
    ["with PGSSLMODE=disable", { PGSSLMODE: "disable" }],
    ["with PGSSLMODE=prefer", { PGSSLMODE: "prefer" }],
  ])("is not sent to a server without TLS, %s", async (_when, variables) => {
    stub(variables);
    const server = await serveAsking();
    expect(await createTables(server, REMOTE)).toEqual({ code: 1, said: expect.stringContaining("its server has no TLS") });
    expect(server.passwords).toEqual([]);
  });

  it.each(["", "?sslmode=require", "?sslmode=verify-ca", "?sslmode=verify-full"])("is not sent if the certificate is not trusted, with %j", async (rest) => {
    stub({ PGSSLMODE: "no-verify" });
    const server = await serveAsking(authority.issue({ commonName: "database", host: REMOTE }));
    expect(await createTables(server, REMOTE, rest)).toEqual({ code: 1, said: expect.stringMatching(/certificate.*--ca/s) });
    expect(server.passwords).toEqual([]);
  });

  it.each(["", "?sslmode=require", "?sslmode=verify-ca"])("is not sent if the certificate is for another host, with %j", async (rest) => {
    const server = await serveAsking(authority.issue({ commonName: "database", host: "db.example.com" }));
    expect(await createTables(server, REMOTE, rest, "--ca", await caFile())).toEqual({ code: 1, said: expect.stringContaining("not in the cert") });
    expect(server.passwords).toEqual([]);
  });

  it("is sent encrypted if --ca vouches for the host", async () => {
    const server = await serveAsking(authority.issue({ commonName: "database", host: REMOTE }));
    expect(await createTables(server, REMOTE, "", "--ca", await caFile())).toMatchObject({ code: 6 });
    expect(server.passwords).toEqual([{ password: PASSWORD, isEncrypted: true }]);
  });

  it("is sent in clear text only with sslmode=disable", async () => {
    const server = await serveAsking();
    expect(await createTables(server, REMOTE, "?sslmode=disable")).toMatchObject({ code: 6 });
    expect(server.passwords).toEqual([{ password: PASSWORD, isEncrypted: false }]);
  });

  it("is not sent to another host that PGHOST names", async () => {
    stub({ PGHOST: "127.0.0.1" });
    const server = await serveAsking();
    expect(await createTables(server, REMOTE)).toMatchObject({ code: 1 });
    expect(server.passwords).toEqual([]);
  });

  it.each(["--to", "--checkpoint"])("is not sent by a stream with %s, which ends", async (option) => {
    const server = await serveAsking();
    const { env, fetch } = services();
    const variables = { KEYWRIGHT_TAIL_POSTGRES_PASSWORD: PASSWORD, KEYWRIGHT_TAIL_CHECKPOINT_PASSWORD: PASSWORD };
    const args = ["auditevents", option, `postgres://keywright@${REMOTE}:${server.port}/audit`, ...SINCE];
    const { code, said } = await tail(args, { env: { ...env, ...variables }, fetch });
    expect([code, said]).toEqual([1, expect.stringContaining("its server has no TLS")]);
    expect(server.passwords).toEqual([]);
  });
});

describe("the password of Postgres on this machine", () => {
  it.each(["--to", "--checkpoint"])("ends a stream with %s with exit code 6 if it is wrong", async (option) => {
    const server = await serveAsking();
    const { env, fetch } = services();
    const variables = { KEYWRIGHT_TAIL_POSTGRES_PASSWORD: PASSWORD, KEYWRIGHT_TAIL_CHECKPOINT_PASSWORD: PASSWORD };
    const args = ["auditevents", option, `postgres://keywright@127.0.0.1:${server.port}/audit`, ...SINCE];
    const { code, said } = await tail(args, { env: { ...env, ...variables }, fetch });
    expect([code, said]).toEqual([6, expect.stringContaining("its server rejects the user or the password. Check the address")]);
  });

  it("is sent without TLS", async () => {
    const server = await serveAsking();
    expect(await createTables(server, "127.0.0.1")).toMatchObject({ code: 6 });
    expect(server.passwords).toEqual([{ password: PASSWORD, isEncrypted: false }]);
  });

  it("is sent with TLS if the address asks for it", async () => {
    const server = await serveAsking(authority.issue({ commonName: "database", host: "127.0.0.1" }));
    expect(await createTables(server, "127.0.0.1", "?sslmode=verify-full", "--ca", await caFile())).toMatchObject({ code: 6 });
    expect(server.passwords).toEqual([{ password: PASSWORD, isEncrypted: true }]);
  });
});

describe("an address of Postgres", () => {
  it.each([
    ["postgres://db.example.com/audit", "db.example.com", true],
    ["postgres://localhost.example.com/audit", "localhost.example.com", true],
    ["postgres://127.0.0.1.example.com/audit", "127.0.0.1.example.com", true],
    ["postgres://127.999.1.1/audit", "127.999.1.1", true],
    ["postgres://192.0.2.2/audit", "192.0.2.2", true],
    ["postgres://[2001:db8::1]:5433/audit", "2001:db8::1", true],
    ["postgres://localhost/audit", "localhost", false],
    ["postgres://%6cocalhost/audit", "localhost", false],
    ["postgres://127.0.0.2/audit", "127.0.0.2", false],
    ["postgres://[::1]/audit", "::1", false],
    ["postgres://[::ffff:127.0.0.1]/audit", "::ffff:7f00:1", false],
    ["postgres://%2Fvar%2Frun%2Fpostgresql/audit", "/var/run/postgresql", false],
  ])("%s leads to %s, with TLS: %s", (url, host, isEncrypted) => {
    expect(readPostgres("--to", url)).toMatchObject({ host, isEncrypted, database: "audit" });
  });

  it.each([
    ["postgres://127.0.0.1/audit?host=db.example.com", "has the parameter host; expected sslmode, sslcert, sslkey, options"],
    ["postgres://db.example.com/audit?sslmode=require&uselibpqcompat=true", "has the parameter uselibpqcompat"],
    ["postgres://db.example.com/audit?ssl=0", "has the parameter ssl"],
    ["postgres://127.0.0.1,db.example.com/audit", "has several hosts; expected one"],
    [
      "postgres://db.example.com/audit?sslmode=prefer",
      "has sslmode=prefer; expected verify-full, or disable to send the password and the events in clear text",
    ],
    ["postgres://db.example.com/audit?sslmode=no-verify", "has sslmode=no-verify"],
    ["postgres://%zz/audit", "contains a % that encodes no character"],
  ])("%s is exit code 2", async (address, message) => {
    for (const option of ["--to", "--checkpoint"])
      expect(await tail(["auditevents", option, address], {})).toMatchObject({ code: 2, said: expect.stringContaining(message) });
  });

  it("is an error with the variable that replaces the library of pg", async () => {
    const env = { NODE_PG_FORCE_NATIVE: "1" };
    const ended = await tail(["auditevents", "--to", "postgres://db.example.com/audit", "--create-tables"], { env });
    expect(ended).toMatchObject({ code: 2, said: expect.stringContaining("NODE_PG_FORCE_NATIVE") });
  });
});
