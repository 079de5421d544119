import { writeFile } from "node:fs/promises";
import { type Arguments, chosen, readArguments, usage } from "./arguments.ts";
import { groups } from "./groups/groups.ts";
import { lookAtMachine, warningOf } from "./machine.ts";
import { layStage } from "./measure/stage.ts";
import { jsonOf, summaryOf, tableOf } from "./print.ts";
import { runGroups } from "./run-groups.ts";

async function main(): Promise<number> {
  let asked: Arguments;
  try {
    asked = readArguments(process.argv.slice(2), groups);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage(groups)}`);
    return 2;
  }
  if (asked.help) {
    console.log(usage(groups));
    return 0;
  }
  const before = lookAtMachine();
  console.log(`Node ${before.node}, ${before.cores} cores of ${before.model}, load ${before.load.toFixed(1)}${asked.quick ? ", quick" : ""}`);
  const warning = warningOf(before);
  if (warning !== undefined) console.log(warning);
  const seed = Math.floor(Math.random() * 2 ** 32);
  const begun = performance.now();
  const { stage, remove } = await layStage();
  try {
    const results = await runGroups(chosen(groups, asked.only), { stage, quick: asked.quick, seed, tell: (line) => console.error(line) });
    for (const line of tableOf(results)) console.log(line);
    const { line, short } = summaryOf(results);
    const seconds = Math.round((performance.now() - begun) / 1000);
    if (asked.json !== undefined)
      await writeFile(asked.json, jsonOf(results, { machine: before, loadAfter: lookAtMachine().load, quick: asked.quick, seed, seconds }));
    console.log(`${seconds} s, load ${lookAtMachine().load.toFixed(1)} at the end, order of the rounds by seed ${seed}`);
    console.log(line);
    return short === 0 ? 0 : 1;
  } finally {
    await remove();
  }
}

process.exitCode = await main();
