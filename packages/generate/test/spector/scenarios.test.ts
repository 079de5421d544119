import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compileSpecs } from "./compile.ts";
import { generateSpec, runScenario, type Service } from "./run.ts";
import { readScenarios } from "./scenarios.ts";
import { serveSuite, type SuiteServer } from "./server.ts";
import { CACHE, installSuite, linkCore } from "./suite.ts";
import { checkTypes } from "./types.ts";

const suite = await installSuite();
await linkCore();
const specs = await compileSpecs(suite);
const scenarios = await readScenarios(suite);
const generated: Service[] = [];
let server: SuiteServer;

beforeAll(async () => {
  server = await serveSuite(suite);
});

afterAll(() => server.stop());

for (const spec of specs)
  describe(spec.name, () => {
    let services: readonly Service[] = [];

    beforeAll(async () => {
      services = await generateSpec(spec, join(CACHE, "clients"));
      generated.push(...services);
    });

    for (const scenario of scenarios.filter((each) => each.spec === spec.name))
      it(scenario.name, async ({ skip }) => {
        const { kind, reason } = await runScenario(scenario, spec, services, server);
        if (kind === "refused" || kind === "not applicable") skip(`${kind}: ${reason}`);
        expect(reason).toBe("");
        expect(await server.resultOf(scenario.name)).toBe("pass");
      });
  });

it("clients compile, and have the types of all inputs and values", async () => {
  const clients = generated.filter(({ client }) => client.create !== undefined).map(({ client, calls }) => [client.folder, calls] as const);
  expect(await checkTypes(new Map(clients))).toEqual({ clients: [], scenarios: new Map() });
});
