import { join } from "node:path";
import { readCommandLine, refuseCommandLine } from "@keywright/tool-command";
import { changedFiles } from "./changed-files.ts";
import { copyRepository } from "./copy.ts";
import { groups } from "./groups.ts";
import { createJudge } from "./judge.ts";
import { placeFaults } from "./place.ts";
import { isEnough, type Judged, reportLines } from "./report.ts";

const USAGE = [
  "Usage: npx pnpm mutate [--package NAME] [--only ID,…] [--changed [BASE]]",
  "Plants faults into a copy of the source, one at a time, and says which of them the tests find.",
  "  --package  those of one package: core, vault, management, events, tail, emulator or generator",
  "  --only     these",
  "  --changed  those in files that differ from the branch BASE. Default: the default branch",
].join("\n");

const { values, positionals } = readCommandLine(
  USAGE,
  { package: { type: "string" }, only: { type: "string" }, changed: { type: "boolean", default: false } },
  1,
);
if (positionals.length > 0 && !values.changed) refuseCommandLine(USAGE, `${positionals[0]} is not understood.`);

const root = join(import.meta.dirname, "../../..");
const all = groups(root).flatMap((group) => placeFaults(root, group));
const ids = values.only?.split(",");
const unknown = ids?.filter((id) => !all.some((fault) => fault.id === id)) ?? [];
if (unknown.length > 0) refuseCommandLine(USAGE, `There is no fault ${unknown.join(", ")}.`);
if (values.package !== undefined && !all.some(({ group }) => group.name === values.package)) refuseCommandLine(USAGE, `There is no package ${values.package}.`);

const changed = values.changed ? changedFiles(root, positionals[0]) : undefined;
const chosen = all.filter(
  ({ id, path, group }) => (ids?.includes(id) ?? true) && (values.package === undefined || group.name === values.package) && (changed?.has(path) ?? true),
);

const copy = await copyRepository(root);
try {
  const judge = createJudge(copy);
  const judged: Judged[] = [];
  for (const fault of chosen) {
    const verdict = await judge(fault);
    judged.push({ fault, verdict });
    console.log(
      `${verdict.outcome === "passed" ? "survived" : verdict.outcome.padEnd(8)} ${fault.id}${"by" in verdict ? `  ${verdict.by.slice(0, 160)}` : ""}`,
    );
  }
  for (const line of reportLines(judged)) console.log(line);
  process.exitCode = isEnough(judged, ids === undefined && changed === undefined) ? 0 : 1;
} finally {
  await copy.remove();
}
