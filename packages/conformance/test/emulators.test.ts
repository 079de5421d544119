import type { Fetch } from "../src/lib/http/send.ts";
import { EVENTS } from "../src/lib/services/events/service.ts";
import { MANAGEMENT } from "../src/lib/services/management/service.ts";
import { VAULT } from "../src/lib/services/vault/service.ts";
import { expect, it } from "vitest";
import { createServers, environmentOf, everything, fetchOf, reportsOf, rulesWith, runIn, type Servers, URLS } from "./support.ts";

const JSON_FORMAT = ["--format", "json"];
const ALL_TIERS = ["--tier", "write", "--tier", "faults"];

/** Why rules of the emulators cannot be tested, even if everything is named. */
const UNTESTABLE = [
  "listActivity.jti",
  "issueToken.code-once",
  "issueToken.code-expires",
  "issueToken.code-redirect",
  "issueToken.refresh",
  "issueToken.lifetime",
  "getWorkflowRun.secret",
  "updatePerson.created",
  "patchScimUser.managed",
  "patchScimUser.domain",
  "deleteScimUser.managed",
  "fireSignal.scope",
  "fireSignal.continues",
  "fireSignal.once",
  "fireSignal.response",
  "listAuditEvents.cursor-account",
  "listAuditEvents.sessions",
  "listAuditEvents.late",
  // The second token has this feature.
  "listSignInAttempts.feature",
];

/** A run of all tiers in which everything is named, with its reports. */
const whole = (async () => {
  const servers = createServers();
  const { id = "" } = servers.management.store.users.list(({ managedBy, deleted }) => managedBy === undefined && deleted !== true)[0] ?? {};
  const named = [...everything(servers), "--deletable-user", id];
  const ended = await runIn([...URLS, ...named, ...ALL_TIERS, ...JSON_FORMAT], environmentOf(servers), fetchOf(servers));
  return { ended, reports: reportsOf(ended) };
})();

for (const { id, rules } of [VAULT, MANAGEMENT, EVENTS].flatMap(({ operations }) => [...operations.values()]))
  for (const [rule, sentence] of rules) {
    const isTested = !UNTESTABLE.includes(`${id}.${rule}`);
    // The rules of a contract need a passed test with their mark. Those that cannot be tested from outside have theirs in packages/emulator.
    it(`${sentence}${isTested ? ` [source: ${id}.${rule}]` : ""}`, async () => {
      const results = (await whole).reports.flatMap((report) => report.results);
      const result = results.find((one) => one.operation === id && one.rule === rule);
      expect(result).toMatchObject({ says: sentence, outcome: isTested ? "held" : "not tested" });
    });
  }

it("no rule is broken on the emulators in all tiers, and only those are not tested that no one can test from outside", async () => {
  const { ended, reports } = await whole;
  expect(rulesWith("broken", reports)).toEqual([]);
  expect(new Set(rulesWith("not tested", reports))).toEqual(new Set(UNTESTABLE));
  expect(ended).toMatchObject({ code: 0, stderr: "" });
});

it("the read tier sends only what reads, and requests for tokens", async () => {
  const servers = createServers();
  const sent = new Set<string>();
  const fetch: Fetch = (url, init) => {
    if (init.method !== "GET") sent.add(`${init.method} ${new URL(url).pathname}`);
    return fetchOf(servers)(url, init);
  };
  expect(await runIn([...URLS, ...everything(servers)], environmentOf(servers), fetch)).toMatchObject({ code: 0 });
  expect(sent).toEqual(new Set(["POST /api/v2/auditevents", "POST /api/v2/itemusages", "POST /api/v2/signinattempts", "POST /connect/token"]));
});

/** The whole state without logs, tokens, times and versions, which follow each write. */
function stateOf({ vault, management, events }: Servers): unknown {
  const { activity: _activity, requestCounts: _counts, ...vaultState } = vault.snapshot().state;
  const { auditEvents: _events, tokens: _tokens, ...organization } = management.snapshot().state;
  const following = ["contentVersion", "updatedAt", "lastModified", "lastModifiedBy", "lastModifiedDtm"];
  return JSON.parse(JSON.stringify([vaultState, organization, events.snapshot().state]), (name, value: unknown) =>
    following.includes(name) ? undefined : value,
  ) as unknown;
}

it("nothing is left behind after a run in all tiers", async () => {
  const servers = createServers();
  const environment = environmentOf(servers);
  const before = stateOf(servers);
  const created = servers.vault.store.vaults.list()[0]?.contentVersion ?? 0;
  await runIn([...URLS, ...everything(servers), ...ALL_TIERS], environment, fetchOf(servers));
  expect(servers.vault.store.vaults.list()[0]?.contentVersion).toBeGreaterThan(created + 10);
  expect(stateOf(servers)).toEqual(before);
});

it("requests that must be rejected change nothing, also without anything disposable", async () => {
  const servers = createServers();
  const environment = environmentOf(servers);
  const before = stateOf(servers);
  expect(await runIn([...URLS, "--tier", "faults"], environment, fetchOf(servers))).toMatchObject({ code: 0 });
  expect(stateOf(servers)).toEqual(before);
});
