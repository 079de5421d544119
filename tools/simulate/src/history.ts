import { readFileSync } from "node:fs";
import { compilePrograms } from "./compile.ts";
import { simulate } from "./simulate.ts";
import { planOf } from "./world/plan.ts";

// Prints the history of a seed: `node history.cjs <programs> <seed>`.
const [programs = "", seed = ""] = process.argv.slice(2);
void simulate(planOf(Number(seed)), compilePrograms(readFileSync(programs, "utf8"))).then(({ history }) => {
  process.stdout.write(`${history.join("\n")}\n`);
});
