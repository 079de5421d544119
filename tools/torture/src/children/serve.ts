import { once } from "node:events";
import { type Bench, createBench } from "../bench.ts";
import { createEvidence, lookAtOutput } from "../evidence.ts";
import { watchLeftovers } from "../leftovers.ts";
import { transports } from "../transports.ts";

/** What the work of a child process gets beside its input. */
export interface ChildSurroundings {
  readonly bench: Bench;
  /** Says something before the answer. */
  readonly tell: (message: object) => void;
}

/** Does the work of a child process: waits for its input, runs, looks at what is left behind, answers, and ends. */
export function serveAsChild<Input, Answer>(work: (input: Input, surroundings: ChildSurroundings) => Promise<Answer>): void {
  const evidence = createEvidence();
  lookAtOutput(evidence);
  process.once("message", ({ transport: name, input }: { readonly transport: string; readonly input: Input }) => {
    void (async () => {
      const leftovers = watchLeftovers();
      const transport = await (transports[name] as (typeof transports)[string])();
      const bench = createBench(name, transport, evidence);
      const answer = await work(input, { bench, tell: (message) => void process.send?.(message) });
      process.send?.({ done: true });
      await once(process, "message");
      await transport.close();
      const left = [...bench.end(), ...(await leftovers.check())].map((what) => `left behind in a child process: ${what}`);
      const report = bench.report();
      process.send?.({ answered: { answer, report: { ...report, wrong: [...report.wrong, ...left] } } });
      process.disconnect();
    })();
  });
}
