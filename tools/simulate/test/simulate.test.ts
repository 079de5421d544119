import { expect, it } from "vitest";
import { bundlePrograms, compilePrograms } from "../src/world/programs.ts";
import { type Fault, readFaults } from "../src/mutate/read-faults.ts";
import { shrink } from "../src/shrink.ts";
import type { Trouble } from "../src/world/plan.ts";
import { planOf, simulate } from "../src/simulate.ts";

const unsynced: Fault = { id: "unsynced", file: "packages/core/src/lib/node/files/atomic-file.ts", from: "await file.sync();", to: "" };
const programs = await bundlePrograms();

it("has the same history for the same seed, and keeps every promise in it", async () => {
  const load = compilePrograms(programs);
  const [first, second] = [await simulate(planOf(3), load), await simulate(planOf(3), load)];
  expect(first.violations).toEqual([]);
  expect(first.history.length).toBeGreaterThan(100);
  expect(second.history).toEqual(first.history);
});

it("finds a planted fault, and leaves out of the plan what it does not need", async () => {
  const load = compilePrograms(await bundlePrograms(unsynced));
  const power: Trouble = { at: 20_000, kind: "power", machine: "writers" };
  const plan = { ...planOf(3), roughMs: 60_000, troubles: [...planOf(3).troubles.slice(0, 3), power] };
  expect((await simulate(plan, load)).violations).not.toEqual([]);
  const short = await shrink(plan, load);
  expect(short.troubles.length).toBeLessThan(plan.troubles.length);
  expect((await simulate(short, load)).violations).not.toEqual([]);
});

it("plants faults only into files that the programs import", () => {
  // What a bundle loads is named above its code.
  for (const { id, file } of readFaults("worlds")) expect(programs, id).toContain(`${file}\n`);
});
