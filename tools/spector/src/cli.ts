import { join } from "node:path";
import { readCommandLine } from "@keywright/tool-command";
import { compileSpecs } from "./compile.ts";
import { describeResults, isEnough } from "./report.ts";
import { entriesOf, generateSpec, type Result, runScenario } from "./run.ts";
import { readScenarios } from "./scenarios.ts";
import { serveSuite } from "./server.ts";
import { CACHE, installSuite } from "./suite.ts";
import { typeErrors } from "./types.ts";

const USAGE = `Usage: npx pnpm test:spector [--only payload] [--verbose]
  --only     runs the specs whose names contain this alone, such as payload or type/array
  --verbose  names each scenario that is refused or not applicable`;

async function main(): Promise<number> {
  const { values } = readCommandLine(USAGE, { only: { type: "string" }, verbose: { type: "boolean", default: false } });
  const suite = await installSuite();
  const specs = (await compileSpecs(suite)).filter(({ name }) => name.includes(values.only ?? ""));
  const scenarios = await readScenarios(suite);
  const server = await serveSuite(suite);
  const results: Result[] = [];
  const entries: string[] = [];
  try {
    for (const spec of specs) {
      const services = await generateSpec(spec, join(CACHE, "clients"));
      entries.push(...entriesOf(services));
      for (const scenario of scenarios.filter((one) => one.spec === spec.name)) results.push(await runScenario(scenario, spec, services, server));
    }
    const recorded = await server.results();
    const judged = results.map((result): Result =>
      result.kind === "passed" && recorded[result.scenario] !== "pass"
        ? { ...result, kind: "wrong", reason: `the server says ${recorded[result.scenario]}` }
        : result,
    );
    const errors = typeErrors(entries);
    console.log(describeResults(judged, errors, { verbose: values.verbose }));
    return isEnough(judged, errors) ? 0 : 1;
  } finally {
    await server.stop();
  }
}

process.exitCode = await main();
