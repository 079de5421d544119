import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** Maximum time of a round, longer than any takes. */
const PATIENCE_MS = 120_000;

/** A program in a separate process that responds to messages. */
export interface Worker {
  ask<Answer>(question: object): Promise<Answer>;
}

type StartWorker = (program: string, ...args: readonly string[]) => Promise<Worker>;

/** Runs `work`, which may start programs of the stage, and then ends these. The programs can call the garbage collector. `flags` are those of Node. */
export async function withWorkers<Result>(stage: string, work: (start: StartWorker) => Promise<Result>, flags: readonly string[] = []): Promise<Result> {
  const ends: (() => Promise<unknown>)[] = [];
  try {
    return await work(async (program, ...args) => {
      const child = fork(join(stage, "programs", `${program}.mjs`), args, {
        execArgv: ["--expose-gc", ...flags],
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      });
      const exited = once(child, "exit");
      ends.push(() => (child.kill("SIGKILL"), exited));

      async function reply<Answer>(): Promise<Answer> {
        const late = AbortSignal.timeout(PATIENCE_MS);
        const message = once(child, "message", { signal: late }).catch(() => Promise.reject(new Error(`${program} did not respond within ${PATIENCE_MS} ms`)));
        const ended = exited.then(([code]) => Promise.reject(new Error(`${program} ended with ${code} before it responded`)));
        const [{ answer }] = (await Promise.race([message, ended])) as [{ readonly answer: Answer }];
        return answer;
      }

      await reply();
      return {
        ask<Answer>(question: object) {
          child.send(question);
          return reply<Answer>();
        },
      };
    });
  } finally {
    await Promise.all(ends.map((end) => end()));
  }
}
