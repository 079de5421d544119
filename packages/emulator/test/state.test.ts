import { describe, expect, test } from "vitest";
import { createEventsEmulator, type EventsEmulator } from "../src/events.ts";
import { manualClock } from "../src/index.ts";
import { page, poll, SMALL_SEED, START, testEmulator } from "./support.ts";

async function transcript(emulator: EventsEmulator): Promise<string> {
  const lines: string[] = [emulator.token, emulator.issueToken({ features: ["itemusages"] })];
  emulator.appendEvents("signinattempts", {}, { type: "totp_bad" });
  for (const stream of ["itemusages", "signinattempts", "auditevents"] as const) {
    const { status, body, headers } = await poll(emulator, stream, { limit: 40, start_time: "2026-03-02T00:00:00Z" });
    lines.push(JSON.stringify([status, [...headers], body]));
  }
  return lines.join("\n");
}

describe("two runs", () => {
  test("with the same seed and time are the same to the byte, whichever stream is read first", async () => {
    const other = testEmulator();
    other.store.stream("auditevents").placeOf(START);
    expect(await transcript(other)).toBe(await transcript(testEmulator()));
  });

  test("with different seeds are not", async () => {
    expect(await transcript(testEmulator({ randomSeed: 2 }))).not.toBe(await transcript(testEmulator()));
  });
});

describe("reset", () => {
  test("brings back the first state, ids included", async () => {
    const emulator = testEmulator();
    const first = await transcript(emulator);
    emulator.revokeToken(emulator.token);
    emulator.reset();
    expect(await transcript(emulator)).toBe(first);
  });
});

describe("snapshot and restore", () => {
  test("keep events, tokens and what is random next, through JSON", async () => {
    const emulator = testEmulator({ seed: SMALL_SEED });
    emulator.appendEvents("auditevents", { uuid: "A4" });
    const token = emulator.issueToken();
    const saved = JSON.stringify(emulator.snapshot());
    const next = emulator.issueToken();

    const restored = testEmulator({ clock: manualClock("2026-03-02T12:30:00Z") });
    restored.restore(JSON.parse(saved));
    expect(JSON.stringify(restored.snapshot())).toBe(saved);
    expect(restored.issueToken()).toBe(next);
    expect((await page(restored, "auditevents", {})).items.map(({ uuid }) => uuid)).toEqual(["A3", "A4"]);
    expect(restored.store.tokens.get(token)?.issuedAt).toBe(START);
  });

  test("a snapshot stays as it was while the emulator goes on", () => {
    const emulator = testEmulator({ seed: SMALL_SEED });
    const snapshot = emulator.snapshot();
    emulator.appendEvents("auditevents", {});
    expect(snapshot.state.auditevents).toHaveLength(3);
    emulator.restore(snapshot);
    emulator.appendEvents("auditevents", {});
    expect(snapshot.state.auditevents).toHaveLength(3);
  });
});

test.each(["reset", "restore"])("after %s no response from before is repeated", async (way) => {
  const emulator = testEmulator({ seed: SMALL_SEED });
  const snapshot = emulator.snapshot();
  emulator.appendEvents("auditevents", { uuid: "GONE" });
  const before = await page(emulator, "auditevents", {});
  if (way === "reset") emulator.reset();
  else emulator.restore(snapshot);
  emulator.inject({ operationId: "listAuditEvents", response: "repeat" });
  const after = await page(emulator, "auditevents", {});
  expect([before, after].map(({ items }) => items.some(({ uuid }) => uuid === "GONE"))).toEqual([true, false]);
});

test("without options an emulator runs on the machine's time", async () => {
  const emulator = createEventsEmulator();
  const { body } = await poll(emulator, "auditevents", {});
  expect(body).toMatchObject({ has_more: false });
  expect((body as { items: unknown[] }).items.length).toBeGreaterThan(0);
});
