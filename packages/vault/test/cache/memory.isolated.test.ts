import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { jsonResponse } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { database, mail, password, POLL_MS, Server, watched } from "./support.ts";

/** The heap in use after a garbage collection, in MiB: code that is loaded meanwhile takes up to 2. */
function heapUsed(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

describe("the memory of a cache", () => {
  it("has no value of discovered items that are gone, also while another item cannot be read", async () => {
    const server = new Server();
    server.items.delete(mail);
    // Nothing that the test collects counts.
    const { secrets, poll } = await watched(server, { discover: { vault: "Production" }, maxAgeMs: Infinity, onEvent: undefined, onChange: undefined });
    server.answer = (path) => (path.endsWith(database) ? jsonResponse(503, {}) : undefined);
    server.set({ id: database });
    const before = heapUsed();
    for (let round = 0; round < 25; round += 1) {
      for (const id of server.items.keys()) if (id !== database) server.items.delete(id);
      for (let index = 0; index < 10; index += 1) {
        const id = `${round}x${index}`.padStart(26, "n");
        server.set({ id, title: id, fields: [password(id + "x".repeat(40_000))] });
      }
      await poll();
      await poll();
      server.takeRequests();
    }
    await poll();
    await poll();
    expect(secrets.stats().secrets).toBe(12);
    expect(heapUsed() - before).toBeLessThan(4);
  });

  it.each([
    ["a field", () => undefined],
    ["a vault", (path: string) => (path.endsWith("items") ? jsonResponse(403, {}) : undefined)],
  ])("has the value of %s that is gone until maxAgeMs", async (what, answer) => {
    const server = new Server();
    const before = heapUsed();
    const reference = "Production/Database/password";
    server.set({ id: database, fields: [password("x".repeat(2 ** 23))] });
    const { secrets, changes } = await watched(server, { references: [reference], maxAgeMs: POLL_MS * 5 });
    server.set({ id: database, fields: what === "a field" ? [] : [password("y")] });
    server.answer = answer;
    await server.clock.advance(POLL_MS * 4);
    expect(changes).toEqual([expect.objectContaining({ kind: "removed" })]);
    expect(secrets.get(reference)).toHaveLength(2 ** 23);
    expect(heapUsed() - before).toBeGreaterThan(7);
    await server.clock.advance(POLL_MS * 3);
    expect(() => secrets.get(reference)).toThrow(expect.objectContaining({ code: "stale-secret" }));
    expect(heapUsed() - before).toBeLessThan(4);
    server.answer = () => undefined;
    server.set({ id: database, fields: [password("two")] });
    await server.clock.advance(POLL_MS);
    expect(secrets.get(reference)).toBe("two");
    expect(changes.at(-1)).toMatchObject({ reference, kind: "added" });
  });
});
