import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { bundleWorker } from "./bundle.ts";
import type { Ask, Told } from "./worker.ts";

/** Threads that run seeds: one for each core that is meant to be used. */
export interface Workers {
  /** Runs seeds, as long as `goesOn` says so of what has come. */
  run(programs: string, seeds: Iterable<number>, goesOn: (result: Told) => boolean): Promise<void>;
  close(): Promise<void>;
}

const CORES = 2;
/** A world makes much that lives for a short time. */
const YOUNG_MIB = 96;

/** Starts the workers. */
export async function startWorkers(): Promise<Workers> {
  const code = await bundleWorker();
  const workers = Array.from({ length: CORES }, () => new Worker(code, { eval: true, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB } }));

  return {
    async run(programs, seeds, goesOn) {
      const left = seeds[Symbol.iterator]();
      let isWanted = true;
      await Promise.all(
        workers.map(async (worker) => {
          worker.postMessage({ programs } satisfies Ask);
          for (let next = left.next(); isWanted && !next.done; next = left.next()) isWanted = goesOn(await ask(worker, next.value)) && isWanted;
        }),
      );
    },
    async close() {
      for (const worker of workers) await worker.terminate();
    },
  };
}

async function ask(worker: Worker, seed: number): Promise<Told> {
  worker.postMessage({ seed } satisfies Ask);
  const [told] = (await once(worker, "message")) as [Told];
  return told;
}
