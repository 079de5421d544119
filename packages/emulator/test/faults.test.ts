import { describe, expect, test } from "vitest";
import { createVaultEmulator, type Fault, manualClock } from "../src/index.ts";
import { MISTAKEN_FAULTS } from "./mistaken-faults.ts";
import { ask, shelf } from "./shelf-service.ts";
import { page, poll, SMALL_SEED, testEmulator } from "./support.ts";

const fresh = () => shelf({ clock: manualClock("2026-03-02T12:00:00Z") });
const create = (emulator: ReturnType<typeof fresh>) => ask(emulator, "/shelves/top/books", { method: "POST", body: '{"title":"a"}' });
const sign = "https://shelf.example.com/sign";

describe("how often a fault strikes", () => {
  test("once, by default, and only its operation", async () => {
    const emulator = fresh();
    const injected = emulator.inject({ operationId: "getSign", response: { status: 503, headers: { "Retry-After": "1" }, body: { problem: "busy" } } });
    expect((await ask(emulator, "/cover")).status).toBe(200);
    const struck = await ask(emulator, "/sign");
    expect([struck.status, struck.headers.get("retry-after"), struck.body]).toEqual([503, "1", { problem: "busy" }]);
    expect([(await ask(emulator, "/sign")).status, injected.hits]).toEqual([200, 1]);
  });

  test("n times, always until it is removed, and any operation by a star", async () => {
    const emulator = fresh();
    emulator.inject({ operationId: "*", times: 2, response: { status: 500 } });
    const always = emulator.inject({ operationId: "getSign", times: "always", response: { status: 502 } });
    const statuses = [];
    for (const path of ["/sign", "/cover", "/cover", "/sign", "/sign"]) statuses.push((await ask(emulator, path)).status);
    always.remove();
    expect([...statuses, (await ask(emulator, "/sign")).status]).toEqual([500, 500, 200, 502, 502, 200]);
  });

  test("by chance, and the same seed is the same chance, also after a reset", async () => {
    const run = async (emulator: ReturnType<typeof fresh>) => {
      emulator.inject({ operationId: "getSign", times: "always", probability: 0.3, response: { status: 500 } });
      const statuses = [];
      for (let index = 0; index < 100; index += 1) statuses.push((await ask(emulator, "/sign")).status);
      return statuses;
    };
    const emulator = fresh();
    const first = await run(emulator);
    emulator.reset();
    expect(await run(emulator)).toEqual(first);
    expect(await run(fresh())).toEqual(first);
    const struck = first.filter((status) => status === 500).length;
    expect(struck).toBeGreaterThan(15);
    expect(struck).toBeLessThan(45);
  });

  test("from fromMs on, and no more at untilMs", async () => {
    const clock = manualClock("2026-03-02T12:00:00Z");
    const emulator = shelf({ clock });
    emulator.inject({ operationId: "getSign", times: "always", fromMs: 1000, untilMs: 2000, response: { status: 503 } });
    const statuses = [];
    for (const waitMs of [999, 1, 999, 1]) {
      clock.advance(waitMs);
      statuses.push((await ask(emulator, "/sign")).status);
    }
    expect(statuses).toEqual([200, 503, 503, 200]);
  });

  test("a fault that never struck is reported", async () => {
    const emulator = fresh();
    emulator.inject({ operationId: "getSign", response: { status: 503 } });
    emulator.inject({ operationId: "getCover", response: "drop" });
    await ask(emulator, "/sign");
    expect(emulator.unusedFaults().map(({ fault }) => fault.operationId)).toEqual(["getCover"]);
    emulator.reset();
    expect(emulator.unusedFaults()).toEqual([]);
  });

  test("only valid requests are struck: a rejected one leaves the fault where it is", async () => {
    const emulator = fresh();
    const injected = emulator.inject({ operationId: "listBooks", response: { status: 500 } });
    expect((await ask(emulator, "/shelves/top/books?limit=0")).status).toBe(400);
    expect(injected.hits).toBe(0);
  });

  test.each(MISTAKEN_FAULTS)("%j can never strike and is rejected at once", (fault, message) => {
    const emulator = createVaultEmulator();
    expect(() => emulator.inject(fault as unknown as Fault)).toThrow(new TypeError(message));
    expect(emulator.unusedFaults()).toEqual([]);
  });
});

describe("what a fault does", () => {
  test("dropped and reset connections reject as the platform's fetch does, and nothing is done", async () => {
    const emulator = fresh();
    for (const [response, code] of [
      ["drop", "UND_ERR_SOCKET"],
      ["reset", "ECONNRESET"],
    ] as const) {
      emulator.inject({ operationId: "createBook", response });
      const error = await create(emulator).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(TypeError);
      expect(error).toMatchObject({ message: "fetch failed", cause: { code } });
    }
    expect(emulator.store.books).toEqual([]);
  });

  test("struck afterwards, a write has happened and its response is lost", async () => {
    const emulator = fresh();
    emulator.inject({ operationId: "createBook", when: "after", response: "reset" });
    await expect(create(emulator)).rejects.toThrow("fetch failed");
    emulator.inject({ operationId: "createBook", when: "after", response: { status: 504 } });
    expect((await create(emulator)).status).toBe(504);
    expect(emulator.store.books).toHaveLength(2);
  });

  test("a truncated response has its headers and breaks off in its body", async () => {
    const emulator = fresh();
    emulator.inject({ operationId: "getSign", response: "truncate" });
    const response = await emulator.fetch(sign);
    expect([response.status, response.headers.get("content-length")]).toEqual([200, "4"]);
    await expect(response.text()).rejects.toThrow("terminated");
  });

  test("a malformed body is whole by its length and no JSON", async () => {
    const emulator = fresh();
    emulator.inject({ operationId: "createBook", response: "malformed-body" });
    const response = await emulator.fetch("https://shelf.example.com/shelves/top/books", {
      method: "POST",
      body: '{"title":"a"}',
      headers: { authorization: "Bearer writer", "content-type": "application/json" },
    });
    const text = await response.text();
    expect([response.status, response.headers.get("content-length"), text]).toEqual([200, String(text.length), '{"titl']);
  });

  test("a delayed response comes when the clock has passed the delay", async () => {
    const emulator = fresh();
    emulator.inject({ operationId: "getSign", delayMs: 1000 });
    let answered = false;
    const answer = ask(emulator, "/sign").then(({ status }) => ((answered = true), status));
    await emulator.fetch("https://shelf.example.com/cover");
    emulator.clock.advance(999);
    await emulator.fetch("https://shelf.example.com/cover");
    expect(answered).toBe(false);
    emulator.clock.advance(1);
    expect(await answer).toBe(200);
  });

  test("a stalled request ends when the client closes it", async () => {
    const emulator = fresh();
    emulator.inject({ operationId: "getSign", response: "stall" });
    const controller = new AbortController();
    const answer = emulator.fetch(sign, { signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(answer).rejects.toThrow("enough");
  });

  test("a repeated page comes twice, and the walk goes on behind it", async () => {
    const emulator = testEmulator({ seed: SMALL_SEED });
    const first = await page(emulator, "auditevents", { limit: 1, start_time: "2026-03-02T00:00:00Z" });
    const injected = emulator.inject({ operationId: "listAuditEvents", response: "repeat" });
    expect(await page(emulator, "auditevents", { cursor: first.cursor })).toEqual(first);
    expect((await page(emulator, "auditevents", { cursor: first.cursor })).items.map(({ uuid }) => uuid)).toEqual(["A2"]);
    expect(injected.hits).toBe(1);
  });

  test("an expired token and an expired cursor are rejected in the service's own words", async () => {
    const emulator = testEmulator({ seed: SMALL_SEED });
    emulator.inject({ operationId: "*", response: "expired-token" });
    emulator.inject({ operationId: "*", response: "expired-cursor" });
    expect(await poll(emulator, "auditevents", {})).toMatchObject({ status: 401, body: { status: 401, message: "The token for audit events is expired" } });
    expect(await poll(emulator, "auditevents", {})).toMatchObject({ status: 400, body: { status: 400, message: "cursor is not valid" } });
    expect((await poll(emulator, "auditevents", {})).status).toBe(200);
  });
});
