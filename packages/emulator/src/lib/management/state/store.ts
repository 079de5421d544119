import type { components } from "@keywright/management/schema";
import { type Collection, createCollection, listsOf } from "../../core/values/collection.ts";
import { lazily } from "../../core/values/lazily.ts";
import type { Snapshots } from "../../core/service/service.ts";
import { createStore } from "../../core/service/snapshot.ts";
import { type AuditLog, createAuditLog } from "./audit-log.ts";
import type {
  AuditEventRecord,
  AuthorizationCode,
  ClientApp,
  ManagementToken,
  Named,
  PersonRecord,
  RefreshToken,
  RunRecord,
  ScimUserRecord,
  WorkflowRecord,
} from "./records.ts";

type Schemas = components["schemas"];

/** The constant properties of an organization. */
export interface Organization {
  readonly organizationId: string;
  /** Lifetime of an access token in seconds. */
  readonly tokenSeconds: number;
  /** The user who consents to every request of a program. */
  readonly consentingUserId: string;
  /** Verified domains for user names. */
  readonly verifiedDomains: readonly string[];
  /** Names of the roles that users can have. */
  readonly roles: readonly string[];
  readonly categories: Schemas["AppCategory"];
}

/** The state of the management service as plain data. */
export interface ManagementSeed extends Organization {
  readonly apps: readonly ClientApp[];
  readonly tokens: readonly ManagementToken[];
  readonly codes: readonly AuthorizationCode[];
  readonly refreshTokens: readonly RefreshToken[];
  readonly people: readonly PersonRecord[];
  readonly teams: readonly Named[];
  readonly locations: readonly Named[];
  readonly costCenters: readonly Named[];
  readonly users: readonly ScimUserRecord[];
  readonly workflows: readonly WorkflowRecord[];
  readonly runs: readonly RunRecord[];
  /** In order of recording. */
  readonly auditEvents: readonly AuditEventRecord[];
}

type Listed = Exclude<keyof ManagementSeed, keyof Organization | "auditEvents">;

/** The state of the management service. */
export type ManagementStore = Snapshots<ManagementSeed> & { readonly [List in Listed]: Collection<ManagementSeed[List][number]> } & {
  readonly organization: Organization;
  readonly audit: AuditLog;
};

/**
 * Creates the store of the management service.
 *
 * @throws TypeError if the state breaks a rule of the service.
 */
export function createManagementStore(seed: ManagementSeed): ManagementStore {
  return createStore(seed, open, ({ organization, audit, ...collections }) => ({
    ...organization,
    ...listsOf(collections),
    auditEvents: [...audit.events],
  }));
}

/** Returns whether an address is in a verified domain. Domains are case-insensitive. */
export function inVerifiedDomain(userName: string, { verifiedDomains }: Pick<Organization, "verifiedDomains">): boolean {
  const domain = userName.slice(userName.lastIndexOf("@") + 1).toLowerCase();
  return userName.includes("@") && verifiedDomains.some((verified) => verified.toLowerCase() === domain);
}

function open(seed: ManagementSeed) {
  const { organizationId, tokenSeconds, consentingUserId, verifiedDomains, roles, categories } = seed;
  const foreign = seed.users.find(({ user }) => !inVerifiedDomain(user.userName, seed));
  if (foreign !== undefined) throw new TypeError(`the user name ${foreign.user.userName} is not in a verified domain of the organization`);
  for (const { run, waits } of seed.runs) {
    if ((run.status === "Waiting" && run.waitingUntilDtm === undefined) || Object.values(waits).some(({ timerMs }) => !Number.isFinite(timerMs)))
      throw new TypeError(`the waiting run ${run.id} must have waitingUntilDtm, and timerMs in milliseconds for each of its waits`);
  }
  // A seed can create its events lazily, when the log is first read.
  const log = lazily({ audit: () => createAuditLog(seed.auditEvents) });
  return {
    organization: { organizationId, tokenSeconds, consentingUserId, verifiedDomains, roles, categories },
    apps: createCollection(seed.apps, ({ clientId }) => clientId),
    tokens: createCollection(seed.tokens, ({ value }) => value),
    codes: createCollection(seed.codes, ({ code }) => code),
    refreshTokens: createCollection(seed.refreshTokens, ({ value }) => value),
    people: createCollection(seed.people),
    teams: createCollection(seed.teams),
    locations: createCollection(seed.locations),
    costCenters: createCollection(seed.costCenters),
    users: createCollection(seed.users),
    workflows: createCollection(seed.workflows),
    runs: createCollection(seed.runs),
    get audit() {
      return log.audit;
    },
  };
}
