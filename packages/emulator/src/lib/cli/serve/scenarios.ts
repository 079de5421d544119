import { UsageError } from "@keywright/cli-kit";
import { emulatorsOf, type Services } from "../../core/emulated.ts";
import { whichOf } from "../../core/values/nearest-name.ts";
import { SCENARIOS } from "../../scenarios/built-in.ts";
import { type Scenario, SCENARIOS_SCHEMA, startScenario } from "../../scenarios/scenario.ts";
import { readDataFile, SeedError } from "../input/seed-file.ts";

/**
 * Reads the scenarios of `--scenario`, and starts the named ones; without a name, those of files.
 *
 * @returns All known scenarios. One of a file takes precedence over a built-in one.
 * @throws UsageError if a name is unknown, SeedError if a file is invalid.
 */
export async function startScenarios(services: Services, given: readonly string[]): Promise<readonly Scenario[]> {
  const paths = given.filter((text) => /\.(json|ya?ml)$/i.test(text));
  const read = await Promise.all(paths.map((path) => readScenarios(path, services)));
  const own = read.flat();
  const known = [...own, ...SCENARIOS.filter(({ name }) => !own.some((other) => other.name === name))];
  const names = known.map(({ name }) => name);
  const wanted = paths.length === given.length ? own.map(({ name }) => name) : given.filter((text) => !paths.includes(text));
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new UsageError(`--scenario ${unknown} is not known${whichOf(unknown, names)}`);
  for (const scenario of known) if (wanted.includes(scenario.name)) startScenario(emulatorsOf(services), scenario);
  return known;
}

async function readScenarios(path: string, services: Services): Promise<readonly Scenario[]> {
  const scenarios = await readDataFile<readonly Scenario[]>(path, SCENARIOS_SCHEMA);
  try {
    for (const scenario of scenarios) for (const { injected } of startScenario(emulatorsOf(services), scenario)) injected.remove();
  } catch (error) {
    throw new SeedError(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return scenarios;
}
