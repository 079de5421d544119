import { describe, expect, test } from "vitest";
import { SCENARIOS } from "../../src/lib/scenarios/built-in.ts";
import { ask, runToEnd, start, temporaryFile } from "./support.ts";

interface FaultView {
  readonly service: string;
  readonly operationId: string;
  readonly hits: number;
}

const LOST = { name: "lost-writes", faults: [{ service: "vault", operationId: "createItem", when: "after", response: "drop" }] };
const BUSY = { name: "busy-reads", faults: [{ service: "vault", operationId: "listVaults", response: { status: 503 } }] };

async function withControl(...args: readonly string[]) {
  const { ready } = await start("--control-port", "0", ...args);
  const control = ready.control?.baseUrl ?? "";
  const faults = async () => (await (await fetch(`${control}/faults`)).json()) as FaultView[];
  const startScenario = (name: string) => fetch(`${control}/scenarios`, { method: "POST", body: JSON.stringify({ name }) });
  const names = async () => ((await (await fetch(`${control}/scenarios`)).json()) as { name: string }[]).map(({ name }) => name);
  return { ready, control, faults, startScenario, names };
}

describe("a scenario", () => {
  test.each(SCENARIOS.map(({ name }) => name))("%s is started by its name over the port, for all services", async (name) => {
    const { faults, startScenario } = await withControl();
    const started = await startScenario(name);
    const listed = await faults();
    expect([started.status, await started.json()]).toEqual([201, expect.arrayContaining(listed)]);
    expect(new Set(listed.map(({ service }) => service))).toEqual(new Set(["management", "vault", "events"]));
  });

  test("rate-limits affects some requests, the same in each run", async () => {
    const run = async () => {
      const { ready } = await withControl("--scenario", "rate-limits");
      const statuses: number[] = [];
      for (let index = 0; index < 30; index += 1) statuses.push((await ask(`${ready.vault.baseUrl}/v1/vaults`, ready.vault.token)).status);
      return statuses;
    };
    const statuses = await run();
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(await run()).toEqual(statuses);
  });

  test("of a file starts with the command, and again over the port after a reset", async () => {
    const file = await temporaryFile("scenarios.json", [BUSY]);
    const { ready, control, faults, startScenario, names } = await withControl("--scenario", file);
    expect((await ask(`${ready.vault.baseUrl}/v1/vaults`, ready.vault.token)).status).toBe(503);
    expect((await ask(`${ready.vault.baseUrl}/v1/vaults`, ready.vault.token)).status).toBe(200);
    await fetch(`${control}/reset`, { method: "POST" });
    expect(await faults()).toEqual([]);
    expect((await startScenario("busy-reads")).status).toBe(201);
    expect(await faults()).toMatchObject([{ service: "vault", operationId: "listVaults", hits: 0 }]);
    expect(await names()).toEqual(["busy-reads", ...SCENARIOS.map(({ name }) => name)]);
  });

  test("of a file in YAML is only known if another one is named", async () => {
    const file = await temporaryFile(
      "scenarios.yaml",
      "- name: lost-writes\n  faults:\n    - { service: vault, operationId: createItem, response: drop }\n- { name: b, faults: [{ operationId: '*' }] }\n",
    );
    const { faults, names } = await withControl("--scenario", file, "--scenario", "lost-writes");
    expect(await faults()).toMatchObject([{ service: "vault", operationId: "createItem" }]);
    expect((await names()).slice(0, 2)).toEqual(["lost-writes", "b"]);
  });

  test("begins and ends by the emulator's clock", async () => {
    const file = await temporaryFile("scenarios.json", [{ name: "noon", faults: [{ ...BUSY.faults[0], times: "always", fromMs: 60_000, untilMs: 120_000 }] }]);
    const { ready, control } = await withControl("--scenario", file);
    const statusAfter = async (advanceMs: number) => {
      await fetch(`${control}/clock`, { method: "POST", body: JSON.stringify({ advanceMs, hold: true }) });
      return (await ask(`${ready.vault.baseUrl}/v1/vaults`, ready.vault.token)).status;
    };
    expect([await statusAfter(0), await statusAfter(60_000), await statusAfter(60_000)]).toEqual([200, 503, 200]);
  });

  test("with an unknown name is rejected over the port", async () => {
    const { startScenario, faults } = await withControl();
    const refused = await startScenario("brown");
    expect([refused.status, await refused.json()]).toEqual([400, { status: 400, message: "There is no scenario brown; did you mean brownout?" }]);
    expect(await faults()).toEqual([]);
  });

  test.each([
    [{}, "the whole must be array"],
    [[{ name: "a" }], "/0/faults is required"],
    [[{ name: "a", faults: [{}] }], "/0/faults/0/operationId is required"],
    [[{ name: "a", fault: [], faults: LOST.faults }], "/0/fault is not known; did you mean faults?"],
    [[{ name: "a", faults: [{ service: "vaults", operationId: "*" }] }], "scenario a: there is no service vaults; did you mean vault?"],
    [[{ name: "a", faults: [{ service: "vault", operationId: "listVault" }] }], "scenario a: there is no operation listVault; did you mean listVaults?"],
    [[{ name: "a", faults: [{ operationId: "*", fromMs: -1 }] }], "scenario a: the fault: fromMs must be a number of milliseconds of 0 or more; got -1"],
  ])("file with %j is invalid", async (content, problem) => {
    const file = await temporaryFile("scenarios.json", content);
    expect(await runToEnd("--port", "0", "--scenario", file)).toEqual({ code: 1, printed: "", complained: `${file}: ${problem}\n` });
  });
});
