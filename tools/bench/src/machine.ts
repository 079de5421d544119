import { availableParallelism, cpus, loadavg } from "node:os";

/** What a figure depends on besides the code. */
export interface Machine {
  readonly node: string;
  readonly cores: number;
  readonly model: string;
  /** Work under way on the machine, averaged over the last minute. */
  readonly load: number;
}

/** Looks at the machine as it is now. */
export function lookAtMachine(): Machine {
  return { node: process.version, cores: availableParallelism(), model: cpus()[0]?.model ?? "unknown", load: loadavg()[0] ?? 0 };
}

/** What other work does to a run, said before it; `undefined` where there is none to speak of. */
export function warningOf({ load, cores }: Machine): string | undefined {
  if (load < cores / 2) return undefined;
  return `The machine is busy: load ${load.toFixed(1)} on ${cores} cores before the first round. Wall times, and rows that compare two processes at once, say little; CPU ratios drift.`;
}
