import { absent, type RuleDocument, section } from "./rule.ts";

/** What is known from public material where the documents show nothing. */
export const beyondTheSource: RuleDocument = {
  title: "Public facts beyond the documents",
  rules: [
    ...section("Secrets vault server", {
      "Members of URLs; further types of fields": ["vault/state: has every type and purpose of field"],
      "purpose may be empty": ["vault/items: keeps ids of any kind, and values of any type as they are"],
      "Recipe: SYMBOLS, excludeCharacters, 1 to 64, 32 by default": [
        "vault/passwords: by the recipe %j has the form %s",
        "vault/passwords: by the recipe %j is refused: %s",
        "vault/passwords: without a recipe has 32 characters",
      ],
      "The seven strengths": ["vault/passwords: every strength occurs"],
      "totp on OTP fields": ["vault/passwords: at %s is %s", "vault/passwords: is absent on a field of type %s"],
      "A file's section and content; content_path": ["vault/files: give the details without content%s"],
      "Vault type TRANSFER; state of items": ["vault/state: has every kind of vault", "vault/items: an archived item is listed and not counted"],
      "Content-Range; limit 50, offset 0": ["vault/activity: hold fifty records unless told otherwise, begin at the offset, and say their range"],
      "File content: octet-stream, Content-Disposition, Content-Length": [
        "vault/files: gives the very bytes, with type, length and name",
        "vault/files: writes the name %j as RFC 6266 says",
      ],
      "Patch: / is the item, add to /fields appends, /tags/1, an empty list, 400": [
        "vault/patch: the path / > is the whole item",
        "vault/patch: puts a field behind the others",
        "vault/patch: an empty list changes nothing",
        "vault/patch: a patch that is refused with 400 > %j: %s",
      ],
      Messages: [
        "vault/access: Invalid token signature",
        "vault/access: $operation of an unknown item is 404 and names it",
        "vault/items: Invalid item category",
      ],
      "A slash at the end of lists; title eq on vaults; co on titles; fields without id; echoed versions": [
        "vault/access: of %s is accepted",
        "vault/filters: %s finds a vault",
        "vault/filters: %s finds %j",
        "vault/items: takes fields without ids",
        "vault/items: ignores an echoed createdAt",
      ],
    }),
    ...section("Secrets vault server, two names", {
      "inline_files does what inline_content does": ["vault/files: the parameter has two names, and one that is true is enough"],
    }),
    ...absent("Secrets vault server", {
      "409 on writes at once; 404 soon after a create; reads from a local copy":
        "not imitated: writes come one after the other and are read at once; by a fault",
      "Port 8080": "ports are given on the command line",
      "Names that other versions have: requestId, actor.requestIp": "not imitated: the names are the documents'",
    }),
    ...section("Events reporting", {
      "limit 1 to 1000, default 100; start_time an hour ago or before end_time; {}": [
        "events-streams: without members reads the last hour",
        "events-streams: starts an hour before end_time",
        "events-streams: gives a hundred events a page",
      ],
      "Categories and types of sign-ins; action share": ["events-seed: has every known value of every enumeration"],
      "{ status, message }; 429 by a fault": ["events-tokens: in the service's dialect", "statuses.ts: by an injected fault"],
      Nanoseconds: ["events-streams: without members reads the last hour, from its first nanosecond on"],
    }),
    ...section("Events reporting, ids", {
      "Ids of events in capitals, those of vaults and items in small letters": ["events-seed: has ids of events in capitals"],
    }),
    ...absent("Events reporting", {
      "An older form of errors, { Error: { Message } }": "not imitated; by a fault",
      "has_more with an empty page": "not imitated: has_more promises an event; by a fault",
      "introspection without account_uuid before 1.4.1": "the version is 1.4.1",
    }),
    ...absent("Management", { "Older names of a waiting step: label, untilDtm": "not imitated: the names are the document's" }),
    ...section("Management", {
      "GET /connect/authorize answers 302": ["management/authorization: consents at once and sends the browser back with a code and the state"],
      "invalid_client, invalid_scope; credentials in the form": [
        "management/tokens: refuses the scope %s with invalid_scope",
        "management/tokens: in the form that are wrong are refused with 400",
        "management/tokens: as Basic with %s are refused with 400",
      ],
      "Ids of people without dashes; email addresses with a slash": [
        "management/update-person: finds a person whose id has no dashes, with and without them",
        "management/update-person: finds a person by the email address %s, in process and over HTTP",
      ],
      "The challenge of an expired token": ["management/access: with an expired token answers 401 that says when it expired"],
      "The signal is a POST with Workflows.Runs.Execute": ["management/workflow-runs: needs the scope Workflows.Runs.Execute for its signal"],
      "Home address; what follows from the location": [
        "management/update-person: are found by their text, whatever its case",
        "management/state: has people, users and audit events that are as the contract says",
      ],
      "404 has extensions.traceId; a null inside customFields": [
        "management/access: of 404 has its trace id in extensions",
        "management/access: nowhere is a null but among custom fields",
      ],
    }),
  ],
};
