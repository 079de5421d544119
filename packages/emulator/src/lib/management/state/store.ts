import type { components } from "@keywright/management/schema";
import { type Collection, createCollection } from "../../core/values/collection.ts";
import { lazily } from "../../core/values/lazily.ts";
import type { Snapshots } from "../../core/service/service.ts";
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

/** The state of the management service. */
export interface ManagementStore extends Snapshots<ManagementSeed> {
  readonly organization: Organization;
  readonly apps: Collection<ClientApp>;
  readonly tokens: Collection<ManagementToken>;
  readonly codes: Collection<AuthorizationCode>;
  readonly refreshTokens: Collection<RefreshToken>;
  readonly people: Collection<PersonRecord>;
  readonly teams: Collection<Named>;
  readonly locations: Collection<Named>;
  readonly costCenters: Collection<Named>;
  readonly users: Collection<ScimUserRecord>;
  readonly workflows: Collection<WorkflowRecord>;
  readonly runs: Collection<RunRecord>;
  readonly audit: AuditLog;
}

/**
 * Creates the store of the management service.
 *
 * @throws TypeError if the state breaks a rule of the service.
 */
export function createManagementStore(seed: ManagementSeed): ManagementStore {
  let state = open(seed);
  return {
    get organization() {
      return state.organization;
    },
    get apps() {
      return state.apps;
    },
    get tokens() {
      return state.tokens;
    },
    get codes() {
      return state.codes;
    },
    get refreshTokens() {
      return state.refreshTokens;
    },
    get people() {
      return state.people;
    },
    get teams() {
      return state.teams;
    },
    get locations() {
      return state.locations;
    },
    get costCenters() {
      return state.costCenters;
    },
    get users() {
      return state.users;
    },
    get workflows() {
      return state.workflows;
    },
    get runs() {
      return state.runs;
    },
    get audit() {
      return state.log.audit;
    },
    snapshot: () => snapshotOf(state),
    restore(other) {
      state = open(other);
    },
  };
}

function snapshotOf(state: ReturnType<typeof open>): ManagementSeed {
  return {
    ...state.organization,
    apps: state.apps.list(),
    tokens: state.tokens.list(),
    codes: state.codes.list(),
    refreshTokens: state.refreshTokens.list(),
    people: state.people.list(),
    teams: state.teams.list(),
    locations: state.locations.list(),
    costCenters: state.costCenters.list(),
    users: state.users.list(),
    workflows: state.workflows.list(),
    runs: state.runs.list(),
    auditEvents: [...state.log.audit.events],
  };
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
    // A seed can create its events lazily, when the log is first read.
    log: lazily({ audit: () => createAuditLog(seed.auditEvents) }),
  };
}
