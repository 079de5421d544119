import { readCommandLine, refuseCommandLine } from "@keywright/tool-test-kit/command";
import { problemsOf, rowOf, runTests } from "./run-tests.ts";

const SINKS = ["postgres", "http", "elasticsearch", "splunk", "nats", "s3", "otlp"];
const FULL = { TORTURE_KILLS: "200", SINK_EVENTS: "100000" };

const USAGE = `Usage: npx pnpm test:sinks [--only SINK[,SINK]] [--seed N] [--full]
  --only  runs only these sinks: ${SINKS.join(", ")}
  --seed  seed of the times of the kills. Default: a random one, which is printed
  --full  kills ${FULL.TORTURE_KILLS} times instead of 10 and sends ${FULL.SINK_EVENTS} events instead of 10000, for nightly runs`;

async function main(): Promise<number> {
  const { values } = readCommandLine(USAGE, { only: { type: "string" }, seed: { type: "string" }, full: { type: "boolean" } });
  const only = values.only?.split(",") ?? SINKS;
  const unknown = only.filter((name) => !SINKS.includes(name));
  const seed = Number(values.seed ?? process.pid);
  if (unknown.length > 0) refuseCommandLine(USAGE, `There is no sink ${unknown.join(", ")}.`);
  if (!Number.isSafeInteger(seed)) refuseCommandLine(USAGE, "--seed takes a whole number.");
  console.log(`seed ${seed}`);
  Object.assign(process.env, { TORTURE_SEED: String(seed) }, values.full ? FULL : {});
  const { tests, broken } = await runTests({ suite: "sinks", files: [], names: new RegExp(`^(${only.join("|")}) `) });
  const [lost, doubled] = (["lost", "doubled"] as const).map((name) => tests.reduce((sum, test) => sum + (test.meta()[name] ?? 0), 0));
  const silent = tests.filter((test) => test.result().state === "passed" && test.meta().lost === undefined).map(({ name }) => `${name}: it reports no figures`);
  const missing = only.filter((name) => !tests.some(({ fullName }) => fullName.startsWith(`${name} `))).map((name) => `${name}: it has no row`);
  const problems = [...broken, ...tests.flatMap(problemsOf), ...silent, ...missing];
  for (const test of tests) console.log(rowOf(test));
  for (const problem of problems) console.log(`FAILED  ${problem}`);
  console.log(`${tests.length} rows, lost ${lost}, doubled ${doubled}`);
  return problems.length > 0 || lost !== 0 || doubled !== 0 ? 1 : 0;
}

process.exit(await main());
