import type { components } from "@keywright/management/schema";
import type { BearerToken } from "../../core/service/tokens.ts";

type Schemas = components["schemas"];

/** An audit event as the service writes it: clients read its id, a 64-bit integer, as a string. */
export interface AuditEventRecord extends Omit<Schemas["AuditEvent"], "id"> {
  readonly id: number;
}

/** A program that is registered with the service. */
export interface ClientApp {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  /** Scopes that its tokens can have, with `offline_access` if it can have refresh tokens. */
  readonly scopes: readonly string[];
  /** Addresses for the redirect after consent; compared as a whole. */
  readonly redirectUris: readonly string[];
}

/** The properties of a consent, or of a grant of the program itself. */
interface Granted {
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** Absent if the program acts for itself. */
  readonly userId?: string;
  /** The consent that it comes from. All tokens of a consent are revoked together. */
  readonly grantId?: string;
}

/** An access token. */
export interface ManagementToken extends BearerToken, Granted {}

/** An authorization code. It is kept after use, to detect a second use. */
export interface AuthorizationCode extends Granted {
  readonly code: string;
  readonly userId: string;
  readonly grantId: string;
  readonly redirectUri: string;
  /** RFC 3339. */
  readonly expiresAt: string;
  /** RFC 7636, method S256. */
  readonly codeChallenge?: string;
  readonly used?: true;
}

/** A refresh token. */
export interface RefreshToken extends Granted {
  readonly value: string;
  readonly userId: string;
  readonly grantId: string;
}

/** An entry with a name: a team, a location or a cost center. */
export interface Named {
  readonly id: string;
  readonly name: string;
  /** IANA time zone of a location. */
  readonly timezone?: string;
  readonly deleted?: true;
}

/** The properties of a person without references. Properties without a value are absent. */
export type PersonFields = Omit<
  Schemas["Person"],
  "id" | "teams" | "lineManager" | "locationId" | "location" | "locationTimezone" | "costCenterId" | "costCenter"
>;

/** A person with references as ids. */
export interface PersonRecord {
  readonly id: string;
  readonly fields: PersonFields;
  readonly teamIds: readonly string[];
  readonly lineManagerId?: string;
  readonly locationId?: string;
  readonly costCenterId?: string;
  readonly deleted?: true;
}

/** A user with access to the service. */
export interface ScimUserRecord {
  readonly id: string;
  /** As stored. Responses add `displayName`, `preferredLanguage` and `meta.location`. */
  readonly user: Schemas["ScimUser"];
  /** Who else manages the user: the service itself, or an endpoint management integration. */
  readonly managedBy?: "system" | "epm";
  readonly deleted?: true;
}

/** A variable of a workflow. */
export interface WorkflowVariable {
  readonly id: string;
  /** Whether it is a password, which needs another scope. */
  readonly secret?: true;
}

/** A workflow. */
export interface WorkflowRecord {
  readonly id: string;
  readonly name: string;
  readonly variables: readonly WorkflowVariable[];
  readonly deleted?: true;
}

/** How a step waits. */
export interface WaitPlan {
  readonly signals: readonly string[];
  /** Milliseconds until its timer ends. */
  readonly timerMs: number;
}

/** A signal that a waiting step accepts. */
export interface Signal {
  /** Last part of its address. */
  readonly id: string;
  readonly stepId: string;
  readonly name: string;
}

/** A run with the values of all variables; responses select variables and add actions. */
export interface RunRecord {
  readonly id: string;
  readonly workflowId: string;
  readonly run: Schemas["WorkflowRun"];
  readonly waits: { readonly [stepId: string]: WaitPlan };
  readonly signals: readonly Signal[];
}
