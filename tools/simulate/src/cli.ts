import { readCommandLine, rejectCommandLine } from "@keywright/tool-test-kit/command";
import { bundlePrograms, compilePrograms } from "./world/programs.ts";
import { readFaults } from "./mutate/read-faults.ts";
import { shrink } from "./shrink.ts";
import { runSeeds } from "./workers.ts";
import { planOf, simulate } from "./simulate.ts";

const USAGE = `Usage: npx pnpm simulate [--seeds N | --seed N [--shrink] | --mutants [--only ID]]
  --seeds    runs the worlds of seeds 1 to N. Default: 300
  --seed     runs the world of one seed and prints its history
  --shrink   leaves out what its violation does not need
  --mutants  plants one fault after the other and searches for it in up to 60 worlds
  --only     the ids of the faults to plant, with commas between`;

/** Number of worlds in which a planted fault must show. */
const MUTANT_SEEDS = 60;

async function main(): Promise<number> {
  const { values } = readCommandLine(USAGE, {
    seeds: { type: "string" },
    seed: { type: "string" },
    shrink: { type: "boolean" },
    mutants: { type: "boolean" },
    only: { type: "string" },
  });
  if (values.mutants) return findMutants(values.only?.split(","));
  if (values.seed !== undefined) return showSeed(readCount("--seed", values.seed), values.shrink ?? false);
  return showSeeds(readCount("--seeds", values.seeds ?? "300"));
}

function readCount(name: string, value: string): number {
  const count = Number(value);
  if (!/^\d{1,9}$/.test(value) || count < 1) rejectCommandLine(USAGE, `${name} takes a whole number from 1; got ${value}.`);
  return count;
}

async function showSeeds(count: number): Promise<number> {
  let simulatedMs = 0;
  let violations = 0;
  let broken = Infinity;
  let done = 0;
  const programs = await bundlePrograms();
  await runSeeds(programs, count, (told) => {
    simulatedMs += told.simulatedMs;
    violations += told.violations.length;
    if ((done += 1) % 100 === 0) console.log(`${done} of ${count} seeds`);
    if (told.violations.length > 0) {
      broken = Math.min(broken, told.seed);
      console.log([`FAILED  seed ${told.seed}`, ...told.violations.slice(0, 5)].join("\n  "));
    }
    return true;
  });
  if (violations > 0) {
    const { history } = await simulate(planOf(broken), compilePrograms(programs));
    console.log(`The history of seed ${broken}; shorten it with npx pnpm simulate --seed ${broken} --shrink:`);
    console.log(history.join("\n"));
  }
  console.log(`${count} seeds, ${Math.round(simulatedMs / 3_600_000)} simulated hours, ${violations} violations`);
  return violations > 0 ? 1 : 0;
}

async function showSeed(seed: number, isShrunk: boolean): Promise<number> {
  const load = compilePrograms(await bundlePrograms());
  const whole = planOf(seed);
  const plan = isShrunk ? await shrink(whole, load) : whole;
  for (const trouble of plan.troubles) console.log(JSON.stringify(trouble));
  const { history, violations, simulatedMs } = await simulate(plan, load);
  console.log(history.join("\n"));
  console.log(`1 seeds, ${Math.round(simulatedMs / 3_600_000)} simulated hours, ${violations.length} violations`);
  return violations.length > 0 ? 1 : 0;
}

async function findMutants(only: readonly string[] | undefined): Promise<number> {
  const chosen = readFaults("worlds").filter(({ id }) => only?.includes(id) ?? true);
  let found = 0;
  for (const mutant of chosen) {
    let shown: string | undefined;
    await runSeeds(await bundlePrograms(mutant), MUTANT_SEEDS, ({ seed, violations: [first] }) => {
      // That is a defect of the world, not a promise that the mutant breaks.
      if (first?.startsWith("the world throws")) throw new Error(`${mutant.id}, seed ${seed}: ${first}`);
      if (first !== undefined) shown ??= `seed ${seed}: ${first}`;
      return shown === undefined;
    });
    if (shown !== undefined) found += 1;
    console.log(`${mutant.id.padEnd(34)} ${shown?.slice(0, 150) ?? `NOT FOUND within ${MUTANT_SEEDS} seeds`}`);
  }
  console.log(`${chosen.length} mutants, ${found} found`);
  return found < chosen.length ? 1 : 0;
}

process.exit(await main());
