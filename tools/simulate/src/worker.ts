import { inspect } from "node:util";
import { compilePrograms, type Load } from "./world/programs.ts";
import { planOf, simulate } from "./simulate.ts";

/** The response of a worker to a request to run a seed with a bundle of programs. */
export interface Told {
  readonly seed: number;
  readonly violations: readonly string[];
  readonly simulatedMs: number;
}

const failed = (error: unknown) => ({ violations: [`the world throws ${inspect(error)}`], simulatedMs: 0 });

let compiled: { readonly programs: string; readonly load: Load } | undefined;
process.on("message", async ({ programs, seed }: { readonly programs: string; readonly seed: number }) => {
  if (compiled?.programs !== programs) compiled = { programs, load: compilePrograms(programs) };
  const { violations, simulatedMs } = await simulate(planOf(seed), compiled.load).catch(failed);
  process.send?.({ seed, violations, simulatedMs } satisfies Told);
});
