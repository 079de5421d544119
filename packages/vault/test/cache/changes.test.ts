import { jsonResponse } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { secretCache } from "../../src/cache.ts";
import { database, mail, password, POLL_MS, production, Server, staging, watched } from "./support.ts";

const DATABASE = "Production/Database/password";
const HOST = "Production/Database/host";
const MAIL = "Production/Mail/password";
const BY_ID = `${production}/${database}/password`;
const references = [DATABASE, HOST, MAIL, BY_ID];

describe("a change", () => {
  it("is read with one request for its item, and reported once with versions and no values", async () => {
    const server = new Server();
    const { secrets, changes, events, poll } = await watched(server, { references });
    server.takeRequests();
    server.set({ id: database, fields: [password("sentinel-two"), { id: "host", label: "host", value: "db" }] });
    await poll();
    expect(server.takeRequests()).toEqual([`/${production}/items`, `/${production}/items/${database}`]);
    expect(secrets.getAll()).toEqual({ [DATABASE]: "sentinel-two", [HOST]: "db", [MAIL]: "mail-one", [BY_ID]: "sentinel-two" });
    expect(changes).toEqual([DATABASE, BY_ID].map((reference) => ({ reference, kind: "changed", version: 2, previousVersion: 1 })));
    expect(secrets.versions()).toEqual({ [DATABASE]: 2, [HOST]: 2, [MAIL]: 1, [BY_ID]: 2 });
    await poll();
    expect(server.takeRequests()).toEqual([`/${production}/items`]);
    expect(changes).toHaveLength(2);
    expect(events.map(({ type }) => type)).toEqual(["poll", "change", "change", "poll"]);
    expect(events[0]).toEqual({ type: "poll", vaultUUID: production, requests: 2, changes: 2, durationMs: 0, delayMs: POLL_MS });
    expect(JSON.stringify([changes, events])).not.toContain("sentinel");
  });

  it("of an item that does not change the value is not reported", async () => {
    const server = new Server();
    const { secrets, changes, poll } = await watched(server, { references });
    server.set({ id: database, tags: ["new"] });
    await poll();
    expect(changes).toEqual([]);
    expect(secrets.versions()[DATABASE]).toBe(2);
  });

  it("is reported when the new value is there, once for all changes of one poll", async () => {
    const server = new Server();
    const { clock } = server;
    const told: string[][] = [];
    const secrets = await clock.finish(
      secretCache(server.client, { references, clock, onChange: (changes) => void told.push(changes.map(({ reference }) => secrets.get(reference))) }),
    );
    server.set({ id: database, fields: [password("two"), { id: "host", label: "host", value: "db-two" }] });
    server.set({ id: mail, fields: [password("mail-two")] });
    await clock.advance(POLL_MS);
    expect(told.map((values) => values.sort())).toEqual([["db-two", "mail-two", "two", "two"]]);
  });

  it.each([
    ["throws", () => Promise.reject(new Error("sentinel-handler"))],
    [
      "rejects",
      () => {
        throw new Error("sentinel-handler");
      },
    ],
  ])("continues if the handler %s, and reports its error", async (_how, onChange) => {
    const server = new Server();
    const { secrets, events, poll } = await watched(server, { references: [DATABASE], onChange });
    server.set({ id: database, fields: [password("two")] });
    await poll();
    expect(events.filter(({ type }) => type === "handler-failed")).toEqual([{ type: "handler-failed", error: new Error("sentinel-handler") }]);
    server.set({ id: database, fields: [password("three")] });
    await poll();
    expect(secrets.get(DATABASE)).toBe("three");
  });

  it("is seen by reading the item if the server sends no versions", async () => {
    const server = new Server();
    server.set({ id: database, version: undefined });
    const { secrets, changes, poll } = await watched(server, { references: [DATABASE] });
    server.takeRequests();
    await poll();
    expect(server.takeRequests()).toHaveLength(2);
    expect(changes).toEqual([]);
    server.set({ id: database, version: undefined, fields: [password("two")] });
    await poll();
    expect(secrets.get(DATABASE)).toBe("two");
    expect(changes).toEqual([{ reference: DATABASE, kind: "changed", version: undefined, previousVersion: undefined }]);
  });
});

describe("a title", () => {
  it("that another item has now leads to that item", async () => {
    const server = new Server();
    const { secrets, changes, poll } = await watched(server, { references: [DATABASE, MAIL] });
    server.set({ id: database, title: "Database, old" });
    server.set({ id: mail, title: "Database" });
    await poll();
    expect(secrets.getAll()).toEqual({ [DATABASE]: "mail-one", [MAIL]: "mail-one" });
    expect(changes).toEqual([
      { reference: MAIL, kind: "removed", version: undefined, previousVersion: 1 },
      { reference: DATABASE, kind: "changed", version: 2, previousVersion: 1 },
    ]);
  });

  it.each([
    ["none", { title: "Database, old" }],
    ["an archived item", { state: "ARCHIVED" }],
  ])("that %s has removes the secret once, and adds it when it is back", async (_who, change) => {
    const server = new Server();
    const { secrets, changes, poll } = await watched(server, { references: [DATABASE, BY_ID] });
    server.set({ id: database, ...change });
    await poll();
    await poll();
    expect(changes).toEqual([{ reference: DATABASE, kind: "removed", version: undefined, previousVersion: 1 }]);
    expect(secrets.get(DATABASE)).toBe("one");
    server.items.delete(database);
    server.set({ id: database, title: "Database", version: 3, fields: [password("three")] });
    await poll();
    expect(changes.slice(1)).toEqual(
      expect.arrayContaining([
        { reference: DATABASE, kind: "added", version: 3, previousVersion: undefined },
        { reference: BY_ID, kind: "changed", version: 3, previousVersion: 2 },
      ]),
    );
    expect(secrets.get(DATABASE)).toBe("three");
  });

  it.each([
    ["the same item", database, mail, "one", 1],
    ["the other item", mail, database, "mail-one", 2],
  ])("that two items have removes the secret, until only %s has it", async (_which, stays, leaves, value, version) => {
    const server = new Server();
    const { secrets, changes, poll } = await watched(server, { references: [DATABASE, `${production}/${mail}/password`] });
    server.set({ id: mail, title: "Database" });
    await poll();
    expect(changes).toEqual([{ reference: DATABASE, kind: "removed", version: undefined, previousVersion: 1 }]);
    server.set({ id: leaves, title: "Database, old" });
    await poll();
    expect(server.items.get(stays)?.version).toBe(version);
    expect(changes.slice(1)).toEqual([{ reference: DATABASE, kind: "added", version, previousVersion: undefined }]);
    expect(secrets.get(DATABASE)).toBe(value);
  });
});

describe("a field", () => {
  it.each([
    ["is gone", []],
    ["has no value", [password(undefined)]],
    ["has the value null", [password(null as never)]],
  ])("that %s removes the secret once, and adds it when it is back", async (_how, fields) => {
    const server = new Server();
    const { secrets, changes, poll } = await watched(server, { references: [DATABASE], maxAgeMs: POLL_MS * 2.5 });
    server.set({ id: database, fields });
    await poll();
    await poll();
    server.set({ id: database });
    expect(secrets.get(DATABASE)).toBe("one");
    await poll();
    expect(() => secrets.get(DATABASE)).toThrow(expect.objectContaining({ code: "stale-secret", cause: expect.objectContaining({ code: "not-found" }) }));
    expect(changes).toEqual([{ reference: DATABASE, kind: "removed", version: undefined, previousVersion: 1 }]);
    server.set({ id: database, fields: [password("two")] });
    await poll();
    expect(changes.slice(1)).toEqual([{ reference: DATABASE, kind: "added", version: 4, previousVersion: undefined }]);
    expect(secrets.get(DATABASE)).toBe("two");
  });
});

describe("an item that is not listed any more", () => {
  it.each([
    ["was deleted", (server: Server) => void server.items.delete(database)],
    ["was moved", (server: Server) => server.set({ id: database, vaultUUID: staging })],
  ])("because it %s is removed when all polls have said so for longer than pollMs", async (_how, remove) => {
    const server = new Server();
    const { secrets, changes, poll } = await watched(server, { references: [DATABASE, BY_ID, MAIL] });
    remove(server);
    await poll();
    await poll();
    expect(changes).toEqual([]);
    await poll();
    await poll();
    expect(changes).toEqual([DATABASE, BY_ID].map((reference) => ({ reference, kind: "removed", version: undefined, previousVersion: 1 })));
    expect(secrets.getAll()).toEqual({ [DATABASE]: "one", [BY_ID]: "one", [MAIL]: "mail-one" });
    server.items.delete(database);
    server.set({ id: database, vaultUUID: production, title: "Database", version: 1, fields: [password("again")] });
    await poll();
    expect(changes.slice(2)).toEqual([DATABASE, BY_ID].map((reference) => ({ reference, kind: "added", version: 1, previousVersion: undefined })));
    expect(secrets.get(BY_ID)).toBe("again");
  });
});

describe("a replica that lags", () => {
  it("in lists changes nothing back and forth", async () => {
    const server = new Server();
    const { secrets, changes, poll } = await watched(server, { references });
    const old = server.asOfNow();
    server.set({ id: database, title: "Database", fields: [password("two"), { id: "host", label: "host", value: "db" }] });
    server.set({ id: mail, title: "Mail", fields: [password("mail-two")] });
    await poll();
    const told = changes.splice(0);
    expect(told).toHaveLength(3);
    for (let round = 0; round < 6; round += 1) {
      server.answer = round % 2 === 0 ? old : () => undefined;
      await poll();
      expect(secrets.get(DATABASE)).toBe("two");
    }
    expect(changes).toEqual([]);
  });

  it("that has not seen a new item with the title does not go back to the old one", async () => {
    const server = new Server();
    const { secrets, changes, poll } = await watched(server, { references: [DATABASE] });
    const old = server.asOfNow();
    server.set({ id: database, title: "Database, old" });
    server.set({ id: "n".repeat(26), title: "Database", fields: [password("new")] });
    await poll();
    server.answer = old;
    await poll();
    server.answer = () => undefined;
    await poll();
    expect(secrets.get(DATABASE)).toBe("new");
    expect(changes).toHaveLength(1);
  });

  it("in items is read again soon, until the item is as new as the list", async () => {
    const server = new Server();
    const { secrets, changes, events } = await watched(server, { references: [BY_ID] });
    const old = server.asOfNow();
    server.set({ id: database, fields: [password("two")] });
    server.answer = (path) => (path.endsWith(database) ? old(path) : undefined);
    await server.clock.advance(POLL_MS + 5000);
    expect(secrets.get(BY_ID)).toBe("one");
    expect(events.filter(({ type }) => type === "failure").length).toBeGreaterThan(1);
    server.answer = () => undefined;
    await server.clock.advance(4000);
    expect(secrets.get(BY_ID)).toBe("two");
    expect(changes).toEqual([{ reference: BY_ID, kind: "changed", version: 2, previousVersion: 1 }]);
  });

  it("in items never replaces a newer value", async () => {
    const server = new Server();
    const old = server.asOfNow();
    server.set({ id: database, fields: [password("two")] });
    const { secrets, changes, poll } = await watched(server, { references: [BY_ID] });
    server.set({ id: database });
    server.answer = (path) => (path.endsWith(database) ? old(path) : undefined);
    await poll();
    expect(secrets.get(BY_ID)).toBe("two");
    expect(secrets.versions()[BY_ID]).toBe(2);
    expect(changes).toEqual([]);
  });

  it("is believed when all polls have said the same for longer than pollMs, such as after a backup was restored", async () => {
    const server = new Server();
    const old = server.asOfNow();
    server.set({ id: database, fields: [password("two"), { id: "host", label: "host", value: "db" }] });
    const { secrets, changes, poll } = await watched(server, { references: [BY_ID] });
    server.answer = old;
    await poll();
    await poll();
    expect(secrets.get(BY_ID)).toBe("two");
    await poll();
    expect(secrets.get(BY_ID)).toBe("one");
    await poll();
    expect(changes).toEqual([{ reference: BY_ID, kind: "changed", version: 1, previousVersion: 2 }]);
  });
});

describe("a vault that the token lost", () => {
  it.each([403, 404])("with status %d is removed once when all polls have said so for longer than pollMs, and comes back", async (status) => {
    const server = new Server();
    const { secrets, changes, poll } = await watched(server, { references: [DATABASE], maxAgeMs: POLL_MS * 3 });
    server.answer = () => jsonResponse(status, { status, message: "vault is not in scope" });
    await server.clock.advance(POLL_MS * 1.9);
    expect(changes).toEqual([]);
    await poll();
    await poll();
    expect(changes).toEqual([{ reference: DATABASE, kind: "removed", version: undefined, previousVersion: 1 }]);
    expect(() => secrets.get(DATABASE)).toThrow(
      expect.objectContaining({ code: "stale-secret", since: "2026-03-02T08:00:00.000Z", cause: expect.objectContaining({ status }) }),
    );
    server.answer = () => undefined;
    await poll();
    expect(changes.slice(1)).toEqual([{ reference: DATABASE, kind: "added", version: 1, previousVersion: undefined }]);
    expect(secrets.get(DATABASE)).toBe("one");
  });

  it.each([POLL_MS / 60, POLL_MS])(
    "because the token is rejected (401) is removed when all polls of %d ms have said so for longer than five minutes",
    async (pollMs) => {
      const server = new Server();
      const { secrets, changes, events } = await watched(server, { references: [DATABASE], pollMs, maxAgeMs: POLL_MS * 8 });
      await server.clock.advance(pollMs);
      server.answer = () => jsonResponse(401, { status: 401, message: "Invalid token" });
      await server.clock.advance(POLL_MS * 5);
      expect(changes).toEqual([]);
      await server.clock.advance(POLL_MS * 2.5);
      expect(changes).toEqual([{ reference: DATABASE, kind: "removed", version: undefined, previousVersion: 1 }]);
      expect(events.filter(({ type }) => type === "failure").at(-1)).toMatchObject({ error: { status: 401 } });
      expect(secrets.get(DATABASE)).toBe("one");
      await server.clock.advance(POLL_MS);
      expect(() => secrets.get(DATABASE)).toThrow(expect.objectContaining({ code: "stale-secret", cause: expect.objectContaining({ status: 401 }) }));
      server.answer = () => undefined;
      await server.clock.advance(POLL_MS);
      expect(changes.slice(1)).toEqual([{ reference: DATABASE, kind: "added", version: 1, previousVersion: undefined }]);
      expect(secrets.get(DATABASE)).toBe("one");
    },
  );

  it("because the token is rejected is removed after pollMs if that is longer", async () => {
    const server = new Server();
    const { changes } = await watched(server, { references: [DATABASE], pollMs: POLL_MS * 20 });
    server.answer = () => jsonResponse(401, {});
    await server.clock.advance(POLL_MS * 39);
    expect(changes).toEqual([]);
    await server.clock.advance(POLL_MS * 20);
    expect(changes).toHaveLength(1);
  });

  it("discovered secrets are left out after five minutes of a rejected token, and are there again with a new one", async () => {
    const server = new Server();
    const { secrets } = await watched(server, { discover: { title: "Database" } });
    server.answer = () => jsonResponse(401, {});
    await server.clock.advance(POLL_MS * 5);
    expect(secrets.getAll()).toMatchObject({ [DATABASE]: "one" });
    await server.clock.advance(POLL_MS * 4);
    expect([secrets.getAll(), secrets.stats().secrets]).toEqual([{}, 0]);
    server.answer = () => undefined;
    await server.clock.advance(POLL_MS);
    expect(secrets.getAll()).toMatchObject({ [DATABASE]: "one" });
  });

  it.each([
    ["a poll in between works", () => undefined],
    ["a poll in between says something else", () => jsonResponse(503, {})],
  ])("changes nothing if %s", async (_what, between) => {
    const server = new Server();
    const { secrets, changes } = await watched(server, { references: [DATABASE] });
    for (let round = 0; round < 4; round += 1) {
      server.answer = () => jsonResponse(401, {});
      await server.clock.advance(POLL_MS * 4);
      server.answer = between;
      await server.clock.advance(POLL_MS);
    }
    expect(changes).toEqual([]);
    expect(secrets.get(DATABASE)).toBe("one");
  });
});
