import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "@keywright/core";
import { platformClock } from "@keywright/core/client";
import { createEventsEmulator, createVaultEmulator, type EventsEmulator } from "@keywright/emulator";
import { type PostgresServer, startPostgres } from "@keywright/tool-test-kit/testing";
import { Pool } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type Ended, tail, untimed } from "../support.ts";

let server: PostgresServer;
let pool: Pool;

beforeAll(async () => {
  server = await startPostgres();
  pool = new Pool({ connectionString: server.url });
  pool.on("error", () => {});
});

afterAll(async () => {
  await pool?.end();
  await server?.stop();
});

beforeEach(async () => {
  await pool.query("DROP TABLE IF EXISTS keywright_events, keywright_fleet");
});

/** Accounts by their tokens, each with its own events, and a file that names them. */
function fleetOf(names: readonly string[], more: object = {}) {
  const folder = mkdtempSync(join(tmpdir(), "keywright-fleet-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const accounts = new Map<string, EventsEmulator>(
    names.map((name, index) => [name, createEventsEmulator({ randomSeed: `${index}`, seed: { eventsPerStream: 25, token: `token-of-${name}` } })]),
  );
  const config = join(folder, "fleet.yaml");
  const write = (given: object): void =>
    writeFileSync(
      config,
      JSON.stringify({
        accounts: names,
        streams: ["auditevents", "itemusages", "signinattempts"],
        since: "2020-01-01",
        interval: 1,
        events: { url: "https://{account}.events.example.com", token: "env:TOKEN_{account}" },
        ...given,
      }),
    );
  write(more);
  return {
    folder,
    config,
    accounts,
    write,
    env: Object.fromEntries(names.map((name) => [`TOKEN_${name}`, `token-of-${name}`])) as { [name: string]: string },
    fetch: async (url: string, init: RequestInit): Promise<Response> =>
      accounts.get(new URL(url).hostname.split(".")[0] ?? "")?.fetch(url, init) ?? new Response("no such account", { status: 404 }),
  };
}

const countOf = async (text: string): Promise<number> => Number((await pool.query(`SELECT count(*) FROM ${text}`)).rows[0]?.count);

/** Runs a worker until something is so, and then stops it. */
async function workUntil(
  fleet: ReturnType<typeof fleetOf> & { readonly clock?: Clock },
  isSo: () => Promise<boolean>,
  ...args: readonly string[]
): Promise<Ended> {
  const stopping = new AbortController();
  const { env, fetch, config, clock } = fleet;
  const work = tail(["worker", "--config", config, "--database", server.url, ...args], { env, fetch, signal: stopping.signal, ...(clock && { clock }) });
  try {
    await expect.poll(isSo, { timeout: 20_000, interval: 100 }).toBe(true);
  } finally {
    stopping.abort();
  }
  return work;
}

const command = (...args: readonly string[]): Promise<Ended> => tail(["fleet", ...args, "--database", server.url], {});

async function createTables({ config }: { readonly config: string }): Promise<void> {
  expect(await tail(["worker", "--config", config, "--database", server.url, "--create-tables"], {})).toMatchObject({
    code: 0,
    said: expect.stringContaining("created public.keywright_events and public.keywright_fleet"),
  });
}

describe("a worker of a fleet", () => {
  it("writes the events of all accounts, each with its account, and reports how the fleet is", async () => {
    const fleet = fleetOf(["acme", "globex", "initech"]);
    await createTables(fleet);
    const { code, said } = await workUntil(fleet, async () => (await countOf("keywright_events")) === 225);
    expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining("streams: 9 added") });
    for (const [name, { store }] of fleet.accounts) {
      const { rows } = await pool.query("SELECT id FROM keywright_events WHERE account = $1 AND stream = 'auditevents' ORDER BY id", [name]);
      expect(rows.map(({ id }) => id)).toEqual(
        store
          .stream("auditevents")
          .events.map(({ uuid }) => uuid)
          .sort(),
      );
    }
    expect(await command("status")).toMatchObject({ code: 0, printed: expect.stringMatching(/^9 streams.*lag p50 \d+ s, p99 \d+ s/) });
  });

  it("stops only the account whose token is revoked, and shows it, until its token is another one", async () => {
    const fleet = fleetOf(["acme", "globex"]);
    await createTables(fleet);
    fleet.accounts.get("globex")?.revokeToken("token-of-globex");
    const { said } = await workUntil(
      fleet,
      async () => (await countOf("keywright_events")) === 75 && (await countOf("keywright_fleet WHERE error_code IS NOT NULL")) === 3,
    );
    expect(said).toMatch(/globex: .*401.*stopped for 60 min/);
    expect((await command("status")).printed).toMatch(/^6 streams.*3 failing[^]*globex auditevents: .*401/);
    fleet.env["TOKEN_globex"] = fleet.accounts.get("globex")?.issueToken() ?? "";
    expect(await command("retry", "globex")).toMatchObject({
      code: 0,
      printed: expect.stringContaining("3 streams of globex that wait after a failure are due now"),
    });
    await workUntil(fleet, async () => (await countOf("keywright_events")) === 150);
    expect((await command("status")).printed).not.toContain("failing");
  });

  it("reads an account whose token was replaced while no worker ran", async () => {
    const fleet = fleetOf(["acme"]);
    await createTables(fleet);
    fleet.env["TOKEN_acme"] = "token-of-before";
    await workUntil(fleet, async () => (await countOf("keywright_fleet WHERE error_code = 'rejected'")) === 3);
    fleet.env["TOKEN_acme"] = "token-of-acme";
    const { code } = await workUntil(fleet, async () => (await countOf("keywright_events")) === 75);
    expect(code).toBe(0);
  });

  it("rejects the token of another account", async () => {
    const fleet = fleetOf(["acme", "globex"]);
    await createTables(fleet);
    await workUntil(fleet, async () => (await countOf("keywright_events")) === 150);
    const other = fleet.accounts.get("globex");
    if (other !== undefined) fleet.accounts.set("acme", other);
    fleet.env["TOKEN_acme"] = "token-of-globex";
    await pool.query("UPDATE keywright_fleet SET due = now()");
    await workUntil(fleet, async () => (await countOf("keywright_fleet WHERE error_code = 'checkpoint-foreign'")) === 3);
    expect(await countOf("keywright_events WHERE account = 'acme'")).toBe(75);
  });

  it("pauses, resumes and resets streams", async () => {
    const fleet = fleetOf(["acme"]);
    await createTables(fleet);
    await workUntil(fleet, async () => (await countOf("keywright_events")) === 75);
    expect(await command("pause", "acme", "itemusages")).toMatchObject({ code: 0, printed: expect.stringContaining("1 stream itemusages of acme paused") });
    expect(await command("pause", "acme", "itemusages")).toMatchObject({ code: 2, said: expect.stringContaining("found no stream") });
    expect((await command("status")).printed).toContain("1 paused");
    expect(await command("resume", "acme")).toMatchObject({ code: 0 });
    await pool.query("DELETE FROM keywright_events WHERE stream = 'itemusages'");
    expect(await command("reset", "acme", "itemusages", "--since", "2020-01-01")).toMatchObject({ code: 0 });
    await workUntil(fleet, async () => (await countOf("keywright_events")) === 75);
    expect(await command("reset", "acme")).toMatchObject({ code: 2, said: expect.stringContaining("fleet reset takes ACCOUNT STREAM --since TIME") });
  });

  it("takes the accounts from a query of the user, with columns as placeholders", async () => {
    await pool.query("CREATE TABLE tenants (name text, host text)");
    await pool.query("INSERT INTO tenants VALUES ('Acme Inc.', 'acme'), ('Globex/EU', 'globex')");
    const fleet = fleetOf(["acme", "globex"], {
      accounts: { query: "SELECT name AS account, host FROM tenants" },
      streams: ["auditevents"],
      events: { url: "https://{host}.events.example.com", token: "env:TOKEN_{host}" },
    });
    await createTables(fleet);
    await workUntil(fleet, async () => (await countOf("keywright_events")) === 50);
    expect((await pool.query("SELECT DISTINCT account FROM keywright_events ORDER BY account")).rows.map(({ account }) => account)).toEqual([
      "Acme Inc.",
      "Globex/EU",
    ]);
    await pool.query("TRUNCATE tenants");
    expect(await tail(["worker", "--config", fleet.config, "--database", server.url], { env: fleet.env, fetch: fleet.fetch })).toMatchObject({
      code: 2,
      said: expect.stringContaining("the accounts' query returns no account, although there are streams"),
    });
    expect(await countOf("keywright_fleet WHERE paused IS NULL")).toBe(2);
  });

  it("reads tokens of a vault by reference, and says which one is missing", async () => {
    const vault = createVaultEmulator();
    const fleet = fleetOf(["acme", "globex"], {
      streams: ["auditevents"],
      events: { url: "https://{account}.events.example.com", token: "op://Production/{account}/token" },
    });
    const { store } = vault;
    expect(store).toBeDefined();
    const production = vault.store.vaults.list().find(({ name }) => name === "Production");
    await vault.fetch("https://vault.example.com/v1/vaults/" + production?.id + "/items", {
      method: "POST",
      headers: { authorization: `Bearer ${vault.token}`, "content-type": "application/json" },
      body: JSON.stringify({
        vault: { id: production?.id },
        title: "acme",
        category: "API_CREDENTIAL",
        fields: [{ id: "token", label: "token", type: "CONCEALED", value: "token-of-acme" }],
      }),
    });
    await createTables(fleet);
    const { fetch } = fleet;
    const { said } = await workUntil(
      {
        ...fleet,
        env: { KEYWRIGHT_VAULT_URL: "https://vault.example.com", KEYWRIGHT_VAULT_TOKEN: vault.token },
        fetch: async (url, init) => (url.startsWith("https://vault.") ? vault.fetch(url, init) : fetch(url, init)),
      },
      async () => (await countOf("keywright_events")) === 25 && (await countOf("keywright_fleet WHERE error_code IS NOT NULL")) === 1,
    );
    expect(said).toContain("globex: there is no op://Production/globex/token in the vault");
  });
});

describe("the audit of a fleet", () => {
  it("compares the window of an account with the rows of that account alone, and writes those that are missing", async () => {
    const fleet = fleetOf(["acme", "globex"]);
    // The same ids in both accounts.
    fleet.accounts.set("globex", createEventsEmulator({ randomSeed: "0", seed: { eventsPerStream: 25, token: "token-of-globex" } }));
    await createTables(fleet);
    await workUntil(fleet, async () => (await countOf("keywright_events")) === 150);
    const [removed, late] = fleet.accounts.get("acme")?.store.stream("auditevents").events ?? [];
    await pool.query("DELETE FROM keywright_events WHERE account = 'acme' AND stream = 'auditevents' AND id = $1", [removed?.uuid]);
    fleet.accounts.get("acme")?.appendEvents("auditevents", { ...late, uuid: "LATE" } as never);
    const audit = async (account: string, ...args: readonly string[]) => {
      const place = ["--config", fleet.config, "--database", server.url, "--account", account];
      const { code, said } = await tail(["audit", ...args, ...place, "--since", "2020-01-01"], fleet);
      return [code, untimed(said).split("\n").slice(0, -1)];
    };
    const same = (stream: string) => `${stream}: service 25, stored 25, missing 0, doubled 0, changed 0, late 0`;
    expect(await audit("globex")).toEqual([0, ["auditevents", "itemusages", "signinattempts"].map(same)]);
    const missing = ["auditevents: service 25, stored 24, missing 1, doubled 0, changed 0, late 1"];
    expect(await audit("acme", "auditevents")).toEqual([7, [expect.stringContaining(`missing ${removed?.uuid}`), ...missing]]);
    const [code, said] = await audit("acme", "auditevents", "--repair");
    expect([code, said]).toEqual([0, [expect.stringContaining("missing"), "auditevents: wrote 1 of 1 missing events", ...missing]]);
    expect((await audit("acme"))[1]).toContain("auditevents: service 25, stored 25, missing 0, doubled 0, changed 0, late 1");
    expect(await countOf("keywright_events WHERE account = 'globex'")).toBe(75);
    expect(await audit("initech")).toEqual([2, expect.arrayContaining([expect.stringContaining("has no auditevents of the account initech")])]);
    await pool.query("DELETE FROM keywright_fleet WHERE stream = 'itemusages'");
    expect(await audit("acme", "itemusages")).toEqual([2, expect.arrayContaining([expect.stringContaining("the fleet has no stream itemusages of acme")])]);
  });
});

describe("the tables of a fleet", () => {
  const tablesOf = async (config: string, ...args: readonly string[]) => tail(["worker", "--config", config, "--database", server.url, ...args], {});

  it("are not made next to a table of events that lacks the column of accounts, or has it", async () => {
    const { config } = fleetOf(["acme"]);
    const single = ["auditevents", "--to", server.url, "--create-tables"];
    await tail(single, {});
    expect(await tablesOf(config, "--create-tables")).toMatchObject({
      code: 2,
      said: expect.stringContaining("the table keywright_events exists and has no column account, which a fleet needs: use another --table"),
    });
    expect((await pool.query("SELECT to_regclass('keywright_fleet') AS fleet")).rows).toEqual([{ fleet: null }]);
    expect(await tablesOf(config, "--create-tables", "--table", "of_accounts")).toMatchObject({ code: 0 });
    expect(await tail([...single, "--table", "of_accounts"], {})).toMatchObject({ code: 2, said: expect.stringContaining("which only a fleet writes") });
    expect(await tablesOf(config, "--create-tables", "--table", "of_accounts")).toMatchObject({ code: 0 });
    await pool.query("DROP TABLE of_accounts");
  });

  it("are those of one fleet: another table is an error, and other accounts are in the log", async () => {
    const fleet = fleetOf(["acme"]);
    await createTables(fleet);
    await workUntil(fleet, async () => (await countOf("keywright_events")) === 75);
    const other = { ...fleet, env: { ...fleet.env }, config: `${fleet.folder}/other.yaml` };
    writeFileSync(other.config, JSON.stringify({ ...JSON.parse(readFileSync(fleet.config, "utf8")), table: "other" }));
    const { code, said } = await tail(["worker", "--config", other.config, "--database", server.url], other);
    expect([code, said]).toEqual([2, expect.stringContaining("the database has a fleet that writes the table keywright_events, and not other")]);
    expect(await countOf("keywright_fleet WHERE paused IS NULL")).toBe(3);
    // As a worker does that has other accounts.
    const removing = async (): Promise<boolean> => {
      const { rowCount } = await pool.query("UPDATE keywright_fleet SET paused = 'removed', due = NULL, owner = NULL WHERE paused IS NULL");
      // The first list of a worker may restore those of the first time.
      if (rowCount !== 0) removed += 1;
      return removed > 2;
    };
    let removed = 0;
    const clock = { ...platformClock, after: (ms: number, run: () => void) => platformClock.after(ms === 30_000 ? 20 : ms, run) };
    const { said: heard } = await workUntil({ ...fleet, clock }, removing);
    expect(heard).toContain("other workers have other accounts: use one file for all workers of a database, which has one fleet");
  });
});

it("names the database that a fleet cannot use, and what to do", async () => {
  const { port } = new URL(server.url);
  const status = async (database: string) => tail(["fleet", "status", "--database", `postgres://postgres@127.0.0.1:${port}/${database}`], {});
  expect(await status("postgres")).toMatchObject({
    code: 1,
    said: expect.stringContaining(
      `database postgres at 127.0.0.1, port ${port} (--database): there is no table keywright_fleet in Postgres: run keywright-tail worker once with --create-tables`,
    ),
  });
  expect(await status("absent")).toMatchObject({
    code: 1,
    said: expect.stringContaining(
      `database absent at 127.0.0.1, port ${port} (--database): database "absent" does not exist: its server has no such database. Create it, or correct the address`,
    ),
  });
});
