import { expect, it } from "vitest";
import { postgresCheckpoints } from "../src/postgres.ts";
import { fakeClock } from "./fake-clock.ts";

it.each([
  ["hangs", () => new Promise<never>(() => {})],
  ["meets another statement", () => Promise.reject(Object.assign(new Error("deadlock detected"), { code: "40P01" }))],
])("ends a renewal that %s with the release of its checkpoint, and leaves no timer behind", async (_what, renewal) => {
  const clock = fakeClock();
  let renewals = 0;
  const store = postgresCheckpoints({
    clock,
    leaseMs: 3000,
    async query(text) {
      if (!text.includes("SET lease_until")) return [{ version: "0" }];
      renewals += 1;
      return renewal();
    },
  });
  const owned = await store.acquire("listThings");
  await clock.advance(1000);
  await owned.release();
  expect(clock.timers).toBe(0);
  await clock.advance(3000);
  expect(renewals).toBe(1);
});
