import { availableParallelism, cpus, loadavg } from "node:os";
import { readCommandLine, rejectCommandLine } from "@keywright/tool-test-kit/command";
import { emulator } from "./groups/emulator.ts";
import { fleets } from "./groups/fleet.ts";
import { formats } from "./groups/formats.ts";
import { importing } from "./groups/import.ts";
import { requests } from "./groups/requests.ts";
import { running } from "./groups/run.ts";
import { sinks } from "./groups/sinks.ts";
import { largeVault } from "./groups/vault.ts";
import { walks } from "./groups/walks.ts";
import { withStage } from "./measure/stage.ts";
import { isMet, measureRows, tableOf } from "./measure/row.ts";

const groups = { requests, walks, import: [importing], run: running, vault: largeVault, sinks, fleet: fleets, formats, emulator };
const usage = `Usage: npx pnpm bench [--quick] [--only NAME[,NAME]]
  --quick  fewer and shorter rounds, whose figures are not to be quoted
  --only   measures only these rows or groups:
${Object.entries(groups)
  .map(([name, rows]) => `             ${name}: ${rows.map((row) => row.name).join(", ")}`)
  .join("\n")}`;
const { values } = readCommandLine(usage, { quick: { type: "boolean", default: false }, only: { type: "string" } });
const { quick, only } = values;
const names = only?.split(",");
const known = Object.entries(groups).flatMap(([name, rows]) => [name, ...rows.map((row) => row.name)]);
const unknown = names?.find((name) => !known.includes(name));
if (unknown !== undefined) rejectCommandLine(usage, `There is no row or group ${unknown}.`);
const wanted = Object.entries(groups).flatMap(([group, rows]) =>
  rows.filter(({ name }) => names === undefined || names.includes(group) || names.includes(name)),
);

const load = (): string => `load ${(loadavg()[0] ?? 0).toFixed(1)}`;
console.log(`Node ${process.version}, ${availableParallelism()} cores of ${cpus()[0]?.model ?? "unknown"}, ${load()}${quick ? ", quick" : ""}`);
const begun = performance.now();
const results = await withStage((stage) => measureRows(wanted, { stage, quick }));
for (const line of tableOf(results)) console.log(line);
console.log(`${Math.round((performance.now() - begun) / 1000)} s, ${load()} at the end`);
const short = results.filter((result) => !isMet(result)).length;
console.log(`${results.length} rows, ${short} short of their goal`);
process.exitCode = short === 0 ? 0 : 1;
