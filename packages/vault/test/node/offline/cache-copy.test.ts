import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { type SecretCacheEvent, secretCache } from "../../../src/cache.ts";
import { offlineCopy } from "../../../src/node.ts";
import { database, mail, password, Server } from "../../cache/support.ts";
import { caught, thrown } from "../../support.ts";
import { DATABASE, MAIL, HOUR_MS, OWNER, pathForTest, finish, noConnection, status, start } from "./support.ts";

describe("secretCache with offlineCopy", () => {
  async function cache(server: Server, path: string, more: object = {}) {
    const events: SecretCacheEvent[] = [];
    const options = { references: [DATABASE, MAIL], clock: server.clock, onEvent: (event: SecretCacheEvent) => void events.push(event), ...more };
    const secrets = await finish(server.clock, secretCache(server.client, { offlineCopy: offlineCopy(path, OWNER), ...options }));
    return { secrets, events };
  }

  it("loads from the copy, counts it, keeps the age of the values, and polls after a second", async () => {
    const server = new Server();
    const path = await pathForTest();
    const first = await cache(server, path);
    first.secrets.close();
    server.answer = noConnection;
    await server.clock.advance(HOUR_MS);
    const { secrets, events } = await cache(server, path, { maxAgeMs: HOUR_MS + 10_000 });
    expect([secrets.get(DATABASE), secrets.stats().copied, secrets.stats().ageMs]).toEqual(["one", 2, HOUR_MS]);
    expect(events).toMatchObject([{ type: "offline-copy", items: 2 }]);
    server.set({ id: database, fields: [password("two")] });
    server.answer = () => undefined;
    await server.clock.advance(1000);
    expect([secrets.get(DATABASE), secrets.stats().ageMs]).toEqual(["two", 0]);
    server.answer = noConnection;
    await server.clock.advance(HOUR_MS);
    expect(secrets.get(DATABASE)).toBe("two");
    await server.clock.advance(20_000);
    expect(thrown(() => secrets.get(DATABASE))).toMatchObject({ code: "stale-secret" });
    secrets.close();
  });

  it("keeps the copy current with its polls, without a write for each", async () => {
    const server = new Server();
    const path = await pathForTest();
    const { secrets } = await cache(server, path);
    const before = await readFile(path);
    await secrets.refresh();
    expect((await readFile(path)).equals(before)).toBe(true);
    await server.clock.advance(HOUR_MS / 2);
    await secrets.refresh();
    expect((await readFile(path)).equals(before)).toBe(false);
    secrets.close();
    server.answer = noConnection;
    await server.clock.advance(23.5 * HOUR_MS);
    expect((await start(server, path)).values[DATABASE]).toBe("one");
  });

  it.each([
    ["a list without the item", (server: Server) => void server.items.delete(database)],
    ["401", (server: Server) => void (server.answer = status(401))],
    ["403 for the vault", (server: Server) => void (server.answer = status(403))],
  ])("removes from the copy what a poll shows as gone: %s", async (_name, change) => {
    const server = new Server();
    const path = await pathForTest();
    const { secrets } = await cache(server, path);
    change(server);
    await secrets.refresh().catch(() => {});
    secrets.close();
    server.answer = status(500);
    expect(await caught(start(server, path, { references: [DATABASE] }))).toMatchObject({ status: 500 });
  });

  it("has a secret in the copy again that a replica had left out", async () => {
    const server = new Server();
    const path = await pathForTest();
    const { secrets } = await cache(server, path);
    const item = server.items.get(database);
    server.items.delete(database);
    await secrets.refresh();
    if (item !== undefined) server.items.set(database, item);
    await secrets.refresh();
    secrets.close();
    server.answer = status(500);
    expect((await start(server, path)).values[DATABASE]).toBe("one");
  });

  it("finds discovered secrets in the copy, by their tags of now", async () => {
    const server = new Server();
    server.set({ id: database, tags: ["app"] });
    server.set({ id: mail, tags: ["app"] });
    const path = await pathForTest();
    const options = { references: undefined, discover: { tag: "app" } };
    const first = await cache(server, path, options);
    server.set({ id: mail, tags: [] });
    await first.secrets.refresh();
    first.secrets.close();
    server.answer = status(500);
    const { secrets } = await cache(server, path, options);
    expect(Object.keys(secrets.getAll()).filter((name) => name.endsWith("password"))).toEqual([DATABASE]);
    secrets.close();
  });

  it("rejects options that are not those of a copy", async () => {
    expect(await caught(secretCache(new Server().client, { references: [], offlineCopy: {} as never }))).toMatchObject({ option: "offlineCopy" });
    expect(thrown(() => offlineCopy("", OWNER)).message).toContain("path must be a path");
    expect(thrown(() => offlineCopy("x", { token: "a" } as never)).message).toContain("baseUrl must be the address of the client");
    expect(thrown(() => offlineCopy("x", { ...OWNER, token: "" })).message).toContain("token must be the token of the client");
    expect(thrown(() => offlineCopy("x", { ...OWNER, maxAgeMs: Infinity })).message).toContain("maxAgeMs must be");
  });
});
