import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { type Clock, createVaultEmulator, manualClock, type OffsetClock, systemClock } from "../src/index.ts";
import { createCollection } from "../src/lib/core/values/collection.ts";
import { createRandom } from "../src/lib/core/values/random.ts";
import { sleep } from "../src/lib/core/time/clock.ts";

const START = "2026-03-02T12:00:00.000Z";
const dateOf = (clock: Clock): string => new Date(clock.wallNow()).toISOString();

describe("a manual clock", () => {
  test("does not move until it is moved or set", () => {
    const clock = manualClock(START);
    clock.advance(1500);
    expect([clock.now(), dateOf(clock)]).toEqual([1500, "2026-03-02T12:00:01.500Z"]);
    clock.set("2026-03-02T12:00:03Z");
    expect([clock.now(), dateOf(clock)]).toEqual([3000, "2026-03-02T12:00:03.000Z"]);
    expect(() => clock.set("yesterday")).toThrow("a Date or an RFC 3339 string");
    expect(() => clock.advance(Number.NaN)).toThrow("a clock is moved by a number of milliseconds; got NaN");
  });

  test.each([manualClock(START), systemClock()])("does not leave the years of RFC 3339", (clock) => {
    clock.set("9999-12-31T23:00:00Z");
    expect(() => clock.advance(1e12)).toThrow(/^a clock has years from 0000 to 9999, as RFC 3339; got 25440\d+ ms since 1970\. Move/);
    expect(() => clock.set(new Date(8.64e15))).toThrow("a clock has years from 0000 to 9999");
    clock.set("0000-01-01T00:00:00Z");
    expect(() => clock.advance(-1e12)).toThrow("a clock has years from 0000 to 9999");
    expect(dateOf(clock)).toMatch(/^0000-01-01/);
    expect(() => manualClock(new Date(8.64e15))).toThrow("a clock has years from 0000 to 9999");
  });

  test("sets the date back without moving the monotonic time, and fires nothing", () => {
    const clock = manualClock(START);
    const fired: string[] = [];
    clock.after(0, () => fired.push("fired"));
    clock.set("2020-01-01T00:00:00Z");
    clock.advance(-1000);
    expect([clock.now(), dateOf(clock), fired]).toEqual([0, "2019-12-31T23:59:59.000Z", []]);
  });

  test("fires what is due in the order of time, each at its time, and what that sets also", () => {
    const clock = manualClock(START);
    const fired: string[] = [];
    const note = (name: string) => () => fired.push(`${name} at ${clock.now()}`);
    for (const ms of [30, 10, 20]) clock.after(ms, note(`${ms}`));
    clock.after(10, note("a second 10"));
    clock.after(5, () => clock.after(20, note("set at 5")));
    clock.after(31, note("not due"));
    clock.clear(clock.after(15, note("cleared")));
    clock.advance(30);
    expect(fired).toEqual(["10 at 10", "a second 10 at 10", "20 at 20", "set at 5 at 25", "30 at 30"]);
  });

  test("lets run between two timers what needs no time", async () => {
    const clock = manualClock(START);
    const fired: string[] = [];
    const pause = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve));
    const work = async (): Promise<void> => {
      for (const name of ["first", "second", "third"]) {
        await pause(1000);
        await new Response("body").text();
        fired.push(`${name} at ${clock.now()}`);
      }
    };
    void work();
    await clock.runFor(2500);
    expect([fired, clock.now()]).toEqual([["first at 1000", "second at 2000"], 2500]);
  });

  test("passes no more time than a promise takes to settle, and returns its result", async () => {
    const clock = manualClock(START);
    clock.after(9000, () => {});
    expect([await clock.runUntil(new Promise((resolve) => clock.after(250, () => resolve("done")))), clock.now()]).toEqual(["done", 250]);
    await expect(clock.runUntil(Promise.reject(new Error("refused")))).rejects.toThrow("refused");
    expect(clock.now()).toBe(250);
  });

  test("waits for a file while no timer is set", async () => {
    const clock = manualClock(START);
    expect(await clock.runUntil(readFile(new URL(import.meta.url), "utf8"))).toContain("waits for a file");
  });

  test("says that nothing can settle a promise", async () => {
    await expect(manualClock(START).runUntil(new Promise(() => {}))).rejects.toThrow("the promise has not settled and no timer is set");
  });

  test("never fires a timer without an end", async () => {
    const clock = manualClock(START);
    const fired: string[] = [];
    clock.clear(clock.after(Infinity, () => fired.push("at the end of time")));
    clock.after(Infinity, () => fired.push("at the end of time"));
    clock.after(-Infinity, () => fired.push("at once"));
    await expect(clock.runUntil(new Promise(() => {}))).rejects.toThrow("no timer is set");
    expect([clock.now(), fired]).toEqual([0, ["at once"]]);
  });

  test.each([Number.NaN, undefined, "5"])("rejects a timer after %s", (delay) => {
    expect(() => manualClock(START).after(delay as never, () => {})).toThrow(
      new RangeError(`a timer needs a number of milliseconds; got ${{ number: "NaN", string: "a string" }[typeof delay as string] ?? "nothing"}`),
    );
  });

  test("has no chance of its own", () => {
    expect(manualClock(START).random()).toBe(0.5);
  });
});

test("the system clock goes with the machine's, as far from it as it was moved; its timers keep real time", async () => {
  const clock = systemClock();
  const before = clock.now();
  clock.advance(3_600_000);
  const [earlier, moved, later] = [Date.now(), clock.wallNow() - 3_600_000, Date.now()];
  expect([earlier <= moved, moved <= later]).toEqual([true, true]);
  expect(clock.now() - before).toBeLessThan(3_600_000);
  clock.set("2020-01-01T00:00:00Z");
  expect(dateOf(clock)).toMatch(/^2020-01-01/);
  const fired: string[] = [];
  clock.clear(clock.after(0, () => fired.push("cleared")));
  await new Promise<void>((resolve) => void clock.after(1, resolve));
  expect([fired, clock.random() < 1]).toEqual([[], true]);
});

describe("a clock on another one", () => {
  /** A clock that only shows the time that it was given. */
  const source = { ...manualClock(START), advance: undefined, set: undefined };
  const offsetClock = () => {
    let ms = new Date(START).getTime();
    const emulator = createVaultEmulator({ clock: { ...source, wallNow: () => ms } as unknown as Clock });
    return { emulator, clock: emulator.clock as OffsetClock, pass: (byMs: number) => void (ms += byMs) };
  };

  test("can be held, moved while it is held, and goes on from there", () => {
    const { clock, pass } = offsetClock();
    clock.hold(true);
    pass(60_000);
    expect([dateOf(clock), clock.isHeld()]).toEqual([START, true]);
    clock.advance(1000);
    clock.hold(true);
    expect(dateOf(clock)).toBe("2026-03-02T12:00:01.000Z");
    clock.hold(false);
    expect([dateOf(clock), clock.isHeld()]).toEqual(["2026-03-02T12:00:01.000Z", false]);
    pass(500);
    expect(dateOf(clock)).toBe("2026-03-02T12:00:01.500Z");
    clock.hold(true);
    clock.set("2030-01-01T00:00:00Z");
    pass(1000);
    expect(dateOf(clock)).toBe("2030-01-01T00:00:00.000Z");
  });

  test("is reset with its emulator", () => {
    const { emulator, clock, pass } = offsetClock();
    clock.advance(3_600_000);
    clock.hold(true);
    pass(1000);
    emulator.reset();
    expect([dateOf(clock), clock.isHeld()]).toEqual(["2026-03-02T12:00:01.000Z", false]);
  });

  test("is not reset if the test gave it", () => {
    const clock = systemClock();
    clock.set("2030-01-01T00:00:00Z");
    clock.hold(true);
    createVaultEmulator({ clock }).reset();
    expect(dateOf(clock)).toBe("2030-01-01T00:00:00.000Z");
  });
});

describe("an emulator on a clock that cannot be set", () => {
  /** The clock of a client, whose functions need their object. */
  class ClientClock implements Clock {
    ms = 1000;
    now(): number {
      return this.ms;
    }
    wallNow(): number {
      return new Date(START).getTime() + this.ms;
    }
    after(): undefined {
      this.ms += 1;
    }
    clear(): void {
      this.ms += 10;
    }
    random(): number {
      return this.ms / 10_000;
    }
  }

  test("runs on it, and its own date can be moved and set", () => {
    const clock = new ClientClock();
    const emulator = createVaultEmulator({ clock });
    expect(dateOf(emulator.clock)).toBe("2026-03-02T12:00:01.000Z");
    emulator.clock.advance(5000);
    clock.ms = 2000;
    expect([dateOf(emulator.clock), dateOf(clock)]).toEqual(["2026-03-02T12:00:07.000Z", "2026-03-02T12:00:02.000Z"]);
    emulator.clock.set("2030-01-01T00:00:00Z");
    expect([dateOf(emulator.clock), emulator.clock.now(), emulator.clock.random()]).toEqual(["2030-01-01T00:00:00.000Z", 2000, 0.2]);
    emulator.clock.clear(emulator.clock.after(0, () => {}));
    expect(clock.ms).toBe(2011);
  });

  test("a clock that can be set stays the emulator's own", () => {
    const clock = manualClock(START);
    expect(createVaultEmulator({ clock }).clock).toBe(clock);
  });
});

describe("a pause on a clock", () => {
  test("ends by a signal, with its reason, and leaves no timer", async () => {
    const clock = manualClock(START);
    const controller = new AbortController();
    const pauses = [sleep(clock, 1000, controller.signal), sleep(clock, Infinity, controller.signal)];
    controller.abort(new Error("enough"));
    for (const pause of pauses) await expect(pause).rejects.toThrow("enough");
    await expect(sleep(clock, 1000, controller.signal)).rejects.toThrow("enough");
  });
});

describe("seeded randomness", () => {
  test("returns the same for the same seed, and something else for another", () => {
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

  test("rejects to insert what is there, and to replace what is not", () => {
    const things = createCollection([{ id: "__proto__" }]);
    expect(() => things.insert({ id: "__proto__" })).toThrow("is already in the collection");
    expect(() => things.replace({ id: "a" })).toThrow("is not in the collection");
  });
});
