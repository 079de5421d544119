import { describe, inject, it, onTestFinished } from "vitest";
import type { SinkPromises, SinkTrial } from "../../src/sink-rules.ts";
import { elasticsearchTrial } from "../elasticsearch-trial.ts";
import { httpTrial } from "../http-trial.ts";
import { otlpTrial } from "../otlp-trial.ts";
import { s3Trial } from "../s3-trial.ts";
import { splunkTrial } from "../splunk-trial.ts";
import { figuresOf, memoryOf, useWriters } from "./kills.ts";
import { expectFigures, itKeepsRules } from "./rows.ts";

const KILLS = inject("kills");
const writers = useWriters();

interface ServedTrial extends SinkTrial {
  readonly server: { readonly url: string };
  end(): Promise<void>;
}

/** The sinks of a protocol over HTTP, each with a server of the tests that speaks it as it is documented. */
const SINKS: readonly {
  readonly name: "http" | "elasticsearch" | "splunk" | "s3" | "otlp";
  readonly once: SinkPromises["once"];
  readonly ordered: boolean;
  begin(): Promise<ServedTrial>;
}[] = [
  { name: "http", once: false, ordered: true, begin: () => httpTrial() },
  { name: "elasticsearch", once: true, ordered: false, begin: elasticsearchTrial },
  { name: "splunk", once: false, ordered: true, begin: splunkTrial },
  { name: "otlp", once: false, ordered: true, begin: otlpTrial },
  { name: "s3", once: "by-position", ordered: true, begin: s3Trial },
];

for (const { name, once, ordered, begin } of SINKS)
  describe(name, () => {
    async function served(): Promise<ServedTrial> {
      const trial = await begin();
      onTestFinished(() => trial.end());
      return trial;
    }

    const numbersIn = async (trial: SinkTrial): Promise<number[]> => (await trial.stored()).map(({ number }) => number);

    itKeepsRules({ once, ordered }, begin);

    it("loses nothing if its process is killed while the target fails in every way", async (context) => {
      const trial = await served();
      const job = await writers.job(name, trial.server.url);
      await writers.killAtRandom({ ...job, timeoutMs: 300 }, () => {
        for (const fault of ["error", "half", "late"] as const) trial.fail(fault, 1);
      });
      expectFigures(context, figuresOf(job.events, await numbersIn(trial)), { once, more: `${KILLS} kills, ${3 * KILLS} faults` });
    });

    it("needs at most 160 MB with a heap of 64 MB", async (context) => {
      const trial = await served();
      const job = await writers.job(name, trial.server.url);
      const megabytes = await memoryOf(writers, job);
      expectFigures(context, figuresOf(job.events, await numbersIn(trial)), { once, more: `${megabytes} MB` });
    });
  });
