import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { defaultState } from "@keywright/tool-contracts/default-state";
import { readCommandLine, refuseCommandLine } from "@keywright/tool-test-kit/command";
import { copyRepository } from "./copy.ts";
import { createJudge } from "./judge.ts";
import { packageFaults } from "./place.ts";
import { isEnough, type Judged, reportLines } from "./report.ts";

const USAGE = `Usage: npx pnpm mutate [--only ID,…] [--changed [BASE]] [--minutes N]
Plants faults into a copy of the source, one at a time, and reports which of them the tests find.
  --only     only these faults
  --changed  only faults in files that differ from BASE. Default: what npx pnpm contract:diff compares with
  --minutes  plants no more faults after this time. Default: no limit`;

const { values, positionals } = readCommandLine(
  USAGE,
  { only: { type: "string" }, changed: { type: "boolean", default: false }, minutes: { type: "string" } },
  1,
);
if (positionals.length > 0 && !values.changed) refuseCommandLine(USAGE, `${positionals[0]} is not an argument.`);

const minutes = values.minutes === undefined ? Infinity : Number(values.minutes);
if (!(minutes > 0)) refuseCommandLine(USAGE, `--minutes takes a number above 0; got ${values.minutes}.`);

const root = join(import.meta.dirname, "../../../..");
const ids = values.only?.split(",");
for (const id of ids ?? []) if (!packageFaults.some((fault) => fault.id === id)) refuseCommandLine(USAGE, `There is no fault ${id}.`);

const changed = values.changed ? await changedFiles(positionals[0]) : undefined;
const chosen = packageFaults.filter(({ id, file }) => (ids?.includes(id) ?? true) && (changed?.has(file) ?? true));

// On any exit, running tests are killed and the copy is removed.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

const judged: Judged[] = [];
if (chosen.length > 0) {
  const copy = await copyRepository(root);
  process.once("exit", () => copy.remove());
  const judge = createJudge(copy);
  const end = performance.now() + minutes * 60_000;
  for (const fault of chosen) {
    if (performance.now() > end) break;
    const verdict = await judge(fault);
    judged.push({ fault, verdict });
    console.log(`${verdict.outcome === "passed" ? "survived" : verdict.outcome.padEnd(8)} ${fault.id}  ${verdict.by.slice(0, 160)}`);
  }
}
if (judged.length < chosen.length)
  console.log(`${chosen.length - judged.length} of ${chosen.length} faults were not planted, because ${minutes} minutes were over`);
for (const line of reportLines(judged)) console.log(line);
process.exitCode = isEnough(judged, ids === undefined && changed === undefined) ? 0 : 1;

/** Returns the files that differ from a commit, including uncommitted ones. Default: where the branch began; on the default branch, the previous commit. */
async function changedFiles(base: string | undefined): Promise<ReadonlySet<string>> {
  const ref = base ?? (await defaultState(root)).ref;
  return new Set(execFileSync("git", ["diff", "--name-only", ref], { cwd: root, encoding: "utf8" }).trim().split("\n"));
}
