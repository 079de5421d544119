import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { transform } from "esbuild";
import { expect, it } from "vitest";
import { bundlePrograms } from "../src/bundle.ts";
import { compilePrograms } from "../src/compile.ts";
import { type Fault, plant, readFaults } from "../src/read-faults.ts";
import { shrink } from "../src/shrink.ts";
import { simulate } from "../src/simulate.ts";
import { planOf, type Trouble } from "../src/world/plan.ts";

const ROOT = join(import.meta.dirname, "../../..");
const PATIENCE_MS = 60_000;
const unsynced: Fault = { id: "unsynced", file: "packages/core/src/lib/node/atomic-file.ts", from: "await file.sync();", to: "" };

it(
  "gives the same history for the same seed, and keeps every promise in it",
  async () => {
    const load = compilePrograms(await bundlePrograms());
    const [first, second] = [await simulate(planOf(3), load), await simulate(planOf(3), load)];
    expect(first.violations).toEqual([]);
    expect(first.history.length).toBeGreaterThan(100);
    expect(second.history).toEqual(first.history);
  },
  PATIENCE_MS,
);

it(
  "finds a planted fault, and leaves out of the plan what it does not need",
  async () => {
    const load = compilePrograms(await bundlePrograms(unsynced));
    const plan = { ...planOf(3), troubles: [...planOf(3).troubles, { at: 20_000, kind: "power", machine: "writers" } satisfies Trouble] };
    expect((await simulate(plan, load)).violations).not.toEqual([]);
    const short = await shrink(plan, load);
    expect(short.troubles.length).toBeLessThan(plan.troubles.length);
    expect((await simulate(short, load)).violations).not.toEqual([]);
  },
  PATIENCE_MS,
);

it("refuses a fault whose place is not in the source once", async () => {
  await expect(bundlePrograms({ ...unsynced, from: "no such text" })).rejects.toThrow(
    "packages/core/src/lib/node/atomic-file.ts must have the place of unsynced exactly once, but has it 0 times",
  );
});

it("has a place in the sources for each of its faults, and an id", async () => {
  const mutants = readFaults("worlds");
  expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
  const programs = await bundlePrograms();
  for (const mutant of mutants) {
    // What a bundle loads is named above its code.
    expect(programs, mutant.id).toContain(`${mutant.file}\n`);
    const source = await readFile(join(ROOT, mutant.file), "utf8");
    await expect(transform(plant(source, mutant), { loader: "ts" }), mutant.id).resolves.toBeDefined();
  }
});
