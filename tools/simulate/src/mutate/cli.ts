import { execFileSync } from "node:child_process";
import { defaultState } from "@keywright/tool-contracts/default-state";
import { readCommandLine, rejectCommandLine } from "@keywright/tool-test-kit/command";
import { ROOT } from "@keywright/tool-test-kit/services";
import { createJudge, type Judgement } from "./judge.ts";
import { otherPackages, packageFaults } from "./nearest-tests.ts";
import type { Fault } from "./read-faults.ts";

const USAGE = `Usage: npx pnpm mutate [--only ID,…] [--changed [BASE]] [--minutes N]
Plants faults into copies of the source, two at a time, and reports which of them the tests find.
  --only     only these faults
  --changed  only faults in files that differ from BASE. Default: where the default branch was left
  --minutes  plants no more faults after this time, and ends after twice as long. Default: no limit`;

/** Minimum share of all faults that the tests must find. Of chosen faults, they must find each. */
const GOAL = 0.95;

const { values, positionals } = readCommandLine(
  USAGE,
  { only: { type: "string" }, changed: { type: "boolean", default: false }, minutes: { type: "string" } },
  1,
);
if (positionals.length > 0 && !values.changed) rejectCommandLine(USAGE, `${positionals[0]} is not an argument.`);

const minutes = values.minutes === undefined ? Infinity : Number(values.minutes);
if (!(minutes > 0)) rejectCommandLine(USAGE, `--minutes takes a number above 0; got ${values.minutes}.`);

const ids = values.only?.split(",");
for (const id of ids ?? []) if (!packageFaults.some((fault) => fault.id === id)) rejectCommandLine(USAGE, `There is no fault ${id}.`);

const changed = values.changed ? await changedFiles(positionals[0]) : undefined;
const chosen = packageFaults.filter(({ id, file }) => (ids?.includes(id) ?? true) && (changed?.has(file) ?? true));

// On any exit, running tests are killed and the copies are removed.
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

const end = performance.now() + minutes * 60_000;
const late = new Promise<undefined>((resolve) => {
  if (minutes < Infinity) setTimeout(() => resolve(undefined), 2 * minutes * 60_000).unref();
});
// Two at a time, because many faults make a test wait for its limit.
const judges = await Promise.all(chosen.slice(0, 2).map(() => createJudge(ROOT)));
const outcomes: string[] = [];
const foreign: string[] = [];
const waiting = chosen.values();
await Promise.all(judges.map(judgeFaults));
const planted = outcomes.length;
if (planted < chosen.length) console.log(`${chosen.length - planted} of ${chosen.length} faults were not judged, because ${minutes} minutes were over`);
const count = (which: string): number => outcomes.filter((outcome) => outcome === which).length;
const found = count("found");
if (foreign.length > 0) console.log(`found by tests of other packages alone: ${foreign.join("; ")}`);
console.log(`${planted} faults, ${found} found, ${count("by luck")} by luck`);
const areAll = ids === undefined && changed === undefined;
// A fault that cannot be planted is a defect of the list. Tests that are late end, too.
process.exit(!outcomes.includes("broken") && found >= planted * (areAll ? GOAL : 1) ? 0 : 1);

/** Judges faults until none waits, or the time is over. */
async function judgeFaults(judge: (fault: Fault) => Promise<Judgement>): Promise<void> {
  for (const fault of waiting) {
    const judgement = performance.now() > end ? undefined : await Promise.race([judge(fault), late]);
    if (judgement === undefined) return;
    const { outcome, by, tests } = judgement;
    outcomes.push(outcome);
    const others = otherPackages(fault, tests);
    if (outcome === "found") {
      console.log(`found  ${fault.id}  ${others.length === 0 ? "" : `by no test of its package: `}${by.slice(0, 160)}`);
      if (others.length > 0) foreign.push(`${fault.id} (${others.join(", ")})`);
    } else
      console.log(
        `${outcome === "broken" ? "BROKEN" : "SURVIVED"}  ${fault.id} in ${fault.file}: ${fault.loss} ${outcome === "by luck" ? `A test failed by luck: ${by}` : by}`,
      );
  }
}

/** Returns files that differ from a commit. Default: where the branch began, or the last one. */
async function changedFiles(base: string | undefined): Promise<ReadonlySet<string>> {
  const { ref, name, reason } = base === undefined ? await defaultState(ROOT) : { ref: base, name: base, reason: "it is named" };
  console.log(`compared with ${name}: ${reason}`);
  return new Set(execFileSync("git", ["diff", "--name-only", ref], { cwd: ROOT, encoding: "utf8" }).trim().split("\n"));
}
