import { readCommandLine, rejectCommandLine } from "@keywright/tool-test-kit/command";
import { problemsOf, rowOf, runTests } from "./run-tests.ts";

/** What is killed, with the rows of its tests, whose names begin with that of their row. */
const SUITES = {
  kill: { rows: ["F27", "F28", "F29", "F31", "F50"], counts: ["lost"], full: { TORTURE_KILLS: "200" }, isCounted: false },
  sinks: {
    rows: ["postgres", "http", "elasticsearch", "splunk", "nats", "s3", "otlp"],
    counts: ["lost", "doubled"],
    full: { TORTURE_KILLS: "200", SINK_EVENTS: "100000" },
    isCounted: true,
  },
} as const;

const USAGE = `Usage: npx pnpm test kill [--only ROW[,ROW]] [--seed N] [--full]
       npx pnpm test sinks [--only ROW[,ROW]] [--seed N] [--full]
  --only  runs only these rows: ${SUITES.kill.rows.join(", ")}; of sinks: ${SUITES.sinks.rows.join(", ")}
  --seed  seed of the times of the kills. Default: a random one, which is printed
  --full  kills 200 times in each row, and sends 100000 events to each sink, for nightly runs`;

async function main(): Promise<number> {
  const { values, positionals } = readCommandLine(USAGE, { only: { type: "string" }, seed: { type: "string" }, full: { type: "boolean" } }, 1);
  const [suite = "kill"] = positionals;
  if (suite !== "kill" && suite !== "sinks") rejectCommandLine(USAGE, `${suite} is not understood.`);
  const { rows, counts, full, isCounted } = SUITES[suite];
  const only = values.only?.split(",") ?? rows;
  const unknown = only.filter((id) => !(rows as readonly string[]).includes(id));
  const seed = Number(values.seed ?? process.pid);
  if (unknown.length > 0) rejectCommandLine(USAGE, `There is no row ${unknown.join(", ")}.`);
  if (!Number.isSafeInteger(seed)) rejectCommandLine(USAGE, "--seed takes a whole number.");
  console.log(`seed ${seed}`);
  Object.assign(process.env, { TORTURE_SEED: String(seed) }, values.full ? full : {});
  const { tests, broken } = await runTests({ suite, files: [], names: new RegExp(`^(${only.join("|")}) `) });
  const figures = counts.map((name) => [name, tests.reduce((sum, test) => sum + (test.meta()[name] ?? 0), 0)] as const);
  const silent = tests.filter((test) => isCounted && test.result().state === "passed" && test.meta().lost === undefined);
  const missing = only.filter((id) => !tests.some(({ fullName }) => fullName.startsWith(`${id} `)));
  const problems = [
    ...broken,
    ...tests.flatMap(problemsOf),
    ...silent.map(({ name }) => `${name}: it reports no figures`),
    ...missing.map((id) => `${id}: it has no test`),
  ];
  for (const test of tests) console.log(rowOf(test));
  for (const problem of problems) console.log(`FAILED  ${problem}`);
  console.log([`${tests.length} rows`, ...figures.map(([name, count]) => `${name} ${count}`)].join(", "));
  return problems.length > 0 || figures.some(([, count]) => count > 0) ? 1 : 0;
}

process.exit(await main());
