import { expect, it } from "vitest";
import { postgresCheckpoints } from "../src/postgres.ts";
import { fakeClock } from "./fake-clock.ts";

it("a lease in Postgres is renewed three times as often as it expires, until it is released", async () => {
  const clock = fakeClock();
  let renewals = 0;
  const store = postgresCheckpoints({
    clock,
    leaseMs: 15_000,
    async query(text) {
      if (text.startsWith("UPDATE keywright_checkpoints SET lease_until")) renewals += 1;
      return [{ version: "0" }];
    },
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
