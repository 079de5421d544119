import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isKeywrightError } from "@keywright/core";
import pg, { Pool } from "pg";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openPool } from "../src/lib/connections/postgres-pool.ts";
import { createAccounts } from "../src/lib/fleet/accounts.ts";
import { createReferences } from "../src/lib/fleet/references.ts";
import { createFleetConnections } from "../src/lib/fleet/connections.ts";
import { fakeClock } from "../../core/test/fake-clock.ts";

it("a stream whose rejected token has another value is retried until that succeeds", async () => {
  const tokens = new Map([
    ["acme", "token-1"],
    ["globex", "token-2"],
  ]);
  const connections = createFleetConnections({
    accounts: { refresh: async () => [], placeOf: (account) => ({ url: "https://events.example.com", token: account }) },
    references: { read: async (reference) => tokens.get(reference) ?? reference, close() {} },
    sender: { fetch: () => Promise.reject(new Error("unused")) },
    clock: fakeClock(),
    maxResponseBytes: undefined,
    signal: new AbortController().signal,
  });
  const retried: string[] = [];
  const retry = async ({ account }: { readonly account: string }): Promise<void> => void retried.push(account);
  for (const account of tokens.keys()) await connections.of(account, "auditevents");
  // It has another value before the rejection of the first one is known.
  tokens.set("acme", "token-3");
  for (const account of tokens.keys()) connections.reject(account, "auditevents");
  await expect(connections.retryRotated(() => Promise.reject(new Error("Postgres is away")))).rejects.toThrow("Postgres is away");
  expect(retried).toEqual([]);
  for (let count = 0; count < 2; count += 1) await connections.retryRotated(retry);
  expect(retried).toEqual(["acme"]);
});

describe("the accounts of a query", () => {
  function accountsOf(rows: readonly object[]) {
    const folder = mkdtempSync(join(tmpdir(), "keywright-accounts-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const config = join(folder, "fleet.json");
    const write = (streams: readonly string[]): void =>
      writeFileSync(
        config,
        JSON.stringify({
          accounts: { query: "SELECT" },
          streams,
          events: { url: "https://events.example.com", token: "env:TOKEN_{account}" },
        }),
      );
    write(["auditevents"]);
    const state = { rows };
    const warnings: string[] = [];
    const accounts = createAccounts(
      config,
      "keywright_events",
      async () => state.rows as never,
      (message) => void warnings.push(message),
    );
    return { accounts, warnings, state, write };
  }

  it("leave out bad rows, and report each once", async () => {
    const { accounts, warnings } = accountsOf([{ account: "acme" }, { account: null }, { account: "Zürich" }]);
    for (let count = 0; count < 2; count += 1)
      expect(await accounts.refresh()).toEqual([{ account: "acme", stream: "auditevents", target: "keywright_events" }]);
    expect(warnings).toEqual([expect.stringMatching(/^row 2 of the accounts' query is left out: /), expect.stringMatching(/^the row of "Zürich" /)]);
  });

  it("keep those of before if there are none now", async () => {
    const { accounts, state } = accountsOf([{ account: "acme" }]);
    await accounts.refresh();
    state.rows = [];
    expect(await accounts.refresh()).toEqual([]);
    expect(accounts.placeOf("acme", "auditevents")).toMatchObject({ token: "env:TOKEN_acme" });
  });

  it("have the streams that the worker was started with", async () => {
    const { accounts, warnings, write } = accountsOf([{ account: "acme" }]);
    await accounts.refresh();
    write(["auditevents", "itemusages"]);
    for (let count = 0; count < 2; count += 1) expect(await accounts.refresh()).toHaveLength(1);
    expect(warnings).toEqual(["the configuration file now has the streams auditevents, itemusages: restart the workers"]);
  });
});

it("a vault that rejects its own token is no rejection of the account", async () => {
  const env = { KEYWRIGHT_VAULT_URL: "https://vault.example.com", KEYWRIGHT_VAULT_TOKEN: "token-of-vault" };
  const fetch = async (): Promise<Response> => Response.json({ status: 401, message: "Invalid token" }, { status: 401 });
  const references = createReferences(env, { fetch }, fakeClock());
  const error: unknown = await references.read("op://Tenants/acme/token").catch((reason: unknown) => reason);
  expect(isKeywrightError(error)).toBe(false);
  expect(String(error)).toContain("the vault cannot be read: ");
  expect(String(error)).not.toContain("token-of-vault");
});

it("a pool notices a database that does not respond", async () => {
  const created = vi.spyOn(pg, "Pool").mockImplementation(function create(config) {
    return new Pool(config);
  });
  onTestFinished(() => created.mockRestore());
  const pool = await openPool({ url: "postgres://db.example.com/events", setting: "--database" }, "postgres", { env: {}, sender: {} });
  await pool.end();
  const options = { keepAlive: true, keepAliveInitialDelayMillis: 10_000, query_timeout: 120_000 };
  expect(created).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(options));
});
