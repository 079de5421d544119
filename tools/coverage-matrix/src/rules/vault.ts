import { open, type RuleDocument, section } from "./rule.ts";

const DEFAULTS = "vault/state: answers every read as the contract says";
const STATUSES = "vault/statuses: $status of $id is reached by behaviour";

/** The secrets vault server. */
export const vault: RuleDocument = {
  title: "2. Secrets vault server",
  rules: [
    ...section("What the service does", {
      "JSON over HTTP; requests with bodies are application/json": [
        "vault/items: of another media type is 415",
        "bad-input: %s refuses what is empty, of another type or none, or compressed",
      ],
      "Each request is authenticated by an access token": ["vault/access: $operation without one is 401"],
    }),
    ...section("Resources: Vault", {
      "id of 26 characters, name, description, type": [
        "vault/state: has every kind of vault",
        "vault/items: gives the vault with its versions and the number of its items",
      ],
      "attributeVersion and contentVersion": ["vault/items: contentVersion, updatedAt and items follow every write; attributeVersion stays"],
      "items counts active items": ["vault/items: an archived item is listed and not counted"],
      "createdAt; updatedAt follows changes": ["vault/items: contentVersion, updatedAt and items follow every write"],
    }),
    ...section("Resources: Item", {
      "id, title, vault, urls, favorite, tags, files": ["vault/items: getItem > gives everything of an item", DEFAULTS],
      "category out of the list; DOCUMENT and CUSTOM are read, not created": [
        "vault/state: every category of item, those that cannot be created too",
        "vault/items: with the category %j is 400: Invalid item category",
      ],
      version: ["vault/patch: each accepted patch makes the next one", "vault/items: takes what getItem returned as it is, and makes a version of it"],
      "fields and sections of id and label": ["vault/items: a field that references a section is in it"],
      "createdAt, updatedAt, lastEditedBy": ["vault/items: an id, version 1, times, the editor"],
    }),
    ...section("Resources: item field", {
      "id, section, label, value": ["vault/items: keeps ids of any kind, and values of any type as they are"],
      "purpose instead of type for three": [
        "vault/state: has every type and purpose of field",
        "vault/items: fields without an id get one: the usual one by their purpose",
      ],
      "type out of seven": ["vault/state: has every type and purpose of field"],
      "generate makes the value": ["vault/passwords: without a recipe has 32 characters", "vault/passwords: neither generate nor recipe is ever answered"],
      "recipe: length and characterSets": ["vault/passwords: by the recipe %j has the form %s", "vault/passwords: by the recipe %j is refused: %s"],
      entropy: ["vault/passwords: of a generated value: its length times the bits of its alphabet"],
      "passwordDetails: entropy, generated, strength": [
        "vault/passwords: of the typed password %j: %d bits, %s",
        "vault/passwords: every strength occurs",
        "vault/passwords: a generated password is no longer generated once it is typed",
      ],
      "passwordDetails: history": ["vault/passwords: has the earlier values, the newest first"],
    }),
    ...section("Resources: File", {
      "id, name, size, content_path": ["vault/files: give the details without content%s", "vault/files: gives the very bytes, with type, length and name"],
      "content in Base64 where it was asked for": ["vault/files: with inline_content give the bytes in Base64"],
    }),
    ...section("Resources: APIRequest", {
      "requestID, timestamp, action, result, actor, resource": [
        "vault/activity: says when, who by which token and from where, what and on what",
        "vault/activity: of %s has its action and resource",
      ],
      "itemVersion, the vault and the item": [
        "vault/activity: of %s has its action and resource",
        "vault/activity: of createItem names the item that was made",
      ],
      "jti tells tokens apart": ["vault/activity: tells two tokens of an account apart by their jti"],
    }),
    ...section("Resources: ServerHealth, ErrorResponse", {
      "name, version, dependencies": ["vault/server: has name, version and the dependencies, and needs no token"],
      "{ status, message }": [STATUSES, "vault/access: is refused in its dialect"],
    }),
    ...section("States and transitions", { "ACTIVE and TOKEN_NEEDED": ["vault/server: shows a dependency in the state that a test sets"] }),
    ...section("Endpoints", {
      "Ids in paths have 26 lower-case letters or digits": ["vault/access: $operation is 400 and says which form is asked for"],
      "List vaults: names and ids": ["vault/access: listVaults lists the vaults in it by name and id, and no other"],
      "Vaults filtered by name": ["vault/filters: %s finds a vault", "vault/filters: an invalid filter is 400 > %j: %s"],
      "Vault details": ["vault/items: gives the vault with its versions and the number of its items"],
      "List items without sections and fields": ["vault/items: listItems > gives the items of a vault without fields and sections"],
      "Items filtered by title or tag": ["vault/filters: %s finds %j", "vault/filters: of listItems, %j: %s"],
      "Add an item: 200 with the item": ["vault/items: createItem > gives the item as it is stored"],
      "Item details": ["vault/items: getItem > gives everything of an item"],
      "Replace an item": ["vault/items: replaces the whole item: what is not sent is gone, files stay"],
      "Delete an item: 204": ["vault/items: answers 204 without a body; the item and its files are gone"],
      "Patch an item": ["vault/patch: %j gives %j", "vault/json-patch-vectors: RFC 6902: $title"],
      "List files, details, inline_content": ["vault/files: give the details without content%s", "vault/files: inline_content=%s is 400"],
      "File content: the bytes": ["vault/files: gives the very bytes, with type, length and name"],
      "Activity by limit and offset": ["vault/activity: hold fifty records unless told otherwise, begin at the offset, and say their range"],
      "Heartbeat: a single period": ["vault/server: is a single period as plain text, and needs no token"],
      "Health: ServerHealth": ["vault/server: has name, version and the dependencies"],
      "Metrics in the text format": [
        "vault/server: are in the text exposition format, with help and type of each",
        "vault/server: count the requests that were made",
      ],
    }),
    ...section("Endpoints: rules", {
      "1 Add: title, vault, category and the optional members": ["vault/items: with %j is 400: %s", "vault/items: createItem > gives the item as it is stored"],
      "1 Add: generate and recipe": ["vault/passwords: by the recipe %j has the form %s", "vault/passwords: takes the place of a value that is sent along"],
      "1 Add: fields refer to section.id": ["vault/items: a field that references a section is in it"],
      "2 Patch: add, remove, replace of RFC 6902": [
        "vault/json-patch-vectors: RFC 6902: $title",
        "vault/json-patch-vectors: an operation that the source does not have is refused with 400: $title",
      ],
      "2 Patch: a pointer to the item": ["vault/patch: the path / > is the whole item"],
      "2 Patch: to an attribute": ["vault/patch: the path of an attribute > %j gives %j", "vault/patch: remove takes an attribute away"],
      "2 Patch: to a field by its id, and to its attribute": [
        "vault/patch: replace takes its place, remove takes it away",
        "vault/patch: its %s is replaced, added and removed",
      ],
      "2 Patch: RFC 6901 escapes": ["vault/patch: escaped as RFC 6901 says", "vault/json-patch-vectors: RFC 6901: the document of section 5"],
      "3 inline_content below the limit, else 413; 100 kilobytes where the size is not known": [
        "vault/files: of %d kilobytes, the size known: %s: a file of %d bytes is %d",
      ],
      "6 401, 403, 404, 400, 413 where they are listed": [STATUSES, "vault/statuses: is one of these: none of the contract's is left out"],
    }),
    ...open("Endpoints: rules", {
      "4 The body of a replacement: whatever a read returned": [
        "vault/items: takes what getItem returned as it is",
        "vault/items: ignores an echoed createdAt, updatedAt and version",
      ],
      "5 The activity is a bare array": ["vault/activity: have the newest record first", DEFAULTS],
      "6 403 on lists, too": ["vault/access: $operation of a vault outside it is 403 and names the vault"],
      "6 413 of one file makes the list 413": ["vault/files: one file above it makes the whole list 413"],
      "A patch is whole or not at all": ["vault/patch: is applied wholly or not at all"],
      "409: by a fault alone": ["vault/statuses: %s: %d is reached by an injected fault"],
    }),
    ...section("Authentication", {
      "Bearer token on vaults, items, files, activity": ["vault/access: $operation without one is 401"],
      "A wrong signature or no token: 401": ["vault/access: $operation with one that is not known is 401: Invalid token signature"],
      "A vault outside the scope: 403 with its name": ["vault/access: $operation of a vault outside it is 403 and names the vault"],
      "Heartbeat, health, metrics without a token": ["vault/server: does not look at a token"],
    }),
    ...open("Authentication", {
      "How tokens are issued, and their scopes": [
        "vault/access: belongs to each token: another one opens what the first does not",
        "vault/access: expires to the millisecond",
      ],
    }),
    ...section("Events", {
      "Every request is recorded": ["vault/activity: of %s has its action and resource", "vault/activity: a write whose answer is lost is recorded"],
      "SUCCESS and DENY": ["vault/activity: of a request that was refused is DENY: %s"],
    }),
    ...section("Errors", { "The five statuses and their meaning": [STATUSES] }),
    ...section("Limits", {
      "Inline content below the configured limit, 100 kilobytes where undefined": [
        "vault/files: of %d kilobytes, the size known: %s",
        "vault/files: can be changed while the emulator runs",
      ],
      "CUSTOM and DOCUMENT cannot be created": ["vault/items: with the category %j is 400"],
    }),
    ...open("Limits", { "No rate limit; any page size of the activity": ["vault/activity: hold fifty records unless told otherwise"] }),
    ...section("Versioning", {
      "v1 before vaults and activity, none before heartbeat, health, metrics": ["contracts: has the operations of the client's table"],
      "Health tells the server's version": ["vault/server: has name, version and the dependencies"],
    }),
  ],
};
