import { writeFile } from "node:fs/promises";
import { availableParallelism, cpus, loadavg } from "node:os";
import { readCommandLine, refuseCommandLine } from "@keywright/tool-test-kit/command";
import { emulator } from "./groups/emulator.ts";
import { importing } from "./groups/import.ts";
import { requests } from "./groups/requests.ts";
import { running } from "./groups/run.ts";
import { sinks } from "./groups/sinks.ts";
import { types } from "./groups/types.ts";
import { walks } from "./groups/walks.ts";
import { layStage } from "./measure/stage.ts";
import { jsonOf, summaryOf, tableOf } from "./print.ts";
import { runGroups, unknownNames } from "./run-groups.ts";

const groups = [requests, walks, importing, types, running, sinks, emulator];
const usage = `Usage: npx pnpm bench [--quick] [--only NAME[,NAME]] [--json FILE]
  --quick  fewer and shorter rounds, whose figures are not to be quoted
  --only   measures only these rows or groups:
${groups.map(({ name, rows }) => `             ${name}: ${rows.map((row) => row.name).join(", ")}`).join("\n")}
  --json   also writes the results to a file`;
const { values } = readCommandLine(usage, {
  quick: { type: "boolean", default: false },
  only: { type: "string", multiple: true, default: [] },
  json: { type: "string" },
});
const only = values.only.flatMap((names) => names.split(",")).filter((name) => name !== "");
const unknown = unknownNames(groups, only);
if (unknown.length > 0) refuseCommandLine(usage, `There is no row or group ${unknown.join(", ")}.`);

const machine = { node: process.version, cores: availableParallelism(), model: cpus()[0]?.model ?? "unknown", load: loadavg()[0] ?? 0 };
console.log(`Node ${machine.node}, ${machine.cores} cores of ${machine.model}, load ${machine.load.toFixed(1)}${values.quick ? ", quick" : ""}`);
if (machine.load >= machine.cores / 2) console.log("The machine is busy: wall times are unreliable, and CPU ratios drift.");
const begun = performance.now();
const { stage, remove } = await layStage();
try {
  const results = await runGroups(groups, { stage, quick: values.quick, only, tell: (line) => console.error(line) });
  for (const line of tableOf(results)) console.log(line);
  const { line, short } = summaryOf(results);
  if (values.json !== undefined) await writeFile(values.json, jsonOf(results, { machine, loadAfter: loadavg()[0], quick: values.quick }));
  console.log(`${Math.round((performance.now() - begun) / 1000)} s, load ${(loadavg()[0] ?? 0).toFixed(1)} at the end`);
  console.log(line);
  process.exitCode = short === 0 ? 0 : 1;
} finally {
  await remove();
}
