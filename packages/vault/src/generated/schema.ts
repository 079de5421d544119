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
         * Gets the server's version and the state of what it depends on.
         * Needs no token. A dependency that is not well, such as one that waits for a token, shows in `dependencies`; 200 is the only documented status of the answer.
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
         * Asks whether the server is alive.
         * Answers with a single period and needs no token. It says nothing about the server's dependencies; `getHealth` does.
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
         * Gets the server's metrics in a plain-text exposition format.
         * One metric a line, with lines that begin with `#` for help and type. Needs no token. Which metrics there are depends on the server; those in the example only show the form.
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
         * Lists the requests that the server has recorded, page by page.
         * The next page begins at `offset` plus the number of records received; a page without records is the end. The order is not documented; the
         * examples have the newest first. Because requests are recorded all the time, reading this list among them, records can move between two reads:
         * the same one may come twice, so tell them apart by their id, and do not count on seeing every one.
         *
         * The id is `requestID` or `requestId`, and the address `actor.ip` or `actor.requestIp`, depending on the server's version (public material).
         * The server records every API request, refused ones as `DENY`.
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
         * Lists the vaults that the token opens.
         * Answers with ids and names only; `getVault` has the rest. The list is complete, there are no pages, and its order is not documented. A slash at the end of the path is accepted by servers too (public material).
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
         * Gets one vault with its versions and the number of its items.
         * `contentVersion` and `updatedAt` tell whether anything in the vault has changed.
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
         * Lists the items of a vault, without their fields and sections.
         * `getItem` has the fields. The list is complete, there are no pages, and its order is not documented. A slash at the end of the path is accepted by servers too (public material).
         */
        get: operations["listItems"];
        put?: never;
        /**
         * Creates an item and gives it as the server stored it.
         * A field with `generate` gets a value that the server makes up, shaped by its `recipe`; the answer has the value. A field belongs to a section
         * when its `section.id` is the id of one of `sections`. The categories `CUSTOM` and `DOCUMENT` cannot be created.
         *
         * Repeating the request makes a second item. A read straight after it may answer 404 for a moment (public material).
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
         * Gets one item with its fields, sections and files.
         * The answer holds secrets in clear text: field values, the current one-time code and earlier passwords. Straight after a create it may be 404 for a moment (public material).
         */
        get: operations["getItem"];
        /**
         * Replaces a whole item and gives it as the server stored it.
         * Send all that is to stay, not just what changes; `patchItem` changes single fields. What `getItem` returned is accepted as it is: servers accept a `createdAt`, `updatedAt` and `version` that come back, and fields without an id (public material). A field with `generate` gets a value that the server makes up, as in `createItem`.
         */
        put: operations["replaceItem"];
        post?: never;
        /**
         * Deletes an item.
         * There is no body in the answer.
         */
        delete: operations["deleteItem"];
        options?: never;
        head?: never;
        /**
         * Changes parts of an item and gives it as the server stored it.
         * The body is a JSON Patch (RFC 6902) with the operations `add`, `remove` and `replace` alone. A path is a JSON Pointer (RFC 6901) to an
         * attribute of the item (`/title`), to a field by its id (`/fields/FIELD_ID`) or to an attribute of a field (`/fields/FIELD_ID/label`).
         *
         * From public material: the path `/` is the whole item, `add` to `/fields` puts a field after the others, `/tags/1` is the second tag, an empty
         * list changes nothing. The media type is `application/json`, not that of the standard.
         *
         * What can be changed is what clients write: `title`, `category`, `favorite`, `urls`, `tags`, `sections` and `fields`, and in a field `section`, `purpose`,
         * `type`, `label`, `value`, `generate` and `recipe`. Not documented but chosen: any other path is refused with 400, and so are `remove` of the whole item,
         * a whole field or section whose `id` is not that of the path, and a change after which the item breaks a rule of `replaceItem`.
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
         * Lists the files of an item, with their content if asked for.
         * The list is complete, there are no pages, and its order is not documented. With `inline_content` every file comes with its content, as long as it is smaller than the largest inline size that the server is configured for (in kilobytes), or smaller than 100 kilobytes where the file's size is undefined; otherwise the answer is 413. `getFileContent` has no such limit. A slash at the end of the path is accepted by servers too (public material).
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
         * Gets one file's details, with its content if asked for.
         * With `inline_content` the file comes with its content, as long as it is smaller than the largest inline size that the server is configured for (in kilobytes), or smaller than 100 kilobytes where the file's size is undefined; otherwise the answer is 413. `getFileContent` has no such limit.
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
         * Reads a file's bytes.
         * The bytes are as they were stored, whatever the file holds. Compare their number with `Content-Length`, or with the file's `size`: an answer that was cut off can look complete otherwise.
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
        /** What was done, or tried. Other values may appear. */
        ActivityAction: "READ" | "CREATE" | "UPDATE" | "DELETE" | (string & {});
        /** Who made a request, by which token and from where. */
        ActivityActor: ActivityActor;
        /** What a request was about. */
        ActivityResource: ActivityResource;
        /** Whether a request was about an item or a vault. Other values may appear. */
        ActivityResourceType: "ITEM" | "VAULT" | (string & {});
        /** Whether the request was carried out or refused. Other values may appear. */
        ActivityResult: "SUCCESS" | "DENY" | (string & {});
        /** Adds what is not there yet, as RFC 6902 says. With the path `/fields` the value, a field, is put after the fields that are there (public material). */
        AddOperation: AddOperation;
        /** One request that the server has answered or refused, as it recorded it. */
        APIRequest: APIRequest;
        /** A set of characters. `LETTERS` and `DIGITS` are documented, `SYMBOLS` is known from public material; others may exist and may be sent. */
        CharacterSet: "LETTERS" | "DIGITS" | "SYMBOLS" | (string & {});
        /** The state of a dependency. The two values are those that have been seen; the complete set is not documented, so others may appear. */
        DependencyStatus: "ACTIVE" | "TOKEN_NEEDED" | (string & {});
        /** What every refusal of the server looks like. */
        ErrorResponse: ErrorResponse;
        /** A field of an item, as the server returns it. */
        Field: Field;
        /** Marks a field as the username, the password or the notes; it stands instead of a type there. The empty string is known from public material and says that the field has no purpose. Other values may appear. */
        FieldPurpose: "USERNAME" | "PASSWORD" | "NOTES" | "" | (string & {});
        /** A field of an item that is being replaced: a field as it was read, or a new one. Not documented as a shape of its own; chosen: everything that a field of a returned item has is accepted, and `generate` and `recipe` besides. A member that is null counts as left out (public material). */
        FieldReplacement: FieldReplacement;
        /** What a field's value is. `OTP` holds an `otpauth://` address; `DATE` a day as YYYY-MM-DD; `MONTH_YEAR` a month, as YYYYMM or YYYY/MM (public material). The first seven are documented, the other nine known from public material, and servers add types, so any other value may appear and may be sent. */
        FieldType: "STRING" | "EMAIL" | "CONCEALED" | "URL" | "OTP" | "DATE" | "MONTH_YEAR" | "MENU" | "ADDRESS" | "CREDIT_CARD_NUMBER" | "CREDIT_CARD_TYPE" | "GENDER" | "PHONE" | "REFERENCE" | "FILE" | "SSHKEY" | (string & {});
        /** A file attached to an item. */
        File: File;
        /** A file that comes back in the item that it was read with. The server passes it over; a member that is null counts as left out (public material). */
        FileAsRead: FileAsRead;
        /** How a value that the server generates is made. It serves where `generate` is true; without a recipe the server takes 32 characters of letters, digits and symbols (public material). A member that is null counts as left out (public material). */
        GeneratorRecipe: GeneratorRecipe;
        /** An item with everything that is in it. */
        Item: Item;
        /** What kind of thing an item is. `DOCUMENT` and `CUSTOM` can only be read: no item is created with them. Other values may appear. */
        ItemCategory: "LOGIN" | "PASSWORD" | "API_CREDENTIAL" | "SERVER" | "DATABASE" | "CREDIT_CARD" | "MEMBERSHIP" | "PASSPORT" | "SOFTWARE_LICENSE" | "OUTDOOR_LICENSE" | "SECURE_NOTE" | "WIRELESS_ROUTER" | "BANK_ACCOUNT" | "DRIVER_LICENSE" | "IDENTITY" | "REWARD_PROGRAM" | "EMAIL_ACCOUNT" | "SOCIAL_SECURITY_NUMBER" | "MEDICAL_RECORD" | "SSH_KEY" | "DOCUMENT" | "CUSTOM" | (string & {});
        /** An item as the list shows it, without its fields and sections. Read the item itself for these. */
        ItemOverview: ItemOverview;
        /** Changes to an item, in the form of RFC 6902, made one after the other. An empty list changes nothing (public material). Of the operations of the standard only `add`, `remove` and `replace` exist here. Not documented but chosen: 1000 operations are the most. */
        ItemPatch: readonly components["schemas"]["JsonPatchOperation"][];
        /** Points to an item by its id. */
        ItemReference: ItemReference;
        /** An item that takes the place of another: what was read, changed where needed, or one of your own with a vault and a category. Not documented beyond being an item; chosen: whatever a read returned is accepted, what the server assigns (id, version, times, files and the like) included. Servers are known to accept `createdAt`, `updatedAt` and `version` so, and fields without an id. An optional member that is null counts as left out (public material). */
        ItemReplacement: ItemReplacement;
        /** Says that an item is archived or deleted. Member and values are known from public material; other values may appear. */
        ItemState: "ARCHIVED" | "DELETED" | (string & {});
        /** An address that an item belongs to. Its members are known from public material. */
        ItemUrl: ItemUrl;
        /** One change. `op` says which; `add` and `replace` need a `value`. */
        JsonPatchOperation: components["schemas"]["AddOperation"] | components["schemas"]["RemoveOperation"] | components["schemas"]["ReplaceOperation"];
        /** An RFC 6901 JSON Pointer: `/title`, `/tags/1`, `/fields/FIELD_ID` for a field by its id, `/fields/FIELD_ID/label` for an attribute of it. Inside an id, write `~0` for a tilde and `~1` for a slash. A single slash is the whole item; that and `/tags/1` are known from public material. */
        JsonPatchPath: string;
        /** A field of an item that is being created. Give `purpose` for the username, the password and the notes, and `type` for every other field. Give either a `value`, or `generate` to have one made by the server. A member that is null counts as left out (public material). */
        NewField: NewField;
        /**
         * The purpose of a field that is being created, given instead of a type. The empty string, known from public material, says that the field has none, as leaving the member out does.
         */
        NewFieldPurpose: "USERNAME" | "PASSWORD" | "NOTES" | "";
        /** An item to create. The server assigns its id, version, times and everything else that is not listed here. An optional member that is null counts as left out (public material). */
        NewItem: NewItem;
        /**
         * What kind of thing a new item is. `DOCUMENT` and `CUSTOM`, which a server may return, cannot be created.
         */
        NewItemCategory: "LOGIN" | "PASSWORD" | "API_CREDENTIAL" | "SERVER" | "DATABASE" | "CREDIT_CARD" | "MEMBERSHIP" | "PASSPORT" | "SOFTWARE_LICENSE" | "OUTDOOR_LICENSE" | "SECURE_NOTE" | "WIRELESS_ROUTER" | "BANK_ACCOUNT" | "DRIVER_LICENSE" | "IDENTITY" | "REWARD_PROGRAM" | "EMAIL_ACCOUNT" | "SOCIAL_SECURITY_NUMBER" | "MEDICAL_RECORD" | "SSH_KEY";
        /** An address of an item that is being written. A member that is null counts as left out. All of this is known from public material. */
        NewItemUrl: NewItemUrl;
        /** A heading of an item that is being written. */
        NewSection: NewSection;
        /** What the server knows about a password. */
        PasswordDetails: PasswordDetails;
        /** Password details that come back in the field that they were read with. The server passes them over; a member that is null counts as left out (public material). */
        PasswordDetailsAsRead: PasswordDetailsAsRead;
        /** How strong a password is. The values are known from public material; others may appear. */
        PasswordStrength: "TERRIBLE" | "WEAK" | "FAIR" | "GOOD" | "VERY_GOOD" | "EXCELLENT" | "FANTASTIC" | (string & {});
        /** Takes away what `path` points to. */
        RemoveOperation: RemoveOperation;
        /** Sets what `path` points to, which must be there already. */
        ReplaceOperation: ReplaceOperation;
        /** A heading under which fields are grouped. */
        Section: Section;
        /** Points to a section of the same item by its id. */
        SectionReference: SectionReference;
        /** The server's name and version, and the state of what it depends on. */
        ServerHealth: ServerHealth;
        /** Something that the server depends on. */
        ServiceDependency: ServiceDependency;
        /** A vault with its versions and the number of its items. */
        Vault: Vault;
        /** A vault as the list shows it, by id and name. Servers may add more members of a vault. */
        VaultOverview: VaultOverview;
        /** Points to a vault by its id. */
        VaultReference: VaultReference;
        /** Whose vault it is: `EVERYONE` is shared by the whole team, `PERSONAL` is the private vault of the server, `USER_CREATED` was made by somebody. `TRANSFER` is known from public material. Other values may appear. */
        VaultType: "EVERYONE" | "PERSONAL" | "USER_CREATED" | "TRANSFER" | (string & {});
    };
    responses: {
        /** Another request is changing the same vault. Known from public material. */
        ConcurrentWrite: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** The item has no such file, or there is no such item or vault. */
        FileNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** The content of a file is too large to be sent inline. Read it by `getFileContent`. */
        InlineContentTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** An id in the path has not the form of a UUID. Not documented but chosen, because the form is. */
        InvalidFileId: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** `inline_content` or `inline_files` is not true or false, or an id in the path has not the form of a UUID. Not documented but chosen, because both have a form. */
        InvalidFileQuery: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** The filter is not one that the server understands, or the id in the path has not the form of a vault's UUID. Not documented but chosen, because both have a form. */
        InvalidItemFilter: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** An id in the path has not the form of a UUID. Not documented but chosen, because the form is. */
        InvalidItemId: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** The item cannot be created as it was sent, or the id in the path has not the form of a vault's UUID. Not documented but chosen: the stored item would be larger than 1 MiB, or the body is nested deeper than 500 levels. */
        InvalidNewItem: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** `limit` or `offset` is not a whole number in its range. Not documented but chosen, because both are numbers. */
        InvalidPage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** The patch is not a list of changes that this item allows, or an id in the path has not the form of a UUID. Known from public material for a bad patch. */
        InvalidPatch: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** The item cannot be replaced by what was sent, or an id in the path has not the form of a UUID. Not documented but chosen: the stored item would be larger than 1 MiB, or the body is nested deeper than 500 levels. */
        InvalidReplacement: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** The filter is not one that the server understands. Not documented but chosen, because the filter has a grammar. */
        InvalidVaultFilter: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** The id in the path has not the form of a vault's UUID. Not documented but chosen, because the form is. */
        InvalidVaultId: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** There is no such item in the vault, or no such vault. */
        ItemNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** The token does not open this vault. The list of statuses leaves this one out for lists, while the rule that a vault outside the token's scope is refused knows no exception. Chosen is the rule. */
        ListVaultNotInScope: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** The body is larger than the server takes. Not documented but chosen, because a server must end somewhere. */
        RequestTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** There is no token, or the server does not accept it. */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** The body is announced as something else than JSON. Not documented but chosen, because the header is asked for. A body without the header is read as JSON (public material). */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** There is no such vault. */
        VaultNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** The token does not open this vault. */
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
         * The file's UUID, 26 lower-case letters or digits.
         */
        FileUUID: string;
        /**
         * Whether to send the content along, in Base64. Absent means without content.
         */
        InlineContent: boolean;
        /**
         * Another name of `inline_content`, known from public material. The content is sent along if one of the two is true.
         */
        InlineFiles: boolean;
        /**
         * The item's UUID, 26 lower-case letters or digits.
         */
        ItemUUID: string;
        /**
         * The vault's UUID, 26 lower-case letters or digits.
         */
        VaultUUID: string;
    };
    requestBodies: never;
    headers: {
        /**
         * How the file is to be shown, and its name. Known from public material.
         */
        ContentDisposition: string;
        /**
         * The number of bytes. Known from public material.
         */
        ContentLength: number;
        /** Which records the page has, counted from 1, and how many there are in all, as in `1-50/1134`. Known from public material; it may be absent. That an empty page has a star is chosen, after RFC 9110. */
        ContentRange: string;
        /**
         * The scheme to authenticate by. Not documented for this service; chosen: RFC 9110 has one in every 401, but do not count on it.
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
            /** The server is alive. */
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
                 * How many records a page has at most. 1 or more; absent means 50 (public material). An upper bound is not documented; chosen: 2^53 - 1.
                 */
                limit?: number;
                /**
                 * How many records to skip from the start of the list. 0 or more; absent means 0 (public material). An upper bound is not documented; chosen: 2^53 - 1.
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
                 * Which vaults to list, as a SCIM-style expression: an attribute, an operator, and a value in double quotes, as in `name eq "Production"`. The value is written as in JSON, so a quote in it becomes `\"`. The documented attribute is `name`; clients in use send `title eq "Production"`, which servers accept too (public material). Absent means every vault. Not documented but chosen: 1 to 16384 characters.
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
                 * The vault's UUID, 26 lower-case letters or digits.
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
                 * Which items to list, as a SCIM-style expression: an attribute, an operator, and a value in double quotes, as in `title eq "Finance portal"` or `tag eq "production"`. The value is written as in JSON, so a quote in it becomes `\"`. The attributes are `title` and `tag`; `title co "portal"`, for a part of the title, is known from public material. Absent means every item. Not documented but chosen: 1 to 16384 characters.
                 */
                filter?: string;
            };
            header?: never;
            path: {
                /**
                 * The vault's UUID, 26 lower-case letters or digits.
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
                 * The vault's UUID, 26 lower-case letters or digits.
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
                 * The item's UUID, 26 lower-case letters or digits.
                 */
                itemUUID: components["parameters"]["ItemUUID"];
                /**
                 * The vault's UUID, 26 lower-case letters or digits.
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
                 * The item's UUID, 26 lower-case letters or digits.
                 */
                itemUUID: string;
                /**
                 * The vault's UUID, 26 lower-case letters or digits.
                 */
                vaultUUID: components["parameters"]["VaultUUID"];
            };
            cookie?: never;
        };
        /** The item that takes the place of the other. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ItemReplacement"];
            };
        };
        responses: {
            /** The item that took the other one's place. */
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
                 * The item's UUID, 26 lower-case letters or digits.
                 */
                itemUUID: components["parameters"]["ItemUUID"];
                /**
                 * The vault's UUID, 26 lower-case letters or digits.
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
                 * The item's UUID, 26 lower-case letters or digits.
                 */
                itemUUID: components["parameters"]["ItemUUID"];
                /**
                 * The vault's UUID, 26 lower-case letters or digits.
                 */
                vaultUUID: components["parameters"]["VaultUUID"];
            };
            cookie?: never;
        };
        /** The changes, in the order in which they are made. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ItemPatch"];
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
                 * Whether to send the content along, in Base64. Absent means without content.
                 */
                inline_content?: components["parameters"]["InlineContent"];
                /**
                 * Another name of `inline_content`, known from public material. The content is sent along if one of the two is true.
                 */
                inline_files?: components["parameters"]["InlineFiles"];
            };
            header?: never;
            path: {
                /**
                 * The item's UUID, 26 lower-case letters or digits.
                 */
                itemUUID: components["parameters"]["ItemUUID"];
                /**
                 * The vault's UUID, 26 lower-case letters or digits.
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
                 * Whether to send the content along, in Base64. Absent means without content.
                 */
                inline_content?: components["parameters"]["InlineContent"];
                /**
                 * Another name of `inline_content`, known from public material. The content is sent along if one of the two is true.
                 */
                inline_files?: components["parameters"]["InlineFiles"];
            };
            header?: never;
            path: {
                /**
                 * The file's UUID, 26 lower-case letters or digits.
                 */
                fileUUID: components["parameters"]["FileUUID"];
                /**
                 * The item's UUID, 26 lower-case letters or digits.
                 */
                itemUUID: components["parameters"]["ItemUUID"];
                /**
                 * The vault's UUID, 26 lower-case letters or digits.
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
                 * The file's UUID, 26 lower-case letters or digits.
                 */
                fileUUID: components["parameters"]["FileUUID"];
                /**
                 * The item's UUID, 26 lower-case letters or digits.
                 */
                itemUUID: components["parameters"]["ItemUUID"];
                /**
                 * The vault's UUID, 26 lower-case letters or digits.
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
/** Who made a request, by which token and from where. */
export type ActivityActor = {
    /** UUID of the account. */
    account?: string;
    /** UUID of the server that made the request. */
    id?: string;
    /** Address that the request came from. Some server versions write `requestIp` instead. */
    ip?: string;
    /** UUID of the access token; not the token itself. */
    jti?: string;
    /** Address that the request came from, as some server versions write it (public material). */
    requestIp?: string;
    /** What the client called itself. */
    userAgent?: string;
};
/** What a request was about. */
export type ActivityResource = {
    /** The item, where the request was about one. */
    item?: components["schemas"]["ItemReference"];
    /** Version of the item. */
    itemVersion?: number;
    /** Whether it was about an item or a vault. */
    type?: components["schemas"]["ActivityResourceType"];
    /** The vault that the request was about. */
    vault?: components["schemas"]["VaultReference"];
};
/** Adds what is not there yet, as RFC 6902 says. With the path `/fields` the value, a field, is put after the fields that are there (public material). */
export type AddOperation = {
    /**
     * Names the change.
     */
    op: "add";
    /** Where: `/title`, `/fields/FIELD_ID/value` and the like. */
    path: components["schemas"]["JsonPatchPath"];
    /** The new value, any JSON. It has the form of what `path` points to, so a whole field for `/fields`. */
    value: unknown;
};
/** One request that the server has answered or refused, as it recorded it. */
export type APIRequest = {
    /** What was done, or tried. */
    action: components["schemas"]["ActivityAction"];
    /** Who made the request. */
    actor: components["schemas"]["ActivityActor"];
    /** UUID of the request, as some server versions write it (public material). */
    requestId?: string;
    /** UUID of the request. Some server versions write `requestId` instead. */
    requestID?: string;
    /** What the request was about. */
    resource: components["schemas"]["ActivityResource"];
    /** Whether the request was carried out or refused. */
    result: components["schemas"]["ActivityResult"];
    /**
     * When the request was made.
     */
    timestamp?: string;
};
/** What every refusal of the server looks like. */
export type ErrorResponse = {
    /** What was wrong, in words for people. Decide by `status`, never by this text. */
    message: string;
    /** The HTTP status of the response, repeated in the body. */
    status: number;
};
/** A field of an item, as the server returns it. */
export type Field = {
    /** Measure of how hard the value is to guess. */
    readonly entropy?: number;
    /** The field's id within its item. A patch finds the field by it. */
    id: string;
    /** The name that people see. */
    label?: string;
    /** What the server knows about the password; it assigns this. */
    readonly passwordDetails?: components["schemas"]["PasswordDetails"];
    /** Whether the field is the username, the password or the notes. */
    purpose?: components["schemas"]["FieldPurpose"];
    /** The section that the field is shown in. Absent means none. */
    section?: components["schemas"]["SectionReference"];
    /** The code that is valid now; on fields of type `OTP`. Known from public material. */
    readonly totp?: string;
    /** What the value is. */
    type?: components["schemas"]["FieldType"];
    /** The value, as text whatever the type. */
    value?: string;
};
/** A field of an item that is being replaced: a field as it was read, or a new one. Not documented as a shape of its own; chosen: everything that a field of a returned item has is accepted, and `generate` and `recipe` besides. A member that is null counts as left out (public material). */
export type FieldReplacement = {
    /** As it was read; the server assigns it. */
    readonly entropy?: number | null;
    /** Whether the server makes up the value. Absent means that it does not. */
    generate?: boolean | null;
    /** The id of a field that was read, or an id of your own choice, which no other field of the item has. Without one, or with the empty string (public material), the server makes it. */
    id?: string | null;
    /** The name that people see. */
    label?: string | null;
    /** As it was read; the server assigns it. */
    readonly passwordDetails?: components["schemas"]["PasswordDetailsAsRead"] | null;
    /** Whether the field is the username, the password or the notes. */
    purpose?: components["schemas"]["FieldPurpose"] | null;
    /** How the generated value is made. Absent means 32 characters of letters, digits and symbols (public material). */
    recipe?: components["schemas"]["GeneratorRecipe"] | null;
    /** The section that the field is shown in. Absent means none. */
    section?: components["schemas"]["SectionReference"] | null;
    /** As it was read; the server assigns it. Known from public material. */
    readonly totp?: string | null;
    /** What the value is. The empty string counts as left out (public material). */
    type?: components["schemas"]["FieldType"] | null;
    /** The value, as text whatever the type. */
    value?: string | null;
};
/** A file attached to an item. */
export type File = {
    /** The content in Base64, where inline content was asked for. The member's name is known from public material. */
    content?: string;
    /** Path at which the content is read. Seen with and without a slash at the front (public material); never a reason to send the token anywhere else. */
    content_path?: string;
    /** The file's UUID, 26 lower-case letters or digits. */
    id: string;
    /** The file's name. */
    name?: string;
    /** The section of the item that the file is shown in. Known from public material. */
    section?: components["schemas"]["SectionReference"];
    /** Length of the content; absent where the server does not know it. The unit is not documented; chosen: bytes. */
    size?: number;
};
/** A file that comes back in the item that it was read with. The server passes it over; a member that is null counts as left out (public material). */
export type FileAsRead = {
    /** As it was read. */
    content?: string | null;
    /** As it was read. */
    content_path?: string | null;
    /** As it was read. */
    id?: string | null;
    /** As it was read. */
    name?: string | null;
    /** As it was read. */
    section?: components["schemas"]["SectionReference"] | null;
    /** As it was read. */
    size?: number | null;
};
/** How a value that the server generates is made. It serves where `generate` is true; without a recipe the server takes 32 characters of letters, digits and symbols (public material). A member that is null counts as left out (public material). */
export type GeneratorRecipe = {
    /** The sets that characters are taken from. Absent means all three known ones (public material). A list without a set, or with one that the server does not know, is refused with 400. */
    characterSets?: readonly components["schemas"]["CharacterSet"][] | null;
    /** Characters that must not occur in the value, written one after the other. Known from public material. If they leave no character of the sets, the server answers 400. */
    excludeCharacters?: string | null;
    /**
     * Number of characters. Range and default are known from public material.
     * Default: 32.
     */
    length?: number | null;
};
/** An item with everything that is in it. */
export type Item = {
    /** What kind of thing the item is. */
    category: components["schemas"]["ItemCategory"];
    /**
     * When the item was created.
     */
    readonly createdAt?: string;
    /** Whether the item is marked as a favourite. */
    favorite?: boolean;
    /** The item's fields, those of every section in one list. */
    fields?: components["schemas"]["Field"][];
    /** The files attached to the item, without their content. */
    readonly files?: components["schemas"]["File"][];
    /** The item's UUID, 26 lower-case letters or digits. */
    readonly id: string;
    /** UUID of the account that last changed the item. */
    readonly lastEditedBy?: string;
    /** The headings that fields refer to by `section.id`. */
    sections?: components["schemas"]["Section"][];
    /** Whether the item is archived or deleted. Known from public material. */
    readonly state?: components["schemas"]["ItemState"];
    /** Free words that items are grouped by. */
    tags?: string[];
    /** The name that people see. */
    title?: string;
    /**
     * When the item last changed.
     */
    readonly updatedAt?: string;
    /** Addresses that the item belongs to. */
    urls?: components["schemas"]["ItemUrl"][];
    /** The vault that the item is in. */
    vault: components["schemas"]["VaultReference"];
    /** Version of the item. */
    readonly version?: number;
};
/** An item as the list shows it, without its fields and sections. Read the item itself for these. */
export type ItemOverview = {
    /** What kind of thing the item is. */
    category: components["schemas"]["ItemCategory"];
    /**
     * When the item was created.
     */
    createdAt?: string;
    /** Whether the item is marked as a favourite. */
    favorite?: boolean;
    /** The files attached to the item, without their content. */
    files?: components["schemas"]["File"][];
    /** The item's UUID, 26 lower-case letters or digits. */
    id: string;
    /** UUID of the account that last changed the item. */
    lastEditedBy?: string;
    /** Whether the item is archived or deleted. Known from public material. */
    state?: components["schemas"]["ItemState"];
    /** Free words that items are grouped by. */
    tags?: string[];
    /** The name that people see. */
    title?: string;
    /**
     * When the item last changed.
     */
    updatedAt?: string;
    /** Addresses that the item belongs to. */
    urls?: components["schemas"]["ItemUrl"][];
    /** The vault that the item is in. */
    vault: components["schemas"]["VaultReference"];
    /** Version of the item. */
    version?: number;
};
/** Points to an item by its id. */
export type ItemReference = {
    /** The item's UUID, 26 lower-case letters or digits. */
    id: string;
};
/** An item that takes the place of another: what was read, changed where needed, or one of your own with a vault and a category. Not documented beyond being an item; chosen: whatever a read returned is accepted, what the server assigns (id, version, times, files and the like) included. Servers are known to accept `createdAt`, `updatedAt` and `version` so, and fields without an id. An optional member that is null counts as left out (public material). */
export type ItemReplacement = {
    /** What kind of thing the item is. A category that cannot be created is refused with 400, unless the item has it already. */
    category: components["schemas"]["ItemCategory"];
    /**
     * As it was read; the server assigns it.
     */
    readonly createdAt?: string | null;
    /** Whether the item is marked as a favourite. */
    favorite?: boolean | null;
    /** The item's fields, those of every section in one list. Two of one id are refused with 400. */
    fields?: readonly components["schemas"]["FieldReplacement"][] | null;
    /** As they were read; the server assigns them. */
    readonly files?: readonly components["schemas"]["FileAsRead"][] | null;
    /** As it was read; the item in the path is the one that is replaced. */
    readonly id?: string | null;
    /** As it was read; the server assigns it. */
    readonly lastEditedBy?: string | null;
    /** The headings that fields refer to by `section.id`. Two of one id are refused with 400. */
    sections?: readonly components["schemas"]["NewSection"][] | null;
    /** Whether the item is archived or deleted. Known from public material. */
    readonly state?: components["schemas"]["ItemState"] | null;
    /** Free words that items are grouped by. */
    tags?: readonly string[] | null;
    /** The name that people see. */
    title?: string | null;
    /**
     * As it was read; the server assigns it.
     */
    readonly updatedAt?: string | null;
    /** Addresses that the item belongs to. */
    urls?: readonly components["schemas"]["NewItemUrl"][] | null;
    /** The vault that the item is in. */
    vault: components["schemas"]["VaultReference"];
    /** As it was read; the server assigns it. */
    readonly version?: number | null;
};
/** An address that an item belongs to. Its members are known from public material. */
export type ItemUrl = {
    /** The address itself. */
    href?: string;
    /** The name that people see. */
    label?: string;
    /** Whether it is the item's main address. */
    primary?: boolean;
};
/** A field of an item that is being created. Give `purpose` for the username, the password and the notes, and `type` for every other field. Give either a `value`, or `generate` to have one made by the server. A member that is null counts as left out (public material). */
export type NewField = {
    /** Whether the server makes up the value. Absent means that it does not. */
    generate?: boolean | null;
    /** An id of your own choice, which no other field of the item has. Without one, or with the empty string (public material), the server makes it. */
    id?: string | null;
    /** The name that people see. */
    label?: string | null;
    /** Whether the field is the username, the password or the notes. */
    purpose?: components["schemas"]["NewFieldPurpose"] | null;
    /** How the generated value is made. Absent means 32 characters of letters, digits and symbols (public material). */
    recipe?: components["schemas"]["GeneratorRecipe"] | null;
    /** The section that the field is shown in. Absent means none. */
    section?: components["schemas"]["SectionReference"] | null;
    /** What the value is. The empty string counts as left out (public material). */
    type?: components["schemas"]["FieldType"] | null;
    /** The value, as text whatever the type. */
    value?: string | null;
};
/** An item to create. The server assigns its id, version, times and everything else that is not listed here. An optional member that is null counts as left out (public material). */
export type NewItem = {
    /** What kind of thing the item is. */
    category: components["schemas"]["NewItemCategory"];
    /** Whether the item is marked as a favourite. */
    favorite?: boolean | null;
    /** The item's fields, those of every section in one list. Two of one id are refused with 400. */
    fields?: readonly components["schemas"]["NewField"][] | null;
    /** The headings that fields refer to by `section.id`. Two of one id are refused with 400. */
    sections?: readonly components["schemas"]["NewSection"][] | null;
    /** Free words that items are grouped by. */
    tags?: readonly string[] | null;
    /** The name that people see. */
    title: string;
    /** Addresses that the item belongs to. */
    urls?: readonly components["schemas"]["NewItemUrl"][] | null;
    /** The vault to create the item in. Not documented but chosen, it is the one in the path. */
    vault: components["schemas"]["VaultReference"];
};
/** An address of an item that is being written. A member that is null counts as left out. All of this is known from public material. */
export type NewItemUrl = {
    /** The address itself. */
    href?: string | null;
    /** The name that people see. */
    label?: string | null;
    /** Whether it is the item's main address. */
    primary?: boolean | null;
};
/** A heading of an item that is being written. */
export type NewSection = {
    /** The section's id, which no other section of the item has. Fields name it in their `section`. */
    id: string;
    /** The heading that people see. Null counts as left out (public material). */
    label?: string | null;
};
/** What the server knows about a password. */
export type PasswordDetails = {
    /** Measure of how hard the password is to guess. */
    entropy?: number;
    /** Whether the password was generated rather than typed. */
    generated?: boolean;
    /** Values that the password had before. Their order is not documented. */
    history?: string[];
    /** How strong the password is. */
    strength?: components["schemas"]["PasswordStrength"];
};
/** Password details that come back in the field that they were read with. The server passes them over; a member that is null counts as left out (public material). */
export type PasswordDetailsAsRead = {
    /** As it was read. */
    entropy?: number | null;
    /** As it was read. */
    generated?: boolean | null;
    /** As it was read. */
    history?: readonly string[] | null;
    /** As it was read. */
    strength?: components["schemas"]["PasswordStrength"] | null;
};
/** Takes away what `path` points to. */
export type RemoveOperation = {
    /**
     * Names the change.
     */
    op: "remove";
    /** Where: `/title`, `/fields/FIELD_ID/value` and the like. */
    path: components["schemas"]["JsonPatchPath"];
};
/** Sets what `path` points to, which must be there already. */
export type ReplaceOperation = {
    /**
     * Names the change.
     */
    op: "replace";
    /** Where: `/title`, `/fields/FIELD_ID/value` and the like. */
    path: components["schemas"]["JsonPatchPath"];
    /** The new value, any JSON. It has the form of what `path` points to, so a whole field for `/fields`. */
    value: unknown;
};
/** A heading under which fields are grouped. */
export type Section = {
    /** The section's id within its item. Fields name it in their `section`. */
    id: string;
    /** The heading that people see. */
    label?: string;
};
/** Points to a section of the same item by its id. */
export type SectionReference = {
    /** The id of one of the item's `sections`. In a write, an id that none of them has is refused with 400. */
    id: string;
};
/** The server's name and version, and the state of what it depends on. */
export type ServerHealth = {
    /** What the server depends on, each with its state. */
    dependencies?: components["schemas"]["ServiceDependency"][];
    /** The server's name. */
    name: string;
    /** The server's own version; not that of the interface. */
    version: string;
};
/** Something that the server depends on. */
export type ServiceDependency = {
    /** More about the state, in words for people. */
    message?: string;
    /** The name of what the server depends on. */
    service: string;
    /** The state of the dependency. */
    status: components["schemas"]["DependencyStatus"];
};
/** A vault with its versions and the number of its items. */
export type Vault = {
    /** Version of the vault's own data, such as its name and description. */
    attributeVersion?: number;
    /** Version of what is in the vault. */
    contentVersion?: number;
    /**
     * When the vault was created.
     */
    createdAt?: string;
    /** What the vault is for. */
    description?: string;
    /** The vault's UUID, 26 lower-case letters or digits. */
    id: string;
    /** Number of active items in the vault. */
    items?: number;
    /** The vault's name. */
    name: string;
    /** Whose vault it is. */
    type?: components["schemas"]["VaultType"];
    /**
     * When the vault or anything in it last changed.
     */
    updatedAt?: string;
};
/** A vault as the list shows it, by id and name. Servers may add more members of a vault. */
export type VaultOverview = {
    /** The vault's UUID, 26 lower-case letters or digits. */
    id: string;
    /** The vault's name. */
    name: string;
};
/** Points to a vault by its id. */
export type VaultReference = {
    /** The vault's UUID, 26 lower-case letters or digits. */
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
