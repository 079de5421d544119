import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { bundleWorker } from "./bundle.ts";
import type { Ask, Told } from "./worker.ts";

const CORES = 2;
/** Size of the young generation, because a world creates many short-lived objects. */
const YOUNG_MIB = 96;

/** Maximum time of a seed, because a program in an endless loop blocks its thread. */
const PATIENCE_MS = 60_000;

/** Starts the threads that run seeds. */
export async function startWorkers() {
  const code = await bundleWorker();
  const start = (): Worker => new Worker(code, { eval: true, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB } });
  const workers = Array.from({ length: CORES }, start);

  async function ask(place: number, programs: string, seed: number): Promise<Told> {
    const worker = workers[place] as Worker;
    worker.postMessage({ programs, seed } satisfies Ask);
    const patience = AbortSignal.timeout(PATIENCE_MS);
    try {
      const [told] = (await once(worker, "message", { signal: patience })) as [Told];
      return told;
    } catch (error) {
      if (!patience.aborted) throw error;
      await worker.terminate();
      workers[place] = start();
      return { seed, violations: ["a program is in an endless loop"], simulatedMs: 0 };
    }
  }

  return {
    /** Runs the seeds from 1 to `count` until `goesOn` returns false for a result. */
    async run(programs: string, count: number, goesOn: (result: Told) => boolean): Promise<void> {
      let seed = 0;
      let isWanted = true;
      await Promise.all(
        workers.map(async (_worker, place) => {
          while (isWanted && seed < count) isWanted = goesOn(await ask(place, programs, (seed += 1))) && isWanted;
        }),
      );
    },
    async close(): Promise<void> {
      for (const worker of workers) await worker.terminate();
    },
  };
}
