// Generated from specs/management/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

export interface paths {
    "/api/apps/v1/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets the whole tree of application categories.
         * The answer is the topmost node; every node holds the nodes below it. How deep the tree goes is not limited, and it does not page.
         */
        get: operations["listAppCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit/v1/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists audit events, oldest first, and goes on with new ones for as long as it is polled.
         * Without `since` the last 7 days are listed. The log has no end: every page has a `next`, the last one too. Read on until a page has no results; then ask
         * again from time to time at the same position, and new events appear there.
         *
         * The position is the `after` parameter of `next`. Whether it remembers the other parameters is not documented, so give them again with it.
         *
         * The scope of this operation is not documented; chosen: `AuditLog.Read`, which is among the service's scopes and fits no other
         * documented operation.
         */
        get: operations["listAuditLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/people/v1/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Changes some fields of a person and gets the person as it is then.
         * A field that is left out stays as it is, null clears it, and at least one must be there. `teams` and `teamIds` replace all memberships and exclude each
         * other, as do `lineManagerId`, `lineManagerEmail` and `lineManager`.
         *
         * A location or a cost center that matches the text is taken, or created where there is none.
         */
        patch: operations["updatePerson"];
        trace?: never;
    };
    "/api/scim/v2/Users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Takes a user's access to the service away.
         * Users who are managed by the system or by an endpoint management integration (EPM-managed) cannot be deleted: 400, whereas an attempt to change them
         * gives 403.
         */
        delete: operations["deleteScimUser"];
        options?: never;
        head?: never;
        /**
         * Applies a SCIM patch to a user and gets the user as it is then.
         * Every operation of the patch names the attribute it changes by `path`, with a dot before a sub-attribute, as in `name.familyName`. `active` set to
         * false suspends the user's access.
         *
         * `userName` cannot be changed. `id`, `displayName`, `preferredLanguage` and `meta` are the service's own. Of `phoneNumbers` only the first value is
         * stored. The value of a role must be the name of a role that exists. Users who are managed by the system or by an endpoint management integration
         * (EPM-managed) cannot be changed: 403.
         */
        patch: operations["patchScimUser"];
        trace?: never;
    };
    "/api/workflows/v1/{workflowId}/runs/{runId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets one workflow run with the state of its steps, inside a page.
         * The page holds the one run, or nothing where no run has that id. It never has a next page.
         *
         * Values of workflow variables are left out unless they are asked for by `variables`. To read a secret (password) variable, the token needs the scope
         * `Workflows.Runs.ReadSecrets` as well.
         */
        get: operations["getWorkflowRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connect/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issues an access token.
         * The client id and the client secret go into the `Authorization` header as Basic credentials, joined by a colon (RFC 7617). `grant_type` says what the
         * token is given for: `client_credentials` for the program itself, `authorization_code` for a user's consent, `refresh_token` for an earlier consent.
         *
         * Some programs send the client id and the client secret in the form instead. Both ways in one request are refused (`invalid_request`).
         *
         * Without `scope` the token has all scopes that the app is configured for. A refresh token is only given for an authorization code, and only where
         * `offline_access` was asked for. It stays good: a refresh gives no new one.
         */
        post: operations["issueToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** A node of the application category tree, with the nodes below it. */
        AppCategory: AppCategory;
        /** Who or what caused an event. */
        AuditActor: AuditActor;
        /** Where the request came from that caused the event. */
        AuditClient: AuditClient;
        /** Something that happened. It may carry more than is documented. */
        AuditEvent: AuditEvent;
        /** A page of audit events and the position after it. */
        AuditLogPage: AuditLogPage;
        /** Something that an event is about. */
        AuditTarget: AuditTarget;
        /** Exchanges the code that a user's consent gave for a token that acts on behalf of that user. */
        AuthorizationCodeGrant: AuthorizationCodeGrant;
        /** Asks for a token for the program itself, without a user (machine to machine). */
        ClientCredentialsGrant: ClientCredentialsGrant;
        /** Values of the organization's own fields, by field name. */
        CustomFields: CustomFields;
        /** A day. The service documents both a date and a date with time for it, so both are accepted. */
        DateOrDateTime: string;
        /** An application as a run sees it. */
        FlowApp: FlowApp;
        /** Someone's account in an application, as a run sees it. */
        FlowAppUser: FlowAppUser;
        /** What a run operates on. Only the members that the run has are present. */
        FlowItemScope: FlowItemScope;
        /** A person as a run sees it. */
        FlowPerson: FlowPerson;
        /** A task as a run sees it. */
        FlowTask: FlowTask;
        /** Body of a 403. Not documented; chosen to be any object, with the media type of the other refusals. It may be absent. */
        ForbiddenBody: ForbiddenBody;
        /** A postal address. The names of its members are known from public material. */
        HomeAddress: HomeAddress;
        /**
         * A date or a date with time of ISO 8601, in extended or basic format. A date alone means the start of that day; without an offset it is in UTC. Chosen: week dates and ordinal dates are not accepted, because no client is known to send them. The pattern excludes days that do not exist.
         */
        IsoTime: string;
        /** A line manager, by person id or by email address. */
        LineManagerUpdate: {
            /**
             * Email address of the person who is the line manager.
             */
            email: string;
            id?: never;
        } | {
            email?: never;
            /** Id of the person who is the line manager. */
            id: string;
        };
        /** A date or a date with time of ISO 8601, or null to clear it. */
        NullableIsoTime: string | null;
        /** Someone in the organization. Members that have no value are absent. */
        Person: Person;
        /** A person, in short. */
        PersonInfoFlow: PersonInfoFlow;
        /** Kind of the person referred to; not the `personType` of a person. Later servers may add values. */
        PersonInfoType: "Contact" | "User" | (string & {});
        /** Where a person stands. How someone gets from one status to another is not documented. Later servers may add values. */
        PersonStatus: "New" | "Terminated" | "Active" | "Unknown" | (string & {});
        /** A team that a person belongs to. It may carry more than is documented. */
        PersonTeam: PersonTeam;
        /** What someone is to the organization. Later servers may add values. */
        PersonType: "Employee" | "Contractor" | "ServiceAccount" | "External" | (string & {});
        /** What is to change about a person, at least one member. A member that is left out stays as it is, null clears it. The members listed are all that can be set; a phone number, a home address, a time zone and custom fields can be read but not set here. */
        PersonUpdate: PersonUpdate;
        /** Why a request was refused, as problem details (RFC 7807). Any member may be absent, and others may be present. */
        Problem: Problem;
        /** Further members of a problem, in the form in which they are nested. */
        ProblemExtensions: ProblemExtensions;
        /** Exchanges a refresh token for a new access token. Such a token is only given where `offline_access` was asked for and granted. It stays good: no new refresh token is given for it. */
        RefreshTokenGrant: RefreshTokenGrant;
        /** One email address of a user. */
        ScimEmail: ScimEmail;
        /** What the service knows about the record itself. Ignored where a request carries it. */
        ScimMeta: ScimMeta;
        /** The parts of a user's name. */
        ScimName: ScimName;
        /** A SCIM PatchOp message, RFC 7644 section 3.5.2, that changes a user. */
        ScimPatch: ScimPatch;
        /** One change to a user. */
        ScimPatchOperation: ScimPatchOperation;
        /** One phone number of a user. Its members are not documented. */
        ScimPhoneNumber: ScimPhoneNumber;
        /** One role of a user. */
        ScimRole: ScimRole;
        /** Someone with access to the service, as SCIM 2.0 describes a user. It may carry members and extensions beyond these. */
        ScimUser: ScimUser;
        /** Body of a 500. Only documented as a generic message. */
        ServerError: ServerError;
        /** What a step that is done left behind. Present on a completed step. */
        StepCompletedResult: StepCompletedResult;
        /** Why a step failed. Present on a failed step. */
        StepFailedResult: StepFailedResult;
        /** A signal that lets a waiting run go on. */
        StepWaitingAction: StepWaitingAction;
        /** What a step waits for. Present on a waiting step. */
        StepWaitingResult: StepWaitingResult;
        /** Why no token was given. */
        TokenFailure: TokenFailure;
        /** Reason why no token was given. `invalid_client` and `invalid_scope` are known from public material, the others from RFC 6749 section 5.2. Later servers may add values. */
        TokenFailureCode: "invalid_client" | "invalid_scope" | "invalid_request" | "invalid_grant" | "unauthorized_client" | "unsupported_grant_type" | (string & {});
        /** The form that asks for a token. `grant_type` decides which other members belong to it. */
        TokenRequest: components["schemas"]["ClientCredentialsGrant"] | components["schemas"]["AuthorizationCodeGrant"] | components["schemas"]["RefreshTokenGrant"];
        /** An access token and how long it is good for. */
        TokenResponse: TokenResponse;
        /** Body of a 401. Not documented; chosen to be any object, with the media type of the other refusals. It may be absent. */
        UnauthorizedBody: UnauthorizedBody;
        /** A user of the service, in short. */
        UserInfoFlow: UserInfoFlow;
        /** Why a request was refused as invalid, as problem details (RFC 7807). Any member may be absent, and others may be present. */
        ValidationProblem: ValidationProblem;
        /** One run of a workflow, with the state of its trigger and of each of its steps. */
        WorkflowRun: WorkflowRun;
        /** A page that holds the one run that was asked for, or nothing where no run has that id. */
        WorkflowRunPage: WorkflowRunPage;
        /** Where a run stands. How a run gets from one status to another is not documented. Later servers may add values. */
        WorkflowRunStatus: "InProgress" | "Waiting" | "Failed" | "Completed" | "Terminated" | (string & {});
        /** State of one step, or of the trigger. A completed step carries `completed`, a waiting one `waiting`, a failed one `failed`. */
        WorkflowRunStep: WorkflowRunStep;
        /** Where a step stands. How a step gets from one status to another is not documented. Later servers may add values. */
        WorkflowRunStepStatus: "NotStarted" | "InProgress" | "Waiting" | "Failed" | "Completed" | "Skipped" | "SkippedWithError" | (string & {});
    };
    responses: {
        /** The body is too large. Not documented; chosen because a server has to limit what it reads. */
        ContentTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** The token is valid but lacks the scope that this operation needs. The body is not documented, so any object; it may be absent. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ForbiddenBody"];
            };
        };
        /** Something went wrong inside the service. Not to be expected in normal use. The body is a generic message. */
        InternalServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServerError"];
            };
        };
        /** The access token is missing, not valid or expired; `WWW-Authenticate` says which. The body is not documented, so any object; it may be absent. */
        Unauthorized: {
            headers: {
                /**
                 * What was wrong with the token, as a Bearer challenge with the error code `invalid_token` and a description (RFC 6750).
                 */
                "WWW-Authenticate": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["UnauthorizedBody"];
            };
        };
        /** The body's media type is not the one this operation takes. Not documented; chosen because only one is documented for it. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * SCIM id of the user, as the service gave it.
         */
        ScimUserId: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: {
        Signal: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            get?: never;
            put?: never;
            /**
             * Fires the signal that a waiting run waits for, so that the run continues.
             * The address is the `href` of an action of a waiting step. It has no path in this contract, because the service returns it as a whole.
             *
             * What the request carries and what the response contains is not documented: no body is sent, and the body of a successful response is not read. A signal
             * that was fired already, or whose step has continued by a timer, is rejected.
             */
            post: operations["fireSignal"];
            delete?: never;
            options?: never;
            head?: never;
            patch?: never;
            trace?: never;
        };
    };
}
export type $defs = Record<string, never>;
export interface operations {
    listAppCategories: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The topmost node, with all nodes below it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppCategory"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
        };
    };
    listAuditLogs: {
        parameters: {
            query?: {
                /**
                 * The position to go on from, taken from `next` or the `Link` header of a page. It has no meaning of its own. Absent means from the beginning of the time window.
                 */
                after?: string;
                /**
                 * Only events that match this SCIM filter: attribute, operator and value, joined by `and`, `or`, `not` and parentheses. Absent means all events.
                 *
                 * Operators: `eq` equal, `ne` not equal, `co` contains, `sw` starts with, `ew` ends with, `pr` present (not empty, not null, takes no value),
                 * `gt`, `ge`, `lt`, `le` greater, greater or equal, less, less or equal. Strings compare by their characters, dates by time, numbers by value.
                 * Strings and RFC 3339 dates stand in double quotes, integers and booleans do not. The form with brackets is not accepted here.
                 */
                filter?: string;
                /**
                 * The greatest number of events in a page, 1 to 1000. Absent means 100. A page may have fewer.
                 */
                limit?: number;
                /**
                 * Only events that match this text: in the name of the actor or of a target, or in a target's email address; or exactly equal to the event's id or type, or to a target's id or type. Absent means all events.
                 */
                q?: string;
                /**
                 * Only events from this time on: a date or a date with time of ISO 8601. A date alone means the start of that day; without an offset it is in UTC. Absent means the last 7 days.
                 */
                since?: components["schemas"]["IsoTime"];
                /**
                 * `DESCENDING` gives the newest first. Absent means oldest first.
                 */
                sortOrder?: "ASCENDING" | "DESCENDING";
                /**
                 * Only events up to this time: a date or a date with time of ISO 8601. A date alone means the start of that day; without an offset it is in UTC. Absent means no upper bound.
                 */
                until?: components["schemas"]["IsoTime"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** A page of events. */
            200: {
                headers: {
                    /** The address that `next` in the body has, with the relation `next` (RFC 8288). */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLogPage"];
                };
            };
            /** A parameter is not valid, for example the filter, or a position that the service does not know. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
        };
    };
    updatePerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Id of the person (a UUID, with or without dashes) or an email address of that person. A slash in it is sent as `%2F`: it is one segment of the path.
                 */
                id: string;
            };
            cookie?: never;
        };
        /** The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonUpdate"];
            };
        };
        responses: {
            /** The person after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
            /** The body or the id is not valid. `errors` says which fields, where fields were the reason. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** The person does not exist or is not accessible. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** The change conflicts with what is there, for example with another person who has the same email address. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
        };
    };
    deleteScimUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * SCIM id of the user, as the service gave it.
                 */
                userId: components["parameters"]["ScimUserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The user has no access any more. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** The id is not valid, or the user is managed by the system or by an endpoint management integration and cannot be deleted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** The user does not exist or is not accessible. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalServerError"];
        };
    };
    patchScimUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * SCIM id of the user, as the service gave it.
                 */
                userId: components["parameters"]["ScimUserId"];
            };
            cookie?: never;
        };
        /** The patch, a SCIM PatchOp message. */
        requestBody: {
            content: {
                "application/scim+json": components["schemas"]["ScimPatch"];
            };
        };
        responses: {
            /** The user after the patch. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimUser"];
                };
            };
            /** The patch is not valid, for example because an operation has no path. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** The token lacks the scope `Users.Write`, or the user is managed by the system or by an endpoint management integration and cannot be changed. The body is not documented, so any object; it may be absent. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ForbiddenBody"];
                };
            };
            /** The user does not exist or is not accessible. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
        };
    };
    getWorkflowRun: {
        parameters: {
            query?: {
                /**
                 * Ids of the workflow variables whose values are to be in the run's context, joined by commas on the wire, so that an id has no comma in it. Absent means no values.
                 */
                variables?: string[];
            };
            header?: never;
            path: {
                /**
                 * Id of the run.
                 */
                runId: string;
                /**
                 * Id of the workflow.
                 */
                workflowId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** A page with the run, or an empty one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowRunPage"];
                };
            };
            /** An id or the list of variables is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** The workflow does not exist or is not accessible. A run id that does not exist gives an empty page instead. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalServerError"];
        };
    };
    issueToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The grant, as a form. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** The token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenResponse"];
                };
            };
            /** No token is given, for example because the client id, the client secret or a scope is not valid. `error` says why. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenFailure"];
                };
            };
            /** There are no credentials, neither in the `Authorization` header nor in the form. Not documented; chosen because the header of this status tells the client how to give them. Wrong credentials get 400. */
            401: {
                headers: {
                    /**
                     * How to authenticate.
                     */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenFailure"];
                };
            };
            /** The form is too large. Not documented; chosen because a server has to limit what it reads. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenFailure"];
                };
            };
            /** The body is not a form. Not documented; chosen because the documented media type is the only one. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenFailure"];
                };
            };
            500: components["responses"]["InternalServerError"];
        };
    };
    fireSignal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The signal was fired. Not documented; chosen because no body is. Any other 2xx status is a success, too. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** There is no such signal, or not any more. Not documented; chosen to be answered like an unknown id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalServerError"];
        };
    };
}
/** A node of the application category tree, with the nodes below it. */
export type AppCategory = {
    /** The categories one level below. Absent or empty where there are none. */
    children?: components["schemas"]["AppCategory"][];
    /** Id of the category. */
    id: string;
    /** Name of the category. The topmost node is named as the root of the tree. */
    name?: string;
};
/** Who or what caused an event. */
export type AuditActor = {
    /** Another id of the actor, such as an email address. */
    alternateId?: string;
    /** More about the actor. A filter treats it as a string; which type it has in an answer is not documented. */
    detail?: unknown;
    /** Name of the actor. */
    displayName?: string;
    /** Id of the actor. */
    id?: string;
    /** Kind of the actor. The values are not documented. */
    type?: string;
};
/** Where the request came from that caused the event. */
export type AuditClient = {
    /** Internet address. */
    ipAddress?: string;
};
/** Something that happened. It may carry more than is documented. */
export type AuditEvent = {
    actor?: components["schemas"]["AuditActor"];
    client?: components["schemas"]["AuditClient"];
    /** More about the event; which members there are depends on its type and is not documented. */
    details?: {
        [key: string]: unknown;
    };
    /**
     * What happened. The complete list is not documented; types that begin with `integration_` are about integrations.
     */
    eventType?: string;
    /**
     * Id of the event, a decimal number.
     */
    id: string;
    /**
     * When the event was recorded.
     */
    published?: string;
    /** What it happened to. */
    target?: components["schemas"]["AuditTarget"][];
    /** A further number of the event, which a filter can use. */
    uuid?: number;
};
/** A page of audit events and the position after it. */
export type AuditLogPage = {
    /**
     * Address of the page after this one, with the position as its `after` parameter. Unlike in other lists it is always present. After a page without results the same address gives the events that have happened since.
     */
    next: string;
    /** The events, oldest first unless asked for otherwise. Empty when there is nothing new. */
    results: components["schemas"]["AuditEvent"][];
};
/** Something that an event is about. */
export type AuditTarget = {
    /** Another id of the target, such as an email address. */
    alternateId?: string;
    /** Name of the target. */
    displayName?: string;
    /** Id of the target. */
    id?: string;
    /**
     * Kind of the target. The complete list is not documented.
     */
    type?: string;
};
/** Exchanges the code that a user's consent gave for a token that acts on behalf of that user. */
export type AuthorizationCodeGrant = {
    /** The client id, for programs that put their credentials into the form. Known from public material: some clients do so. The documented way is the `Authorization` header (Basic). Beside the header this member is not needed, and another client's id is refused. */
    client_id?: string;
    /** The client secret that goes with `client_id` in the form. Known from public material. It is refused without `client_id`, and beside an `Authorization` header (Basic): a request has one way to give credentials (RFC 6749 section 2.3). */
    client_secret?: string;
    /** The authorization code that came back to `redirect_uri`. */
    code: string;
    /**
     * Names this grant.
     */
    grant_type: "authorization_code";
    /**
     * The same address as in the authorization request; any other one is refused.
     */
    redirect_uri: string;
    /** The scopes asked for, with one space between them. Absent means every scope that the app is configured for. */
    scope?: string;
};
/** Asks for a token for the program itself, without a user (machine to machine). */
export type ClientCredentialsGrant = {
    /** The client id, for programs that put their credentials into the form. Known from public material: some clients do so. The documented way is the `Authorization` header (Basic). Beside the header this member is not needed, and another client's id is refused. */
    client_id?: string;
    /** The client secret that goes with `client_id` in the form. Known from public material. It is refused without `client_id`, and beside an `Authorization` header (Basic): a request has one way to give credentials (RFC 6749 section 2.3). */
    client_secret?: string;
    /**
     * Names this grant.
     */
    grant_type: "client_credentials";
    /** The scopes asked for, with one space between them. Absent means every scope that the app is configured for. */
    scope?: string;
};
/** Values of the organization's own fields, by field name. */
export type CustomFields = {
    [key: string]: unknown;
};
/** An application as a run sees it. */
export type FlowApp = {
    /** Id of the application. */
    id: string;
    /** Name of the application. */
    name?: string;
};
/** Someone's account in an application, as a run sees it. */
export type FlowAppUser = {
    /** Id of the application. */
    appId?: string;
    /** Name of the application's instance. Absent where the application has none. */
    appInstanceName?: string;
    /** Name of the application. */
    appName?: string;
    /** Id of the application user. */
    id: string;
    /** The account's main email address inside the application. */
    primaryExternalEmail?: string;
    /** The account's main id inside the application. */
    primaryExternalId?: string;
    /** Email address of the user that the account was matched to. */
    userEmail?: string;
    /** Id of the user that the account was matched to. */
    userId?: string;
    /** Name of the user that the account was matched to. */
    userName?: string;
};
/** What a run operates on. Only the members that the run has are present. */
export type FlowItemScope = {
    app?: components["schemas"]["FlowApp"];
    /** The applications the run operates on. */
    apps?: components["schemas"]["FlowApp"][];
    appUser?: components["schemas"]["FlowAppUser"];
    /** The application users the run operates on. */
    appUsers?: components["schemas"]["FlowAppUser"][];
    /** The people the run operates on. */
    people?: components["schemas"]["FlowPerson"][];
    person?: components["schemas"]["FlowPerson"];
    task?: components["schemas"]["FlowTask"];
    /** Values of workflow variables by variable id. Only those named in the query parameter `variables` are here. The type of a value is not documented. */
    variables?: {
        [key: string]: unknown;
    };
};
/** A person as a run sees it. */
export type FlowPerson = {
    customFields?: components["schemas"]["CustomFields"];
    /** Email address. */
    email?: string;
    /** The organization's own number for the person. */
    employeeId?: string;
    /** First name. */
    firstName?: string;
    /** Id of the person. */
    id: string;
    /** What the person's job is called. */
    jobTitle?: string;
    /** Last name. */
    lastName?: string;
    /** Day on which the person leaves. */
    leavingDate?: components["schemas"]["DateOrDateTime"];
    /** The person's line manager. */
    lineManager?: components["schemas"]["PersonInfoFlow"];
    /** Where the person works. */
    location?: string;
    /** Full name. */
    name?: string;
    /** Day on which the person starts. */
    startDate?: components["schemas"]["DateOrDateTime"];
    /** The person's team. */
    team?: string;
};
/** A task as a run sees it. */
export type FlowTask = {
    /** Id of the thing the task is about. */
    appliesToItemId?: string;
    /** Name of the thing the task is about. */
    appliesToItemName?: string;
    /**
     * What kind of thing the task is about. The complete list is not documented.
     */
    appliesToType?: string;
    /** Who is to do it. */
    assignedTo?: components["schemas"]["PersonInfoFlow"];
    /** What is to be done, in full. */
    description?: string;
    /** By when it is to be done. */
    dueDate?: components["schemas"]["DateOrDateTime"];
    /** Id of the task. */
    id: string;
    /** Who answers for the task. */
    owner?: components["schemas"]["PersonInfoFlow"];
    /** Where the task stands. The values are not documented. */
    status?: string;
    /** Id of the kind of task. */
    taskTypeId?: string;
    /** What is to be done, in a line. */
    title?: string;
};
/** Body of a 403. Not documented; chosen to be any object, with the media type of the other refusals. It may be absent. */
export type ForbiddenBody = {
    [key: string]: unknown;
};
/** A postal address. The names of its members are known from public material. */
export type HomeAddress = {
    /** City. */
    city?: string;
    /** Code of the country. */
    countryCode?: string;
    /** State or province. */
    stateOrProvince?: string;
    /** First line of the street address. */
    streetAddress1?: string;
    /** Second line of the street address. */
    streetAddress2?: string;
    /** Postal code. */
    zipOrPostalCode?: string;
};
/** Someone in the organization. Members that have no value are absent. */
export type Person = {
    /** Further email addresses of the person. */
    aliases?: string[];
    /** The cost center, in words. That an answer uses this name is known from public material. */
    costCenter?: string;
    /** Id of the cost center. The name of this member is known from public material. */
    costCenterId?: string;
    /** The user who created the person. */
    readonly createdBy?: components["schemas"]["UserInfoFlow"];
    /**
     * When the person was created, in UTC.
     */
    readonly createdDtm?: string;
    /** Values of the organization's own fields, by field name. That people carry them is documented, the name of this member only for the person of a run; chosen to be the same here. */
    customFields?: components["schemas"]["CustomFields"];
    /** Primary email address. */
    email?: string;
    /** The organization's own number for the person. */
    employeeId?: string;
    /** The organization's own word for the kind of employment, as free text. Not to be confused with `personType`. */
    employeeType?: string;
    /** First name. */
    firstName?: string;
    /** Where the person lives. That people carry it is documented, the name of this member is not; chosen after the words used for it. */
    homeAddress?: components["schemas"]["HomeAddress"];
    /** Id of the person (a UUID). */
    readonly id: string;
    /** What the person's job is called. */
    jobTitle?: string;
    /** The user who last changed the person. */
    readonly lastModifiedBy?: components["schemas"]["UserInfoFlow"];
    /**
     * When the person was last changed, in UTC.
     */
    readonly lastModifiedDtm?: string;
    /** Last name. */
    lastName?: string;
    /** Day on which the person leaves. */
    leavingDate?: components["schemas"]["DateOrDateTime"];
    /** The person's line manager. */
    lineManager?: components["schemas"]["PersonInfoFlow"];
    /** Where the person works, in words. That an answer uses this name is known from public material. */
    location?: string;
    /** Id of the location. The name of this member is known from public material. */
    locationId?: string;
    /** Time zone of the location. The name of this member is known from public material. */
    locationTimezone?: string;
    /** Login name on the local domain. */
    loginName?: string;
    /** The person's place in the organization, as directory integrations report it. */
    organizationalUnit?: string;
    personType?: components["schemas"]["PersonType"];
    /** Phone number. The name of this member is known from public material. */
    phoneNumber?: string;
    /** Day on which the person starts. */
    startDate?: components["schemas"]["DateOrDateTime"];
    status?: components["schemas"]["PersonStatus"];
    /** The teams the person belongs to. */
    teams?: components["schemas"]["PersonTeam"][];
    /**
     * The person's own time zone, as an IANA name. The name of this member is known from public material.
     */
    timezone?: string;
    /** Name the person logs on with, as integrations report it. */
    userName?: string;
};
/** A person, in short. */
export type PersonInfoFlow = {
    /** Email address of the person. */
    email?: string;
    /** Id of the person. */
    id?: string;
    /** Name of the person. */
    name?: string;
    personType?: components["schemas"]["PersonInfoType"];
};
/** A team that a person belongs to. It may carry more than is documented. */
export type PersonTeam = {
    /** Id of the team. */
    id: string;
    /** Name of the team. */
    name?: string;
};
/** What is to change about a person, at least one member. A member that is left out stays as it is, null clears it. The members listed are all that can be set; a phone number, a home address, a time zone and custom fields can be read but not set here. */
export type PersonUpdate = {
    /** Further email addresses. Null clears them. */
    aliases?: readonly string[] | null;
    /** The cost center, in words. A cost center that matches the text is taken, or created where there is none. Null clears it. */
    costCenter?: string | null;
    /**
     * Primary email address. Null clears it.
     */
    email?: string | null;
    /** The organization's own number for the person. Null clears it. */
    employeeId?: string | null;
    /** The organization's own word for the kind of employment, as free text; not `personType`. Null clears it. */
    employeeType?: string | null;
    /** First name. Null clears it. */
    firstName?: string | null;
    /** What the person's job is called. Null clears it. */
    jobTitle?: string | null;
    /** Last name. Null clears it. */
    lastName?: string | null;
    /** Day on which the person leaves, as a date or a date with time of ISO 8601. Null clears it. */
    leavingDate?: components["schemas"]["NullableIsoTime"];
    /** Where the person works, in words. A location that matches the text is taken, or created where there is none. Null clears it. */
    location?: string | null;
    /** Login name on the local domain. Null clears it. */
    loginName?: string | null;
    /**
     * What the person is to the organization. Null clears it.
     */
    personType?: "Employee" | "Contractor" | "ServiceAccount" | "External" | null;
    /** Day on which the person starts, as a date or a date with time of ISO 8601. Null clears it. */
    startDate?: components["schemas"]["NullableIsoTime"];
} & ({
    /** All teams the person is to belong to, each by its id or its name; they replace the present memberships. Not together with `teamIds`. Null clears all memberships. */
    teams?: readonly string[] | null;
    teamIds?: never;
} | {
    teams?: never;
    /** Ids of all teams the person is to belong to; they replace the present memberships. Not together with `teams`. Null clears all memberships. */
    teamIds?: readonly string[] | null;
}) & ({
    /** The line manager, by person id. Not together with `lineManagerEmail` or `lineManager`. Null clears it. */
    lineManagerId?: string | null;
    lineManagerEmail?: never;
    lineManager?: never;
} | {
    lineManagerId?: never;
    /**
     * The line manager, by email address. Not together with `lineManagerId` or `lineManager`. Null clears it.
     */
    lineManagerEmail?: string | null;
    lineManager?: never;
} | {
    lineManagerId?: never;
    lineManagerEmail?: never;
    /** The line manager, as an object with an id or an email address. Not together with `lineManagerId` or `lineManagerEmail`. Null clears it. The name of this member is not documented; chosen to be the same as in the answer. */
    lineManager?: components["schemas"]["LineManagerUpdate"] | null;
});
/** Why a request was refused, as problem details (RFC 7807). Any member may be absent, and others may be present. */
export type Problem = {
    /** What was wrong with this request. */
    detail?: string;
    extensions?: components["schemas"]["ProblemExtensions"];
    /** The HTTP status, once more. */
    status?: number;
    /** The kind of problem, in words. */
    title?: string;
    /** What the service's support can find the request by. Some answers carry it in `extensions` instead. */
    traceId?: string;
    /**
     * Names the kind of problem.
     */
    type?: string;
};
/** Further members of a problem, in the form in which they are nested. */
export type ProblemExtensions = {
    /** What the service's support can find the request by. */
    traceId?: string;
};
/** Exchanges a refresh token for a new access token. Such a token is only given where `offline_access` was asked for and granted. It stays good: no new refresh token is given for it. */
export type RefreshTokenGrant = {
    /** The client id, for programs that put their credentials into the form. Known from public material: some clients do so. The documented way is the `Authorization` header (Basic). Beside the header this member is not needed, and another client's id is refused. */
    client_id?: string;
    /** The client secret that goes with `client_id` in the form. Known from public material. It is refused without `client_id`, and beside an `Authorization` header (Basic): a request has one way to give credentials (RFC 6749 section 2.3). */
    client_secret?: string;
    /**
     * Names this grant.
     */
    grant_type: "refresh_token";
    /** The refresh token that the authorization code flow gave. */
    refresh_token: string;
    /** The scopes asked for, with one space between them. Absent means every scope that the app is configured for. */
    scope?: string;
};
/** One email address of a user. */
export type ScimEmail = {
    /** Whether it is the user's main address. */
    primary?: boolean;
    /**
     * What the address is for.
     */
    type?: string;
    /** The address. */
    value?: string;
};
/** What the service knows about the record itself. Ignored where a request carries it. */
export type ScimMeta = {
    /**
     * When the user was created.
     */
    created?: string;
    /**
     * When the user was last changed.
     */
    lastModified?: string;
    /** Address of the user. */
    location?: string;
    /**
     * Kind of the SCIM resource.
     */
    resourceType?: string;
};
/** The parts of a user's name. */
export type ScimName = {
    /** Family name. */
    familyName?: string;
    /** The whole name. */
    formatted?: string;
    /** Given name. */
    givenName?: string;
};
/** A SCIM PatchOp message, RFC 7644 section 3.5.2, that changes a user. */
export type ScimPatch = {
    /** The changes, at least one, applied in this order. */
    Operations: readonly components["schemas"]["ScimPatchOperation"][];
    /** URNs of the message's schemas. `urn:ietf:params:scim:api:messages:2.0:PatchOp` must be among them. */
    schemas: readonly string[];
};
/** One change to a user. */
export type ScimPatchOperation = {
    /**
     * What to do with the attribute.
     */
    op: "add" | "replace" | "remove";
    /**
     * The attribute to change, with a dot before a sub-attribute. Every operation has one. `userName` cannot be changed.
     */
    path: string;
    /** The new value, of the type that the attribute has. Absent where the attribute is removed. Not documented but chosen: `add` and `replace` without it are refused with 400. */
    value?: unknown;
};
/** One phone number of a user. Its members are not documented. */
export type ScimPhoneNumber = {
    /** The number. Not documented by name; chosen after RFC 7643 section 4.1.2, because the service speaks of the first value. */
    value?: string;
};
/** One role of a user. */
export type ScimRole = {
    /** Name of the role to show. */
    display?: string;
    /** Whether it is the user's main role. */
    primary?: boolean;
    /** Name of the role. It must be the name of a role that exists. */
    value?: string;
};
/** Someone with access to the service, as SCIM 2.0 describes a user. It may carry members and extensions beyond these. */
export type ScimUser = {
    /** False while the user's access is suspended. */
    active?: boolean;
    /** Name to show. The service derives it from `name`. */
    readonly displayName?: string;
    /** The user's email addresses. */
    emails?: components["schemas"]["ScimEmail"][];
    /** The provisioning program's own id for the user, set by that program. */
    externalId?: string;
    /** Id given by the service. Ignored where a request carries it. */
    readonly id: string;
    /**
     * The user's language and region.
     */
    locale?: string;
    readonly meta?: components["schemas"]["ScimMeta"];
    name?: components["schemas"]["ScimName"];
    /** The user's phone numbers. The service stores only the first value. */
    phoneNumbers?: components["schemas"]["ScimPhoneNumber"][];
    /** The same value as `locale`. Set `locale` to change it. */
    readonly preferredLanguage?: string;
    /** The user's roles. */
    roles?: components["schemas"]["ScimRole"][];
    /** URNs of the SCIM schemas that describe this user, the one of the core user among them. */
    schemas: string[];
    /**
     * The user's time zone, as an IANA name. Another value in a patch is refused.
     */
    timezone?: string;
    /** The user's title. */
    title?: string;
    /** What identifies the user, typically an email address. It must be in a domain that is verified for the organization, and cannot be changed once it is set. */
    userName: string;
};
/** Body of a 500. Only documented as a generic message. */
export type ServerError = {
    /** The message. The name of this member is not documented; chosen, and it may be absent. */
    message?: string;
};
/** What a step that is done left behind. Present on a completed step. */
export type StepCompletedResult = {
    /**
     * When the step was done, in UTC.
     */
    dtm?: string;
    /** What the run operates on from here on. Present only if the step changed it. */
    newContext?: components["schemas"]["FlowItemScope"];
    /** Ids of the steps that run next. */
    nextStepIds?: string[];
};
/** Why a step failed. Present on a failed step. */
export type StepFailedResult = {
    /**
     * When the step failed.
     */
    dtm?: string;
    /** What went wrong, for people to read. */
    message?: string;
};
/** A signal that lets a waiting run go on. */
export type StepWaitingAction = {
    /**
     * The address of the signal, as a whole: the input of `fireSignal`. Known from public material: the POST needs the scope `Workflows.Runs.Execute`. Send the token there only if the address is at the origin of the service.
     */
    href?: string;
    /** The same as `name`. Known from public material as the name that older servers use instead. */
    label?: string;
    /** Name of the action, such as the name of a signal. */
    name?: string;
};
/** What a step waits for. Present on a waiting step. */
export type StepWaitingResult = {
    /** What can be done to let the run go on. */
    actions?: components["schemas"]["StepWaitingAction"][];
    /**
     * When the waiting began.
     */
    dtm?: string;
    /**
     * When a timer lets the run go on by itself. Absent where no timer runs.
     */
    until?: string;
    /**
     * The same as `until`. Known from public material as the name that older servers use instead.
     */
    untilDtm?: string;
};
/** Why no token was given. */
export type TokenFailure = {
    error: components["schemas"]["TokenFailureCode"];
};
/** An access token and how long it is good for. */
export type TokenResponse = {
    /** The token that goes into the `Authorization` header of every other operation, after the word Bearer. */
    access_token: string;
    /** Seconds, counted from this answer, after which the token is no longer accepted. About 60 minutes. */
    expires_in: number;
    /** The token to get a new access token with. Only given in the authorization code flow, and there only where `offline_access` was asked for. */
    refresh_token?: string;
    /** The scopes that were granted, with one space between them. */
    scope: string;
    /**
     * How the token is to be used. Always `Bearer`.
     */
    token_type: "Bearer";
};
/** Body of a 401. Not documented; chosen to be any object, with the media type of the other refusals. It may be absent. */
export type UnauthorizedBody = {
    [key: string]: unknown;
};
/** A user of the service, in short. */
export type UserInfoFlow = {
    /** Email address of the user. */
    email?: string;
    /** Name of the user. */
    name?: string;
    /** Id of the user. */
    userId?: string;
};
/** Why a request was refused as invalid, as problem details (RFC 7807). Any member may be absent, and others may be present. */
export type ValidationProblem = {
    /** What was wrong with this request. */
    detail?: string;
    /** What was wrong, by field name. Present where the fields of the request were checked and did not pass. */
    errors?: {
        [key: string]: string[];
    };
    extensions?: components["schemas"]["ProblemExtensions"];
    /** The HTTP status, once more. */
    status?: number;
    /** The kind of problem, in words. */
    title?: string;
    /** What the service's support can find the request by. Some answers carry it in `extensions` instead. */
    traceId?: string;
    /**
     * Names the kind of problem.
     */
    type?: string;
};
/** One run of a workflow, with the state of its trigger and of each of its steps. */
export type WorkflowRun = {
    context?: components["schemas"]["FlowItemScope"];
    /** The user who started the run. */
    createdBy?: components["schemas"]["UserInfoFlow"];
    /**
     * When the run was started, in UTC.
     */
    createdDtm?: string;
    /** Whether the run was deleted. Lists leave deleted runs out unless their filter mentions this field. */
    deleted?: boolean;
    /** Unique id of the run. */
    id: string;
    /**
     * When the run last changed, in UTC.
     */
    lastModifiedDtm?: string;
    /** Name of the run. */
    name?: string;
    status?: components["schemas"]["WorkflowRunStatus"];
    /** State of each step. */
    steps?: components["schemas"]["WorkflowRunStep"][];
    /** State of the step that set the run off. */
    trigger?: components["schemas"]["WorkflowRunStep"];
    /**
     * Until when the run waits, in UTC. Present while the run is waiting, and only then.
     */
    waitingUntilDtm?: string;
};
/** A page that holds the one run that was asked for, or nothing where no run has that id. */
export type WorkflowRunPage = {
    /**
     * Address of the next page. Absent when there are no more results, which is always so for a single run.
     */
    next?: string;
    /** The run, or an empty list. */
    results: components["schemas"]["WorkflowRun"][];
};
/** State of one step, or of the trigger. A completed step carries `completed`, a waiting one `waiting`, a failed one `failed`. */
export type WorkflowRunStep = {
    completed?: components["schemas"]["StepCompletedResult"];
    failed?: components["schemas"]["StepFailedResult"];
    /** Id of the step; `nextStepIds` of another step refers to it. */
    id: string;
    /** Name of the step. */
    name?: string;
    status?: components["schemas"]["WorkflowRunStepStatus"];
    /**
     * What kind of step it is. The complete list is not documented.
     */
    type?: string;
    waiting?: components["schemas"]["StepWaitingResult"];
};
export type DateOrDateTime = components["schemas"]["DateOrDateTime"];
export type IsoTime = components["schemas"]["IsoTime"];
export type LineManagerUpdate = components["schemas"]["LineManagerUpdate"];
export type NullableIsoTime = components["schemas"]["NullableIsoTime"];
export type PersonInfoType = components["schemas"]["PersonInfoType"];
export type PersonStatus = components["schemas"]["PersonStatus"];
export type PersonType = components["schemas"]["PersonType"];
export type TokenFailureCode = components["schemas"]["TokenFailureCode"];
export type TokenRequest = components["schemas"]["TokenRequest"];
export type WorkflowRunStatus = components["schemas"]["WorkflowRunStatus"];
export type WorkflowRunStepStatus = components["schemas"]["WorkflowRunStepStatus"];
