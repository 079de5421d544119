import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Ask, Told } from "./worker.ts";

/** Processes that run seeds: one for each core that is meant to be used. */
export interface Workers {
  /** Runs seeds from 1 on, as long as `goesOn` says so of what has come. */
  run(programs: string, seeds: Iterable<number>, told: (result: Told) => boolean): Promise<void>;
  close(): void;
}

const CORES = 2;

/** Starts the workers. */
export function startWorkers(): Workers {
  const children = Array.from({ length: CORES }, () => fork(join(import.meta.dirname, "worker.ts"), { execArgv: ["--import", "tsx"] }));
  for (const child of children)
    child.once("exit", (code) => {
      if (code !== 0) throw new Error(`a worker has ended with ${code}`);
    });

  return {
    async run(programs, seeds, told) {
      const left = seeds[Symbol.iterator]();
      let goesOn = true;
      await Promise.all(
        children.map(async (child) => {
          child.send({ programs } satisfies Ask);
          for (let next = left.next(); goesOn && !next.done; next = left.next()) goesOn = told(await ask(child, next.value)) && goesOn;
        }),
      );
    },
    close: () => {
      for (const child of children) child.disconnect();
    },
  };
}

async function ask(child: ChildProcess, seed: number): Promise<Told> {
  child.send({ seed } satisfies Ask);
  const [told] = (await once(child, "message")) as [Told];
  return told;
}
