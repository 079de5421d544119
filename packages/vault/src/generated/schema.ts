// Generated from specs/vault/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

export interface paths {
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the server's version and the state of its dependencies.
         * Requires no token. The status is 200 even if a dependency is not active, for example because it waits for a token: check `dependencies`.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns whether the server is running.
         * The response is a single period. Requires no token. `getHealth` returns the state of the server's dependencies.
         */
        get: operations["getHeartbeat"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the server's metrics in a plain-text exposition format.
         * The response has one metric per line; lines with `#` contain help and type. Requires no token. The metrics depend on the server.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the requests that the server has recorded, page by page.
         * The next page begins at `offset` plus the number of records in this page; an empty page is the end. The order is not specified. The server records
         * requests all the time, including those for this list, so records can move between two reads: identify duplicates by their id, and expect that some can
         * be missed.
         *
         * The id is `requestID` or `requestId`, and the IP address `actor.ip` or `actor.requestIp`, depending on the server version. A denied request has the
         * result `DENY`.
         */
        get: operations["listActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vaults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the vaults that the token can access.
         * The response has ids and names only; `getVault` returns the rest. The list is complete, without pages. Its order is not specified. The path may end with a slash.
         */
        get: operations["listVaults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vaults/{vaultUUID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns one vault with its versions and the number of its items.
         * If `contentVersion` or `updatedAt` changes, the content of the vault has changed.
         */
        get: operations["getVault"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vaults/{vaultUUID}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the items of a vault, without their fields and sections.
         * `getItem` returns the fields. The list is complete, without pages. Its order is not specified. The path may end with a slash.
         */
        get: operations["listItems"];
        put?: never;
        /**
         * Creates an item and returns it as stored.
         * The server generates a value for a field with `generate`, by its `recipe`; the response contains the value. A field with a `section.id` belongs to
         * that one of the `sections`. Items of the categories `CUSTOM` and `DOCUMENT` cannot be created.
         *
         * Repeating the request creates a second item. A read right after it may return 404 for a moment.
         */
        post: operations["createItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vaults/{vaultUUID}/items/{itemUUID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns one item with its fields, sections and files.
         * The response contains secrets in clear text: field values, the current one-time code and previous passwords. Right after a create it may be 404 for a moment.
         */
        get: operations["getItem"];
        /**
         * Replaces a whole item and returns it as stored.
         * Send all properties that the item should keep; `patchItem` changes single fields. The body can be an item that `getItem` returned, including its `createdAt`, `updatedAt` and `version`. Fields may have no id. The server generates a value for a field with `generate`, as in `createItem`.
         */
        put: operations["replaceItem"];
        post?: never;
        /**
         * Deletes an item.
         * The response has no body.
         */
        delete: operations["deleteItem"];
        options?: never;
        head?: never;
        /**
         * Changes parts of an item and returns it as stored.
         * The body is a JSON Patch (RFC 6902) with the operations `add`, `remove` and `replace`. Servers accept the media types `application/json` and
         * `application/json-patch+json` (RFC 6902 §6). A path is a JSON Pointer (RFC 6901): to an attribute of the item (`/title`), to a list element (`/tags/1`
         * is the second tag), to a field by its id (`/fields/FIELD_ID`), to an attribute of a field (`/fields/FIELD_ID/label`), or `/` for
         * the whole item. `add` to `/fields` appends a field. An empty list changes nothing.
         *
         * A patch can change `title`, `category`, `favorite`, `urls`, `tags`, `sections` and `fields`, and in a field `section`, `purpose`, `type`, `label`,
         * `value`, `generate` and `recipe`. These are rejected with 400: any other path, `remove` of the whole item, a field or section with another `id` than
         * in the path, and a result that breaks a rule of `replaceItem`.
         */
        patch: operations["patchItem"];
        trace?: never;
    };
    "/v1/vaults/{vaultUUID}/items/{itemUUID}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the files of an item, with their content on request.
         * The list is complete, without pages. Its order is not specified. With `inline_content` the response contains the content of each file, if it is smaller than the server's configured limit (in kilobytes), or than 100 kilobytes if the server does not know the size of the file; otherwise the status is 413. `getFileContent` has no such limit. The path may end with a slash.
         */
        get: operations["listFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vaults/{vaultUUID}/items/{itemUUID}/files/{fileUUID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the details of one file, with its content on request.
         * With `inline_content` the response contains the content of the file, if it is smaller than the server's configured limit (in kilobytes), or than 100 kilobytes if the server does not know the size of the file; otherwise the status is 413. `getFileContent` has no such limit.
         */
        get: operations["getFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vaults/{vaultUUID}/items/{itemUUID}/files/{fileUUID}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the bytes of a file.
         * The response contains the stored bytes, unchanged. Compare their number with `Content-Length` or with the file's `size` to detect an incomplete response.
         */
        get: operations["getFileContent"];
        put?: never;
        post?: never;
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
        /** Action of a request. New values may be added. */
        ActivityAction: "READ" | "CREATE" | "UPDATE" | "DELETE" | (string & {});
        /** The sender of a request, with its token and address. */
        ActivityActor: ActivityActor;
        /** The object of a request. */
        ActivityResource: ActivityResource;
        /** Type of the object of a request. New values may be added. */
        ActivityResourceType: "ITEM" | "VAULT" | (string & {});
        /** Whether a request was allowed or denied. New values may be added. */
        ActivityResult: "SUCCESS" | "DENY" | (string & {});
        /** Adds a value (RFC 6902 §4.1). With the path `/fields` it appends a field. */
        AddOperation: AddOperation;
        /** A request that the server recorded. */
        APIRequest: APIRequest;
        /** A set of characters. Other values may be returned and sent. */
        CharacterSet: "LETTERS" | "DIGITS" | "SYMBOLS" | (string & {});
        /** State of a dependency. New values may be added. */
        DependencyStatus: "ACTIVE" | "TOKEN_NEEDED" | (string & {});
        /** Body of every error response of the server. */
        ErrorResponse: ErrorResponse;
        /** A field of an item, as the server returns it. */
        Field: Field;
        /** Marks a field as the username, the password or the notes, instead of a type. An empty string means no purpose. New values may be added. */
        FieldPurpose: "USERNAME" | "PASSWORD" | "NOTES" | "" | (string & {});
        /** A field of an item to replace: an existing field or a new one. It may have all properties of a field that a read returned, and also `generate` and `recipe`. A null property is the same as an absent one. */
        FieldReplacement: FieldReplacement;
        /** Type of a field's value. `OTP` is an `otpauth://` URL, `DATE` a day as YYYY-MM-DD, `MONTH_YEAR` a month as YYYYMM or YYYY/MM. Other values may be returned and sent. */
        FieldType: "STRING" | "EMAIL" | "CONCEALED" | "URL" | "OTP" | "DATE" | "MONTH_YEAR" | "MENU" | "ADDRESS" | "CREDIT_CARD_NUMBER" | "CREDIT_CARD_TYPE" | "GENDER" | "PHONE" | "REFERENCE" | "FILE" | "SSHKEY" | (string & {});
        /** A file attached to an item. */
        File: File;
        /** A file of an item that a read returned. The server ignores it. A null property is the same as an absent one. */
        FileAsRead: FileAsRead;
        /** How the server generates a value, if `generate` is true. Without a recipe it takes 32 characters of letters, digits and symbols. A null property is the same as an absent one. */
        GeneratorRecipe: GeneratorRecipe;
        /** An item with its fields, sections and files. */
        Item: Item;
        /** Category of an item. Items of the categories `DOCUMENT` and `CUSTOM` can be read but not created. New values may be added. */
        ItemCategory: "LOGIN" | "PASSWORD" | "API_CREDENTIAL" | "SERVER" | "DATABASE" | "CREDIT_CARD" | "MEMBERSHIP" | "PASSPORT" | "SOFTWARE_LICENSE" | "OUTDOOR_LICENSE" | "SECURE_NOTE" | "WIRELESS_ROUTER" | "BANK_ACCOUNT" | "DRIVER_LICENSE" | "IDENTITY" | "REWARD_PROGRAM" | "EMAIL_ACCOUNT" | "SOCIAL_SECURITY_NUMBER" | "MEDICAL_RECORD" | "SSH_KEY" | "DOCUMENT" | "CUSTOM" | (string & {});
        /** An item of a list, without its fields and sections. `getItem` returns them. */
        ItemOverview: ItemOverview;
        /** Changes to an item (RFC 6902), applied in order; at most 1000. An empty list changes nothing. Only `add`, `remove` and `replace` are supported. */
        ItemPatch: readonly components["schemas"]["JsonPatchOperation"][];
        /** Reference to an item. */
        ItemReference: ItemReference;
        /** An item that replaces another: a changed item that a read returned, or a new one with a vault and a category. It may have all properties that a read returned, including those that the server assigns, such as the id, the version, the times and the files. Fields may have no id. An optional property that is null is the same as an absent one. */
        ItemReplacement: ItemReplacement;
        /** Whether an item is archived or deleted. New values may be added. */
        ItemState: "ARCHIVED" | "DELETED" | (string & {});
        /** A URL of an item. */
        ItemUrl: ItemUrl;
        /** One change. `op` selects its kind; `add` and `replace` require a `value`. */
        JsonPatchOperation: components["schemas"]["AddOperation"] | components["schemas"]["RemoveOperation"] | components["schemas"]["ReplaceOperation"];
        /** A JSON Pointer (RFC 6901): `/title`, `/tags/1`, `/fields/FIELD_ID` for a field by its id, `/fields/FIELD_ID/label` for an attribute of it, `/` for the whole item. Inside an id, write `~0` for a tilde and `~1` for a slash. */
        JsonPatchPath: string;
        /** A field of an item to create. Set `purpose` for the username, the password and the notes, and `type` for every other field. Set either `value`, or `generate` if the server should generate the value. A null property is the same as an absent one. */
        NewField: NewField;
        /**
         * Marks a field of an item to create as the username, the password or the notes, instead of a type. An empty string means no purpose.
         */
        NewFieldPurpose: "USERNAME" | "PASSWORD" | "NOTES" | "";
        /** An item to create. The server assigns all other properties, such as the id, the version and the times. An optional property that is null is the same as an absent one. */
        NewItem: NewItem;
        /**
         * Category of an item to create. `DOCUMENT` and `CUSTOM`, which a server may return, cannot be created.
         */
        NewItemCategory: "LOGIN" | "PASSWORD" | "API_CREDENTIAL" | "SERVER" | "DATABASE" | "CREDIT_CARD" | "MEMBERSHIP" | "PASSPORT" | "SOFTWARE_LICENSE" | "OUTDOOR_LICENSE" | "SECURE_NOTE" | "WIRELESS_ROUTER" | "BANK_ACCOUNT" | "DRIVER_LICENSE" | "IDENTITY" | "REWARD_PROGRAM" | "EMAIL_ACCOUNT" | "SOCIAL_SECURITY_NUMBER" | "MEDICAL_RECORD" | "SSH_KEY";
        /** A URL of an item to create or replace. A null property is the same as an absent one. */
        NewItemUrl: NewItemUrl;
        /** A heading in an item to create or replace. */
        NewSection: NewSection;
        /** Details of a password. */
        PasswordDetails: PasswordDetails;
        /** Password details of a field that a read returned. The server ignores them. A null property is the same as an absent one. */
        PasswordDetailsAsRead: PasswordDetailsAsRead;
        /** Strength of a password. New values may be added. */
        PasswordStrength: "TERRIBLE" | "WEAK" | "FAIR" | "GOOD" | "VERY_GOOD" | "EXCELLENT" | "FANTASTIC" | (string & {});
        /** Removes the value at `path`. */
        RemoveOperation: RemoveOperation;
        /** Replaces the value at `path`, which must exist. */
        ReplaceOperation: ReplaceOperation;
        /** A heading that groups fields. */
        Section: Section;
        /** Reference to a section of the same item. */
        SectionReference: SectionReference;
        /** Name and version of the server, and the state of its dependencies. */
        ServerHealth: ServerHealth;
        /** A dependency of the server. */
        ServiceDependency: ServiceDependency;
        /** A vault with its versions and the number of its items. */
        Vault: Vault;
        /** A vault of a list, with its id and name. It may have other properties of a vault. */
        VaultOverview: VaultOverview;
        /** Reference to a vault. */
        VaultReference: VaultReference;
        /** Type of a vault: `EVERYONE` is shared by the whole team, `PERSONAL` is the private vault of the server, `USER_CREATED` was created by a user. New values may be added. */
        VaultType: "EVERYONE" | "PERSONAL" | "USER_CREATED" | "TRANSFER" | (string & {});
    };
    responses: {
        /** Another request is changing the same vault. */
        ConcurrentWrite: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** The file, the item or the vault does not exist. */
        FileNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** The content of a file is too large to be inline. Read it with `getFileContent`. */
        InlineContentTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** An id in the path is not a valid UUID. */
        InvalidFileId: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** `inline_content` or `inline_files` is neither true nor false, or an id in the path is not a valid UUID. */
        InvalidFileQuery: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** The filter is not valid, or the vault id is not a valid UUID. */
        InvalidItemFilter: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** An id in the path is not a valid UUID. */
        InvalidItemId: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** The item or the vault id is not valid. The item is also rejected if it would be larger than 1 MiB or is nested deeper than 500 levels. */
        InvalidNewItem: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** `limit` or `offset` is not a whole number in its range. */
        InvalidPage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** The patch or an id in the path is not valid, or the item does not allow a change. */
        InvalidPatch: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** The item or an id in the path is not valid. The item is also rejected if it would be larger than 1 MiB or is nested deeper than 500 levels. */
        InvalidReplacement: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** The filter is not valid. */
        InvalidVaultFilter: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** The vault id is not a valid UUID. */
        InvalidVaultId: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** The item or the vault does not exist. */
        ItemNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** The token cannot access this vault. */
        ListVaultNotInScope: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** The body exceeds the size limit. */
        RequestTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** The token is missing, or the server does not accept it. */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** The body has another media type than JSON. A body without a `Content-Type` is read as JSON. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** The vault does not exist. */
        VaultNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** The token cannot access this vault. */
        VaultNotInScope: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
    };
    parameters: {
        /**
         * UUID of the file, 26 lower-case letters or digits.
         */
        FileUUID: string;
        /**
         * Whether the response contains the content, in Base64. Default: false.
         */
        InlineContent: boolean;
        /**
         * Another name of `inline_content`. The response contains the content if one of the two is true.
         */
        InlineFiles: boolean;
        /**
         * UUID of the item, 26 lower-case letters or digits.
         */
        ItemUUID: string;
        /**
         * UUID of the vault, 26 lower-case letters or digits.
         */
        VaultUUID: string;
    };
    requestBodies: never;
    headers: {
        /**
         * How to show the file, and its name.
         */
        ContentDisposition: string;
        /**
         * Number of bytes.
         */
        ContentLength: number;
        /** Range of the records in the page, from 1, and the total number, as in `1-50/1134`. The range of an empty page is `*`. May be absent. */
        ContentRange: string;
        /**
         * The authentication scheme. May be absent.
         */
        WwwAuthenticate: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The server and its dependencies. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerHealth"];
                };
            };
        };
    };
    getHeartbeat: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The server is running. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The metrics. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    listActivity: {
        parameters: {
            query?: {
                /**
                 * Maximum number of records in a page.
                 */
                limit?: number;
                /**
                 * Number of records to skip from the start of the list.
                 */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** A page of records. */
            200: {
                headers: {
                    "Content-Range": components["headers"]["ContentRange"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["APIRequest"][];
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
        };
    };
    listVaults: {
        parameters: {
            query?: {
                /**
                 * A SCIM-style filter: an attribute, an operator, and a value in double quotes, as in `name eq "Production"`. The value is written as in JSON, so a quote in it becomes `\"`. The attribute is `name`; servers also accept `title`. 1 to 16384 characters. Default: all vaults.
                 */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The vaults, by id and name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VaultOverview"][];
                };
            };
            400: components["responses"]["InvalidVaultFilter"];
            401: components["responses"]["Unauthorized"];
        };
    };
    getVault: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * UUID of the vault, 26 lower-case letters or digits.
                 */
                vaultUUID: components["parameters"]["VaultUUID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The vault. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Vault"];
                };
            };
            400: components["responses"]["InvalidVaultId"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["VaultNotInScope"];
            404: components["responses"]["VaultNotFound"];
        };
    };
    listItems: {
        parameters: {
            query?: {
                /**
                 * A SCIM-style filter: an attribute, an operator, and a value in double quotes, as in `title eq "Finance portal"` or `tag eq "production"`. The value is written as in JSON, so a quote in it becomes `\"`. The attributes are `title` and `tag`; `title co "portal"` matches part of a title. 1 to 16384 characters. Default: all items.
                 */
                filter?: string;
            };
            header?: never;
            path: {
                /**
                 * UUID of the vault, 26 lower-case letters or digits.
                 */
                vaultUUID: components["parameters"]["VaultUUID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The items, without fields and sections. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemOverview"][];
                };
            };
            400: components["responses"]["InvalidItemFilter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ListVaultNotInScope"];
            404: components["responses"]["VaultNotFound"];
        };
    };
    createItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * UUID of the vault, 26 lower-case letters or digits.
                 */
                vaultUUID: components["parameters"]["VaultUUID"];
            };
            cookie?: never;
        };
        /** The item to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewItem"];
            };
        };
        responses: {
            /** The item that was created. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item"];
                };
            };
            400: components["responses"]["InvalidNewItem"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["VaultNotInScope"];
            404: components["responses"]["VaultNotFound"];
            409: components["responses"]["ConcurrentWrite"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
        };
    };
    getItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * UUID of the item, 26 lower-case letters or digits.
                 */
                itemUUID: components["parameters"]["ItemUUID"];
                /**
                 * UUID of the vault, 26 lower-case letters or digits.
                 */
                vaultUUID: components["parameters"]["VaultUUID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The item. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item"];
                };
            };
            400: components["responses"]["InvalidItemId"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["VaultNotInScope"];
            404: components["responses"]["ItemNotFound"];
        };
    };
    replaceItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * UUID of the item, 26 lower-case letters or digits.
                 */
                itemUUID: string;
                /**
                 * UUID of the vault, 26 lower-case letters or digits.
                 */
                vaultUUID: components["parameters"]["VaultUUID"];
            };
            cookie?: never;
        };
        /** The new item. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ItemReplacement"];
            };
        };
        responses: {
            /** The item after the replacement. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item"];
                };
            };
            400: components["responses"]["InvalidReplacement"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["VaultNotInScope"];
            404: components["responses"]["ItemNotFound"];
            409: components["responses"]["ConcurrentWrite"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
        };
    };
    deleteItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * UUID of the item, 26 lower-case letters or digits.
                 */
                itemUUID: components["parameters"]["ItemUUID"];
                /**
                 * UUID of the vault, 26 lower-case letters or digits.
                 */
                vaultUUID: components["parameters"]["VaultUUID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The item is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidItemId"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["VaultNotInScope"];
            404: components["responses"]["ItemNotFound"];
            409: components["responses"]["ConcurrentWrite"];
        };
    };
    patchItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * UUID of the item, 26 lower-case letters or digits.
                 */
                itemUUID: components["parameters"]["ItemUUID"];
                /**
                 * UUID of the vault, 26 lower-case letters or digits.
                 */
                vaultUUID: components["parameters"]["VaultUUID"];
            };
            cookie?: never;
        };
        /** The changes, in order. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ItemPatch"];
                "application/json-patch+json": components["schemas"]["ItemPatch"];
            };
        };
        responses: {
            /** The item after the changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item"];
                };
            };
            400: components["responses"]["InvalidPatch"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["VaultNotInScope"];
            404: components["responses"]["ItemNotFound"];
            409: components["responses"]["ConcurrentWrite"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
        };
    };
    listFiles: {
        parameters: {
            query?: {
                /**
                 * Whether the response contains the content, in Base64. Default: false.
                 */
                inline_content?: components["parameters"]["InlineContent"];
                /**
                 * Another name of `inline_content`. The response contains the content if one of the two is true.
                 */
                inline_files?: components["parameters"]["InlineFiles"];
            };
            header?: never;
            path: {
                /**
                 * UUID of the item, 26 lower-case letters or digits.
                 */
                itemUUID: components["parameters"]["ItemUUID"];
                /**
                 * UUID of the vault, 26 lower-case letters or digits.
                 */
                vaultUUID: components["parameters"]["VaultUUID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The files. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["File"][];
                };
            };
            400: components["responses"]["InvalidFileQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ListVaultNotInScope"];
            404: components["responses"]["ItemNotFound"];
            413: components["responses"]["InlineContentTooLarge"];
        };
    };
    getFile: {
        parameters: {
            query?: {
                /**
                 * Whether the response contains the content, in Base64. Default: false.
                 */
                inline_content?: components["parameters"]["InlineContent"];
                /**
                 * Another name of `inline_content`. The response contains the content if one of the two is true.
                 */
                inline_files?: components["parameters"]["InlineFiles"];
            };
            header?: never;
            path: {
                /**
                 * UUID of the file, 26 lower-case letters or digits.
                 */
                fileUUID: components["parameters"]["FileUUID"];
                /**
                 * UUID of the item, 26 lower-case letters or digits.
                 */
                itemUUID: components["parameters"]["ItemUUID"];
                /**
                 * UUID of the vault, 26 lower-case letters or digits.
                 */
                vaultUUID: components["parameters"]["VaultUUID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["File"];
                };
            };
            400: components["responses"]["InvalidFileQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["VaultNotInScope"];
            404: components["responses"]["FileNotFound"];
            413: components["responses"]["InlineContentTooLarge"];
        };
    };
    getFileContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * UUID of the file, 26 lower-case letters or digits.
                 */
                fileUUID: components["parameters"]["FileUUID"];
                /**
                 * UUID of the item, 26 lower-case letters or digits.
                 */
                itemUUID: components["parameters"]["ItemUUID"];
                /**
                 * UUID of the vault, 26 lower-case letters or digits.
                 */
                vaultUUID: components["parameters"]["VaultUUID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The file's bytes. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "Content-Length": components["headers"]["ContentLength"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            400: components["responses"]["InvalidFileId"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["VaultNotInScope"];
            404: components["responses"]["FileNotFound"];
        };
    };
}
/** The sender of a request, with its token and address. */
export type ActivityActor = {
    /** UUID of the account. */
    account?: string;
    /** UUID of the server that sent the request. */
    id?: string;
    /** IP address of the client. Some server versions write `requestIp` instead. */
    ip?: string;
    /** UUID of the access token. Not the token itself. */
    jti?: string;
    /** IP address of the client, in some server versions. */
    requestIp?: string;
    /** User agent of the client. */
    userAgent?: string;
};
/** The object of a request. */
export type ActivityResource = {
    /** The item, if the request was about one. */
    item?: components["schemas"]["ItemReference"];
    /** Version of the item. */
    itemVersion?: number;
    /** Type of the object: an item or a vault. */
    type?: components["schemas"]["ActivityResourceType"];
    /** The vault of the request. */
    vault?: components["schemas"]["VaultReference"];
};
/** Adds a value (RFC 6902 §4.1). With the path `/fields` it appends a field. */
export type AddOperation = {
    /**
     * The kind of change.
     */
    op: "add";
    /** Path of the change, such as `/title` or `/fields/FIELD_ID/value`. */
    path: components["schemas"]["JsonPatchPath"];
    /** The new value, any JSON. With the path `/fields` a whole field. */
    value: unknown;
};
/** A request that the server recorded. */
export type APIRequest = {
    /** The action, whether it succeeded or not. */
    action: components["schemas"]["ActivityAction"];
    /** The sender of the request. */
    actor: components["schemas"]["ActivityActor"];
    /** UUID of the request, in some server versions. */
    requestId?: string;
    /** UUID of the request. Some server versions write `requestId` instead. */
    requestID?: string;
    /** The object of the request. */
    resource: components["schemas"]["ActivityResource"];
    /** Whether the request was allowed or denied. */
    result: components["schemas"]["ActivityResult"];
    /**
     * Time of the request.
     */
    timestamp?: string;
};
/** Body of every error response of the server. */
export type ErrorResponse = {
    /** What went wrong, for people to read. Check `status` in programs, not this text. */
    message: string;
    /** HTTP status of the response. */
    status: number;
};
/** A field of an item, as the server returns it. */
export type Field = {
    /** Entropy of the value. */
    readonly entropy?: number;
    /** Id of the field, unique in its item. A patch uses it to find the field. */
    id: string;
    /** Name of the field to show. */
    label?: string;
    /** Details of the password. The server assigns them. */
    readonly passwordDetails?: components["schemas"]["PasswordDetails"];
    /** Whether the field is the username, the password or the notes. */
    purpose?: components["schemas"]["FieldPurpose"];
    /** The section that contains the field. Absent if it is in none. */
    section?: components["schemas"]["SectionReference"];
    /** The current one-time code, in fields of type `OTP`. */
    readonly totp?: string;
    /** Type of the value. */
    type?: components["schemas"]["FieldType"];
    /** The value, as text for every type. */
    value?: string;
};
/** A field of an item to replace: an existing field or a new one. It may have all properties of a field that a read returned, and also `generate` and `recipe`. A null property is the same as an absent one. */
export type FieldReplacement = {
    /** As read. The server assigns it. */
    readonly entropy?: number | null;
    /** Whether the server generates the value. Default: false. */
    generate?: boolean | null;
    /** Id of an existing field, or of a new one, unique in its item. If it is absent or empty, the server assigns one. */
    id?: string | null;
    /** Name of the field to show. */
    label?: string | null;
    /** As read. The server assigns it. */
    readonly passwordDetails?: components["schemas"]["PasswordDetailsAsRead"] | null;
    /** Whether the field is the username, the password or the notes. */
    purpose?: components["schemas"]["FieldPurpose"] | null;
    /** Recipe of the generated value. Default: 32 characters of letters, digits and symbols. */
    recipe?: components["schemas"]["GeneratorRecipe"] | null;
    /** The section that contains the field. Absent if it is in none. */
    section?: components["schemas"]["SectionReference"] | null;
    /** As read. The server assigns it. */
    readonly totp?: string | null;
    /** Type of the value. An empty string is the same as no type. */
    type?: components["schemas"]["FieldType"] | null;
    /** The value, as text for every type. */
    value?: string | null;
};
/** A file attached to an item. */
export type File = {
    /** The content in Base64, if the request asked for inline content. */
    content?: string;
    /** Path of the content, with or without a leading slash. Clients never send the token to another origin because of it. */
    content_path?: string;
    /** UUID of the file, 26 lower-case letters or digits. */
    id: string;
    /** Name of the file. */
    name?: string;
    /** The section that contains the file. */
    section?: components["schemas"]["SectionReference"];
    /** Size of the content in bytes. Absent if the server does not know it. */
    size?: number;
};
/** A file of an item that a read returned. The server ignores it. A null property is the same as an absent one. */
export type FileAsRead = {
    /** As read. */
    content?: string | null;
    /** As read. */
    content_path?: string | null;
    /** As read. */
    id?: string | null;
    /** As read. */
    name?: string | null;
    /** As read. */
    section?: components["schemas"]["SectionReference"] | null;
    /** As read. */
    size?: number | null;
};
/** How the server generates a value, if `generate` is true. Without a recipe it takes 32 characters of letters, digits and symbols. A null property is the same as an absent one. */
export type GeneratorRecipe = {
    /** Character sets of the value. Default: letters, digits and symbols. An empty list or an unknown set is rejected with 400. */
    characterSets?: readonly components["schemas"]["CharacterSet"][] | null;
    /** Characters that the value must not contain, as one string. If no character remains, the server responds with 400. */
    excludeCharacters?: string | null;
    /**
     * Number of characters, 1 to 64.
     * Default: 32.
     */
    length?: number | null;
};
/** An item with its fields, sections and files. */
export type Item = {
    /** Category of the item. */
    category: components["schemas"]["ItemCategory"];
    /**
     * Time at which the item was created.
     */
    readonly createdAt?: string;
    /** Whether the item is marked as a favorite. */
    favorite?: boolean;
    /** The fields of the item, of all sections in one list. */
    fields?: components["schemas"]["Field"][];
    /** The files attached to the item, without their content. */
    readonly files?: components["schemas"]["File"][];
    /** UUID of the item, 26 lower-case letters or digits. */
    readonly id: string;
    /** UUID of the account that last changed the item. */
    readonly lastEditedBy?: string;
    /** The sections of the item. Fields have the id of one in `section.id`. */
    sections?: components["schemas"]["Section"][];
    /** Whether the item is archived or deleted. */
    readonly state?: components["schemas"]["ItemState"];
    /** Tags of the item. */
    tags?: string[];
    /** Title of the item. */
    title?: string;
    /**
     * Time of the last change.
     */
    readonly updatedAt?: string;
    /** URLs of the item. */
    urls?: components["schemas"]["ItemUrl"][];
    /** The vault that contains the item. */
    vault: components["schemas"]["VaultReference"];
    /** Version of the item. */
    readonly version?: number;
};
/** An item of a list, without its fields and sections. `getItem` returns them. */
export type ItemOverview = {
    /** Category of the item. */
    category: components["schemas"]["ItemCategory"];
    /**
     * Time at which the item was created.
     */
    createdAt?: string;
    /** Whether the item is marked as a favorite. */
    favorite?: boolean;
    /** The files attached to the item, without their content. */
    files?: components["schemas"]["File"][];
    /** UUID of the item, 26 lower-case letters or digits. */
    id: string;
    /** UUID of the account that last changed the item. */
    lastEditedBy?: string;
    /** Whether the item is archived or deleted. */
    state?: components["schemas"]["ItemState"];
    /** Tags of the item. */
    tags?: string[];
    /** Title of the item. */
    title?: string;
    /**
     * Time of the last change.
     */
    updatedAt?: string;
    /** URLs of the item. */
    urls?: components["schemas"]["ItemUrl"][];
    /** The vault that contains the item. */
    vault: components["schemas"]["VaultReference"];
    /** Version of the item. Each write makes the next one. The response to a write has the one before on some servers; a read soon after has the new one. */
    version?: number;
};
/** Reference to an item. */
export type ItemReference = {
    /** UUID of the item, 26 lower-case letters or digits. */
    id: string;
};
/** An item that replaces another: a changed item that a read returned, or a new one with a vault and a category. It may have all properties that a read returned, including those that the server assigns, such as the id, the version, the times and the files. Fields may have no id. An optional property that is null is the same as an absent one. */
export type ItemReplacement = {
    /** Category of the item. A category that cannot be created is rejected with 400, unless it is the item's current one. */
    category: components["schemas"]["ItemCategory"];
    /**
     * As read. The server assigns it.
     */
    readonly createdAt?: string | null;
    /** Whether the item is marked as a favorite. */
    favorite?: boolean | null;
    /** The fields of the item, of all sections in one list. Ids must be unique, otherwise the server responds with 400. */
    fields?: readonly components["schemas"]["FieldReplacement"][] | null;
    /** As read. The server assigns them. */
    readonly files?: readonly components["schemas"]["FileAsRead"][] | null;
    /** As read. The id in the path decides which item is replaced. */
    readonly id?: string | null;
    /** As read. The server assigns it. */
    readonly lastEditedBy?: string | null;
    /** The sections of the item. Fields have the id of one in `section.id`. Ids must be unique, otherwise the server responds with 400. */
    sections?: readonly components["schemas"]["NewSection"][] | null;
    /** Whether the item is archived or deleted. */
    readonly state?: components["schemas"]["ItemState"] | null;
    /** Tags of the item. */
    tags?: readonly string[] | null;
    /** Title of the item. */
    title?: string | null;
    /**
     * As read. The server assigns it.
     */
    readonly updatedAt?: string | null;
    /** URLs of the item. */
    urls?: readonly components["schemas"]["NewItemUrl"][] | null;
    /** The vault that contains the item. */
    vault: components["schemas"]["VaultReference"];
    /** As read. The server assigns it. */
    readonly version?: number | null;
};
/** A URL of an item. */
export type ItemUrl = {
    /** The URL. */
    href?: string;
    /** Name of the URL to show. */
    label?: string;
    /** Whether it is the primary URL of the item. */
    primary?: boolean;
};
/** A field of an item to create. Set `purpose` for the username, the password and the notes, and `type` for every other field. Set either `value`, or `generate` if the server should generate the value. A null property is the same as an absent one. */
export type NewField = {
    /** Whether the server generates the value. Default: false. */
    generate?: boolean | null;
    /** Id of the field, unique in its item. If it is absent or empty, the server assigns one. */
    id?: string | null;
    /** Name of the field to show. */
    label?: string | null;
    /** Whether the field is the username, the password or the notes. */
    purpose?: components["schemas"]["NewFieldPurpose"] | null;
    /** Recipe of the generated value. Default: 32 characters of letters, digits and symbols. */
    recipe?: components["schemas"]["GeneratorRecipe"] | null;
    /** The section that contains the field. Absent if it is in none. */
    section?: components["schemas"]["SectionReference"] | null;
    /** Type of the value. An empty string is the same as no type. */
    type?: components["schemas"]["FieldType"] | null;
    /** The value, as text for every type. */
    value?: string | null;
};
/** An item to create. The server assigns all other properties, such as the id, the version and the times. An optional property that is null is the same as an absent one. */
export type NewItem = {
    /** Category of the item. */
    category: components["schemas"]["NewItemCategory"];
    /** Whether the item is marked as a favorite. */
    favorite?: boolean | null;
    /** The fields of the item, of all sections in one list. Ids must be unique, otherwise the server responds with 400. */
    fields?: readonly components["schemas"]["NewField"][] | null;
    /** The sections of the item. Fields have the id of one in `section.id`. Ids must be unique, otherwise the server responds with 400. */
    sections?: readonly components["schemas"]["NewSection"][] | null;
    /** Tags of the item. */
    tags?: readonly string[] | null;
    /** Title of the item. */
    title: string;
    /** URLs of the item. */
    urls?: readonly components["schemas"]["NewItemUrl"][] | null;
    /** The vault of the item. The same as in the path. */
    vault: components["schemas"]["VaultReference"];
};
/** A URL of an item to create or replace. A null property is the same as an absent one. */
export type NewItemUrl = {
    /** The URL. */
    href?: string | null;
    /** Name of the URL to show. */
    label?: string | null;
    /** Whether it is the primary URL of the item. */
    primary?: boolean | null;
};
/** A heading in an item to create or replace. */
export type NewSection = {
    /** Id of the section, unique in its item. Fields have it in their `section`. */
    id: string;
    /** The heading. Null is the same as absent. */
    label?: string | null;
};
/** Details of a password. */
export type PasswordDetails = {
    /** Entropy of the password. */
    entropy?: number;
    /** Whether the password was generated. */
    generated?: boolean;
    /** Previous passwords. The order is not specified. */
    history?: string[];
    /** Strength of the password. */
    strength?: components["schemas"]["PasswordStrength"];
};
/** Password details of a field that a read returned. The server ignores them. A null property is the same as an absent one. */
export type PasswordDetailsAsRead = {
    /** As read. */
    entropy?: number | null;
    /** As read. */
    generated?: boolean | null;
    /** As read. */
    history?: readonly string[] | null;
    /** As read. */
    strength?: components["schemas"]["PasswordStrength"] | null;
};
/** Removes the value at `path`. */
export type RemoveOperation = {
    /**
     * The kind of change.
     */
    op: "remove";
    /** Path of the change, such as `/title` or `/fields/FIELD_ID/value`. */
    path: components["schemas"]["JsonPatchPath"];
};
/** Replaces the value at `path`, which must exist. */
export type ReplaceOperation = {
    /**
     * The kind of change.
     */
    op: "replace";
    /** Path of the change, such as `/title` or `/fields/FIELD_ID/value`. */
    path: components["schemas"]["JsonPatchPath"];
    /** The new value, any JSON. With the path `/fields` a whole field. */
    value: unknown;
};
/** A heading that groups fields. */
export type Section = {
    /** Id of the section, unique in its item. Fields have it in their `section`. */
    id: string;
    /** The heading. */
    label?: string;
};
/** Reference to a section of the same item. */
export type SectionReference = {
    /** Id of one of the item's `sections`. A write with an unknown id is rejected with 400. */
    id: string;
};
/** Name and version of the server, and the state of its dependencies. */
export type ServerHealth = {
    /** The dependencies of the server, each with its state. */
    dependencies?: components["schemas"]["ServiceDependency"][];
    /** Name of the server. */
    name: string;
    /** Version of the server. Not the version of the interface. */
    version: string;
};
/** A dependency of the server. */
export type ServiceDependency = {
    /** Details of the state, for people to read. */
    message?: string;
    /** Name of the dependency. */
    service: string;
    /** State of the dependency. */
    status: components["schemas"]["DependencyStatus"];
};
/** A vault with its versions and the number of its items. */
export type Vault = {
    /** Version of the vault's own properties, such as its name and description. */
    attributeVersion?: number;
    /** Version of the vault's content. */
    contentVersion?: number;
    /**
     * Time at which the vault was created.
     */
    createdAt?: string;
    /** Description of the vault. */
    description?: string;
    /** UUID of the vault, 26 lower-case letters or digits. */
    id: string;
    /** Number of active items in the vault. */
    items?: number;
    /** Name of the vault. */
    name: string;
    /** Type of the vault. */
    type?: components["schemas"]["VaultType"];
    /**
     * Time of the last change of the vault or its content.
     */
    updatedAt?: string;
};
/** A vault of a list, with its id and name. It may have other properties of a vault. */
export type VaultOverview = {
    /** UUID of the vault, 26 lower-case letters or digits. */
    id: string;
    /** Name of the vault. */
    name: string;
};
/** Reference to a vault. */
export type VaultReference = {
    /** UUID of the vault, 26 lower-case letters or digits. */
    id: string;
};
export type ActivityAction = components["schemas"]["ActivityAction"];
export type ActivityResourceType = components["schemas"]["ActivityResourceType"];
export type ActivityResult = components["schemas"]["ActivityResult"];
export type CharacterSet = components["schemas"]["CharacterSet"];
export type DependencyStatus = components["schemas"]["DependencyStatus"];
export type FieldPurpose = components["schemas"]["FieldPurpose"];
export type FieldType = components["schemas"]["FieldType"];
export type ItemCategory = components["schemas"]["ItemCategory"];
export type ItemPatch = components["schemas"]["ItemPatch"];
export type ItemState = components["schemas"]["ItemState"];
export type JsonPatchOperation = components["schemas"]["JsonPatchOperation"];
export type JsonPatchPath = components["schemas"]["JsonPatchPath"];
export type NewFieldPurpose = components["schemas"]["NewFieldPurpose"];
export type NewItemCategory = components["schemas"]["NewItemCategory"];
export type PasswordStrength = components["schemas"]["PasswordStrength"];
export type VaultType = components["schemas"]["VaultType"];
