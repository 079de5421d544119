// Generated from specs/management/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import type { CallOptions, ClientOptions, Filter, Paginator, HttpResponse } from "@keywright/core";
import type { ErrorGuard } from "@keywright/core/client";
import { createClient, isErrorOf, maskSecrets, writeUrl } from "@keywright/core/client";
import { basicCredentials, nextLinkLivePages, pinAddress, readInt64, writeForm } from "@keywright/core/parts";
import { operations } from "./operations.ts";
import type * as schema from "./schema.ts";

/** A node of the application category tree, with its child nodes. */
export interface AppCategory extends schema.AppCategory {}

/** The user or program that caused an event. */
export interface AuditActor extends schema.AuditActor {}

/** The client that sent the request that caused the event. */
export interface AuditClient extends schema.AuditClient {}

/** An event of the audit log. It may have undocumented properties. */
export interface AuditEvent extends schema.AuditEvent {}

/** A page of audit events and the position after it. */
export interface AuditLogPage extends schema.AuditLogPage {}

/** An object that an event is about. */
export interface AuditTarget extends schema.AuditTarget {}

/** Exchanges the code of a user's consent for a token of that user. */
export interface AuthorizationCodeGrant extends schema.AuthorizationCodeGrant {}

/** Requests a token for the program itself, without a user (machine to machine). */
export interface ClientCredentialsGrant extends schema.ClientCredentialsGrant {}

/** Values of custom fields, by field name. */
export interface CustomFields extends schema.CustomFields {}

/** A day, as a date or a date with time. */
export type DateOrDateTime = schema.DateOrDateTime;

/** An application in the context of a run. */
export interface FlowApp extends schema.FlowApp {}

/** An account in an application, in the context of a run. */
export interface FlowAppUser extends schema.FlowAppUser {}

/** The objects that a run operates on. Only those that the run has are present. */
export interface FlowItemScope extends schema.FlowItemScope {}

/** A person in the context of a run. */
export interface FlowPerson extends schema.FlowPerson {}

/** A task in the context of a run. */
export interface FlowTask extends schema.FlowTask {}

/** Body of a 403 response. It may be absent. */
export interface ForbiddenBody extends schema.ForbiddenBody {}

/** A postal address. */
export interface HomeAddress extends schema.HomeAddress {}

/**
 * A date or a date with time (ISO 8601), in extended or basic format. A date means the start of that day. A time without an offset is in UTC. Week dates,
 * ordinal dates and days that do not exist are rejected.
 */
export type IsoTime = schema.IsoTime;

/** A line manager, by person id or by email address. */
export type LineManagerUpdate = schema.LineManagerUpdate;

/** A date or a date with time (ISO 8601), or null to clear it. */
export type NullableIsoTime = schema.NullableIsoTime;

/** A person of the organization. Properties without a value are absent. */
export interface Person extends schema.Person {}

/** A reference to a person. */
export interface PersonInfoFlow extends schema.PersonInfoFlow {}

/** Type of the referenced person. Not the `personType` of a person. New values may be added. */
export type PersonInfoType = schema.PersonInfoType;

/** Status of a person. The transitions are not documented. New values may be added. */
export type PersonStatus = schema.PersonStatus;

/** A team that a person belongs to. It may have undocumented properties. */
export interface PersonTeam extends schema.PersonTeam {}

/** Relationship of the person to the organization. New values may be added. */
export type PersonType = schema.PersonType;

/**
 * The changes to a person, at least one property. Absent properties keep their value, null clears it. A phone number, a home address, a time zone and custom
 * fields can be read but not set.
 */
export type PersonUpdate = schema.PersonUpdate;

/** The reason for an error, as problem details (RFC 7807). Every property may be absent, and there may be others. */
export interface Problem extends schema.Problem {}

/** Additional properties of a problem, in their nested form. */
export interface ProblemExtensions extends schema.ProblemExtensions {}

/**
 * Exchanges a refresh token for a new access token. The authorization code flow returns a refresh token if `offline_access` was requested and granted. It
 * remains valid: a refresh returns no new one.
 */
export interface RefreshTokenGrant extends schema.RefreshTokenGrant {}

/** One email address of a user. */
export interface ScimEmail extends schema.ScimEmail {}

/** Metadata of the user. Ignored in requests. */
export interface ScimMeta extends schema.ScimMeta {}

/** The parts of a user's name. */
export interface ScimName extends schema.ScimName {}

/** A SCIM PatchOp message that changes a user (RFC 7644 §3.5.2). */
export interface ScimPatch extends schema.ScimPatch {}

/** One change to a user. */
export interface ScimPatchOperation extends schema.ScimPatchOperation {}

/** One phone number of a user. */
export interface ScimPhoneNumber extends schema.ScimPhoneNumber {}

/** One role of a user. */
export interface ScimRole extends schema.ScimRole {}

/** A user with access to the service, in SCIM 2.0. It may have other properties and extensions. */
export interface ScimUser extends schema.ScimUser {}

/** Body of a 500 response. */
export interface ServerError extends schema.ServerError {}

/** Result of a completed step. */
export interface StepCompletedResult extends schema.StepCompletedResult {}

/** Reason why a step failed. */
export interface StepFailedResult extends schema.StepFailedResult {}

/** A signal that continues a waiting run. */
export interface StepWaitingAction extends schema.StepWaitingAction {}

/** Reason why a step waits. */
export interface StepWaitingResult extends schema.StepWaitingResult {}

/** The reason why no token was issued. */
export interface TokenFailure extends schema.TokenFailure {}

/** Error code of the token operation (RFC 6749 §5.2). New values may be added. */
export type TokenFailureCode = schema.TokenFailureCode;

/** The form that requests a token. `grant_type` decides which other fields it has. */
export type TokenRequest = schema.TokenRequest;

/** An access token and its lifetime. */
export interface TokenResponse extends schema.TokenResponse {}

/** Body of a 401 response. It may be absent. */
export interface UnauthorizedBody extends schema.UnauthorizedBody {}

/** A reference to a user of the service. */
export interface UserInfoFlow extends schema.UserInfoFlow {}

/** The reason for a validation error, as problem details (RFC 7807). Every property may be absent, and there may be others. */
export interface ValidationProblem extends schema.ValidationProblem {}

/** One run of a workflow, with the state of its trigger and of each of its steps. */
export interface WorkflowRun extends schema.WorkflowRun {}

/** A page with the requested run, or an empty page if no run has that id. */
export interface WorkflowRunPage extends schema.WorkflowRunPage {}

/** Status of a run. The transitions are not documented. New values may be added. */
export type WorkflowRunStatus = schema.WorkflowRunStatus;

/** State of a step or of the trigger. A completed step has `completed`, a waiting one `waiting`, a failed one `failed`. */
export interface WorkflowRunStep extends schema.WorkflowRunStep {}

/** Status of a step. The transitions are not documented. New values may be added. */
export type WorkflowRunStepStatus = schema.WorkflowRunStepStatus;

/** The input of {@link ManagementOperations.issueToken}. */
export interface IssueTokenInput {
  /** The client id of the application, without a colon. */
  readonly clientId: string;
  /** The client secret of the application. */
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
  /** Ids of the workflow variables to return, separated by commas in the URL; an id cannot contain a comma. Default: none. */
  readonly variables?: readonly string[];
}

/** The input of {@link ManagementOperations.updatePerson}. */
export interface UpdatePersonInput {
  /** Id of the person (a UUID, with or without dashes), or one of the person's email addresses. A slash is encoded as `%2F`. */
  readonly id: string;
  /** The fields to change. */
  readonly body: PersonUpdate;
}

/** The input of {@link ManagementOperations.patchScimUser}. */
export interface PatchScimUserInput {
  /** SCIM id of the user. */
  readonly userId: string;
  /** The patch, a SCIM PatchOp message. */
  readonly body: ScimPatch;
}

/** The input of {@link ManagementOperations.deleteScimUser}. */
export interface DeleteScimUserInput {
  /** SCIM id of the user. */
  readonly userId: string;
}

/** The input of {@link ManagementOperations.listAuditLogs}. */
export interface ListAuditLogsInput {
  /**
   * Returns only events that match this SCIM filter: attribute, operator and value, combined with `and`, `or`, `not` and parentheses. Default: all
   * events.
   *
   * Operators: `eq` equal, `ne` not equal, `co` contains, `sw` starts with, `ew` ends with, `pr` present (not empty, not null, has no value), `gt`,
   * `ge`, `lt`, `le` greater, greater or equal, less, less or equal. Strings compare by character, dates by time, numbers by value. Strings and RFC
   * 3339 dates are in double quotes, integers and booleans are not. Brackets are not supported.
   */
  readonly filter?: Filter;
  /**
   * Returns only events that match this text: part of the name of the actor or of a target, part of a target's email address, or exactly the id or type of the
   * event or of a target. Default: all events.
   */
  readonly q?: string;
  /**
   * Returns only events from this time on: a date or a date with time (ISO 8601). A date means the start of that day. A time without an offset is in UTC.
   * Default: 7 days ago.
   */
  readonly since?: IsoTime;
  /**
   * Returns only events up to this time: a date or a date with time (ISO 8601). A date means the start of that day. A time without an offset is in UTC.
   * Default: no limit.
   */
  readonly until?: IsoTime;
  /** The position to continue at, from `next` or the `Link` header of a page. Opaque. Default: the beginning of the time window. */
  readonly after?: string;
  /** Maximum number of events in a page. A page may have fewer. From 1 to 1000. Default: 100. */
  readonly limit?: number;
  /** `ASCENDING` returns the oldest events first, `DESCENDING` the newest. Default: "ASCENDING". */
  readonly sortOrder?: "ASCENDING" | "DESCENDING";
}

/** The input of {@link ManagementOperations.fireSignal}. */
export interface FireSignalInput {
  /** The address from a response of the service. It must have the origin of `baseUrl`; an absolute path is resolved against that origin. */
  readonly href: string;
}

/** The operations of the management service, as methods with the name of their `operationId`. */
export interface ManagementOperations {
  /**
   * Issues an access token.
   *
   * Send the client id and client secret as Basic credentials in the `Authorization` header (RFC 7617). `grant_type` selects the flow:
   * `client_credentials` for the program itself, `authorization_code` for a user who has consented, `refresh_token` to renew a user's token.
   *
   * The client id and client secret can be form fields instead. A request with both is rejected with `invalid_request`.
   *
   * Without `scope` the token has all scopes that are configured for the app. A refresh token is issued only for an authorization code with the scope
   * `offline_access`. It remains valid: a refresh returns no new one.
   *
   * Requires the client id and client secret. Not retried unless the client knows that the service did not process it.
   *
   * @param input `clientId`, `clientSecret`, `body` (application/x-www-form-urlencoded).
   * @param call Options for this call: signal, timeouts, retries, headers.
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
   * Returns one workflow run with the state of its steps, in a page.
   *
   * The page contains the run, or is empty if no run has that id. There is never a next page.
   *
   * Values of workflow variables are left out unless `variables` lists them. A secret (password) variable also requires the scope
   * `Workflows.Runs.ReadSecrets`.
   *
   * Requires a token with `Workflows.Runs.Read`. Retried automatically.
   *
   * @param input `workflowId`, `runId`, `variables?`.
   * @param call Options for this call: signal, timeouts, retries, headers.
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
   * Updates fields of a person and returns the updated person.
   *
   * Absent fields keep their value, null clears a field, and at least one field is required. `teams` and `teamIds` replace all memberships and exclude
   * each other, as do `lineManagerId`, `lineManagerEmail` and `lineManager`.
   *
   * A location or cost center is matched by its text and created if it does not exist.
   *
   * Requires a token with `People.Write`. Not retried unless the client knows that the service did not process it.
   *
   * @param input `id`, `body` (application/json).
   * @param call Options for this call: signal, timeouts, retries, headers.
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
   * Applies a SCIM patch to a user and returns the updated user.
   *
   * Each operation of the patch has a `path`: the attribute to change, with a dot before a sub-attribute (`name.familyName`). Set `active` to false to
   * suspend the user's access.
   *
   * `userName` cannot be changed. The service assigns `id`, `displayName`, `preferredLanguage` and `meta`. It stores only the first value of
   * `phoneNumbers`. The value of a role is the name of an existing role. Users who are managed by the system or by an endpoint management integration
   * (EPM-managed) cannot be changed: 403.
   *
   * Requires a token with `Users.Write`. Not retried unless the client knows that the service did not process it.
   *
   * @param input `userId`, `body` (application/scim+json).
   * @param call Options for this call: signal, timeouts, retries, headers.
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
   * Removes a user's access to the service.
   *
   * Users who are managed by the system or by an endpoint management integration (EPM-managed) cannot be deleted: 400. An attempt to change them returns 403.
   *
   * Requires a token with `Users.Write`. Not retried unless the client knows that the service did not process it.
   *
   * @param input `userId`.
   * @param call Options for this call: signal, timeouts, retries, headers.
   * @returns The user no longer has access.
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
   * Returns audit events, oldest first. The list continues with new events.
   *
   * Without `since` the list begins 7 days ago. It has no end: every page has a `next`, including the last one. Read until a page is empty, then poll the
   * same position for new events.
   *
   * The position is the `after` parameter of `next`. Send the other parameters again with it.
   *
   * Requires a token with `AuditLog.Read`. Retried automatically.
   *
   * @param input `filter?`, `q?`, `since?`, `until?`, `after?`, `limit?`, `sortOrder?`.
   * @param call Options for this call: signal, timeouts, retries, headers.
   * @returns Iterates items; `pages()` iterates pages, each with the position after it. Each page: A page of events.
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
   * Returns the whole tree of application categories.
   *
   * The response is the top node, and every node contains its child nodes. The depth is not limited, and there are no pages.
   *
   * Requires a token with `Apps.Read`. Retried automatically.
   *
   * @param call Options for this call: signal, timeouts, retries, headers.
   * @returns The top node, with all nodes below it.
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
   * The address is the `href` of an action of a waiting step. The operation has no path in this contract, because the service returns the whole URL.
   *
   * The request has no body, and clients do not read the body of a successful response. A signal that was already fired, or whose step has continued
   * after a timer, is rejected.
   *
   * Requires a token with `Workflows.Runs.Execute`. Not retried unless the client knows that the service did not process it.
   *
   * @param input `href`.
   * @param call Options for this call: signal, timeouts, retries, headers.
   * @returns The signal was fired. Any other 2xx status is a success, too.
   * @throws ArgumentError if `href` does not have the origin of `baseUrl`, the only origin that tokens are sent to. No request is sent.
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

/** The same methods; they also return status and headers of a successful response, and throw the same errors. A paginated operation returns one page. */
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

/** JSON error bodies by operation and status. */
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
 * Returns whether an error is the response of an operation with a status, and narrows its body to the type in {@link ManagementErrors}. Checks that the body is
 * JSON, but not its content.
 */
export const isManagementError = isErrorOf as ErrorGuard<ManagementErrors>;

/** A client for the management service, with a method for each operation. It keeps no connection; create one client for each token. */
export interface ManagementClient extends ManagementOperations {
  /** The same methods; they also return status and headers of the response. */
  readonly raw: ManagementRawOperations;
}

/**
 * Returns a client for the management service. It sends no request until a method is called.
 *
 * @param options `baseUrl` is required. Operations that require a token need `token`.
 * @throws ConfigurationError for an invalid option, such as a `baseUrl` with a query.
 * @example
 * ```ts
 * const management = createManagementClient({ baseUrl: "https://management.example.com", token: process.env.KEYWRIGHT_MANAGEMENT_TOKEN });
 * for await (const entry of management.listAuditLogs()) console.log(entry);
 * ```
 */
export function createManagementClient(options: ClientOptions): ManagementClient {
  return createClient<ManagementOperations, ManagementRawOperations>(
    { operations, pages: { "next-link-live": nextLinkLivePages }, writeUrl, pinAddress, basicCredentials, maskSecrets, readInt64, errorTexts: { message: [["message"]], traceId: [["traceId"], ["extensions", "traceId"]] }, bodies: { form: writeForm } },
    options,
  );
}
