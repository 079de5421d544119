import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Bench } from "../src/bench.ts";
import { createEvidence } from "../src/evidence.ts";
import type { RowResult } from "../src/row.ts";
import { runRow } from "../src/run-row.ts";
import { SENTINELS } from "../src/sentinels.ts";
import { stalls } from "../src/server/slow.ts";
import { answersJson } from "../src/server/whole.ts";
import { ITEM, READS } from "../src/subjects.ts";

const read = READS[0] as (typeof READS)[number];

function result(run: (bench: Bench) => Promise<string>, left: readonly string[] = []): Promise<RowResult> {
  const surroundings = { transport: "default", evidence: createEvidence(), leftovers: { check: async () => [...left] } };
  return runRow({ id: "X", fault: "a fault", run }, surroundings);
}

describe("a row", () => {
  it("is right where all of its runs are", async () => {
    const run = async (bench: Bench): Promise<string> => {
      await bench.repeat(3, "a read", async (trial) => {
        const server = await trial.serve([answersJson(ITEM)]);
        const outcome = await trial.attempt(() => read.call(trial.clients(server.url), { signal: trial.signal }));
        trial.that(outcome.ok && read.isWhole(outcome.value), "it was to succeed");
      });
      return "three";
    };
    expect(await result(run)).toMatchObject({ runs: 3, wrong: [], figure: "three", worstMs: expect.any(Number) as number });
  });

  it("is wrong where one run is, where it throws, and where there is none", async () => {
    const one = await result(async (bench) => {
      await bench.run("good", async (trial) => trial.that(true, "not said"));
      await bench.run("bad", async (trial) => trial.that(false, "it is so"));
      return "";
    });
    expect(one).toMatchObject({ runs: 2, wrong: ["bad: it is so"] });
    expect((await result(() => Promise.reject(new Error("the row failed")))).wrong).toEqual(["the row failed", "not one run was made"]);
    expect((await result(async () => "")).wrong).toEqual(["not one run was made"]);
    const thrown = await result(async (bench) => {
      await bench.run("broken", () => Promise.reject(new Error("the run failed")));
      return "";
    });
    expect(thrown.wrong).toEqual(["broken: it could not be run: the run failed"]);
  });

  it("is wrong where more is asked than was scripted", async () => {
    const { wrong } = await result(async (bench) => {
      await bench.run("a read", async (trial) => {
        const server = await trial.serve([]);
        await trial.attempt(() => read.call(trial.clients(server.url, { retry: false })));
      });
      return "";
    });
    expect(wrong).toEqual(["a read: 1 requests more than expected"]);
  });

  it("is wrong where a connection, a timer, a listener or anything else is left behind", async () => {
    const run = async (bench: Bench): Promise<string> => {
      await bench.run("a read that is given up", async (trial) => {
        const server = await trial.serve(() => stalls("nothing"));
        void trial.attempt(() => read.call(trial.clients(server.url, { retry: false }), { signal: trial.signal }));
        await setTimeout(50);
        trial.quickClock().after(10_000, () => {});
        trial.signal.addEventListener("abort", () => {});
      });
      return "";
    };
    const { wrong } = await result(run, ["1 × Timeout"]);
    expect(wrong).toContain("a read that is given up: 1 exchanges are still under way");
    expect(wrong.join("; ")).toMatch(/left behind: \d timers of the clients; left behind: \d listeners on the caller's signal; left behind: 1 × Timeout/);
  });

  it("shows no secret of what it has seen", async () => {
    const evidence = createEvidence();
    const run = async (bench: Bench): Promise<string> => {
      await bench.run("an error", async (trial) => {
        await trial.attempt(() => Promise.reject(new Error(SENTINELS.token)));
      });
      return "";
    };
    const { wrong } = await runRow({ id: "X", fault: "a fault", run }, { transport: "default", evidence, leftovers: { check: async () => [] } });
    expect(evidence.hits.length).toBeGreaterThan(0);
    expect([...wrong, ...evidence.hits].join()).not.toContain(SENTINELS.token);
  });
});
