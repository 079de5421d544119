import { expect, it } from "vitest";
import { plant, type Planted } from "./planted.ts";
import { EVENTS_FAULTS } from "./planted-events.ts";
import { MANAGEMENT_FAULTS } from "./planted-management.ts";
import { VAULT_FAULTS } from "./planted-vault.ts";
import { createServers, environmentOf, everything, fetchOf, reportsOf, rulesWith, runIn, URLS, urlOf } from "./support.ts";

const FAULTS: readonly Planted[] = [...VAULT_FAULTS, ...MANAGEMENT_FAULTS, ...EVENTS_FAULTS];

/** The tiers of all rules, of a run without a fault. Responses are checked in each tier, so the last one has their rule. */
const tiers = (async () => {
  const servers = createServers();
  const reports = reportsOf(await runIn([...URLS, "--format", "json"], environmentOf(servers), fetchOf(servers)));
  return new Map(reports.flatMap(({ results }) => results.map(({ operation, rule, tier }) => [`${operation}.${rule}`, rule === "response" ? "faults" : tier])));
})();

for (const planted of FAULTS) {
  const { service, fault, rule } = planted;
  it(`${service} with ${fault} breaks ${rule}, and the report shows the exchange without secrets`, async () => {
    const servers = createServers();
    const tier = (await tiers).get(rule) ?? "missing";
    const named = tier === "read" ? [] : ["--tier", "write", "--tier", tier];
    const args = [...urlOf(service), ...everything(servers), ...named, "--format", "json"];
    const ended = await runIn(args, environmentOf(servers), plant(planted, servers));
    const reports = reportsOf(ended);
    expect(rulesWith("broken", reports)).toContain(rule);
    expect(ended.code).toBe(1);
    const result = reports.flatMap(({ results }) => results).find((one) => `${one.operation}.${one.rule}` === rule);
    expect(result?.exchanges?.length).toBeGreaterThan(0);
    expect(ended.stdout + ended.stderr).not.toContain("sentinel-secret");
  });
}
