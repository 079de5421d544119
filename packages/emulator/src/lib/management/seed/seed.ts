import type { components } from "@keywright/management/schema";
import { MANAGEMENT_DOCUMENT } from "../../../generated/management.ts";
import type { AppDraft, ManagementSeedOptions, NewAuditEvent } from "../../../generated/seed.ts";
import { objectAt } from "../../core/values/json.ts";
import { lazily } from "../../core/values/lazily.ts";
import type { Random } from "../../core/values/random.ts";
import { requireUnique } from "../../core/values/lists.ts";
import type { Tools } from "../../core/service/service.ts";
import { newAuditEvent, newManagementToken } from "../state/drafts.ts";
import type { AuditEventRecord, ClientApp, ScimUserRecord } from "../state/records.ts";
import { OFFLINE_ACCESS } from "../state/scopes.ts";
import { seedAuditEvents } from "./seed-audit.ts";
import { ROLES, seedPeople } from "./seed-people.ts";
import { seedRuns } from "./seed-runs.ts";
import type { ManagementSeed } from "../state/store.ts";

type AppCategory = components["schemas"]["AppCategory"];

const DAY_MS = 86_400_000;

/** Returns an organization with apps, people, users, runs and two weeks of audit events. */
export function defaultManagementSeed({ clock, random }: Tools, options: ManagementSeedOptions = {}): ManagementSeed {
  const { auditEvents: wantedEvents = 4000, tokenSeconds = 3600, token: value, tokens: more = [] } = options;
  const nowMs = clock.wallNow();
  const startMs = nowMs - 30 * DAY_MS;
  const { contractor, ...people } = seedPeople(random.fork("people"), new Date(startMs).toISOString(), options);
  const runs = seedRuns(random.fork("runs"), nowMs, contractor, options.runs);
  const apps = options.apps?.map(newApp) ?? seedApps();
  const [{ clientId, scopes } = { clientId: "", scopes: [] }] = apps;
  const app = { clientId, scopes };
  const tokens = [
    newManagementToken(value === undefined ? {} : { value }, app, random, startMs),
    ...more.map((each) => newManagementToken(each, app, random, nowMs)),
  ];
  const consentingUserId = people.users[0]?.id ?? "";
  const consent = { clientId, userId: consentingUserId, scopes };
  const code = {
    ...consent,
    code: "example-authorization-code-1",
    grantId: random.uuid(),
    redirectUri: "https://app.example.com/callback",
    expiresAt: new Date(nowMs + DAY_MS).toISOString(),
  };
  const refreshToken = { ...consent, value: "example-refresh-token-1", grantId: random.uuid() };
  const organizationId = random.uuid();
  const log = random.fork("audit");
  const categories = seedCategories(random.fork("categories"));
  const events = typeof wantedEvents === "number" ? undefined : ownAuditEvents(wantedEvents, nowMs);
  requireUnique("tokens", tokens, (each) => each.value, "secret value");
  const keyed = { people: people.people, users: people.users, runs: runs.runs, apps: apps.map((each) => ({ id: each.clientId })) };
  for (const [what, things] of Object.entries(keyed)) requireUnique<{ readonly id: string }>(what, things, ({ id }) => id);
  const known = { organizationId, tokenSeconds, consentingUserId, roles: ROLES, categories, apps, tokens, codes: [code], refreshTokens: [refreshToken] };
  const verifiedDomains = options.verifiedDomains ?? [...new Set(["example.com", "example.org", ...people.users.map(domainOf)])];
  const auditEvents = (): ManagementSeed["auditEvents"] => events ?? seedAuditEvents(log, nowMs, Number(wantedEvents), people.users);
  return lazily({ auditEvents }, { ...known, ...people, ...runs, verifiedDomains });
}

function domainOf({ user: { userName } }: ScimUserRecord): string {
  return userName.slice(userName.lastIndexOf("@") + 1).toLowerCase();
}

/** Returns events one second apart, so that the order of times is that of the list. */
function ownAuditEvents(events: readonly NewAuditEvent[], nowMs: number): readonly AuditEventRecord[] {
  let last = 0;
  return events.map((event, index) => {
    last = event.id ?? last + 1;
    return newAuditEvent({ ...event, id: last }, nowMs - (events.length - index) * 1000);
  });
}

function newApp({ clientId, clientSecret, name = clientId, scopes = allScopes(), redirectUris = [] }: AppDraft): ClientApp {
  return { clientId, clientSecret, name, scopes, redirectUris };
}

/** Returns apps with the credentials of the examples. The second only reads the audit log. */
function seedApps(): readonly [ClientApp, ClientApp] {
  return [
    {
      clientId: "example-client-1",
      clientSecret: "example-client-secret-1",
      name: "Example Integration",
      scopes: allScopes(),
      redirectUris: ["https://app.example.com/callback", "http://127.0.0.1:8765/callback"],
    },
    { clientId: "example-client-2", clientSecret: "example-client-secret-2", name: "Example Report", scopes: ["AuditLog.Read"], redirectUris: [] },
  ];
}

/** Returns every scope of the contract for programs, and the one for refresh tokens. */
function allScopes(): readonly string[] {
  return [...Object.keys(objectAt(MANAGEMENT_DOCUMENT, "components", "securitySchemes", "oauth", "flows", "clientCredentials", "scopes")), OFFLINE_ACCESS];
}

const CATEGORIES: { readonly [name: string]: readonly string[] } = {
  Finance: ["Accounting", "Travel expenses", "Payroll"],
  Security: ["Passwords", "Device management"],
  "Sales and marketing": ["Customer relations", "Campaigns"],
  Engineering: [],
};

function seedCategories(random: Random): AppCategory {
  const children = Object.entries(CATEGORIES).map(([name, names]): AppCategory => {
    const below = names.map((child) => ({ id: random.uuid(), name: child }));
    return { id: random.uuid(), name, ...(below.length === 0 ? {} : { children: below }) };
  });
  // The name of the root is the word root.
  return { id: random.uuid(), name: "Root", children };
}
