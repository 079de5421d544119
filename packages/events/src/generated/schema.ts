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
         * Reads audit events page by page, from a time or from a cursor.
         * Audit events tell what team members did in the account. The body opens a position by time (`limit`, `start_time`, `end_time`; without them
         * the last hour, 100 events a page) or goes on from the `cursor` of the last answer, never both.
         * A page that says `has_more: false` ends the list for the moment: keep its cursor and poll later with that same cursor for what has happened since.
         * A page may be empty though there is more. The order of the events is not documented.
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
         * Tells what a token is and which features it may use.
         * Any valid token may ask, whatever its features. The answer names the reporting integration, when the token was issued and the features:
         * an event operation whose feature is not among them answers 401. The request has no body, no parameters and no content type.
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
         * Reads item usages page by page, from a time or from a cursor.
         * Item usages tell which items in shared vaults were changed, opened or used; other vaults do not appear. The body opens a position by time
         * (`limit`, `start_time`, `end_time`; without them the last hour, 100 events a page) or goes on from the `cursor` of the last answer, never both.
         * A page that says `has_more: false` ends the list for the moment: keep its cursor and poll later with that same cursor for what has happened since.
         * A page may be empty though there is more. The order of the events is not documented.
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
         * Reads sign-in attempts page by page, from a time or from a cursor.
         * Sign-in attempts tell who tried to sign in, from where and when, and why it failed if it did. The body opens a position by time
         * (`limit`, `start_time`, `end_time`; without them the last hour, 100 events a page) or goes on from the `cursor` of the last answer, never both.
         * A page that says `has_more: false` ends the list for the moment: keep its cursor and poll later with that same cursor for what has happened since.
         * A page may be empty though there is more. The order of the events is not documented.
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
        /** The action of an audit event, in the service's short words. */
        AuditAction: "activate" | "addgsso" | "begin" | "beginr" | "cancel" | "cancelr" | "changeks" | "changela" | "changemp" | "changenm" | "changesk" | "chngasso" | "chngdsso" | "chngpsso" | "complete" | "completr" | "convert" | "create" | "dealldev" | "delete" | "delgsso" | "delshare" | "deolddev" | "detchild" | "disblduo" | "disblmfa" | "disblsso" | "dlgsess" | "dvrfydmn" | "enblduo" | "enblmfa" | "enblsso" | "expire" | "export" | "grant" | "hide" | "join" | "launchi" | "leave" | "musercom" | "muserdec" | "patch" | "propose" | "provsn" | "prsndall" | "purge" | "rdmchild" | "reactive" | "reauth" | "replace" | "resendts" | "revoke" | "role" | "sdvcsso" | "sendpkg" | "sendts" | "share" | "ssotknv" | "suspend" | "tdvcsso" | "trename" | "trevoke" | "trvlaway" | "trvlback" | "tverify" | "uisas" | "unhide" | "unknown" | "unlink" | "updatduo" | "update" | "updatea" | "updatfw" | "updatmfa" | "upguest" | "uvrfydmn" | "verify" | "view" | "vrfydmn" | (string & {});
        /** A page of audit events and the position after it. */
        AuditEventItemsV2: AuditEventPage;
        /** An action that somebody performed in the account. */
        AuditEventV2: AuditEvent;
        /** The kind of object that an audit event is about, in the service's short words. */
        AuditObjectType: "account" | "card" | "cred" | "device" | "dlgdsess" | "ec" | "famchild" | "file" | "gm" | "group" | "gva" | "invite" | "item" | "itemhist" | "items" | "miguser" | "mngdacc" | "pm" | "report" | "sa" | "satoken" | "slackapp" | "sso" | "ssotkn" | "sub" | "template" | "user" | "uva" | "vault" | "vaultkey" | (string & {});
        /** What a refusal says. The form is not documented; from public material, servers send `status` and `message`, and an older form with `Error` is seen as well. Either may come, so no member is certain. */
        ErrorResponse: ErrorResponse;
        /** The program, and what it ran on, that the event came from. */
        EventClient: EventClient;
        /** Where the client's IP address was placed on the map when the event happened. */
        EventLocation: EventLocation;
        /** The sign-in session that an action belongs to. */
        EventSession: EventSession;
        /** Where to read from: `cursor` goes on from an earlier answer, the other members open a position by time, and the two cannot be mixed. An empty object reads the last hour, 100 events a page. Members beyond these are not documented. */
        EventsRequest: {
            /**
             * The `cursor` of the last answer of the same operation, unchanged. It is valid across sessions; its content means nothing to a client.
             */
            cursor: string;
            limit?: never;
            start_time?: never;
            end_time?: never;
        } | {
            cursor?: never;
            /**
             * Events asked for per page, 1 to 1000; 100 if absent. A page may hold fewer. Range and default are from public material, the member is documented.
             * Default: 100.
             */
            limit?: number;
            /**
             * Time to start at (RFC 3339), not after `end_time`. If absent: one hour before `end_time` where that is given, else one hour ago. The default is from public material, the member is documented.
             */
            start_time?: string;
            /**
             * Time to stop at (RFC 3339). The member is from public material, which does not tell what its absence means; chosen: the stream goes on as events happen.
             */
            end_time?: string;
        };
        /** A feature area that a token can be allowed to use. Each of the three event operations needs the one of its own stream. */
        Feature: "auditevents" | "itemusages" | "signinattempts" | (string & {});
        /** What a token is and what it may read. Ask for it before the first poll to see whether the feature is there. */
        Introspection: Introspection;
        /** How an item was used. The list is known to be incomplete. `share` is from public material; the others are documented. */
        ItemUsageAction: "enter-item-edit-mode" | "export" | "fill" | "other" | "reveal" | "secure-copy" | "select-sso-provider" | "server-create" | "server-fetch" | "server-update" | "share" | (string & {});
        /** A page of item usages and the position after it. */
        ItemUsageItemsV2: ItemUsagePage;
        /** A use, change or reading of an item in a shared vault. */
        ItemUsageV2: ItemUsage;
        /** The inner object of the older error form. From public material. */
        LegacyError: LegacyError;
        /** A page of sign-in attempts and the position after it. */
        SignInAttemptItemsV2: SignInAttemptPage;
        /** An attempt to sign in and, if it failed, why. What the event tells is documented; the names of its members, but for `uuid` and `timestamp`, are from public material. */
        SignInAttemptV2: SignInAttempt;
        /** How an attempt to sign in ended, in broad terms. The values are from public material. */
        SignInCategory: "success" | "credentials_failed" | "mfa_failed" | "sso_failed" | "modern_version_failed" | "firewall_failed" | "firewall_reported_success" | (string & {});
        /** Further details of an attempt to sign in. From public material. */
        SignInDetails: SignInDetails;
        /** How an attempt to sign in ended, exactly. The values are from public material. */
        SignInType: "all_blocked" | "anonymous_blocked" | "code_bad" | "code_disabled" | "code_timeout" | "continent_blocked" | "country_blocked" | "credentials_ok" | "duo_bad" | "duo_disabled" | "duo_native_bad" | "duo_timeout" | "federated" | "ip_blocked" | "mfa_missing" | "mfa_ok" | "modern_version_missing" | "modern_version_old" | "non_sso_user" | "password_secret_bad" | "platform_secret_bad" | "platform_secret_disabled" | "platform_secret_proxy" | "service_account_sso_denied" | "sso_user_mismatch" | "totp_bad" | "totp_disabled" | "totp_timeout" | "u2f_bad" | "u2f_disabled" | "u2f_timeout" | (string & {});
        /** Who a user id in the event stands for. */
        UserDetails: UserDetails;
        /** A user with, for accounts of managed service providers (MSP), where the user comes from. */
        UserV2: EventUser;
    };
    responses: {
        /** The body is neither a reset cursor nor a cursor that the service takes. What exactly it refuses is not documented; chosen: a `start_time` after `end_time`, a cursor that another operation or account returned, and a body that is nested deeper than 500 levels. */
        BadPosition: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** The service failed. Its operations only read, so the request may be made again. */
        InternalServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** The body is longer than the service reads. Not documented; chosen: a service with request bodies has to refuse a boundless one. The bound is not known. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** Too many requests have been made; try again later. From public material, which names neither the rate nor a `Retry-After` header. */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** The body is sent as something else than JSON. Not documented; chosen: the service takes JSON bodies alone and has to refuse others. A body without a `Content-Type` is read as JSON (public material). */
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
         * How long to wait, in seconds or as an HTTP date. No answer of this service is documented to carry it; chosen: declared so that it is obeyed where it comes, and may be absent.
         */
        RetryAfter: string;
        /**
         * The challenge that HTTP asks for with a 401. Not documented for this service; chosen: declared, and may be absent.
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
        /** Where to read from. */
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
            /** The token is missing or not valid, or it may not use the feature `auditevents`: this service answers 401 for that as well, never 403. */
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
            /** The service could not make sense of the request. What brings it about here is not documented. */
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
        /** Where to read from. */
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
            /** The token is missing or not valid, or it may not use the feature `itemusages`: this service answers 401 for that as well, never 403. */
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
        /** Where to read from. */
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
            /** The token is missing or not valid, or it may not use the feature `signinattempts`: this service answers 401 for that as well, never 403. */
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
    /** Position after this page. It replaces the one sent; keep it once the page is handled. */
    cursor: string;
    /** True if there may be more events to read now; false if there are none for the moment. From public material, true can come with an empty page. */
    has_more: boolean;
    /** The events of the page. May be empty. */
    items: components["schemas"]["AuditEventV2"][];
};
/** An action that somebody performed in the account. */
export type AuditEvent = {
    /** Account in which the action was performed. */
    account_uuid?: string;
    /** What was done. */
    action?: components["schemas"]["AuditAction"];
    /** Account that the actor belongs to. Actor account and type are extra information for MSP accounts. */
    actor_account_uuid?: string;
    /** Who `actor_uuid` is. */
    actor_details?: components["schemas"]["UserV2"];
    /** Kind of user who performed the action. MSP accounts only. */
    actor_type?: components["schemas"]["ActorType"];
    /** User who performed the action. */
    actor_uuid?: string;
    /** Who `aux_uuid` is, if it is related to a user. */
    aux_details?: components["schemas"]["UserDetails"];
    /** Id of someone or something that tells more about the event, such as a device. An id, not an amount: above 2^53 - 1 a JavaScript number no longer holds every digit. */
    aux_id?: number;
    /** Further information, as text. */
    aux_info?: string;
    /** The same as a UUID, such as the member who joins a group. */
    aux_uuid?: string;
    /** Place of the client at the time of the event, taken from its IP address. */
    location?: components["schemas"]["EventLocation"];
    /** Who `object_uuid` is, if the object is a user. */
    object_details?: components["schemas"]["UserDetails"];
    /** Kind of object that it was done to. */
    object_type?: components["schemas"]["AuditObjectType"];
    /** Id of the object that it was done to. */
    object_uuid?: string;
    /** Session in which the action was performed. */
    session?: components["schemas"]["EventSession"];
    /**
     * When it happened (RFC 3339). From public material, the fraction may go down to nanoseconds, finer than a JavaScript `Date` keeps.
     */
    timestamp: string;
    /** Id of the event. From public material, it is in upper case. */
    uuid: string;
};
/** What a refusal says. The form is not documented; from public material, servers send `status` and `message`, and an older form with `Error` is seen as well. Either may come, so no member is certain. */
export type ErrorResponse = {
    /** The older form's only member. From public material. */
    Error?: components["schemas"]["LegacyError"];
    /** What went wrong, in words for people. From public material. */
    message?: string;
    /** The HTTP status again. From public material, which names the member and not its type; a number is taken for granted here. */
    status?: number;
};
/** The program, and what it ran on, that the event came from. */
export type EventClient = {
    /** Name of the app. */
    app_name?: string;
    /** Version of the app. */
    app_version?: string;
    /** IP address that the client called from. */
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
/** Where the client's IP address was placed on the map when the event happened. */
export type EventLocation = {
    /** City. */
    city?: string;
    /** Country. */
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
    /** Device of the session. */
    device_uuid?: string;
    /** IP address of the session. */
    ip?: string;
    /**
     * When the session began (RFC 3339).
     */
    login_time?: string;
    /** Id of the session. */
    uuid?: string;
};
/** What a token is and what it may read. Ask for it before the first poll to see whether the feature is there. */
export type Introspection = {
    /** Account in which the token was issued. From public material, servers before interface version 1.4.1 leave it out. */
    account_uuid?: string;
    /** The features that the token may use, at least one. */
    features: components["schemas"]["Feature"][];
    /**
     * When the token was issued (RFC 3339).
     */
    issued_at: string;
    /** Id of the reporting integration that the token belongs to. */
    uuid: string;
};
/** A page of item usages and the position after it. */
export type ItemUsagePage = {
    /** Position after this page. It replaces the one sent; keep it once the page is handled. */
    cursor: string;
    /** True if there may be more events to read now; false if there are none for the moment. From public material, true can come with an empty page. */
    has_more: boolean;
    /** The events of the page. May be empty. */
    items: components["schemas"]["ItemUsageV2"][];
};
/** A use, change or reading of an item in a shared vault. */
export type ItemUsage = {
    /** Account of the event, in MSP accounts only. From public material. */
    account_uuid?: string;
    /** How the item was used. Captured only from client apps of a minimum supported version. */
    action?: components["schemas"]["ItemUsageAction"];
    /** With what the item was used. */
    client?: components["schemas"]["EventClient"];
    /** The item. From public material, it is in lower case. */
    item_uuid?: string;
    /** Place of the client at the time of the event, taken from its IP address. */
    location?: components["schemas"]["EventLocation"];
    /**
     * When it happened (RFC 3339). From public material, the fraction may go down to nanoseconds, finer than a JavaScript `Date` keeps.
     */
    timestamp: string;
    /** Version of the item that was used. */
    used_version?: number;
    /** Who used the item. */
    user?: components["schemas"]["UserDetails"];
    /** Id of the event. From public material, it is in upper case. */
    uuid: string;
    /** Vault of the item. From public material, it is in lower case. */
    vault_uuid?: string;
};
/** The inner object of the older error form. From public material. */
export type LegacyError = {
    /** What went wrong, in words for people. From public material. */
    Message?: string;
};
/** A page of sign-in attempts and the position after it. */
export type SignInAttemptPage = {
    /** Position after this page. It replaces the one sent; keep it once the page is handled. */
    cursor: string;
    /** True if there may be more events to read now; false if there are none for the moment. From public material, true can come with an empty page. */
    has_more: boolean;
    /** The events of the page. May be empty. */
    items: components["schemas"]["SignInAttemptV2"][];
};
/** An attempt to sign in and, if it failed, why. What the event tells is documented; the names of its members, but for `uuid` and `timestamp`, are from public material. */
export type SignInAttempt = {
    /** Account of the event, in MSP accounts only. From public material. */
    account_uuid?: string;
    /** How the attempt ended, in broad terms. From public material. */
    category?: components["schemas"]["SignInCategory"];
    /** With what the attempt was made; holds the IP address. From public material. */
    client?: components["schemas"]["EventClient"];
    /** Country of the attempt. From public material, which does not tell the form. */
    country?: string;
    /** Further details of the attempt. May be null. From public material. */
    details?: components["schemas"]["SignInDetails"] | null;
    /** Place of the client at the time of the attempt. From public material. */
    location?: components["schemas"]["EventLocation"];
    /** Session of the attempt. From public material. */
    session_uuid?: string;
    /** User whom the attempt was for, in MSP accounts with account and type. From public material. */
    target_user?: components["schemas"]["UserV2"];
    /**
     * Time of the attempt (RFC 3339). From public material, the fraction may go down to nanoseconds, finer than a JavaScript `Date` keeps.
     */
    timestamp: string;
    /** How the attempt ended, exactly; the cause if it failed. From public material. */
    type?: components["schemas"]["SignInType"];
    /** Id of the event. From public material, it is in upper case. */
    uuid: string;
};
/** Further details of an attempt to sign in. From public material. */
export type SignInDetails = {
    /** The detail. From public material, which tells neither its type nor its meaning. */
    value?: unknown;
};
/** Who a user id in the event stands for. */
export type UserDetails = {
    /** Email address of the user. */
    email?: string;
    /** Name of the user. */
    name?: string;
    /** Id of the user. */
    uuid?: string;
};
/** A user with, for accounts of managed service providers (MSP), where the user comes from. */
export type EventUser = {
    /** Email address of the user. */
    email?: string;
    /** Name of the user. */
    name?: string;
    /** Account that the user belongs to. MSP accounts only. */
    user_account_uuid?: string;
    /** Kind of user. MSP accounts only. */
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
