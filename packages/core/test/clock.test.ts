import { describe, expect, it } from "vitest";
import { platformClock } from "../src/lib/clock.ts";
import { fakeClock, turn } from "./fake-clock.ts";

describe("the platform's clock", () => {
  it("goes forward, and knows the date", () => {
    const [first, second] = [platformClock.now(), platformClock.now()];
    expect(second).toBeGreaterThanOrEqual(first);
    expect(platformClock.wallNow()).toBeGreaterThan(Date.UTC(2024, 0, 1));
  });

  it("gives numbers from 0 to 1", () => {
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

  it("passes no more time than something takes to end, and says where it cannot end", async () => {
    const clock = fakeClock();
    const work = new Promise((resolve) => clock.after(250, () => resolve("done")));
    clock.after(9000, () => {});
    expect([await clock.finish(work), clock.now()]).toEqual(["done", 5250]);
    await expect(fakeClock().finish(new Promise(() => {}))).rejects.toThrow("nothing is due");
  });
});
