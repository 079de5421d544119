import { open, type RuleDocument, section } from "./rule.ts";

const VALUES = "events-seed: has every known value of every enumeration";
const MEMBERS = "events-seed: has each optional member in some events and not in all";
const SHAPES = "events-seed: all as the contract says, none twice";

/** The events reporting API. */
export const events: RuleDocument = {
  title: "3. Events reporting",
  rules: [
    ...section("What the service does", {
      "Three features: auditevents, itemusages, signinattempts": ["events-tokens: %s opens its own stream and no other"],
      "Managed service providers get the actor's account and kind": [
        "events-seed: says of which account and kind each user is",
        "events-seed: says nothing of account types",
      ],
      "First a reset cursor, then the cursor of the answer before": ["events-streams: goes on where the page ended, to the end"],
      "A cursor is valid across sessions": ["events-streams: survives a restart with the same state"],
    }),
    ...section("Resources: request bodies", {
      "limit and start_time": ["events-streams: gives a hundred events a page unless it is told otherwise", "events-streams: takes times of any offset"],
      "{ cursor }": ["events-streams: goes on where the page ended", "events-streams: %j: %s"],
    }),
    ...section("Resources: introspection", {
      "uuid, issued_at, features, account_uuid": ["events-tokens: tells the integration, when the token was issued, its features and its account"],
    }),
    ...section("Resources: page envelopes", {
      items: ["events-streams: gives the same page again"],
      cursor: ["events-streams: goes on where the page ended"],
      has_more: [
        "events-streams: says that there is no more exactly at the last page that is full",
        "events-streams: come under the cursor that had reached the end",
      ],
    }),
    ...section("Resources: AuditEventV2", {
      "All of its members": [SHAPES, MEMBERS],
      "actor_details and object_details, aux_details": [MEMBERS],
      "action out of the list": [VALUES],
      "object_type out of the list": [VALUES],
      "session and location": [MEMBERS],
      "actor_type, user_type and accounts of managed service providers": ["events-seed: says of which account and kind each user is"],
    }),
    ...section("Resources: ItemUsageV2", { "All of its members, action sometimes": [SHAPES, MEMBERS], "Known values of action": [VALUES] }),
    ...section("Resources: SignInAttemptV2", { "Who, from where, when, why it failed": [SHAPES, VALUES] }),
    ...open("Resources: SignInAttemptV2", { "Its members and values are those of public material": [VALUES, MEMBERS] }),
    ...section("Endpoints", {
      "GET introspect with any valid token": ["events-tokens: answers any valid token, whatever its features"],
      "POST auditevents, itemusages, signinattempts, each with its feature": [
        "events-tokens: %s opens its own stream and no other",
        "events-streams: walks %s to its end with %s",
      ],
      "1 A reset cursor or a cursor in the body, no parameters": ["events-streams: %j: %s"],
      "2 The cursor replaces the last one": ["events-streams: walks %s to its end with %s"],
      "2 Where there is no more, the same cursor is polled": ["events-streams: come under the cursor that had reached the end"],
      "4 400, 401, 500": ["statuses.ts: reaches its documented status %i by what the service does", "statuses.ts: by an injected fault"],
    }),
    ...open("Endpoints", {
      "A cursor of another stream or account, or a changed one, is 400": [
        "events-streams: of %s is refused by the other streams",
        "events-streams: of another account, from a longer history, or changed anywhere, is refused",
      ],
      "Late events come in the order of appending": ["events-streams: come though their time is older than what was read"],
      "3 Usages are of items in shared vaults: the emulator keeps no others": [SHAPES],
      end_time: ["events-streams: remembers end_time", "events-streams: starts an hour before end_time where that is given"],
    }),
    ...section("Authentication", {
      "Bearer token; features are of the token": ["events-tokens: %s opens its own stream and no other"],
      "Missing or unauthorized: 401": ["events-tokens: refuses without a token and with one that is not valid", "events-tokens: the others answer 401"],
    }),
    ...open("Authentication", {
      "How tokens are issued; they may expire": ["events-tokens: ends at its expiry, to the second", "events-tokens: ends when it is revoked"],
    }),
    ...section("Events", {
      "Each has a uuid and an RFC 3339 timestamp": [SHAPES],
      "Clients poll": ["events-streams: reach a client that walks, in the middle of its walk"],
    }),
    ...section("Errors", { "400, 401, 500": ["statuses.ts: reaches its documented status %i by what the service does", "statuses.ts: by an injected fault"] }),
    ...open("Errors", {
      "The body is { status, message }": ["events-tokens: refuses without a token and with one that is not valid, in the service's dialect"],
    }),
    ...section("Limits", { "limit is the number of events asked for": ["events-streams: gives a hundred events a page unless it is told otherwise"] }),
    ...open("Limits", { "1 to 1000; no retention, no rate limit": ["events-streams: %j: %s", "faults: an expired token and an expired cursor are refused"] }),
    ...section("Versioning", { "Paths carry /api/v2": ["contracts: has the operations of the client's table"] }),
  ],
};
