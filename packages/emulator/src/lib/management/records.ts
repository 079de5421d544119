import type { components } from "@keywright/management/schema";
import type { BearerToken } from "../core/tokens.ts";

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
  /** All that its tokens may be given, `offline_access` among them where it may have refresh tokens. */
  readonly scopes: readonly string[];
  /** Where users may be sent back to after they have consented; compared as a whole. */
  readonly redirectUris: readonly string[];
}

/** What belongs to one consent, or to one grant of the program itself. */
interface Granted {
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** Absent where the program acts for itself. */
  readonly userId?: string;
  /** The consent that it comes from: what comes from one is revoked together. */
  readonly grantId?: string;
}

/** An access token. */
export interface ManagementToken extends BearerToken, Granted {}

/** An authorization code. It is kept after use, so that a second use is recognised. */
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

/** Something that people refer to by its name: a team, a location, a cost center. */
export interface Named {
  readonly id: string;
  readonly name: string;
  /** Of a location: IANA name. */
  readonly timezone?: string;
  readonly deleted?: true;
}

/** What a person carries that refers to nothing else. Members without a value are absent. */
export type PersonFields = Omit<
  Schemas["Person"],
  "id" | "teams" | "lineManager" | "locationId" | "location" | "locationTimezone" | "costCenterId" | "costCenter"
>;

/** A person, with references in place of what they lead to. */
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
  /** As it was set: `displayName`, `preferredLanguage` and `meta.location` are derived when it is given out. */
  readonly user: Schemas["ScimUser"];
  /** Who manages the user besides the organization: the service itself, or an endpoint management integration. */
  readonly managedBy?: "system" | "epm";
  readonly deleted?: true;
}

/** A variable of a workflow. */
export interface WorkflowVariable {
  readonly id: string;
  /** A password, which a further scope opens. */
  readonly secret?: true;
}

/** A workflow. */
export interface WorkflowRecord {
  readonly id: string;
  readonly name: string;
  readonly variables: readonly WorkflowVariable[];
  readonly deleted?: true;
}

/** How a step waits when its turn comes. */
export interface WaitPlan {
  readonly signals: readonly string[];
  /** Milliseconds after which it goes on by itself. */
  readonly timerMs: number;
}

/** A signal that a waiting step can be sent now. */
export interface Signal {
  /** The last part of its address. */
  readonly id: string;
  readonly stepId: string;
  readonly name: string;
}

/** A run. Its context has the values of all variables, and its waiting step no actions: both are decided when it is given out. */
export interface RunRecord {
  readonly id: string;
  readonly workflowId: string;
  readonly run: Schemas["WorkflowRun"];
  readonly waits: { readonly [stepId: string]: WaitPlan };
  readonly signals: readonly Signal[];
}
