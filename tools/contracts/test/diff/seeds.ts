import type { Operation } from "rfc6902";
import type { Level } from "../../src/diff/level.ts";

/** A change that is put into a copy of a contract. */
export interface Seed {
  /** What is changed, for people. */
  readonly seed: string;
  readonly service: "events" | "management" | "vault";
  /** RFC 6902. A path may begin with the name of an operation (`getItem/parameters/0`) or of a schema (`Item/properties/title`). */
  readonly patch: readonly Operation[];
  /** What has to be said of it: the level, the operations that it touches (`*` for the whole contract), where it is and what it is. */
  readonly changes: readonly (readonly [Level, string, string])[];
}

const remove = (path: string): Operation => ({ op: "remove", path });
const put = (path: string, value: unknown): Operation => ({ op: "add", path, value });
const replace = (path: string, value: unknown): Operation => ({ op: "replace", path, value });

const TEXT = { type: "string", description: "Text." };

const OPERATIONS: readonly Seed[] = [
  { seed: "an operation removed", service: "vault", patch: [remove("getMetrics")], changes: [["major", "getMetrics", "the operation is gone"]] },
  {
    seed: "an operation added",
    service: "vault",
    patch: [{ op: "copy", from: "/paths/~1heartbeat", path: "/paths/~1ready" }, replace("/paths/~1ready/get/operationId", "getReadiness")],
    changes: [["minor", "getReadiness", "the operation is new"]],
  },
  {
    seed: "an operation renamed",
    service: "management",
    patch: [replace("listAppCategories/operationId", "listCategories")],
    changes: [["major", "listAppCategories", "the operation is called listCategories now"]],
  },
  {
    seed: "a credential that may be left out now",
    service: "vault",
    patch: [put("listVaults/security", [{}, { bearer: [] }])],
    changes: [["minor", "listVaults", "security asks for no credential or http bearer instead of http bearer"]],
  },
  {
    seed: "a required idempotency key, which the client makes",
    service: "vault",
    patch: [put("createItem/parameters/-", { name: "Idempotency-Key", in: "header", required: true, "x-idempotency-key": true, schema: { type: "string" } })],
    changes: [["minor", "createItem", "header Idempotency-Key is new and optional"]],
  },
  {
    seed: "an operation moved to another path",
    service: "events",
    patch: [{ op: "move", from: "/paths/~1api~1v2~1auth~1introspect", path: "/paths/~1api~1v3~1auth~1introspect" }],
    changes: [["major", "introspect", "path is /api/v3/auth/introspect instead of /api/v2/auth/introspect"]],
  },
  {
    seed: "an operation sent by another method",
    service: "management",
    patch: [{ op: "move", from: "updatePerson", path: "/paths/~1api~1people~1v1~1{id}/put" }],
    changes: [["major", "updatePerson", "method is PUT instead of PATCH"]],
  },
  {
    seed: "a path parameter with another name",
    service: "management",
    patch: [
      { op: "move", from: "/paths/~1api~1people~1v1~1{id}", path: "/paths/~1api~1people~1v1~1{personId}" },
      replace("updatePerson/parameters/0/name", "personId"),
    ],
    changes: [
      ["major", "updatePerson", "path id is gone; path personId has the same schema, so it may be renamed"],
      ["major", "updatePerson", "path personId is new and required"],
    ],
  },
  {
    seed: "an operation deprecated",
    service: "vault",
    patch: [put("getHeartbeat/deprecated", true)],
    changes: [["minor", "getHeartbeat", "the operation is deprecated now"]],
  },
  {
    seed: "an operation described in other words",
    service: "vault",
    patch: [replace("getHeartbeat/description", "Answers a period.")],
    changes: [["patch", "getHeartbeat", "the operation is described in other words or by other examples"]],
  },
  {
    seed: "an extension that no rule knows",
    service: "vault",
    patch: [put("getHeartbeat/x-quota", 5)],
    changes: [["major", "getHeartbeat", "the operation has the x-quota 5 now"]],
  },
];

const KEY = { name: "Idempotency-Key", in: "header", required: true, schema: { type: "string" } };
const POLL = { operation: "getVault", input: { vaultId: "/id" }, state: "/type", done: ["PERSONAL"] };

const FEATURES: readonly Seed[] = [
  {
    seed: "a server of its own",
    service: "vault",
    patch: [put("getMetrics/servers", [{ url: "https://metrics.example.com", "x-name": "metrics" }])],
    changes: [["major", "getMetrics", "the operation is sent to metrics instead of the server at baseUrl"]],
  },
  {
    seed: "a server without a name, which is documentation",
    service: "vault",
    patch: [put("getMetrics/servers", [{ url: "https://vault.example.com" }])],
    changes: [["patch", "getMetrics", "the operation has other addresses or texts of servers"]],
  },
  {
    seed: "a result that comes later",
    service: "vault",
    patch: [put("createItem/x-poll", POLL)],
    changes: [["major", "createItem", `the operation has the x-poll ${JSON.stringify(POLL)} now`]],
  },
  {
    seed: "places of error messages",
    service: "vault",
    patch: [put("/x-error", { message: "/message" })],
    changes: [["minor", "*", 'the document has the x-error {"message":"/message"} now']],
  },
  {
    seed: "a required key that the caller gives",
    service: "vault",
    patch: [put("createItem/parameters/-", KEY)],
    changes: [["major", "createItem", "header Idempotency-Key is new and required"]],
  },
  {
    seed: "a required cookie",
    service: "vault",
    patch: [put("createItem/parameters/-", { ...KEY, name: "tenant", in: "cookie" })],
    changes: [["major", "createItem", "cookie tenant is new and required"]],
  },
  {
    seed: "a list that tells its end",
    service: "vault",
    patch: [put("listActivity/x-pagination/total", "total")],
    changes: [
      [
        "minor",
        "listActivity",
        'the operation has the x-pagination {"style":"offset","offset":"offset","limit":"limit","total":"total"} instead of {"style":"offset","offset":"offset","limit":"limit"}',
      ],
    ],
  },
];

const SECURITY: readonly Seed[] = [
  {
    seed: "a scope added",
    service: "management",
    patch: [put("getWorkflowRun/security/0/oauth/-", "Workflows.Runs.ReadSecrets")],
    changes: [["major", "getWorkflowRun", 'security asks for the scope "Workflows.Runs.ReadSecrets"']],
  },
  {
    seed: "a scope removed",
    service: "events",
    patch: [replace("listItemUsages/security/0/bearer", [])],
    changes: [["minor", "listItemUsages", 'security no longer asks for the scope "itemusages"']],
  },
  {
    seed: "a credential asked for",
    service: "vault",
    patch: [replace("getHealth/security", [{ bearer: [] }])],
    changes: [["major", "getHealth", "security asks for http bearer instead of no credential"]],
  },
  {
    seed: "a credential no longer asked for",
    service: "vault",
    patch: [replace("listVaults/security", [])],
    changes: [["minor", "listVaults", "security asks for no credential instead of http bearer"]],
  },
  {
    seed: "bearer instead of basic",
    service: "management",
    patch: [replace("issueToken/security", [{ oauth: [] }])],
    changes: [["major", "issueToken", "security asks for http bearer instead of http basic"]],
  },
];

const EXTENSIONS: readonly Seed[] = [
  {
    seed: "a write that may be repeated",
    service: "vault",
    patch: [replace("deleteItem/x-retry", "safe")],
    changes: [["major", "deleteItem", 'the operation has the x-retry "safe" instead of "never"']],
  },
  {
    seed: "a read that may not be repeated",
    service: "vault",
    patch: [replace("getItem/x-retry", "never")],
    changes: [["minor", "getItem", 'the operation has the x-retry "never" instead of "safe"']],
  },
  {
    seed: "an address from a response under another name",
    service: "management",
    patch: [replace("fireSignal/x-address", "url")],
    changes: [["major", "fireSignal", 'the operation has the x-address "url" instead of "href"']],
  },
  {
    seed: "an address from a response that becomes a path",
    service: "management",
    patch: [{ op: "move", from: "/components/pathItems/Signal", path: "/paths/~1signals" }, remove("fireSignal/x-address")],
    changes: [
      ["major", "fireSignal", "path is /signals instead of none"],
      ["major", "fireSignal", 'the operation no longer has the x-address "href"'],
    ],
  },
  {
    seed: "an operation without a path that is renamed",
    service: "management",
    patch: [replace("fireSignal/operationId", "fireAction")],
    changes: [["major", "fireSignal", "the operation is called fireAction now"]],
  },
  {
    seed: "a list that pages now",
    service: "vault",
    patch: [put("listItems/x-pagination", { style: "offset", offset: "offset", limit: "limit" })],
    changes: [["major", "listItems", 'the operation has the x-pagination {"style":"offset","offset":"offset","limit":"limit"} now']],
  },
  {
    seed: "a list that no longer pages",
    service: "events",
    patch: [remove("listAuditEvents/x-pagination")],
    changes: [
      ["major", "listAuditEvents", 'the operation no longer has the x-pagination {"style":"cursor-body","items":"items","cursor":"cursor","more":"has_more"}'],
    ],
  },
  {
    seed: "a list that pages in another style",
    service: "management",
    patch: [replace("listAuditLogs/x-pagination/style", "next-link")],
    changes: [
      [
        "major",
        "listAuditLogs",
        'the operation has the x-pagination {"style":"next-link","items":"results","next":"next","cursor":"after"} instead of {"style":"next-link-live","items":"results","next":"next","cursor":"after"}',
      ],
    ],
  },
  {
    seed: "a list that is no longer followed",
    service: "events",
    patch: [remove("listAuditEvents/x-feed")],
    changes: [["major", "listAuditEvents", "the operation is no longer a feed"]],
  },
  {
    seed: "a feed that takes one input less and another more",
    service: "management",
    patch: [replace("listAuditLogs/x-feed/inputs", ["filter", "limit", "sortOrder"])],
    changes: [
      ["major", "listAuditLogs", 'the operation no longer takes "q" as a feed'],
      ["minor", "listAuditLogs", 'the operation takes "sortOrder" as a feed, too'],
    ],
  },
  {
    seed: "a feed that tells events apart by another member",
    service: "management",
    patch: [replace("listAuditLogs/x-feed/id", "jti")],
    changes: [
      [
        "major",
        "listAuditLogs",
        'the operation has the x-feed {"since":"since","id":"jti","time":"published"} instead of {"since":"since","id":"id","time":"published"}',
      ],
    ],
  },
  {
    seed: "members that exclude each other",
    service: "vault",
    patch: [put("NewItem/x-exclusive", [["fields", "tags"]])],
    changes: [["major", "createItem", "NewItem takes only one of fields, tags"]],
  },
  {
    seed: "members that no longer exclude each other",
    service: "management",
    patch: [replace("PersonUpdate/x-exclusive", [["teams", "teamIds"]])],
    changes: [["minor", "updatePerson", "PersonUpdate takes lineManager, lineManagerEmail, lineManagerId together"]],
  },
  {
    seed: "other advice about a value that does not match",
    service: "vault",
    patch: [replace("replaceItem/parameters/1/schema/x-advice", "get the id with listItems")],
    changes: [["patch", "replaceItem", "path itemUUID is described in other words or by other examples"]],
  },
  {
    seed: "a value that is a secret now",
    service: "vault",
    patch: [put("PasswordDetails/properties/strength/x-secret", true)],
    changes: [["minor", "createItem getItem replaceItem patchItem", "PasswordDetails.strength is a secret now"]],
  },
  {
    seed: "a value that is no longer a secret",
    service: "vault",
    patch: [remove("Field/properties/value/x-secret")],
    changes: [["major", "createItem getItem replaceItem patchItem", "Field.value is no longer a secret"]],
  },
  {
    seed: "a filter that can say less",
    service: "vault",
    patch: [replace("listItems/parameters/1/x-filter/operators", ["eq"])],
    changes: [["major", "listItems", 'query filter can no longer say "operator co"']],
  },
  {
    seed: "a filter that can say more",
    service: "management",
    patch: [put("listAuditLogs/parameters/0/x-filter/attributes/severity", "number")],
    changes: [["minor", "listAuditLogs", 'query filter can say "severity: number", too']],
  },
  {
    seed: "a parameter that is no longer a filter",
    service: "vault",
    patch: [remove("listVaults/parameters/0/x-filter")],
    changes: [["major", "listVaults", "query filter is no longer a filter"]],
  },
];

const PARAMETERS: readonly Seed[] = [
  {
    seed: "a parameter removed",
    service: "management",
    patch: [remove("listAuditLogs/parameters/1")],
    changes: [["major", "listAuditLogs", "query q is gone"]],
  },
  {
    seed: "a parameter renamed",
    service: "management",
    patch: [replace("listAuditLogs/parameters/1/name", "query")],
    changes: [
      ["major", "listAuditLogs", "query q is gone; query query has the same schema, so it may be renamed"],
      ["minor", "listAuditLogs", "query query is new and optional"],
    ],
  },
  {
    seed: "an optional parameter added",
    service: "vault",
    patch: [put("listFiles/parameters/-", { name: "limit", in: "query", description: "How many.", schema: { type: "integer" } })],
    changes: [["minor", "listFiles", "query limit is new and optional"]],
  },
  {
    seed: "a required parameter added",
    service: "vault",
    patch: [put("listFiles/parameters/-", { name: "limit", in: "query", required: true, description: "How many.", schema: { type: "integer" } })],
    changes: [["major", "listFiles", "query limit is new and required"]],
  },
  {
    seed: "a parameter made required",
    service: "vault",
    patch: [put("listActivity/parameters/0/required", true)],
    changes: [["major", "listActivity", "query limit is required now"]],
  },
  {
    seed: "a lower maximum",
    service: "management",
    patch: [replace("listAuditLogs/parameters/5/schema/maximum", 500)],
    changes: [["major", "listAuditLogs", "query limit has the maximum 500 instead of 1000"]],
  },
  {
    seed: "a higher maximum",
    service: "management",
    patch: [replace("listAuditLogs/parameters/5/schema/maximum", 2000)],
    changes: [["minor", "listAuditLogs", "query limit has the maximum 2000 instead of 1000"]],
  },
  {
    seed: "a default changed",
    service: "management",
    patch: [replace("listAuditLogs/parameters/5/schema/default", 50)],
    changes: [["major", "listAuditLogs", "query limit has the default 50 instead of 100"]],
  },
  {
    seed: "a pattern changed",
    service: "vault",
    patch: [replace("/components/parameters/VaultUUID/schema/pattern", "^[\\da-f]{32}$")],
    changes: [
      [
        "major",
        "getVault listItems createItem getItem replaceItem patchItem deleteItem listFiles getFile getFileContent",
        'path vaultUUID has the pattern "^[\\\\da-f]{32}$" instead of "^[\\\\da-z]{26}$"',
      ],
    ],
  },
  {
    seed: "a closed list that has one value less",
    service: "management",
    patch: [remove("listAuditLogs/parameters/6/schema/enum/1")],
    changes: [["major", "listAuditLogs", 'query sortOrder no longer has "DESCENDING"']],
  },
  {
    seed: "a list that is written out otherwise",
    service: "management",
    patch: [replace("getWorkflowRun/parameters/2/explode", true)],
    changes: [["major", "getWorkflowRun", "query variables has the explode true instead of false"]],
  },
  {
    seed: "a parameter with another example",
    service: "vault",
    patch: [replace("/components/parameters/VaultUUID/example", "zzzzjkpp63v2nsmo436sdbeuuz")],
    changes: [
      [
        "patch",
        "getVault listItems createItem getItem replaceItem patchItem deleteItem listFiles getFile getFileContent",
        "path vaultUUID is described in other words or by other examples",
      ],
    ],
  },
];

const REQUESTS: readonly Seed[] = [
  {
    seed: "a required member added",
    service: "vault",
    patch: [put("NewItem/properties/reason", TEXT), put("NewItem/required/-", "reason")],
    changes: [["major", "createItem", "NewItem.reason is new and required"]],
  },
  {
    seed: "an optional member added",
    service: "vault",
    patch: [put("NewItem/properties/note", TEXT)],
    changes: [["minor", "createItem", "NewItem.note is new and optional"]],
  },
  {
    seed: "a member removed",
    service: "vault",
    patch: [remove("NewItem/properties/favorite")],
    changes: [["major", "createItem", "NewItem.favorite is gone"]],
  },
  {
    seed: "a member renamed",
    service: "events",
    patch: [{ op: "move", from: "EventsRequest/properties/start_time", path: "EventsRequest/properties/begin_time" }],
    changes: [
      ["major", "listAuditEvents listItemUsages listSignInAttempts", "EventsRequest.start_time is gone; begin_time has the same schema, so it may be renamed"],
      ["minor", "listAuditEvents listItemUsages listSignInAttempts", "EventsRequest.begin_time is new and optional"],
    ],
  },
  {
    seed: "a member made required",
    service: "events",
    patch: [put("EventsRequest/required", ["start_time"])],
    changes: [["major", "listAuditEvents listItemUsages listSignInAttempts", "EventsRequest.start_time is required now"]],
  },
  {
    seed: "a member made optional",
    service: "vault",
    patch: [replace("NewItem/required", ["vault", "category"])],
    changes: [["minor", "createItem", "NewItem.title is optional now"]],
  },
  {
    seed: "a closed list narrowed",
    service: "management",
    patch: [remove("ScimPatchOperation/properties/op/enum/0")],
    changes: [["major", "patchScimUser", 'ScimPatchOperation.op no longer has "add"']],
  },
  {
    seed: "a closed list widened",
    service: "management",
    patch: [put("ScimPatchOperation/properties/op/enum/-", "move")],
    changes: [["minor", "patchScimUser", 'ScimPatchOperation.op has "move", too']],
  },
  {
    seed: "an open list closed",
    service: "vault",
    patch: [remove("CharacterSet/anyOf/1")],
    changes: [["major", "createItem replaceItem", 'CharacterSet is one of "LETTERS", "DIGITS", "SYMBOLS" now and nothing else']],
  },
  {
    seed: "null no longer taken",
    service: "management",
    patch: [replace("PersonUpdate/properties/jobTitle/type", ["string"])],
    changes: [["major", "updatePerson", "PersonUpdate.jobTitle is never null now"]],
  },
  {
    seed: "null taken",
    service: "vault",
    patch: [replace("NewItem/properties/title/type", ["string", "null"])],
    changes: [["minor", "createItem", "NewItem.title may be null now"]],
  },
  {
    seed: "another type",
    service: "events",
    patch: [replace("EventsRequest/properties/limit/type", "string")],
    changes: [["major", "listAuditEvents listItemUsages listSignInAttempts", "EventsRequest.limit is string instead of integer"]],
  },
  {
    seed: "a number where a whole number was asked for",
    service: "vault",
    patch: [replace("GeneratorRecipe/properties/length/type", ["number", "null"])],
    changes: [["minor", "createItem replaceItem", "GeneratorRecipe.length is number or null instead of integer or null"]],
  },
  {
    seed: "a form of a union removed",
    service: "management",
    patch: [remove("TokenRequest/oneOf/1")],
    changes: [["major", "issueToken", "TokenRequest is no longer AuthorizationCodeGrant"]],
  },
  {
    seed: "a form of a union added",
    service: "vault",
    patch: [
      put("/components/schemas/MoveOperation", { type: "object", required: ["op"], properties: { op: { type: "string", const: "move" } } }),
      put("JsonPatchOperation/oneOf/-", { $ref: "#/components/schemas/MoveOperation" }),
    ],
    changes: [
      ["minor", "patchItem", "JsonPatchOperation may be MoveOperation, too"],
      ["minor", "*", "type MoveOperation is new"],
    ],
  },
  {
    seed: "a shorter text",
    service: "vault",
    patch: [put("NewItem/properties/title/maxLength", 40)],
    changes: [["major", "createItem", "NewItem.title has the maxLength 40 now"]],
  },
  {
    seed: "a member that only the service sets",
    service: "vault",
    patch: [put("NewItem/properties/favorite/readOnly", true)],
    changes: [["major", "createItem", "NewItem.favorite is set by the service alone now"]],
  },
  {
    seed: "a body that takes no other members",
    service: "vault",
    patch: [put("NewItem/additionalProperties", false)],
    changes: [["major", "createItem", "NewItem takes no further properties now"]],
  },
  {
    seed: "a body of another media type",
    service: "vault",
    patch: [{ op: "move", from: "patchItem/requestBody/content/application~1json", path: "patchItem/requestBody/content/application~1json-patch+json" }],
    changes: [["major", "patchItem", 'body is "application/json-patch+json" instead of "application/json"']],
  },
  {
    seed: "a body that may be left out",
    service: "vault",
    patch: [replace("createItem/requestBody/required", false)],
    changes: [["minor", "createItem", "body is optional now"]],
  },
  { seed: "a body removed", service: "events", patch: [remove("listAuditEvents/requestBody")], changes: [["major", "listAuditEvents", "body is gone"]] },
  {
    seed: "a keyword that no rule knows",
    service: "vault",
    patch: [put("NewItem/dependentRequired", { urls: ["tags"] })],
    changes: [["major", "createItem", 'NewItem has the dependentRequired {"urls":["tags"]} now']],
  },
];

const RESPONSES: readonly Seed[] = [
  {
    seed: "a member removed",
    service: "vault",
    patch: [remove("Vault/properties/contentVersion")],
    changes: [["major", "getVault", "Vault.contentVersion is gone"]],
  },
  {
    seed: "a member added",
    service: "vault",
    patch: [put("File/properties/sha256", TEXT)],
    changes: [["minor", "listItems createItem getItem replaceItem patchItem listFiles getFile", "File.sha256 is new"]],
  },
  {
    seed: "a member renamed",
    service: "events",
    patch: [{ op: "move", from: "AuditEventV2/properties/aux_info", path: "AuditEventV2/properties/aux_text" }],
    changes: [
      ["major", "listAuditEvents", "AuditEvent.aux_info is gone; aux_text has the same schema, so it may be renamed"],
      ["minor", "listAuditEvents", "AuditEvent.aux_text is new"],
    ],
  },
  {
    seed: "a member that may be absent",
    service: "events",
    patch: [replace("ItemUsageV2/required", ["uuid"])],
    changes: [["major", "listItemUsages", "ItemUsage.timestamp may be absent now"]],
  },
  {
    seed: "a member that is always there",
    service: "vault",
    patch: [put("File/required/-", "name")],
    changes: [["minor", "listItems createItem getItem replaceItem patchItem listFiles getFile", "File.name is always there now"]],
  },
  {
    seed: "a member that may be null",
    service: "vault",
    patch: [replace("File/properties/name/type", ["string", "null"])],
    changes: [["major", "listItems createItem getItem replaceItem patchItem listFiles getFile", "File.name may be null now"]],
  },
  {
    seed: "null lost",
    service: "management",
    patch: [replace("CustomFields/additionalProperties", { type: "string" })],
    changes: [
      ["minor", "getWorkflowRun updatePerson", "CustomFields[*] is string instead of any type"],
      ["patch", "getWorkflowRun updatePerson", "CustomFields[*] is described in other words or by other examples"],
    ],
  },
  {
    seed: "another type",
    service: "vault",
    patch: [replace("File/properties/size/type", "string")],
    changes: [["major", "listItems createItem getItem replaceItem patchItem listFiles getFile", "File.size is string instead of integer"]],
  },
  {
    seed: "an open list with a further value",
    service: "vault",
    patch: [put("VaultType/anyOf/0/enum/-", "SHARED")],
    changes: [["minor", "getVault", 'VaultType lists "SHARED", too']],
  },
  {
    seed: "an open list with a value less",
    service: "vault",
    patch: [remove("VaultType/anyOf/0/enum/3")],
    changes: [["minor", "getVault", 'VaultType no longer lists "TRANSFER"']],
  },
  {
    seed: "an open list closed",
    service: "management",
    patch: [remove("WorkflowRunStatus/anyOf/1")],
    changes: [["minor", "getWorkflowRun", 'WorkflowRunStatus is one of "InProgress", "Waiting", "Failed", "Completed", "Terminated" now and nothing else']],
  },
  {
    seed: "a constant that is another",
    service: "management",
    patch: [replace("TokenResponse/properties/token_type/const", "DPoP")],
    changes: [["major", "issueToken", 'TokenResponse.token_type no longer has "Bearer" and has "DPoP", too']],
  },
  {
    seed: "a time that is any text",
    service: "events",
    patch: [remove("EventSession/properties/login_time/format")],
    changes: [["major", "listAuditEvents", 'EventSession.login_time no longer has the format "date-time"']],
  },
  {
    seed: "a pattern lost",
    service: "vault",
    patch: [remove("VaultReference/properties/id/pattern")],
    changes: [
      ["minor", "listItems createItem getItem replaceItem patchItem listActivity", 'VaultReference.id no longer has the pattern "^[\\\\da-z]{26}$"'],
      ["minor", "createItem replaceItem", 'VaultReference.id no longer has the pattern "^[\\\\da-z]{26}$"'],
    ],
  },
  {
    seed: "an answer of another media type",
    service: "vault",
    patch: [{ op: "move", from: "getMetrics/responses/200/content/text~1plain", path: "getMetrics/responses/200/content/application~1json" }],
    changes: [["major", "getMetrics", 'response 200 is "application/json" instead of "text/plain"']],
  },
  {
    seed: "another successful status",
    service: "vault",
    patch: [{ op: "move", from: "createItem/responses/200", path: "createItem/responses/201" }],
    changes: [["major", "createItem", "response 200 has the status 201 now"]],
  },
  {
    seed: "a further failure",
    service: "vault",
    patch: [{ op: "copy", from: "listVaults/responses/401", path: "listVaults/responses/429" }],
    changes: [["minor", "listVaults", "response 429 is documented now"]],
  },
  {
    seed: "a failure that is no longer documented",
    service: "vault",
    patch: [remove("listVaults/responses/400")],
    changes: [["patch", "listVaults", "response 400 is no longer documented"]],
  },
  {
    seed: "a header removed",
    service: "vault",
    patch: [remove("getFileContent/responses/200/headers/Content-Disposition")],
    changes: [["minor", "getFileContent", "response 200, header Content-Disposition is gone"]],
  },
  {
    seed: "a type with another name",
    service: "events",
    patch: [replace("UserV2/title", "EventPerson")],
    changes: [
      ["major", "*", "type EventUser is gone or has another name"],
      ["minor", "*", "type EventPerson is new"],
      ["patch", "listAuditEvents", "AuditEvent.actor_details is described in other words or by other examples"],
      ["patch", "listSignInAttempts", "SignInAttempt.target_user is described in other words or by other examples"],
    ],
  },
  {
    seed: "a schema described in other words",
    service: "vault",
    patch: [replace("File/description", "A file.")],
    changes: [["patch", "listItems createItem getItem replaceItem patchItem listFiles getFile", "File is described in other words or by other examples"]],
  },
  {
    seed: "an answer with another example",
    service: "vault",
    patch: [remove("getHealth/responses/200/content/application~1json/examples/active")],
    changes: [["patch", "getHealth", "response 200 is described in other words or by other examples"]],
  },
  {
    seed: "the service described in other words",
    service: "vault",
    patch: [replace("/info/description", "Vaults.")],
    changes: [["patch", "*", "the document says something else of the service as a whole: its text, addresses, tags or credentials"]],
  },
];

/** Every seeded change, by the part of a contract that it stands in. */
export const SEEDS: readonly (Seed & { readonly part: string })[] = [
  ...OPERATIONS.map((seed) => ({ ...seed, part: "operations" })),
  ...FEATURES.map((seed) => ({ ...seed, part: "features" })),
  ...SECURITY.map((seed) => ({ ...seed, part: "security" })),
  ...EXTENSIONS.map((seed) => ({ ...seed, part: "extensions" })),
  ...PARAMETERS.map((seed) => ({ ...seed, part: "parameters" })),
  ...REQUESTS.map((seed) => ({ ...seed, part: "requests" })),
  ...RESPONSES.map((seed) => ({ ...seed, part: "responses" })),
];
