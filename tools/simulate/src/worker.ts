import { parentPort } from "node:worker_threads";
import { compilePrograms, type Load } from "./compile.ts";
import { simulate } from "./simulate.ts";
import { planOf } from "./world/plan.ts";

/** What a worker is asked: to run a seed by the programs that it was given last. */
export type Ask = { readonly programs: string } | { readonly seed: number };

/** What it answers. */
export interface Told {
  readonly seed: number;
  readonly violations: readonly string[];
  readonly simulatedMs: number;
}

let load: Load | undefined;
parentPort?.on("message", async (ask: Ask) => {
  if ("programs" in ask) {
    load = compilePrograms(ask.programs);
    return;
  }
  if (load === undefined) throw new Error("no programs were given");
  const { violations, simulatedMs } = await simulate(planOf(ask.seed), load);
  parentPort?.postMessage({ seed: ask.seed, violations, simulatedMs } satisfies Told);
});
