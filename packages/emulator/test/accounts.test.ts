import { createEventsClient } from "@keywright/events";
import { createVaultClient } from "@keywright/vault";
import { describe, expect, test } from "vitest";
import { type Accounts, createAccounts, createEventsEmulator, createVaultEmulator, type EventsEmulator, manualClock, serveEmulator } from "../src/index.ts";
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
    expect(await idsOf(fewEvents(["acme", "account-2"]), "account-2")).toEqual(second);
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

  test("names an unknown account, wrong names, and an emulator without the token", () => {
    expect(() => fewEvents(["acme"]).of("acne")).toThrow("there is no account acne; did you mean acme?");
    for (const wrong of [0, 1.5, [], ["a b"], ["a", "a"]]) expect(() => fewEvents(wrong)).toThrow(/^the accounts of createAccounts must be a whole number/);
    expect(() => createAccounts(1, () => createEventsEmulator())).toThrow("with the token of the account, such as in { seed: { token } }");
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
