import { jsonResponse } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { secretCache } from "../../src/cache.ts";
import { database, mail, password, POLL_MS, production, Server, watched } from "./support.ts";

const VAULT = `/${production}`;
const LIST = `${VAULT}/items`;
const ITEM = `${LIST}/${database}`;
const BY_TITLE = `${LIST}?title eq "Database"`;
const REFERENCE = "Production/Database/password";
const DISCOVER = { vault: "Production", tag: "rotate" };

/** A large vault with one item that `discover` finds. */
function largeServer(): Server {
  const server = new Server();
  server.set({ id: database, tags: ["rotate"] });
  server.enlarge();
  return server;
}

/** The requests of some polls. */
async function requestsOf(server: Server, poll: () => Promise<void>, polls = 1): Promise<string[][]> {
  server.takeRequests();
  const requests: string[][] = [];
  for (let count = 0; count < polls; count += 1) {
    await poll();
    requests.push(server.takeRequests());
  }
  return requests;
}

/** Polls until the large list is read only after changes. */
async function settled(server: Server, poll: () => Promise<void>): Promise<void> {
  await requestsOf(server, poll, 2);
}

describe("the polls of a large vault", () => {
  it("list it twice, and then each tenth time, while its version stays", async () => {
    const server = largeServer();
    const { poll } = await watched(server, { discover: DISCOVER });
    const listed = [VAULT, LIST];
    expect(await requestsOf(server, poll, 13)).toEqual([listed, listed, ...Array.from({ length: 9 }, () => [VAULT]), listed, [VAULT]]);
  });

  it("confirm the secrets with each unchanged version", async () => {
    const server = largeServer();
    const { secrets, poll } = await watched(server, { discover: DISCOVER, maxAgeMs: POLL_MS * 1.5 });
    await settled(server, poll);
    for (let count = 0; count < 5; count += 1) {
      await poll();
      expect(secrets.get(REFERENCE)).toBe("one");
    }
    expect(secrets.stats().ageMs).toBeLessThan(POLL_MS);
  });

  it("see a change at once, and what a list that lags behind the version does not show", async () => {
    const server = largeServer();
    const { secrets, poll } = await watched(server, { discover: DISCOVER });
    await settled(server, poll);
    await poll();
    const earlier = server.asOfNow();
    server.set({ id: database, fields: [password("two")] });
    server.answer = (path) => (path === LIST ? earlier(path) : undefined);
    expect(await requestsOf(server, poll)).toEqual([[VAULT, LIST]]);
    server.answer = () => undefined;
    expect(await requestsOf(server, poll, 2)).toEqual([[VAULT, LIST, ITEM], [VAULT]]);
    expect(secrets.get(REFERENCE)).toBe("two");
  });

  it("list it each time if its version does not follow a change", async () => {
    const server = largeServer();
    const { secrets, poll } = await watched(server, { discover: DISCOVER });
    await settled(server, poll);
    const { contentVersion } = server;
    server.set({ id: database, fields: [password("two")] });
    server.contentVersion = contentVersion;
    const requests = await requestsOf(server, poll, 12);
    expect(requests.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => [VAULT]));
    expect(requests.slice(9)).toEqual([[VAULT, LIST, VAULT, ITEM], [LIST], [LIST]]);
    expect(secrets.get(REFERENCE)).toBe("two");
  });

  it.each([
    ["a vault has no version", (server: Server) => void (server.contentVersion = undefined), [[VAULT, LIST], [LIST], [LIST]]],
    [
      "the token cannot read the vault",
      (server: Server) => void (server.answer = (path) => (path === VAULT ? jsonResponse(403, {}) : undefined)),
      [
        [VAULT, LIST],
        [VAULT, LIST],
        [VAULT, LIST],
      ],
    ],
  ])("list it each time if %s", async (_name, change, requests) => {
    const server = largeServer();
    const { poll } = await watched(server, { discover: DISCOVER });
    change(server);
    expect(await requestsOf(server, poll, 3)).toEqual(requests);
  });

  it.each([
    ["405", () => jsonResponse(405, {})],
    ["501", () => jsonResponse(501, {})],
    ["a page of another program", () => new Response("<html>", { headers: { "content-type": "text/html" } })],
  ])("list it each time if getVault returns %s, and see changes", async (_name, response) => {
    const server = largeServer();
    const { secrets, events, poll } = await watched(server, { discover: DISCOVER });
    server.answer = (path) => (path === VAULT ? response() : undefined);
    server.set({ id: database, fields: [password("two")] });
    expect(await requestsOf(server, poll, 3)).toEqual([[VAULT, LIST, ITEM], [LIST], [LIST]]);
    expect(secrets.get(REFERENCE)).toBe("two");
    expect(events.filter(({ type }) => type === "failure")).toEqual([]);
  });

  it("list it for each call of refresh, also if the version of the vault lags", async () => {
    const server = largeServer();
    const { secrets, poll } = await watched(server, { discover: DISCOVER });
    await settled(server, poll);
    const { contentVersion } = server;
    server.set({ id: database, fields: [password("two")] });
    server.contentVersion = contentVersion;
    await server.clock.finish(secrets.refresh());
    expect(secrets.get(REFERENCE)).toBe("two");
  });

  it("list it each time with a client that has no getVault", async () => {
    const server = largeServer();
    const { listVaults, listItems, getItem } = server.client;
    const { clock } = server;
    await clock.finish(secretCache({ listVaults, listItems, getItem }, { clock, discover: DISCOVER }));
    expect(await requestsOf(server, () => clock.advance(POLL_MS), 4)).toEqual([[LIST], [LIST], [LIST], [LIST]]);
  });

  it("list it after a poll that failed", async () => {
    const server = largeServer();
    const { poll } = await watched(server, { discover: DISCOVER });
    await settled(server, poll);
    server.answer = (path) => (path === VAULT ? jsonResponse(503, {}) : undefined);
    expect((await requestsOf(server, poll))[0]?.[0]).toBe(VAULT);
    server.answer = () => undefined;
    expect((await requestsOf(server, poll))[0]?.slice(-2)).toEqual([VAULT, LIST]);
  });

  it("list it while an item is missing, until that is believed", async () => {
    const server = largeServer();
    const { changes, poll } = await watched(server, { discover: DISCOVER });
    await settled(server, poll);
    server.items.delete(database);
    server.contentVersion = 0;
    expect((await requestsOf(server, poll, 3)).map((requests) => requests.at(-1))).toEqual([LIST, LIST, LIST]);
    expect(changes.map(({ kind, reference }) => [kind, reference])).toContainEqual(["removed", REFERENCE]);
  });
});

describe("few references to a large vault", () => {
  it("are looked up in place of its list, by title or id", async () => {
    const server = largeServer();
    const references = [REFERENCE, `${production}/${mail}/password`];
    const { secrets, poll } = await watched(server, { references });
    server.set({ id: database, fields: [password("two")] });
    expect(await requestsOf(server, poll, 3)).toEqual([[VAULT, BY_TITLE, `${LIST}/${mail}`, ITEM], [VAULT, BY_TITLE, `${LIST}/${mail}`], [VAULT]]);
    expect(secrets.get(REFERENCE)).toBe("two");
  });

  it("are looked up in the list if one is missing", async () => {
    const server = largeServer();
    const { changes, poll } = await watched(server, { references: [REFERENCE] });
    await settled(server, poll);
    server.set({ id: database, title: "Renamed" });
    expect(await requestsOf(server, poll)).toEqual([[VAULT, BY_TITLE, LIST]]);
    expect(changes).toEqual([expect.objectContaining({ kind: "removed", reference: REFERENCE })]);
  });

  it("lead to another item as soon as it has the title", async () => {
    const server = largeServer();
    const { secrets, poll } = await watched(server, { references: [REFERENCE] });
    await settled(server, poll);
    server.set({ id: database, title: "Renamed" });
    server.set({ id: mail, title: "Database" });
    await poll();
    expect(secrets.get(REFERENCE)).toBe("mail-one");
  });

  it("are looked up in the list if the server ignores filters", async () => {
    const server = largeServer();
    const { secrets, poll } = await watched(server, { references: [REFERENCE] });
    server.answer = (path) => (path === BY_TITLE ? server.normal(LIST) : undefined);
    expect(await requestsOf(server, poll, 3)).toEqual([[VAULT, BY_TITLE, LIST], [VAULT, LIST], [VAULT]]);
    expect(secrets.get(REFERENCE)).toBe("one");
  });

  it("are looked up in the list if there are more than eight", async () => {
    const server = largeServer();
    for (let index = 0; index < 9; index += 1) server.set({ id: `other${index}`.padEnd(26, "x"), fields: [password("x")] });
    const { poll } = await watched(server, { references: Array.from({ length: 9 }, (_unused, index) => `Production/Other ${index}/password`) });
    expect(await requestsOf(server, poll)).toEqual([[VAULT, LIST]]);
  });
});
