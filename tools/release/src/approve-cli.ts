import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { PNPM } from "@keywright/tool-consumers";
import { printErrors, readCommandLine } from "@keywright/tool-test-kit/command";
import { findRegistry } from "./publish/packed-release.ts";
import { checkVisible, findStages, idOf, waitingStages } from "./publish/publish.ts";

const USAGE = `Usage: npx pnpm release approve [--reject] [folder]
  Publishes the staged packages of a release, with one code of your second factor for all.
  folder    the folder that release pack has written, or the artifact of the workflow. Default: release
  --reject  removes the stages instead, so that these versions can be staged again`;

const { values, positionals } = readCommandLine(USAGE, { reject: { type: "boolean", default: false } }, 1);
const folder = resolve(positionals[0] ?? "release");
const registry = await findRegistry(folder);

/** pnpm asks for the second factor in this terminal, once per command. */
function decide(verb: string, ids: readonly string[]): void {
  const { status } = spawnSync(PNPM, ["stage", verb, ...ids, "--registry", registry], { stdio: "inherit" });
  if (status !== 0) throw new Error(`pnpm stage ${verb} failed; run this command again, which goes on with the stages that remain`);
}

printErrors();
const stages = await (values.reject ? findStages : waitingStages)(folder);
const ids = stages.map(({ id }) => id);
for (const { release, id } of stages) console.log(`${idOf(release).padEnd(32)} ${id}${values.reject ? "" : `  has the bytes of ${release.tarball}`}`);
if (values.reject) for (const id of ids) decide("reject", [id]);
else {
  if (ids.length > 0) decide("approve", ids);
  const findings = await checkVisible(folder);
  for (const finding of findings) console.log(`FINDING ${finding}`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}
console.log(`${ids.length} stages ${values.reject ? "rejected; stage again by npx pnpm release publish, or by gh workflow run release.yml" : "approved"}`);
