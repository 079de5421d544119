import { expect, it, vi } from "vitest";
import { fakeClock } from "../../core/test/fake-clock.ts";
import { openCheckpoints } from "../src/lib/checkpoints.ts";

const pools = vi.hoisted(() => ({ opened: [] as string[], ended: [] as string[] }));

vi.mock("pg", () => {
  class Pool {
    readonly #name: string;
    constructor({ database }: { readonly database: string }) {
      this.#name = database;
      pools.opened.push(database);
    }
    on(): void {}
    async end(): Promise<void> {
      pools.ended.push(this.#name);
    }
  }
  return { default: { Pool } };
});

it("jobs with the same address of Postgres share its connections, which are closed once", async () => {
  const checkpoints = openCheckpoints({ env: {}, sender: { authorities: undefined } }, fakeClock());
  const storeAt = (database: string) => {
    const url = `postgres://127.0.0.1/${database}`;
    return checkpoints.storeOf({ checkpoint: { kind: "postgres", url } } as Parameters<typeof checkpoints.storeOf>[0]);
  };
  const [one, two] = await Promise.all([storeAt("positions"), storeAt("positions")]);
  const other = await storeAt("others");
  expect([one === two, one === other]).toEqual([true, false]);
  await checkpoints.close();
  expect([pools.opened.sort(), pools.ended.sort()]).toEqual([
    ["others", "positions"],
    ["others", "positions"],
  ]);
});
