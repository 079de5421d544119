import { join } from "node:path";
import { readCommandLine } from "@keywright/tool-test-kit/command";
import { compileSpecs } from "./spector/compile.ts";
import { describeResults, isEnough } from "./spector/report.ts";
import { generateSpec, type Result, runScenario, type Service } from "./spector/run.ts";
import { readScenarios } from "./spector/scenarios.ts";
import { serveSuite } from "./spector/server.ts";
import { CACHE, installSuite } from "./spector/suite.ts";
import { checkTypes } from "./spector/types.ts";

const USAGE = `Usage: npx pnpm test:spector [--only payload] [--verbose]
  --only     runs only the specs whose names contain this, such as payload or type/array
  --verbose  names each scenario that is not supported or not applicable`;

async function main(): Promise<number> {
  const { values } = readCommandLine(USAGE, { only: { type: "string" }, verbose: { type: "boolean", default: false } });
  const suite = await installSuite();
  const specs = (await compileSpecs(suite)).filter(({ name }) => name.includes(values.only ?? ""));
  const scenarios = await readScenarios(suite);
  const server = await serveSuite(suite);
  const results: Result[] = [];
  const generated: Service[] = [];
  try {
    for (const spec of specs) {
      const services = await generateSpec(spec, join(CACHE, "clients"));
      generated.push(...services);
      for (const scenario of scenarios.filter((one) => one.spec === spec.name)) results.push(await runScenario(scenario, spec, services, server));
    }
    const recorded = await server.results();
    const types = await checkTypes(new Map(generated.filter(({ client }) => client.generated).map(({ client, calls }) => [client.folder, calls])));
    const judged = results.map((result): Result => {
      const { scenario, kind } = result;
      return kind === "passed" && recorded[scenario] !== "pass" ? { scenario, kind: "wrong", reason: `the server says ${recorded[scenario]}` } : result;
    });
    console.log(describeResults(judged, types, { verbose: values.verbose }));
    return isEnough(judged, types) ? 0 : 1;
  } finally {
    await server.stop();
  }
}

process.exitCode = await main();
