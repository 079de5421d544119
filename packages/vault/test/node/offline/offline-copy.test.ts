import { describe, expect, it } from "vitest";
import { type FakeClock, fakeClock } from "../../../../core/test/fake-clock.ts";
import { createVaultClient } from "../../../src/index.ts";
import { createCopiedItems } from "../../../src/lib/node/offline/copied-items.ts";
import { offlineCopy } from "../../../src/node.ts";
import { resolveSecrets } from "../../../src/references.ts";
import { AT_CODE, database, mail, password, production, Server } from "../../cache/support.ts";
import { caught } from "../../support.ts";
import { DATABASE, MAIL, HOUR_MS, OWNER, pathForTest, finish, noConnection, untrusted, status, start } from "./support.ts";

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

/** What a copy with one item has in its file, decrypted. */
function copiedText(): string {
  const clock = fakeClock();
  const items = createCopiedItems(undefined, HOUR_MS, clock);
  items.sawItem(production, { id: database, vault: { id: production }, category: "LOGIN" }, clock.wallNow());
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
