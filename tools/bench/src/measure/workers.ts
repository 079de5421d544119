import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { ClientName } from "../programs/clients.ts";
import { withCannedServer } from "./canned-server.ts";

/** Asks a program of the stage by a message. Each list of arguments has its own process. */
type Ask = <Answer>(program: string, args: readonly string[], question: unknown) => Promise<Answer>;

/** Runs `work`, then ends the programs that it asked, which can call the garbage collector. */
export async function withWorkers<Result>(stage: string, work: (ask: Ask) => Promise<Result>, flags: readonly string[] = []): Promise<Result> {
  const workers = new Map<string, ChildProcess>();
  const ended = new AbortController();
  async function ask<Answer>(program: string, args: readonly string[], question: unknown): Promise<Answer> {
    const key = [program, ...args].join(" ");
    const worker = workers.get(key) ?? fork(join(stage, "programs", `${program}.mjs`), args, { execArgv: ["--expose-gc", ...flags] });
    if (!workers.has(key)) worker.once("exit", (code) => ended.abort(new Error(`${key} ended with ${code} before it responded`)));
    workers.set(key, worker);
    worker.send({ question });
    const [answer] = (await once(worker, "message", { signal: ended.signal })) as [Answer];
    return answer;
  }
  try {
    return await work(ask);
  } catch (error) {
    throw ended.signal.aborted ? ended.signal.reason : error;
  } finally {
    // Their connections must not burden the next row.
    await Promise.all(Array.from(workers.values(), (worker) => worker.kill() && once(worker, "exit")));
  }
}

/** Runs `work` with a function that asks clients, each in its process, about the same server. */
export function withClients<Result>(
  stage: string,
  work: (ask: <Answer>(name: ClientName, question: unknown) => Promise<Answer>) => Promise<Result>,
): Promise<Result> {
  return withCannedServer((url) => withWorkers(stage, (ask) => work((name, question) => ask("client", [name, url], question))));
}
