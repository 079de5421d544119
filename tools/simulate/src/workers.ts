import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Told } from "./worker.ts";

const CORES = 2;
/** Options of Node. The young generation is large for a world's short-lived objects. */
const OPTIONS = ["--import", "tsx", "--max-semi-space-size=32"];
/** Maximum time of a seed, because an endless loop blocks its worker. Some take 10 s of CPU. */
const PATIENCE_MS = 300_000;
/** Seeds of a worker, because Node keeps the signals of killed programs, some megabytes a seed. */
const SEEDS = 100;

const workers = Array.from({ length: CORES }, () => undefined as ChildProcess | undefined);
const asked = workers.map(() => 0);
// On any exit they are killed, because one may be in an endless loop.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
process.once("exit", () => workers.forEach((worker) => worker?.kill("SIGKILL")));

function end(place: number): void {
  workers[place]?.kill("SIGKILL");
  workers[place] = undefined;
}

async function ask(place: number, programs: string, seed: number): Promise<Told> {
  const worker = (workers[place] ??= fork(join(import.meta.dirname, "worker.ts"), { execArgv: OPTIONS }));
  worker.send({ programs, seed });
  try {
    const [told] = (await once(worker, "message", { signal: AbortSignal.timeout(PATIENCE_MS) })) as [Told];
    asked[place] = ((asked[place] ?? 0) + 1) % SEEDS;
    if (asked[place] === 0) end(place);
    return told;
  } catch {
    end(place);
    return { seed, violations: ["a program is in an endless loop"], simulatedMs: 0 };
  }
}

/** Runs the seeds from 1 to `count` in processes until `goesOn` returns false for a result. */
export async function runSeeds(programs: string, count: number, goesOn: (result: Told) => boolean): Promise<void> {
  let seed = 0;
  let isWanted = true;
  await Promise.all(
    workers.map(async (_worker, place) => {
      while (isWanted && seed < count) isWanted = goesOn(await ask(place, programs, (seed += 1))) && isWanted;
    }),
  );
}
