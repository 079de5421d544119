import { describe, expect, it } from "vitest";
import { platformClock, onAbort, wait } from "../src/lib/clock.ts";
import { fakeClock, turn } from "./fake-clock.ts";
import { countedSignal } from "./support.ts";

describe("the platform's clock", () => {
  it("goes forward, and knows the date", () => {
    const [first, second] = [platformClock.now(), platformClock.now()];
    expect(second).toBeGreaterThanOrEqual(first);
    expect(platformClock.wallNow()).toBeGreaterThan(Date.UTC(2024, 0, 1));
  });

  it("returns random numbers from 0 to 1", () => {
    const given = Array.from({ length: 100 }, () => platformClock.random());
    expect(given.every((number) => number >= 0 && number < 1)).toBe(true);
    expect(new Set(given).size).toBeGreaterThan(1);
  });

  it("calls back after a time, unless the timer is cleared", async () => {
    const called: string[] = [];
    platformClock.clear(platformClock.after(0, () => called.push("cleared")));
    await new Promise<void>((resolve) => {
      platformClock.after(1, () => {
        called.push("kept");
        resolve();
      });
    });
    expect(called).toEqual(["kept"]);
  });
});

describe("the clock of these tests", () => {
  it("calls back in the order of time, and only what is due", async () => {
    const clock = fakeClock();
    const called: string[] = [];
    for (const ms of [30, 10, 20]) clock.after(ms, () => called.push(`${ms}`));
    const dropped = clock.after(15, () => called.push("dropped"));
    clock.clear(dropped);
    await clock.advance(20);
    expect([called, clock.timers, clock.now()]).toEqual([["10", "20"], 1, 5020]);
  });

  it("lets run what a callback sets off before time goes on", async () => {
    const clock = fakeClock();
    const called: string[] = [];
    clock.after(10, () => void turn().then(() => clock.after(5, () => called.push(`at ${clock.now()}`))));
    await clock.advance(100);
    expect(called).toEqual(["at 5015"]);
  });

  it("passes no more time than something takes to end, and says what cannot end", async () => {
    const clock = fakeClock();
    const work = new Promise((resolve) => clock.after(250, () => resolve("done")));
    clock.after(9000, () => {});
    expect([await clock.finish(work), clock.now()]).toEqual(["done", 5250]);
    await expect(fakeClock().finish(new Promise(() => {}))).rejects.toThrow("nothing is due");
  });
});

describe("waiting for a signal", () => {
  it("calls back when it fires, once", () => {
    const { signal, abort, listeners } = countedSignal();
    const called: string[] = [];
    onAbort(signal, () => called.push("a"));
    expect([called, listeners()]).toEqual([[], 1]);
    abort();
    abort();
    expect([called, listeners()]).toEqual([["a"], 0]);
  });

  it("calls back at once if it has fired, and listens no more", () => {
    const { signal, abort, most } = countedSignal();
    abort();
    const called: string[] = [];
    const forget = onAbort(signal, () => called.push("a"));
    forget();
    expect([called, most()]).toEqual([["a"], 0]);
  });

  it("takes one listener for however many wait, and takes it off with the last", () => {
    const { signal, listeners, most } = countedSignal();
    const forgets = Array.from({ length: 1000 }, () => onAbort(signal, () => {}));
    expect([listeners(), most()]).toEqual([1, 1]);
    for (const forget of forgets.slice(1)) forget();
    expect(listeners()).toBe(1);
    forgets[0]?.();
    expect(listeners()).toBe(0);
  });

  it("calls back all that still wait, in their order", () => {
    const { signal, abort } = countedSignal();
    const called: string[] = [];
    const forgets = ["a", "b", "c"].map((name) => onAbort(signal, () => called.push(name)));
    forgets[1]?.();
    abort();
    expect(called).toEqual(["a", "c"]);
  });

  it("may be ended twice, and by one that is called back", () => {
    const { signal, abort, listeners } = countedSignal();
    const called: string[] = [];
    const forget = onAbort(signal, () => called.push("a"));
    const other = onAbort(signal, () => {
      called.push("b");
      other();
    });
    forget();
    forget();
    expect(listeners()).toBe(1);
    abort();
    expect([called, listeners()]).toEqual([["b"], 0]);
  });

  it("begins again after the last one has ended", () => {
    const { signal, abort, listeners } = countedSignal();
    const called: string[] = [];
    onAbort(signal, () => called.push("a"))();
    onAbort(signal, () => called.push("b"));
    expect(listeners()).toBe(1);
    abort();
    expect(called).toEqual(["b"]);
  });

  it("keeps signals apart", () => {
    const [one, two] = [countedSignal(), countedSignal()];
    const called: string[] = [];
    onAbort(one.signal, () => called.push("one"));
    onAbort(two.signal, () => called.push("two"));
    two.abort();
    expect([called, one.listeners(), two.listeners()]).toEqual([["two"], 1, 0]);
  });
});

describe("a wait", () => {
  it("that has ended leaves neither a timer nor a listener, whichever has ended it", async () => {
    const clock = fakeClock();
    const { signal, abort, listeners } = countedSignal();
    await clock.finish(wait(clock, 1000, signal));
    expect([clock.timers, listeners()]).toEqual([0, 0]);
    const stopped = wait(clock, 1000, signal);
    expect([clock.timers, listeners()]).toEqual([1, 1]);
    abort();
    await stopped;
    expect([clock.timers, listeners()]).toEqual([0, 0]);
  });
});
