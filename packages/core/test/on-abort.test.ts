import { describe, expect, it } from "vitest";
import { onAbort, wait } from "../src/lib/clock.ts";
import { fakeClock } from "./fake-clock.ts";
import { countedSignal } from "./support.ts";

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

  it("calls back at once where it has fired, and listens no more", () => {
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

  it("may be given up twice, and by one that is called back", () => {
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

  it("begins anew after the last has given up", () => {
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
