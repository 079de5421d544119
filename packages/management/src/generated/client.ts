// Generated from specs/management/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import type { CallOptions, ClientOptions, Filter, Paginator, HttpResponse } from "@keywright/core";
import type { ErrorGuard } from "@keywright/core/client";
import { basicCredentials, createClient, isErrorOf, liveNextLinkPages, maskSecrets, pinAddress, readInt64, writeForm, writeUrl } from "@keywright/core/client";
import { operations } from "./operations.ts";
import type * as schema from "./schema.ts";

/** A node of the application category tree, with the nodes below it. */
export interface AppCategory extends schema.AppCategory {}

/** Who or what caused an event. */
export interface AuditActor extends schema.AuditActor {}

/** Where the request came from that caused the event. */
export interface AuditClient extends schema.AuditClient {}

/** Something that happened. It may carry more than is documented. */
export interface AuditEvent extends schema.AuditEvent {}

/** A page of audit events and the position after it. */
export interface AuditLogPage extends schema.AuditLogPage {}

/** Something that an event is about. */
export interface AuditTarget extends schema.AuditTarget {}

/** Exchanges the code that a user's consent gave for a token that acts on behalf of that user. */
export interface AuthorizationCodeGrant extends schema.AuthorizationCodeGrant {}

/** Asks for a token for the program itself, without a user (machine to machine). */
export interface ClientCredentialsGrant extends schema.ClientCredentialsGrant {}

/** Values of the organization's own fields, by field name. */
export interface CustomFields extends schema.CustomFields {}

/** A day. The service documents both a date and a date with time for it, so both are accepted. */
export type DateOrDateTime = schema.DateOrDateTime;

/** An application as a run sees it. */
export interface FlowApp extends schema.FlowApp {}

/** Someone's account in an application, as a run sees it. */
export interface FlowAppUser extends schema.FlowAppUser {}

/** What a run operates on. Only the members that the run has are present. */
export interface FlowItemScope extends schema.FlowItemScope {}

/** A person as a run sees it. */
export interface FlowPerson extends schema.FlowPerson {}

/** A task as a run sees it. */
export interface FlowTask extends schema.FlowTask {}

/** Body of a 403. Not documented; chosen to be any object, with the media type of the other refusals. It may be absent. */
export interface ForbiddenBody extends schema.ForbiddenBody {}

/** A postal address. The names of its members are known from public material. */
export interface HomeAddress extends schema.HomeAddress {}

/**
 * A date or a date with time of ISO 8601, in extended or basic format. A date alone means the start of that day; without an offset it is in UTC. Chosen: week
 * dates and ordinal dates are not accepted, because no client is known to send them. The pattern excludes days that do not exist.
 */
export type IsoTime = schema.IsoTime;

/** A line manager, by person id or by email address. */
export type LineManagerUpdate = schema.LineManagerUpdate;

/** A date or a date with time of ISO 8601, or null to clear it. */
export type NullableIsoTime = schema.NullableIsoTime;

/** Someone in the organization. Members that have no value are absent. */
export interface Person extends schema.Person {}

/** A person, in short. */
export interface PersonInfoFlow extends schema.PersonInfoFlow {}

/** Kind of the person referred to; not the `personType` of a person. Later servers may add values. */
export type PersonInfoType = schema.PersonInfoType;

/** Where a person stands. How someone gets from one status to another is not documented. Later servers may add values. */
export type PersonStatus = schema.PersonStatus;

/** A team that a person belongs to. It may carry more than is documented. */
export interface PersonTeam extends schema.PersonTeam {}

/** What someone is to the organization. Later servers may add values. */
export type PersonType = schema.PersonType;

/**
 * What is to change about a person, at least one member. A member that is left out stays as it is, null clears it. The members listed are all that can be set;
 * a phone number, a home address, a time zone and custom fields can be read but not set here.
 */
export type PersonUpdate = schema.PersonUpdate;

/** Why a request was refused, as problem details (RFC 7807). Any member may be absent, and others may be present. */
export interface Problem extends schema.Problem {}

/** Further members of a problem, in the form in which they are nested. */
export interface ProblemExtensions extends schema.ProblemExtensions {}

/**
 * Exchanges a refresh token for a new access token. Such a token is only given where `offline_access` was asked for and granted. It stays good: no new refresh
 * token is given for it.
 */
export interface RefreshTokenGrant extends schema.RefreshTokenGrant {}

/** One email address of a user. */
export interface ScimEmail extends schema.ScimEmail {}

/** What the service knows about the record itself. Ignored where a request carries it. */
export interface ScimMeta extends schema.ScimMeta {}

/** The parts of a user's name. */
export interface ScimName extends schema.ScimName {}

/** A SCIM PatchOp message, RFC 7644 section 3.5.2, that changes a user. */
export interface ScimPatch extends schema.ScimPatch {}

/** One change to a user. */
export interface ScimPatchOperation extends schema.ScimPatchOperation {}

/** One phone number of a user. Its members are not documented. */
export interface ScimPhoneNumber extends schema.ScimPhoneNumber {}

/** One role of a user. */
export interface ScimRole extends schema.ScimRole {}

/** Someone with access to the service, as SCIM 2.0 describes a user. It may carry members and extensions beyond these. */
export interface ScimUser extends schema.ScimUser {}

/** Body of a 500. Only documented as a generic message. */
export interface ServerError extends schema.ServerError {}

/** What a step that is done left behind. Present on a completed step. */
export interface StepCompletedResult extends schema.StepCompletedResult {}

/** Why a step failed. Present on a failed step. */
export interface StepFailedResult extends schema.StepFailedResult {}

/** A signal that lets a waiting run go on. */
export interface StepWaitingAction extends schema.StepWaitingAction {}

/** What a step waits for. Present on a waiting step. */
export interface StepWaitingResult extends schema.StepWaitingResult {}

/** Why no token was given. */
export interface TokenFailure extends schema.TokenFailure {}

/**
 * Reason why no token was given. `invalid_client` and `invalid_scope` are known from public material, the others from RFC 6749 section 5.2. Later servers may
 * add values.
 */
export type TokenFailureCode = schema.TokenFailureCode;

/** The form that asks for a token. `grant_type` decides which other members belong to it. */
export type TokenRequest = schema.TokenRequest;

/** An access token and how long it is good for. */
export interface TokenResponse extends schema.TokenResponse {}

/** Body of a 401. Not documented; chosen to be any object, with the media type of the other refusals. It may be absent. */
export interface UnauthorizedBody extends schema.UnauthorizedBody {}

/** A user of the service, in short. */
export interface UserInfoFlow extends schema.UserInfoFlow {}

/** Why a request was refused as invalid, as problem details (RFC 7807). Any member may be absent, and others may be present. */
export interface ValidationProblem extends schema.ValidationProblem {}

/** One run of a workflow, with the state of its trigger and of each of its steps. */
export interface WorkflowRun extends schema.WorkflowRun {}

/** A page that holds the one run that was asked for, or nothing where no run has that id. */
export interface WorkflowRunPage extends schema.WorkflowRunPage {}

/** Where a run stands. How a run gets from one status to another is not documented. Later servers may add values. */
export type WorkflowRunStatus = schema.WorkflowRunStatus;

/** State of one step, or of the trigger. A completed step carries `completed`, a waiting one `waiting`, a failed one `failed`. */
export interface WorkflowRunStep extends schema.WorkflowRunStep {}

/** Where a step stands. How a step gets from one status to another is not documented. Later servers may add values. */
export type WorkflowRunStepStatus = schema.WorkflowRunStepStatus;

/** The input of {@link ManagementOperations.issueToken}. */
export interface IssueTokenInput {
  /** The client id that the service gave to the application. It holds no colon. */
  readonly clientId: string;
  /** The client secret that belongs to it. */
  readonly clientSecret: string;
  /** The grant, as a form. */
  readonly body: TokenRequest;
}

/** The input of {@link ManagementOperations.getWorkflowRun}. */
export interface GetWorkflowRunInput {
  /** Id of the workflow. */
  readonly workflowId: string;
  /** Id of the run. */
  readonly runId: string;
  /**
   * Ids of the workflow variables whose values are to be in the run's context, joined by commas on the wire, so that an id has no comma in it. Absent means no
   * values.
   */
  readonly variables?: readonly string[];
}

/** The input of {@link ManagementOperations.updatePerson}. */
export interface UpdatePersonInput {
  /** Id of the person (a UUID, with or without dashes) or an email address of that person. A slash in it is sent as `%2F`: it is one segment of the path. */
  readonly id: string;
  /** The fields to change. */
  readonly body: PersonUpdate;
}

/** The input of {@link ManagementOperations.patchScimUser}. */
export interface PatchScimUserInput {
  /** SCIM id of the user, as the service gave it. */
  readonly userId: string;
  /** The patch, a SCIM PatchOp message. */
  readonly body: ScimPatch;
}

/** The input of {@link ManagementOperations.deleteScimUser}. */
export interface DeleteScimUserInput {
  /** SCIM id of the user, as the service gave it. */
  readonly userId: string;
}

/** The input of {@link ManagementOperations.listAuditLogs}. */
export interface ListAuditLogsInput {
  /**
   * Only events that match this SCIM filter: attribute, operator and value, joined by `and`, `or`, `not` and parentheses. Absent means all events.
   *
   * Operators: `eq` equal, `ne` not equal, `co` contains, `sw` starts with, `ew` ends with, `pr` present (not empty, not null, takes no value),
   * `gt`, `ge`, `lt`, `le` greater, greater or equal, less, less or equal. Strings compare by their characters, dates by time, numbers by value.
   * Strings and RFC 3339 dates stand in double quotes, integers and booleans do not. The form with brackets is not accepted here.
   */
  readonly filter?: Filter;
  /**
   * Only events that match this text: in the name of the actor or of a target, or in a target's email address; or exactly equal to the event's id or type, or
   * to a target's id or type. Absent means all events.
   */
  readonly q?: string;
  /**
   * Only events from this time on: a date or a date with time of ISO 8601. A date alone means the start of that day; without an offset it is in UTC. Absent
   * means the last 7 days.
   */
  readonly since?: IsoTime;
  /**
   * Only events up to this time: a date or a date with time of ISO 8601. A date alone means the start of that day; without an offset it is in UTC. Absent means
   * no upper bound.
   */
  readonly until?: IsoTime;
  /**
   * The position to go on from, taken from `next` or the `Link` header of a page. It has no meaning of its own. Absent means from the beginning of the time
   * window.
   */
  readonly after?: string;
  /** The greatest number of events in a page, 1 to 1000. Absent means 100. A page may have fewer. From 1 to 1000. Default: 100. */
  readonly limit?: number;
  /** `DESCENDING` gives the newest first. Absent means oldest first. Default: "ASCENDING". */
  readonly sortOrder?: "ASCENDING" | "DESCENDING";
}

/** The input of {@link ManagementOperations.fireSignal}. */
export interface FireSignalInput {
  /** The address from a response of the service. It must be at the origin of `baseUrl`; a path from the root is resolved against that origin. */
  readonly href: string;
}

/** The operations of the management service: a method each, named by its `operationId`. */
export interface ManagementOperations {
  /**
   * Issues an access token.
   *
   * The client id and the client secret go into the `Authorization` header as Basic credentials, joined by a colon (RFC 7617). `grant_type` says what the
   * token is given for: `client_credentials` for the program itself, `authorization_code` for a user's consent, `refresh_token` for an earlier consent.
   *
   * Some programs send the client id and the client secret in the form instead. Both ways in one request are refused (`invalid_request`).
   *
   * Without `scope` the token has all scopes that the app is configured for. A refresh token is only given for an authorization code, and only where
   * `offline_access` was asked for. It stays good: a refresh gives no new one.
   *
   * Needs the client id and secret. Not repeated unless it is known not to have happened.
   *
   * @param input `clientId`, `clientSecret`, `body` (application/x-www-form-urlencoded).
   * @param call For this call: signal, deadlines, when to repeat, headers.
   * @returns The token.
   * @throws ApiError 400, 401, 413, 415, 500.
   * @example
   * ```ts
   * const token = await management.issueToken({ clientId, clientSecret, body: { grant_type: "client_credentials", scope: "People.Write Workflows.Runs.Read" } });
   * ```
   *
   * @see specs/management `issueToken`
   */
  issueToken(input: IssueTokenInput, call?: CallOptions): Promise<TokenResponse>;

  /**
   * Gets one workflow run with the state of its steps, inside a page.
   *
   * The page holds the one run, or nothing where no run has that id. It never has a next page.
   *
   * Values of workflow variables are left out unless they are asked for by `variables`. To read a secret (password) variable, the token needs the scope
   * `Workflows.Runs.ReadSecrets` as well.
   *
   * Needs a token with `Workflows.Runs.Read`. Safe to repeat.
   *
   * @param input `workflowId`, `runId`, `variables?`.
   * @param call For this call: signal, deadlines, when to repeat, headers.
   * @returns A page with the run, or an empty one.
   * @throws ApiError 400, 401, 403, 404, 500.
   * @example
   * ```ts
   * const workflowRun = await management.getWorkflowRun({ workflowId: "5b0e6a5c-3f0e-4a53-9d2a-0c6f6d2c1a01", runId: "c2f4b1de-7a04-4a0b-8f35-1d9f3f0b7a11" });
   * ```
   *
   * @see specs/management `getWorkflowRun`
   */
  getWorkflowRun(input: GetWorkflowRunInput, call?: CallOptions): Promise<WorkflowRunPage>;

  /**
   * Changes some fields of a person and gets the person as it is then.
   *
   * A field that is left out stays as it is, null clears it, and at least one must be there. `teams` and `teamIds` replace all memberships and exclude each
   * other, as do `lineManagerId`, `lineManagerEmail` and `lineManager`.
   *
   * A location or a cost center that matches the text is taken, or created where there is none.
   *
   * Needs a token with `People.Write`. Not repeated unless it is known not to have happened.
   *
   * @param input `id`, `body` (application/json).
   * @param call For this call: signal, deadlines, when to repeat, headers.
   * @returns The person after the change.
   * @throws ApiError 400, 401, 403, 404, 409, 413, 415, 500.
   * @example
   * ```ts
   * const person = await management.updatePerson({ id: "3d2c7a10-6b1e-4f0c-9a55-2f7d8e4c1012", body: { jobTitle: "Ledger Consultant" } });
   * ```
   *
   * @see specs/management `updatePerson`
   */
  updatePerson(input: UpdatePersonInput, call?: CallOptions): Promise<Person>;

  /**
   * Applies a SCIM patch to a user and gets the user as it is then.
   *
   * Every operation of the patch names the attribute it changes by `path`, with a dot before a sub-attribute, as in `name.familyName`. `active` set to
   * false suspends the user's access.
   *
   * `userName` cannot be changed. `id`, `displayName`, `preferredLanguage` and `meta` are the service's own. Of `phoneNumbers` only the first value is
   * stored. The value of a role must be the name of a role that exists. Users who are managed by the system or by an endpoint management integration
   * (EPM-managed) cannot be changed: 403.
   *
   * Needs a token with `Users.Write`. Not repeated unless it is known not to have happened.
   *
   * @param input `userId`, `body` (application/scim+json).
   * @param call For this call: signal, deadlines, when to repeat, headers.
   * @returns The user after the patch.
   * @throws ApiError 400, 401, 403, 404, 413, 415, 500.
   * @example
   * ```ts
   * const scimUser = await management.patchScimUser({ userId: "7e51c0f2-0d4b-4c6a-8b21-5a9e3d7f0002", body: { schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"], Operations: [{ op: "replace", path: "active", value: false }] } });
   * ```
   *
   * @see specs/management `patchScimUser`
   */
  patchScimUser(input: PatchScimUserInput, call?: CallOptions): Promise<ScimUser>;

  /**
   * Takes a user's access to the service away.
   *
   * Users who are managed by the system or by an endpoint management integration (EPM-managed) cannot be deleted: 400, whereas an attempt to change them
   * gives 403.
   *
   * Needs a token with `Users.Write`. Not repeated unless it is known not to have happened.
   *
   * @param input `userId`.
   * @param call For this call: signal, deadlines, when to repeat, headers.
   * @returns The user has no access any more.
   * @throws ApiError 400, 401, 403, 404, 500.
   * @example
   * ```ts
   * await management.deleteScimUser({ userId: "7e51c0f2-0d4b-4c6a-8b21-5a9e3d7f0002" });
   * ```
   *
   * @see specs/management `deleteScimUser`
   */
  deleteScimUser(input: DeleteScimUserInput, call?: CallOptions): Promise<void>;

  /**
   * Lists audit events, oldest first, and goes on with new ones for as long as it is polled.
   *
   * Without `since` the last 7 days are listed. The log has no end: every page has a `next`, the last one too. Read on until a page has no results; then ask
   * again from time to time at the same position, and new events appear there.
   *
   * The position is the `after` parameter of `next`. Whether it remembers the other parameters is not documented, so give them again with it.
   *
   * The scope of this operation is not documented; chosen: `AuditLog.Read`, which is among the service's scopes and fits no other
   * documented operation.
   *
   * Needs a token with `AuditLog.Read`. Safe to repeat.
   *
   * @param input `filter?`, `q?`, `since?`, `until?`, `after?`, `limit?`, `sortOrder?`.
   * @param call For this call: signal, deadlines, when to repeat, headers.
   * @returns Iterates items; `pages()` iterates pages, each with the position to resume at. Each page: A page of events.
   * @throws ApiError 400, 401, 403, 500.
   * @example
   * ```ts
   * for await (const entry of management.listAuditLogs()) console.log(entry);
   * ```
   *
   * @see specs/management `listAuditLogs`
   */
  listAuditLogs(input?: ListAuditLogsInput, call?: CallOptions): Paginator<AuditEvent, string>;

  /**
   * Gets the whole tree of application categories.
   *
   * The answer is the topmost node; every node holds the nodes below it. How deep the tree goes is not limited, and it does not page.
   *
   * Needs a token with `Apps.Read`. Safe to repeat.
   *
   * @param call For this call: signal, deadlines, when to repeat, headers.
   * @returns The topmost node, with all nodes below it.
   * @throws ApiError 401, 403, 500.
   * @example
   * ```ts
   * const appCategories = await management.listAppCategories();
   * ```
   *
   * @see specs/management `listAppCategories`
   */
  listAppCategories(call?: CallOptions): Promise<AppCategory>;

  /**
   * Fires the signal that a waiting run waits for, so that the run continues.
   *
   * The address is the `href` of an action of a waiting step. It has no path in this contract, because the service returns it as a whole.
   *
   * What the request carries and what the response contains is not documented: no body is sent, and the body of a successful response is not read. A signal
   * that was fired already, or whose step has continued by a timer, is rejected.
   *
   * Needs a token with `Workflows.Runs.Execute`. Not repeated unless it is known not to have happened.
   *
   * @param input `href`.
   * @param call For this call: signal, deadlines, when to repeat, headers.
   * @returns The signal was fired. Not documented; chosen because no body is. Any other 2xx status is a success, too.
   * @throws ArgumentError if `href` is not an address at the origin of `baseUrl`. Nothing is sent: tokens are only sent to that origin.
   * @throws ApiError 401, 403, 404, 500.
   * @example
   * ```ts
   * await management.fireSignal({ href });
   * ```
   *
   * @see specs/management `fireSignal`
   */
  fireSignal(input: FireSignalInput, call?: CallOptions): Promise<void>;
}

/** The same calls with status and headers of a successful answer; what fails is thrown just so. A paginated operation gives one page. */
export interface ManagementRawOperations {
  /** {@link ManagementOperations.issueToken} with status and headers. */
  issueToken(input: IssueTokenInput, call?: CallOptions): Promise<HttpResponse<TokenResponse>>;

  /** {@link ManagementOperations.getWorkflowRun} with status and headers. */
  getWorkflowRun(input: GetWorkflowRunInput, call?: CallOptions): Promise<HttpResponse<WorkflowRunPage>>;

  /** {@link ManagementOperations.updatePerson} with status and headers. */
  updatePerson(input: UpdatePersonInput, call?: CallOptions): Promise<HttpResponse<Person>>;

  /** {@link ManagementOperations.patchScimUser} with status and headers. */
  patchScimUser(input: PatchScimUserInput, call?: CallOptions): Promise<HttpResponse<ScimUser>>;

  /** {@link ManagementOperations.deleteScimUser} with status and headers. */
  deleteScimUser(input: DeleteScimUserInput, call?: CallOptions): Promise<HttpResponse<void>>;

  /** {@link ManagementOperations.listAuditLogs} with status and headers. */
  listAuditLogs(input?: ListAuditLogsInput, call?: CallOptions): Promise<HttpResponse<AuditLogPage>>;

  /** {@link ManagementOperations.listAppCategories} with status and headers. */
  listAppCategories(call?: CallOptions): Promise<HttpResponse<AppCategory>>;

  /** {@link ManagementOperations.fireSignal} with status and headers. */
  fireSignal(input: FireSignalInput, call?: CallOptions): Promise<HttpResponse<void>>;
}

/** The bodies of errors in JSON, by operation and status. */
export interface ManagementErrors {
  readonly issueToken: {
    readonly 400: TokenFailure;
    readonly 401: TokenFailure;
    readonly 413: TokenFailure;
    readonly 415: TokenFailure;
    readonly 500: ServerError;
  };
  readonly getWorkflowRun: {
    readonly 400: ValidationProblem;
    readonly 401: UnauthorizedBody;
    readonly 403: ForbiddenBody;
    readonly 404: Problem;
    readonly 500: ServerError;
  };
  readonly updatePerson: {
    readonly 400: ValidationProblem;
    readonly 401: UnauthorizedBody;
    readonly 403: ForbiddenBody;
    readonly 404: Problem;
    readonly 409: Problem;
    readonly 413: Problem;
    readonly 415: Problem;
    readonly 500: ServerError;
  };
  readonly patchScimUser: {
    readonly 400: ValidationProblem;
    readonly 401: UnauthorizedBody;
    readonly 403: ForbiddenBody;
    readonly 404: Problem;
    readonly 413: Problem;
    readonly 415: Problem;
    readonly 500: ServerError;
  };
  readonly deleteScimUser: {
    readonly 400: ValidationProblem;
    readonly 401: UnauthorizedBody;
    readonly 403: ForbiddenBody;
    readonly 404: Problem;
    readonly 500: ServerError;
  };
  readonly listAuditLogs: { readonly 400: ValidationProblem; readonly 401: UnauthorizedBody; readonly 403: ForbiddenBody; readonly 500: ServerError };
  readonly listAppCategories: { readonly 401: UnauthorizedBody; readonly 403: ForbiddenBody; readonly 500: ServerError };
  readonly fireSignal: { readonly 401: UnauthorizedBody; readonly 403: ForbiddenBody; readonly 404: Problem; readonly 500: ServerError };
}

/**
 * Whether an error is the answer of an operation with a status, so that its body has the type of {@link ManagementErrors}. The body itself is not checked, only
 * that it is JSON and not text.
 */
export const isManagementError = isErrorOf as ErrorGuard<ManagementErrors>;

/** Client of the management service: a method for each operation of its contract. It holds no connection; create one client for each token. */
export interface ManagementClient extends ManagementOperations {
  /** The same methods, with status and headers of the response. */
  readonly raw: ManagementRawOperations;
}

/**
 * Creates a client of the management service. Nothing is sent before a method is called.
 *
 * @param options `baseUrl` is required. `token` is required by every operation that needs a token.
 * @throws ConfigurationError if an option cannot work, such as a `baseUrl` with a query.
 * @example
 * ```ts
 * const management = createManagementClient({ baseUrl: "https://management.example.com", token: process.env.KEYWRIGHT_MANAGEMENT_TOKEN });
 * for await (const entry of management.listAuditLogs()) console.log(entry);
 * ```
 */
export function createManagementClient(options: ClientOptions): ManagementClient {
  return createClient<ManagementOperations, ManagementRawOperations>(
    { operations, pages: { "next-link-live": liveNextLinkPages }, writeUrl, pinAddress, basicCredentials, maskSecrets, readInt64, bodies: { form: writeForm } },
    options,
  );
}
