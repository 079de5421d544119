import { createBench } from "./bench.ts";
import type { Evidence } from "./evidence.ts";
import type { Leftovers } from "./leftovers.ts";
import type { Row, RowResult } from "./row.ts";
import { transports } from "./transports.ts";

/** Longer than any row takes: one that hangs is wrong. */
const DEADLINE_MS = 90_000;

/** What all rows of a run share. */
export interface Surroundings {
  /** The name of the transport. */
  readonly transport: string;
  readonly evidence: Evidence;
  readonly leftovers: Leftovers;
}

/** Runs a row and looks at what it leaves behind. A row that did not run is wrong. */
export async function runRow({ id, fault, run }: Row, { transport: name, evidence, leftovers }: Surroundings): Promise<RowResult> {
  const transport = await transports[name]?.();
  if (transport === undefined) throw new Error(`there is no transport ${name}`);
  const bench = createBench(name, transport, evidence);
  const wrong: string[] = [];
  let figure = "did not run";
  try {
    figure = await withinDeadline(run(bench));
  } catch (error) {
    evidence.lookAtError(`row ${id}`, error);
    wrong.push(error instanceof Error ? error.message : "something was thrown that is no error");
  }
  await transport.close();
  for (const left of [...bench.end(), ...(await leftovers.check())]) wrong.push(`left behind: ${left}`);
  const { runs, worstMs, wrong: wrongRuns } = bench.report();
  if (runs === 0) wrong.push("not one run was made");
  return { id, fault, runs, worstMs, figure, wrong: [...wrongRuns, ...wrong] };
}

async function withinDeadline(running: Promise<string>): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`it was not done within ${DEADLINE_MS / 1000} s`)), DEADLINE_MS);
  });
  try {
    return await Promise.race([running, late]);
  } finally {
    clearTimeout(timer);
  }
}
