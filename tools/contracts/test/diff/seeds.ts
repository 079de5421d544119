import type { Operation } from "rfc6902";

/** A change of a contract by RFC 6902, what has to be said of it, and level and rule of what is said of it the other way round. */
type Row = readonly [patch: Operation | readonly Operation[], forth: string | readonly string[], back: string];

// A path may begin with the name of an operation (`getItem/parameters/0`) or of a schema (`Item/properties/title`).
const remove = (path: string): Operation => ({ op: "remove", path });
const put = (path: string, value: unknown): Operation => ({ op: "add", path, value });
const replace = (path: string, value: unknown): Operation => ({ op: "replace", path, value });
const move = (from: string, path: string): Operation => ({ op: "move", from, path });
const copy = (from: string, path: string): Operation => ({ op: "copy", from, path });

const TEXT = { type: "string" };
const KEY = { name: "Idempotency-Key", in: "header", required: true, schema: TEXT };
// The operations that a change touches, if they have it in common.
const IN_VAULTS = "getVault listItems createItem getItem replaceItem patchItem deleteItem listFiles getFile getFileContent";
const OF_FILES = "listItems createItem getItem replaceItem patchItem listFiles getFile";

const EVENTS: readonly Row[] = [
  [
    move("/paths/~1api~1v2~1auth~1introspect", "/paths/~1api~1v3~1auth~1introspect"),
    "major introspect: path is /api/v3/auth/introspect instead of /api/v2/auth/introspect",
    "major operation/path",
  ],
  [replace("listItemUsages/security/0/bearer", []), 'minor listItemUsages: security no longer asks for the scope "itemusages"', "major security/scope-added"],
  [remove("listAuditEvents/x-feed"), "major listAuditEvents: the operation is no longer a feed", "minor extension/feed-added"],
  [remove("listAuditEvents/requestBody"), "major listAuditEvents: body is gone", "major request/required-and-added"],
  [
    move("AuditEventV2/properties/aux_info", "AuditEventV2/properties/aux_text"),
    ["major listAuditEvents: AuditEvent.aux_info is gone", "minor listAuditEvents: AuditEvent.aux_text is new"],
    "major response/removed, minor response/added",
  ],
  [replace("ItemUsageV2/required", ["uuid"]), "major listItemUsages: ItemUsage.timestamp may be absent now", "minor response/required-added"],
  [
    replace("UserV2/title", "EventPerson"),
    [
      "major *: type EventUser is gone or has another name",
      "minor *: type EventPerson is new",
      "patch listAuditEvents: AuditEvent.actor_details is described in other words or by other examples",
      "patch listSignInAttempts: SignInAttempt.target_user is described in other words or by other examples",
    ],
    "major type/removed, minor type/added, patch documentation, patch documentation",
  ],
];

const MANAGEMENT: readonly Row[] = [
  [
    replace("listAppCategories/operationId", "listCategories"),
    "major listAppCategories: the operation is called listCategories now",
    "major operation/renamed",
  ],
  [move("updatePerson", "/paths/~1api~1people~1v1~1{id}/put"), "major updatePerson: method is PUT instead of PATCH", "major operation/method"],
  [
    [move("/paths/~1api~1people~1v1~1{id}", "/paths/~1api~1people~1v1~1{personId}"), replace("updatePerson/parameters/0/name", "personId")],
    ["major updatePerson: path id is gone", "major updatePerson: path personId is new and required"],
    "major request/removed, major request/required-and-added",
  ],
  [
    put("getWorkflowRun/security/0/oauth/-", "Workflows.Runs.ReadSecrets"),
    'major getWorkflowRun: security asks for the scope "Workflows.Runs.ReadSecrets"',
    "minor security/scope-removed",
  ],
  [replace("issueToken/security", [{ oauth: [] }]), "major issueToken: security asks for http bearer instead of http basic", "major security/scheme"],
  [
    [move("/components/pathItems/Signal", "/paths/~1signals"), remove("fireSignal/x-address")],
    ["major fireSignal: path is /signals instead of none", 'major fireSignal: the operation no longer has the x-address "href"'],
    "major operation/path, major extension/address-added",
  ],
  [
    replace("listAuditLogs/x-pagination/style", "next-link"),
    'major listAuditLogs: the operation has the x-pagination {"style":"next-link","items":"results","next":"next","cursor":"after"} instead of {"style":"next-link-live","items":"results","next":"next","cursor":"after"}',
    "major extension/pagination-changed",
  ],
  [
    replace("listAuditLogs/x-feed/inputs", ["filter", "limit", "sortOrder"]),
    ['major listAuditLogs: the operation no longer takes "q" as a feed', 'minor listAuditLogs: the operation takes "sortOrder" as a feed, too'],
    "major extension/feed-narrowed, minor extension/feed-widened",
  ],
  [
    replace("listAuditLogs/x-feed/id", "jti"),
    'major listAuditLogs: the operation has the x-feed {"since":"since","id":"jti","time":"published"} instead of {"since":"since","id":"id","time":"published"}',
    "major extension/feed-changed",
  ],
  [
    replace("PersonUpdate/x-exclusive", [["teams", "teamIds"]]),
    "minor updatePerson: PersonUpdate takes lineManager, lineManagerEmail, lineManagerId together",
    "major request/exclusive-added",
  ],
  [
    put("listAuditLogs/parameters/0/x-filter/attributes/severity", "number"),
    'minor listAuditLogs: query filter may contain "severity: number", too',
    "major filter/narrowed",
  ],
  [
    replace("listAuditLogs/parameters/1/name", "query"),
    ["major listAuditLogs: query q is gone", "minor listAuditLogs: query query is new and optional"],
    "major request/removed, minor request/added",
  ],
  [
    replace("listAuditLogs/parameters/5/schema/maximum", 500),
    "major listAuditLogs: query limit has the maximum 500 instead of 1000",
    "minor request/maximum-widened",
  ],
  [
    replace("listAuditLogs/parameters/5/schema/default", 50),
    "major listAuditLogs: query limit has the default 50 instead of 100",
    "major request/default-changed",
  ],
  [
    replace("getWorkflowRun/parameters/2/explode", true),
    "major getWorkflowRun: query variables has the explode true instead of false",
    "major parameter/explode",
  ],
  [replace("PersonUpdate/properties/jobTitle/type", ["string"]), "major updatePerson: PersonUpdate.jobTitle is never null now", "minor request/null-widened"],
  [remove("TokenRequest/oneOf/1"), "major issueToken: TokenRequest is no longer AuthorizationCodeGrant", "minor request/alternative-added"],
  [
    replace("CustomFields/additionalProperties", TEXT),
    [
      "minor getWorkflowRun updatePerson: CustomFields[*] is string instead of any type",
      "patch getWorkflowRun updatePerson: CustomFields[*] is described in other words or by other examples",
    ],
    "major response/type-widened, patch documentation",
  ],
  [
    remove("WorkflowRunStatus/anyOf/1"),
    'minor getWorkflowRun: WorkflowRunStatus is one of "InProgress", "Waiting", "Failed", "Completed", "Terminated" now and nothing else',
    "major response/enum-opened",
  ],
  [
    replace("TokenResponse/properties/token_type/const", "DPoP"),
    'major issueToken: TokenResponse.token_type no longer has "Bearer" and has "DPoP", too',
    "major response/enum-changed",
  ],
];

const VAULT: readonly Row[] = [
  [put("listActivity/parameters/0/x-idempotency-key", true), "minor listActivity: query limit is made by the client now", "major parameter/key-removed"],
  [remove("getMetrics"), "major getMetrics: the operation is gone", "minor operation/added"],
  [
    [copy("/paths/~1heartbeat", "/paths/~1ready"), replace("/paths/~1ready/get/operationId", "getReadiness")],
    "minor getReadiness: the operation is new",
    "major operation/removed",
  ],
  [
    put("listVaults/security", [{}, { bearer: [] }]),
    "minor listVaults: security asks for no credential or http bearer instead of http bearer",
    "major security/scheme",
  ],
  [
    put("createItem/parameters/-", { ...KEY, "x-idempotency-key": true }),
    "minor createItem: header Idempotency-Key is new and optional",
    "major request/removed",
  ],
  [put("getHeartbeat/deprecated", true), "minor getHeartbeat: the operation is deprecated now", "patch deprecated-removed"],
  [put("getHeartbeat/x-quota", 5), "patch getHeartbeat: the operation has the x-quota 5 now", "patch extension/unknown"],
  [
    put("getMetrics/servers", [{ url: "https://metrics.example.com", "x-name": "metrics" }]),
    "major getMetrics: the operation is sent to metrics instead of the server at baseUrl",
    "major server/moved",
  ],
  [
    put("getMetrics/servers", [{ url: "https://vault.example.com" }]),
    "patch getMetrics: the operation has other addresses or texts of servers",
    "patch server/documentation",
  ],
  [
    put("/x-error", { message: "/text" }),
    'major *: the document has the x-error {"message":"/text"} instead of {"message":"/message"}',
    "major extension/error-changed",
  ],
  [put("createItem/parameters/-", KEY), "major createItem: header Idempotency-Key is new and required", "major request/removed"],
  [put("createItem/parameters/-", { ...KEY, name: "tenant", in: "cookie" }), "major createItem: cookie tenant is new and required", "major request/removed"],
  [put("listActivity/parameters/0/required", true), "major listActivity: query limit is required now", "minor request/required-removed"],
  [
    put("listActivity/x-pagination/total", "total"),
    'minor listActivity: the operation has the x-pagination {"style":"offset","offset":"offset","limit":"limit","total":"total"} instead of {"style":"offset","offset":"offset","limit":"limit"}',
    "minor extension/pagination-end",
  ],
  [replace("listVaults/security", []), "minor listVaults: security asks for no credential instead of http bearer", "major security/scheme"],
  [put("NewItem/x-exclusive", [["fields", "tags"]]), "major createItem: NewItem takes only one of fields, tags", "minor request/exclusive-removed"],
  [
    put("PasswordDetails/properties/strength/x-secret", true),
    "minor createItem getItem replaceItem patchItem: PasswordDetails.strength is a secret now",
    "major response/secret-removed",
  ],
  [
    remove("Field/properties/value/x-secret"),
    "major createItem getItem replaceItem patchItem: Field.value is no longer a secret",
    "minor response/secret-added",
  ],
  [replace("listItems/parameters/1/x-filter/operators", ["eq"]), 'major listItems: query filter may no longer contain "operator co"', "minor filter/widened"],
  [remove("listVaults/parameters/0/x-filter"), "major listVaults: query filter is no longer a filter", "major filter/added"],
  [
    replace("/components/parameters/VaultUUID/schema/pattern", "^[\\da-f]{32}$"),
    `major ${IN_VAULTS}: path vaultUUID has the pattern "^[\\\\da-f]{32}$" instead of "^[\\\\da-z]{26}$"`,
    "major request/pattern-changed",
  ],
  [
    [put("NewItem/properties/reason", TEXT), put("NewItem/required/-", "reason")],
    "major createItem: NewItem.reason is new and required",
    "major request/removed",
  ],
  [replace("NewItem/required", ["vault", "category"]), "minor createItem: NewItem.title is optional now", "major request/required-added"],
  [
    replace("GeneratorRecipe/properties/length/type", ["number", "null"]),
    "minor createItem replaceItem: GeneratorRecipe.length is number or null instead of integer or null",
    "major request/type-narrowed",
  ],
  [
    [
      put("/components/schemas/MoveOperation", { type: "object", required: ["op"], properties: { op: { ...TEXT, const: "move" } } }),
      put("JsonPatchOperation/oneOf/-", { $ref: "#/components/schemas/MoveOperation" }),
    ],
    ["minor patchItem: JsonPatchOperation may be MoveOperation, too", "minor *: type MoveOperation is new"],
    "major request/alternative-removed, major type/removed",
  ],
  [put("NewItem/properties/favorite/readOnly", true), "major createItem: NewItem.favorite is set by the service alone now", "minor request/read-only-removed"],
  [put("NewItem/additionalProperties", false), "major createItem: NewItem takes no further properties now", "minor request/opened"],
  [
    move("replaceItem/requestBody/content/application~1json", "replaceItem/requestBody/content/application~1vnd.item+json"),
    'major replaceItem: body is "application/vnd.item+json" instead of "application/json"',
    "major request/media-type",
  ],
  [put("File/required/-", "name"), `minor ${OF_FILES}: File.name is always there now`, "major response/required-removed"],
  [replace("File/properties/name/type", ["string", "null"]), `major ${OF_FILES}: File.name may be null now`, "minor response/null-narrowed"],
  [replace("File/properties/size/type", "string"), `major ${OF_FILES}: File.size is string instead of integer`, "major response/type-changed"],
  [put("VaultType/anyOf/0/enum/-", "SHARED"), 'minor getVault: VaultType lists "SHARED", too', "minor response/known-values"],
  [remove("VaultType/anyOf/0/enum/3"), 'minor getVault: VaultType no longer lists "TRANSFER"', "minor response/known-values"],
  [
    remove("VaultReference/properties/id/pattern"),
    [
      'minor listItems createItem getItem replaceItem patchItem listActivity: VaultReference.id no longer has the pattern "^[\\\\da-z]{26}$"',
      'minor createItem replaceItem: VaultReference.id no longer has the pattern "^[\\\\da-z]{26}$"',
    ],
    "major request/pattern-narrowed, patch response/pattern-narrowed",
  ],
  [
    move("getMetrics/responses/200/content/text~1plain", "getMetrics/responses/200/content/application~1json"),
    'major getMetrics: response 200 is "application/json" instead of "text/plain"',
    "major response/media-type",
  ],
  [move("createItem/responses/200", "createItem/responses/201"), "major createItem: response 200 has the status 201 now", "major response/success-status"],
  [copy("listVaults/responses/401", "listVaults/responses/429"), "minor listVaults: response 429 is documented now", "patch response/status-removed"],
  [remove("listVaults/responses/400"), "patch listVaults: response 400 is no longer documented", "minor response/status-added"],
  [
    remove("getFileContent/responses/200/headers/Content-Disposition"),
    "minor getFileContent: response 200, header Content-Disposition is gone",
    "minor header/added",
  ],
  [replace("File/description", "A file."), `patch ${OF_FILES}: File is described in other words or by other examples`, "patch documentation"],
  [
    replace("/info/description", "Vaults."),
    "patch *: the document describes the service differently: its text, servers, tags or credentials",
    "patch contract/documentation",
  ],
];

/** Every seeded change, with the service whose contract it is put into. */
export const SEEDS = Object.entries({ events: EVENTS, management: MANAGEMENT, vault: VAULT }).flatMap(([service, rows]) =>
  rows.map(([patch, forth, back]) => ({ service, patch: [patch].flat(), forth: [forth].flat(), back })),
);
