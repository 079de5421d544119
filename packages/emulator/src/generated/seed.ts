// Generated from seed.base.json by `pnpm generate`. Do not edit: change the base.

import type { components as Events } from "@keywright/events/schema";
import type { components as Management } from "@keywright/management/schema";
import type { components as Vault } from "@keywright/vault/schema";

type EventsSchemas = Events["schemas"];
type ManagementSchemas = Management["schemas"];
type VaultSchemas = Vault["schemas"];

/** Options of the default state of the management service. */
export interface ManagementSeedOptions {
  /** Number of people, or the people. Default: 58. */
  readonly people?: number | readonly PersonDraft[];
  /** Number of users, or the users; the first one consents to requests of programs. Default: an administrator, two more, and every third person. */
  readonly users?: number | readonly UserDraft[];
  /** Programs in place of the default ones. */
  readonly apps?: readonly AppDraft[];
  /** The first token. Default: generated. */
  readonly token?: string;
  /** More tokens. */
  readonly tokens?: readonly ManagementTokenOptions[];
  /** Number of workflow runs, or the runs. Default: one in each status, and a deleted one. */
  readonly runs?: number | readonly RunDraft[];
  /** Number of events in the audit log, or the events in order. Default: 4000. */
  readonly auditEvents?: number | readonly NewAuditEvent[];
  /** Domains of user names. Default: example.com, example.org and those of `users`. */
  readonly verifiedDomains?: readonly string[];
  /** Lifetime of an access token in seconds. Default: 3600. */
  readonly tokenSeconds?: number;
}

/** Options of the default state of the events service. */
export interface EventsSeedOptions {
  /** Number of events in each stream. Default: 4000. */
  readonly eventsPerStream?: number;
  /** Number of audit events, or the events in order. Default: `eventsPerStream`. */
  readonly auditevents?: number | readonly (Omit<EventsSchemas["AuditEventV2"], "uuid" | "timestamp"> & Partial<Pick<EventsSchemas["AuditEventV2"], "uuid" | "timestamp">>)[];
  /** Number of item usages, or the events in order. Default: `eventsPerStream`. */
  readonly itemusages?: number | readonly (Omit<EventsSchemas["ItemUsageV2"], "uuid" | "timestamp"> & Partial<Pick<EventsSchemas["ItemUsageV2"], "uuid" | "timestamp">>)[];
  /** Number of sign-in attempts, or the events in order. Default: `eventsPerStream`. */
  readonly signinattempts?: number | readonly (Omit<EventsSchemas["SignInAttemptV2"], "uuid" | "timestamp"> & Partial<Pick<EventsSchemas["SignInAttemptV2"], "uuid" | "timestamp">>)[];
  /** The first token. Default: generated. */
  readonly token?: string;
  /** More tokens. */
  readonly tokens?: readonly EventsTokenOptions[];
  /** Whether a managed service provider has the account, so that events name it. Default: false. */
  readonly msp?: boolean;
}

/** Options of the default state of the vault server. */
export interface VaultSeedOptions {
  /** Number of vaults, or the vaults. Default: five. */
  readonly vaults?: number | readonly VaultDraft[];
  /** The first token. Default: generated. */
  readonly token?: string;
  /** More tokens. */
  readonly tokens?: readonly VaultTokenOptions[];
  /** Size limit of inline files in kilobytes of 1024 bytes; only smaller files can be inline. Default: 100. */
  readonly inlineLimitKilobytes?: number;
  /**
   * Whether the responses of replaceItem and patchItem have the version from before the write, as those of some servers; reads have the next one. Default:
   * false.
   */
  readonly writesReturnOldVersion?: boolean;
  /** Initial number of activity records. Default: 180. */
  readonly activityRecords?: number;
}

/** Options of a token of the management service. */
export interface ManagementTokenOptions {
  /** Default: generated. */
  readonly value?: string;
  /** Default: all scopes of the first app, without `offline_access`. */
  readonly scopes?: readonly string[];
  /** The user on whose behalf the program acts. Default: none. */
  readonly userId?: string;
  /** Seconds until it expires, by the emulator's clock. Default: never. */
  readonly expiresInSeconds?: number;
}

/** Options of a token of the events service. */
export interface EventsTokenOptions {
  /** Default: generated. */
  readonly value?: string;
  /** Streams that it can read. Default: all. */
  readonly features?: readonly string[];
  /** Seconds until it expires, by the emulator's clock. Default: never. */
  readonly expiresInSeconds?: number;
}

/** Options of a token of the vault server. */
export interface VaultTokenOptions {
  /** Default: generated. */
  readonly value?: string;
  /** Ids of the vaults in scope; in a seed, also names. Default: those of the first token. */
  readonly vaults?: readonly string[];
  /** Seconds until it expires, by the emulator's clock. Default: never. */
  readonly expiresInSeconds?: number;
}

/** A person of a seed. Everything is optional. */
export type PersonDraft = Partial<Omit<ManagementSchemas["Person"], "locationId" | "costCenterId" | "id" | "lineManager" | "teams" | "location" | "locationTimezone" | "costCenter">> & {
  /** Default: generated. */
  readonly id?: string;
  /** Id or email address of a person of the seed. */
  readonly lineManager?: string;
  /** Names of teams. Unknown ones are added. */
  readonly teams?: readonly string[];
  /** Name of a location. An unknown one is added. */
  readonly location?: string;
  /** Time zone of a new location. */
  readonly locationTimezone?: string;
  /** Name of a cost center. An unknown one is added. */
  readonly costCenter?: string;
};

/** A user of a seed. Only `userName` is required. */
export type UserDraft = Omit<ManagementSchemas["ScimUser"], "schemas" | "displayName" | "preferredLanguage" | "meta" | "id" | "managedBy"> & {
  /** Default: generated. */
  readonly id?: string;
  /** Who else manages the user. Default: no one. */
  readonly managedBy?: "system" | "epm";
};

/** A program of a seed. */
export interface AppDraft {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Default: the client id. */
  readonly name?: string;
  /** Default: all. */
  readonly scopes?: readonly string[];
  /** Default: none. */
  readonly redirectUris?: readonly string[];
}

/** A workflow run of a seed. Everything is optional. */
export type RunDraft = Partial<Omit<ManagementSchemas["WorkflowRun"], "id" | "workflow" | "signals">> & {
  /** Default: generated. */
  readonly id?: string;
  /** Name of the workflow. An unknown one is added. Default: Offboard a person. */
  readonly workflow?: string;
  /** Signals that its waiting step accepts. Default: Approve and Reject. */
  readonly signals?: readonly string[];
};

/** An audit event. Missing `id`, `published` and `uuid` are generated. */
export type NewAuditEvent = Omit<ManagementSchemas["AuditEvent"], "id" | "published" | "uuid"> & Partial<Pick<ManagementSchemas["AuditEvent"], "published" | "uuid">> & {
  readonly id?: number;
};

/** A vault of a seed. */
export interface VaultDraft {
  /** 26 lower-case letters or digits. Default: generated. */
  readonly id?: string;
  readonly name: string;
  readonly description?: string;
  /** Default: USER_CREATED. */
  readonly type?: VaultSchemas["VaultType"];
  /** Whether the token can open it. Default: true. */
  readonly inScope?: boolean;
  /** Number of logins, or the items. Default: none. */
  readonly items?: number | readonly ItemDraft[];
}

/** An item of a seed. */
export interface ItemDraft {
  /** 26 lower-case letters or digits. Default: generated. */
  readonly id?: string;
  readonly title: string;
  /** Any known category, including those that clients cannot create. */
  readonly category: VaultSchemas["ItemCategory"];
  readonly urls?: readonly VaultSchemas["ItemUrl"][];
  readonly favorite?: boolean;
  readonly tags?: readonly string[];
  readonly sections?: readonly VaultSchemas["Section"][];
  readonly fields?: readonly VaultSchemas["NewField"][];
  readonly files?: readonly FileDraft[];
  /** State, such as `ARCHIVED`. Default: active. */
  readonly state?: VaultSchemas["ItemState"];
}

/** A file of a seed. */
export interface FileDraft {
  /** 26 lower-case letters or digits. Default: generated. */
  readonly id?: string;
  readonly name: string;
  /** Content as text. Default: empty. */
  readonly text?: string;
  /** Content as bytes in Base64; takes precedence over `text`. */
  readonly contentBase64?: string;
  /** Whether the server knows its size. Default: true. */
  readonly sizeKnown?: boolean;
  readonly section?: VaultSchemas["SectionReference"];
}

/** The properties of a whole state. Only a state has the first one. */
export const STATES = {
  management: ["organizationId","apps","tokens","codes","refreshTokens","people","teams","locations","costCenters","users","workflows","runs","auditEvents"],
  events: ["accountUuid","tokens","auditevents","itemusages","signinattempts"],
  vault: ["server","tokens","vaults","items","activity","requestCounts"],
} as const;
