import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { ClientName } from "../programs/clients.ts";
import { withCannedServer } from "./canned-server.ts";

/** A program of the stage in a separate process, which responds to messages. */
interface Worker {
  ask<Answer>(question: unknown): Promise<Answer>;
}

export type StartWorker = (program: string, ...args: readonly string[]) => Worker;

/** Runs `work`, which may start programs of the stage, and then ends these. The programs can call the garbage collector. `flags` are those of Node. */
export async function withWorkers<Result>(stage: string, work: (start: StartWorker) => Promise<Result>, flags: readonly string[] = []): Promise<Result> {
  const ends: (() => Promise<unknown>)[] = [];
  const startWorker: StartWorker = (program, ...args) => {
    const child = fork(join(stage, "programs", `${program}.mjs`), args, { execArgv: ["--expose-gc", ...flags] });
    const exited = once(child, "exit");
    const ended = exited.then(([code]) => Promise.reject(new Error(`${program} ended with ${code} before it responded`)));
    // It ends without a question, too.
    ended.catch(() => {});
    ends.push(() => (child.kill(), exited));
    return {
      async ask<Answer>(question: unknown) {
        child.send({ question });
        const [answer] = (await Promise.race([once(child, "message"), ended])) as [Answer];
        return answer;
      },
    };
  };
  try {
    return await work(startWorker);
  } finally {
    await Promise.all(ends.map((end) => end()));
  }
}

/** Runs `work` with a function that asks a client. Each client is in its own process, and all call the same server. */
export function withClients<Result>(
  stage: string,
  work: (ask: <Answer>(name: ClientName, question: unknown) => Promise<Answer>) => Promise<Result>,
): Promise<Result> {
  return withCannedServer((url) =>
    withWorkers(stage, (start) => {
      const workers = new Map<ClientName, Worker>();
      return work((name, question) => {
        const worker = workers.get(name) ?? start("client", name, url);
        workers.set(name, worker);
        return worker.ask(question);
      });
    }),
  );
}
