import { readFile, utimes } from "node:fs/promises";
import { jsonResponse } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { type SecretCacheEvent, secretCache } from "../../../src/cache.ts";
import { offlineCopy } from "../../../src/node.ts";
import { database, mail, password, production, Server, staging } from "../../cache/support.ts";
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

  it.each([403, 404])("keeps what a large vault confirms while getVault returns %d", async (code) => {
    const server = new Server();
    const path = await pathForTest();
    server.enlarge();
    const { secrets } = await cache(server, path);
    server.answer = (at) => {
      if (at === `/${production}`) return status(code)();
      return at.includes("?") ? status(503)() : undefined;
    };
    await secrets.refresh().catch(() => {});
    secrets.close();
    server.answer = status(500);
    expect((await start(server, path)).values[DATABASE]).toBe("one");
  });

  it("returns no value of the copy beyond the copy's limit, until the vault confirms it", async () => {
    const server = new Server();
    const path = await pathForTest();
    (await cache(server, path)).secrets.close();
    server.answer = status(503);
    await server.clock.advance(HOUR_MS / 2);
    const { secrets, events } = await cache(server, path, { offlineCopy: offlineCopy(path, { ...OWNER, maxAgeMs: HOUR_MS }) });
    expect(secrets.get(DATABASE)).toBe("one");
    await server.clock.advance(HOUR_MS / 2 + 120_000);
    expect(thrown(() => secrets.get(DATABASE))).toMatchObject({ code: "stale-secret", message: expect.stringContaining("3600000 ms") });
    expect(events).toContainEqual(expect.objectContaining({ type: "stale" }));
    server.answer = () => undefined;
    await secrets.refresh();
    server.answer = status(503);
    await server.clock.advance(2 * HOUR_MS);
    expect(secrets.get(DATABASE)).toBe("one");
    secrets.close();
  });

  it.each([
    ["401", status(401)],
    ["403 for the vault", status(403)],
    ["404 for the vault", status(404)],
    ["403 for the item, which has changed", (at: string) => (at.includes(`items/${database}`) ? status(403)() : undefined)],
    ["a list without the item", (at: string) => (at.endsWith("/items") ? jsonResponse(200, []) : undefined)],
  ])("drops a value that only the copy has confirmed at once after %s", async (_name, answer) => {
    const server = new Server();
    const path = await pathForTest();
    (await cache(server, path)).secrets.close();
    server.answer = status(503);
    const { secrets } = await cache(server, path);
    server.set({ id: database });
    server.answer = answer;
    await secrets.refresh().catch(() => {});
    expect(thrown(() => secrets.get(DATABASE))).toMatchObject({ code: "stale-secret", message: expect.stringContaining("and is gone") });
    server.answer = () => undefined;
    await secrets.refresh();
    expect(secrets.get(DATABASE)).toBe("one");
    server.answer = answer;
    await secrets.refresh().catch(() => {});
    expect(secrets.get(DATABASE)).toBe("one");
    secrets.close();
  });

  it("does not write what no poll has confirmed, also if the token changes meanwhile", async () => {
    const server = new Server();
    const path = await pathForTest();
    let token = "token-1";
    const { secrets } = await cache(server, path, { offlineCopy: offlineCopy(path, { ...OWNER, token: () => token }) });
    const before = await readFile(path);
    server.answer = status(503);
    await server.clock.advance(HOUR_MS);
    await secrets.refresh().catch(() => {});
    expect((await readFile(path)).equals(before)).toBe(true);
    token = "token-2";
    await server.clock.advance(HOUR_MS);
    await secrets.refresh().catch(() => {});
    secrets.close();
    expect(await caught(start(server, path, { options: { token } }))).toMatchObject({ status: 503 });
  });

  it("does not write back what another process saw as gone", async () => {
    const [server, other] = [new Server(), new Server()];
    const path = await pathForTest();
    for (const each of [server, other]) each.set({ id: mail, vaultUUID: staging });
    const STAGED = "Staging/Mail/password";
    const { secrets } = await cache(server, path, { references: [DATABASE, STAGED] });
    other.items.delete(database);
    await start(other, path, { references: [STAGED] });
    await server.clock.advance(1000);
    const now = server.clock.wallNow() / 1000;
    await utimes(path, now, now);
    const before = await readFile(path);
    server.answer = (at) => (at.includes(production) ? status(503)() : undefined);
    await server.clock.advance(HOUR_MS);
    await secrets.refresh().catch(() => {});
    secrets.close();
    expect((await readFile(path)).equals(before)).toBe(false);
    server.answer = status(503);
    expect(await caught(start(server, path, { references: [DATABASE] }))).toMatchObject({ status: 503 });
    expect((await start(server, path, { references: [STAGED] })).values[STAGED]).toBe("mail-one");
  });

  it("does not remove the file of a process with another token when its own is rejected", async () => {
    const [server, other] = [new Server(), new Server()];
    const path = await pathForTest();
    const { secrets } = await cache(server, path);
    const options = { token: "token-2" };
    await start(other, path, { options });
    server.answer = status(401);
    for (let polls = 0; polls < 3; polls += 1) {
      await server.clock.advance(HOUR_MS);
      await secrets.refresh().catch(() => {});
    }
    secrets.close();
    other.answer = status(503);
    expect((await start(other, path, { options })).values[DATABASE]).toBe("one");
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
