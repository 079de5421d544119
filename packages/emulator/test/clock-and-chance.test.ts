import { describe, expect, test } from "vitest";
import { manualClock, systemClock } from "../src/index.ts";
import { createCollection } from "../src/lib/core/collection.ts";
import { createRandom } from "../src/lib/core/random.ts";

describe("a manual clock", () => {
  test("stands still until it is moved or set", () => {
    const clock = manualClock("2026-03-02T12:00:00Z");
    clock.advance(1500);
    expect(clock.now().toISOString()).toBe("2026-03-02T12:00:01.500Z");
    clock.set("2020-01-01T00:00:00Z");
    expect(clock.now().toISOString()).toBe("2020-01-01T00:00:00.000Z");
    expect(() => clock.set("yesterday")).toThrow("a date or an RFC 3339 text");
  });

  test("wakes sleepers in the order of their times", async () => {
    const clock = manualClock("2026-03-02T12:00:00Z");
    const woken: number[] = [];
    const sleeps = [30, 10, 0, 20].map((delayMs) => clock.sleep(delayMs).then(() => woken.push(delayMs)));
    clock.advance(30);
    await Promise.all(sleeps);
    expect(woken).toEqual([0, 10, 20, 30]);
  });

  test("ends a sleep by a signal, with its reason", async () => {
    const controller = new AbortController();
    const sleep = manualClock("2026-03-02T12:00:00Z").sleep(Infinity, controller.signal);
    controller.abort(new Error("enough"));
    await expect(sleep).rejects.toThrow("enough");
  });
});

test("the system clock goes with the machine's, as far from it as it was moved", async () => {
  const clock = systemClock();
  clock.advance(3_600_000);
  expect(Math.abs(clock.now().getTime() - new Date().getTime() - 3_600_000)).toBeLessThan(5000);
  clock.set("2020-01-01T00:00:00Z");
  expect(clock.now().getUTCFullYear()).toBe(2020);
  await clock.sleep(1);
});

describe("seeded randomness", () => {
  test("gives the same for the same seed, and something else for another", () => {
    const draw = (seed: number | string) => {
      const random = createRandom(seed);
      return [random.next(), random.id(), random.uuid(), random.integer(1, 6), random.pick(["a", "b"])];
    };
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
  });

  test("makes ids of 26 characters and UUIDs of version 4, none twice", () => {
    const random = createRandom("ids");
    const ids = Array.from({ length: 2000 }, () => random.id());
    const uuids = Array.from({ length: 2000 }, () => random.uuid());
    expect(ids.filter((id) => !/^[a-z2-7]{26}$/.test(id))).toEqual([]);
    expect(uuids.filter((uuid) => !/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(uuid))).toEqual([]);
    expect(new Set([...ids, ...uuids]).size).toBe(4000);
  });

  test("keeps to a range and spreads over it", () => {
    const random = createRandom(3);
    const rolls = Array.from({ length: 6000 }, () => random.integer(1, 6));
    for (const face of [1, 2, 3, 4, 5, 6]) expect(rolls.filter((roll) => roll === face).length).toBeGreaterThan(800);
    expect(new Set(rolls).size).toBe(6);
  });

  test("goes on from a saved place, and a fork does not move it", () => {
    const random = createRandom(1);
    const state = random.state();
    const next = random.id();
    random.restore(state);
    expect(random.fork("other").id()).toBe(createRandom(1).fork("other").id());
    expect(random.id()).toBe(next);
  });
});

describe("a collection", () => {
  test("keeps the order of insertion, and a replaced thing its place", () => {
    const things = createCollection([
      { id: "a", size: 1 },
      { id: "b", size: 2 },
    ]);
    things.insert({ id: "c", size: 3 });
    things.replace({ id: "a", size: 9 });
    expect(things.list().map(({ size }) => size)).toEqual([9, 2, 3]);
    expect(things.list(({ size }) => size > 2).map(({ id }) => id)).toEqual(["a", "c"]);
    expect([things.delete("b"), things.delete("b"), things.get("b"), things.size]).toEqual([true, false, undefined, 2]);
  });

  test("refuses to insert what is there, and to replace what is not", () => {
    const things = createCollection([{ id: "__proto__" }]);
    expect(() => things.insert({ id: "__proto__" })).toThrow("is in the collection already");
    expect(() => things.replace({ id: "a" })).toThrow("is not in the collection");
  });
});
