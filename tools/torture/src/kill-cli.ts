import { readCommandLine, refuseCommandLine } from "@keywright/tool-test-kit/command";
import { problemsOf, rowOf, runTests } from "./run-tests.ts";

const ROWS = ["F27", "F28", "F29", "F31"];
const FULL = 200;

const USAGE = `Usage: npx pnpm test:kill [--only ROW[,ROW]] [--seed N] [--full]
  --only  runs only these rows: ${ROWS.join(", ")}
  --seed  seed of the times of the kills. Default: a random one, which is printed
  --full  kills ${FULL} times in each row, for nightly runs`;

async function main(): Promise<number> {
  const { values } = readCommandLine(USAGE, { only: { type: "string" }, seed: { type: "string" }, full: { type: "boolean" } });
  const only = values.only?.split(",") ?? ROWS;
  const unknown = only.filter((id) => !ROWS.includes(id));
  const seed = Number(values.seed ?? process.pid);
  if (unknown.length > 0) refuseCommandLine(USAGE, `There is no row ${unknown.join(", ")}.`);
  if (!Number.isSafeInteger(seed)) refuseCommandLine(USAGE, "--seed takes a whole number.");
  console.log(`seed ${seed}`);
  Object.assign(process.env, { TORTURE_SEED: String(seed) }, values.full ? { TORTURE_KILLS: String(FULL) } : {});
  const { tests, broken } = await runTests({ suite: "kill", files: [], names: new RegExp(`^(${only.join("|")}) `) });
  const lost = tests.reduce((sum, test) => sum + (test.meta().lost ?? 0), 0);
  const problems = [...broken, ...tests.flatMap(problemsOf)];
  for (const test of tests) console.log(rowOf(test));
  for (const problem of problems) console.log(`FAILED  ${problem}`);
  console.log(`${tests.length} rows, lost ${lost}`);
  return problems.length > 0 || tests.length === 0 ? 1 : 0;
}

process.exit(await main());
