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
         * Returns the whole tree of application categories.
         * The response is the top node, and every node contains its child nodes. The depth is not limited, and there are no pages.
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
         * Returns audit events, oldest first. The list continues with new events.
         * Without `since` the list begins 7 days ago. It has no end: every page has a `next`, including the last one. Read until a page is empty, then poll the
         * same position for new events.
         *
         * The position is the `after` parameter of `next`. Send the other parameters again with it.
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
         * Updates fields of a person and returns the updated person.
         * Absent fields keep their value, null clears a field, and at least one field is required. `teams` and `teamIds` replace all memberships and exclude
         * each other, as do `lineManagerId`, `lineManagerEmail` and `lineManager`.
         *
         * A location or cost center is matched by its text and created if it does not exist.
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
         * Removes a user's access to the service.
         * Users who are managed by the system or by an endpoint management integration (EPM-managed) cannot be deleted: 400. An attempt to change them returns 403.
         */
        delete: operations["deleteScimUser"];
        options?: never;
        head?: never;
        /**
         * Applies a SCIM patch to a user and returns the updated user.
         * Each operation of the patch has a `path`: the attribute to change, with a dot before a sub-attribute (`name.familyName`). Set `active` to false to
         * suspend the user's access.
         *
         * `userName` cannot be changed. The service assigns `id`, `displayName`, `preferredLanguage` and `meta`. It stores only the first value of
         * `phoneNumbers`. The value of a role is the name of an existing role. Users who are managed by the system or by an endpoint management integration
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
         * Returns one workflow run with the state of its steps, in a page.
         * The page contains the run, or is empty if no run has that id. There is never a next page.
         *
         * Values of workflow variables are left out unless `variables` lists them. A secret (password) variable also requires the scope
         * `Workflows.Runs.ReadSecrets`.
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
         * Send the client id and client secret as Basic credentials in the `Authorization` header (RFC 7617). `grant_type` selects the flow:
         * `client_credentials` for the program itself, `authorization_code` for a user who has consented, `refresh_token` to renew a user's token.
         *
         * The client id and client secret can be form fields instead. A request with both is rejected with `invalid_request`.
         *
         * Without `scope` the token has all scopes that are configured for the app. A refresh token is issued only for an authorization code with the scope
         * `offline_access`. It remains valid: a refresh returns no new one.
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
        /** A node of the application category tree, with its child nodes. */
        AppCategory: AppCategory;
        /** The user or program that caused an event. */
        AuditActor: AuditActor;
        /** The client that sent the request that caused the event. */
        AuditClient: AuditClient;
        /** An event of the audit log. It may have undocumented properties. */
        AuditEvent: AuditEvent;
        /** A page of audit events and the position after it. */
        AuditLogPage: AuditLogPage;
        /** An object that an event is about. */
        AuditTarget: AuditTarget;
        /** Exchanges the code of a user's consent for a token of that user. */
        AuthorizationCodeGrant: AuthorizationCodeGrant;
        /** Requests a token for the program itself, without a user (machine to machine). */
        ClientCredentialsGrant: ClientCredentialsGrant;
        /** Values of custom fields, by field name. */
        CustomFields: CustomFields;
        /** A day, as a date or a date with time. */
        DateOrDateTime: string;
        /** An application in the context of a run. */
        FlowApp: FlowApp;
        /** An account in an application, in the context of a run. */
        FlowAppUser: FlowAppUser;
        /** The objects that a run operates on. Only those that the run has are present. */
        FlowItemScope: FlowItemScope;
        /** A person in the context of a run. */
        FlowPerson: FlowPerson;
        /** A task in the context of a run. */
        FlowTask: FlowTask;
        /** Body of a 403 response. It may be absent. */
        ForbiddenBody: ForbiddenBody;
        /** A postal address. */
        HomeAddress: HomeAddress;
        /**
         * A date or a date with time (ISO 8601), in extended or basic format. A date means the start of that day. A time without an offset is in UTC. Week dates, ordinal dates and days that do not exist are rejected.
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
        /** A date or a date with time (ISO 8601), or null to clear it. */
        NullableIsoTime: string | null;
        /** A person of the organization. Properties without a value are absent. */
        Person: Person;
        /** A reference to a person. */
        PersonInfoFlow: PersonInfoFlow;
        /** Type of the referenced person. Not the `personType` of a person. New values may be added. */
        PersonInfoType: "Contact" | "User" | (string & {});
        /** Status of a person. The transitions are not documented. New values may be added. */
        PersonStatus: "New" | "Terminated" | "Active" | "Unknown" | (string & {});
        /** A team that a person belongs to. It may have undocumented properties. */
        PersonTeam: PersonTeam;
        /** Relationship of the person to the organization. New values may be added. */
        PersonType: "Employee" | "Contractor" | "ServiceAccount" | "External" | (string & {});
        /** The changes to a person, at least one property. Absent properties keep their value, null clears it. A phone number, a home address, a time zone and custom fields can be read but not set. */
        PersonUpdate: PersonUpdate;
        /** The reason for an error, as problem details (RFC 7807). Every property may be absent, and there may be others. */
        Problem: Problem;
        /** Additional properties of a problem, in their nested form. */
        ProblemExtensions: ProblemExtensions;
        /** Exchanges a refresh token for a new access token. The authorization code flow returns a refresh token if `offline_access` was requested and granted. It remains valid: a refresh returns no new one. */
        RefreshTokenGrant: RefreshTokenGrant;
        /** One email address of a user. */
        ScimEmail: ScimEmail;
        /** Metadata of the user. Ignored in requests. */
        ScimMeta: ScimMeta;
        /** The parts of a user's name. */
        ScimName: ScimName;
        /** A SCIM PatchOp message that changes a user (RFC 7644 §3.5.2). */
        ScimPatch: ScimPatch;
        /** One change to a user. */
        ScimPatchOperation: ScimPatchOperation;
        /** One phone number of a user. */
        ScimPhoneNumber: ScimPhoneNumber;
        /** One role of a user. */
        ScimRole: ScimRole;
        /** A user with access to the service, in SCIM 2.0. It may have other properties and extensions. */
        ScimUser: ScimUser;
        /** Body of a 500 response. */
        ServerError: ServerError;
        /** Result of a completed step. */
        StepCompletedResult: StepCompletedResult;
        /** Reason why a step failed. */
        StepFailedResult: StepFailedResult;
        /** A signal that continues a waiting run. */
        StepWaitingAction: StepWaitingAction;
        /** Reason why a step waits. */
        StepWaitingResult: StepWaitingResult;
        /** The reason why no token was issued. */
        TokenFailure: TokenFailure;
        /** Error code of the token operation (RFC 6749 §5.2). New values may be added. */
        TokenFailureCode: "invalid_client" | "invalid_scope" | "invalid_request" | "invalid_grant" | "unauthorized_client" | "unsupported_grant_type" | (string & {});
        /** The form that requests a token. `grant_type` decides which other fields it has. */
        TokenRequest: components["schemas"]["ClientCredentialsGrant"] | components["schemas"]["AuthorizationCodeGrant"] | components["schemas"]["RefreshTokenGrant"];
        /** An access token and its lifetime. */
        TokenResponse: TokenResponse;
        /** Body of a 401 response. It may be absent. */
        UnauthorizedBody: UnauthorizedBody;
        /** A reference to a user of the service. */
        UserInfoFlow: UserInfoFlow;
        /** The reason for a validation error, as problem details (RFC 7807). Every property may be absent, and there may be others. */
        ValidationProblem: ValidationProblem;
        /** One run of a workflow, with the state of its trigger and of each of its steps. */
        WorkflowRun: WorkflowRun;
        /** A page with the requested run, or an empty page if no run has that id. */
        WorkflowRunPage: WorkflowRunPage;
        /** Status of a run. The transitions are not documented. New values may be added. */
        WorkflowRunStatus: "InProgress" | "Waiting" | "Failed" | "Completed" | "Terminated" | (string & {});
        /** State of a step or of the trigger. A completed step has `completed`, a waiting one `waiting`, a failed one `failed`. */
        WorkflowRunStep: WorkflowRunStep;
        /** Status of a step. The transitions are not documented. New values may be added. */
        WorkflowRunStepStatus: "NotStarted" | "InProgress" | "Waiting" | "Failed" | "Completed" | "Skipped" | "SkippedWithError" | (string & {});
    };
    responses: {
        /** The body exceeds the size limit. */
        ContentTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** The token is valid but lacks the scope of this operation. The body may be absent. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ForbiddenBody"];
            };
        };
        /** An unexpected error of the service. The body has a generic message. */
        InternalServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServerError"];
            };
        };
        /** The access token is missing, not valid or expired; `WWW-Authenticate` has the reason. The body may be absent. */
        Unauthorized: {
            headers: {
                /**
                 * Reason for the error, as a Bearer challenge with the error code `invalid_token` and a description (RFC 6750).
                 */
                "WWW-Authenticate": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["UnauthorizedBody"];
            };
        };
        /** The body has another media type than the operation accepts. */
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
         * SCIM id of the user.
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
             * The address is the `href` of an action of a waiting step. The operation has no path in this contract, because the service returns the whole URL.
             *
             * The request has no body, and clients do not read the body of a successful response. A signal that was already fired, or whose step has continued
             * after a timer, is rejected.
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
            /** The top node, with all nodes below it. */
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
                 * The position to continue at, from `next` or the `Link` header of a page. Opaque. Default: the beginning of the time window.
                 */
                after?: string;
                /**
                 * Returns only events that match this SCIM filter: attribute, operator and value, combined with `and`, `or`, `not` and parentheses. Default: all
                 * events.
                 *
                 * Operators: `eq` equal, `ne` not equal, `co` contains, `sw` starts with, `ew` ends with, `pr` present (not empty, not null, has no value), `gt`,
                 * `ge`, `lt`, `le` greater, greater or equal, less, less or equal. Strings compare by character, dates by time, numbers by value. Strings and RFC
                 * 3339 dates are in double quotes, integers and booleans are not. Brackets are not supported.
                 */
                filter?: string;
                /**
                 * Maximum number of events in a page. A page may have fewer.
                 */
                limit?: number;
                /**
                 * Returns only events that match this text: part of the name of the actor or of a target, part of a target's email address, or exactly the id or type of the event or of a target. Default: all events.
                 */
                q?: string;
                /**
                 * Returns only events from this time on: a date or a date with time (ISO 8601). A date means the start of that day. A time without an offset is in UTC. Default: 7 days ago.
                 */
                since?: components["schemas"]["IsoTime"];
                /**
                 * `ASCENDING` returns the oldest events first, `DESCENDING` the newest.
                 */
                sortOrder?: "ASCENDING" | "DESCENDING";
                /**
                 * Returns only events up to this time: a date or a date with time (ISO 8601). A date means the start of that day. A time without an offset is in UTC. Default: no limit.
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
                    /** The URL in `next` of the body, with the relation `next` (RFC 8288). */
                    Link: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLogPage"];
                };
            };
            /** A parameter is not valid, for example the filter or an unknown position. */
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
                 * Id of the person (a UUID, with or without dashes), or one of the person's email addresses. A slash is encoded as `%2F`.
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
            /** The body or the id is not valid. `errors` lists the invalid fields, if there are any. */
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
            /** The change conflicts with existing data, for example with another person who has the same email address. */
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
                 * SCIM id of the user.
                 */
                userId: components["parameters"]["ScimUserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The user no longer has access. */
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
                 * SCIM id of the user.
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
            /** The token lacks the scope `Users.Write`, or the user is managed by the system or by an endpoint management integration and cannot be changed. The body may be absent. */
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
                 * Ids of the workflow variables to return, separated by commas in the URL; an id cannot contain a comma. Default: none.
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
            /** The workflow does not exist or is not accessible. An unknown run id returns an empty page instead. */
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
            /** No token was issued, for example because the client id, the client secret or a scope is not valid. `error` has the reason. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenFailure"];
                };
            };
            /** The request has no credentials. Wrong credentials return 400. */
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
            /** The form exceeds the size limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenFailure"];
                };
            };
            /** The body is not a form. */
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
            /** The signal was fired. Any other 2xx status is a success, too. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** The signal does not exist, or no longer exists. */
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
/** A node of the application category tree, with its child nodes. */
export type AppCategory = {
    /** The categories one level below. Absent or empty if there are none. */
    children?: components["schemas"]["AppCategory"][];
    /** Id of the category. */
    id: string;
    /** Name of the category. The top node is the root of the tree. */
    name?: string;
};
/** The user or program that caused an event. */
export type AuditActor = {
    /** Another id of the actor, such as an email address. */
    alternateId?: string;
    /** Details of the actor, of any type. In a filter, a string. */
    detail?: unknown;
    /** Name of the actor. */
    displayName?: string;
    /** Id of the actor. */
    id?: string;
    /** Type of the actor. The values are not documented. */
    type?: string;
};
/** The client that sent the request that caused the event. */
export type AuditClient = {
    /** IP address of the client. */
    ipAddress?: string;
};
/** An event of the audit log. It may have undocumented properties. */
export type AuditEvent = {
    actor?: components["schemas"]["AuditActor"];
    client?: components["schemas"]["AuditClient"];
    /** Details of the event. The properties depend on the event type. */
    details?: {
        [key: string]: unknown;
    };
    /**
     * Type of the event. The list of values is not documented. Types of integration events begin with `integration_`.
     */
    eventType?: string;
    /**
     * Id of the event, a decimal number.
     */
    id: string;
    /**
     * Time at which the event was recorded.
     */
    published?: string;
    /** The objects that the event is about. */
    target?: components["schemas"]["AuditTarget"][];
    /** A further number of the event, for filters. */
    uuid?: number;
};
/** A page of audit events and the position after it. */
export type AuditLogPage = {
    /**
     * URL of the next page, with the position as its `after` parameter. Always present, unlike in other lists. After an empty page the same URL returns new events.
     */
    next: string;
    /** The events, oldest first by default. Empty if there is nothing new. */
    results: components["schemas"]["AuditEvent"][];
};
/** An object that an event is about. */
export type AuditTarget = {
    /** Another id of the target, such as an email address. */
    alternateId?: string;
    /** Name of the target. */
    displayName?: string;
    /** Id of the target. */
    id?: string;
    /**
     * Type of the target. The list of values is not documented.
     */
    type?: string;
};
/** Exchanges the code of a user's consent for a token of that user. */
export type AuthorizationCodeGrant = {
    /** The client id, if the credentials are in the form instead of the `Authorization` header (Basic). With the header it is optional and must be the same id. */
    client_id?: string;
    /** The client secret, if the credentials are in the form. It requires `client_id`, and is rejected together with an `Authorization` header (RFC 6749 §2.3). */
    client_secret?: string;
    /** The authorization code that the service sent to `redirect_uri`. */
    code: string;
    /**
     * Selects this grant.
     */
    grant_type: "authorization_code";
    /**
     * The `redirect_uri` of the authorization request. Any other address is rejected.
     */
    redirect_uri: string;
    /** The requested scopes, separated by spaces. Default: all scopes that are configured for the app. */
    scope?: string;
};
/** Requests a token for the program itself, without a user (machine to machine). */
export type ClientCredentialsGrant = {
    /** The client id, if the credentials are in the form instead of the `Authorization` header (Basic). With the header it is optional and must be the same id. */
    client_id?: string;
    /** The client secret, if the credentials are in the form. It requires `client_id`, and is rejected together with an `Authorization` header (RFC 6749 §2.3). */
    client_secret?: string;
    /**
     * Selects this grant.
     */
    grant_type: "client_credentials";
    /** The requested scopes, separated by spaces. Default: all scopes that are configured for the app. */
    scope?: string;
};
/** Values of custom fields, by field name. */
export type CustomFields = {
    [key: string]: unknown;
};
/** An application in the context of a run. */
export type FlowApp = {
    /** Id of the application. */
    id: string;
    /** Name of the application. */
    name?: string;
};
/** An account in an application, in the context of a run. */
export type FlowAppUser = {
    /** Id of the application. */
    appId?: string;
    /** Name of the application's instance. Absent if the application has none. */
    appInstanceName?: string;
    /** Name of the application. */
    appName?: string;
    /** Id of the application user. */
    id: string;
    /** The account's primary email address in the application. */
    primaryExternalEmail?: string;
    /** The account's primary id in the application. */
    primaryExternalId?: string;
    /** Email address of the user that the account was matched to. */
    userEmail?: string;
    /** Id of the user that the account was matched to. */
    userId?: string;
    /** Name of the user that the account was matched to. */
    userName?: string;
};
/** The objects that a run operates on. Only those that the run has are present. */
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
    /** Values of workflow variables by variable id, of any type. Only those that the query parameter `variables` lists. */
    variables?: {
        [key: string]: unknown;
    };
};
/** A person in the context of a run. */
export type FlowPerson = {
    customFields?: components["schemas"]["CustomFields"];
    /** Email address. */
    email?: string;
    /** The organization's number for the person. */
    employeeId?: string;
    /** First name. */
    firstName?: string;
    /** Id of the person. */
    id: string;
    /** Job title. */
    jobTitle?: string;
    /** Last name. */
    lastName?: string;
    /** The person's last day. */
    leavingDate?: components["schemas"]["DateOrDateTime"];
    /** The person's line manager. */
    lineManager?: components["schemas"]["PersonInfoFlow"];
    /** The person's place of work. */
    location?: string;
    /** Full name. */
    name?: string;
    /** The person's first day. */
    startDate?: components["schemas"]["DateOrDateTime"];
    /** The person's team. */
    team?: string;
};
/** A task in the context of a run. */
export type FlowTask = {
    /** Id of the object that the task is about. */
    appliesToItemId?: string;
    /** Name of the object that the task is about. */
    appliesToItemName?: string;
    /**
     * Type of the object that the task is about. The list of values is not documented.
     */
    appliesToType?: string;
    /** The assignee of the task. */
    assignedTo?: components["schemas"]["PersonInfoFlow"];
    /** Description of the task. */
    description?: string;
    /** The due date of the task. */
    dueDate?: components["schemas"]["DateOrDateTime"];
    /** Id of the task. */
    id: string;
    /** The owner of the task. */
    owner?: components["schemas"]["PersonInfoFlow"];
    /** Status of the task. The values are not documented. */
    status?: string;
    /** Id of the task type. */
    taskTypeId?: string;
    /** Title of the task. */
    title?: string;
};
/** Body of a 403 response. It may be absent. */
export type ForbiddenBody = {
    [key: string]: unknown;
};
/** A postal address. */
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
/** A person of the organization. Properties without a value are absent. */
export type Person = {
    /** Further email addresses of the person. */
    aliases?: string[];
    /** The cost center, as text. */
    costCenter?: string;
    /** Id of the cost center. */
    costCenterId?: string;
    /** The user who created the person. */
    readonly createdBy?: components["schemas"]["UserInfoFlow"];
    /**
     * When the person was created, in UTC.
     */
    readonly createdDtm?: string;
    /** Values of custom fields, by field name. */
    customFields?: components["schemas"]["CustomFields"];
    /** Primary email address. */
    email?: string;
    /** The organization's number for the person. */
    employeeId?: string;
    /** Kind of employment, as free text. Not the same as `personType`. */
    employeeType?: string;
    /** First name. */
    firstName?: string;
    /** Home address. */
    homeAddress?: components["schemas"]["HomeAddress"];
    /** Id of the person (a UUID). */
    readonly id: string;
    /** Job title. */
    jobTitle?: string;
    /** The user who last changed the person. */
    readonly lastModifiedBy?: components["schemas"]["UserInfoFlow"];
    /**
     * When the person was last changed, in UTC.
     */
    readonly lastModifiedDtm?: string;
    /** Last name. */
    lastName?: string;
    /** The person's last day. */
    leavingDate?: components["schemas"]["DateOrDateTime"];
    /** The person's line manager. */
    lineManager?: components["schemas"]["PersonInfoFlow"];
    /** The person's place of work, as text. */
    location?: string;
    /** Id of the location. */
    locationId?: string;
    /** Time zone of the location. */
    locationTimezone?: string;
    /** Login name on the local domain. */
    loginName?: string;
    /** Organizational unit, as reported by directory integrations. */
    organizationalUnit?: string;
    personType?: components["schemas"]["PersonType"];
    /** Phone number. */
    phoneNumber?: string;
    /** The person's first day. */
    startDate?: components["schemas"]["DateOrDateTime"];
    status?: components["schemas"]["PersonStatus"];
    /** The teams the person belongs to. */
    teams?: components["schemas"]["PersonTeam"][];
    /**
     * The person's time zone, as an IANA name.
     */
    timezone?: string;
    /** Name with which the person logs on, as reported by integrations. */
    userName?: string;
};
/** A reference to a person. */
export type PersonInfoFlow = {
    /** Email address of the person. */
    email?: string;
    /** Id of the person. */
    id?: string;
    /** Name of the person. */
    name?: string;
    personType?: components["schemas"]["PersonInfoType"];
};
/** A team that a person belongs to. It may have undocumented properties. */
export type PersonTeam = {
    /** Id of the team. */
    id: string;
    /** Name of the team. */
    name?: string;
};
/** The changes to a person, at least one property. Absent properties keep their value, null clears it. A phone number, a home address, a time zone and custom fields can be read but not set. */
export type PersonUpdate = {
    /** Further email addresses. Null clears them. */
    aliases?: readonly string[] | null;
    /** The cost center, as text. Matched by its text, and created if it does not exist. Null clears it. */
    costCenter?: string | null;
    /**
     * Primary email address. Null clears it.
     */
    email?: string | null;
    /** The organization's number for the person. Null clears it. */
    employeeId?: string | null;
    /** Kind of employment, as free text. Not the same as `personType`. Null clears it. */
    employeeType?: string | null;
    /** First name. Null clears it. */
    firstName?: string | null;
    /** Job title. Null clears it. */
    jobTitle?: string | null;
    /** Last name. Null clears it. */
    lastName?: string | null;
    /** The person's last day, as a date or a date with time (ISO 8601). Null clears it. */
    leavingDate?: components["schemas"]["NullableIsoTime"];
    /** The person's place of work, as text. Matched by its text, and created if it does not exist. Null clears it. */
    location?: string | null;
    /** Login name on the local domain. Null clears it. */
    loginName?: string | null;
    /**
     * Relationship of the person to the organization. Null clears it.
     */
    personType?: "Employee" | "Contractor" | "ServiceAccount" | "External" | null;
    /** The person's first day, as a date or a date with time (ISO 8601). Null clears it. */
    startDate?: components["schemas"]["NullableIsoTime"];
} & ({
    /** Ids or names of all teams of the person; they replace the current memberships. Not together with `teamIds`. Null clears all memberships. */
    teams?: readonly string[] | null;
    teamIds?: never;
} | {
    teams?: never;
    /** Ids of all teams of the person; they replace the current memberships. Not together with `teams`. Null clears all memberships. */
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
    /** The line manager, as an object with an id or an email address. Not together with `lineManagerId` or `lineManagerEmail`. Null clears it. */
    lineManager?: components["schemas"]["LineManagerUpdate"] | null;
});
/** The reason for an error, as problem details (RFC 7807). Every property may be absent, and there may be others. */
export type Problem = {
    /** What was wrong with this request. */
    detail?: string;
    extensions?: components["schemas"]["ProblemExtensions"];
    /** HTTP status of the response. */
    status?: number;
    /** Name of the problem type. */
    title?: string;
    /** Id of the request for the service's support. Some responses have it in `extensions` instead. */
    traceId?: string;
    /**
     * URI of the problem type.
     */
    type?: string;
};
/** Additional properties of a problem, in their nested form. */
export type ProblemExtensions = {
    /** Id of the request for the service's support. */
    traceId?: string;
};
/** Exchanges a refresh token for a new access token. The authorization code flow returns a refresh token if `offline_access` was requested and granted. It remains valid: a refresh returns no new one. */
export type RefreshTokenGrant = {
    /** The client id, if the credentials are in the form instead of the `Authorization` header (Basic). With the header it is optional and must be the same id. */
    client_id?: string;
    /** The client secret, if the credentials are in the form. It requires `client_id`, and is rejected together with an `Authorization` header (RFC 6749 §2.3). */
    client_secret?: string;
    /**
     * Selects this grant.
     */
    grant_type: "refresh_token";
    /** The refresh token from the authorization code flow. */
    refresh_token: string;
    /** The requested scopes, separated by spaces. Default: all scopes that are configured for the app. */
    scope?: string;
};
/** One email address of a user. */
export type ScimEmail = {
    /** True for the user's primary address. */
    primary?: boolean;
    /**
     * Purpose of the address.
     */
    type?: string;
    /** The email address. */
    value?: string;
};
/** Metadata of the user. Ignored in requests. */
export type ScimMeta = {
    /**
     * When the user was created.
     */
    created?: string;
    /**
     * When the user was last changed.
     */
    lastModified?: string;
    /** URL of the user. */
    location?: string;
    /**
     * Type of the SCIM resource.
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
/** A SCIM PatchOp message that changes a user (RFC 7644 §3.5.2). */
export type ScimPatch = {
    /** The changes, at least one, applied in this order. */
    Operations: readonly components["schemas"]["ScimPatchOperation"][];
    /** URNs of the message's schemas. One of them is `urn:ietf:params:scim:api:messages:2.0:PatchOp`. */
    schemas: readonly string[];
};
/** One change to a user. */
export type ScimPatchOperation = {
    /**
     * The kind of change.
     */
    op: "add" | "replace" | "remove";
    /**
     * The attribute to change, with a dot before a sub-attribute. Required in every operation. `userName` cannot be changed.
     */
    path: string;
    /** The new value, of the attribute's type. Absent for `remove`. `add` and `replace` without it are rejected with 400. */
    value?: unknown;
};
/** One phone number of a user. */
export type ScimPhoneNumber = {
    /** The phone number. */
    value?: string;
};
/** One role of a user. */
export type ScimRole = {
    /** Display name of the role. */
    display?: string;
    /** True for the user's primary role. */
    primary?: boolean;
    /** Name of an existing role. */
    value?: string;
};
/** A user with access to the service, in SCIM 2.0. It may have other properties and extensions. */
export type ScimUser = {
    /** False while the user's access is suspended. */
    active?: boolean;
    /** Display name. The service derives it from `name`. */
    readonly displayName?: string;
    /** The user's email addresses. */
    emails?: components["schemas"]["ScimEmail"][];
    /** Id assigned by the provisioning program. */
    externalId?: string;
    /** Id assigned by the service. Ignored in requests. */
    readonly id: string;
    /**
     * Language and region of the user.
     */
    locale?: string;
    readonly meta?: components["schemas"]["ScimMeta"];
    name?: components["schemas"]["ScimName"];
    /** The user's phone numbers. The service stores only the first value. */
    phoneNumbers?: components["schemas"]["ScimPhoneNumber"][];
    /** Preferred language. The same value as `locale`; set `locale` to change it. */
    readonly preferredLanguage?: string;
    /** The user's roles. */
    roles?: components["schemas"]["ScimRole"][];
    /** URNs of the SCIM schemas of this user. One of them is the core user schema. */
    schemas: string[];
    /**
     * Time zone of the user, as an IANA name. A patch with another value is rejected.
     */
    timezone?: string;
    /** Title of the user. */
    title?: string;
    /** Unique name of the user, typically an email address. It must be in a verified domain of the organization, and cannot be changed once it is set. */
    userName: string;
};
/** Body of a 500 response. */
export type ServerError = {
    /** Error message. May be absent. */
    message?: string;
};
/** Result of a completed step. */
export type StepCompletedResult = {
    /**
     * Time at which the step completed, in UTC.
     */
    dtm?: string;
    /** Context of the run after this step. Present only if the step changed it. */
    newContext?: components["schemas"]["FlowItemScope"];
    /** Ids of the steps that run next. */
    nextStepIds?: string[];
};
/** Reason why a step failed. */
export type StepFailedResult = {
    /**
     * Time at which the step failed.
     */
    dtm?: string;
    /** Error message, for people to read. */
    message?: string;
};
/** A signal that continues a waiting run. */
export type StepWaitingAction = {
    /**
     * URL of the signal: the input of `fireSignal`, which requires the scope `Workflows.Runs.Execute`. Send the token only if the URL has the origin of the service.
     */
    href?: string;
    /** The same as `name`, from older servers. */
    label?: string;
    /** Name of the action, such as the name of a signal. */
    name?: string;
};
/** Reason why a step waits. */
export type StepWaitingResult = {
    /** Actions that continue the run. */
    actions?: components["schemas"]["StepWaitingAction"][];
    /**
     * Time at which the wait began.
     */
    dtm?: string;
    /**
     * Time at which a timer continues the run. Absent without a timer.
     */
    until?: string;
    /**
     * The same as `until`, from older servers.
     */
    untilDtm?: string;
};
/** The reason why no token was issued. */
export type TokenFailure = {
    error: components["schemas"]["TokenFailureCode"];
};
/** An access token and its lifetime. */
export type TokenResponse = {
    /** The token for the `Authorization` header of all other operations, after the word Bearer. */
    access_token: string;
    /** Lifetime of the token in seconds, from this response on. About 60 minutes. */
    expires_in: number;
    /** Token that renews the access token. Only in the authorization code flow with the scope `offline_access`. */
    refresh_token?: string;
    /** The granted scopes, separated by spaces. */
    scope: string;
    /**
     * Type of the token. Always `Bearer`.
     */
    token_type: "Bearer";
};
/** Body of a 401 response. It may be absent. */
export type UnauthorizedBody = {
    [key: string]: unknown;
};
/** A reference to a user of the service. */
export type UserInfoFlow = {
    /** Email address of the user. */
    email?: string;
    /** Name of the user. */
    name?: string;
    /** Id of the user. */
    userId?: string;
};
/** The reason for a validation error, as problem details (RFC 7807). Every property may be absent, and there may be others. */
export type ValidationProblem = {
    /** What was wrong with this request. */
    detail?: string;
    /** Error messages by field name. Present if fields of the request are invalid. */
    errors?: {
        [key: string]: string[];
    };
    extensions?: components["schemas"]["ProblemExtensions"];
    /** HTTP status of the response. */
    status?: number;
    /** Name of the problem type. */
    title?: string;
    /** Id of the request for the service's support. Some responses have it in `extensions` instead. */
    traceId?: string;
    /**
     * URI of the problem type.
     */
    type?: string;
};
/** One run of a workflow, with the state of its trigger and of each of its steps. */
export type WorkflowRun = {
    context?: components["schemas"]["FlowItemScope"];
    /** The user who started the run. */
    createdBy?: components["schemas"]["UserInfoFlow"];
    /**
     * Time at which the run was started, in UTC.
     */
    createdDtm?: string;
    /** True if the run was deleted. Lists leave out deleted runs unless their filter mentions this field. */
    deleted?: boolean;
    /** Unique id of the run. */
    id: string;
    /**
     * Time of the last change, in UTC.
     */
    lastModifiedDtm?: string;
    /** Name of the run. */
    name?: string;
    status?: components["schemas"]["WorkflowRunStatus"];
    /** State of each step. */
    steps?: components["schemas"]["WorkflowRunStep"][];
    /** State of the trigger. */
    trigger?: components["schemas"]["WorkflowRunStep"];
    /**
     * Time until which the run waits, in UTC. Present only while the run waits.
     */
    waitingUntilDtm?: string;
};
/** A page with the requested run, or an empty page if no run has that id. */
export type WorkflowRunPage = {
    /**
     * URL of the next page. Always absent for a single run.
     */
    next?: string;
    /** The run, or an empty list. */
    results: components["schemas"]["WorkflowRun"][];
};
/** State of a step or of the trigger. A completed step has `completed`, a waiting one `waiting`, a failed one `failed`. */
export type WorkflowRunStep = {
    completed?: components["schemas"]["StepCompletedResult"];
    failed?: components["schemas"]["StepFailedResult"];
    /** Id of the step. `nextStepIds` of other steps contain it. */
    id: string;
    /** Name of the step. */
    name?: string;
    status?: components["schemas"]["WorkflowRunStepStatus"];
    /**
     * Type of the step. The list of values is not documented.
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
