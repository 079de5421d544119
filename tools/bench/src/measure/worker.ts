import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** Longer than any round takes. */
const PATIENCE_MS = 120_000;

/** A program in a process of its own, which answers what it is asked. */
export interface Worker {
  ask<Answer>(question: object): Promise<Answer>;
  stop(): Promise<void>;
}

/** Starts a program of the stage; its garbage collector can be called, so that a round begins without the rubbish of the one before. */
export async function startWorker(stage: string, program: string, ...args: readonly string[]): Promise<Worker> {
  const child = fork(join(stage, "programs", `${program}.mjs`), args, { execArgv: ["--expose-gc"], stdio: ["ignore", "inherit", "inherit", "ipc"] });
  await reply(child, program);
  return {
    async ask<Answer>(question: object) {
      child.send(question);
      return (await reply(child, program)) as Answer;
    },
    async stop() {
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}

function reply(child: ChildProcess, program: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const patience = setTimeout(() => settle(() => reject(new Error(`${program} gave no answer within ${PATIENCE_MS} ms`))), PATIENCE_MS);
    const settle = (end: () => void): void => {
      clearTimeout(patience);
      child.off("message", onMessage).off("exit", onExit);
      end();
    };
    const onExit = (code: number | null): void => settle(() => reject(new Error(`${program} ended with ${code} before it answered`)));
    const onMessage = (message: { readonly error?: string; readonly answer?: unknown }): void =>
      settle(() => (message.error === undefined ? resolve(message.answer) : reject(new Error(`${program}: ${message.error}`))));
    child.on("message", onMessage).on("exit", onExit);
  });
}
