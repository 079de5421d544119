import { readCommandLine, rejectCommandLine } from "@keywright/tool-test-kit/command";
import { readFaultList } from "./fault-list.ts";
import { readReport, type TestResult } from "./read-report.ts";
import { nameOf, problemsOf, runTests } from "./run-tests.ts";

const TRANSPORTS = ["fetch", "node"];
const list = readFaultList();

const USAGE = `Usage: npx pnpm test faults [--only F5[,F9]] [--report FILE]
  --only    runs only these rows: ${list.map(({ id }) => id).join(", ")}
  --report  takes the results of tests that "npx pnpm test" has run from its report, which it writes to the file in TEST_REPORT`;

async function main(): Promise<number> {
  const { values } = readCommandLine(USAGE, { only: { type: "string" }, report: { type: "string" } });
  const only = values.only?.split(",") ?? list.map(({ id }) => id);
  const unknown = only.filter((id) => !list.some((fault) => fault.id === id));
  if (unknown.length > 0) rejectCommandLine(USAGE, `There is no row ${unknown.join(", ")}.`);
  const rows = list.filter(({ id }) => only.includes(id));
  const places = rows.flatMap((row) => row.places);
  const reported = values.report === undefined ? [] : readReport(values.report);
  const remaining = new Set(places.map(({ file }) => file));
  for (const { file } of reported) remaining.delete(file);
  // This command makes only a few kills; npx pnpm test kill makes more.
  process.env["TORTURE_KILLS"] ??= "10";
  const names = new RegExp(places.map(({ title }) => title.replaceAll(/[^\w ]/g, ".")).join("|"));
  const choice = { suite: "faults", files: [...remaining], names, projects: [...TRANSPORTS, "elsewhere", "kill"] } as const;
  // Without files, Vitest runs all.
  const { tests: ran, broken } = remaining.size === 0 ? { tests: [], broken: [] } : await runTests(choice);
  const tests: readonly TestResult[] = [
    ...reported,
    ...ran.map((test) => ({ file: test.module.relativeModuleId, name: nameOf(test), problems: problemsOf(test) })),
  ];
  let wrong = 0;
  for (const { id, promise, places: where, mutants } of rows) {
    const shown = where.map(({ file, title }) => tests.filter((test) => test.file === file && test.name.includes(title)));
    const problems = shown.flatMap((found, at) => (found.length === 0 ? [`no test of ${where[at]?.file} ran`] : found.flatMap((test) => test.problems)));
    if (problems.length > 0) wrong += 1;
    const files = where.map(({ file }) => file).join(", ");
    const mutated = mutants.length === 0 ? "" : ` (${mutants.join(", ")})`;
    console.log(
      `${id.padEnd(8)}${problems.length > 0 ? "FAILED" : "ok    "} ${String(shown.flat().length).padStart(4)} tests  ${promise.padEnd(78)}  ${files}${mutated}`,
    );
    for (const problem of problems.slice(0, 5)) console.log(`        ${problem}`);
  }
  for (const problem of broken) console.log(`FAILED  ${problem}`);
  console.log(`${rows.length} rows on ${TRANSPORTS.length} transports, ${wrong + broken.length} wrong`);
  return wrong + broken.length === 0 ? 0 : 1;
}

process.exit(await main());
