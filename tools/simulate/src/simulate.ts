import { inspect } from "node:util";
import { runFleet } from "./fleet/run-fleet.ts";
import { CALM_MS, type FleetTrouble, fleetTroublesOf, ROUGH_MS } from "./fleet/plan.ts";
import { createContext } from "./world/context.ts";
import { planOf as worldOf, type Trouble } from "./world/plan.ts";
import type { Load } from "./world/programs.ts";
import { runWorld } from "./world/world.ts";

/** The plan of the two worlds of a seed: one of feeds and files, and one of a fleet. */
export type Plan = ReturnType<typeof planOf>;

const isOfFleet = (trouble: Trouble | FleetTrouble): trouble is FleetTrouble => "inFleet" in trouble;
const isOfWorld = (trouble: Trouble | FleetTrouble): trouble is Trouble => !isOfFleet(trouble);

/** Returns the plan of a seed. */
export function planOf(seed: number) {
  const world = worldOf(seed);
  return { ...world, troubles: [...world.troubles, ...fleetTroublesOf(seed)] };
}

/** Runs the worlds of a plan until they end, and returns their history and what was wrong. */
export async function simulate(plan: Plan, load: Load) {
  const rejections: string[] = [];
  const onRejection = (reason: unknown): void => void rejections.push(`an unhandled rejection: ${inspect(reason)}`);
  // Stack traces are slow, and differ between versions of Node.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  process.on("unhandledRejection", onRejection);
  try {
    const world = await runWorld({ ...plan, troubles: plan.troubles.filter(isOfWorld) }, load);
    const fleet = createContext(plan);
    await runFleet(fleet, load, plan.troubles.filter(isOfFleet));
    return {
      history: [...world.history, "The fleet:", ...fleet.history],
      violations: [...world.violations, ...fleet.violations, ...rejections],
      simulatedMs: plan.roughMs + plan.calmMs + ROUGH_MS + CALM_MS,
    };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    process.off("unhandledRejection", onRejection);
  }
}
