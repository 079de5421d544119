// What must compile and what must not. Nothing here runs: `tsc` reads it, and an `@ts-expect-error` without an error below it is one.

import { expectTypeOf } from "vitest";
import { getRun, waitForRun, waitingActions } from "../src/runs.ts";
import {
  type ApiError,
  type AppCategory,
  type AuditEvent,
  type AuditLogPage,
  type CallOptions,
  createManagementClient,
  type GetWorkflowRunInput,
  isApiError,
  type IssueTokenInput,
  type ListAuditLogsInput,
  type ManagementClient,
  type Page,
  type Paginator,
  type PatchScimUserInput,
  type Person,
  type PersonStatus,
  type PersonUpdate,
  type PlannedRequest,
  type HttpResponse,
  type ScimPatch,
  type ScimPatchOperation,
  type ScimUser,
  type TokenFailureCode,
  type TokenRequest,
  type TokenResponse,
  type UpdatePersonInput,
  type WorkflowRunPage,
  type WorkflowRunStatus,
  rawFilter,
  scimPatch,
  type ScimPatchBuilder,
  settleEach,
  type WorkflowRun,
} from "../src/index.ts";

declare const management: ManagementClient;

/** Each stands for one argument of a call, so that an expected error has one short line. */
declare function grant(body: TokenRequest): void;
declare function credentials(input: Omit<IssueTokenInput, "body">): void;
declare function update(body: PersonUpdate): void;
declare function patch(operation: ScimPatchOperation): void;
declare function list(input: ListAuditLogsInput): void;

/** The client takes its base address and, where it needs one, a token. */
export function theClient(): void {
  createManagementClient({ baseUrl: "https://management.example.com" });
  createManagementClient({ baseUrl: "https://management.example.com", token: async () => "token-1" });
  createManagementClient({ baseUrl: "https://management.example.com", token: { getToken: () => "token-1" } });
  createManagementClient({ baseUrl: "https://management.example.com", fetch: globalThis.fetch });
  // @ts-expect-error a client needs its base address
  createManagementClient({ token: "token-1" });
  // @ts-expect-error baseURL is a misspelt key
  createManagementClient({ baseURL: "https://management.example.com" });
  // @ts-expect-error a token is text
  createManagementClient({ baseUrl: "https://management.example.com", token: 1 });
}

/** issueToken: the credentials beside the grant, each grant with its own members. */
export function grants(): void {
  expectTypeOf(management.issueToken).parameters.toEqualTypeOf<Parameters<(input: IssueTokenInput, call?: CallOptions) => void>>();
  expectTypeOf(management.issueToken).returns.toEqualTypeOf<Promise<TokenResponse>>();
  expectTypeOf(management.raw.issueToken).returns.toEqualTypeOf<Promise<HttpResponse<TokenResponse>>>();
  expectTypeOf<TokenResponse["expires_in"]>().toEqualTypeOf<number>();

  credentials({ clientId: "example-client", clientSecret: "example-secret" });
  // @ts-expect-error the secret is needed
  credentials({ clientId: "example-client" });
  // @ts-expect-error the id is needed
  credentials({ clientSecret: "example-secret" });
  // @ts-expect-error our own options are in camel case
  credentials({ client_id: "example-client", clientSecret: "example-secret" });

  grant({ grant_type: "client_credentials" });
  grant({ grant_type: "client_credentials", scope: "AuditLog.Read", client_id: "a", client_secret: "b" });
  grant({ grant_type: "authorization_code", code: "code-1", redirect_uri: "https://app.example.com/" });
  grant({ grant_type: "refresh_token", refresh_token: "r" });
  // @ts-expect-error a grant says which one it is
  grant({ scope: "AuditLog.Read" });
  // @ts-expect-error there is no such grant
  grant({ grant_type: "password" });
  // @ts-expect-error an authorization code grant needs its code
  grant({ grant_type: "authorization_code", redirect_uri: "https://app.example.com/" });
  // @ts-expect-error an authorization code grant needs its address
  grant({ grant_type: "authorization_code", code: "code-1" });
  // @ts-expect-error a refresh token grant needs its token
  grant({ grant_type: "refresh_token" });
  // @ts-expect-error a client credentials grant has no code
  grant({ grant_type: "client_credentials", code: "code-1" });
  // @ts-expect-error scopes are one text with spaces
  grant({ grant_type: "client_credentials", scope: ["AuditLog.Read"] });
}

/** getWorkflowRun. */
export function workflowRuns(): void {
  expectTypeOf(management.getWorkflowRun).parameters.toEqualTypeOf<Parameters<(input: GetWorkflowRunInput, call?: CallOptions) => void>>();
  expectTypeOf(management.getWorkflowRun).returns.toEqualTypeOf<Promise<WorkflowRunPage>>();
  expectTypeOf(management.raw.getWorkflowRun).returns.toEqualTypeOf<Promise<HttpResponse<WorkflowRunPage>>>();

  const variables = ["handoverNotes"] as const;
  void management.getWorkflowRun({ workflowId: "w", runId: "r", variables });
  // @ts-expect-error an id is text
  void management.getWorkflowRun({ workflowId: 1, runId: "r" });
  // @ts-expect-error the run's id is needed
  void management.getWorkflowRun({ workflowId: "w" });
  // @ts-expect-error variables are a list
  void management.getWorkflowRun({ workflowId: "w", runId: "r", variables: "handoverNotes" });
  // @ts-expect-error there is no such query parameter
  void management.getWorkflowRun({ workflowId: "w", runId: "r", variable: ["handoverNotes"] });
}

/** updatePerson: what can be set, null, and the forms that exclude each other. */
export async function people(): Promise<void> {
  expectTypeOf(management.updatePerson).parameters.toEqualTypeOf<Parameters<(input: UpdatePersonInput, call?: CallOptions) => void>>();
  expectTypeOf(management.updatePerson).returns.toEqualTypeOf<Promise<Person>>();
  expectTypeOf(management.raw.updatePerson).returns.toEqualTypeOf<Promise<HttpResponse<Person>>>();
  expectTypeOf<UpdatePersonInput["body"]>().toEqualTypeOf<PersonUpdate>();

  void management.updatePerson({ id: "contractor.twelve@example.com", body: { jobTitle: "Ledger Consultant" } });
  // @ts-expect-error an id is text
  void management.updatePerson({ id: 12, body: { jobTitle: "Ledger Consultant" } });
  // @ts-expect-error the change is needed
  void management.updatePerson({ id: "contractor.twelve@example.com" });
  // @ts-expect-error the change goes into body
  void management.updatePerson({ id: "contractor.twelve@example.com", jobTitle: "Ledger Consultant" });

  update({ jobTitle: null, teams: null, lineManagerId: null, startDate: null, personType: null });
  // @ts-expect-error jobTitel is a misspelt key
  update({ jobTitel: "Ledger Consultant" });
  // @ts-expect-error a misspelt key beside a right one
  update({ firstName: "Contractor", lastname: "Twelve" });
  // @ts-expect-error a phone number can be read, not set
  update({ phoneNumber: "+49 30 00000002" });
  // @ts-expect-error undefined is neither "as it is" (left out) nor "cleared" (null)
  update({ jobTitle: undefined });

  update({ teams: ["Contractors"] });
  update({ teamIds: ["t-1"], lineManagerEmail: "lead@example.com" });
  // @ts-expect-error teams and teamIds exclude each other
  update({ teams: ["Contractors"], teamIds: ["t-1"] });
  // @ts-expect-error also where one of them is null
  update({ teams: null, teamIds: ["t-1"] });
  // @ts-expect-error a team is given by its id or name
  update({ teams: [{ id: "t-1" }] });

  update({ lineManager: { id: "p-1" } });
  update({ lineManager: { email: "lead@example.com" } });
  // @ts-expect-error lineManagerId and lineManagerEmail exclude each other
  update({ lineManagerId: "p-1", lineManagerEmail: "lead@example.com" });
  // @ts-expect-error lineManagerId and lineManager exclude each other
  update({ lineManagerId: "p-1", lineManager: { id: "p-1" } });
  // @ts-expect-error lineManagerEmail and lineManager exclude each other
  update({ lineManagerEmail: "lead@example.com", lineManager: { id: "p-1" } });
  // @ts-expect-error e-mail address and id exclude each other
  update({ lineManager: { email: "lead@example.com", id: "p-1" } });
  // @ts-expect-error one of them is needed
  update({ lineManager: {} });

  update({ personType: "ServiceAccount" });
  // @ts-expect-error what is sent is one of the four
  update({ personType: "Robot" });

  expectTypeOf<"Robot">().toExtend<NonNullable<Person["personType"]>>();
  expectTypeOf<"OnLeave">().toExtend<PersonStatus>();

  // @ts-expect-error the id is the service's own
  (await management.updatePerson({ id: "a@example.com", body: { jobTitle: null } })).id = "p-2";
}

/** scimPatch: what can be changed, by its path, with the values that it takes. */
export function scimPatches(): void {
  const begun = scimPatch();
  expectTypeOf(begun.body).toEqualTypeOf<ScimPatch>();
  expectTypeOf(begun.remove("title")).toEqualTypeOf<ScimPatchBuilder>();
  void management.patchScimUser({ userId: "u-1", body: begun.replace("active", false).body });
  // @ts-expect-error a builder is not the body
  void management.patchScimUser({ userId: "u-1", body: begun });

  begun.replace("name.familyName", "Lee").add("name", { givenName: "Ada" }).add("externalId", "e-1");
  begun.add("emails", [{ type: "work", value: "a@example.com", primary: true }]).remove("phoneNumbers");
  begun.replace(["emails", { type: "work" }, "value"], "a@example.com").replace(["emails", { primary: true }, "primary"], false);
  begun.replace(["roles", { value: "Member" }], { display: "Member" }).remove(["emails", { type: "home", primary: false }]);

  // @ts-expect-error a user name never changes
  begun.replace("userName", "b@example.com");
  // @ts-expect-error ids are the service's own
  begun.replace("id", "u-2");
  // @ts-expect-error the record's own data are the service's
  begun.remove("meta");
  // @ts-expect-error the name to show follows name
  begun.replace("displayName", "Ada Lee");
  // @ts-expect-error the language follows locale
  begun.replace("preferredLanguage", "en");
  // @ts-expect-error schemas are the service's own
  begun.remove("schemas");
  // @ts-expect-error titel is a misspelt attribute
  begun.replace("titel", "Lead");
  // @ts-expect-error a name has no such part
  begun.replace("name.middleName", "X");
  // @ts-expect-error active is true or false
  begun.replace("active", "false");
  // @ts-expect-error nothing is cleared by null: remove it
  begun.replace("title", null);
  // @ts-expect-error a list takes a list
  begun.add("emails", { value: "a@example.com" });
  // @ts-expect-error members of a list's values are named by a path of their own
  begun.replace("emails.value", "a@example.com");
  // @ts-expect-error title is no list
  begun.remove(["title", { type: "work" }]);
  // @ts-expect-error an email address has no such member
  begun.remove(["emails", { kind: "work" }]);
  // @ts-expect-error primary is true or false
  begun.remove(["emails", { primary: "yes" }]);
  // @ts-expect-error an email address has no such member
  begun.replace(["emails", { type: "work" }, "display"], "a");
  // @ts-expect-error an address is text
  begun.replace(["emails", { type: "work" }, "value"], true);
  // @ts-expect-error a value is needed
  begun.replace("active");
  // @ts-expect-error what is removed needs no value
  begun.remove("active", false);
}

/** Runs by hand, and many at once. */
export function helpers(run: WorkflowRun): void {
  expectTypeOf(getRun(management, { workflowId: "w", runId: "r" })).toEqualTypeOf<Promise<WorkflowRun>>();
  expectTypeOf(waitForRun(management, { workflowId: "w", runId: "r" }, { stopAt: ["Waiting"] })).toEqualTypeOf<Promise<WorkflowRun>>();
  for (const { href } of waitingActions(run)) expectTypeOf(management.fireSignal({ href })).toEqualTypeOf<Promise<void>>();
  expectTypeOf(management.raw.fireSignal({ href: "/signals/1" })).toEqualTypeOf<Promise<HttpResponse<void>>>();
  // @ts-expect-error an action may come without an address
  void management.fireSignal({ href: run.steps?.[0]?.waiting?.actions?.[0]?.href });
  // @ts-expect-error the input is an object with the address
  void management.fireSignal("https://management.example.com/signals/1");
  // @ts-expect-error the address is needed
  void management.fireSignal();
  // @ts-expect-error the run's id is needed
  void getRun(management, { workflowId: "w" });

  const results = settleEach(["a@example.com"], (id) => management.updatePerson({ id, body: { leavingDate: "2026-03-31" } }));
  void results.next().then(({ value }) => {
    if (value?.outcome === "done") expectTypeOf(value.value).toEqualTypeOf<Person>();
    if (value?.outcome === "failed") expectTypeOf(value.error).toBeUnknown();
    if (value?.outcome === "dry-run") expectTypeOf(value.error.request).toEqualTypeOf<PlannedRequest>();
  });
}

/** patchScimUser and deleteScimUser. */
export function scimUsers(): void {
  expectTypeOf(management.patchScimUser).parameters.toEqualTypeOf<Parameters<(input: PatchScimUserInput, call?: CallOptions) => void>>();
  expectTypeOf(management.patchScimUser).returns.toEqualTypeOf<Promise<ScimUser>>();
  expectTypeOf(management.raw.patchScimUser).returns.toEqualTypeOf<Promise<HttpResponse<ScimUser>>>();
  expectTypeOf<ScimPatchOperation["value"]>().toBeUnknown();
  expectTypeOf<keyof ScimPatch>().toEqualTypeOf<"schemas" | "Operations">();

  patch({ op: "replace", path: "active", value: false });
  patch({ op: "remove", path: "title" });
  // @ts-expect-error operations are in lower case
  patch({ op: "Replace", path: "active", value: false });
  // @ts-expect-error every operation has a path
  patch({ op: "add", value: { title: "Lead" } });
  // @ts-expect-error vaule is a misspelt key
  patch({ op: "replace", path: "active", vaule: false });
  // @ts-expect-error the member is Operations, with a capital letter
  void management.patchScimUser({ userId: "u-1", body: { schemas: [], operations: [] } });
  // @ts-expect-error an id is text
  void management.patchScimUser({ userId: 1, body: { schemas: [], Operations: [] } });

  expectTypeOf(management.deleteScimUser).returns.toEqualTypeOf<Promise<void>>();
  expectTypeOf(management.raw.deleteScimUser).returns.toEqualTypeOf<Promise<HttpResponse<void>>>();
  // @ts-expect-error the parameter is userId
  void management.deleteScimUser({ id: "u-1" });
  // @ts-expect-error an id is text
  void management.deleteScimUser({ userId: 1 });
  // @ts-expect-error a deletion has no body
  void management.deleteScimUser({ userId: "u-1", body: {} });
}

/** listAuditLogs, walked by events or by pages. */
export async function auditLogs(): Promise<void> {
  expectTypeOf(management.listAuditLogs).parameters.toEqualTypeOf<Parameters<(input?: ListAuditLogsInput, call?: CallOptions) => void>>();
  expectTypeOf(management.listAuditLogs).returns.toEqualTypeOf<Paginator<AuditEvent, string>>();
  expectTypeOf(management.listAuditLogs().pages()).toEqualTypeOf<AsyncIterable<Page<AuditEvent, string>>>();
  expectTypeOf(management.listAuditLogs().toArray({ max: 10 })).toEqualTypeOf<Promise<AuditEvent[]>>();
  expectTypeOf(management.raw.listAuditLogs).returns.toEqualTypeOf<Promise<HttpResponse<AuditLogPage>>>();

  for await (const event of management.listAuditLogs()) {
    expectTypeOf(event).toEqualTypeOf<AuditEvent>();
    expectTypeOf(event.id).toEqualTypeOf<string>();
    expectTypeOf(event.details).toEqualTypeOf<{ [key: string]: unknown } | undefined>();
  }
  for await (const page of management.listAuditLogs({ limit: 50 }).pages()) {
    expectTypeOf(page.items).toEqualTypeOf<readonly AuditEvent[]>();
    list({ after: page.resumeAt });
    // @ts-expect-error a page is not to be changed
    page.resumeAt = "other";
  }

  list({
    filter: rawFilter("id gt 1"),
    q: "Lead",
    since: "2026-03-02T08:00:00Z",
    until: "2026-03-09T08:00:00Z",
    after: "a",
    limit: 3,
    sortOrder: "DESCENDING",
  });
  // @ts-expect-error there is no such query parameter
  list({ cursor: "a" });
  // @ts-expect-error sortorder is a misspelt key
  list({ sortorder: "DESCENDING" });
  // @ts-expect-error what is sent is one of the two
  list({ sortOrder: "DESC" });
  // @ts-expect-error a limit is a number
  list({ limit: "3" });
  // @ts-expect-error a time is text, as on the wire
  list({ since: new Date(0) });
  // @ts-expect-error a position that is not there yet is left out
  list({ after: undefined });
  // @ts-expect-error null is no position
  list({ after: null });
  // @ts-expect-error a walk of unknown length says how much it expects
  void management.listAuditLogs().toArray();
  // @ts-expect-error a paginator is iterated, not awaited
  void management.listAuditLogs().then;
}

/** listAppCategories: the call options are its first argument. */
export function appCategories(): void {
  expectTypeOf(management.listAppCategories).parameters.toEqualTypeOf<Parameters<(call?: CallOptions) => void>>();
  expectTypeOf(management.listAppCategories).returns.toEqualTypeOf<Promise<AppCategory>>();
  expectTypeOf(management.raw.listAppCategories).parameters.toEqualTypeOf<Parameters<(call?: CallOptions) => void>>();
  expectTypeOf(management.raw.listAppCategories).returns.toEqualTypeOf<Promise<HttpResponse<AppCategory>>>();

  void management.listAppCategories({ signal: AbortSignal.timeout(1000), headers: { "x-request-id": "q-1" } });
  // @ts-expect-error there is no input before the call options
  void management.listAppCategories({}, { headers: {} });
  // @ts-expect-error the tree takes no parameters
  void management.listAppCategories({ limit: 10 });
}

/** Values that were read: their enumerations are open, and the known ones are told. */
export function openEnumerations(): void {
  function say(status: WorkflowRunStatus): string {
    switch (status) {
      case "Completed":
        return "done";
      case "InProgress":
      case "Waiting":
        return "not done";
      default:
        return `unknown: ${status}`;
    }
  }
  say("Completed");
  say("Paused");

  // @ts-expect-error without a default the unknown values are not handled
  function sayKnown(status: WorkflowRunStatus): string {
    switch (status) {
      case "InProgress":
      case "Waiting":
      case "Failed":
      case "Completed":
      case "Terminated":
        return status;
    }
  }
  sayKnown("Failed");

  expectTypeOf<Extract<WorkflowRunStatus, "Completed" | "Waiting">>().toEqualTypeOf<"Completed" | "Waiting">();
  expectTypeOf<"slow_down">().toExtend<TokenFailureCode>();
  expectTypeOf<TokenResponse["token_type"]>().toEqualTypeOf<"Bearer">();
}

/** What was caught. */
export function errors(caught: unknown): void {
  if (isApiError(caught, 409)) {
    expectTypeOf(caught).toEqualTypeOf<ApiError>();
    expectTypeOf(caught.body).toBeUnknown();
    expectTypeOf(caught.traceId).toEqualTypeOf<string | undefined>();
    expectTypeOf(caught.fieldErrors).toEqualTypeOf<{ readonly [field: string]: readonly string[] } | undefined>();
  }
}
