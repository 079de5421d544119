import { absent, open, type RuleDocument, section } from "./rule.ts";

const SHAPES = "property: %s answers … requests";
const STATE = "management/state: has people, users and audit events that are as the contract says";
const RUNS = "management/workflow-runs: has a run in each status, with what belongs to it";
const MEMBERS = "management/state: has each documented member of people, users, runs and the people of runs somewhere";
const STATUSES = "statuses.ts: reaches its documented status %i by what the service does";

/** The management service. */
export const management: RuleDocument = {
  title: "1. Management service",
  rules: [
    ...section("What the service does: shared conventions", {
      "JSON payloads, but a form at the token endpoint and application/scim+json at SCIM": [
        "management/patch-scim-user: a patch as application/json is refused with 415",
        "management/tokens: as JSON, by GET or too long is refused",
        SHAPES,
      ],
      "Scopes of the bearer token decide which operations may be called": ["management/access: needs the scope …: 403 with all others"],
      "Dates and times are RFC 3339; …Date may be a day alone": [
        STATE,
        "management/update-person: takes every field",
        "management/update-person: of ISO 8601, %s, is kept as RFC 3339 writes it",
        SHAPES,
      ],
      "A field without a value is absent, never null": [
        "management/access: leaves out what has no value",
        "management/patch-scim-user: is absent, not null, after %s",
      ],
      "PATCH: what is left out stays, null clears": [
        "management/update-person: changes what is given, keeps what is left out",
        "management/update-person: clears what is null",
      ],
      "Deleted things are left out unless a filter names them": [
        "management/workflow-runs: gives an empty page for %s",
        "management/update-person: answers 404 for a person who is not there, and for one who was deleted",
        "management/patch-scim-user: answers 404 for an unknown user and for one that was deleted",
      ],
    }),
    ...absent("What the service does: shared conventions", {
      "PUT clears what is left out": "no operation of this service is a PUT",
      "A filter on deleted lists deleted things": "no list shown has deleted things",
    }),
    ...section("Resources: WorkflowRun", {
      "id, name, createdBy, createdDtm, lastModifiedDtm, context, trigger and steps": [
        RUNS,
        "management/workflow-runs: gives the run as the one item of a page",
      ],
      "status is InProgress, Waiting, Failed, Completed or Terminated": [
        RUNS,
        "management/state: has each kind and status of people, and of runs and their steps",
      ],
      "deleted: such a run is not found": ["management/workflow-runs: gives an empty page for %s"],
      "waitingUntilDtm is there while the run waits": [RUNS, "management/workflow-runs: a run that waits without one is refused"],
    }),
    ...section("Resources: WorkflowRunStep", {
      "id, type, name and a status out of seven": ["management/state: has each kind and status of people, and of runs and their steps"],
      "completed, waiting or failed is there as the status says": [RUNS],
      "completed: dtm, nextStepIds, newContext where the step changed it": [RUNS, "management/workflow-runs: in the context and in those of steps"],
      "waiting: dtm, until, actions of name and href": [RUNS, "management/workflow-runs: has actions whose addresses are on the service's own origin"],
      "failed: dtm and message": [RUNS],
    }),
    ...section("Resources: FlowItemScope", {
      "person, people, app, apps, appUser, appUsers, task with their fields": [RUNS, MEMBERS, SHAPES],
      "variables: only those named in the query": [
        "management/workflow-runs: are left out unless they are asked for",
        "management/workflow-runs: are given where they are asked for, and no others",
      ],
      "UserInfoFlow and PersonInfoFlow; personType of the latter is Contact or User": [
        "management/update-person: is a Contact where that person has no access to the service",
        RUNS,
      ],
    }),
    ...section("Resources: Person", {
      "Names, addresses, aliases, job, employment, organizational unit, status, dates and who made and changed it": [
        STATE,
        MEMBERS,
        "management/update-person: changes what is given, keeps what is left out and says who changed it and when",
      ],
      "personType and status are out of their lists": ["management/state: has each kind and status of people"],
      "lineManager has id, personType, name, email": ["management/update-person: the line manager of a person > is set by %j"],
      "teams have id and name": ["management/update-person: are replaced by names, in any case, and by ids"],
      "Location description, cost center, phone, home address, time zone, custom fields are carried": [STATE, "management/update-person: takes every field"],
      "A location or cost center is found by its text or created": [
        "management/update-person: are found by their text",
        "management/update-person: are created where there is none, once",
      ],
    }),
    ...section("Resources: SCIM user", {
      "userName belongs to a verified domain": ["management/patch-scim-user: must be in a domain that is verified"],
      "userName cannot change once set": ["management/patch-scim-user: userName > cannot be changed: %j", "management/patch-scim-user: can be given as it is"],
      "displayName comes from the name": ["management/patch-scim-user: displayName follows the name, preferredLanguage the locale"],
      "preferredLanguage mirrors locale": ["management/patch-scim-user: displayName follows the name, preferredLanguage the locale"],
      "active false suspends access": ["management/access: of a user whose access is suspended is refused until it is given back"],
      "title, timezone, emails, externalId are taken": ["management/patch-scim-user: the value of an attribute > is changed by %s"],
      "Only the first phone number is stored": ["management/patch-scim-user: only the first phone number is stored"],
      "Each role exists by that name": ["management/patch-scim-user: has %s", "management/patch-scim-user: a role is there once"],
      "id and meta are ignored on requests": ["management/patch-scim-user: is ignored on requests: %j"],
    }),
    ...open("Resources: SCIM user", {
      "A timezone that is no IANA name is refused": [
        "management/patch-scim-user: has %s",
        "management/patch-scim-user: the value of an attribute > is changed by %s",
      ],
    }),
    ...section("Resources: audit log event, category node", {
      "id, published, eventType, client, target, details, actor, uuid": [STATE, "management/state: with and without each optional member"],
      "A category has id, name and children of the same shape": ["management/access: gives the tree from its root"],
    }),
    ...section("States and transitions", {
      "A waiting run has waitingUntilDtm, its waiting step has waiting with actions": [RUNS],
      "A completed step has completed, a failed one failed": [RUNS, "management/workflow-runs: the step is completed and the run waits at the next one"],
    }),
    ...open("States and transitions", {
      "What a run does when its signal is fired or its time has come": [
        "management/workflow-runs: goes on when its signal is fired by a POST",
        "management/workflow-runs: completes the run when nothing waits behind it",
        "management/workflow-runs: goes on by itself when its timer runs out",
      ],
      "Statuses of people do not change by themselves": ["management/update-person: takes every field"],
    }),
    ...section("Endpoints: POST /connect/token", {
      "Form-encoded, Basic credentials by RFC 7617": [
        "management/tokens: $source, $mode: taken by RFC 7617 alone",
        "management/tokens: may have colons in the secret",
      ],
      "grant_type is one of three": ["management/tokens: with %s is refused by { error }"],
      "scope is optional and defaults to all of the app's": [
        "management/tokens: gives a Bearer token of all scopes that the app is configured for",
        "management/tokens: narrows the scopes to those asked for",
      ],
      "A code is exchanged for a token": [
        "management/tokens: gives a token for the user who consented",
        "management/tokens: refuses an unknown code, one that has expired and one of another app",
      ],
      "redirect_uri matches the authorization request": ["management/tokens: refuses another redirect address than the one of the authorization request"],
      "A refresh token needs offline_access": [
        "management/tokens: gives no refresh token where offline_access is not among the scopes",
        "management/tokens: gives a new access token and no new refresh token",
      ],
      "200: access_token, token_type Bearer, expires_in, scope": ["management/tokens: about 60 minutes long", STATUSES],
      "refresh_token only in the code flow with offline_access": [
        "management/tokens: and no refresh token",
        "management/tokens: with a refresh token where offline_access was asked for",
        "management/tokens: gives a new access token and no new refresh token",
      ],
      "A failure is { error }": ["management/tokens: with %s is refused by { error }", "management/tokens: as Basic with %s are refused with 400"],
    }),
    ...open("Endpoints: POST /connect/token", {
      "A code is good once and for ten minutes": [
        "management/tokens: takes a code once",
        "management/authorization: gives a code that is good for ten minutes",
      ],
      "Refresh tokens stay good": ["management/tokens: the one that was used stays good"],
      "Without credentials: 401 and a challenge": ["management/tokens: that are missing altogether are refused with 401 and a challenge"],
      "Credentials in the form": [
        "management/tokens: are taken from the form, too",
        "management/tokens: given in both ways at once are refused",
        "management/tokens: in the form are refused without the id",
      ],
    }),
    ...section("Endpoints: GET a workflow run", {
      "Scope Workflows.Runs.Read": ["management/access: needs the scope …: 403 with all others"],
      "The values of the variables named, by commas": [
        "management/workflow-runs: are given where they are asked for, and no others",
        "management/workflow-runs: are absent where the run has no value for them",
      ],
      "Secret variables need Workflows.Runs.ReadSecrets": [
        "management/workflow-runs: that are secret need the scope Workflows.Runs.ReadSecrets: 403 without it",
      ],
      "One item in a page, without next": ["management/workflow-runs: gives the run as the one item of a page without a next"],
      "An unknown run is an empty page": ["management/workflow-runs: gives an empty page for %s"],
      "400, 401, 403, 404": [STATUSES, "management/workflow-runs: answers 404 for an unknown workflow and for a deleted one"],
    }),
    ...section("Endpoints: PATCH a person", {
      "Scope People.Write": ["management/access: needs the scope …: 403 with all others"],
      "By id or email address": [
        "management/update-person: finds a person by %s",
        "management/update-person: finds a person by another of their email addresses",
      ],
      "At least one field": ["management/update-person: without a field to change is refused"],
      "Every field that is listed": ["management/update-person: takes every field"],
      "startDate and leavingDate in ISO format; null clears": [
        "management/update-person: clears what is null",
        "management/update-person: of ISO 8601, %s, is kept as RFC 3339 writes it",
        "management/update-person: that is %j is refused",
      ],
      "teamIds replaces; not with teams": [
        "management/update-person: are replaced by teamIds",
        "management/update-person: by teams and teamIds at once are refused",
      ],
      "teams by id or name replaces": [
        "management/update-person: are replaced by names, in any case, and by ids",
        "management/update-person: are cleared by %j",
      ],
      "The line manager in one of three forms": [
        "management/update-person: in two forms at once is refused: %j",
        "management/update-person: as an object has an id or an email address",
        "management/update-person: is cleared by %j",
      ],
      "200 the person; 400 with field errors; 404; 409; 401; 403": [
        STATUSES,
        "management/update-person: %j is refused, with errors by field",
        "management/update-person: with another person's address is 409",
      ],
    }),
    ...section("Endpoints: PATCH a SCIM user", {
      "Scope Users.Write, application/scim+json": [
        "management/access: needs the scope …: 403 with all others",
        "management/patch-scim-user: a patch as application/json is refused with 415",
      ],
      "schemas has the PatchOp urn": ["management/patch-scim-user: has %s", SHAPES],
      "add, replace, remove in their order": [
        "management/patch-scim-user: applies the operations in their order",
        "management/scim-patch-vectors: the examples of RFC 7644",
        "management/scim-patch-vectors: $name",
      ],
      "Each operation has a path, with dots for what is nested": [
        "management/scim-patch-vectors: only operations without a path",
        "management/patch-scim-user: is changed by %s",
      ],
      "userName is immutable": ["management/patch-scim-user: userName > cannot be changed: %j"],
      "EPM-managed and system-managed: 403": ["management/patch-scim-user: answers 403 for a user who is %s-managed"],
      "200, 400, 404, 403": [STATUSES, "management/patch-scim-user: answers 404 for an unknown user"],
    }),
    ...section("Endpoints: DELETE a SCIM user", {
      "204 without a body, and the access is gone": ["management/patch-scim-user: takes the user's access: 204 without a body, then 404"],
      "Managed users: 400": ["management/patch-scim-user: answers 400 for a user who is %s-managed"],
      "Unknown id: 404": ["management/patch-scim-user: deleteScimUser > answers 404 for an unknown user"],
    }),
    ...section("Endpoints: GET the audit log", {
      "Oldest first": ["management/audit-log: gives the oldest first"],
      "filter, every operator but brackets": [
        "management/audit-log: the filter > %s",
        "management/filter: are scored for the audit log: the form with brackets",
        "management/audit-log: %s is refused with 400 and errors",
      ],
      "q in names and target email; exact on ids and types": ["management/audit-log: q > matches %s"],
      "since and until, ISO 8601": [
        "management/audit-log: goes from since to until",
        "management/audit-log: begins at %s, as ISO 8601 writes it",
        "management/audit-log: ends at the start of a day that is given alone",
      ],
      "The last seven days by default": ["management/audit-log: is the last seven days unless it is given"],
      "after is the cursor of next or link": [
        "management/audit-log: a next that leads to the following page",
        "management/audit-log: has next in the link header",
      ],
      "limit 1 to 1000, default 100": [
        "management/audit-log: takes a limit of %s",
        "management/audit-log: refuses %j with 400",
        "management/audit-log: a hundred a page",
      ],
      "sortOrder DESCENDING": ["management/audit-log: gives the newest first where sortOrder is DESCENDING"],
      "Filterable strings, numbers and dates": ["management/audit-log: the filter > %s"],
      "next is always there": ["management/audit-log: is always in next"],
      "The same next gives new events": ["management/audit-log: gives events that have happened since, under the same next"],
      "400": [STATUSES, "management/audit-log: refuses %j with 400"],
    }),
    ...open("Endpoints: GET the audit log", {
      "The scope is AuditLog.Read, and a token is needed": [
        "management/access: needs the scope …: 403 with all others",
        "management/access: without a token answers 401",
      ],
      "A position that was never given is 400": ["management/audit-log: is refused where it was never given"],
      "Callers' own acts are events": [
        "management/audit-log: gives what callers do through the service",
        "management/update-person: is found in the audit log",
        "management/patch-scim-user: and patches are found in the audit log",
      ],
    }),
    ...section("Endpoints: GET the categories", {
      "Scope Apps.Read; the tree": ["management/access: gives the tree from its root", "management/access: needs the scope …: 403 with all others"],
    }),
    ...section("Endpoints: shared list conventions", {
      "100 by default, 1000 at most, opaque after": ["management/audit-log: takes a limit of %s", "management/audit-log: a hundred a page"],
      "Filter grammar: attributes, operators, and, or, not, parentheses": [
        "management/filter: %s is read",
        "management/filter: binds and closer than or",
        "management/filter: %j is refused",
      ],
      "A bracketed part holds where one element fits": [
        "management/filter: the path %s",
        "management/patch-scim-user: is removed from a list where a filter selects it",
      ],
      "Values: strings, integers, dates, booleans": ["management/filter: reads the escapes of a string", "management/filter: %s on %j is %s"],
      "eq ne co sw ew pr gt ge lt le": ["management/filter: %s on %j is %s", "management/filter: are evaluated but for what is left open"],
    }),
    ...absent("Endpoints: shared list conventions", {
      "Other lists: next is absent at the end": "no list shown but the audit log's, whose next is always there",
      "SCIM lists: startIndex, count, ListResponse": "no SCIM list is shown",
      "Devices below /api/assets": "no path and no payload is shown",
    }),
    ...section("Authentication", {
      "Every request carries a bearer token": ["management/access: without a token answers 401", "bad-input: %s takes a token of its own alone"],
      "Client credentials and authorization code flows": [
        "management/tokens: the client credentials grant > gives a Bearer token",
        "management/tokens: the authorization code grant > gives a token",
      ],
      "401 with a challenge: invalid_token and a description": [
        "management/access: without a token answers 401 with a challenge",
        "management/access: with an expired token answers 401 that says when it expired",
      ],
      "403 without the scope": ["management/access: needs the scope …: 403 with all others"],
      "The list of scopes": [
        "management/tokens: refuses the scope %s with invalid_scope",
        "management/tokens: gives an app with fewer scopes no more than those",
      ],
    }),
    ...open("Authentication", {
      "The consent page": ["management/authorization: consents at once", "management/authorization: sends the browser back with the error of %j"],
    }),
    ...section("Events", {
      "Append-only, read by polling next": [
        "management/audit-log: gives events that have happened since, under the same next",
        "management/audit-log: leads a client through the whole log",
      ],
      "Posting to an action's href fires the signal": [
        "management/workflow-runs: goes on when its signal is fired by a POST",
        "management/workflow-runs: takes one of its signals once",
      ],
    }),
    ...open("Events", { "Firing needs Workflows.Runs.Execute": ["management/workflow-runs: needs the scope Workflows.Runs.Execute for its signal"] }),
    ...section("Errors", {
      "400 is problem details with errors and traceId": [
        "management/update-person: %j is refused, with errors by field",
        "management/access: of 404 has its trace id in extensions, any other refusal at the top",
      ],
      "401 with WWW-Authenticate": ["management/access: without a token answers 401 with a challenge"],
      "403: scope, or a managed SCIM user": [
        "management/access: needs the scope …: 403 with all others",
        "management/patch-scim-user: answers 403 for a user who is %s-managed",
      ],
      "404 is problem details": ["management/access: of 404 has its trace id in extensions"],
      "409: a conflict with the state": ["management/update-person: a conflict > of %s with another person's address is 409"],
      "500: a generic message, by a fault": ["management/access: answers 500 with a message where a fault is injected", "statuses.ts: by an injected fault"],
      "The token endpoint's single error field": ["management/tokens: with %s is refused by { error }"],
    }),
    ...section("Limits", {
      "Page size 100, limit 1 to 1000": ["management/audit-log: takes a limit of %s", "management/audit-log: a hundred a page"],
      "A token lives about 60 minutes": ["management/access: from the token endpoint expires after expires_in seconds, to the millisecond"],
      "The log's window is 7 days": ["management/audit-log: is the last seven days unless it is given"],
      "One phone number": ["management/patch-scim-user: only the first phone number is stored"],
    }),
    ...absent("Errors", { "500 in normal use": "not expected, and so by a fault alone" }),
    ...section("Versioning", {
      "Paths carry their versions": ["contracts: has the operations of the client's table that stand at a path, with their methods, paths and security"],
    }),
  ],
};
