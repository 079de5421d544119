import type { components } from "@keywright/management/schema";
import { MANAGEMENT_DOCUMENT } from "../../generated/management.ts";
import { objectAt } from "../core/json.ts";
import { lazily } from "../core/lazily.ts";
import type { Random } from "../core/random.ts";
import type { Tools } from "../core/service.ts";
import type { ClientApp } from "./records.ts";
import { OFFLINE_ACCESS, withoutOffline } from "./scopes.ts";
import { seedAuditEvents } from "./seed-audit.ts";
import { EXAMPLE_IDS, ROLES, seedPeople } from "./seed-people.ts";
import { seedRuns } from "./seed-runs.ts";
import type { ManagementSeed } from "./store.ts";

type AppCategory = components["schemas"]["AppCategory"];

/** Options of the default state of the management service. */
export interface ManagementSeedOptions {
  /** Number of events in the audit log. Default: 4000. */
  readonly auditEvents?: number;
  /** Lifetime of an access token in seconds. Default: 3600. */
  readonly tokenSeconds?: number;
}

const DAY_MS = 86_400_000;

/** Returns an organization with two apps, people, users, runs in each status and audit events of the last two weeks. */
export function defaultManagementSeed({ clock, random }: Tools, { auditEvents = 4000, tokenSeconds = 3600 }: ManagementSeedOptions = {}): ManagementSeed {
  const nowMs = clock.wallNow();
  const start = new Date(nowMs - 30 * DAY_MS).toISOString();
  const people = seedPeople(random.fork("people"), start);
  const runs = seedRuns(random.fork("runs"), nowMs, people.people);
  const apps = seedApps();
  const [{ clientId, scopes }] = apps;
  const token = { value: `management-token-${random.id()}`, clientId, scopes: withoutOffline(scopes), issuedAt: start };
  const consent = { clientId, userId: EXAMPLE_IDS.admin, scopes };
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
  return lazily<ManagementSeed>({
    organizationId: () => organizationId,
    tokenSeconds: () => tokenSeconds,
    consentingUserId: () => EXAMPLE_IDS.admin,
    verifiedDomains: () => ["example.com", "example.org"],
    roles: () => ROLES,
    categories: () => categories,
    apps: () => apps,
    tokens: () => [token],
    codes: () => [code],
    refreshTokens: () => [refreshToken],
    people: () => people.people,
    teams: () => people.teams,
    locations: () => people.locations,
    costCenters: () => people.costCenters,
    users: () => people.users,
    workflows: () => runs.workflows,
    runs: () => runs.runs,
    auditEvents: () => seedAuditEvents(log, nowMs, auditEvents, people.users),
  });
}

/** Returns apps with the credentials of the contract's examples, so that requests of the documentation work. The second app can only read the audit log. */
function seedApps(): readonly [ClientApp, ClientApp] {
  return [
    {
      clientId: "example-client-1",
      clientSecret: "example-client-secret-1",
      name: "Example Integration",
      scopes: [...documentedScopes(), OFFLINE_ACCESS],
      redirectUris: ["https://app.example.com/callback", "http://127.0.0.1:8765/callback"],
    },
    { clientId: "example-client-2", clientSecret: "example-client-secret-2", name: "Example Report", scopes: ["AuditLog.Read"], redirectUris: [] },
  ];
}

/** Returns every scope of the contract for programs. */
function documentedScopes(): readonly string[] {
  return Object.keys(objectAt(MANAGEMENT_DOCUMENT, "components", "securitySchemes", "oauth", "flows", "clientCredentials", "scopes"));
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
