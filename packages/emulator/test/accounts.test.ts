import { createEventsClient } from "@keywright/events";
import { createManagementClient } from "@keywright/management";
import { createVaultClient } from "@keywright/vault";
import { describe, expect, test, vi } from "vitest";
import {
  type Accounts,
  createAccounts,
  createEventsEmulator,
  createManagementEmulator,
  createVaultEmulator,
  type EventsEmulator,
  manualClock,
  serveEmulator,
} from "../src/index.ts";
import { runToEnd, start } from "./cli/support.ts";
import { START } from "./support.ts";

const clock = manualClock(START);
const fewEvents = (accounts: number | readonly string[], created: string[] = []): Accounts<EventsEmulator> =>
  createAccounts(accounts, ({ account, token, randomSeed }) => {
    created.push(account);
    return createEventsEmulator({ clock, randomSeed, seed: { token, eventsPerStream: 3 } });
  });

const baseUrl = "https://events.example.com";
const clientOf = ({ fetch }: Accounts<EventsEmulator>, token: string) => createEventsClient({ baseUrl, token, fetch, retry: false });
async function idsOf(accounts: Accounts<EventsEmulator>, name: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { uuid } of clientOf(accounts, accounts.tokenOf(name)).listAuditEvents({ start_time: "2026-01-01T00:00:00Z" })) ids.push(uuid);
  return ids;
}

describe("createAccounts", () => {
  test("has own events for each account, the same in each run, and creates an account when it is first used", async () => {
    const created: string[] = [];
    const accounts = fewEvents(1000, created);
    const [second, last] = [await idsOf(accounts, "account-2"), await idsOf(accounts, "account-1000")];
    expect(created).toEqual(["account-1", "account-2", "account-1000"]);
    expect(new Set([...second, ...last]).size).toBe(6);
    expect(await idsOf(fewEvents(["account-2", "acme"]), "account-2")).toEqual(second);
    const owners = await Promise.all(["account-2", "account-3"].map((name) => clientOf(accounts, accounts.tokenOf(name)).introspect()));
    expect(new Set(owners.map((owner) => owner.account_uuid)).size).toBe(2);
  });

  test("rejects a token of no account, and accepts one that an account issued until it is revoked", async () => {
    const accounts = fewEvents(["acme", "globex"]);
    const issued = accounts.of("globex").issueToken();
    accounts.of("globex").revokeToken(accounts.tokenOf("globex"));
    const owner = await clientOf(accounts, issued).introspect();
    expect(owner.account_uuid).toBe(accounts.of("globex").snapshot().state.accountUuid);
    for (const token of ["token-of-initech", accounts.tokenOf("globex")])
      await expect(clientOf(accounts, token).introspect()).rejects.toMatchObject({ status: 401 });
  });

  test("serves accounts of any service at one address", async () => {
    const accounts = createAccounts(["acme", "globex"], ({ token, randomSeed }) => createVaultEmulator({ clock, randomSeed, seed: { token } }));
    const server = await serveEmulator(accounts);
    const list = (name: string) => createVaultClient({ baseUrl: server.url, token: accounts.tokenOf(name) }).listVaults();
    const [ours, theirs] = [await list("acme"), await list("globex")];
    await server.close();
    expect(ours.map(({ id }) => id)).not.toEqual(theirs.map(({ id }) => id));
  });

  test("opens no account by the credentials of an app, which all accounts have", async () => {
    const accounts = createAccounts(["acme", "globex"], ({ token, randomSeed }) => createManagementEmulator({ clock, randomSeed, seed: { token } }));
    const { clientId, clientSecret } = accounts.of("globex");
    const form = new URLSearchParams({ grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret });
    const url = "https://management.example.com/connect";
    const basic = { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` };
    for (const response of [
      await accounts.fetch(`${url}/token`, { method: "POST", body: form }),
      await accounts.fetch(`${url}/token`, { method: "POST", body: form, headers: { authorization: "Bearer unknown" } }),
      await accounts.fetch(`${url}/token`, { method: "POST", headers: basic }),
      await accounts.fetch(`${url}/authorize?response_type=code&client_id=${clientId}`),
    ]) {
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        error: "invalid_client",
        error_description: expect.stringContaining("only the bearer token of an account"),
      });
    }
    const client = createManagementClient({ baseUrl: "https://management.example.com", token: accounts.tokenOf("globex"), fetch: accounts.fetch });
    expect(accounts.of("acme").store.tokens.list()).toHaveLength(1);
    await client.listAppCategories();
    expect(accounts.of("globex").requests()).toHaveLength(1);
  });

  test("reports an account that cannot be created, and responds 500", async () => {
    const reported = vi.spyOn(console, "error").mockReturnValue();
    const accounts = createAccounts(["acme", "globex"], ({ account, token, randomSeed }) => {
      if (account === "globex") throw new Error("no state for it");
      return createEventsEmulator({ randomSeed, seed: { token, eventsPerStream: 3 } });
    });
    const server = await serveEmulator(accounts);
    const response = await fetch(`${server.url}/api/v2/auth/introspect`, { headers: { authorization: "Bearer token-of-globex" } });
    await server.close();
    const [[message]] = reported.mock.calls as [[string]];
    reported.mockRestore();
    expect([response.status, await response.text()]).toEqual([
      500,
      expect.stringContaining("the emulator of globex cannot be created: Error: no state for it"),
    ]);
    expect(message).toContain("the emulator of globex cannot be created: Error: no state for it");
  });

  test("has one clock for all accounts", () => {
    const accounts = createAccounts(2, ({ token, randomSeed, clock: shared }) =>
      createEventsEmulator({ clock: shared, randomSeed, seed: { token, eventsPerStream: 3 } }),
    );
    accounts.clock.set("2030-01-01T00:00:00Z");
    expect(new Date(accounts.of("account-2").clock.wallNow()).getUTCFullYear()).toBe(2030);
  });

  test("names an unknown account, with few names", () => {
    expect(() => fewEvents(["acme"]).of("acne")).toThrow(new TypeError("there is no account acne; did you mean acme?"));
    expect(() => fewEvents(["acme"]).of("zzz")).toThrow(new TypeError("there is no account zzz; there are acme"));
    expect(() => fewEvents(100_000).of("zzz")).toThrow(/^there is no account zzz; there are 100000, such as account-1, account-2, account-3$/);
  });

  test("names wrong names, and keeps the names", () => {
    // oxlint-disable-next-line no-sparse-arrays -- a hole is a wrong name
    const sparse = ["a", , "b"] as readonly string[];
    for (const [wrong, got] of [
      [0, "got 0"],
      [1.5, "got 1.5"],
      [[], "got an empty array"],
      [["a", "a b"], 'entry 1 is "a b"'],
      [["a", "b", "a"], 'entry 2 is "a" again'],
      [["a", 7], "entry 1 is 7"],
      [sparse, "entry 1 is nothing"],
    ] as never as readonly (readonly [number, string])[])
      expect(() => fewEvents(wrong)).toThrow(new RegExp(`^the accounts of createAccounts must be a whole number of .*; ${got}$`));
    for (const { names } of [fewEvents(["a"]), fewEvents(1)]) expect(() => (names as string[]).push("b")).toThrow(TypeError);
  });

  test("names an emulator without the token or the randomness of its account, and a promise", () => {
    expect(() => createAccounts(1, () => createEventsEmulator())).toThrow("with the token of the account, such as in { seed: { token } }");
    expect(() => createAccounts(1, (async () => createEventsEmulator()) as never)).toThrow(/; got a promise$/);
    const alike = createAccounts(2, ({ token }) => createEventsEmulator({ seed: { token, eventsPerStream: 3 } }));
    expect(() => alike.of("account-2")).toThrow(
      new TypeError("the function of createAccounts must pass on the randomSeed of the account: others have the same"),
    );
  });
});

describe("--accounts", () => {
  test("serves accounts with the printed tokens, and logs which one a request was for", async () => {
    const { ready, complained } = await start("--service", "events", "--accounts", "1000", "--log", "text");
    expect(ready.events).toMatchObject({ accounts: 1000, token: "token-of-account-1", lastToken: "token-of-account-1000" });
    const { account_uuid: first } = await createEventsClient({ baseUrl: ready.events.baseUrl, token: ready.events.token }).introspect();
    const { account_uuid: last } = await createEventsClient({ baseUrl: ready.events.baseUrl, token: "token-of-account-1000" }).introspect();
    expect(first).not.toBe(last);
    expect(complained()).toMatch(/ events\/account-1 GET .* events\/account-1000 GET /s);
  });

  test("names options that act on a single state, and a wrong number", async () => {
    for (const option of ["--control-port=0", "--ui", "--scenario=busy", "--state=folder", "--log=json"]) {
      const { code, complained } = await runToEnd("--accounts", "2", option);
      expect([code, complained.split("\n")[0]]).toEqual([
        2,
        `${option.split("=")[0]}${option === "--log=json" ? " json" : ""} does not know which account is meant: leave it out with --accounts`,
      ]);
    }
    expect((await runToEnd("--accounts", "0")).complained).toContain("--accounts must be a whole number of 1 to 100000; got 0");
  });
});
