import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { SecretCache, SecretChange } from "@keywright/vault/cache";
import { describe, expect, it } from "vitest";
import { FAULTS, POLL_MS, references, VAULTS, World } from "./secret-world.ts";

/** Expects each change to be told once, with the versions that had the values, and the values of now to be those of the server. */
function expectAllReported({ history, told }: World, secrets: SecretCache): void {
  const toldOf = new Map<string, SecretChange[]>(references.map((reference) => [reference, []]));
  for (const change of told) toldOf.get(change.reference)?.push(change);
  for (const [reference, was] of history) {
    const valueAt = (version: number | undefined): string | undefined => was.find((one) => one.version === version)?.value;
    expect(secrets.get(reference)).toBe(was.at(-1)?.value);
    let value = was[0]?.value;
    let version = 0;
    for (const change of toldOf.get(reference) ?? []) {
      expect(change).toMatchObject({ kind: "changed", version: expect.any(Number) });
      expect(valueAt(change.previousVersion)).toBe(value);
      expect(change.version).toBeGreaterThan(version);
      version = change.version ?? 0;
      value = valueAt(version);
    }
    expect(value).toBe(was.at(-1)?.value);
  }
}

/** The bytes of the heap that are in use after a garbage collection. */
function heapUsed(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

describe("an hour of 1,000 secrets in 20 vaults", () => {
  it("costs one request a vault and poll and one a changed item, and no value is older than a poll and a second", async () => {
    const world = new World();
    const before = heapUsed();
    const secrets = await world.open();
    expect([world.lists.size, [...world.lists.values()].flat().length, world.reads]).toEqual([VAULTS, VAULTS, references.length]);
    expect(secrets.stats()).toMatchObject({ secrets: references.length, requests: VAULTS + references.length, polls: 0, failures: 0 });
    expect(world.most).toBeLessThanOrEqual(4);
    expect((heapUsed() - before) / 2 ** 20).toBeLessThan(30);

    world.reads = 0;
    world.lists.clear();
    let checked = 0;
    await world.hour((reference) => {
      const version = world.history.get(reference)?.at(-1)?.version ?? Infinity;
      world.clock.after(POLL_MS + 1000, () => {
        checked += 1;
        const current = secrets.versions()[reference];
        expect(current, `${reference} is too old`).toBeGreaterThanOrEqual(version);
        const was = world.history.get(reference)?.find((one) => one.version === current);
        expect(secrets.get(reference)).toBe(was?.value);
      });
    });
    await world.clock.advance(POLL_MS + 1000);
    expectAllReported(world, secrets);

    expect(checked).toBe(world.written);
    expect(world.written).toBeGreaterThan(700);
    expect(world.reads).toBeLessThanOrEqual(world.written);
    const gaps = [...world.lists.values()].flatMap((times) => times.slice(1).map((time, index) => time - (times[index] ?? 0)));
    // Requests take some time, so that the gap between two lists differs from that between two polls.
    expect(Math.min(...gaps)).toBeGreaterThan(POLL_MS * 0.8 - 1000);
    expect(Math.max(...gaps)).toBeLessThan(POLL_MS + 1000);
    expect(Math.max(...gaps) - Math.min(...gaps)).toBeGreaterThan(POLL_MS / 10);
    expect(secrets.stats()).toMatchObject({ polls: [...world.lists.values()].flat().length, failures: 0 });
    expect((heapUsed() - before) / 2 ** 20).toBeLessThan(30);
    secrets.close();
    expect(world.clock.timers).toBe(0);
  });

  it("with faults and a replica that lags misses no change and reports none twice", async () => {
    const world = new World();
    const secrets = await world.open();
    world.lagging = { percent: 20, byMs: 50_000 };
    const injected = FAULTS.map((fault) => world.emulator.inject({ operationId: "*", times: "always", probability: 0.02, ...fault }));
    await world.hour(() => {});
    expect(world.emulator.unusedFaults()).toEqual([]);
    for (const fault of injected) fault.remove();
    world.lagging = { percent: 0, byMs: 0 };
    await world.clock.advance(POLL_MS * 3);
    expectAllReported(world, secrets);
    expect(world.told.length).toBeGreaterThan(400);
    expect(secrets.stats().failures).toBeGreaterThan(20);
    secrets.close();
    await world.clock.advance(POLL_MS * 3);
    expect(world.clock.timers).toBe(0);
  });
});
