import { ConnectionError } from "@keywright/core/client";
import { jsonResponse } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { type FakeClock, fakeClock } from "../../../../core/test/fake-clock.ts";
import type { OfflineCopyEvent } from "../../../src/cache.ts";
import { createVaultClient } from "../../../src/index.ts";
import { createCopiedItems } from "../../../src/lib/node/offline/copied-items.ts";
import { createOpenCopy } from "../../../src/lib/node/offline/open-copy.ts";
import { offlineCopy } from "../../../src/node.ts";
import { resolveSecrets } from "../../../src/references.ts";
import { AT_CODE, database, mail, password, production, Server } from "../../cache/support.ts";
import { caught } from "../../support.ts";
import { clientOf, DATABASE, MAIL, HOUR_MS, OWNER, pathForTest, finish, noConnection, untrusted, status, start } from "./support.ts";

describe("a start while the vault is away", () => {
  it.each([
    ["a refused connection", noConnection],
    ["a response of 500", status(500)],
    ["a response of 503", status(503)],
    ["a response of 408", status(408)],
    ["a response of 429 without a wait", status(429)],
  ])("uses the last good values after %s, and says so once", async (_name, answer) => {
    const server = new Server();
    const path = await pathForTest();
    const before = await start(server, path);
    server.answer = answer;
    await server.clock.advance(HOUR_MS);
    const { values, events } = await start(server, path);
    expect(values).toEqual(before.values);
    expect(values[DATABASE]).toBe("one");
    expect(events).toEqual([{ type: "offline-copy", items: 2, confirmedAt: "2026-03-02T08:00:00.000Z", error: expect.any(Error) }]);
  });

  it("uses them after a request hung for afterMs, and sends no other", async () => {
    const server = new Server();
    const path = await pathForTest();
    await start(server, path);
    server.answer = () => new Promise(() => {});
    server.takeRequests();
    const began = server.clock.now();
    const { values } = await start(server, path, { options: { afterMs: 3000 } });
    expect(values[DATABASE]).toBe("one");
    expect([server.clock.now() - began, server.takeRequests()]).toEqual([3000, ["/"]]);
  });

  it("waits as long as a response of 429 asks, and asks once more before it uses them", async () => {
    const server = new Server();
    const path = await pathForTest();
    await start(server, path);
    server.answer = status(429, { "retry-after": "120" });
    const began = server.clock.now();
    const { values, events } = await start(server, path);
    expect(values[DATABASE]).toBe("one");
    expect(server.clock.now() - began).toBe(120_000);
    expect(events.map(({ type }) => type)).toEqual(["offline-copy-wait", "offline-copy"]);
    server.set({ id: database, fields: [password("two")] });
    let count = 0;
    server.answer = () => ((count += 1) === 1 ? status(429, { "retry-after": "5" })() : undefined);
    expect((await start(server, path)).values[DATABASE]).toBe("two");
  });

  it("also waits as long as the last response of a client that retries asks", async () => {
    const server = new Server();
    const path = await pathForTest();
    await start(server, path);
    server.set({ id: database, fields: [password("two")] });
    const answers = [status(503), status(503), status(429, { "retry-after": "120" })];
    server.answer = () => answers.shift()?.();
    const { values, events } = await start(server, path, { client: clientOf(server) });
    expect([values[DATABASE], events]).toMatchObject(["two", [{ type: "offline-copy-wait", delayMs: 120_000 }]]);
  });

  it("computes one-time codes of the present time", async () => {
    const server = new Server();
    const path = await pathForTest();
    const references = ["Production/Mail/code?attribute=otp"];
    expect((await start(server, path, { references })).values).toEqual({ [`${references[0]}`]: "1" });
    server.answer = status(500);
    const first = await start(server, path, { references });
    await server.clock.advance(60_000);
    const second = await start(server, path, { references });
    expect(first.values[`${references[0]}`]).toMatch(/^\d{8}$/);
    expect(second.values).not.toEqual(first.values);
    expect(AT_CODE).toContain("digits=8");
  });

  it("fails with the vault's error if the copy lacks a secret", async () => {
    const server = new Server();
    const path = await pathForTest();
    await start(server, path, { references: [DATABASE] });
    server.answer = status(503);
    expect(await caught(start(server, path))).toMatchObject({ name: "ApiError", status: 503 });
    expect((await start(server, path, { references: [DATABASE] })).values[DATABASE]).toBe("one");
  });

  it("mixes with responses: what the vault returns is never from the copy", async () => {
    const server = new Server();
    const path = await pathForTest();
    await start(server, path);
    server.set({ id: database, fields: [password("two")] });
    server.answer = (at) => (at.includes(mail) ? status(500)() : undefined);
    const { values, events } = await start(server, path);
    expect(values).toEqual({ [DATABASE]: "two", [MAIL]: "mail-one" });
    expect(events).toMatchObject([{ type: "offline-copy", items: 1 }]);
  });
});

describe("the copy is not used", () => {
  it.each([
    ["a list of items", `/${production}/items`],
    ["a list of vaults", "/"],
  ])("for what %s by its name does not have, if the whole list fails", async (_name, listPath) => {
    const server = new Server();
    const path = await pathForTest();
    await start(server, path, { references: [DATABASE] });
    let count = 0;
    server.answer = (at) => (at !== listPath ? undefined : (count += 1) === 1 ? jsonResponse(200, []) : status(503)());
    expect(await caught(start(server, path, { references: [DATABASE] }))).toMatchObject({ status: 503 });
    server.answer = status(500);
    expect(await caught(start(server, path, { references: [DATABASE] }))).toMatchObject({ status: 500 });
  });

  it.each([
    ["does not come", () => new Promise<string>(() => {})],
    ["cannot be fetched", () => Promise.reject(new TypeError("fetch failed", { cause: Object.assign(new Error("connect"), { code: "ECONNREFUSED" }) }))],
    ["has no connection", () => Promise.reject(new ConnectionError("connection-failed", "no connection", { outcome: "not-sent", operationId: undefined }))],
    ["cannot be used, because the vault is away", () => "token-2"],
  ])("after a rejected token (401) whose successor %s, and then never again", async (_name, renew) => {
    const server = new Server();
    const path = await pathForTest();
    await start(server, path);
    let isRejected = false;
    const token = { getToken: () => (isRejected ? renew() : "token-1"), invalidate: () => void (isRejected = true) };
    server.answer = () => status(isRejected ? 503 : 401)();
    const failed = await caught(start(server, path, { options: { token }, client: clientOf(server, { token, retry: false }) }));
    expect(["TimeoutError", "TokenError", "ConnectionError", "ApiError"]).toContain(failed.name);
    expect(isRejected).toBe(true);
    server.answer = status(503);
    expect(await caught(start(server, path))).toMatchObject({ status: 503 });
  });

  it.each([
    ["its own error", () => new TypeError("fetch failed")],
    ["a lost connection", () => new ConnectionError("connection-failed", "no connection", { outcome: "not-sent", operationId: undefined })],
    ["no token in time", () => new Promise<string>(() => {})],
    ["a token service that is away", () => new ConnectionError("connection-failed", "no connection", { outcome: "not-sent", operationId: "createToken" })],
  ])("after a rejected token (401) whose function then fails with %s once and returns it again, and then never again", async (_name, failure) => {
    const server = new Server();
    const path = await pathForTest();
    await start(server, path);
    let rejections = 0;
    let failures = 0;
    const token = (): string | Promise<string> => {
      if (rejections === failures) return "token-1";
      failures += 1;
      const end = failure();
      if (end instanceof Error) throw end;
      return end;
    };
    server.answer = () => {
      const isFirst = rejections === 0;
      rejections = 1;
      return status(isFirst ? 401 : 503)();
    };
    const failed = await caught(start(server, path, { options: { token }, client: clientOf(server, { token, retry: false }) }));
    expect(["TimeoutError", "TokenError", "ConnectionError"]).toContain(failed.name);
    expect([rejections, failures]).toEqual([1, 1]);
    server.answer = status(503);
    expect(await caught(start(server, path))).toMatchObject({ status: 503 });
  });

  it.each([
    ["is none", { status: 200 }],
    ["has an entry without id", [{ title: "Database" }]],
  ])("after a list that %s, and is kept", async (_name, body) => {
    const server = new Server();
    const path = await pathForTest();
    await start(server, path);
    server.answer = (at) => (at.endsWith("/items") ? jsonResponse(200, body) : undefined);
    expect(await caught(start(server, path))).toMatchObject({ code: expect.stringMatching(/unexpected-content|unresolved-references/) });
    server.answer = status(500);
    expect((await start(server, path)).values[DATABASE]).toBe("one");
  });

  it("to hide that a name is wrong: the error names the reference", async () => {
    const server = new Server();
    const path = await pathForTest();
    await start(server, path);
    server.answer = (at) => (at.includes(`items/${database}`) ? status(503)() : undefined);
    const failed = await caught(start(server, path, { references: [DATABASE, "Production/Databse/password"] }));
    expect(failed).toMatchObject({ failures: { "Production/Databse/password": expect.stringContaining("Databse") } });
  });

  it.each([
    ["401", status(401), "ApiError"],
    ["403", status(403), "ApiError"],
    ["404", status(404), "ApiError"],
  ])("after %s, and then never again", async (_name, answer, name) => {
    const server = new Server();
    const path = await pathForTest();
    await start(server, path);
    server.answer = answer;
    expect((await caught(start(server, path))).name).toBe(name);
    server.answer = status(500);
    expect(await caught(start(server, path))).toMatchObject({ name: "ApiError", status: 500 });
  });

  it("for an item that was rejected, which leaves it, while the others stay", async () => {
    const server = new Server();
    const path = await pathForTest();
    await start(server, path);
    server.answer = (at) => (at.includes(`items/${mail}`) ? status(403)() : undefined);
    expect(await caught(start(server, path))).toMatchObject({ code: "unresolved-references" });
    server.answer = status(500);
    expect(await caught(start(server, path, { references: [MAIL] }))).toMatchObject({ status: 500 });
    expect((await start(server, path, { references: [DATABASE] })).values[DATABASE]).toBe("one");
  });

  it("with a certificate that is not trusted, and works again after it", async () => {
    const server = new Server();
    const path = await pathForTest();
    await start(server, path);
    server.answer = untrusted;
    expect(await caught(start(server, path))).toMatchObject({ code: "untrusted-connection" });
    server.answer = noConnection;
    expect((await start(server, path)).values[DATABASE]).toBe("one");
  });

  it("for an item that the vault removed, also if another one has its title", async () => {
    const server = new Server();
    const path = await pathForTest();
    await start(server, path, { references: [DATABASE] });
    server.items.delete(database);
    server.set({ id: "d".repeat(26), title: "Database", fields: [password("other")] });
    expect((await start(server, path, { references: [DATABASE] })).values[DATABASE]).toBe("other");
    server.answer = status(500);
    expect((await start(server, path, { references: [DATABASE] })).values[DATABASE]).toBe("other");
    server.answer = () => undefined;
    server.items.clear();
    expect(await caught(start(server, path, { references: [DATABASE] }))).toMatchObject({ code: "unresolved-references" });
    server.answer = status(500);
    expect(await caught(start(server, path, { references: [DATABASE] }))).toMatchObject({ status: 500 });
  });

  it("beyond maxAgeMs, up to the millisecond", async () => {
    const server = new Server();
    const path = await pathForTest();
    await start(server, path);
    server.answer = status(500);
    await server.clock.advance(HOUR_MS);
    const options = { maxAgeMs: HOUR_MS };
    expect((await start(server, path, { options })).values[DATABASE]).toBe("one");
    await server.clock.advance(1);
    expect(await caught(start(server, path, { options }))).toMatchObject({ status: 500 });
    expect((await start(server, path)).values[DATABASE]).toBe("one");
  });

  it("with a clock set forward by more than maxAgeMs", async () => {
    const server = new Server();
    const path = await pathForTest();
    await start(server, path);
    server.answer = status(500);
    const clock = fakeClock({ wallNow: server.clock.wallNow() + 24 * HOUR_MS + 1 });
    expect(await caught(start(server, path, { clock }))).toMatchObject({ status: 500 });
  });

  it("with a clock of another boot that is more than a minute before the copy's time", () => {
    const text = copiedText().replace(/"boot":\{[^}]*\},?/, "");
    const ageAt = (shiftMs: number) => ageOf(text, fakeClock({ wallNow: fakeClock().wallNow() + shiftMs }));
    expect([ageAt(-60_001), ageAt(-60_000), ageAt(1)]).toEqual([undefined, 0, 1]);
  });

  it.runIf(process.platform === "linux")("by a clock that was set back in the same boot, for longer than the time that really passed", () => {
    // The copy was written two hours of this boot ago, and the clock says that no time passed.
    const text = copiedText().replace(/"uptimeMs":([\d.]+)/, (_all, uptimeMs: string) => `"uptimeMs":${Number(uptimeMs) - 2 * HOUR_MS}`);
    expect(ageOf(text, fakeClock())).toBeUndefined();
    expect(ageOf(text, fakeClock(), 3 * HOUR_MS)).toBeGreaterThanOrEqual(2 * HOUR_MS);
  });
});

describe("the items of a copy", () => {
  it("stay as old as they are when the clock is set back while the program runs, also in the file", () => {
    const clock = fakeClock();
    let shiftMs = 0;
    const shifted = { ...clock, now: () => clock.now() + Math.abs(shiftMs) / 2, wallNow: () => clock.wallNow() + shiftMs };
    const items = createCopiedItems(undefined, HOUR_MS, shifted);
    items.sawItem(production, { id: database, vault: { id: production }, category: "LOGIN" }, shifted.now());
    shiftMs = -HOUR_MS;
    expect(items.item(production, database)?.ageMs).toBe(HOUR_MS / 2);
    const text = items.take(true) ?? "";
    // The machine's own uptime goes on meanwhile.
    const { ageMs = 0 } = createCopiedItems(text, HOUR_MS, shifted).item(production, database) ?? {};
    expect(ageMs >= HOUR_MS / 2 && ageMs < HOUR_MS).toBe(true);
    shiftMs = -3 * HOUR_MS;
    expect(items.item(production, database)).toBeUndefined();
  });

  it("have the title, tags and state of the last list, also with the same version", () => {
    const clock = fakeClock();
    const items = createCopiedItems(undefined, HOUR_MS, clock);
    const item = { id: database, vault: { id: production }, category: "LOGIN", version: 1, title: "Database" } as const;
    items.sawItem(production, item, clock.now());
    items.take(true);
    items.sawItems(production, [{ ...item, title: "Old", state: "ARCHIVED" }], undefined, clock.now());
    expect([items.isChanged, items.items(production)]).toMatchObject([true, [{ title: "Old", state: "ARCHIVED" }]]);
  });

  it("can be more than a function takes arguments", async () => {
    const clock = fakeClock();
    const events: OfflineCopyEvent[] = [];
    const item = { id: database, vault: { id: production }, category: "LOGIN" } as const;
    const copied = { ...createCopiedItems(undefined, HOUR_MS, clock), item: () => ({ item, ageMs: 1000 }) };
    const context = { clock, afterMs: 1, maxAgeMs: HOUR_MS, isOwner: async () => true, save: async () => {} };
    const client = createVaultClient({ ...OWNER, clock, retry: false, fetch: noConnection as never });
    const copy = createOpenCopy(client, copied, { ...context, onEvent: (event) => void events.push(event) });
    await copy.read(async () => {
      for (let index = 0; index < 130_000; index += 1) await copy.client.getItem({ vaultUUID: production, itemUUID: String(index).padStart(26, "a") });
    });
    expect(events).toMatchObject([{ items: 130_000, confirmedAt: "2026-03-02T07:59:59.000Z" }]);
  });
});

/** What a copy with one item has in its file, decrypted. */
function copiedText(): string {
  const clock = fakeClock();
  const items = createCopiedItems(undefined, HOUR_MS, clock);
  items.sawItem(production, { id: database, vault: { id: production }, category: "LOGIN" }, clock.now());
  return items.take(true) ?? "";
}

/** The age of that item; `undefined` if it is not used. */
function ageOf(text: string, clock: FakeClock, maxAgeMs = HOUR_MS): number | undefined {
  return createCopiedItems(text, maxAgeMs, clock).item(production, database)?.ageMs;
}

describe("a client that retries", () => {
  it("reaches the copy within a second without a connection, for any number of secrets", async () => {
    const server = new Server();
    const references = Array.from({ length: 40 }, (_, index) => `Production/Item ${index}/password`);
    for (const [index] of references.entries())
      server.set({ id: String(index).padStart(26, "a"), title: `Item ${index}`, fields: [password(`value-${index}`)] });
    const path = await pathForTest();
    await start(server, path, { references });
    const clock = fakeClock();
    const client = createVaultClient({ ...OWNER, clock, fetch: noConnection as never });
    const copy = await offlineCopy(path, OWNER).open(client, { clock, onEvent: () => {} });
    const began = clock.now();
    await finish(
      clock,
      copy.read(() => resolveSecrets(copy.client, Object.fromEntries(references.map((name) => [name, name])))),
    );
    expect(clock.now() - began).toBeLessThan(1000);
  });
});
