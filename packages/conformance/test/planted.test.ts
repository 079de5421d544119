import { expect, it } from "vitest";
import { plant, type Planted } from "./planted.ts";
import { EVENTS_FAULTS } from "./planted-events.ts";
import { MANAGEMENT_FAULTS } from "./planted-management.ts";
import { VAULT_FAULTS } from "./planted-vault.ts";
import { createServers, environmentOf, everything, reportsOf, rulesWith, runIn, urlOf } from "./support.ts";

const FAULTS: readonly Planted[] = [...VAULT_FAULTS, ...MANAGEMENT_FAULTS, ...EVENTS_FAULTS];

for (const planted of FAULTS) {
  const { service, fault, rule } = planted;
  it(`${service} with ${fault} breaks ${rule}, and the report shows the exchange without secrets`, async () => {
    const servers = createServers();
    const args = [...urlOf(service), ...everything(servers), "--tier", "write", "--tier", "faults", "--format", "json"];
    const ended = await runIn(args, environmentOf(servers), plant(planted, servers));
    const reports = reportsOf(ended);
    expect(rulesWith("broken", reports)).toContain(rule);
    expect(ended.code).toBe(1);
    const result = reports.flatMap(({ results }) => results).find((one) => `${one.operation}.${one.rule}` === rule);
    expect(result?.exchanges?.length).toBeGreaterThan(0);
    expect(ended.stdout + ended.stderr).not.toContain("sentinel-secret");
  });
}
