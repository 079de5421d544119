import type { components } from "@keywright/management/schema";
import type { Random } from "../../core/values/random.ts";
import { expiryOf } from "../../core/service/tokens.ts";
import { uuidOf } from "./audit-record.ts";
import type { AuditEventRecord, ClientApp, ManagementToken, PersonFields } from "./records.ts";
import { withoutOffline } from "./scopes.ts";

type Schemas = components["schemas"];

/** A person of a seed. Everything is optional. */
export type PersonDraft = PersonFields & {
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
export type UserDraft = Omit<Schemas["ScimUser"], "schemas" | "id" | "displayName" | "preferredLanguage" | "meta"> & {
  /** Default: generated. */
  readonly id?: string;
  /** Who else manages the user. Default: no one. */
  readonly managedBy?: "system" | "epm";
};

/** A program of a seed. Default: named by its client id, with all scopes. */
export type AppDraft = Pick<ClientApp, "clientId" | "clientSecret"> & Partial<ClientApp>;

/** A workflow run of a seed. Everything is optional. */
export type RunDraft = Partial<Schemas["WorkflowRun"]> & {
  /** Name of the workflow. An unknown one is added. Default: Offboard a person. */
  readonly workflow?: string;
  /** Signals that its waiting step accepts. Default: Approve and Reject. */
  readonly signals?: readonly string[];
};

/** A new audit event. Missing `id`, `published` and `uuid` are generated. */
export type NewAuditEvent = Omit<AuditEventRecord, "id"> & { readonly id?: number };

/** Options of a token of the management service. */
export interface ManagementTokenOptions {
  /** Default: generated. */
  readonly value?: string;
  /** Scopes. Default: all scopes of the first app, without `offline_access`. */
  readonly scopes?: readonly string[];
  /** Seconds until it expires, by the emulator's clock. Default: never. */
  readonly expiresInSeconds?: number;
  /** The user on whose behalf the program acts. Default: none. */
  readonly userId?: string;
}

/** Returns an event with the properties that the service generates. */
export function newAuditEvent({ id = 0, ...event }: NewAuditEvent, nowMs: number): AuditEventRecord {
  return { published: new Date(nowMs).toISOString(), uuid: uuidOf(id), ...event, id };
}

/** Returns a token of a program. */
export function newManagementToken(
  { value, scopes, userId, expiresInSeconds }: ManagementTokenOptions,
  { clientId, scopes: all }: Pick<ClientApp, "clientId" | "scopes">,
  random: Random,
  nowMs: number,
): ManagementToken {
  return {
    value: value ?? `management-token-${random.id()}`,
    clientId,
    scopes: scopes ?? withoutOffline(all),
    issuedAt: new Date(nowMs).toISOString(),
    ...expiryOf(expiresInSeconds, nowMs),
    ...(userId === undefined ? {} : { userId }),
  };
}
