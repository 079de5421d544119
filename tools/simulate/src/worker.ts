import { inspect } from "node:util";
import { compilePrograms, type Load } from "./compile.ts";
import { simulate } from "./simulate.ts";
import { planOf } from "./world/plan.ts";

/** A request to a worker: to run a seed with a bundle of programs. */
export interface Ask {
  readonly programs: string;
  readonly seed: number;
}

/** The response of a worker. */
export interface Told {
  readonly seed: number;
  readonly violations: readonly string[];
  readonly simulatedMs: number;
}

let compiled: { readonly programs: string; readonly load: Load } | undefined;
process.on("message", async ({ programs, seed }: Ask) => {
  if (compiled?.programs !== programs) compiled = { programs, load: compilePrograms(programs) };
  const failed = (error: unknown) => ({ violations: [`the world throws ${inspect(error)}`], simulatedMs: 0 });
  const { violations, simulatedMs } = await simulate(planOf(seed), compiled.load).catch(failed);
  process.send?.({ seed, violations, simulatedMs } satisfies Told);
});
