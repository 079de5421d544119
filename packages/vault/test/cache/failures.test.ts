import { inspect } from "node:util";
import { jsonResponse } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { caught, thrown } from "../support.ts";
import { database, mail, password, POLL_MS, production, Server, staging, watched } from "./support.ts";

const DATABASE = "Production/Database/password";
const MAIL = "Production/Mail/password";
const CACHE = "Staging/Cache/password";
const unavailable = (): Response => jsonResponse(503, { status: 503, message: "down" });

function withStaging(): Server {
  const server = new Server();
  server.set({ id: "c".repeat(26), vaultUUID: staging, title: "Cache", fields: [password("cache-one")] });
  return server;
}

describe("while the server is away", () => {
  it("get returns the last value up to maxAgeMs after the last poll, then an error that says since when and why", async () => {
    const server = withStaging();
    const { secrets, events } = await watched(server, { references: [DATABASE, CACHE], maxAgeMs: POLL_MS * 10 });
    await server.clock.advance(POLL_MS);
    server.answer = (path) => (path.startsWith(`/${production}`) ? unavailable() : undefined);
    await server.clock.advance(POLL_MS * 10);
    expect(secrets.get(DATABASE)).toBe("one");
    await server.clock.advance(1);
    const error = thrown(() => secrets.get(DATABASE));
    expect(error).toMatchObject({
      name: "StaleSecretError",
      code: "stale-secret",
      since: "2026-03-02T08:01:00.000Z",
      option: "maxAgeMs",
      message:
        'the secret "Production/Database/password" was last confirmed at 2026-03-02T08:01:00.000Z, which is longer ago than maxAgeMs (600000 ms): see the cause',
      cause: expect.objectContaining({ name: "ApiError", status: 503 }),
    });
    expect(inspect(error, { depth: 5 })).not.toContain("one'");
    expect(thrown(() => secrets.getAll())).toMatchObject({ code: "stale-secret" });
    expect(secrets.get(CACHE)).toBe("cache-one");
    await server.clock.advance(POLL_MS * 5);
    expect(events.filter(({ type }) => type === "stale")).toEqual([
      { type: "stale", references: [DATABASE], error: expect.objectContaining({ code: "stale-secret" }) },
    ]);
    server.answer = () => undefined;
    await server.clock.advance(POLL_MS);
    expect(secrets.get(DATABASE)).toBe("one");
  });

  it("polls again after about a second, then after growing waits up to a minute, and as usual afterwards", async () => {
    const server = new Server();
    const { events } = await watched(server, { references: [DATABASE] });
    server.answer = unavailable;
    await server.clock.advance(POLL_MS * 5);
    const failures = events.filter((event) => event.type === "failure");
    expect(failures.map(({ delayMs }) => delayMs)).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    expect(failures.map(({ failures: count }) => count)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(failures[0]).toMatchObject({ vaultUUID: production, error: { name: "ApiError", status: 503 } });
    server.answer = () => undefined;
    await server.clock.advance(POLL_MS);
    server.takeRequests();
    await server.clock.advance(POLL_MS);
    expect(server.takeRequests()).toHaveLength(1);
  });

  it("waits as long as the server asks", async () => {
    const server = new Server();
    await watched(server, { references: [DATABASE] });
    server.answer = () => jsonResponse(429, {}, { "retry-after": "200" });
    await server.clock.advance(POLL_MS);
    server.takeRequests();
    await server.clock.advance(199_999);
    expect(server.requests).toEqual([]);
    await server.clock.advance(1);
    expect(server.requests).toHaveLength(1);
  });

  it("waits an hour at most, though the server asks for years, which no timer can wait", async () => {
    const server = new Server();
    await watched(server, { references: [DATABASE], maxAgeMs: Infinity });
    server.answer = () => jsonResponse(429, {}, { "retry-after": "999999999" });
    await server.clock.advance(POLL_MS);
    server.takeRequests();
    await server.clock.advance(3_599_999);
    expect(server.requests).toEqual([]);
    await server.clock.advance(1);
    expect(server.requests).toHaveLength(1);
  });

  it("polls the other vaults as usual, and refresh rejects with the error", async () => {
    const server = withStaging();
    const { secrets } = await watched(server, { references: [DATABASE, CACHE] });
    server.answer = (path) => (path.startsWith(`/${production}`) ? unavailable() : undefined);
    server.set({ id: "c".repeat(26), fields: [password("cache-two")] });
    expect(await caught(secrets.refresh())).toMatchObject({ name: "ApiError", status: 503 });
    expect(secrets.get(CACHE)).toBe("cache-two");
  });
});

describe("an item that cannot be read", () => {
  it("keeps its value and ages, while the others of its vault change", async () => {
    const server = new Server();
    const { secrets, changes } = await watched(server, { references: [DATABASE, MAIL], maxAgeMs: POLL_MS * 2 });
    server.set({ id: database, fields: [password("two")] });
    server.set({ id: mail, fields: [password("mail-two")] });
    server.answer = (path) => (path.endsWith(database) ? unavailable() : undefined);
    await server.clock.advance(POLL_MS * 2);
    expect([secrets.get(DATABASE), secrets.get(MAIL)]).toEqual(["one", "mail-two"]);
    expect(changes.map(({ reference }) => reference)).toEqual([MAIL]);
    await server.clock.advance(POLL_MS);
    expect(thrown(() => secrets.get(DATABASE))).toMatchObject({ code: "stale-secret", cause: { status: 503 } });
    expect(secrets.get(MAIL)).toBe("mail-two");
    server.answer = () => undefined;
    await server.clock.advance(POLL_MS);
    expect(secrets.get(DATABASE)).toBe("two");
    expect(changes.map(({ reference }) => reference)).toEqual([MAIL, DATABASE]);
  });

  it("is read again by the next poll, within about a second", async () => {
    const server = new Server();
    const { secrets } = await watched(server, { references: [DATABASE] });
    server.set({ id: database, fields: [password("two")] });
    let failed = 0;
    server.answer = (path) => (path.endsWith(database) && (failed += 1) === 1 ? unavailable() : undefined);
    await server.clock.advance(POLL_MS + 1000);
    expect(secrets.get(DATABASE)).toBe("two");
  });

  it.each([
    ["a list of an unknown shape", (path: string) => (path.endsWith("items") ? jsonResponse(200, { items: [] }) : undefined)],
    ["an item of an unknown shape", (path: string) => (path.endsWith(database) ? jsonResponse(200, []) : undefined)],
    ["another item", (path: string) => (path.endsWith(database) ? jsonResponse(200, { id: mail, version: 2, fields: [password("other")] }) : undefined)],
    ["a rejected token", () => jsonResponse(401, {})],
  ])("or %s is a failure, and nothing is lost", async (_what, answer) => {
    const server = new Server();
    const { secrets, changes, events, poll } = await watched(server, { references: [DATABASE] });
    server.set({ id: database, fields: [password("two")] });
    server.answer = answer;
    await poll();
    expect(events.map(({ type }) => type)).toContain("failure");
    expect(secrets.get(DATABASE)).toBe("one");
    server.answer = () => undefined;
    await poll();
    expect(secrets.get(DATABASE)).toBe("two");
    expect(changes).toHaveLength(1);
  });

  it("never rejects anywhere else, whatever the user's functions do", async () => {
    const server = new Server();
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on("unhandledRejection", note);
    try {
      const { secrets, poll } = await watched(server, {
        references: [DATABASE],
        onEvent: () => Promise.reject(new Error("event")) as never,
        onChange: () => Promise.reject(new Error("change")),
      });
      server.set({ id: database, fields: [password("two")] });
      await poll();
      server.answer = unavailable;
      await poll();
      server.answer = () => new Promise(() => {});
      const refreshed = caught(secrets.refresh());
      await server.clock.advance(0);
      secrets.close();
      await refreshed;
      await server.clock.advance(POLL_MS);
    } finally {
      process.off("unhandledRejection", note);
    }
    expect(unhandled).toEqual([]);
  });
});
