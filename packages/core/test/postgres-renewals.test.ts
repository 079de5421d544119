import { expect, it } from "vitest";
import { postgresCheckpoints, type PostgresQuery } from "../src/postgres.ts";
import { fakeClock } from "./fake-clock.ts";

const RENEWAL = "UPDATE keywright_checkpoints AS kept SET lease_until";

/** A store whose renewals get their response from a function. */
function renewing(renew: (owners: readonly string[]) => Promise<readonly object[]>) {
  const clock = fakeClock();
  const query: PostgresQuery = async (text, [held]) =>
    (text.startsWith(RENEWAL) ? await renew(Object.values(JSON.parse(String(held)) as object)) : [{ version: "0" }]) as never;
  return { clock, store: postgresCheckpoints({ clock, leaseMs: 15_000, query }) };
}

it("a lease in Postgres is renewed three times as often as it expires, until it is released", async () => {
  let renewals = 0;
  const { clock, store } = renewing(async () => {
    renewals += 1;
    return [];
  });
  const owned = await store.acquire("listThings");
  const seen: number[] = [];
  for (let part = 0; part < 6; part += 1) {
    await clock.advance(5000);
    seen.push(renewals);
  }
  await owned.release();
  await clock.advance(60_000);
  expect([...seen, renewals, clock.timers]).toEqual([1, 2, 3, 4, 5, 6, 6, 0]);
});

it("all leases of a store are renewed in one statement, with one timer", async () => {
  const renewed: (readonly string[])[] = [];
  const { clock, store } = renewing(async (streams) => {
    renewed.push(streams);
    return [];
  });
  const all = [];
  for (let count = 0; count < 1000; count += 1) all.push(await store.acquire(`stream ${count}`));
  expect(clock.timers).toBe(1);
  await clock.advance(5000);
  await all[0]?.release();
  await clock.advance(5000);
  expect(renewed.map(({ length }) => length)).toEqual([1000, 999]);
  expect(renewed[1]).not.toContain("stream 0");
  for (const owned of all) await owned.release();
  expect(clock.timers).toBe(0);
});

it("a renewal that fails is retried, and one that hangs does not delay the next one", async () => {
  let renewals = 0;
  const { clock, store } = renewing(() => {
    renewals += 1;
    return renewals === 1 ? new Promise(() => {}) : Promise.reject(Object.assign(new Error("terminating"), { code: "57P01" }));
  });
  const owned = await store.acquire("listThings");
  await clock.advance(9999);
  expect(renewals).toBe(1);
  await clock.advance(1000);
  expect(renewals).toBe(3);
  await clock.advance(4001);
  expect(renewals).toBe(7);
  await owned.release();
});

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
