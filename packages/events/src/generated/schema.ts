// Generated from specs/events/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

export interface paths {
    "/api/v2/auditevents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Returns audit events page by page, from a start time or a cursor.
         * Returns what users did in the account. The body has either `limit`, `start_time` and `end_time` to start at a time (by default the last hour,
         * 100 events a page), or the `cursor` of the previous response to continue, never both.
         *
         * With `has_more: false` there are no more events at the moment: store the cursor and poll with it later. A page can be empty although there is more.
         * The order of the events is not specified.
         */
        post: operations["listAuditEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/auth/introspect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the features of the token, its integration and the time at which it was issued.
         * Accepts any valid token, whatever its features. An event operation responds with 401 if its feature is not in the list. The request has no body and no parameters.
         */
        get: operations["introspect"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/itemusages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Returns item usages page by page, from a start time or a cursor.
         * Returns which items in shared vaults were changed, opened or used. Other vaults are not included. The body has either `limit`, `start_time` and
         * `end_time` to start at a time (by default the last hour, 100 events a page), or the `cursor` of the previous response to continue, never both.
         *
         * With `has_more: false` there are no more events at the moment: store the cursor and poll with it later. A page can be empty although there is more.
         * The order of the events is not specified.
         */
        post: operations["listItemUsages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/signinattempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Returns sign-in attempts page by page, from a start time or a cursor.
         * Returns who tried to sign in, when and from where, and the cause if the attempt failed. The body has either `limit`, `start_time` and `end_time` to
         * start at a time (by default the last hour, 100 events a page), or the `cursor` of the previous response to continue, never both.
         *
         * With `has_more: false` there are no more events at the moment: store the cursor and poll with it later. A page can be empty although there is more.
         * The order of the events is not specified.
         */
        post: operations["listSignInAttempts"];
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
        /** Kind of user. Sent for MSP accounts only. */
        ActorType: "user" | "external_user" | (string & {});
        /** Action of an audit event, as a short code. */
        AuditAction: "activate" | "addgsso" | "begin" | "beginr" | "cancel" | "cancelr" | "changeks" | "changela" | "changemp" | "changenm" | "changesk" | "chngasso" | "chngdsso" | "chngpsso" | "complete" | "completr" | "convert" | "create" | "dealldev" | "delete" | "delgsso" | "delshare" | "deolddev" | "detchild" | "disblduo" | "disblmfa" | "disblsso" | "dlgsess" | "dvrfydmn" | "enblduo" | "enblmfa" | "enblsso" | "expire" | "export" | "grant" | "hide" | "join" | "launchi" | "leave" | "musercom" | "muserdec" | "patch" | "propose" | "provsn" | "prsndall" | "purge" | "rdmchild" | "reactive" | "reauth" | "replace" | "resendts" | "revoke" | "role" | "sdvcsso" | "sendpkg" | "sendts" | "share" | "ssotknv" | "suspend" | "tdvcsso" | "trename" | "trevoke" | "trvlaway" | "trvlback" | "tverify" | "uisas" | "unhide" | "unknown" | "unlink" | "updatduo" | "update" | "updatea" | "updatfw" | "updatmfa" | "upguest" | "uvrfydmn" | "verify" | "view" | "vrfydmn" | (string & {});
        /** A page of audit events and the position after it. */
        AuditEventItemsV2: AuditEventPage;
        /** An action that a user performed in the account. */
        AuditEventV2: AuditEvent;
        /** Kind of object of an audit event, as a short code. */
        AuditObjectType: "account" | "card" | "cred" | "device" | "dlgdsess" | "ec" | "famchild" | "file" | "gm" | "group" | "gva" | "invite" | "item" | "itemhist" | "items" | "miguser" | "mngdacc" | "pm" | "report" | "sa" | "satoken" | "slackapp" | "sso" | "ssotkn" | "sub" | "template" | "user" | "uva" | "vault" | "vaultkey" | (string & {});
        /** Body of an error response: `status` and `message`, or `Error` on older servers. Every property may be absent. */
        ErrorResponse: ErrorResponse;
        /** The app that caused the event, and the platform and operating system that it ran on. */
        EventClient: EventClient;
        /** Location of the client at the time of the event, derived from its IP address. */
        EventLocation: EventLocation;
        /** The sign-in session that an action belongs to. */
        EventSession: EventSession;
        /** The position to read from: either `cursor` to continue after an earlier response, or the other properties to start at a time. An empty object reads the last hour, 100 events a page. Next to a `cursor`, servers ignore the others. */
        EventsRequest: {
            /**
             * The `cursor` of the previous response of the same operation, unchanged. It is opaque and stays valid across sessions.
             */
            cursor: string;
            limit?: never;
            start_time?: never;
            end_time?: never;
        } | {
            cursor?: never;
            /**
             * Maximum number of events in a page, 1 to 1000. A page may have fewer.
             * Default: 100.
             */
            limit?: number;
            /**
             * Time to start at (RFC 3339), not after `end_time`. Default: one hour before `end_time`, or one hour ago without it.
             */
            start_time?: string;
            /**
             * Time to stop at (RFC 3339). Default: no end, new events appear as they happen.
             */
            end_time?: string;
        };
        /** A feature that a token may use. Each event operation requires the feature of its stream. */
        Feature: "auditevents" | "itemusages" | "signinattempts" | (string & {});
        /** The features of a token, its integration and the time at which it was issued. Request it before the first poll to check that the token has the feature you need. */
        Introspection: Introspection;
        /** How an item was used. The list of known values is incomplete. */
        ItemUsageAction: "enter-item-edit-mode" | "export" | "fill" | "other" | "reveal" | "secure-copy" | "select-sso-provider" | "server-create" | "server-fetch" | "server-update" | "share" | (string & {});
        /** A page of item usages and the position after it. */
        ItemUsageItemsV2: ItemUsagePage;
        /** A change, read or other use of an item in a shared vault. */
        ItemUsageV2: ItemUsage;
        /** The inner object of an error from an older server. */
        LegacyError: LegacyError;
        /** A page of sign-in attempts and the position after it. */
        SignInAttemptItemsV2: SignInAttemptPage;
        /** An attempt to sign in and, if it failed, the cause. */
        SignInAttemptV2: SignInAttempt;
        /** Result of an attempt to sign in, as a broad category. */
        SignInCategory: "success" | "credentials_failed" | "mfa_failed" | "sso_failed" | "modern_version_failed" | "firewall_failed" | "firewall_reported_success" | (string & {});
        /** Details of an attempt to sign in. */
        SignInDetails: SignInDetails;
        /** Exact result of an attempt to sign in. */
        SignInType: "all_blocked" | "anonymous_blocked" | "code_bad" | "code_disabled" | "code_timeout" | "continent_blocked" | "country_blocked" | "credentials_ok" | "duo_bad" | "duo_disabled" | "duo_native_bad" | "duo_timeout" | "federated" | "ip_blocked" | "mfa_missing" | "mfa_ok" | "modern_version_missing" | "modern_version_old" | "non_sso_user" | "password_secret_bad" | "platform_secret_bad" | "platform_secret_disabled" | "platform_secret_proxy" | "service_account_sso_denied" | "sso_user_mismatch" | "totp_bad" | "totp_disabled" | "totp_timeout" | "u2f_bad" | "u2f_disabled" | "u2f_timeout" | (string & {});
        /** The name and email address of a user whose id the event contains. */
        UserDetails: UserDetails;
        /** A user. In accounts of managed service providers (MSP) also the kind of user and the account that the user belongs to. */
        UserV2: EventUser;
    };
    responses: {
        /** The body is neither a valid start position nor a valid cursor. Examples are a `start_time` after `end_time`, a cursor of another operation or account, and a body with more than 500 levels. */
        BadPosition: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** The service failed. Retry the request: it only reads. */
        InternalServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** The body exceeds the size limit. The limit is not documented. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** Too many requests. Try again later. */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** The body is not JSON. A body without a `Content-Type` is read as JSON. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * Time to wait, in seconds or as an HTTP date. May be absent.
         */
        RetryAfter: string;
        /**
         * The authentication scheme. May be absent.
         */
        WwwAuthenticate: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAuditEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The position to read from. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventsRequest"];
            };
        };
        responses: {
            /** A page of audit events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEventItemsV2"];
                };
            };
            400: components["responses"]["BadPosition"];
            /** The token is missing or not valid, or lacks the feature `auditevents`. The service never responds with 403. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    introspect: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The token is valid. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Introspection"];
                };
            };
            /** The service could not read the request. The causes are not documented. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** The token is missing or not valid. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    listItemUsages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The position to read from. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventsRequest"];
            };
        };
        responses: {
            /** A page of item usages. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemUsageItemsV2"];
                };
            };
            400: components["responses"]["BadPosition"];
            /** The token is missing or not valid, or lacks the feature `itemusages`. The service never responds with 403. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    listSignInAttempts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The position to read from. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventsRequest"];
            };
        };
        responses: {
            /** A page of sign-in attempts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInAttemptItemsV2"];
                };
            };
            400: components["responses"]["BadPosition"];
            /** The token is missing or not valid, or lacks the feature `signinattempts`. The service never responds with 403. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
}
/** A page of audit events and the position after it. */
export type AuditEventPage = {
    /** Position after this page. Send it instead of the previous cursor, and store it once the page is processed. */
    cursor: string;
    /** True if there may be more events to read now, false if there are none at the moment. Can be true on an empty page. */
    has_more: boolean;
    /** The events of the page. May be empty. */
    items: components["schemas"]["AuditEventV2"][];
};
/** An action that a user performed in the account. */
export type AuditEvent = {
    /** Account in which the action was performed. */
    account_uuid?: string;
    /** The action. */
    action?: components["schemas"]["AuditAction"];
    /** Account that the actor belongs to. Only in MSP accounts. */
    actor_account_uuid?: string;
    /** The user with the id `actor_uuid`. */
    actor_details?: components["schemas"]["UserV2"];
    /** Kind of user who performed the action. Only in MSP accounts. */
    actor_type?: components["schemas"]["ActorType"];
    /** Id of the user who performed the action. */
    actor_uuid?: string;
    /** The user with the id `aux_uuid`, if it is the id of a user. */
    aux_details?: components["schemas"]["UserDetails"];
    /** Numeric id of a related object, such as a device. Above 2^53 - 1 a JavaScript number cannot hold every digit. */
    aux_id?: number;
    /** Further information, as text. */
    aux_info?: string;
    /** UUID of a related object, such as the user who joins a group. */
    aux_uuid?: string;
    /** Location of the client at the time of the event, derived from its IP address. */
    location?: components["schemas"]["EventLocation"];
    /** The user with the id `object_uuid`, if the object is a user. */
    object_details?: components["schemas"]["UserDetails"];
    /** Kind of the object of the action. */
    object_type?: components["schemas"]["AuditObjectType"];
    /** Id of the object of the action. */
    object_uuid?: string;
    /** Session in which the action was performed. */
    session?: components["schemas"]["EventSession"];
    /**
     * Time of the event (RFC 3339). The fraction may have up to nine digits, more than a JavaScript `Date` keeps.
     */
    timestamp: string;
    /** Id of the event, in upper case. */
    uuid: string;
};
/** Body of an error response: `status` and `message`, or `Error` on older servers. Every property may be absent. */
export type ErrorResponse = {
    /** The only property of an error from an older server. */
    Error?: components["schemas"]["LegacyError"];
    /** What went wrong, for people to read. */
    message?: string;
    /** HTTP status of the response. */
    status?: number;
};
/** The app that caused the event, and the platform and operating system that it ran on. */
export type EventClient = {
    /** Name of the app. */
    app_name?: string;
    /** Version of the app. */
    app_version?: string;
    /** IP address of the client. */
    ip_address?: string;
    /** Name of the operating system. */
    os_name?: string;
    /** Version of the operating system. */
    os_version?: string;
    /** Name of the platform that the app ran on. */
    platform_name?: string;
    /** Version of that platform. */
    platform_version?: string;
};
/** Location of the client at the time of the event, derived from its IP address. */
export type EventLocation = {
    /** City of the client. */
    city?: string;
    /** Country of the client. */
    country?: string;
    /** Latitude in degrees. */
    latitude?: number;
    /** Longitude in degrees. */
    longitude?: number;
    /** Region within the country. */
    region?: string;
};
/** The sign-in session that an action belongs to. */
export type EventSession = {
    /** Id of the device of the session. */
    device_uuid?: string;
    /** IP address of the session. */
    ip?: string;
    /**
     * Time at which the session began (RFC 3339).
     */
    login_time?: string;
    /** Id of the session. */
    uuid?: string;
};
/** The features of a token, its integration and the time at which it was issued. Request it before the first poll to check that the token has the feature you need. */
export type Introspection = {
    /** Account in which the token was issued. Servers before interface version 1.4.1 leave it out. */
    account_uuid?: string;
    /** The features that the token may use, at least one. */
    features: components["schemas"]["Feature"][];
    /**
     * Time at which the token was issued (RFC 3339).
     */
    issued_at: string;
    /** Id of the reporting integration that the token belongs to. */
    uuid: string;
};
/** A page of item usages and the position after it. */
export type ItemUsagePage = {
    /** Position after this page. Send it instead of the previous cursor, and store it once the page is processed. */
    cursor: string;
    /** True if there may be more events to read now, false if there are none at the moment. Can be true on an empty page. */
    has_more: boolean;
    /** The events of the page. May be empty. */
    items: components["schemas"]["ItemUsageV2"][];
};
/** A change, read or other use of an item in a shared vault. */
export type ItemUsage = {
    /** Account of the event. Only in MSP accounts. */
    account_uuid?: string;
    /** How the item was used. Only apps from a minimum version on report it. */
    action?: components["schemas"]["ItemUsageAction"];
    /** The app with which the item was used. */
    client?: components["schemas"]["EventClient"];
    /** Id of the item, in lower case. */
    item_uuid?: string;
    /** Location of the client at the time of the event, derived from its IP address. */
    location?: components["schemas"]["EventLocation"];
    /**
     * Time of the event (RFC 3339). The fraction may have up to nine digits, more than a JavaScript `Date` keeps.
     */
    timestamp: string;
    /** Version of the item that was used. */
    used_version?: number;
    /** The user who used the item. */
    user?: components["schemas"]["UserDetails"];
    /** Id of the event, in upper case. */
    uuid: string;
    /** Id of the item's vault, in lower case. */
    vault_uuid?: string;
};
/** The inner object of an error from an older server. */
export type LegacyError = {
    /** What went wrong, for people to read. */
    Message?: string;
};
/** A page of sign-in attempts and the position after it. */
export type SignInAttemptPage = {
    /** Position after this page. Send it instead of the previous cursor, and store it once the page is processed. */
    cursor: string;
    /** True if there may be more events to read now, false if there are none at the moment. Can be true on an empty page. */
    has_more: boolean;
    /** The events of the page. May be empty. */
    items: components["schemas"]["SignInAttemptV2"][];
};
/** An attempt to sign in and, if it failed, the cause. */
export type SignInAttempt = {
    /** Account of the event. Only in MSP accounts. */
    account_uuid?: string;
    /** Result of the attempt, as a broad category. */
    category?: components["schemas"]["SignInCategory"];
    /** The app with which the attempt was made, and its IP address. */
    client?: components["schemas"]["EventClient"];
    /** Country of the attempt. The format is not documented. */
    country?: string;
    /** Details of the attempt. May be null. */
    details?: components["schemas"]["SignInDetails"] | null;
    /** Location of the client at the time of the attempt. */
    location?: components["schemas"]["EventLocation"];
    /** Id of the session. */
    session_uuid?: string;
    /** User who tried to sign in. In MSP accounts with account and kind. */
    target_user?: components["schemas"]["UserV2"];
    /**
     * Time of the attempt (RFC 3339). The fraction may have up to nine digits, more than a JavaScript `Date` keeps.
     */
    timestamp: string;
    /** Exact result of the attempt, including the cause if it failed. */
    type?: components["schemas"]["SignInType"];
    /** Id of the event, in upper case. */
    uuid: string;
};
/** Details of an attempt to sign in. */
export type SignInDetails = {
    /** The detail, of any type. */
    value?: unknown;
};
/** The name and email address of a user whose id the event contains. */
export type UserDetails = {
    /** Email address of the user. */
    email?: string;
    /** Name of the user. */
    name?: string;
    /** Id of the user. */
    uuid?: string;
};
/** A user. In accounts of managed service providers (MSP) also the kind of user and the account that the user belongs to. */
export type EventUser = {
    /** Email address of the user. */
    email?: string;
    /** Name of the user. */
    name?: string;
    /** Account that the user belongs to. Only in MSP accounts. */
    user_account_uuid?: string;
    /** Kind of user. Only in MSP accounts. */
    user_type?: components["schemas"]["ActorType"];
    /** Id of the user. */
    uuid?: string;
};
export type ActorType = components["schemas"]["ActorType"];
export type AuditAction = components["schemas"]["AuditAction"];
export type AuditEventItemsV2 = components["schemas"]["AuditEventItemsV2"];
export type AuditEventV2 = components["schemas"]["AuditEventV2"];
export type AuditObjectType = components["schemas"]["AuditObjectType"];
export type EventsRequest = components["schemas"]["EventsRequest"];
export type Feature = components["schemas"]["Feature"];
export type ItemUsageAction = components["schemas"]["ItemUsageAction"];
export type ItemUsageItemsV2 = components["schemas"]["ItemUsageItemsV2"];
export type ItemUsageV2 = components["schemas"]["ItemUsageV2"];
export type SignInAttemptItemsV2 = components["schemas"]["SignInAttemptItemsV2"];
export type SignInAttemptV2 = components["schemas"]["SignInAttemptV2"];
export type SignInCategory = components["schemas"]["SignInCategory"];
export type SignInType = components["schemas"]["SignInType"];
export type UserV2 = components["schemas"]["UserV2"];
